/* Small ones in place of the C library's, which a page would have to fetch. printf() can print what
 * errno means and complains about long doubles; nobody here asks for either, but the words for it
 * and a stream to print them to would come along. With bulk memory each of the others is one
 * instruction. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char __stderr_FILE; /* the library's own name for it */

int fputs(const char *restrict words, FILE *restrict stream) {
    (void)words, (void)stream;
    return EOF;
}

char *strerror(int number) {
    (void)number;
    return "error";
}

int wctomb(char *to, wchar_t character) {
    (void)to, (void)character;
    return -1;
}

size_t strlen(const char *s) {
    const char *end = s;
    while (*end)
        end++;
    return (size_t)(end - s);
}

void *memchr(const void *memory, int byte, size_t bytes) {
    const unsigned char *at = memory;
    for (; bytes; at++, bytes--) {
        if (*at == (unsigned char)byte)
            return (void *)at;
    }
    return NULL;
}

char *strchr(const char *s, int character) {
    return memchr(s, character, strlen(s) + 1);
}

char *strcat(char *restrict to, const char *restrict from) {
    memcpy(to + strlen(to), from, strlen(from) + 1);
    return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t bytes) {
    return __builtin_memcpy(to, from, bytes);
}

void *memmove(void *to, const void *from, size_t bytes) {
    return __builtin_memmove(to, from, bytes);
}

void *memset(void *to, int byte, size_t bytes) {
    return __builtin_memset(to, byte, bytes);
}
