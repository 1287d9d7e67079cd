#!/bin/sh
# includes.sh SRC: a file includes headers of its own layer and of those below it. A type can be
# borrowed from above without any symbol, which the linker would not see. Speaks TAP.
src=$1
n=0

# layer NAME BELOW...
layer() {
    n=$((n + 1))
    name=$1
    pattern=$(echo "$*" | tr ' ' '|')
    if [ ! -d "$src/$name" ]; then
        echo "not ok $n - there is no layer $name"
        return
    fi
    bad=$(cd "$src" && grep -rnE '^ *# *include *"' "$name" | grep -vE "\"($pattern)/[^.]")
    if [ -z "$bad" ]; then
        echo "ok $n - $name includes only $*"
    else
        echo "not ok $n - $name includes only $*"
        echo "$bad" | sed 's/^/# /'
    fi
}

layer core
layer rules core
layer solve core rules
layer play core rules
layer paper core rules play
layer coach core rules solve play
layer report core rules solve play coach
layer talk core rules solve play coach report
layer room core rules solve play coach report talk
layer web core rules solve play coach report talk
layer tui core rules solve play coach paper talk report
layer store core rules play
layer net core
layer server core rules solve play coach report talk room store net
layer cli core rules solve play coach paper talk report tui room store net server
echo "1..$n"
