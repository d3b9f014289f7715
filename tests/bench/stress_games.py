"""How refereeing a filmed game holds up when frames get worse: tests.bench.stress prints it.

A game is a folder of frames half a second apart, its name holding the game's, with `moves.txt`
(what was played, one small move a line) and maybe `rules.txt` (``name=value`` a word). Unlike those
of stills the disturbances here may change from frame to frame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from pi_board.app.showcase.demo import options_of
from pi_board.app.sitting import Sitting
from pi_board.core.events import Choose, Disturbed, Illegal, MovePlayed, MoveRevised, TakenBack
from pi_board.core.game import AnyGame
from pi_board.core.observation import Input
from pi_board.games.registry import GAMES, make_game
from pi_board.readers.pictures import PictureReader
from pi_board.vision.geometry import Image
from pi_board.vision.pictures import load_picture
from tests.vision.veils import in_barred_sun, mirroring_a_window, misted

INTERVAL_S = 0.5
FAST = 5  # times each frame is shown: ten a second, as of cameras that show what moves
FilmDisturbance = Callable[[Image, float], Image]  # the time goes from 0 to 1 over the game
_QUESTIONS = (Illegal, Choose, Disturbed)


@dataclass(frozen=True)
class Game:
    """A filmed game."""

    game: AnyGame
    frames: tuple[Image, ...]
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """What the referee made of a film: (move, frame) of each move, and how often it asked."""

    moves: tuple[tuple[str, int | None], ...]
    taken_back: int
    questions: int

    def right(self, wanted: Sequence[str]) -> int:
        """How many moves are right from the beginning on."""
        pairs = list(zip((move for move, _ in self.moves), wanted, strict=False))
        return next((n for n, (a, b) in enumerate(pairs) if a != b), len(pairs))


class _Film(PictureReader):
    """Frames as a reader."""

    def __init__(self, frames: Sequence[Image], disturb: FilmDisturbance, times: int) -> None:
        super().__init__()
        self._frames, self._disturb, self._times = frames, disturb, times

    def inputs(self) -> Iterator[Input]:
        """What the session makes of each frame."""
        for shown in range(len(self._frames) * self._times):
            index, t = shown // self._times, shown / self._times
            worse = self._disturb(self._frames[index], t / len(self._frames))
            yield from self._session.see(worse, t * INTERVAL_S, index)

    def close(self) -> None:
        """Nothing to close."""


def table(folders: Sequence[Path]) -> None:
    """Print a row for each disturbance."""
    games = [load(folder) for folder in folders]
    count = sum(len(game.moves) for game in games)
    print(f"{len(games)} games, {count} moves; {'disturbance':21} right wrong  questions  whole")
    rows = [(*row, 1) for row in FILM_DISTURBANCES] + [(*row, FAST) for row in FAST_DISTURBANCES]
    for label, disturb, times in rows:
        answers = [(game, watch(game, disturb, times)) for game in games]
        right = sum(answer.right(game.moves) for game, answer in answers)
        wrong = sum(wrong_moves(game, answer) for game, answer in answers)
        questions = sum(answer.questions for _, answer in answers)
        whole = sum(tuple(m for m, _ in answer.moves) == game.moves for game, answer in answers)
        print(f"{label:38} {right:5} {wrong:5} {questions:10} {whole:6}", flush=True)


def load(folder: Path) -> Game:
    """The film in a folder."""
    name = next(name for name in GAMES if name in folder.name)
    frames = tuple(load_picture(path) for path in sorted(folder.glob("*.jpg")))
    moves = tuple((folder / "moves.txt").read_text().split())
    return Game(make_game(name, options=options_of(folder)), frames, moves)


def watch(film: Game, disturb: FilmDisturbance, times: int = 1) -> Answer:
    """Referee a film each frame of which is shown so many times."""
    moves: list[tuple[str, int | None]] = []
    back = questions = 0
    for moment in Sitting(film.game, _Film(film.frames, disturb, times)).moments():
        for event in moment.events:
            questions += isinstance(event, _QUESTIONS)
            if isinstance(event, MovePlayed):
                moves.append((event.move, event.frame))
            elif isinstance(event, MoveRevised) and moves:
                moves[-1] = event.move, event.frame
            elif isinstance(event, TakenBack):
                back += event.plies
                del moves[len(moves) - event.plies :]
    return Answer(tuple(moves), back, questions)


def wrong_moves(film: Game, answer: Answer) -> int:
    """How many moves were accepted that were not played at that point, or taken back by nobody."""
    later = enumerate(answer.moves[answer.right(film.moves) :], answer.right(film.moves))
    unlike = sum(i >= len(film.moves) or move != film.moves[i] for i, (move, _) in later)
    return unlike + answer.taken_back


def _times(factors: Sequence[float], image: Image) -> Image:
    return np.clip(image * np.asarray(factors, np.float32), 0, 255).astype(np.uint8)


def _stops(stops: float, since: float = 0.0) -> FilmDisturbance:
    """Pictures hold the 2.2th root of the light."""
    factor = 2.0 ** (stops / 2.2)
    return lambda image, t: _times((factor,) * 3, image) if t >= since else image


def _lamp(image: Image, t: float) -> Image:
    """A warm lamp at the left side is switched on in the middle of the game."""
    if t < 0.4:
        return image
    near = np.linspace(1.0, 0.3, image.shape[1], dtype=np.float32)[None, :, None]
    return _times(1 + near * np.array([0.2, 0.4, 0.55], np.float32), image)


def _shadowed(image: Image, left: float, right: float) -> Image:
    """A shadow with a hard, slanting edge over the picture from `left` to `right`, in widths."""
    height, width = image.shape[:2]
    x = np.arange(width)[None, :] + 0.3 * np.arange(height)[:, None]
    cast = ((x > left * width) & (x < right * width)).astype(np.float32)
    soft = cv2.GaussianBlur(cast, (0, 0), 1.5)[..., None]
    return _times((1.0,), image * (1 - soft * np.array([0.45, 0.5, 0.52], np.float32)))


def _wandering_shadow(image: Image, t: float) -> Image:
    step = round(8 * t) / 8  # stands, then jumps: somebody leans to and fro
    return _shadowed(image, 1.4 - 1.5 * step, 1.75 - 1.5 * step)


def _sliding_shadow(image: Image, t: float) -> Image:
    return _shadowed(image, 1.5 - 1.8 * t, 1.8 - 1.8 * t)


def _late_shadow(image: Image, t: float) -> Image:
    return _shadowed(image, 0.5, 2.0) if t >= 0.5 else image


def _drifting(image: Image, t: float) -> Image:
    """White balance that swings to and fro."""
    swing = 0.2 * np.sin(4 * np.pi * t)
    return _times((1 - swing, 1.0, 1 + swing), image)


def _noisy(image: Image, t: float) -> Image:
    noise = np.random.default_rng(round(1e6 * t)).normal(0.0, 8.0, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def _dusk(image: Image, t: float) -> Image:
    """An eighth of the light, and the sensor's own noise in what is left."""
    noise = np.random.default_rng(round(1e6 * t)).normal(0.0, 0.006, image.shape)
    light = np.clip((image / 255) ** 2.2 / 8 + noise, 0, 1)
    return (light ** (1 / 2.2) * 255).astype(np.uint8)


