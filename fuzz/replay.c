/* Replays files through a fuzz target: the corpus as an ordinary test, with no fuzzer needed. */
#include <dirent.h>
#include <string.h>

#include "fuzz/fuzz.h"

static void replay(const char *path, int number) {
    FILE *file = fopen(path, "rb");
    REQUIRE(file);
    static uint8_t data[1 << 20];
    size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    /* A copy of just that size, so that reading past the end is seen. */
    uint8_t *exact = malloc(size ? size : 1);
    REQUIRE(exact);
    memcpy(exact, data, size);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    printf("ok %d - %s\n", number, path);
}

int main(int argc, char **argv) {
    int number = 0;
    REQUIRE(argc == 2);
    DIR *folder = opendir(argv[1]);
    REQUIRE(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[4096];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
        replay(path, ++number);
    }
    closedir(folder);
    REQUIRE(number > 0);
    printf("1..%d\n", number);
    return 0;
}
