/* Lines of Action. Bit 8 * (rank - 1) + file stands for a square; player 0 is black.
 *
 * A move is source | target << 6 | capture << 12 | pass << 13.
 *
 * A line (8 rows, 8 columns, 15 + 15 diagonals) has a code: its squares as digits to the base 3, 0 empty,
 * 1 black, 2 white. What depends on a line alone is looked up by its code, and kept up to date move by
 * move, as is all that the evaluation needs.
 */

enum { LOA_LINES = 46, LOA_CODES = 6561 };

typedef struct {
    uint64_t stones[2], key;
    int to_move;
    int places[2];                  /* what their squares are worth */
    int worth[2];                   /* what the stones of each side are worth by themselves */
    int16_t mobility[2];
    int8_t euler[2];                /* groups less holes */
    uint16_t code[LOA_LINES];
} loa_position;

typedef struct {
    int simultaneous;   /* 0 draw, 1 the mover wins, 2 the mover loses */
    int no_moves_lose, repetition;
} loa_rules;

enum { LOA_PASS = 1 << 13 };

static uint8_t loa_line_of[64][4];          /* the lines through a square */
static uint16_t loa_digit[64][4];           /* what a black stone there adds to their codes */
static uint8_t loa_place[64][4];            /* twice the place of a square on them */
static uint8_t loa_count[LOA_CODES];        /* stones on a line */
static uint16_t loa_ways[LOA_CODES];        /* 2 bits a place: the stone there may go up, down */
static uint8_t loa_target[64][8][9];        /* square n steps away, 64 = off the board */
static uint64_t loa_random[2][64], loa_side;
static int loa_centre[64];                  /* 0 on the edge to 3 in the middle */
static int loa_stone_worth[64];             /* see loa_stone */
static uint64_t loa_within[64][8];          /* squares at most so far from a square */
static uint8_t loa_reduction[32][128];      /* of the depth at which a late move is searched */
static uint64_t loa_near[64];               /* lower left squares of the 2 x 2 windows near it */

static int loa_lowest(uint64_t set)
{
    return __builtin_ctzll(set);
}

static uint64_t loa_wide(uint64_t set)      /* the set and all its neighbours */
{
    uint64_t row = set | (set << 1 & 0xfefefefefefefefeu) | (set >> 1 & 0x7f7f7f7f7f7f7f7fu);
    return row | row << 8 | row >> 8;
}

static int loa_one_group(uint64_t stones)
{
    uint64_t filled = 0, seed = stones & -stones;
    while (seed != filled) {
        filled = seed;
        seed = loa_wide(filled) & stones;
    }
    return stones && filled == stones;
}

static int loa_connected(const loa_position *p, int player)
{
    return p->euler[player] <= 1 && loa_one_group(p->stones[player]);
}

#include "loa_evaluate.c"

static void loa_line_tables(int square)
{
    static const int dx[8] = {0, 1, 1, 1, 0, -1, -1, -1}, dy[8] = {1, 1, 0, -1, -1, -1, 0, 1};
    static const uint16_t power[8] = {1, 3, 9, 27, 81, 243, 729, 2187};
    int x = square % 8, y = square / 8;
    int near_x = x < 7 - x ? x : 7 - x, near_y = y < 7 - y ? y : 7 - y;
    /* in the order of the directions: column, diagonal, row, antidiagonal */
    int line[4] = {8 + x, 16 + 7 + x - y, y, 31 + x + y};
    int place[4] = {y, x < y ? x : y, x, x + y > 7 ? 7 - y : x};
    loa_centre[square] = near_x < near_y ? near_x : near_y;
    loa_stone_worth[square] = near_x < near_y ? loa_stone[near_x][near_y]
                                              : loa_stone[near_y][near_x];
    for (int d = 0; d < 4; d++) {
        loa_line_of[square][d] = (uint8_t)line[d];
        loa_digit[square][d] = power[place[d]];
        loa_place[square][d] = (uint8_t)(2 * place[d]);
    }
    for (int d = 0; d < 8; d++)
        for (int n = 0; n <= 8; n++) {
            int tx = x + n * dx[d], ty = y + n * dy[d];
            int inside = tx >= 0 && tx < 8 && ty >= 0 && ty < 8;
            loa_target[square][d][n] = (uint8_t)(inside ? 8 * ty + tx : 64);
        }
}

static void loa_area_tables(int square)
{
    int x = square % 8, y = square / 8;
    for (int other = 0; other < 64; other++) {
        int dx = other % 8 - x, dy = other / 8 - y;
        for (int far = abs(dx) > abs(dy) ? abs(dx) : abs(dy); far < 8; far++)
            loa_within[square][far] |= 1ull << other;
        if (dx >= -2 && dx < 2 && dy >= -2 && dy < 2)
            loa_near[square] |= 1ull << other;
    }
}

/* Where the stones of a line may go, on a line of eight squares; on a shorter one some of these
 * targets are off the board. */
