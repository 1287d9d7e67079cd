/* The manual in mdoc, always in English: fills a template with the parts generated from the tables
 * of verbs and rules. */
#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "cli/cli.h"
#include "core/errors.h"
#include "rules/guide.h"

/* ---- text ---- */

static void put_lower(const char *word) {
    for (; *word; word++)
        putchar(tolower((unsigned char)*word));
}

static void put_escaped(struct span s) {
    for (size_t i = 0; i < s.len; i++)
        printf(s.at[i] == '\\' ? "\\e" : "%c", s.at[i]);
}

/* The next word. A 'quoted phrase' counts as one word, including any punctuation after it. */
static struct span next_word(struct span *rest) {
    const char *from = rest->at, *end = rest->at + rest->len;
    const char *close = *from == '\'' ? memchr(from + 1, '\'', rest->len - 1) : NULL;
    const char *blank = memchr(close ? close : from, ' ', (size_t)(end - (close ? close : from)));
    const char *stop = blank ? blank : end;
    *rest = (struct span){stop + (blank != NULL), (size_t)(end - stop) - (blank != NULL)};
    return (struct span){from, (size_t)(stop - from)};
}

/* 'words' become literals and --name becomes an option: each on its own line, with the punctuation
 * separated. */
static void put_macro(struct span word) {
    bool quoted = word.at[0] == '\'';
    size_t end = word.len;
    while (strchr(".,;:)", word.at[end - 1]))
        end--;
    struct span inner = {word.at + 1, end - 1 - quoted};
    printf(quoted ? ".Ql %s" : ".Fl %s", inner.len == 1 ? "\\&" : "");
    put_escaped(inner);
    for (; end < word.len; end++)
        printf(" %c", word.at[end]);
    putchar('\n');
}

/* Starts each sentence on a new line, as mdoc recommends, and wraps long ones. */
static void put_text(const char *text) {
    enum { WIDTH = 78 };
    struct span rest = span_of(text);
    size_t column = 0;
    while (rest.len) {
        struct span word = next_word(&rest);
        bool macro = word.len > 2 && (word.at[0] == '\'' || !strncmp(word.at, "--", 2));
        if (column)
            putchar(macro || column + 1 + word.len > WIDTH ? '\n' : ' ');
        column = macro || column + 1 + word.len > WIDTH ? 0 : column + (column > 0);
        if (macro) {
            put_macro(word);
            continue;
        }
        put_escaped(word);
        column += word.len;
        if (strchr(".?", word.at[word.len - 1]) && rest.len) {
            putchar('\n');
            column = 0;
        }
    }
    if (column)
        putchar('\n');
}

static void put_sentence(struct text *t) {
    text_put(t, ".");
    t->data[0] = (char)toupper((unsigned char)t->data[0]);
    put_text(t->data);
}

static void put_paragraphs(const char *lines) {
    struct span rest = span_of(lines), line;
    for (int i = 0; span_item(&rest, '\n', &line); i++) {
        LOCAL_TEXT(w, 2048);
        text_put_n(&w, line.at, line.len);
        if (i)
            puts(".Pp");
        put_text(w.data);
    }
}

/* ---- verbs ---- */

static void put_option(const struct verb_option *o) {
    printf("Fl -%s", o->name);
    if (o->value) {
        fputs(" Ar ", stdout);
        put_lower(o->value);
    }
}

static void put_synopsis(const struct verb *verb) {
    printf(".Nm yard %s\n", verb->name);
    for (const struct verb_option *o = verb->options; o && o->name; o++) {
        fputs(o->required ? "." : ".Op ", stdout);
        put_option(o);
        puts(o->most ? " ..." : "");
    }
    if (!verb->arguments)
        return;
    fputs(verb->least ? ".Ar " : ".Op Ar ", stdout);
    put_lower(verb->arguments);
    puts(verb->most > 1 && !strchr(verb->arguments, ' ') ? " ..." : "");
}

static void put_verb(const struct verb *verb) {
    LOCAL_TEXT(s, 128);
    printf(".Ss %s\n", verb->name);
    text_put(&s, words_of(verb->summary));
    put_sentence(&s);
    put_paragraphs(words_of(verb->about));
    if (verb->program) {
        puts(".Pp");
        put_text(words_of(verb->program_about));
        printf(".Bd -literal -offset indent\n%s\n.Ed\n", verb->program);
    }
    if (verb->options)
        puts(".Bl -tag -width Ds");
    for (const struct verb_option *o = verb->options; o && o->name; o++) {
        LOCAL_TEXT(w, 1024);
        option_words(o, &w);
        fputs(".It ", stdout);
        put_option(o);
        putchar('\n');
        put_sentence(&w);
    }
    if (verb->options)
        puts(".El");
}

