/* Connex'oh. Tiles are numbered row by row from the bottom; player 0 is black, 1 is white.
 *
 * Sides are 0 north, 1 east, 2 south, 3 west; an orientation is the corner of the light triangle, 0 NE,
 * 1 SE, 2 SW, 3 NW. A move is tile | turns << 6 for a rotation by `turns` quarters, or
 * source | target << 6 | CONNEXOH_SLIDE, with CONNEXOH_OFF for a stone that leaves.
 */

enum { CONNEXOH_SLIDE = 1 << 12, CONNEXOH_OFF = 1 << 13, CONNEXOH_FAR = 99 };

typedef struct {
    uint64_t stones[2], protected, key;
    uint64_t turned[4];                                 /* the tiles of each orientation */
    uint8_t corner[64];
    int to_move;
} connexoh_position;

typedef struct {
    int size, tiles, exit_both, protect, repetition;    /* protect: 0 new, 1 all_if_new, 2 after */
    int8_t beyond[64][4];                               /* neighbour, -1 over the edge */
    uint64_t edge[4], inside[4];                        /* tiles along each side, and the others */
} connexoh_rules;

static uint64_t connexoh_tile_random[64][4], connexoh_stone_random[2][64], connexoh_side;

__attribute__((constructor)) static void connexoh_tables(void)
{
    for (int tile = 0; tile < 64; tile++) {
        for (int corner = 0; corner < 4; corner++)
            connexoh_tile_random[tile][corner] = pb_mix((uint64_t)(10000 + 4 * tile + corner));
        for (int me = 0; me < 2; me++)
            connexoh_stone_random[me][tile] = pb_mix((uint64_t)(20000 + 2 * tile + me));
    }
    connexoh_side = pb_mix(30000);
}

static int connexoh_goal(int player)
{
    return player ? 0 : 2;
}

/* Whether the player's triangle owns `side` of a tile. */
static int connexoh_owns(int player, int corner, int side)
{
    return ((side - corner - (player ? 0 : 2)) & 3) < 2;
}

/* The other side of the triangle that owns `side`. */
static int connexoh_through(int player, int corner, int side)
{
    int first = (corner + (player ? 0 : 2)) & 3;
    return side == first ? (first + 1) & 3 : first;
}

/* Follows the path from `tile` out by `side`. Returns the set of tiles passed; `leaves` says whether it
 * ends at the goal edge. With `stop` stones in the way, ends before the first of them. */
static uint64_t connexoh_walk(const connexoh_rules *r, const uint8_t *corner, int player, int tile,
                              int side, uint64_t stop, int *leaves)
{
    uint64_t passed = 0;
    int here = tile;
    *leaves = 0;
    for (;;) {
        int there = r->beyond[here][side];
        if (there < 0) {
            *leaves = side == connexoh_goal(player);
            return passed;
        }
        if (!connexoh_owns(player, corner[there], side ^ 2) || there == tile || stop >> there & 1)
            return passed;
        passed |= 1ull << there;
        side = connexoh_through(player, corner[there], side ^ 2);
        here = there;
    }
}

static uint64_t connexoh_connected(const connexoh_rules *r, const uint8_t *corner, int player, int tile)
{
    uint64_t found = 0;
    for (int side = 0; side < 4; side++) {
        int there = r->beyond[tile][side];
        if (there >= 0 && connexoh_owns(player, corner[tile], side)
            && connexoh_owns(player, corner[there], side ^ 2))
            found |= 1ull << there;
    }
    return found;
}

static uint64_t connexoh_open(const connexoh_rules *r, const uint8_t *corner, int player)
{
    int goal = connexoh_goal(player), first = player ? r->tiles - r->size : 0, leaves;
    uint64_t found = 0;
    for (int tile = first; tile < first + r->size; tile++)
        if (connexoh_owns(player, corner[tile], goal))
            found |= 1ull << tile
                   | connexoh_walk(r, corner, player, tile,
                                   connexoh_through(player, corner[tile], goal), 0, &leaves);
    return found;
}

static int connexoh_generate(const connexoh_rules *r, const connexoh_position *p, uint32_t *moves)
{
    int count = 0, me = p->to_move;
    for (uint64_t left = p->stones[me]; left; left &= left - 1) {
        int source = __builtin_ctzll(left), leaves, off = 0;    /* also when both ways lead off */
        for (int side = 0; side < 4; side++) {
            if (!connexoh_owns(me, p->corner[source], side))
                continue;
            uint64_t way = connexoh_walk(r, p->corner, me, source, side, p->stones[me], &leaves);
            for (uint64_t to = way; to; to &= to - 1) {
                uint32_t move = (uint32_t)source | (uint32_t)__builtin_ctzll(to) << 6 | CONNEXOH_SLIDE;
                int twice = 0;          /* round a ring both ways lead to the same tile */
                for (int i = 0; i < count && !twice; i++)
                    twice = moves[i] == move;
                if (!twice)
                    moves[count++] = move;
            }
            off |= leaves;
        }
        if (off)
            moves[count++] = (uint32_t)source | CONNEXOH_SLIDE | CONNEXOH_OFF;
    }
    for (int tile = 0; tile < r->tiles; tile++)
        for (uint32_t turns = 1; turns < 4 && !(p->protected >> tile & 1); turns++)
            moves[count++] = (uint32_t)tile | turns << 6;
    return count;
}

