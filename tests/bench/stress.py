"""How reading holds up when pictures get worse: ``python -m tests.bench.stress [FOLDER]``.

FOLDER holds pictures ``<game>_*.jpg``, each with a ``.json`` beside it that says what stands there:
`game`, `aruco` (whether fiducials lie round the board), `state` as `pi-board read` writes it,
`corners_px`, `occluded_cells`. Each picture is read as it is and under each disturbance; a row of
the table says how many boards were found, how many of these with a grid that is off by more than a
fifth of a site, how many read whole, and the share of sites read right. Without fiducials any turn
of the board counts, and either naming of the teams does.

Filmed games follow, those in FOLDER (see `stress_games`) or the demo's.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration.profile import Profile
from calibration.stills import StillReader
from calibration.using import InUse
from pi_board.core.layout import column_and_row, site_name
from pi_board.games.registry import make_game
from pi_board.vision.geometry import Image, NotFound
from pi_board.vision.labels import board_state
from pi_board.vision.pictures import load_picture
from tests.bench import stress_games
from tests.training.lighting import sharpened

DEFAULT = Path(__file__).parents[1] / "frames" / "stills"
DEMO = Path(__file__).parents[1] / "frames" / "demo"
Sites = dict[str, str]
Disturbance = Callable[[Image], Image]


@dataclass
class Row:
    """Sums of one line of the table."""

    pictures: int = 0
    found: int = 0
    off: int = 0
    exact: int = 0
    sites: int = 0
    right: int = 0


def main(folder: Path) -> None:
    """Print the table."""
    truths = [(path, json.loads(path.read_text())) for path in sorted(folder.glob("*.json"))]
    print(f"{len(truths)} pictures; {'disturbance':26} found  off  exact   sites")
    for label, disturb in DISTURBANCES:
        row = Row()
        for path, truth in truths:
            _count(row, truth, disturb(load_picture(path.with_suffix(".jpg"))), truth["width"])
        share = 100 * row.right / max(1, row.sites)
        print(f"{label:38} {row.found:5} {row.off:4} {row.exact:6}  {share:6.2f} %", flush=True)
    own = sorted(moves.parent for moves in folder.glob("*/moves.txt"))
    stress_games.table(own or sorted(moves.parent for moves in DEMO.glob("*/moves.txt")))


def _count(row: Row, truth: dict, image: Image, width: int) -> None:  # type: ignore[type-arg]
    game = make_game(truth["game"])
    placed = StillReader(game, InUse(Profile("", game.name))).read(image)
    row.pictures += 1
    if isinstance(placed, NotFound):
        row.sites += len(_sites(truth["game"], truth["state"]))
        return
    corners = placed.registration.geometry.corners_px
    got = _sites(game.name, board_state(placed.reading.layout, placed.reading.labels))
    best = (-1, False, 1)  # sites that match, corners that do, sites asked for
    for quarter, wanted, hidden in _right_answers(truth):
        asked = [site for site in wanted if site not in hidden]
        matching = sum(got.get(s) == wanted[s] for s in asked)
        off = _is_off(truth, corners, quarter, image.shape[1] / width)
        best = max(best, (matching, not off, len(asked)))  # a start position is the same by half
    right, in_place, sites = best
    row.found += 1
    row.right += right
    row.sites += sites
    row.exact += right == sites
    row.off += not in_place


def _sites(game: str, state: dict) -> Sites:  # type: ignore[type-arg]
    """Site by site (sticks: row by row) what a state says."""
    if game == "connexoh":
        stones = state["stones"]
        return {
            site: digit + "".join(team for team in "wb" if site in stones[team])
            for site, digit in _cells(state["tiles"])
        }
    if "rows" in state and state.get("variant") != "holes":
        return {str(row["row"]): f"{row['b']}b{row['w']}w" for row in state["rows"]}
    return dict(_cells(state["grid"]))


def _cells(lines: list[str]) -> Iterator[tuple[str, str]]:
    for y, line in enumerate(lines):
        for x, letter in enumerate(line):
            yield site_name(x, len(lines) - 1 - y), letter


def _right_answers(truth: dict) -> Iterator[tuple[int, Sites, set[str]]]:  # type: ignore[type-arg]
    """(quarter turns, sites, hidden sites) of every reading that counts as right."""
    sites, hidden = _sites(truth["game"], truth["state"]), set(truth.get("occluded_cells", []))
    lanes = all(site.isdigit() for site in sites)
    if lanes:
        hidden = {site[1:] for site in hidden}
    swap = str.maketrans("bw", "wb")
    for quarter in range(1 if truth["aruco"] else 4):
        if truth["game"] != "linja" or quarter % 2 == 0:
            turned = {_turned(site, truth["game"], quarter): look for site, look in sites.items()}
            if truth["game"] == "connexoh":
                turned = {s: f"{(int(k[0]) + quarter) % 4}{k[1:]}" for s, k in turned.items()}
            gone = {_turned(site, truth["game"], quarter) for site in hidden}
            yield quarter, turned, gone
            if truth["game"] == "loa" and not lanes:
                yield quarter, {s: k.translate(swap) for s, k in turned.items()}, gone


def _turned(site: str, game: str, quarter: int) -> str:
    """The name of `site` when the board is turned clockwise."""
    if site.isdigit():
        return site if quarter == 0 else str(9 - int(site))
    columns, rows = {"loa": (8, 8), "linja": (6, 8), "connexoh": (6, 6)}[game]
    x, y = column_and_row(site)
    for _ in range(quarter):
        x, y, columns, rows = y, columns - 1 - x, rows, columns
    return site_name(x, y)


def _is_off(truth: dict, corners: object, quarter: int, scale: float) -> bool:  # type: ignore[type-arg]
    if truth["state"].get("variant") == "sticks":
        return False
    true = np.roll(np.array(truth["corners_px"]) * scale, quarter, axis=0)
    across = {"loa": 8, "linja": 6, "connexoh": 6}[truth["game"]]
    side = min(float(np.linalg.norm(true[i] - true[i - 1])) for i in range(4)) / across
    return bool((np.linalg.norm(np.array(corners) - true, axis=1) > 0.2 * side).any())


def _exposed(stops: float) -> Disturbance:
    """So many stops more light; pictures hold its 2.2th root, so far less than so much brighter."""
    levels = np.arange(256) * 2.0 ** (stops / 2.2)
    return lambda image: _clipped(levels)[image]


def _cast(red: float, blue: float) -> Disturbance:
    return lambda image: _clipped(image.astype(np.float32) * (blue, 1.0, red))


def _noisy(sigma: float) -> Disturbance:
    def disturb(image: Image) -> Image:
        noise = np.random.default_rng(7).normal(0.0, sigma, image.shape)
        return _clipped(image + noise)

    return disturb


def _blurred(sigma: float) -> Disturbance:
    return lambda image: np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), np.uint8)


def _sharpened(amount: float) -> Disturbance:
    return lambda image: _clipped(sharpened(image.astype(np.float32), amount, 2.0))


def _saved(quality: int) -> Disturbance:
    def disturb(image: Image) -> Image:
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)

    return disturb


def _half(image: Image) -> Image:
    return np.asarray(cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))


def _clipped(values: np.ndarray) -> Image:
    return np.clip(values, 0, 255).astype(np.uint8)


DISTURBANCES: tuple[tuple[str, Disturbance], ...] = (
    ("as it is", lambda image: image),
    ("noise, sigma 6", _noisy(6)),
    ("noise, sigma 12", _noisy(12)),
    ("blur, sigma 1 px", _blurred(1)),
    ("blur, sigma 1.6 px", _blurred(1.6)),
    ("edges 1.5 times harder", _sharpened(1.5)),
    ("1.5 stops darker", _exposed(-1.5)),
    ("1.5 stops brighter", _exposed(1.5)),
    ("warm cast", _cast(1.25, 0.75)),
    ("cold cast", _cast(0.8, 1.2)),
    ("JPEG quality 40", _saved(40)),
    ("half resolution", _half),
)

if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT)
