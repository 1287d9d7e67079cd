# Completion for yard in bash: verbs, options, rule sets and their parameters, records.
# Source this file, or put it where bash-completion looks, as "yard".

_yard_verbs='serve play resume rules sheet list best check verify analyse practice proficiency dice'
_yard_verbs+=' solve odds arena handicap page backup restore doctor export engine help'

_yard_options() { # the options of a verb
    case $1 in
        serve) echo '--port --lan --host --no-browser --store --keep --disk --disk-per-address --no-tables --key --new-key --tls-cert --tls-key --proxy'
            echo '--log --connections --connections-per-address --rates --bot-pause --bot-seconds --bot-budget --help' ;;
        page | export) echo '--out --help' ;;
        backup) echo '--help' ;;
        restore) echo '--key --help' ;;
        doctor) echo '--key --host --json --help' ;;
        play) echo '--rules --seat --dice --start --record --no-record --warn --plain --ascii --speed' \
            '--help' ;;
        resume) echo '--plain --ascii --speed --help' ;;
        rules) echo '--json --help' ;;
        sheet) echo '--blank --pdf --svg --paper --game --series --help' ;;
        list) echo '--unfinished --json --help' ;;
        best) echo '--rules --json --help' ;;
        check) echo '--json --help' ;;
        verify) echo '--json --receipts --server-key --help' ;;
        analyse) echo '--all --json --html --csv --name --threads --no-cache --help' ;;
        solve) echo '--no-cache --json --threads --help' ;;
        odds) echo '--position --json --svg --plain --no-cache --threads --help' ;;
        arena)
            echo '--rules --games --seed --duplicate-dice --shard --merge --records --patience' \
                '--threads --progress --json --help'
            ;;
        practice) echo '--rules --name --count --level --seed --daily --date --json --help' ;;
        proficiency) echo '--rules --positions --seed --json --help' ;;
        dice) echo '--json --help' ;;
        handicap) echo '--rules --records --json --no-cache --threads --help' ;;
        engine) echo '--help' ;;
    esac
}

_yard_sheet_sets='yardzee yahtzee yahtzee-classic yatzy'
_yard_sheet_params='joker= bonus= upper-bonus='
_yard_press_sets='yardkle farkle'
_yard_press_params='set-aside= entry= goal= hot-dice= tie='

_yard_values() { # the values of a parameter; of numbers only the usual ones
    case $1 in
        joker) echo 'none free forced classic' ;;
        bonus) echo '0 100' ;;
        upper-bonus) echo '0 35@63 50@63' ;;
        set-aside) echo 'any all' ;;
        entry) echo '0 500' ;;
        goal) echo '5000 10000' ;;
        hot-dice) echo 'must may' ;;
        tie) echo 'share leader chaser' ;;
    esac
}

# Whole words out of a list that begin with what is typed, with a prefix put before them.
_yard_words() { # LIST TYPED [PREFIX]
    local word
    for word in $1; do
        [[ $word == "$2"* ]] && COMPREPLY+=("${3-}$word")
    done
}

_yard_rule_set() { # TYPED
    compopt -o nospace 2>/dev/null
    if [[ $1 != *:* ]]; then
        _yard_words "$_yard_sheet_sets $_yard_press_sets" "$1"
        return
    fi
    local set=${1%%:*} given=${1#*:} params name left=
    case " $_yard_sheet_sets " in *" $set "*) params=$_yard_sheet_params ;; esac
    case " $_yard_press_sets " in *" $set "*) params=$_yard_press_params ;; esac
    local last=${given##*,}
    local before=${1%"$last"}
    if [[ $last == *=* ]]; then
        [[ " $params " == *" ${last%%=*}= "* ]] &&
            _yard_words "$(_yard_values "${last%%=*}")" "${last#*=}" "$before${last%%=*}="
        return
    fi
    for name in $params; do # each parameter is given once
        [[ ",$given" == *",$name"* ]] || left+=" $name"
    done
    _yard_words "$left" "$last" "$before"
}

