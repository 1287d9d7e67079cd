/* Whispers: transient messages between nodes. At most WHISPERS_MAX are buffered in each direction;
 * the rest are dropped, since any whisper may get lost anyway. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/memory.h"
#include "store/store_parts.h"

/* The caller holds the lock. */
static bool put(struct whispers *w, const char *words) {
    if (w->count == WHISPERS_MAX)
        return false;
    char *copy = must(strdup(words));
    w->words[(w->first + w->count++) % WHISPERS_MAX] = copy;
    return true;
}

static char *take(struct whispers *w) {
    if (!w->count)
        return NULL;
    char *words = w->words[w->first];
    w->first = (w->first + 1) % WHISPERS_MAX;
    w->count--;
    return words;
}

bool store_has_nodes(const struct store *s) {
    return s->kind->listen;
}

bool store_whisper(struct store *s, const char *words) {
    if (!store_has_nodes(s) || strlen(words) > STORE_WHISPER_MAX)
        return false;
    pthread_mutex_lock(&s->lock);
    bool good = put(&s->to_whisper, words);
    pthread_mutex_unlock(&s->lock);
    store_wake(s->whispers);
    return good;
}

void store_on_whisper(struct store *s, void (*heard)(void *arg, const char *words), void *arg) {
    s->on_whisper = heard;
    s->on_whisper_arg = arg;
}

char *store_next_whisper(void *arg) {
    struct store *s = arg;
    uint64_t count;
    pthread_mutex_lock(&s->lock);
    char *words = take(&s->to_whisper);
    if (!words)
        (void)!read(s->whispers, &count, sizeof count); /* resets the eventfd */
    pthread_mutex_unlock(&s->lock);
    return words;
}

void store_hear_whisper(void *arg, const char *words) {
    struct store *s = arg;
    pthread_mutex_lock(&s->lock);
    if (words)
        put(&s->whispered, words); /* dropped if full: asking for it again would add to the load */
    else
        s->whispers_missed = true;
    pthread_mutex_unlock(&s->lock);
    store_wake(s->ready);
}

/* Delivers whispers one at a time, without holding the lock: the callback may take it, for example
 * to send a whisper. */
void store_tell_whispers(struct store *s) {
    bool missed;
    char *words;
    do {
        pthread_mutex_lock(&s->lock);
        words = take(&s->whispered);
        missed = !words && s->whispers_missed;
        s->whispers_missed = s->whispers_missed && !missed;
        pthread_mutex_unlock(&s->lock);
        if (s->on_whisper && (words || missed))
            s->on_whisper(s->on_whisper_arg, words);
        free(words);
    } while (words);
}

void store_drop_whispers(struct store *s) {
    for (char *words; (words = take(&s->to_whisper)) || (words = take(&s->whispered));)
        free(words);
}
