#include "paper/latin.h"

uint8_t latin_byte(uint32_t c) {
    static const uint16_t from_80[32] = {
        0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178,
    };
    if ((c >= ' ' && c <= '~') || (c >= 0xA0 && c <= 0xFF))
        return (uint8_t)c;
    for (uint8_t i = 0; i < 32; i++) {
        if (from_80[i] == c)
            return (uint8_t)(0x80 + i);
    }
    return 0;
}

/* From Adobe's font metrics for Helvetica and Helvetica-Bold, space to tilde. */
static const uint16_t widths[2][95] = {
    {278,  278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
     556,  556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
     1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
     667,  778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
     333,  556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
     556,  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584},
    {278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
     556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667,
     611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
     667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556,
     278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584},
};

int latin_width(uint8_t byte, bool bold) {
    /* Above 0xC0, the ASCII letter of the same width: mostly the one below the accent. */
    static const char alike[] = "AAAAAA@CEEEEIIIIDNOOOOO+OUUUUYPTaaaaaa&ceeee!!!!onooooo+Tuuuuypy";
    bool letter = byte >= 0xC0;
    if (byte == 0xC6 || byte == 0x85 || byte == 0x97)
        return 1000; /* Æ, the ellipsis and the long dash */
    if (byte == 0xE6)
        return 889; /* æ */
    if (letter && alike[byte - 0xC0] == '!')
        return 278; /* the narrow i with an accent */
    char c = letter ? alike[byte - 0xC0] : (char)byte;
    return byte >= ' ' && c >= ' ' && c <= '~' ? widths[bold][c - ' '] : 556;
}
