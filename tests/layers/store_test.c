/* The whole of store, with what it may use and nothing else: it knows no loop, no socket of a
 * server and no verb. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "store/keep.h"
#include "store/store.h"

static void store_stands_on_play(void **state) {
    (void)state;
    char words[512] = "", file[] = "/tmp/yard-layer-XXXXXX";
    struct text error = TEXT_IN(words);
    struct store_exported exported;
    int fd = mkstemp(file);
    assert_true(fd >= 0);
    close(fd);
    struct store *s = store_open(file, NULL, &error);
    assert_non_null(s);
    assert_true(store_healthy(s, &error));
    assert_false(store_backup(file, file, (struct store_judge){0}, &error));
    assert_non_null(strstr(words, "a backup replaces nothing"));
    store_close(s);
    assert_true(store_export(file, "/tmp", &exported, &error));
    assert_int_equal(exported.games, 0);
    unlink(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(store_stands_on_play)};
    return cmocka_run_group_tests_name("layer store", tests, NULL, NULL);
}