def _banded(image: Image, t: float) -> Image:
    """Bands of a lamp that flickers faster than the shutter, somewhere else in each frame."""
    phase = np.random.default_rng(round(1e6 * t)).uniform(0, 2 * np.pi)
    bands = 1 + 0.07 * np.sin(4 * np.pi * np.arange(len(image)) / len(image) + phase)
    return _times((1.0,), image * bands[:, None, None])


def _mirroring(image: Image, t: float) -> Image:
    """A window whose mirror image wanders across the board with the sun."""
    return mirroring_a_window(image, 0.2, 0.3 + 0.4 * t)


def _sunny(image: Image, t: float) -> Image:
    """The sun comes in at a barred window early in the game, and wanders on."""
    return in_barred_sun(image, 2, 1.2, 0.3 + 0.4 * t) if t >= 0.2 else image


def _hunting(image: Image, t: float) -> Image:
    """A lens that hunts for its focus now and then; what is out of it is a little larger."""
    if np.random.default_rng(round(1e6 * t)).random() > 0.2:
        return image
    height, width = image.shape[:2]
    larger = cv2.getRotationMatrix2D((width / 2, height / 2), 0.0, 1.025)
    soft = cv2.GaussianBlur(image, (0, 0), 3.5 * width / 640)
    return np.asarray(cv2.warpAffine(soft, larger, (width, height)), np.uint8)


def _misted(image: Image, t: float) -> Image:
    """Mist on the lens that comes and goes, and blurs too."""
    mist = 0.2 * (1 - np.cos(2 * np.pi * t))
    return misted(cv2.GaussianBlur(image, (0, 0), 0.1 + 4 * mist), mist)


def _trembling(image: Image, t: float) -> Image:
    """The camera on its arm trembles by about a pixel of 640, and never rests."""
    rng = np.random.default_rng(round(1e6 * t))
    height, width = image.shape[:2]
    turned = cv2.getRotationMatrix2D((width / 2, height / 2), rng.normal(0, 0.05), 1)
    turned[:, 2] += rng.normal(0, 0.7 * width / 640, 2)
    return np.asarray(cv2.warpAffine(image, turned, (width, height)), np.uint8)


def _accompanied(image: Image, t: float) -> Image:
    """Somebody at the picture's edge, who is never still."""
    height, width = image.shape[:2]
    beside = image.copy()
    y = 0.5 + 0.2 * np.sin(round(1e6 * t))
    cv2.circle(beside, (0, round(y * height)), round(0.06 * width), (90, 110, 150), -1)
    return beside


FILM_DISTURBANCES: tuple[tuple[str, FilmDisturbance], ...] = (
    ("as it is", lambda image, t: image),
    ("noise, sigma 8", _noisy),
    ("blur, sigma 1.5 px", lambda image, t: np.asarray(cv2.GaussianBlur(image, (0, 0), 1.5))),
    ("1.5 stops darker", _stops(-1.5)),
    ("1 stop brighter", _stops(1.0)),
    ("1.5 stops brighter", _stops(1.5)),
    ("1.5 stops brighter from the middle", _stops(1.5, 0.4)),
    ("a warm lamp from the middle", _lamp),
    ("white balance to and fro", _drifting),
    ("dusk", _dusk),
    ("bands of a flickering lamp", _banded),
    ("a window mirrored in the board", _mirroring),
    ("mist that comes and goes", _misted),
    ("the sun through a barred window", _sunny),
    ("a lens that hunts for its focus", _hunting),
    ("half resolution", lambda image, t: cv2.resize(image, None, fx=0.5, fy=0.5,
                                                    interpolation=cv2.INTER_AREA)),
    ("a shadow comes and stays", _late_shadow),
    ("a shadow that jumps", _wandering_shadow),
    ("a shadow that slides", _sliding_shadow),
)  # fmt: skip

FAST_DISTURBANCES: tuple[tuple[str, FilmDisturbance], ...] = (
    ("ten a second: as it is", lambda image, t: image),
    ("ten a second: a camera that trembles", _trembling),
    ("ten a second: somebody beside it", _accompanied),
)
