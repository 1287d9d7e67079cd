#include "play/shelf.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "core/errors.h"
#include "core/memory.h"
#include "core/say.h"
#include "play/folder.h"

static const char ending[] = ".yard";

/* The shelf's folder; it need not exist. */
static bool shelf_folder(struct text *ret, struct text *error) {
    return folder_of_data("games", words_of(M_play_records), ret, error);
}

enum { NAME_BYTES = 120 }; /* file systems allow 255 */

/* Appends letters and digits, ASCII letters in lower case, and a hyphen for each run of other
 * characters except a leading one; stops once there are NAME_BYTES. With `ascii`, characters of
 * other scripts count as other characters. */
static void plain_name(struct text *out, const char *name, bool ascii) {
    bool hyphen = true;
    struct span rest = span_of(name);
    while (rest.len && out->len < NAME_BYTES) {
        uint32_t c;
        size_t n = span_character(rest, &c);
        n = n ? n : 1;
        bool capital = c >= 'A' && c <= 'Z';
        bool kept =
            capital || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c >= 0x80 && !ascii);
        char low = (char)(c | 0x20);
        if (kept)
            text_put_n(out, capital ? &low : rest.at, n);
        else if (!hyphen)
            text_put(out, "-");
        hyphen = !kept;
        rest = (struct span){rest.at + n, rest.len - n};
    }
}

/* "2026-11-15-0830-yardzee-ann-bea". A seat whose name has no letter left is named by its number.
 */
static void file_name(const char *stamp, const struct state *s, bool ascii, struct text *out) {
    text_add(out, "%s-%s", stamp, s->rules.book->id);
    for (int i = 0; i < s->seat_count; i++) {
        text_put(out, "-");
        size_t before = out->len;
        plain_name(out, s->seats[i].name, ascii);
        if (out->len == before && before < NAME_BYTES)
            text_add(out, "%d", i + 1);
    }
}

/* An unused path that names the date, game and players; creates the folder if needed. */
static bool shelf_new_path(const char *stamp, const struct state *s, struct text *ret,
                           struct text *error) {
    char folder[PATH_MAX_BYTES], name[192];
    struct text f = TEXT_IN(folder), n = TEXT_IN(name);
    if (!shelf_folder(&f, error) || !folder_make(folder, error))
        return false;
    file_name(stamp, s, false, &n);
    for (int again = 1;; again++) {
        struct stat st;
        text_clear(ret);
        text_add(ret, "%s/%s", folder, name);
        if (again > 1)
            text_add(ret, "-%d", again);
        text_put(ret, ending);
        if (ret->cut)
            return say_fail(error, play_record_path_too_long);
        if (lstat(ret->data, &st) == 0)
            continue;
        if (errno != EILSEQ && errno != EINVAL)
            return true; /* any other problem will show when the file is created */
        text_clear(&n);  /* the file system does not allow these letters */
        file_name(stamp, s, true, &n);
    }
}

struct record *shelf_keep(const struct table *t, const char *path, const char *stamp,
                          struct text *error) {
    LOCAL_TEXT(p, PATH_MAX_BYTES);
    if (!path && !shelf_new_path(stamp, table_now(t), &p, error))
        return NULL;
    size_t size = 1;
    for (int i = 1; i <= table_lines(t); i++)
        size += strlen(table_line(t, i)) + 1;
    char *data = must(malloc(size));
    struct text lines = text_start(data, size);
    for (int i = 1; i <= table_lines(t); i++) {
        text_put(&lines, table_line(t, i));
        text_put(&lines, "\n");
    }
    struct record *rec = record_create(path ? path : p.data, (struct span){data, lines.len}, error);
    free(data);
    return rec;
}

void date_words(int64_t seconds, char ret_date[32], char ret_stamp[32]) {
    time_t moment = (time_t)seconds;
    struct tm tm;
    gmtime_r(&moment, &tm);
    strftime(ret_date, 32, "%Y-%m-%dT%H:%M:%SZ", &tm);
    strftime(ret_stamp, 32, "%Y-%m-%d-%H%M", &tm);
}

/* ---- reading ---- */

static int newest_first(const void *a, const void *b) {
    const struct shelf_item *x = a, *y = b;
    const char *dx = x->table ? table_date(x->table) : "",
               *dy = y->table ? table_date(y->table) : "";
    int order = strcmp(dy, dx);
    return order ? order : strcmp(x->path, y->path);
}

static void add_item(struct shelf *shelf, const char *folder, const char *name) {
    shelf->items = must(realloc(shelf->items, (size_t)(shelf->count + 1) * sizeof *shelf->items));
    struct shelf_item *item = &shelf->items[shelf->count++];
    memset(item, 0, sizeof *item);
    struct text path = TEXT_IN(item->path), error = TEXT_IN(item->error);
    text_add(&path, "%s/%s", folder, name);
    item->table = table_new();
    bool good = record_read(item->path, item->table, &item->tail, &error);
    if (good && !table_now(item->table)->rules.book)
        good = say_fail(&error, play_no_whole_record, .file = item->path);
    if (!good) {
        table_free(item->table);
        item->table = NULL;
    }
}

bool shelf_open(struct shelf *ret, struct text *error) {
    LOCAL_TEXT(f, PATH_MAX_BYTES);
    *ret = (struct shelf){0};
    if (!shelf_folder(&f, error))
        return false;
    DIR *dir = opendir(f.data);
    if (!dir && errno == ENOENT)
        return true; /* nothing saved yet */
    if (!dir)
        return say_fail(error, play_cannot_read_folder, .folder = f.data,
                        .reason = error_words(errno));
    for (struct dirent *entry; (entry = readdir(dir));) {
        size_t n = strlen(entry->d_name);
        if (n >= sizeof ending && !strcmp(entry->d_name + n - (sizeof ending - 1), ending))
            add_item(ret, f.data, entry->d_name);
    }
    closedir(dir);
    if (ret->count)
        qsort(ret->items, (size_t)ret->count, sizeof *ret->items, newest_first);
    return true;
}

void shelf_close(struct shelf *shelf) {
    for (int i = 0; i < shelf->count; i++)
        table_free(shelf->items[i].table);
    free(shelf->items);
    *shelf = (struct shelf){0};
}
