/* The kernel's one translation unit: what the games share, then one file for each game. */
#define _DEFAULT_SOURCE     /* mmap, madvise, clock_gettime */
#ifdef __x86_64__       /* every one since 2009 counts bits in one instruction; ARM has it anyway */
#pragma GCC target("popcnt")
#endif
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "kernel.h"

enum { PB_EXACT = 1, PB_LOWER = 2, PB_UPPER = 3, PB_HISTORY_SIZE = 1 << 14 };

typedef struct {
    uint32_t check;     /* upper half of the position's key */
    int32_t value;
    uint32_t move;
    int16_t depth;
    uint8_t bound;      /* 0 = empty; bit 7: nothing below was guessed by the evaluation */
    uint8_t generation; /* of the search that wrote it; another one's counts as empty */
} pb_entry;

enum { PB_BOUND = 3, PB_CERTAIN = 128 };

/* A transposition table: this head, then the entries. */
typedef struct {
    uint64_t mask;
    uint64_t generation;
    pb_entry entry[];
} pb_table;

/* One search under way. */
typedef struct {
    pb_entry *table;
    uint64_t table_mask;
    uint8_t generation;
    double deadline, started;
    uint64_t nodes, node_limit;
    uint64_t guessed;               /* leaves that the evaluation decided in this depth */
    int stopped;
    const volatile int32_t *stop;   /* set by somebody else to end the search; may be NULL */
} pb_control;

static double pb_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int pb_out_of_time(pb_control *c)
{
    c->nodes++;
    if (c->node_limit && c->nodes >= c->node_limit)
        c->stopped = 1;
    else if ((c->nodes & 511) == 0)
        c->stopped |= (c->stop && *c->stop) || (c->deadline > 0 && pb_now() >= c->deadline);
    return c->stopped;
}

static void pb_count(const pb_control *c, pb_result *result)
{
    result->nodes = c->nodes;
    result->seconds = pb_now() - c->started;
}

/* A better first turn was found at a depth that could not be finished: it comes first, and the
 * line that began with the same `turn` small moves makes room. */
static void pb_promote(pb_result *result, const pb_line *line, int turn)
{
    if (!result->lines)
        result->lines = 1;      /* not even one depth was finished */
    int same = result->lines - 1;
    for (int i = 0; i < result->lines; i++)
        if (memcmp(result->line[i].moves, line->moves, (size_t)turn * PB_MOVE_TEXT) == 0)
            same = i;
    memmove(&result->line[1], &result->line[0], (size_t)same * sizeof *line);
    result->line[0] = *line;
}

static pb_entry *pb_probe(const pb_control *c, uint64_t key)
{
    return &c->table[key & c->table_mask];
}

/* A win is stored as its distance from the stored position, not from the root. */
static int pb_to_table(int value, int ply)
{
    return value >= PB_PROVED ? value + ply : value <= -PB_PROVED ? value - ply : value;
}

static int pb_from_table(int value, int ply)
{
    return value >= PB_PROVED ? value - ply : value <= -PB_PROVED ? value + ply : value;
}

static void pb_store(pb_control *c, uint64_t key, uint32_t move, int value, int depth, int bound,
                     int certain)
{
    pb_entry *e = pb_probe(c, key);
    if (e->generation == c->generation && e->check == (uint32_t)(key >> 32) && e->depth > depth
        && (e->bound & PB_BOUND) == PB_EXACT)
        return;
    e->check = (uint32_t)(key >> 32);
    e->value = value;
    e->move = move;
    e->depth = (int16_t)depth;
    e->bound = (uint8_t)(bound | (certain ? PB_CERTAIN : 0));
    e->generation = c->generation;
}

/* splitmix64 (Steele, Lea, Flood 2014): keys and shuffles */
static uint64_t pb_mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static void pb_shuffle(void *items, int count, size_t size, uint32_t seed)
{
    char *base = items, *spare = seed ? malloc(size) : NULL;
    for (int i = count - 1; spare && i > 0; i--) {
        int j = (int)(pb_mix(((uint64_t)seed << 32) + (uint64_t)i) % (uint64_t)(i + 1));
        memcpy(spare, base + (size_t)i * size, size);
        memcpy(base + (size_t)i * size, base + (size_t)j * size, size);
        memcpy(base + (size_t)j * size, spare, size);
    }
    free(spare);
}

/* A set of keys: open addressing, a free slot holds 0. */
typedef struct {
    uint64_t *slots;
    size_t room, count;
} pb_keys;

/* 1 = the key is new, 0 = it was there, -1 = no memory. */
static int pb_keys_add(pb_keys *set, uint64_t key)
{
    key += !key;
    if (2 * set->count >= set->room) {
        pb_keys wider = { calloc(set->room ? 2 * set->room : 256, sizeof key),
                          set->room ? 2 * set->room : 256, 0 };
        if (!wider.slots)
            return -1;
        for (size_t i = 0; i < set->room; i++)
            if (set->slots[i])
                pb_keys_add(&wider, set->slots[i]);
        free(set->slots);
        *set = wider;
    }
    size_t at = key & (set->room - 1);
    for (; set->slots[at]; at = (at + 1) & (set->room - 1))
        if (set->slots[at] == key)
            return 0;
    set->slots[at] = key;
    set->count++;
    return 1;
}

