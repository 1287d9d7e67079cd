/* What lines mean for the list of commitments, and acknowledgements with their receipts. */
#include <stdlib.h>
#include <string.h>

#include "server/hall_parts.h"

/* ---- notes for the store ---- */

static bool begins(const char *line, const char *with) {
    return !strncmp(line, with, strlen(with));
}

/* "dice fair HEX", "dice fair2 1024 HEX": the last word. */
static const char *commitment_in(const char *line) {
    if (!begins(line, "dice fair"))
        return NULL;
    const char *last = strrchr(line, ' ') + 1;
    return strlen(last) == STORE_COMMITMENT_LETTERS ? last : NULL;
}

/* Whether dice have been thrown under the commitment at hand. */
static bool has_thrown(const struct table *log) {
    for (int line = table_lines(log); line > 0; line--) {
        const char *said = table_line(log, line);
        if (begins(said, "dice "))
            return false;
        if (begins(said, "roll "))
            return true;
    }
    return false;
}

int hall_notes(const struct table *log, const struct room_plan *plan, struct store_note *ret) {
    int count = 0;
    for (int i = 0; i < plan->count; i++) {
        const char *commitment = commitment_in(plan->lines[i]);
        /* A commitment with throws is replaced only when all its links are used up; the last one
         * was the secret. */
        if (begins(plan->lines[i], "reveal ") || (commitment && !count && has_thrown(log)))
            ret[count++] = (struct store_note){.kind = STORE_REVEALED};
        if (commitment)
            ret[count++] = (struct store_note){STORE_COMMITTED, commitment};
    }
    return count;
}

/* ---- receipts ---- */

/* The receipt is for the last line that this node has: its hash is at hand, and it covers the line
 * that is answered. Working out the hash of an old line would cost the loop as much as the log is
 * long. */
static bool add_receipt(struct receipts *batch, struct hall_table *t, int line) {
    uint8_t log[FAIR_BYTES];
    if (!t->room || room_lines(t->room) < line)
        return false; /* a damaged table */
    table_log_hash(room_table(t->room), room_lines(t->room), log);
    return receipts_add(batch, t->id, room_lines(t->room), log);
}

static bool wants_receipt(const struct hall_call *c) {
    return c->kind == WISH_SAY && c->reply.done;
}

/* Alone: a line that was said before, or an answer that no delivery of the store brings. */
static void answer_alone(struct hall_call *c, struct hall_answer a) {
    struct hall *h = c->table->hall;
    struct receipt receipt;
    receipts_clear(h->alone);
    if (wants_receipt(c) && add_receipt(h->alone, c->table, a.line)) {
        receipts_sign(h->alone, hall_now());
        receipts_get(h->alone, 0, &receipt);
        a.receipt = &receipt;
    }
    hall_answer(c, a);
}

/* With all others of this delivery. Nothing goes on at this table until the answer is out, so its
 * messages keep their order. */
static void answer_together(struct hall_call *c, struct hall_answer a) {
    struct hall *h = c->table->hall;
    if (h->ack_count == h->ack_room) {
        h->ack_room = h->ack_room ? 2 * h->ack_room : 64;
        h->acks = realloc(h->acks, (size_t)h->ack_room * sizeof *h->acks);
        if (!h->acks)
            abort();
    }
    c->table->storing = true;
    c->table->storing_call = c;
    h->acks[h->ack_count++] = (struct ack){c, a, -1};
}

void hall_acknowledge(struct hall_call *c, struct hall_answer a, bool stored) {
    if (stored && c->table->hall->delivering && wants_receipt(c))
        answer_together(c, a);
    else
        answer_alone(c, a);
}

static void answer_one(struct hall *h, struct ack *ack) {
    struct hall_table *t = ack->call->table;
    struct receipt receipt;
    if (ack->receipt >= 0) {
        receipts_get(h->together, ack->receipt, &receipt);
        ack->answer.receipt = &receipt;
    }
    hall_hold(t);
    t->storing = false;
    t->storing_call = NULL;
    hall_answer(ack->call, ack->answer);
    hall_go_on(t);
    hall_release(t);
}

/* So many share a signature: it costs little by then, and their paths are still short. */
enum { RECEIPTS_TOGETHER = 32 };

static void sign_and_answer(struct hall *h, struct ack *acks, int count) {
    int receipts = 0;
    receipts_clear(h->together);
    for (int i = 0; i < count; i++) {
        if (add_receipt(h->together, acks[i].call->table, acks[i].answer.line))
            acks[i].receipt = receipts++;
    }
    receipts_sign(h->together, hall_now());
    for (int i = 0; i < count; i++)
        answer_one(h, &acks[i]);
}

void hall_delivered(struct hall *h) {
    h->delivering = false;
    for (int done = 0; done < h->ack_count; done += RECEIPTS_TOGETHER) {
        int left = h->ack_count - done;
        sign_and_answer(h, h->acks + done, left < RECEIPTS_TOGETHER ? left : RECEIPTS_TOGETHER);
    }
    h->ack_count = 0;
}
