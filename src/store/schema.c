#include "store/schema.h"

#include "core/say.h"

/* Times are in milliseconds since 1970. `action` is the id of an append, stored with its first
 * event. `secret` is sealed by the server and `token` is a hash, so a stolen file reveals neither
 * future dice nor tokens. */
const char *const sqlite_steps[SCHEMA_VERSION] = {
    "CREATE TABLE game ("
    "    id TEXT PRIMARY KEY,"
    "    created INTEGER NOT NULL,"
    "    rules TEXT NOT NULL,"
    "    setup TEXT NOT NULL,"
    "    code TEXT UNIQUE,"
    "    commitment BLOB,"
    "    secret BLOB"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE seat ("
    "    game TEXT NOT NULL REFERENCES game ON DELETE CASCADE,"
    "    seat INTEGER NOT NULL,"
    "    person INTEGER NOT NULL,"
    "    name TEXT NOT NULL,"
    "    bot TEXT,"
    "    token BLOB,"
    "    at INTEGER NOT NULL,"
    "    PRIMARY KEY (game, seat, person)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE event ("
    "    game TEXT NOT NULL REFERENCES game ON DELETE CASCADE,"
    "    n INTEGER NOT NULL CHECK (n > 0),"
    "    action TEXT,"
    "    line TEXT NOT NULL,"
    "    at INTEGER NOT NULL,"
    "    PRIMARY KEY (game, n)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE UNIQUE INDEX event_action ON event (game, action) WHERE action IS NOT NULL;",

    "ALTER TABLE game ADD COLUMN over INTEGER;",

    /* The current commitment of each game, and the list of all commitments and what became of them.
     * The list names no games and outlives them. A hash of a deleted game's id is kept: receipts
     * contain the id, so no other game may ever use it. */
    "CREATE TABLE commitment ("
    "    game TEXT PRIMARY KEY,"
    "    commitment TEXT NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE deleted (hash BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;"
    "CREATE TABLE commitment_list ("
    "    n INTEGER PRIMARY KEY CHECK (n > 0),"
    "    entry TEXT NOT NULL"
    ") STRICT;",
};

const char *const postgres_steps[SCHEMA_VERSION] = {
    "CREATE TABLE game ("
    "    id text COLLATE \"C\" PRIMARY KEY,"
    "    created bigint NOT NULL,"
    "    rules text NOT NULL,"
    "    setup text NOT NULL,"
    "    code text COLLATE \"C\" UNIQUE,"
    "    commitment bytea,"
    "    secret bytea"
    ");"
    "CREATE TABLE seat ("
    "    game text COLLATE \"C\" NOT NULL REFERENCES game ON DELETE CASCADE,"
    "    seat integer NOT NULL,"
    "    person integer NOT NULL,"
    "    name text NOT NULL,"
    "    bot text,"
    "    token bytea,"
    "    at bigint NOT NULL,"
    "    PRIMARY KEY (game, seat, person)"
    ");"
    "CREATE TABLE event ("
    "    game text COLLATE \"C\" NOT NULL REFERENCES game ON DELETE CASCADE,"
    "    n bigint NOT NULL CHECK (n > 0),"
    "    action text COLLATE \"C\","
    "    line text NOT NULL,"
    "    at bigint NOT NULL,"
    "    PRIMARY KEY (game, n)"
    ");"
    "CREATE UNIQUE INDEX event_action ON event (game, action) WHERE action IS NOT NULL;",

    "ALTER TABLE game ADD COLUMN over bigint;",

    /* Entries wait in commitment_pending until they are numbered, by one node at a time. */
    "CREATE TABLE commitment ("
    "    game text COLLATE \"C\" PRIMARY KEY,"
    "    commitment text NOT NULL"
    ");"
    "CREATE TABLE deleted (hash bytea PRIMARY KEY);"
    "CREATE TABLE commitment_pending ("
    "    id bigserial PRIMARY KEY,"
    "    entry text NOT NULL"
    ");"
    "CREATE TABLE commitment_list ("
    "    n bigint PRIMARY KEY CHECK (n > 0),"
    "    entry text NOT NULL"
    ");",
};

bool schema_known(const char *store, int version, struct text *error) {
    if (version <= SCHEMA_VERSION)
        return true;
    return say_fail(error, store_later_version, .store = store, .version = version,
                    .known = SCHEMA_VERSION);
}
