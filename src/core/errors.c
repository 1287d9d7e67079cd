#include "core/errors.h"

#include <errno.h>

enum message error_message(int number) {
    static const struct {
        int number;
        enum message message;
    } known[] = {
        {EACCES, M_error_access},
        {EADDRINUSE, M_error_address_used},
        {EADDRNOTAVAIL, M_error_address_foreign},
        {EAGAIN, M_error_again},
        {EBUSY, M_error_busy},
        {ECONNREFUSED, M_error_refused},
        {EDQUOT, M_error_quota},
        {EEXIST, M_error_exists},
        {EFBIG, M_error_too_large},
        {EINTR, M_error_interrupted},
        {EINVAL, M_error_invalid},
        {EIO, M_error_input_output},
        {EISDIR, M_error_folder},
        {ELOOP, M_error_links},
        {EMFILE, M_error_files_open},
        {ENAMETOOLONG, M_error_name_long},
        {ENFILE, M_error_files_open_system},
        {ENOENT, M_error_missing},
        {ENOMEM, M_error_memory},
        {ENOSPC, M_error_space},
        {ENOTDIR, M_error_no_folder},
        {EPERM, M_error_permitted},
        {EPIPE, M_error_pipe},
        {EROFS, M_error_read_only},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (known[i].number == number)
            return known[i].message;
    }
    return M_NONE;
}
