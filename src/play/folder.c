#include "play/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/errors.h"
#include "core/say.h"

bool folder_of_data(const char *name, const char *what, struct text *ret, struct text *error) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && data[0] == '/') /* XDG: ignore relative paths */
        text_add(ret, "%s/yardstick/%s", data, name);
    else if (home && home[0])
        text_add(ret, "%s/.local/share/yardstick/%s", home, name);
    else
        say(error, play_no_data_folder, .what = what);
    if (ret->cut)
        say(error, play_folder_path_too_long, .what = what);
    return ret->len && !ret->cut;
}

bool folder_make(char *path, struct text *error) {
    for (char *slash = strchr(path + 1, '/');; slash = strchr(slash + 1, '/')) {
        if (slash)
            *slash = '\0';
        int made = mkdir(path, 0777);
        if (made != 0 && errno != EEXIST)
            return say_fail(error, play_cannot_make_folder, .folder = path,
                            .reason = error_words(errno));
        if (!slash)
            return true;
        *slash = '/';
    }
}

bool folder_sync(const char *file, struct text *error) {
    const char *slash = strrchr(file, '/');
    LOCAL_TEXT(name, 4096);
    text_put_n(&name, slash ? file : ".", slash ? (size_t)(slash - file + 1) : 1);
    int fd = name.cut ? -1 : open(name.data, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool good = fd >= 0 && fsync(fd) == 0;
    if (!good)
        say(error, play_cannot_sync, .file = name.data, .reason = error_words(errno));
    if (fd >= 0)
        close(fd);
    return good;
}
