/* Acknowledgements and their receipts. */

#include "core/memory.h"
#include "server/tables_parts.h"

/* The receipt is for the last line this node has: its hash is available, and it covers the line
 * being answered. Computing the hash of an old line would block the event loop for a time
 * proportional to the length of the log. */
static bool add_receipt(struct receipts *batch, struct open_table *t, int line) {
    uint8_t log[FAIR_BYTES];
    if (!t->room || room_lines(t->room) < line)
        return false; /* a damaged table */
    table_log_hash(room_table(t->room), room_lines(t->room), log);
    return receipts_add(batch, t->id, room_lines(t->room), log);
}

static bool wants_receipt(const struct command *c) {
    return c->kind == COMMAND_SAY && c->reply.done;
}

/* Answers at once. A receipt, if one is wanted, is signed on its own: the line was retried, or
 * stored outside a store delivery. */
static void answer_alone(struct command *c, struct command_result a) {
    struct tables *ts = c->table->tables;
    struct receipt receipt;
    receipts_clear(ts->alone);
    if (wants_receipt(c) && add_receipt(ts->alone, c->table, a.line)) {
        receipts_sign(ts->alone, tables_now());
        receipts_get(ts->alone, 0, &receipt);
        a.receipt = &receipt;
    }
    command_finish(c, a);
}

/* The receipt is signed together with the others in this delivery. The table is blocked until the
 * answer is sent, so its messages keep their order. */
static void answer_together(struct command *c, struct command_result a) {
    struct tables *ts = c->table->tables;
    ts->acks = grown(ts->acks, ts->ack_count, &ts->ack_room, sizeof *ts->acks);
    c->table->storing = true;
    c->table->storing_command = c;
    ts->acks[ts->ack_count++] = (struct ack){c, a, -1};
}

void tables_acknowledge(struct command *c, struct command_result a, bool stored) {
    if (stored && c->table->tables->delivering && wants_receipt(c))
        answer_together(c, a);
    else
        answer_alone(c, a);
}

static void answer_one(struct tables *ts, struct ack *ack) {
    struct open_table *t = ack->command->table;
    struct receipt receipt;
    if (ack->receipt >= 0) {
        receipts_get(ts->together, ack->receipt, &receipt);
        ack->answer.receipt = &receipt;
    }
    tables_hold(t);
    t->storing = false;
    t->storing_command = NULL;
    command_finish(ack->command, ack->answer);
    tables_go_on(t);
    tables_release(t);
}

/* Enough receipts to amortize a signature, and few enough to keep their paths short. */
enum { RECEIPTS_TOGETHER = 32 };

static void sign_and_answer(struct tables *ts, struct ack *acks, int count) {
    int receipts = 0;
    receipts_clear(ts->together);
    for (int i = 0; i < count; i++) {
        if (add_receipt(ts->together, acks[i].command->table, acks[i].answer.line))
            acks[i].receipt = receipts++;
    }
    receipts_sign(ts->together, tables_now());
    for (int i = 0; i < count; i++)
        answer_one(ts, &acks[i]);
}

void tables_delivered(struct tables *ts) {
    ts->delivering = false;
    for (int done = 0; done < ts->ack_count; done += RECEIPTS_TOGETHER) {
        int left = ts->ack_count - done;
        sign_and_answer(ts, ts->acks + done, left < RECEIPTS_TOGETHER ? left : RECEIPTS_TOGETHER);
    }
    ts->ack_count = 0;
}
