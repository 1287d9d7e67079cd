#include "server/doctor.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "core/say.h"
#include "net/hosts.h"
#include "room/room.h"
#include "server/group_log.h"
#include "server/secrets.h"

enum {
    PATH_BYTES = 4096,
    DISK_LEAST = 16 << 20, /* bytes; below this a server will soon have to refuse lines */
};

struct visit {
    const struct doctor_options *o;
    struct doctor_report *report;
    uint8_t key[SECRET_BYTES];
    bool has_key, inside; /* inside: the survey opened the store */

    /* the current game */
    struct room *room;
    char id[128];
    int base;
    bool unreadable;

    int64_t games, wrong_games;
    char first_wrong_game[400];
};

static void note_check(struct visit *v, const char *check, enum survey_grade grade,
                       const char *words) {
    static const char *const fatal[] = {"store",      "schema", "log",   "integrity",
                                        "references", "events", "tokens"};
    bool damaged = false;
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
        damaged = damaged || (grade == SURVEY_BAD && !strcmp(check, fatal[i]));
    if (grade == SURVEY_BAD && (!v->report->bad || (damaged && !v->report->damaged))) {
        text_put(TEXT_OVER(v->report->first_wrong), words);
    }
    v->report->bad += grade == SURVEY_BAD;
    v->report->damaged += damaged;
    if (v->o->finding)
        v->o->finding(v->o->arg, check, grade, words);
}

static void on_finding(void *where, const char *check, enum survey_grade grade, const char *words) {
    struct visit *v = where;
    v->inside = v->inside || !strcmp(check, "schema");
    v->report->unread = v->report->unread || (!strcmp(check, "games") && grade == SURVEY_NOTE);
    note_check(v, check, grade, words);
}

/* ---- games ---- */

static void read_line(struct visit *v, int line, struct span words, int64_t at) {
    LOCAL_TEXT(error, 256);
    bool group = v->id[0] == 'g' && v->id[1] == '-'; /* no table has such an id */
    bool good = v->unreadable ||
                (group ? group_line_is_good(words) : room_read(v->room, words, at, NULL, &error));
    if (good)
        return;
    if (group)
        say(&error, server_group_damaged);
    v->unreadable = true;
    if (v->wrong_games++)
        return;
    say(TEXT_OVER(v->first_wrong_game), server_line_of_game, .line = line, .game = v->id,
        .reason = error.data);
}

static void on_game(void *where, const struct survey_game *game) {
    struct visit *v = where;
    struct span rest = span_of(game->setup);
    uint8_t secret[SECRET_BYTES];
    text_put(TEXT_OVER(v->id), game->id);
    v->games++;
    v->report->sealed += game->secret.len > 0;
    if (v->has_key && secret_open(v->key, game->id, game->secret, secret))
        v->report->opened++;
    memset(secret, 0, sizeof secret);
    if (v->o->quick)
        return;
    room_free(v->room);
    v->room = room_new();
    v->unreadable = false;
    for (v->base = 0; rest.len && (rest.len > 1 || rest.at[0] != '\n'); v->base++)
        read_line(v, v->base + 1, span_until(&rest, '\n'), game->created);
}

static void on_line(void *where, int64_t n, const char *line, int64_t at) {
    struct visit *v = where;
    read_line(v, v->base + (int)n, span_of(line), at);
}

static void judge_games(struct visit *v) {
    LOCAL_TEXT(w, 640);
    if (v->wrong_games) {
        say(&w, server_games_unreadable, .wrong = v->wrong_games, .n = v->games,
            .first = v->first_wrong_game);
        note_check(v, "games", SURVEY_BAD, w.data);
    } else {
        say(&w, server_games_readable, .n = v->games);
        note_check(v, "games", SURVEY_GOOD, w.data);
    }
}

/* ---- the key ---- */

bool doctor_key_path(const char *store, const char *key, struct text *ret) {
    if (key)
        text_put(ret, key);
    else if (!store_is_database(store))
        text_add(ret, "%s.key", store);
    return ret->len && !ret->cut;
}

/* Called before the games are read; reports a bad key file immediately. */
static void fetch_key(struct visit *v, const char *path) {
    LOCAL_TEXT(error, 512);
    if (!secrets_ready() || !path[0])
        return;
    v->report->key_missing = access(path, F_OK) != 0 && errno == ENOENT;
    if (v->report->key_missing)
        return;
    v->has_key = key_load(path, false, v->key, &error);
    if (!v->has_key)
        note_check(v, "key", SURVEY_BAD, error.data);
}

