/* The search kernel: plain C99, no allocation but the transposition table, no global state.
 *
 * One translation unit (kernel.c) includes one file for each game; each game file defines its
 * position, move generation and evaluation, and then includes search.inc and root.inc, the same search for
 * all three. Python talks to the functions marked PB_API through ctypes and passes positions and
 * rules as the texts that the rest of the program uses, so there is no second encoding to keep.
 */
#ifndef PI_BOARD_KERNEL_H
#define PI_BOARD_KERNEL_H

#include <stdint.h>

#define PB_API __attribute__((visibility("default")))

enum { PB_MAX_PLY = 128, PB_MAX_HISTORY = 1024, PB_MAX_LINES = 8, PB_MOVE_TEXT = 48 };

/* 1000 more changes the odds of winning by about a factor of e; a win in n plies is PB_WIN - n. */
enum { PB_WIN = 1000000, PB_PROVED = PB_WIN - 10000, PB_INFINITY = PB_WIN + 1 };

/* When a search ends: the first of the three that is reached; 0 = no such limit. */
typedef struct {
    double seconds;
    uint64_t nodes;
    int32_t depth;
    int32_t lines;    /* how many best lines are wanted, at most PB_MAX_LINES */
    uint32_t seed;    /* equal moves are tried in an order that depends on it; 0 = generated order */
} pb_limits;

/* One line of play, best first. `value` is from the side to move's view. */
typedef struct {
    int32_t value;
    int32_t plies;    /* length of a proved win or loss, 0 if not proved */
    int32_t length;
    char moves[PB_MAX_PLY][PB_MOVE_TEXT];
} pb_line;

typedef struct {
    uint64_t nodes;
    double seconds;
    int32_t depth;    /* the last depth that was searched to its end */
    int32_t lines;
    int32_t complete; /* searched to the end of the game: a value of 0 is a proved draw */
    pb_line line[PB_MAX_LINES];
} pb_result;

/* Called after every finished depth; a result other than 0 stops the search. May be NULL. */
typedef int (*pb_report)(const pb_result *result);

#endif
