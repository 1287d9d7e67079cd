/* speed: how long the dice animation and bot moves take. Neither delays keys. */
#pragma once

#include "tui/screen.h"

static inline int speed_now(const struct app *app) {
    return app->speed_asked ? app->speed : app->settings.speed;
}

static inline int speed_roll_ms(const struct app *app) {
    static const int ms[SPEEDS] = {[SPEED_SLOW] = 900, [SPEED_NORMAL] = 450, [SPEED_FAST] = 200};
    return ms[speed_now(app)];
}

static inline int speed_bot_ms(const struct app *app) {
    static const int ms[SPEEDS] = {[SPEED_SLOW] = 1500, [SPEED_NORMAL] = 700, [SPEED_FAST] = 250};
    return ms[speed_now(app)];
}