static void judge_key(struct visit *v, const char *path) {
    struct doctor_report *r = v->report;
    LOCAL_TEXT(w, PATH_BYTES + 256);
    enum survey_grade grade = SURVEY_BAD;
    if (!path[0]) {
        grade = SURVEY_NOTE;
        say(&w, server_key_not_looked_at);
    } else if (r->key_missing && r->sealed) {
        say(&w, server_key_gone, .file = path, .n = r->sealed);
    } else if (r->key_missing && !r->unread) {
        grade = SURVEY_NOTE;
        say(&w, server_key_not_needed, .file = path);
    } else if (v->has_key && r->sealed && !r->opened) {
        say(&w, server_key_opens_none, .file = path, .n = r->sealed);
    } else if (v->has_key) {
        grade = r->opened == r->sealed ? SURVEY_GOOD : SURVEY_NOTE;
        say(&w, server_key_opens, .file = path, .opened = r->opened, .n = r->sealed);
    }
    if (w.len)
        note_check(v, "key", grade, w.data);
}

/* ---- names and disk ---- */

static void judge_names(struct visit *v) {
    char own[HOST_NAME_BYTES] = "";
    LOCAL_TEXT(hosts, 1024);
    LOCAL_TEXT(answers, 1024);
    LOCAL_TEXT(w, 1024);
    bool example = false;
    text_put(&hosts, "localhost");
    for (int i = 0; v->o->hosts[i]; i++) {
        text_add(&hosts, ", %s", v->o->hosts[i]);
        example = example || strstr(v->o->hosts[i], "example.");
    }
    if (gethostname(own, sizeof own - 1) == 0 && own[0])
        say(&answers, server_answers_to_lan, .hosts = hosts.data, .own = own);
    else
        say(&answers, server_answers_to, .hosts = hosts.data);
    if (example)
        say(&w, server_answers_to_example, .answers = answers.data);
    note_check(v, "host", example ? SURVEY_NOTE : SURVEY_GOOD, example ? w.data : answers.data);
}

/* Prints a size in decimal units. */
static void put_size(struct text *out, double bytes) {
    static const char *const units[] = {"kB", "MB", "GB", "TB"};
    int unit = 0;
    for (bytes /= 1000; bytes >= 1000 && unit < 3; bytes /= 1000)
        unit++;
    if (bytes < 10)
        say(out, server_size_exact, .size = bytes, .unit = units[unit]);
    else
        say(out, server_size_round, .size = bytes, .unit = units[unit]);
}

static void judge_disk(struct visit *v) {
    LOCAL_TEXT(size, 64);
    LOCAL_TEXT(w, 256);
    struct statvfs disk;
    struct stat st;
    if (stat(v->o->store, &st) != 0 || statvfs(v->o->store, &disk) != 0)
        return;
    double left = (double)disk.f_bavail * (double)disk.f_frsize;
    enum survey_grade grade = SURVEY_GOOD;
    put_size(&size, left);
    if (left < DISK_LEAST) {
        grade = SURVEY_BAD;
        say(&w, server_disk_full_soon, .size = size.data);
    } else if (left < (double)st.st_size) {
        grade = SURVEY_NOTE;
        say(&w, server_disk_too_small, .size = size.data);
    } else {
        say(&w, server_disk_free, .size = size.data);
    }
    note_check(v, "disk", grade, w.data);
}

/* ---- examination ---- */

void doctor_examine(const struct doctor_options *o, struct doctor_report *ret) {
    struct visit v = {.o = o, .report = ret};
    LOCAL_TEXT(p, PATH_BYTES);
    *ret = (struct doctor_report){0};
    if (!o->copy && !doctor_key_path(o->store, o->key, &p))
        text_clear(&p);
    if (!o->copy)
        fetch_key(&v, p.data);
    store_survey(o->store, &(struct survey){.quick = o->quick,
                                            .name = o->name,
                                            .finding = on_finding,
                                            .game = on_game,
                                            .line = o->quick ? NULL : on_line,
                                            .arg = &v});
    if (o->copy && !v.inside && !ret->bad)
        note_check(&v, "store", SURVEY_BAD, words_of(M_server_nothing_in_it));
    if (v.inside && !o->quick)
        judge_games(&v);
    if (v.inside && !o->copy)
        judge_key(&v, p.data);
    if (!o->copy && o->hosts)
        judge_names(&v);
    if (!o->copy && !o->quick && !store_is_database(o->store))
        judge_disk(&v);
    room_free(v.room);
    memset(v.key, 0, sizeof v.key);
}
