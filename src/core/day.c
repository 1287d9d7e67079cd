#include "core/day.h"

/* If the year starts in March, the leap day comes last and the month lengths become regular. */
static int day_of(int year, int month, int day) {
    year -= month <= 2;
    int of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return year * 365 + year / 4 - year / 100 + year / 400 + of_year - 719468;
}

static int year_of(int day) {
    int year = 1970 + day / 366; /* a lower bound */
    while (day_of(year + 1, 1, 1) <= day)
        year++;
    return year;
}

void day_print(int day, struct text *out) {
    int year = year_of(day), month = 1;
    while (month < 12 && day_of(year, month + 1, 1) <= day)
        month++;
    text_add(out, "%04d-%02d-%02d", year, month, day - day_of(year, month, 1) + 1);
}

bool day_parse(struct span text, int *ret) {
    int64_t year, month, day;
    struct span rest = text, y = span_until(&rest, '-'), m = span_until(&rest, '-');
    if (y.len != 4 || m.len != 2 || rest.len != 2 || !span_number(y, 1970, 9999, &year) ||
        !span_number(m, 1, 12, &month) || !span_number(rest, 1, 31, &day))
        return false;
    int next = month < 12 ? day_of((int)year, (int)month + 1, 1) : day_of((int)year + 1, 1, 1);
    if (day_of((int)year, (int)month, (int)day) >= next)
        return false;
    *ret = day_of((int)year, (int)month, (int)day);
    return true;
}
