/* folder: where a person's data is kept, according to the XDG convention. */
#pragma once

#include "core/text.h"

/* $XDG_DATA_HOME/yardstick/NAME, else ~/.local/share/yardstick/NAME; it need not exist. `what`
 * names the contents in error messages. A relative XDG_DATA_HOME is ignored. Returns false if
 * neither XDG_DATA_HOME nor HOME gives a path, or if the path is too long. */
bool folder_of_data(const char *name, const char *what, struct text *ret, struct text *error);

/* Creates the folder and its missing parents. */
bool folder_make(char *path, struct text *error);

/* Syncs the folder of a new file, so that the file's name survives a crash too. */
bool folder_sync(const char *file, struct text *error);