_yard_files() { # TYPED [ENDING]: files, only those with this ending, and folders
    local file
    compopt -o filenames 2>/dev/null
    while IFS= read -r file; do
        COMPREPLY+=("$file")
    done < <(compgen -d -- "$1"
        if [[ -n ${2-} ]]; then compgen -f -X "!*.$2" -- "$1"; else compgen -f -- "$1"; fi)
}

_yard_folders() { # TYPED
    local folder
    compopt -o filenames 2>/dev/null
    while IFS= read -r folder; do
        COMPREPLY+=("$folder")
    done < <(compgen -d -- "$1")
}

_yard_value() { # OPTION TYPED: what may follow an option; false when it takes no value
    case $1 in
        --rules | --blank) _yard_rule_set "$2" ;;
        --dice)
            _yard_words 'physical system' "$2"
            if [[ seed == "$2"* ]]; then # a number follows, in the same word
                compopt -o nospace 2>/dev/null
                COMPREPLY+=('seed\ ')
            fi
            ;;
        --start) _yard_words 'roll 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16' "$2" ;;
        --level) _yard_words 'easy medium hard' "$2" ;;
        --speed) _yard_words 'off slow normal fast' "$2" ;;
        --paper) _yard_words 'a4 letter' "$2" ;;
        --warn) _yard_words 'off inaccuracy mistake blunder' "$2" ;;
        --html) _yard_files "$2" html ;;
        --csv) _yard_files "$2" csv ;;
        --pdf) _yard_files "$2" pdf ;;
        --svg) _yard_files "$2" svg ;;
        --record) _yard_files "$2" yard ;;
        --records) _yard_files "$2" yard ;;
        --receipts) _yard_files "$2" ndjson ;;
        --out) _yard_folders "$2" ;;
        --seat | --game | --series | --games | --seed | --shard | --patience | --threads | --name) ;;
        --position | --positions | --count | --date | --port | --host | --server-key) ;;
        *) return 1 ;;
    esac
}

_yard() {
    COMPREPLY=()
    # Bash cuts words at : and =, which here are parts of words; so cut the line at blanks instead.
    local line=${COMP_LINE:0:COMP_POINT} words cur prev verb
    read -r -a words <<<"$line"
    [[ $line == *[[:blank:]] ]] && words+=('')
    cur=${words[${#words[@]} - 1]}
    prev=${words[${#words[@]} - 2]}
    verb=${words[1]}

    if ((${#words[@]} == 2)); then
        _yard_words "$_yard_verbs --help --version" "$cur"
    elif [[ $verb == help || $verb == --help ]]; then
        _yard_words "${_yard_verbs% help}" "$cur"
    elif [[ $cur == --*=* ]]; then
        local option=${cur%%=*} i
        _yard_value "$option" "${cur#*=}"
        for i in "${!COMPREPLY[@]}"; do
            COMPREPLY[i]="$option=${COMPREPLY[i]}"
        done
    elif [[ $cur == -* ]]; then
        _yard_words "$(_yard_options "$verb")" "$cur"
    elif ! _yard_value "$prev" "$cur"; then
        case $verb in
            rules | solve | odds) _yard_rule_set "$cur" ;;
            arena)
                if [[ " $line " == *' --merge '* ]]; then
                    _yard_files "$cur"
                else
                    _yard_words 'perfect expert club family novice program:' "$cur"
                fi
                ;;
            handicap) _yard_words 'perfect expert club family novice' "$cur" ;;
            resume | sheet | check | verify | analyse | dice | engine) _yard_files "$cur" yard ;;
        esac
    fi

    # What readline puts in begins behind the last place where it cuts the word.
    local i head=${cur%"${cur##*["$COMP_WORDBREAKS"]}"}
    [[ -z $head ]] && return
    for i in "${!COMPREPLY[@]}"; do
        COMPREPLY[i]=${COMPREPLY[i]#"$head"}
    done
}

complete -F _yard yard
