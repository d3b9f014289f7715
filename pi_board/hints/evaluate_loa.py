"""What a position of Lines of Action is worth: how near each side is to being one group, and how
freely it moves. See loa_evaluate.c for where features and weights come from.
"""

from __future__ import annotations

from typing import Protocol

_CONCENTRATION, _QUADS, _AREA, _EULER, _OFF_CENTRE, _TEMPO = 1376, 48, -15, -86, 373, 316
_STONE = ((166, 97, 212, 228), (0, 386, 435, 489), (0, 0, 468, 514), (0, 0, 0, 581))
_MOVE = ((19, 3), (257, -22))  # quiet or capture; to an inner square or to the edge
_LEAST = (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14)  # distances of n stones packed closely
_WAYS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


class Stones(Protocol):
    """The fields of a position that count here: bit sets, a1 = bit 0, b1 = bit 1, a2 = bit 8."""

    @property
    def black(self) -> int: ...
    @property
    def white(self) -> int: ...
    @property
    def to_move(self) -> str: ...


def evaluate_loa(position: Stones) -> int:
    """Value for the side to move; 1000 more changes the odds of winning by a factor of e."""
    black = _stones(position.black) + _mobility(position.black, position.white)
    white = _stones(position.white) + _mobility(position.white, position.black)
    return (black - white if position.to_move == "b" else white - black) + _TEMPO


def _stones(stones: int) -> int:
    """What the stones of a side are worth by themselves."""
    places = _places(stones)
    count = len(places)
    if not count:
        return 0
    files, ranks = [x for x, _ in places], [y for _, y in places]
    sum_x, sum_y = sum(files), sum(ranks)
    x, y = (2 * sum_x + count) // (2 * count), (2 * sum_y + count) // (2 * count)
    surplus = sum(max(abs(a - x), abs(b - y)) for a, b in places) - _LEAST[count]
    area = (max(files) - min(files) + 1) * (max(ranks) - min(ranks) + 1)
    off_centre = max(abs(2 * sum_x - 7 * count), abs(2 * sum_y - 7 * count))
    value: int = sum(_STONE[min(near)][max(near)] for near in map(_to_edges, places))
    # a negative surplus is rounded towards zero, as in C
    value -= int(_CONCENTRATION * surplus / count)
    value += _QUADS * _full_windows(places, x, y) + _OFF_CENTRE * off_centre // (2 * count)
    return value + _AREA * area + _EULER * _euler(places)


def _places(stones: int) -> list[tuple[int, int]]:
    return [(square % 8, square // 8) for square in range(64) if stones >> square & 1]


def _to_edges(place: tuple[int, int]) -> tuple[int, int]:
    return min(place[0], 7 - place[0]), min(place[1], 7 - place[1])


def _windows(places: list[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """Stones in each 2 x 2 window that holds any, by its lower left square."""
    found: dict[tuple[int, int], int] = {}
    for x, y in places:
        for corner in ((x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)):
            found[corner] = found.get(corner, 0) + 1
    return found


def _full_windows(places: list[tuple[int, int]], x: int, y: int) -> int:
    """Windows near (x, y) with three or four stones."""
    return sum(
        stones >= 3 and x - 2 <= a < x + 2 and y - 2 <= b < y + 2
        for (a, b), stones in _windows(places).items()
    )


def _euler(places: list[tuple[int, int]]) -> int:
    """Groups less holes: stones - neighbouring pairs + triangles - (windows of four less one)."""
    pairs = sum(
        max(abs(ax - bx), abs(ay - by)) == 1
        for i, (ax, ay) in enumerate(places)
        for bx, by in places[:i]
    )
    counts = list(_windows(places).values())
    return len(places) - pairs + counts.count(3) + 3 * counts.count(4)


def _mobility(own: int, enemy: int) -> int:
    """What the moves of a side are worth."""
    occupied = own | enemy
    return sum(_moves_from(x, y, own, enemy, occupied) for x, y in _places(own))


def _moves_from(x: int, y: int, own: int, enemy: int, occupied: int) -> int:
    value = 0
    rays = [_ray(x, y, *way) for way in _WAYS]
    for number, ray in enumerate(rays):
        line = [*ray, *rays[(number + 4) % 8]]
        steps = 1 + sum(occupied >> square & 1 for square in line)
        if steps > len(ray):
            continue
        *passed, target = ray[:steps]
        if not own >> target & 1 and not any(enemy >> square & 1 for square in passed):
            is_edge = target % 8 in (0, 7) or target // 8 in (0, 7)
            value += _MOVE[enemy >> target & 1][is_edge]
    return value


def _ray(x: int, y: int, dx: int, dy: int) -> list[int]:
    """Squares from (x, y), which is not included, to the edge."""
    found = []
    while 0 <= x + dx < 8 and 0 <= y + dy < 8:
        x, y = x + dx, y + dy
        found.append(8 * y + x)
    return found