/* ---- rule sets ---- */

static void put_params(enum family family) {
    puts(".Bl -tag -width Ds");
    for (const struct param *p = params; p->name; p++) {
        if (p->family != family)
            continue;
        printf(".It Cm %s Ns = Ns ", p->name);
        for (int i = 0; p->words && p->words[i]; i++)
            printf("%s%s", i ? " | " : "Cm ", p->words[i]);
        puts(p->words ? "" : p->second < 0 ? "Ar points" : "Ar points Ns Op @ Ns Ar total");
        LOCAL_TEXT(w, 1024);
        text_put(&w, words_of(p->meaning));
        if (!p->words)
            text_add(&w, " (%d to %d", p->min, p->max);
        if (p->step > 1)
            text_add(&w, ", a multiple of %d", p->step);
        if (!p->words)
            text_put(&w, ")");
        put_sentence(&w);
        for (int i = 0; p->words && p->words[i]; i++) {
            printf(".Cm %s :\n", p->words[i]);
            put_text(words_of(p->choices[i]));
        }
    }
    puts(".El");
}

static void put_rules(void) {
    puts(".Bl -tag -width \"yahtzee-classic\" -compact");
    for (int i = 0; books[i]; i++)
        printf(".It Cm %s\n%s:\n%s\n", books[i]->id, books[i]->name, words_of(books[i]->about));
    puts(".El\n.Pp\n"
         "Named parameters change a rule set.\n"
         "Add them after a colon, separated by commas:\n"
         ".Ql yahtzee:joker=free,bonus=0 .\n.Pp\n"
         "Where a turn fills a box of a sheet:");
    put_params(FAMILY_SHEET);
    puts(".Pp\nWhere dice are set aside:");
    put_params(FAMILY_PRESS);
}

/* ---- how to play ---- */

/* The last part, so that lists begin and end where they should. */
struct guide_place {
    enum guide_kind last;
    bool first;
};

static void put_part(void *arg, const struct guide_part *part) {
    struct guide_place *place = arg;
    bool list = part->kind == GUIDE_ITEM || part->kind == GUIDE_STEP;
    bool listed = place->last == GUIDE_ITEM || place->last == GUIDE_STEP;
    LOCAL_TEXT(w, 4096);
    if (listed && place->last != part->kind)
        puts(".El");
    if (list && place->last != part->kind)
        puts(part->kind == GUIDE_ITEM ? ".Bl -tag -width Ds -compact" : ".Bl -enum -compact");
    if (list)
        printf(part->label ? ".It \\&%s\n" : ".It\n", part->label);
    else if (!place->first)
        puts(".Pp");
    text_put(&w, part->words);
    if (part->cite)
        text_add(&w, " (%s)", part->cite);
    for (size_t i = 1; i < w.len; i++) { /* quotation marks, not words to type or apostrophes */
        if (w.data[i] == '\'' &&
            !(isalnum((unsigned char)w.data[i - 1]) && isalnum((unsigned char)w.data[i + 1])))
            w.data[i] = '"';
    }
    if (part->kind == GUIDE_HEADING)
        printf(".Em \\&%s\n", w.data);
    else
        put_text(w.data);
    *place = (struct guide_place){part->kind, false};
}

static void put_guides(void) {
    for (int i = 0; books[i]; i++) {
        struct rules r = rules_of(books[i]);
        struct guide_place place = {GUIDE_HEADING, true};
        printf(".Ss %s\n", books[i]->name);
        rules_guide(&r, put_part, &place);
    }
}

int print_manual(const char *template) {
    FILE *in = fopen(template, "re");
    char line[1024];
    if (!in)
        return complain(cli_main_cannot_open, .file = template, .reason = error_words(errno));
    say_language(languages[0]); /* the template is in English */
    while (fgets(line, sizeof line, in)) {
        struct span rest = {line, strcspn(line, "\n")};
        struct span word = span_word(&rest);
        if (span_is(word, "@synopsis")) {
            for (int i = 0; verbs[i]; i++)
                put_synopsis(verbs[i]);
        } else if (span_is(word, "@verb")) {
            line[strcspn(line, "\n")] = '\0';
            put_verb(verb_find(line + strlen("@verb ")));
        } else if (span_is(word, "@version")) {
            puts("This manual describes version " YARD_VERSION ".");
        } else if (span_is(word, "@rules")) {
            put_rules();
        } else if (span_is(word, "@guides")) {
            put_guides();
        } else {
            fputs(line, stdout);
        }
    }
    fclose(in);
    return EXIT_FINE;
}
