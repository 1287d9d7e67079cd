/* reckon: see reckon.c. */
#pragma once

#include <stddef.h>

enum { FACES = 6 };

void *room_for(size_t n, size_t size); /* zeroed */
void say_sheet(const char *line);
void say_press(const char *line);