static void loa_code_tables(int code)
{
    int on[8], count = 0;
    for (int i = 0, rest = code; i < 8; i++, rest /= 3)
        count += (on[i] = rest % 3) != 0;
    loa_count[code] = (uint8_t)count;
    for (int source = 0; source < 8; source++)
        for (int way = 0; way < 2 && on[source]; way++) {
            int step = way ? -1 : 1, target = source + step * count, blocked = 0;
            for (int i = source + step; i != target && i >= 0 && i < 8; i += step)
                blocked |= on[i] == 3 - on[source];
            if (target >= 0 && target < 8 && !blocked && on[target] != on[source])
                loa_ways[code] |= (uint16_t)(1 << (2 * source + way));
        }
}

/* The usual product of logarithms: of the depth, and of the moves tried before. */
static void loa_reduction_tables(void)
{
    double log[128] = {0};
    for (int n = 2; n < 128; n++) {     /* ln n = ln (n - 1) + 2 artanh (1 / (2 n - 1)) */
        double x = 1.0 / (2 * n - 1);
        log[n] = log[n - 1] + 2 * (x + x * x * x / 3 + x * x * x * x * x / 5);
    }
    for (int depth = 1; depth < 32; depth++)
        for (int i = 2; i < 128; i++)
            loa_reduction[depth][i] = (uint8_t)(0.5 + log[depth] * log[i] / 1.6);
}

__attribute__((constructor)) static void loa_tables(void)
{
    loa_reduction_tables();
    for (int square = 0; square < 64; square++) {
        loa_line_tables(square);
        loa_area_tables(square);
    }
    for (int code = 0; code < LOA_CODES; code++)
        loa_code_tables(code);
    for (int i = 0; i < 128; i++)
        loa_random[i / 64][i % 64] = pb_mix((uint64_t)i + 1);
    loa_side = pb_mix(1000);
    loa_mobility_tables();
}

/* Puts a stone on a square (sign 1) or takes it away (-1). */
static void loa_change(loa_position *p, int player, int square, int sign)
{
    p->stones[player] ^= 1ull << square;
    p->key ^= loa_random[player][square];
    p->places[player] += sign * loa_stone_worth[square];
    for (int i = 0; i < 4; i++) {
        int line = loa_line_of[square][i], old = p->code[line];
        int now = old + sign * (player + 1) * loa_digit[square][i];
        const int16_t (*mobility)[2] = loa_mobility_of[line];
        p->code[line] = (uint16_t)now;
        p->mobility[0] = (int16_t)(p->mobility[0] + mobility[now][0] - mobility[old][0]);
        p->mobility[1] = (int16_t)(p->mobility[1] + mobility[now][1] - mobility[old][1]);
    }
}

/* Targets of the moves of a stone. */
static uint64_t loa_targets(const loa_position *p, int source)
{
    uint64_t targets = 0;
    for (int line = 0; line < 4; line++) {
        int code = p->code[loa_line_of[source][line]], steps = loa_count[code];
        int ways = loa_ways[code] >> loa_place[source][line] & 3;
        int up = loa_target[source][line][steps], down = loa_target[source][line + 4][steps];
        targets |= (uint64_t)(ways & 1 && up < 64) << (up & 63);
        targets |= (uint64_t)(ways >> 1 && down < 64) << (down & 63);
    }
    return targets;
}

static int loa_generate(const loa_rules *rules, const loa_position *p, uint32_t *moves)
{
    uint64_t enemy = p->stones[!p->to_move];
    int count = 0;
    for (uint64_t left = p->stones[p->to_move]; left; left &= left - 1) {
        int source = loa_lowest(left);
        for (int line = 0; line < 4; line++) {
            int code = p->code[loa_line_of[source][line]], steps = loa_count[code];
            int ways = loa_ways[code] >> loa_place[source][line] & 3;
            for (int d = line; ways; d += 4, ways >>= 1) {
                int target = loa_target[source][d][steps];
                if (ways & 1 && target < 64)
                    moves[count++] = (uint32_t)source | (uint32_t)target << 6
                                   | (uint32_t)(enemy >> target & 1) << 12;
            }
        }
    }
    if (!count && !rules->no_moves_lose)
        moves[count++] = LOA_PASS;
    return count;
}

static int loa_legal(const loa_position *p, uint32_t move)
{
    int source = move & 63, target = move >> 6 & 63;
    return !(move & LOA_PASS) && p->stones[p->to_move] >> source & 1
        && loa_targets(p, source) >> target & 1
        && (p->stones[!p->to_move] >> target & 1) == (move >> 12 & 1);
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
    if (move & LOA_PASS)
        return;
    if (move >> 12 & 1) {
        loa_change(after, !me, target, -1);
        loa_value_side(after, !me);
    }
    loa_change(after, me, source, -1);
    loa_change(after, me, target, 1);
    loa_value_side(after, me);
}

