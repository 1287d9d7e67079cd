#include "server/qr.h"

#include <qrencode.h>

enum { MARGIN = 2 };

static bool is_light(const QRcode *code, int row, int column) {
    bool outside = row < 0 || row >= code->width || column < 0 || column >= code->width;
    return outside || !(code->data[row * code->width + column] & 1);
}

static void draw_line(const QRcode *code, int row, struct text *out) {
    static const char *const blocks[2][2] = {{" ", "\u2584"}, {"\u2580", "\u2588"}};
    for (int column = -MARGIN; column < code->width + MARGIN; column++)
        text_put(out, blocks[is_light(code, row, column)][is_light(code, row + 1, column)]);
}

bool qr_draw(const char *words, bool colour, struct text *out) {
    QRcode *code = QRcode_encodeString(words, 0, QR_ECLEVEL_L, QR_MODE_8, 1);
    if (!code)
        return false;
    for (int row = -MARGIN; row < code->width + MARGIN; row += 2) {
        text_put(out, colour ? "\033[40;37;1m" : "");
        draw_line(code, row, out);
        text_put(out, colour ? "\033[0m\n" : "\n");
    }
    QRcode_free(code);
    return !out->cut;
}

bool qr_svg(const char *words, struct text *out) {
    QRcode *code = QRcode_encodeString(words, 0, QR_ECLEVEL_L, QR_MODE_8, 1);
    if (!code)
        return false;
    int size = code->width + 4 * MARGIN;
    text_add(out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
             "shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h%dv%dH0z\"/>"
             "<path d=\"",
             size, size, size, size);
    for (int row = 0; row < code->width; row++) {
        for (int column = 0; column < code->width; column++) {
            if (!is_light(code, row, column))
                text_add(out, "M%d %dh1v1h-1z", column + 2 * MARGIN, row + 2 * MARGIN);
        }
    }
    text_put(out, "\"/></svg>\n");
    QRcode_free(code);
    return !out->cut;
}
