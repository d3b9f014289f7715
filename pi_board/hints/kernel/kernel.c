/* The kernel's one translation unit: what the games share, then one file for each game. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernel.h"

enum { PB_EXACT = 1, PB_LOWER = 2, PB_UPPER = 3, PB_HISTORY_SIZE = 1 << 14 };

typedef struct {
    uint32_t check;     /* upper half of the position's key */
    int32_t value;
    uint32_t move;
    int16_t depth;
    uint8_t bound;      /* 0 = empty */
    uint8_t proved;     /* nothing below was guessed by the evaluation */
} pb_entry;

/* One search under way. */
typedef struct {
    pb_entry *table;
    uint64_t table_mask;
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
                     int proved)
{
    pb_entry *e = pb_probe(c, key);
    if (e->check == (uint32_t)(key >> 32) && e->depth > depth && e->bound == PB_EXACT)
        return;
    e->check = (uint32_t)(key >> 32);
    e->value = value;
    e->move = move;
    e->depth = (int16_t)depth;
    e->bound = (uint8_t)bound;
    e->proved = (uint8_t)proved;
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
    return 1;
}

/* A table of at most `bytes` (a power of two of entries), NULL if there is no memory. */
PB_API void *pb_table_new(uint64_t bytes)
{
    uint64_t entries = 1;
    while (entries * 2 * sizeof(pb_entry) <= bytes)
        entries *= 2;
    uint64_t *block = calloc(1, sizeof *block + 8 + entries * sizeof(pb_entry));
    if (block)
        block[0] = entries;
    return block;
}

PB_API void pb_table_free(void *table)
{
    free(table);
}

PB_API void pb_table_clear(void *table)
{
    uint64_t *block = table;
    memset(block + 2, 0, block[0] * sizeof(pb_entry));
}

/* Search the last of `count` positions; the earlier ones count for repetition.
 * 0 = done, -1 = no memory, -2 = unreadable game or position. */
PB_API int pb_search(const char *game, const char *rules, const char *const *positions, int count,
                     void *table, const pb_limits *limits, const volatile int32_t *stop,
                     pb_report report, pb_result *result)
{
    uint64_t *block = table;
    pb_control c = {.table = (pb_entry *)(block + 2), .table_mask = block[0] - 1, .stop = stop};
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
