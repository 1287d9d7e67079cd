#include "server/site_files.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "play/folder.h"
#include "play/whole_file.h"
#include "server/assets.h"

enum { LIST_MAX = 64 * 1024, CONFLICTS_SHOWN = 3 };

static const char list_head[] = "# What 'yard page' wrote into this folder, and may write again.\n";

struct job {
    const char *folder;
    char old[LIST_MAX]; /* the list that was found; "" for none */
    struct site_written done;
    struct text *error;
};

/* ---- names ---- */

static void file_name(const struct asset *a, const struct variant *v, struct text *ret) {
    text_clear(ret);
    text_add(ret, "%s%s", a->name, !v->coding[0] ? "" : !strcmp(v->coding, "gzip") ? ".gz" : ".br");
}

/* FOLDER/NAME; false, with the error, when that is too long. */
static bool file_path(const struct job *j, const char *name, char ret[PATH_MAX]) {
    struct text t = text_start(ret, PATH_MAX);
    text_add(&t, "%s/%s", j->folder, name);
    if (t.cut)
        text_add(j->error, "the path of %s in %s is too long", name, j->folder);
    return !t.cut;
}

static bool visit(struct job *j,
                  bool (*one)(struct job *, const struct asset *, const struct variant *,
                              const char *name),
                  bool entries) {
    for (int i = 0; i < asset_count; i++) {
        const struct asset *a = &assets[i];
        if ((!strcmp(a->name, "index.html") || !strcmp(a->name, "sw.js")) != entries)
            continue;
        for (int k = 0; k < asset_variants(a); k++) {
            char words[PATH_MAX];
            struct text name = TEXT_IN(words);
            file_name(a, &a->variants[k], &name);
            if (!one(j, a, &a->variants[k], words))
                return false;
        }
    }
    return true;
}

/* ---- the list ---- */

static bool is_listed(const char *list, const char *name) {
    for (struct span rest = span_of(list); rest.len;) {
        if (span_is(span_until(&rest, '\n'), name))
            return true;
    }
    return false;
}

/* A list that is not ours is none: then the file itself is in the way. */
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

static bool write_data(struct job *j, const char *name, const void *data, size_t size) {
    char path[PATH_MAX];
    if (!file_path(j, name, path))
        return false;
    int reason = whole_file_write(path, data, size);
    if (reason)
        text_add(j->error, "cannot write %s: %s", path, strerror(reason));
    return !reason;
}

static bool write_list(struct job *j, bool with_old) {
    static char words[2 * LIST_MAX];
    struct text list = TEXT_IN(words);
    text_put(&list, with_old && j->old[0] ? j->old : list_head);
    for (int i = 0; i < asset_count; i++) {
        for (int k = 0; k < asset_variants(&assets[i]); k++) {
            char name[PATH_MAX];
            struct text n = TEXT_IN(name);
            file_name(&assets[i], &assets[i].variants[k], &n);
            if (!with_old || !is_listed(j->old, name))
                text_add(&list, "%s\n", name);
        }
    }
    return write_data(j, SITE_LIST, words, list.len);
}

/* ---- steps ---- */

static bool is_there(const struct job *j, const char *name) {
    char path[PATH_MAX];
    struct stat there;
    return file_path(j, name, path) && lstat(path, &there) == 0;
}

static bool nothing_in_the_way(struct job *j) {
    int found = 0;
    for (int i = -1; i < asset_count; i++) {
        const char *name = i < 0 ? SITE_LIST : assets[i].name;
        bool ours = i < 0 ? j->old[0] != '\0' : is_listed(j->old, name);
        if (ours || !is_there(j, name))
            continue;
        if (found < CONFLICTS_SHOWN)
            text_add(j->error, "%s%s/%s", found ? ", " : "", j->folder, name);
        found++;
    }
    if (found > CONFLICTS_SHOWN)
        text_add(j->error, " and %d more", found - CONFLICTS_SHOWN);
    if (found)
        text_add(j->error,
                 "%s there already and %s not written by 'yard page'; nothing was changed",
                 found > 1 ? " are" : " is", found > 1 ? "were" : "was");
    return !found;
}

static bool write_one(struct job *j, const struct asset *a, const struct variant *v,
                      const char *name) {
    char path[PATH_MAX];
    const char *slash = strrchr(a->name, '/');
    if (slash) {
        if (!file_path(j, a->name, path))
            return false;
        path[strlen(path) - strlen(slash)] = '\0';
        if (!folder_make(path, j->error))
            return false;
    }
    j->done.files++;
    j->done.bytes += v->size;
    return write_data(j, name, v->data, v->size);
}

static bool is_in_site(const char *name) {
    for (int i = 0; i < asset_count; i++) {
        for (int k = 0; k < asset_variants(&assets[i]); k++) {
            char words[PATH_MAX];
            struct text t = TEXT_IN(words);
            file_name(&assets[i], &assets[i].variants[k], &t);
            if (!strcmp(words, name))
                return true;
        }
    }
    return false;
}

/* Whatever stands in a list, nothing outside of the folder is touched. */
static bool stays_inside(const char *name) {
    return name[0] && name[0] != '/' && name[0] != '#' && !strstr(name, "..");
}

static bool remove_old(struct job *j) {
    struct span rest = span_of(j->old);
    while (rest.len) {
        struct span line = span_until(&rest, '\n');
        char name[PATH_MAX], path[PATH_MAX];
        struct text t = TEXT_IN(name);
        text_put_n(&t, line.at, line.len);
        if (t.cut || !stays_inside(name) || is_in_site(name) || !file_path(j, name, path))
            continue;
        if (unlink(path) == 0) {
            j->done.removed++;
        } else if (errno != ENOENT) {
            text_add(j->error, "cannot remove %s of an earlier page: %s", path, strerror(errno));
            return false;
        }
    }
    return true;
}

bool site_write(const char *folder, struct site_written *ret, struct text *error) {
    struct job *j = calloc(1, sizeof *j);
    char path[PATH_MAX];
    if (!j)
        abort();
    *j = (struct job){.folder = folder, .error = error};
    struct text t = TEXT_IN(path);
    text_put(&t, folder);
    bool good = !t.cut;
    if (!good)
        text_put(error, "the path of the folder is too long");
    /* The list comes first: what is cut short can be repeated. */
    good = good && folder_make(path, error) && read_list(j) && nothing_in_the_way(j) &&
           write_list(j, true) && visit(j, write_one, false) && visit(j, write_one, true) &&
           remove_old(j) && write_list(j, false);
    *ret = j->done;
    free(j);
    return good;
}
