#include "server/site_files.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/errors.h"
#include "core/memory.h"
#include "core/say.h"
#include "net/assets.h"
#include "play/folder.h"
#include "play/whole_file.h"

enum { LIST_MAX = 64 * 1024, NAME_BYTES = 256, CONFLICTS_SHOWN = 3 };

static const char list_head[] = "# What 'yard page' wrote into this folder, and may write again.\n";

struct file {
    char name[NAME_BYTES];
    const struct variant *content;
};

struct job {
    const char *folder;
    struct file *files; /* all files of the site */
    int count;
    char old[LIST_MAX]; /* the existing list; "" if none */
    struct site_written done;
    struct text *error;
};

/* ---- names ---- */

static bool is_entry(const char *name) {
    return !strcmp(name, "index.html") || !strcmp(name, "sw.js");
}

/* Gathers all files of the site, entry points last. */
static void gather(struct job *j) {
    j->files = grab((size_t)asset_count * VARIANTS_MAX, sizeof *j->files);
    for (int i = 0; i < 2 * asset_count; i++) {
        const struct asset *a = &assets[i % asset_count];
        if (is_entry(a->name) != (i >= asset_count))
            continue;
        for (int k = 0; k < asset_variants(a); k++) {
            struct file *f = &j->files[j->count++];
            const char *coding = a->variants[k].coding;
            text_add(TEXT_OVER(f->name), "%s%s", a->name,
                     !coding[0]                ? ""
                     : !strcmp(coding, "gzip") ? ".gz"
                                               : ".br");
            f->content = &a->variants[k];
        }
    }
}

static bool is_in_site(const struct job *j, const char *name) {
    for (int i = 0; i < j->count; i++) {
        if (!strcmp(j->files[i].name, name))
            return true;
    }
    return false;
}

/* Builds FOLDER/NAME; if it is too long, returns false and sets the error. */
static bool file_path(const struct job *j, const char *name, char ret[PATH_MAX]) {
    struct text t = text_start(ret, PATH_MAX);
    text_add(&t, "%s/%s", j->folder, name);
    if (t.cut)
        say(j->error, server_file_path_too_long, .file = name, .folder = j->folder);
    return !t.cut;
}

static bool write_data(const struct job *j, const char *name, const void *data, size_t size) {
    char path[PATH_MAX];
    if (!file_path(j, name, path))
        return false;
    int reason = whole_file_write(path, data, size);
    if (reason)
        say(j->error, server_file_unwritable, .file = path, .reason = error_words(reason));
    return !reason;
}

/* ---- the list ---- */

static bool is_listed(const struct job *j, const char *name) {
    for (struct span rest = span_of(j->old); rest.len;) {
        if (span_is(span_until(&rest, '\n'), name))
            return true;
    }
    return false;
}

/* A list that we did not write is ignored; the file itself then counts as a conflict. */
static bool read_list(struct job *j) {
    char path[PATH_MAX];
    if (!file_path(j, SITE_LIST, path))
        return false;
    FILE *file = fopen(path, "re");
    if (!file)
        return true;
    size_t n = fread(j->old, 1, sizeof j->old - 1, file);
    j->old[n] = '\0';
    fclose(file);
    if (strncmp(j->old, list_head, strlen(list_head)))
        j->old[0] = '\0';
    return true;
}

static bool write_list(struct job *j, bool with_old) {
    static char words[2 * LIST_MAX];
    struct text list = TEXT_IN(words);
    text_put(&list, with_old && j->old[0] ? j->old : list_head);
    for (int i = 0; i < j->count; i++) {
        if (!with_old || !is_listed(j, j->files[i].name))
            text_add(&list, "%s\n", j->files[i].name);
    }
    return write_data(j, SITE_LIST, words, list.len);
}

/* ---- steps ---- */

static bool is_there(const struct job *j, const char *name) {
    char path[PATH_MAX];
    struct stat there;
    return file_path(j, name, path) && lstat(path, &there) == 0;
}

static void name_conflict(const struct job *j, const char *name, struct text *names, int *found) {
    if (*found < CONFLICTS_SHOWN)
        text_add(names, "%s%s/%s", *found ? ", " : "", j->folder, name);
    ++*found;
}

static bool nothing_in_the_way(const struct job *j) {
    LOCAL_TEXT(names, CONFLICTS_SHOWN * PATH_MAX);
    int found = 0;
    if (!j->old[0] && is_there(j, SITE_LIST))
        name_conflict(j, SITE_LIST, &names, &found);
    for (int i = 0; i < j->count; i++) {
        if (!is_listed(j, j->files[i].name) && is_there(j, j->files[i].name))
            name_conflict(j, j->files[i].name, &names, &found);
    }
    if (found > CONFLICTS_SHOWN)
        say(j->error, server_more_files_in_way, .files = names.data, .n = found - CONFLICTS_SHOWN);
    else if (found > 1)
        say(j->error, server_files_in_way, .files = names.data);
    else if (found)
        say(j->error, server_file_in_way, .file = names.data);
    return !found;
}

static bool make_folder_of(const struct job *j, const char *name) {
    char path[PATH_MAX];
    const char *slash = strrchr(name, '/');
    if (!slash)
        return true;
    if (!file_path(j, name, path))
        return false;
    path[strlen(path) - strlen(slash)] = '\0';
    return folder_make(path, j->error);
}

static bool write_files(struct job *j) {
    for (int i = 0; i < j->count; i++) {
        const struct file *f = &j->files[i];
        if (!make_folder_of(j, f->name) ||
            !write_data(j, f->name, f->content->data, f->content->size))
            return false;
        j->done.files++;
        j->done.bytes += f->content->size;
    }
    return true;
}

/* Whatever the list contains, never touch anything outside the folder. */
static bool stays_inside(const char *name) {
    return name[0] && name[0] != '/' && name[0] != '#' && !strstr(name, "..");
}

static bool remove_old(struct job *j) {
    for (struct span rest = span_of(j->old); rest.len;) {
        struct span line = span_until(&rest, '\n');
        char name[NAME_BYTES], path[PATH_MAX];
        struct text t = TEXT_IN(name);
        text_put_n(&t, line.at, line.len);
        if (t.cut || !stays_inside(name) || is_in_site(j, name) || !is_there(j, name))
            continue;
        if (!file_path(j, name, path) || unlink(path) != 0)
            return say_fail(j->error, server_old_file_stays, .file = name,
                            .reason = error_words(errno));
        j->done.removed++;
    }
    return true;
}

bool site_write(const char *folder, struct site_written *ret, struct text *error) {
    struct job *j = grab(1, sizeof *j);
    j->folder = folder;
    j->error = error;
    gather(j);
    LOCAL_TEXT(t, PATH_MAX);
    text_put(&t, folder);
    if (t.cut)
        say(error, server_folder_path_too_long);
    /* The list is written first, so that an interrupted run can be repeated. */
    bool good = !t.cut && folder_make(t.data, error) && read_list(j) && nothing_in_the_way(j) &&
                write_list(j, true) && write_files(j) && remove_old(j) && write_list(j, false);
    *ret = j->done;
    free(j->files);
    free(j);
    return good;
}
