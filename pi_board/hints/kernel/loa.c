/* Lines of Action. Bit 8 * (rank - 1) + file stands for a square; player 0 is black.
 *
 * A move is source | target << 6 | capture << 12 | pass << 13.
 */

typedef struct {
    uint64_t stones[2], key;
    int to_move, passed;
} loa_position;

typedef struct {
    int simultaneous;   /* 0 draw, 1 the mover wins, 2 the mover loses */
    int no_moves_lose, repetition;
} loa_rules;

enum { LOA_PASS = 1 << 13 };

static uint64_t loa_line[64][4];            /* whole line through a square */
static uint64_t loa_between[64][64];        /* squares strictly between two squares of a line */
static uint8_t loa_target[64][8][9];        /* square n steps away, 64 = off the board */
static uint64_t loa_random[2][64], loa_side;
static int loa_centre[64];                  /* 0 on the edge to 3 in the middle */

__attribute__((constructor)) static void loa_tables(void)
{
    static const int dx[8] = {0, 1, 1, 1, 0, -1, -1, -1}, dy[8] = {1, 1, 0, -1, -1, -1, 0, 1};
    for (int square = 0; square < 64; square++) {
        int x = square % 8, y = square / 8;
        int near_x = x < 7 - x ? x : 7 - x, near_y = y < 7 - y ? y : 7 - y;
        loa_centre[square] = near_x < near_y ? near_x : near_y;
        for (int d = 0; d < 8; d++) {
            uint64_t passed = 0;
            loa_line[square][d % 4] |= 1ull << square;
            for (int n = 0; n <= 8; n++) {
                int tx = x + n * dx[d], ty = y + n * dy[d];
                int inside = tx >= 0 && tx < 8 && ty >= 0 && ty < 8, target = 8 * ty + tx;
                loa_target[square][d][n] = (uint8_t)(inside ? target : 64);
                if (!inside || n == 0)
                    continue;
                loa_line[square][d % 4] |= 1ull << target;
                loa_between[square][target] = passed;
                passed |= 1ull << target;
            }
        }
    }
    for (int i = 0; i < 128; i++)
        loa_random[i / 64][i % 64] = pb_mix((uint64_t)i + 1);
    loa_side = pb_mix(1000);
}

static int loa_lowest(uint64_t set)
{
    return __builtin_ctzll(set);
}

static uint64_t loa_wide(uint64_t set)      /* the set and all its neighbours */
{
    uint64_t row = set | (set << 1 & 0xfefefefefefefefeu) | (set >> 1 & 0x7f7f7f7f7f7f7f7fu);
    return row | row << 8 | row >> 8;
}

static int loa_connected(uint64_t stones)
{
    uint64_t filled = 0, seed = stones & -stones;
    while (seed != filled) {
        filled = seed;
        seed = loa_wide(filled) & stones;
    }
    return stones && filled == stones;
}

static int loa_groups(uint64_t stones)
{
    int count = 0;
    while (stones) {
        uint64_t filled = 0, seed = stones & -stones;
        while (seed != filled) {
            filled = seed;
            seed = loa_wide(filled) & stones;
        }
        stones ^= filled;
        count++;
    }
    return count;
}

static int loa_generate(const loa_rules *rules, const loa_position *p, uint32_t *moves)
{
    uint64_t own = p->stones[p->to_move], enemy = p->stones[!p->to_move], all = own | enemy;
    int count = 0;
    for (uint64_t left = own; left; left &= left - 1) {
        int source = loa_lowest(left);
        for (int line = 0; line < 4; line++) {
            int steps = __builtin_popcountll(all & loa_line[source][line]);
            for (int d = line; d < 8; d += 4) {
                int target = loa_target[source][d][steps];
                if (target == 64 || own >> target & 1 || loa_between[source][target] & enemy)
                    continue;
                moves[count++] = (uint32_t)source | (uint32_t)target << 6
                               | (uint32_t)(enemy >> target & 1) << 12;
            }
        }
    }
    if (!count && !rules->no_moves_lose)
        moves[count++] = LOA_PASS;
    return count;
}

static void loa_null_move(loa_position *p)
{
    p->to_move = !p->to_move;
    p->key ^= loa_side;
}

