#!/bin/sh
# headers.sh SRC CC...: every header under SRC compiles alone and twice, so that whoever includes it
# need not know what it needs. Speaks TAP.
src=$1
shift
n=0
for header in $(cd "$src" && find . -name '*.h' | sed 's|^\./||' | LC_ALL=C sort); do
    n=$((n + 1))
    if words=$(printf '#include "%s"\n#include "%s"\n' "$header" "$header" |
        "$@" -std=c11 -Wall -Wextra -Werror -I"$src" -fsyntax-only -x c - 2>&1); then
        echo "ok $n - $header"
    else
        echo "not ok $n - $header"
        echo "$words" | sed 's/^/# /'
    fi
done
echo "1..$n"
[ "$n" -gt 0 ]