static void connexoh_remove(connexoh_position *p, int player, uint64_t gone)
{
    gone &= p->stones[player];
    p->stones[player] ^= gone;
    for (; gone; gone &= gone - 1)
        p->key ^= connexoh_stone_random[player][__builtin_ctzll(gone)];
}

static void connexoh_leave(const connexoh_rules *r, const connexoh_position *before,
                           connexoh_position *after, int tile)
{
    int me = before->to_move, leaves, other;
    if (r->exit_both) {
        for (int player = 0; player < 2; player++)
            connexoh_remove(after, player, connexoh_open(r, after->corner, player));
        return;
    }
    int first = (after->corner[tile] + (me ? 0 : 2)) & 3;
    uint64_t path = 1ull << tile;
    path |= connexoh_walk(r, after->corner, me, tile, first, 0, &leaves);
    path |= connexoh_walk(r, after->corner, me, tile, (first + 1) & 3, 0, &other);
    if (!leaves && !other)
        return;
    connexoh_remove(after, me, path);
    if (!after->stones[me] && !(before->stones[!me] & ~connexoh_open(r, after->corner, !me))
        && (before->stones[!me] & ~connexoh_open(r, before->corner, !me)))
        connexoh_remove(after, !me, ~0ull);
}

static void connexoh_rotate(const connexoh_rules *r, const connexoh_position *p, int tile, int turns,
                            connexoh_position *after)
{
    int me = p->to_move;
    uint64_t before = connexoh_connected(r, p->corner, me, tile);
    after->key ^= connexoh_tile_random[tile][p->corner[tile]];
    after->corner[tile] = (uint8_t)((p->corner[tile] + turns) & 3);
    after->turned[p->corner[tile]] ^= 1ull << tile;
    after->turned[after->corner[tile]] ^= 1ull << tile;
    after->key ^= connexoh_tile_random[tile][after->corner[tile]];
    uint64_t now = connexoh_connected(r, after->corner, me, tile), made = now & ~before;
    if (r->protect == 2 || (r->protect == 1 && made))
        made = now;
    after->protected = made ? made | 1ull << tile : 0;
    connexoh_leave(r, p, after, tile);
}

static void connexoh_play(const connexoh_rules *r, const connexoh_position *p, uint32_t move,
                          connexoh_position *after)
{
    int me = p->to_move, source = move & 63, target = move >> 6 & 63;
    *after = *p;
    after->key ^= connexoh_side ^ (p->protected ? pb_mix(p->protected) : 0);
    after->to_move = !me;
    after->protected = 0;
    if (!(move & CONNEXOH_SLIDE)) {
        connexoh_rotate(r, p, source, target, after);
    } else {
        connexoh_remove(after, me, 1ull << source);
        if (!(move & CONNEXOH_OFF)) {
            after->stones[me] |= 1ull << target;
            after->key ^= connexoh_stone_random[me][target];
        }
    }
    after->key ^= after->protected ? pb_mix(after->protected) : 0;
}

static int connexoh_ended(const connexoh_rules *r, const connexoh_position *p, int ply, int *value)
{
    (void)r;
    if (!p->stones[p->to_move])         /* also when both are out: the side to move has won */
        *value = PB_WIN - ply;
    else if (!p->stones[!p->to_move])
        *value = ply - PB_WIN;
    else
        return 0;
    return 1;
}

#include "connexoh_evaluate.c"

/* Stones off the board first, then tiles with or beside stones. */
static int connexoh_order(const connexoh_position *p, uint32_t move)
{
    uint64_t stones = p->stones[0] | p->stones[1];
    if (move & CONNEXOH_OFF)
        return 20;
    if (move & CONNEXOH_SLIDE)
        return 1;
    return 2 * (int)(stones >> (move & 63) & 1);
}

static char *connexoh_site(int tile, int size, char *text)
{
    *text++ = (char)('a' + tile % size);
    *text++ = (char)('1' + tile / size);
    return text;
}

