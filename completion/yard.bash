# Completion for yard in bash. The program itself knows what may come next: yard complete WORDS.
# Source this file, or put it where bash-completion looks, as "yard".

_yard() {
    # Bash cuts words at : and =, which here are parts of words; so cut the line at blanks instead.
    local line=${COMP_LINE:0:COMP_POINT} words cur before='' word i
    read -r -a words <<<"$line"
    [[ $line == *[[:blank:]] ]] && words+=('')
    cur=${words[-1]}
    [[ $cur == --*=* ]] && before=${cur%%=*}=

    COMPREPLY=()
    while IFS= read -r word; do
        case $word in
            @nospace) compopt -o nospace 2>/dev/null ;;
            @folders | @files*)
                compopt -o filenames 2>/dev/null
                while IFS= read -r word; do
                    COMPREPLY+=("$before$word")
                done < <(compgen -d -- "${cur#"$before"}"
                    case $word in
                        '@files ') compgen -f -- "${cur#"$before"}" ;;
                        @files*) compgen -f -X "!*.${word#@files }" -- "${cur#"$before"}" ;;
                    esac)
                ;;
            *) COMPREPLY+=("$before$word") ;;
        esac
    done < <("${words[0]/#\~/$HOME}" complete "${words[@]:1}" 2>/dev/null)

    # What readline puts in begins behind the last place where it cuts the word.
    local head=${cur%"${cur##*["$COMP_WORDBREAKS"]}"}
    [[ -z $head ]] && return
    for i in "${!COMPREPLY[@]}"; do
        COMPREPLY[i]=${COMPREPLY[i]#"$head"}
    done
}

complete -F _yard yard
