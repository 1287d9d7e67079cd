/* The whole of net, with what it may use and nothing else: it knows no table. */
#include <string.h>

#include "check.h"
#include "net/server.h"

static void net_stands_on_core(void **state) {
    (void)state;
    char words[256] = "";
    struct text error = TEXT_IN(words);
    struct server_options options = {.port = 0};
    struct server *first = server_open(&options, &error);
    assert_non_null(first);
    assert_true(server_port(first) > 0);
    options.port = server_port(first);
    assert_null(server_open(&options, &error));
    assert_non_null(strstr(words, "is in use by another program"));
    server_close(first);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(net_stands_on_core)};
    return cmocka_run_group_tests_name("layer net", tests, NULL, NULL);
}
