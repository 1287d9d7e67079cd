/* The manual in mdoc: a template, with the parts that the tables of verbs and rules know. */
#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "cli/cli.h"

/* ---- words ---- */

static void put_escaped(struct span s) {
    for (size_t i = 0; i < s.len; i++)
        fputs(s.at[i] == '\\' ? "\\e" : (char[]){s.at[i], '\0'}, stdout);
}

static void put_lower(const char *word) {
    for (; *word; word++)
        putchar(tolower((unsigned char)*word));
}

/* A macro line: what it is about, then the punctuation after it, which mdoc wants apart. */
static void put_macro(const char *macro, struct span s) {
    printf("%s ", macro);
    put_escaped(s);
}

static size_t punctuation(struct span word) {
    size_t n = 0;
    while (n + 1 < word.len && strchr(".,;:)", word.at[word.len - 1 - n]))
        n++;
    return n;
}

/* Sentences become lines, as mdoc has it; 'words' become literals and --name an option. */
static void put_text(const char *text) {
    enum { WIDTH = 78 };
    struct span rest = span_of(text);
    size_t column = 0;
    for (bool first = true; rest.len; first = false) {
        bool quoted = rest.at[0] == '\'' && memchr(rest.at + 1, '\'', rest.len - 1);
        struct span word;
        if (quoted) { /* up to the closing quote and what follows it without a blank */
            const char *close = memchr(rest.at + 1, '\'', rest.len - 1);
            size_t n = (size_t)(close - rest.at);
            while (n < rest.len && rest.at[n] != ' ')
                n++;
            word = (struct span){rest.at, n};
            rest = (struct span){rest.at + n + (n < rest.len), rest.len - n - (n < rest.len)};
        } else {
            word = span_until(&rest, ' ');
        }
        bool option = word.len > 2 && !strncmp(word.at, "--", 2);
        size_t after = punctuation(word);
        if (quoted || option) {
            size_t skip = quoted ? 1 : 1, end = word.len - after - (quoted ? 1 : 0);
            if (!first && column)
                putchar('\n');
            put_macro(quoted ? ".Ql" : ".Fl", (struct span){word.at + skip, end - skip});
            for (size_t i = word.len - after; i < word.len; i++)
                printf(" %c", word.at[i]);
            putchar('\n');
            column = 0;
            continue;
        }
        if (column && column + 1 + word.len > WIDTH) {
            putchar('\n');
            column = 0;
        }
        if (column)
            putchar(' ');
        column += word.len + (column > 0);
        put_escaped(word);
        char last = word.at[word.len - 1];
        if (last == '.' && rest.len && word.len > 1 && isupper((unsigned char)rest.at[0])) {
            putchar('\n');
            column = 0;
        }
    }
    if (column)
        putchar('\n');
}

static void put_paragraphs(const char *lines) {
    struct span rest = span_of(lines), line;
    for (int i = 0; span_item(&rest, '\n', &line); i++) {
        char words[2048];
        struct text w = TEXT_IN(words);
        text_put_n(&w, line.at, line.len);
        if (i)
            puts(".Pp");
        put_text(words);
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
    printf(".Ss %s\n", verb->name);
    put_paragraphs(verb->about);
    if (verb->options)
        puts(".Bl -tag -width Ds");
    for (const struct verb_option *o = verb->options; o && o->name; o++) {
        char words[1024];
        struct text w = TEXT_IN(words);
        option_words(o, &w);
        text_put(&w, ".");
        words[0] = (char)toupper((unsigned char)words[0]);
        fputs(".It ", stdout);
        put_option(o);
        putchar('\n');
        put_text(words);
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
        char words[1024];
        struct text w = TEXT_IN(words);
        text_add(&w, "%s", p->meaning);
        if (!p->words)
            text_add(&w, " (%d to %d)", p->min, p->max);
        text_put(&w, ".");
        words[0] = (char)toupper((unsigned char)words[0]);
        put_text(words);
        for (int i = 0; p->words && p->words[i]; i++) {
            printf(".Cm %s :\n", p->words[i]);
            put_text(p->choices[i]);
        }
    }
    puts(".El");
}

static void put_rules(void) {
    puts(".Bl -tag -width \"yahtzee-classic\" -compact");
    for (int i = 0; books[i]; i++)
        printf(".It Cm %s\n%s, %s\n", books[i]->id, books[i]->name, books[i]->about);
    puts(".El\n.Pp\n"
         "Named parameters change a rule set.\n"
         "They stand behind a colon, with commas between them:\n"
         ".Ql yahtzee:joker=free,bonus=0 .\n.Pp\n"
         "Where a turn fills a box of a sheet:");
    put_params(FAMILY_SHEET);
    puts(".Pp\nWhere dice are set aside:");
    put_params(FAMILY_PRESS);
}

int print_manual(const char *template) {
    FILE *in = fopen(template, "re");
    char line[1024];
    if (!in)
        return problem("cannot open %s: %s", template, strerror(errno));
    while (fgets(line, sizeof line, in)) {
        struct span rest = {line, strcspn(line, "\n")};
        struct span word = span_word(&rest);
        if (span_is(word, "@synopsis")) {
            for (int i = 0; verbs[i]; i++)
                put_synopsis(verbs[i]);
        } else if (span_is(word, "@verb")) {
            line[strcspn(line, "\n")] = '\0';
            put_verb(verb_find(line + strlen("@verb ")));
        } else if (span_is(word, "@rules")) {
            put_rules();
        } else {
            fputs(line, stdout);
        }
    }
    fclose(in);
    return EXIT_FINE;
}
