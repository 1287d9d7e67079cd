/* folder: where things are kept for a person, by the XDG convention. */
#pragma once

#include "core/text.h"

/* $XDG_DATA_HOME/yardstick/NAME, else ~/.local/share/yardstick/NAME; it need not exist. `what` is
 * kept there, for the error when there is no home to put it in. */
bool folder_of_data(const char *name, const char *what, struct text *ret, struct text *error);

/* Makes the folder and those above it, where they are missing. */
bool folder_make(char *path, struct text *error);

/* Makes the name of a new file itself last. */
bool folder_sync(const char *file, struct text *error);