static void connexoh_move_text(const connexoh_rules *r, const connexoh_position *p, uint32_t move,
                               char *text)
{
    (void)p;
    text = connexoh_site(move & 63, r->size, text);
    if (move & CONNEXOH_OFF) {
        strcpy(text, "-off");
    } else if (move & CONNEXOH_SLIDE) {
        *text++ = '-';
        *connexoh_site(move >> 6 & 63, r->size, text) = 0;
    } else {
        static const char *const degrees[4] = {"", "@90", "@180", "@270"};
        strcpy(text, degrees[move >> 6 & 3]);
    }
}

static void connexoh_read_rules(const char *text, connexoh_rules *r)
{
    static const int dx[4] = {0, 1, 0, -1}, dy[4] = {1, 0, -1, 0};
    memset(r, 0, sizeof *r);
    r->size = pb_rule_number(text, "size", 6);
    if (r->size < 1 || r->size > 8)
        r->size = 6;
    r->tiles = r->size * r->size;
    r->exit_both = pb_rule_is(text, "exit_scope", "both");
    r->protect = pb_rule_is(text, "protect", "after") ? 2 : pb_rule_is(text, "protect", "all_if_new");
    r->repetition = pb_rule_number(text, "repetition", 0);
    for (int tile = 0; tile < r->tiles; tile++)
        for (int side = 0; side < 4; side++) {
            int x = tile % r->size + dx[side], y = tile / r->size + dy[side];
            int inside = x >= 0 && x < r->size && y >= 0 && y < r->size;
            r->beyond[tile][side] = (int8_t)(inside ? y * r->size + x : -1);
            *(inside ? &r->inside[side] : &r->edge[side]) |= 1ull << tile;
        }
}

static int connexoh_read_protected(const connexoh_rules *r, const char *text, connexoh_position *p)
{
    if (*text == '-')
        return 1;
    for (;;) {
        int x = text[0] - 'a', y = text[0] ? text[1] - '1' : -1;
        if (x < 0 || x >= r->size || y < 0 || y >= r->size)
            return 0;
        p->protected |= 1ull << (y * r->size + x);
        if (text[2] != ',')
            break;
        text += 3;
    }
    p->key ^= pb_mix(p->protected);
    return 1;
}

static int connexoh_read_position(const connexoh_rules *r, const char *text, connexoh_position *p)
{
    int x = 0, y = r->size - 1;
    memset(p, 0, sizeof *p);
    for (; *text && *text != ' '; text++) {
        int tile = y * r->size + x - 1;         /* the tile whose digit was read last */
        if (*text == '/') {
            x = 0, y--;
        } else if (*text >= '0' && *text <= '3' && x < r->size && y >= 0) {
            p->corner[++tile] = (uint8_t)(*text - '0');
            p->turned[p->corner[tile]] |= 1ull << tile;
            p->key ^= connexoh_tile_random[tile][p->corner[tile]];
            x++;
        } else if (x > 0 && (*text == 'w' || *text == 'b' || *text == 'x')) {
            for (int me = 0; me < 2; me++)
                if (*text == 'x' || (*text == 'w') == me) {
                    p->stones[me] |= 1ull << tile;
                    p->key ^= connexoh_stone_random[me][tile];
                }
        } else {
            return 0;
        }
    }
    if (__builtin_popcountll(p->stones[0]) > r->size || __builtin_popcountll(p->stones[1]) > r->size)
        return 0;
    if (y != 0 || text[0] != ' ' || (text[1] != 'w' && text[1] != 'b') || text[2] != ' ')
        return 0;
    p->to_move = text[1] == 'w';
    p->key ^= p->to_move ? connexoh_side : 0;
    return connexoh_read_protected(r, text + 3, p);
}

static int connexoh_ends(const connexoh_rules *r, const connexoh_position *p, uint32_t move)
{
    connexoh_position after;
    int value;
    connexoh_play(r, p, move, &after);
    return connexoh_ended(r, &after, 0, &value);
}

#define NAME(x) connexoh_##x
#define POSITION connexoh_position
#define RULES connexoh_rules
#define MAX_MOVES 512
#define MAX_TURN 1
#define NULL_MOVE 0
#define MATE_PLIES 1
#define QUIET(p, move) (!((move) & CONNEXOH_OFF))
#define LEGAL(p, move) 0
#define WINS_AT_ONCE(rules, p) 0
#define SORT_BY_VALUE(depth) ((depth) >= 2)
#define LATE_MOVES(depth) ((depth) < 2 ? MAX_MOVES : 24)
#define REDUCTION(i, depth) ((i) < 4 ? 0 : (i) < 12 ? 1 : 2)
#define SURE_MARGIN(depth) 0
#define ROOT_REDUCTION(i) ((i) < 12 ? 0 : 1)
#define REPETITION_WORTH(rules) ((rules)->repetition ? 0 : 1000)
#define REPETITION(rules) ((rules)->repetition)
#include "search.inc"
#include "root.inc"
#include "game.inc"
