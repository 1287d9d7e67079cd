#include "store/keep_list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/errors.h"
#include "core/json.h"
#include "core/memory.h"
#include "core/say.h"
#include "play/whole_file.h"

static void add(struct text *out, const struct store_entry *e) {
    struct json j = json_begin(out);
    json_int(&j, "n", e->n);
    json_string(&j, "entry", e->words);
    json_close(&j, '}');
    text_put(out, "\n");
}

static bool read_all(const struct link_kind *kind, struct link *link, struct text *out,
                     struct text *error) {
    int64_t behind = 0;
    for (bool more = true, good; more;) {
        struct request *r = request_new(REQUEST_ENTRIES, (struct store_reply){0});
        r->after = behind;
        good = kind->read(link, r, error) == LINK_DONE;
        for (int i = 0; i < r->answer.entry_count && good; i++) {
            add(out, &r->answer.entries[i]);
            behind = r->answer.entries[i].n;
        }
        more = r->answer.more;
        request_free(r);
        if (!good)
            return false;
    }
    return true;
}

int keep_compare(const struct text *made, const char *path) {
    FILE *in = fopen(path, "r");
    if (!in)
        return errno == ENOENT ? 3 : 0;
    size_t at = 0, n;
    bool same = true;
    char bytes[8192];
    while (same && (n = fread(bytes, 1, sizeof bytes, in)) > 0) {
        same = n <= made->len - at && !memcmp(bytes, made->data + at, n);
        at += n;
    }
    same = same && !ferror(in);
    fclose(in);
    return !same ? 0 : at == made->len ? 2 : 1;
}

bool keep_list(const struct link_kind *kind, struct link *link, const char *folder,
               struct text *error) {
    struct text out = text_on_heap(), path = text_on_heap();
    text_add(&path, "%s/commitments.ndjson", folder);
    bool good = read_all(kind, link, &out, error);
    /* A rewritten list must not replace the file that proves it was rewritten. */
    if (good && !keep_compare(&out, path.data))
        good = say_fail(error, store_other_list_there, .file = path.data);
    int reason = good && out.len ? whole_file_write(path.data, out.data, out.len) : 0;
    if (reason)
        say(error, store_cannot_write, .file = path.data, .why = error_words(reason));
    free(out.data);
    free(path.data);
    return good && !reason;
}