static void loa_play(const loa_rules *rules, const loa_position *p, uint32_t move, loa_position *after)
{
    int me = p->to_move, source = move & 63, target = move >> 6 & 63;
    (void)rules;
    *after = *p;
    loa_null_move(after);
    after->passed = (move & LOA_PASS) != 0;
    if (after->passed)
        return;
    after->stones[me] ^= 1ull << source | 1ull << target;
    after->key ^= loa_random[me][source] ^ loa_random[me][target];
    if (move >> 12 & 1) {
        after->stones[!me] ^= 1ull << target;
        after->key ^= loa_random[!me][target];
    }
}

static int loa_ended(const loa_rules *rules, const loa_position *p, int ply, int *value)
{
    uint32_t moves[128];
    int mine = loa_connected(p->stones[p->to_move]), theirs = loa_connected(p->stones[!p->to_move]);
    if (mine && theirs)
        *value = rules->simultaneous == 0 ? 0 : rules->simultaneous == 1 ? ply - PB_WIN : PB_WIN - ply;
    else if (mine || theirs)
        *value = mine ? PB_WIN - ply : ply - PB_WIN;
    else if (rules->no_moves_lose && !loa_generate(rules, p, moves))
        *value = ply - PB_WIN;
    else if (p->passed && loa_generate(rules, p, moves) == 1 && moves[0] == LOA_PASS)
        *value = 0;
    else
        return 0;
    return 1;
}

#include "loa_evaluate.c"

/* Captures, moves that join stones and moves to the middle first. */
static int loa_order(const loa_position *p, uint32_t move)
{
    uint64_t own = p->stones[p->to_move];
    int source = move & 63, target = move >> 6 & 63;
    uint64_t rest = own & ~(1ull << source);
    int joined = __builtin_popcountll(loa_wide(1ull << target) & rest)
               - __builtin_popcountll(loa_wide(1ull << source) & rest);
    return 2 * joined + 2 * (loa_centre[target] - loa_centre[source]) + (int)(move >> 12 & 1);
}

static void loa_move_text(const loa_rules *rules, const loa_position *p, uint32_t move,
                          char *text)
{
    int source = move & 63, target = move >> 6 & 63;
    (void)rules, (void)p;
    if (move & LOA_PASS) {
        strcpy(text, "pass");
        return;
    }
    text[0] = (char)('a' + source % 8), text[1] = (char)('1' + source / 8);
    text[2] = move >> 12 & 1 ? 'x' : '-';
    text[3] = (char)('a' + target % 8), text[4] = (char)('1' + target / 8), text[5] = 0;
}

static void loa_read_rules(const char *text, loa_rules *rules)
{
    rules->simultaneous = pb_rule_is(text, "simultaneous", "mover_wins")    ? 1
                        : pb_rule_is(text, "simultaneous", "mover_loses") ? 2
                                                                          : 0;
    rules->no_moves_lose = pb_rule_is(text, "no_moves", "lose");
    rules->repetition = pb_rule_number(text, "repetition", 3);
}

static int loa_read_position(const loa_rules *rules, const char *text, loa_position *p)
{
    int x = 0, y = 7;
    (void)rules;
    memset(p, 0, sizeof *p);
    for (; *text && *text != ' '; text++) {
        if (*text == '/')
            x = 0, y--;
        else if (*text >= '1' && *text <= '8')
            x += *text - '0';
        else if (x < 8 && y >= 0 && (*text == 'b' || *text == 'w'))
            p->stones[*text == 'w'] |= 1ull << (8 * y + x++);
        else
            return 0;
    }
    for (int me = 0; me < 2; me++)
        for (uint64_t left = p->stones[me]; left; left &= left - 1)
            p->key ^= loa_random[me][loa_lowest(left)];
    if (text[0] != ' ' || (text[1] != 'b' && text[1] != 'w') || y != 0)
        return 0;
    if (text[1] == 'w')
        loa_null_move(p);
    return 1;
}

#define NAME(x) loa_##x
#define POSITION loa_position
#define RULES loa_rules
#define MAX_MOVES 128
#define MAX_TURN 1
#define NULL_MOVE 1
#define MATE_PLIES 1
#define QUIET(p, move) (!((move) >> 12 & 1))
#define REPETITION(rules) ((rules)->repetition)
#include "search.inc"
#include "game.inc"
#undef NAME
#undef POSITION
#undef RULES
#undef MAX_MOVES
#undef MAX_TURN
#undef NULL_MOVE
#undef MATE_PLIES
#undef QUIET
#undef REPETITION