static int loa_can_move(const loa_position *p, int player)
{
    for (uint64_t left = p->stones[player]; left; left &= left - 1)
        if (loa_targets(p, loa_lowest(left)))
            return 1;
    return 0;
}

static int loa_ended(const loa_rules *rules, const loa_position *p, int ply, int *value)
{
    int mine = loa_connected(p, p->to_move), theirs = loa_connected(p, !p->to_move);
    if (mine && theirs)
        *value = rules->simultaneous == 0 ? 0 : rules->simultaneous == 1 ? ply - PB_WIN : PB_WIN - ply;
    else if (mine || theirs)
        *value = mine ? PB_WIN - ply : ply - PB_WIN;
    else if (loa_can_move(p, p->to_move))
        return 0;
    else if (!loa_can_move(p, !p->to_move))
        *value = 0;
    else if (rules->no_moves_lose)
        *value = ply - PB_WIN;
    else
        return 0;
    return 1;
}

/* Whether a move ends the game by a connection, found without playing it. */
static int loa_ends(const loa_rules *rules, const loa_position *p, uint32_t move)
{
    int me = p->to_move;
    uint64_t source = 1ull << (move & 63), target = 1ull << (move >> 6 & 63);
    (void)rules;
    if (move & LOA_PASS)
        return 0;
    return loa_one_group(p->stones[me] ^ source ^ target) | loa_one_group(p->stones[!me] & ~target);
}

/* Whether the side to move connects its stones by one move: its target lies next to every group, other
 * than the stone moved if that is a group by itself. */
static int loa_wins_at_once(const loa_rules *rules, const loa_position *p)
{
    uint64_t own = p->stones[p->to_move], enemy = p->stones[!p->to_move];
    uint64_t all = ~own, but_one = 0, lone = 0;     /* next to all groups, to all but a lone stone */
    for (uint64_t left = own; left;) {
        uint64_t seed = left & -left, group = 0;
        while (seed != group) {
            group = seed;
            seed = loa_wide(group) & own;
        }
        left &= ~group;
        uint64_t beside = loa_wide(group);
        but_one = (but_one & beside) | (group & (group - 1) ? 0 : all);
        lone |= group & (group - 1) ? 0 : group;
        all &= beside;
        if (!(all | but_one))
            return 0;
    }
    for (uint64_t left = all ? own : lone; left; left &= left - 1) {
        uint64_t source = left & -left, rest = own ^ source;
        uint64_t targets = source & lone ? but_one : all;
        for (targets &= loa_targets(p, loa_lowest(source)); targets; targets &= targets - 1) {
            uint64_t target = targets & -targets;
            if (loa_one_group(rest | target)
                && (rules->simultaneous == 1 || !(enemy & target) || !loa_one_group(enemy & ~target)))
                return 1;
        }
    }
    return 0;
}

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
            loa_change(p, *text == 'w', 8 * y + x++, 1);
        else
            return 0;
    }
    for (int me = 0; me < 2; me++) {
        if (__builtin_popcountll(p->stones[me]) > 12)
            return 0;
        loa_value_side(p, me);
    }
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
#define QUIET(p, move) 1        /* a capture is a move like others */
#define LEGAL(p, move) loa_legal(p, move)
#define WINS_AT_ONCE(rules, p) loa_wins_at_once(rules, p)
#define SORT_BY_VALUE(depth) ((depth) >= 3)
#define LATE_MOVES(depth) MAX_MOVES
#define REDUCTION(i, depth) loa_reduction[(depth) < 32 ? (depth) : 31][i]
/* How the search was chosen, by games against the kernel before each change (colours swapped, random
 * two-ply openings), the rest unchanged. By processor time, 0.01 s a move: seeing wins in one at every
 * node 69 won, 3 drawn, 48 lost; reductions by the product of logarithms, also of captures, and of
 * late turns at the root 129, 3, 108; then sorting by value from depth 3 on and at the root, with a
 * null move one ply less deep, 137, 4, 99. By nodes, 100,000 a move: the bet that a lead lasts (not
 * when the opponent is about to connect) with the first reductions 22, 3, 10; 20,000 a move: all that
 * came after it 61, 1, 38. No gain: searching a threatened leaf further, more weight for the history,
 * pruning of late moves at depth 1, sorting by value from depth 2 on, smaller margins.
 * With 0.05 s a move the first kernel, with weights set by hand, is beaten 92, 0, 8; with 20,000 nodes a
 * move OpenSpiel's MCTS (2,000 simulations; tests.bench.mcts) 100, 0, 0. */
#define SURE_MARGIN(depth) ((depth) <= 3 && p->euler[!p->to_move] > 2 ? 400 * (depth) : 0)
#define ROOT_REDUCTION(i) ((i) < 4 ? 0 : (i) < 12 ? 1 : 2)
#define REPETITION_WORTH(rules) 0
#define REPETITION(rules) ((rules)->repetition)
#include "search.inc"
#include "root.inc"
#include "game.inc"
