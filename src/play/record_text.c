/* Reads a record's text from any source; record.c handles the file. */
#include <string.h>

#include "core/say.h"
#include "play/record.h"

static void describe_tail(struct record_tail *tail, struct span rest, int line) {
    tail->found = true;
    tail->line = line;
    struct text out = TEXT_IN(tail->text);
    for (size_t i = 0; i < rest.len && i < 60 && out.len + 4 < sizeof tail->text; i++) {
        unsigned char c = (unsigned char)rest.at[i];
        text_add(&out, c >= 0x20 && c < 0x7F ? "%c" : "\\x%02x", c);
    }
}

/* The secrets of fair dice come after the throws they prove. Knowing the next secret in advance,
 * the table rejects a wrong throw at its own line, not at a later choice that no longer fits the
 * dice. */
static const char *tell_next_secret(struct table *t, struct span rest) {
    static const char word[] = "\nreveal ";
    uint8_t secret[FAIR_BYTES];
    const char *at = span_find(rest, word);
    if (!at)
        return rest.at + rest.len;
    at += sizeof word - 1;
    size_t left = (size_t)(rest.at + rest.len - at);
    if (left >= 2 * FAIR_BYTES && span_hex((struct span){at, 2 * FAIR_BYTES}, secret, FAIR_BYTES))
        table_know_secret(t, secret);
    return at;
}

bool record_read_text(struct span data, const char *name, struct table *t, size_t *ret_whole,
                      struct record_tail *ret_tail, struct text *error) {
    int line = 1;
    *ret_tail = (struct record_tail){0};
    struct span rest = data;
    const char *secret = data.at;
    while (rest.len) {
        const char *end = memchr(rest.at, '\n', rest.len);
        if (!end) {
            describe_tail(ret_tail, rest, line);
            break;
        }
        struct span text = {rest.at, (size_t)(end - rest.at)};
        LOCAL_TEXT(why, 1024);
        if (text.at >= secret)
            secret = tell_next_secret(t, rest);
        if (!table_prepare(t, text, TELLING_RECORD, NULL, &(struct refusal){.words = &why})) {
            return say_fail(error, play_at_line, .file = name, .line = line, .reason = why.data);
        }
        table_commit(t);
        rest = (struct span){end + 1, rest.len - text.len - 1};
        line++;
    }
    if (ret_whole)
        *ret_whole = data.len - rest.len;
    return true;
}
