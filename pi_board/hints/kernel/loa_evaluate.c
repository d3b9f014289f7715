/* The evaluation of Lines of Action.
 *
 * Features after M. H. M. Winands, "Analysis and Implementation of Lines of Action" (MSc thesis,
 * Maastricht 2000) and "Informed Search in Complex Games" (PhD thesis, Maastricht 2004), chapter
 * on the evaluation function of MIA: concentration, centralisation, quads, mobility, connectedness,
 * uniformity. Each side is valued alone; the difference counts.
 */

enum {      /* thousandths of a stone's worth for each unit of a feature */
    LOA_CONCENTRATION = 900, LOA_CENTRE = 35, LOA_QUADS = 40, LOA_CONNECTED = 120, LOA_MOBILITY = 18,
    LOA_AREA = 12, LOA_GROUPS = 90, LOA_TEMPO = 80
};

/* The smallest possible sum of distances of n stones from their centre. */
static const int loa_least[13] = {0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14};

static int loa_distance(int square, int x, int y)
{
    int dx = abs(square % 8 - x), dy = abs(square / 8 - y);
    return dx > dy ? dx : dy;
}

/* Quads (2 x 2 windows) with three or four own stones near the centre of mass. */
static int loa_quads(uint64_t s, int x, int y)
{
    uint64_t right = s >> 1 & 0x7f7f7f7f7f7f7f7fu, up = s >> 8, corner = right >> 8;
    uint64_t inner = 0x007f7f7f7f7f7f7fu;      /* lower left squares of whole quads */
    uint64_t four = s & right & up & corner;
    uint64_t three = (s & right & (up | corner)) | (up & corner & (s | right));
    uint64_t near = 0;
    for (int row = y - 2; row < y + 2; row++)
        for (int column = x - 2; column < x + 2; column++)
            if (row >= 0 && row < 7 && column >= 0 && column < 7)
                near |= 1ull << (8 * row + column);
    (void)four;
    return __builtin_popcountll(three & inner & near);
}

/* Moves of one side: a capture counts double, a move along or to the edge half. */
static int loa_mobility(uint64_t own, uint64_t enemy)
{
    uint64_t all = own | enemy;
    int sum = 0;
    for (uint64_t left = own; left; left &= left - 1) {
        int source = loa_lowest(left);
        for (int line = 0; line < 4; line++) {
            int steps = __builtin_popcountll(all & loa_line[source][line]);
            for (int d = line; d < 8; d += 4) {
                int target = loa_target[source][d][steps];
                if (target == 64 || own >> target & 1 || loa_between[source][target] & enemy)
                    continue;
                sum += (2 + 2 * (int)(enemy >> target & 1)) >> (loa_centre[target] == 0);
            }
        }
    }
    return sum;
}

static int loa_side_value(uint64_t own, uint64_t enemy)
{
    int count = __builtin_popcountll(own), sum_x = 0, sum_y = 0, distance = 0, centre = 0, links = 0;
    int low_x = 7, high_x = 0, low_y = 7, high_y = 0;
    for (uint64_t left = own; left; left &= left - 1) {
        int square = loa_lowest(left), x = square % 8, y = square / 8;
        sum_x += x, sum_y += y;
        centre += loa_centre[square];
        low_x = x < low_x ? x : low_x, high_x = x > high_x ? x : high_x;
        low_y = y < low_y ? y : low_y, high_y = y > high_y ? y : high_y;
        links += __builtin_popcountll(loa_wide(left & -left) & own) - 1;
    }
    if (!count)
        return 0;
    int x = (2 * sum_x + count) / (2 * count), y = (2 * sum_y + count) / (2 * count);
    for (uint64_t left = own; left; left &= left - 1)
        distance += loa_distance(loa_lowest(left), x, y);
    int value = 0;
    value -= LOA_CONCENTRATION * (distance - loa_least[count < 12 ? count : 12]) / count;
    value += LOA_CENTRE * 12 * centre / count;
    value += LOA_QUADS * loa_quads(own, x, y);
    value += LOA_CONNECTED * links / count;
    value += LOA_MOBILITY * loa_mobility(own, enemy) / 2;
    value -= LOA_AREA * (high_x - low_x + 1) * (high_y - low_y + 1);
    value -= LOA_GROUPS * loa_groups(own);
    return value;
}

static int loa_evaluate(const loa_rules *rules, const loa_position *p)
{
    uint64_t own = p->stones[p->to_move], enemy = p->stones[!p->to_move];
    (void)rules;
    return loa_side_value(own, enemy) - loa_side_value(enemy, own) + LOA_TEMPO;
}