/* The value of `name` in a text of "name=value" words, or `otherwise`. */
static const char *pb_rule(const char *rules, const char *name, const char *otherwise)
{
    size_t length = strlen(name);
    for (const char *at = rules; (at = strstr(at, name)) != NULL; at += length)
        if ((at == rules || at[-1] == ' ') && at[length] == '=')
            return at + length + 1;
    return otherwise;
}

static int pb_rule_is(const char *rules, const char *name, const char *value)
{
    const char *found = pb_rule(rules, name, "");
    size_t length = strlen(value);
    return strncmp(found, value, length) == 0 && (found[length] == ' ' || found[length] == 0);
}

static int pb_rule_number(const char *rules, const char *name, int otherwise)
{
    const char *found = pb_rule(rules, name, "");
    return *found ? atoi(found) : otherwise;
}

#include "loa.c"
#include "linja.c"
#include "connexoh.c"

PB_API int pb_kernel_version(void)
{
    return 3;
}

static size_t pb_table_size(uint64_t entries)
{
    return sizeof(pb_table) + entries * sizeof(pb_entry);
}

/* A table of at most `bytes` (a power of two of entries), NULL if there is no memory. In large pages
 * where the system has them: with small ones looking up their addresses took a quarter of a search.
 * They are taken here at once: a search would have to wait for them, 0.3 s and more on a busy system. */
PB_API void *pb_table_new(uint64_t bytes)
{
    uint64_t entries = 1;
    while (entries * 2 * sizeof(pb_entry) <= bytes)
        entries *= 2;
    pb_table *table = mmap(NULL, pb_table_size(entries), PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (table == MAP_FAILED)
        return NULL;
#ifdef MADV_HUGEPAGE
    madvise(table, pb_table_size(entries), MADV_HUGEPAGE);
#endif
    memset(table, 0, pb_table_size(entries));
    table->mask = entries - 1, table->generation = 1;
    return table;
}

PB_API void pb_table_free(void *memory)
{
    pb_table *table = memory;
    if (table)
        munmap(table, pb_table_size(table->mask + 1));
}

/* Forget everything: what other generations wrote counts as empty. Each time one part of 255 is wiped, so
 * that nothing is left of a generation when its number comes again; all at once would make one search
 * in 255 late. */
PB_API void pb_table_clear(void *memory)
{
    pb_table *table = memory;
    uint64_t entries = table->mask + 1, part = table->generation % UINT8_MAX;
    uint64_t first = entries * part / UINT8_MAX, end = entries * (part + 1) / UINT8_MAX;
    table->generation = part + 1;
    memset(table->entry + first, 0, (end - first) * sizeof(pb_entry));
}

/* Search the last of `count` positions; the earlier ones count for repetition.
 * 0 = done, -1 = no memory, -2 = unreadable game or position. */
PB_API int pb_search(const char *game, const char *rules, const char *const *positions, int count,
                     void *table, const pb_limits *limits, const volatile int32_t *stop,
                     pb_report report, pb_result *result)
{
    pb_table *t = table;
    pb_control c = {.table = t->entry, .table_mask = t->mask, .stop = stop,
                    .generation = (uint8_t)t->generation};
    c.started = pb_now();
    c.deadline = limits->seconds > 0 ? c.started + limits->seconds : 0;
    c.node_limit = limits->nodes;
    memset(result, 0, sizeof *result);
    if (count < 1)
        return -2;
    if (strcmp(game, "loa") == 0)
        return loa_search_text(rules, positions, count, &c, limits, report, result);
    if (strcmp(game, "linja") == 0)
        return linja_search_text(rules, positions, count, &c, limits, report, result);
    if (strcmp(game, "connexoh") == 0)
        return connexoh_search_text(rules, positions, count, &c, limits, report, result);
    return -2;
}

/* What the side to move has in a position: the texts of the legal small moves, each followed by a space,
 * cut off after `size` characters, and the evaluation. 2 = the game goes on, else the result for
 * the side to move: 1 won, 0 drawn, -1 lost; -2 = unreadable. */
PB_API int pb_look(const char *game, const char *rules, const char *position, char *moves, int size,
                   int32_t *value)
{
    if (strcmp(game, "loa") == 0)
        return loa_look(rules, position, moves, size, value);
    if (strcmp(game, "linja") == 0)
        return linja_look(rules, position, moves, size, value);
    if (strcmp(game, "connexoh") == 0)
        return connexoh_look(rules, position, moves, size, value);
    return -2;
}

/* Leaves below a position; UINT64_MAX if it cannot be read. */
PB_API uint64_t pb_perft(const char *game, const char *rules, const char *position, int depth)
{
    if (strcmp(game, "loa") == 0)
        return loa_perft_text(rules, position, depth);
    if (strcmp(game, "linja") == 0)
        return linja_perft_text(rules, position, depth);
    if (strcmp(game, "connexoh") == 0)
        return connexoh_perft_text(rules, position, depth);
    return UINT64_MAX;
}
