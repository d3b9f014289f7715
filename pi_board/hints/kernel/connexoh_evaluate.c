/* The evaluation of Connex'oh: rows and rotations still needed to bring the stones home, and slides that can
 * be made, above all those that the opponent cannot take away.
 *
 * Evidence, by fixed nodes (8,000) with random two-ply openings and swapped colours, against the same
 * evaluation: 100 of 100 won against a player who looks one ply ahead; 90 won and 12 lost against two
 * plies at full width, in some 300 to 750 moves. All eight levels of rotations are worth having: with
 * three of them 0 won, 3 unfinished, 5 lost at equal time. A null move (20 won, 6 drawn, 26 lost) and
 * trying only tiles near paths at the last ply (6, 1, 6) were left out again.
 */

/* A set of tiles for each player, worked on together. */
typedef uint64_t connexoh_sets __attribute__((vector_size(16)));

/* The tiles whose neighbour over `side` is in `set`. */
static connexoh_sets connexoh_facing(const connexoh_rules *r, connexoh_sets set, int side)
{
    switch (side) {
    case 0: return set >> r->size;
    case 1: return set >> 1 & r->inside[1];
    case 2: return set << r->size & r->inside[2];
    default: return set << 1 & r->inside[3];
    }
}

enum { CONNEXOH_LEVELS = 8 };

/* How many rotations still have to be made before the paths of the stones of each player are open to the
 * goal edge, summed over the stones. A path turns in every tile, so it enters by one side and leaves
 * by one of the two next to it; a tile that does not do so already costs one rotation. Found from
 * the goal edges backwards, all tiles at once, until every stone was met: `in[side]` are the tiles
 * that a path may enter by that side. */
static void connexoh_rotations(const connexoh_rules *r, const connexoh_position *p, int sums[2])
{
    connexoh_sets in[4] = {{0}}, out[4], joins[4], edge[4] = {{0}}, left = {p->stones[0], p->stones[1]};
    sums[0] = sums[1] = 0;
    for (int player = 0; player < 2; player++)
        edge[connexoh_goal(player)][player] = r->edge[connexoh_goal(player)];
    for (int side = 0; side < 4; side++)    /* tiles whose triangle has `side` and the next one */
        joins[side] = (connexoh_sets){p->turned[side ^ 2], p->turned[side]};
    for (int level = 0; level < CONNEXOH_LEVELS; level++) {
        connexoh_sets before = level ? out[0] | out[1] | out[2] | out[3] : left ^ left, grown;
        do {
            grown = left ^ left;
            for (int side = 0; side < 4; side++)
                out[side] = connexoh_facing(r, in[side ^ 2], side) | edge[side];
            for (int side = 0; side < 4; side++) {
                connexoh_sets more = ((out[(side + 1) & 3] & joins[side])
                                      | (out[(side + 3) & 3] & joins[(side + 3) & 3])) & ~in[side];
                in[side] |= more;
                grown |= more;
            }
        } while (grown[0] | grown[1]);
        left &= ~before;
        for (int side = 0; side < 4; side++)
            left &= ~(out[side] & (joins[side] | joins[(side + 3) & 3]));
        if (!(left[0] | left[1]))
            break;
        for (int player = 0; player < 2; player++)
            sums[player] += __builtin_popcountll(left[player]);
        for (int side = 0; side < 4; side++)
            in[side] |= out[(side + 1) & 3] | out[(side + 3) & 3];
    }
}

/* The weights were fitted to the results of games of the kernel against itself (logistic regression), then
 * that of a slide lowered, so that a slide made is worth more than one that could be made. 1000 more
 * changes the odds of winning by a factor of e. */
enum { CONNEXOH_TEMPO = 60, CONNEXOH_ROTATION = 45, CONNEXOH_SLIDE_SHARE = 20, CONNEXOH_SAFE_SHARE = 50 };

/* What a stone costs that is so many rows from the goal row: nobody can push it back. */
static const int connexoh_row_cost[8] = {700, 950, 1300, 1700, 2100, 2500, 2900, 3300};

static int connexoh_rows_left(const connexoh_rules *r, int player, int tile)
{
    return player ? r->size - 1 - tile / r->size : tile / r->size;
}

/* What the best slide of a stone over tiles of `allowed` brings: rows nearer to the goal, or the way off
 * the board. */
static int connexoh_slide_gain(const connexoh_rules *r, const connexoh_position *p, int player, int tile,
                               uint64_t allowed)
{
    int start = connexoh_rows_left(r, player, tile), best = start;
    for (int i = 0; i < 2; i++) {
        int leaves, side = (p->corner[tile] + (player ? 0 : 2) + i) & 3;
        uint64_t way = connexoh_walk(r, p->corner, player, tile, side, p->stones[player], &leaves);
        if (leaves && !(way & ~allowed))
            return connexoh_row_cost[start];
        way &= allowed;
        if (way) {
            int far = player ? 63 - __builtin_clzll(way) : __builtin_ctzll(way);
            int rows = connexoh_rows_left(r, player, far);
            best = rows < best ? rows : best;
        }
    }
    return connexoh_row_cost[start] - connexoh_row_cost[best];
}

static int connexoh_side_value(const connexoh_rules *r, const connexoh_position *p, int player,
                               int rotations)
{
    uint64_t safe = p->to_move == player ? ~0ull : p->protected;    /* the opponent cannot break these */
    int value = -CONNEXOH_ROTATION * rotations, best = 0, sum = 0;
    for (uint64_t left = p->stones[player]; left; left &= left - 1) {
        int tile = __builtin_ctzll(left);
        int gain = connexoh_slide_gain(r, p, player, tile, ~0ull), sure = 0;
        value -= connexoh_row_cost[connexoh_rows_left(r, player, tile)];
        sum += gain;
        if (gain && safe >> tile & 1)
            sure = ~safe ? connexoh_slide_gain(r, p, player, tile, safe) : gain;
        best = sure > best ? sure : best;
    }
    return value + (CONNEXOH_SAFE_SHARE * best + CONNEXOH_SLIDE_SHARE * sum) / 100;
}

static int connexoh_evaluate(const connexoh_rules *r, const connexoh_position *p)
{
    int me = p->to_move, rotations[2];
    connexoh_rotations(r, p, rotations);
    return connexoh_side_value(r, p, me, rotations[me])
         - connexoh_side_value(r, p, !me, rotations[!me]) + CONNEXOH_TEMPO;
}
