/* Small replacements for C library functions that would enlarge the download. printf() would pull
 * in the messages of strerror() for %m, and stderr to complain about long doubles; neither is used
 * here. exp() has a 2 kB table that does not compress. With bulk-memory instructions, the last
 * three functions are one instruction each. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char __stderr_FILE; /* wasi-libc's internal name */

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

/* x = k ln 2 + r, and e^r = 1 + 2r / (r coth(r / 2) - r), with a series for the even function r
 * coth(r / 2). The last bit may be wrong. Results below e^-708 become 0, and results above
 * e^709 become infinity. */
double exp(double x) {
    if (!(x > -708))
        return x != x ? x : 0;
    if (x > 709)
        return INFINITY;
    double k = rint(x * 1.44269504088896340736);
    double r = x - k * 0x1.62e42fee00000p-1 - k * 0x1.a39ef35793c76p-33; /* ln 2 in two parts */
    double q = r * r;
    double even =
        2 + q * (1. / 6 +
                 q * (-1. / 360 +
                      q * (1. / 15120 +
                           q * (-1. / 604800 + q * (1. / 23950080 - q * (691. / 653837184000))))));
    union {
        uint64_t bits;
        double value;
    } power = {(uint64_t)(1023 + (int)k) << 52};
    return power.value * (1 + 2 * r / (even - r));
}

double exp2(double x) {
    return exp(x * 0.69314718055994530942);
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
