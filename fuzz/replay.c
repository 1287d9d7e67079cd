/* Replays a pack of inputs (corpus.py) through a fuzz target: runs the corpus as an ordinary test,
 * without a fuzzer. */
#include <string.h>

#include "fuzz/fuzz.h"

int main(int argc, char **argv) {
    int number = 0;
    uint8_t length[4];
    REQUIRE(argc == 2);
    FILE *pack = fopen(argv[1], "rb");
    REQUIRE(pack);
    while (fread(length, 1, sizeof length, pack) == sizeof length) {
        size_t size = length[0] | length[1] << 8 | length[2] << 16 | (size_t)length[3] << 24;
        /* Exact-size allocation, so that the sanitizer sees overruns. */
        uint8_t *input = malloc(size ? size : 1);
        REQUIRE(input);
        REQUIRE(fread(input, 1, size, pack) == size);
        LLVMFuzzerTestOneInput(input, size);
        free(input);
        printf("ok %d - %zu bytes\n", ++number, size);
    }
    REQUIRE(feof(pack) && number > 0);
    fclose(pack);
    printf("1..%d\n", number);
    return 0;
}
