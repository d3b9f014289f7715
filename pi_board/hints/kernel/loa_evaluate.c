/* The evaluation of Lines of Action.
 *
 * Features after M. H. M. Winands, "Analysis and Implementation of Lines of Action" (MSc thesis,
 * Maastricht 2000) and "Informed Search in Complex Games" (PhD thesis, Maastricht 2004), chapter
 * on the evaluation function of MIA: concentration, centralisation, quads, mobility, connectedness,
 * uniformity. Each side is valued alone; the difference counts.
 *
 * The weights were fitted to the results of games of the kernel against itself (4,300 games, 130,000
 * positions, 2,500 to 5,000 nodes a move, random openings from both start layouts) by logistic
 * regression, twice over: positions of games with the first fit gave the second. Evidence, by fixed
 * nodes, random two-ply openings, colours swapped: the first fit against weights set by hand 40 won,
 * 0 drawn, 20 lost (20,000 nodes); the second against the first 53, 4, 43 (8,000 nodes). What a move is
 * worth by its kind (a capture to an inner square most) and the number of stones made the difference.
 */

enum {      /* for each unit of a feature; 1000 more changes the odds of winning by a factor of e */
    LOA_CONCENTRATION = 1376, LOA_QUADS = 48, LOA_AREA = -15, LOA_EULER = -86,
    LOA_OFF_CENTRE = 373, LOA_TEMPO = 316
};

/* A stone, by its distance from the nearest edge and then from the next. */
static const int loa_stone[4][4] = {
    {166, 97, 212, 228}, {0, 386, 435, 489}, {0, 0, 468, 514}, {0, 0, 0, 581},
};

/* A move: quiet or capture, to an inner square or to the edge. */
static const int loa_move_worth[2][2] = {{19, 3}, {257, -22}};

/* The smallest possible sum of distances of n stones from their centre. */
static const int loa_least[13] = {0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14};

static int16_t loa_edge_mobility[LOA_CODES][2];         /* of a row or column along the edge */
static int16_t loa_inner_mobility[9][LOA_CODES][2];     /* of another line of so many squares */
static const int16_t (*loa_mobility_of[LOA_LINES])[2];  /* of each line, by its code */

/* What the moves of both sides along one line are worth. */
static void loa_line_mobility(int code, int length, int is_edge, int16_t value[2])
{
    int on[8], count = 0;
    for (int i = 0; i < 8; i++, code /= 3)
        count += (on[i] = code % 3) != 0;
    for (int source = 0; source < length; source++) {
        for (int way = -1; way <= 1 && on[source]; way += 2) {
            int target = source + way * count, blocked = 0;
            if (target < 0 || target >= length || on[target] == on[source])
                continue;
            for (int i = source + way; i != target; i += way)
                blocked |= on[i] == 3 - on[source];
            if (!blocked)
                value[on[source] - 1] += (int16_t)loa_move_worth[on[target] != 0][
                    is_edge || !target || target == length - 1];
        }
    }
}

static void loa_mobility_tables(void)
{
    for (int length = 1, codes = 3; length <= 8; length++, codes *= 3)
        for (int code = 0; code < codes; code++)
            loa_line_mobility(code, length, 0, loa_inner_mobility[length][code]);
    for (int code = 0; code < LOA_CODES; code++)
        loa_line_mobility(code, 8, 1, loa_edge_mobility[code]);
    for (int line = 0; line < LOA_LINES; line++) {
        int place = line < 16 ? line % 8 : line < 31 ? line - 23 : line - 38;
        if (line < 16)
            loa_mobility_of[line] = place % 7 ? loa_inner_mobility[8] : loa_edge_mobility;
        else
            loa_mobility_of[line] = loa_inner_mobility[8 - abs(place)];
    }
}

/* The sum of a coordinate, whose bits are given as sets of squares. */
static int loa_sum(uint64_t set, uint64_t ones, uint64_t twos, uint64_t fours)
{
    return __builtin_popcountll(set & ones) + 2 * __builtin_popcountll(set & twos)
         + 4 * __builtin_popcountll(set & fours);
}

/* Values the stones of one side by themselves, and counts its groups less its holes:
 * stones - neighbouring pairs + 2 x 2 windows with three stones + 3 times those with four. */
static void loa_value_side(loa_position *p, int player)
{
    uint64_t s = p->stones[player], inner = 0x7f7f7f7f7f7f7f7fu;
    uint64_t right = s >> 1 & inner, up = s >> 8, corner = right >> 8;
    uint64_t four = s & right & up & corner, window = inner >> 8;
    uint64_t three = ((s & right & (up ^ corner)) | (up & corner & (s ^ right))) & window;
    int count = __builtin_popcountll(s), distance = 0, value = p->places[player];
    int links = __builtin_popcountll(s & right) + __builtin_popcountll(s & up)
              + __builtin_popcountll(s & corner) + __builtin_popcountll(right & up & window);
    p->euler[player] = (int8_t)(count - links + __builtin_popcountll(three)
                                + 3 * __builtin_popcountll(four));
    p->worth[player] = 0;
    if (!count)
        return;
    int sum_x = loa_sum(s, 0xaaaaaaaaaaaaaaaau, 0xccccccccccccccccu, 0xf0f0f0f0f0f0f0f0u);
    int sum_y = loa_sum(s, 0xff00ff00ff00ff00u, 0xffff0000ffff0000u, 0xffffffff00000000u);
    int x = (2 * sum_x + count) / (2 * count), y = (2 * sum_y + count) / (2 * count);
    const uint64_t *within = loa_within[8 * y + x];
    for (uint64_t far = s & ~within[0]; far; far &= ~*++within)
        distance += __builtin_popcountll(far);
    uint64_t files = s | s >> 32;
    files |= files >> 16, files |= files >> 8, files &= 0xff;
    int low_x = loa_lowest(files), high_x = 63 - __builtin_clzll(files);
    int low_y = loa_lowest(s) / 8, high_y = (63 - __builtin_clzll(s)) / 8;
    int off_x = abs(2 * sum_x - 7 * count), off_y = abs(2 * sum_y - 7 * count);
    value -= LOA_CONCENTRATION * (distance - loa_least[count < 12 ? count : 12]) / count;
    value += LOA_QUADS * __builtin_popcountll((three | four) & loa_near[8 * y + x]);
    value += LOA_OFF_CENTRE * (off_x > off_y ? off_x : off_y) / (2 * count);
    value += LOA_AREA * (high_x - low_x + 1) * (high_y - low_y + 1);
    value += LOA_EULER * p->euler[player];
    p->worth[player] = value;
}

static int loa_evaluate(const loa_rules *rules, const loa_position *p)
{
    int me = p->to_move;
    (void)rules;
    return p->worth[me] - p->worth[!me] + p->mobility[me] - p->mobility[!me] + LOA_TEMPO;
}
