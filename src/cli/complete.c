/* Lists possible completions of a command line, one per line, for completion/yard.bash. Lines
 * starting with @ are directives: @nospace, @folders, and @files with an optional extension. */
#include <string.h>

#include "cli/cli.h"
#include "coach/bot.h"

static void offer(const char *before, const char *word, const char *typed) {
    if (strncmp(word, typed, strlen(typed)))
        return;
    if (strchr(" :", word[strlen(word) - 1])) /* the word is incomplete */
        puts("@nospace");
    printf("%s%s\n", before, word);
}

static void offer_list(const char *const *words, const char *typed) {
    for (; words && *words; words++)
        offer("", *words, typed);
}

static void offer_verbs(const char *typed) {
    for (int i = 0; verbs[i]; i++)
        offer("", verbs[i]->name, typed);
}

/* Offers the values of a parameter; for numbers, the values used in the rule books. */
static void offer_values(const struct param *p, const char *before, const char *typed) {
    char seen[8][32];
    int count = 0;
    for (int i = 0; p->words && p->words[i]; i++)
        offer(before, p->words[i], typed);
    for (int i = 0; !p->words && books[i]; i++) {
        LOCAL_TEXT(w, 64);
        bool is_new = books[i]->family == p->family && count < 8;
        param_print(p, &books[i]->params, &w);
        const char *value = strchr(w.data, '=') + 1;
        for (int k = 0; is_new && k < count; k++)
            is_new = strcmp(seen[k], value);
        if (!is_new)
            continue;
        text_put(TEXT_OVER(seen[count]), value);
        offer(before, seen[count++], typed);
    }
}

/* Completes a rule set: "yardk", "yardkle:go", "yardkle:goal=5000,tie=sh". */
static void offer_rules(const char *typed) {
    char before[RULES_TEXT_MAX], name[64];
    const char *colon = strchr(typed, ':'), *comma = strrchr(typed, ',');
    const struct book *book = book_find((struct span){typed, strcspn(typed, ":")});
    puts("@nospace");
    for (int i = 0; books[i] && !colon; i++)
        offer("", books[i]->id, typed);
    const char *last = comma ? comma + 1 : colon ? colon + 1 : typed, *equals = strchr(last, '=');
    for (const struct param *p = params; p->name && colon && book; p++) {
        struct text b = TEXT_IN(before), n = TEXT_IN(name);
        bool is_it = equals && span_is((struct span){last, (size_t)(equals - last)}, p->name);
        text_add(&n, "%s=", p->name);
        text_put_n(&b, typed, (size_t)((is_it ? equals + 1 : last) - typed));
        const char *there = strstr(colon, name); /* offer each parameter only once */
        if (p->family != book->family)
            continue;
        if (is_it)
            offer_values(p, before, equals + 1);
        else if (!equals && !(there && strchr(":,", there[-1])))
            offer(before, name, last);
    }
}

static void offer_kind(enum kind kind, const char *const *words, const char *ending,
                       const char *typed) {
    offer_list(words, typed);
    if (kind == KIND_RULES)
        offer_rules(typed);
    else if (kind == KIND_FOLDER)
        puts("@folders");
    else if (kind == KIND_FILE || kind == KIND_OUTPUT || kind == KIND_STORE)
        printf("@files %s\n", ending ? ending : "");
    for (const struct bot_level *l = bot_levels; kind == KIND_BOT && l->name; l++)
        offer("", l->name, typed);
}

/* The option named by "--name" or "--name=..."; NULL if there is none or it takes no value. */
static const struct verb_option *valued(const struct verb *verb, const char *word) {
    struct span name = {word + 2, strcspn(word, "=") - 2};
    const struct verb_option *o = !strncmp(word, "--", 2) ? option_find(verb, name) : NULL;
    return o && o->kind != KIND_FLAG ? o : NULL;
}

static void offer_options(const struct verb *verb, const char *typed) {
    for (const struct verb_option *o = verb->options; o && o->name; o++)
        offer("--", o->name, typed);
    offer("--", "help", typed);
    offer("--", "lang", typed);
}

int complete(int count, char **words) {
    const char *typed = count ? words[count - 1] : "", *equals = strchr(typed, '=');
    static const char *const bare[] = {"help", "--help", "--lang", "--version", NULL};
    if (count < 2) {
        offer_verbs(typed);
        offer_list(bare, typed);
        return EXIT_FINE;
    }
    if (!strcmp(words[0], "help") || !strcmp(words[0], "--help"))
        offer_verbs(typed);
    const struct verb *verb = verb_find(words[0]);
    if (!verb)
        return EXIT_FINE;
    enum kind takes = verb->arguments ? verb->takes : KIND_TEXT;
    if (!strcmp(words[count - 2], "--lang")) {
        for (int i = 0; languages[i]; i++)
            offer("", languages[i]->tag, typed);
        return EXIT_FINE;
    }
    const struct verb_option *after = valued(verb, words[count - 2]), *in = valued(verb, typed);
    for (int i = 1; i < count; i++) {
        const struct verb_option *o =
            !strncmp(words[i], "--", 2) ? option_find(verb, span_of(words[i] + 2)) : NULL;
        takes = o && o->takes_files ? KIND_FILE : takes;
    }
    if (equals && in)
        offer_kind(in->kind, in->words, in->ending, equals + 1);
    else if (typed[0] == '-')
        offer_options(verb, typed[1] == '-' ? typed + 2 : "");
    else if (after && !strchr(words[count - 2], '='))
        offer_kind(after->kind, after->words, after->ending, typed);
    else
        offer_kind(takes, takes == KIND_BOT ? verb->words : NULL, verb->ending, typed);
    return EXIT_FINE;
}
