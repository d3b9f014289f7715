"""All that is to be seen at one moment, said without pixels.

`app.compose` makes a `Scene` of the state; every view (screen, console, LEDs) renders the same one,
so they cannot disagree. A scene names sites, players, roles and sentences; where a pixel goes, how
long a marker takes to fade and in which language a sentence stands is the view's business.

Sites are the names of `pi_board.core.layout` in the board's own frame (a1 is at the home of the
player at row 1); `Board.quarter_turns` says how the viewer sits. Scenes are frozen and compare by
value: an equal part need not be drawn again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Literal

from pi_board.core.game import Player
from pi_board.core.layout import Surface
from pi_board.core.message import Message, Text, message


class Kind(Enum):
    """What is going on, for views that treat states differently (sound, LEDs, animation)."""

    SETTING_UP = "setting_up"
    PLAYING = "playing"
    LIFTED = "lifted"
    OBSTRUCTED = "obstructed"  # a hand is over the board
    UNSEEN = "unseen"  # the board is looked for
    ILLEGAL = "illegal"
    DISTURBED = "disturbed"
    CHOOSING = "choosing"  # two readings cannot be told apart
    PAUSED = "paused"
    READER_LOST = "reader_lost"
    OVER = "over"
    INSTRUCTED = "instructed"  # somebody's move is to be made for them on the board
    LEARNING = "learning"  # a page of the rules


class Role(Enum):
    """Why a site is marked. Each role has one shape (`views.marks`) and one colour everywhere."""

    FROM = "from"
    TO = "to"
    CAPTURE = "capture"
    WRONG = "wrong"
    HINT = "hint"
    LAST_MOVE = "last_move"
    COUNTED = "counted"
    PROTECTED = "protected"


class Side(Enum):
    """A side of a tile in the board's own frame; the value is its outward step (x, y), y up."""

    N = (0, 1)
    E = (1, 0)
    S = (0, -1)
    W = (-1, 0)

    @property
    def opposite(self) -> Side:
        """The side across the tile."""
        return Side((-self.value[0], -self.value[1]))


@dataclass(frozen=True, slots=True)
class Piece:
    """A stone on a site. On tiles White's lie in the light triangle and Black's in the dark one.

    `ghost`: it belongs there (or stood there) and is not there now. `faded`: it counts no more.
    """

    site: str
    player: Player
    ghost: bool = False
    faded: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A role on a site. `text` is at most two characters; `outlined` is the hint's target."""

    role: Role
    site: str
    text: str = ""
    outlined: bool = False


@dataclass(frozen=True, slots=True)
class Band:
    """A line of squares, both ends included (the line of action)."""

    start: str
    end: str


@dataclass(frozen=True, slots=True)
class Group:
    """Stones that stand together: their sites, and the pairs that join them without a cycle."""

    sites: tuple[str, ...]
    links: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Stretch:
    """One tile of a path: the sides it comes in and leaves by, None where the path ends inside."""

    site: str
    enter: Side | None
    leave: Side | None


@dataclass(frozen=True, slots=True)
class TilePath:
    """A player's way over joined triangles, tile by tile.

    An end that lies on the goal edge is open: the first (or last) stretch enters (leaves) there and
    `opens_first` (`opens_last`) holds. A ring comes back to its first tile (`ring`). A `bare` path
    is a single tile of the goal edge that neither joins anything nor carries a stone.
    """

    player: Player
    stretches: tuple[Stretch, ...]
    opens_first: bool = False
    opens_last: bool = False
    ring: bool = False
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Arrow:
    """From one site to another. An end that is None lies beside the board. `number`: which of
    several moves it is, from 1; 0 where that is not told.
    """

    start: str | None
    end: str | None
    number: int = field(default=0, kw_only=True)


@dataclass(frozen=True, slots=True)
class Spin:
    """A tile to turn, clockwise by so many quarters (3: one to the left); `number` as of arrows."""

    site: str
    quarters: int
    number: int = field(default=0, kw_only=True)


@dataclass(frozen=True, slots=True)
class Lane:
    """What is written beside a row of holes: `row` from 1 at the bottom.

    `stones` stand in it (those beside the board included), `value` is what the row is worth to the
    mover (0: nothing), `full_word` says "full", `beside` are stones of a start line for which
    there is no hole, and `mark` is drawn beside a row that has no hole for it. `last`: the last
    move began or ended here. `number` is what the message calls the row; it is written in place
    of `stones`.
    """

    row: int
    stones: int
    value: int = 0
    full: bool = False
    full_word: Message | None = None
    reachable: bool = False
    beside: tuple[tuple[Player, int], ...] = ()
    mark: Role | None = None
    last: bool = False
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """The playing surface and all that lies or is marked on it.

    `tiles` (only `Surface.TILES`): quarter turns clockwise of each tile from "light corner NE", in
    the order of the sites. `arrow` is the one step that puts it right, `ways` are moves as arrows
    and `spins` tiles to turn. `quarter_turns` clockwise of the whole board as the viewer sees it.
    """

    surface: Surface
    columns: int
    rows: int
    pieces: tuple[Piece, ...] = ()
    tiles: tuple[int, ...] = ()
    lanes: tuple[Lane, ...] = ()
    lane_titles: tuple[Message, Message] | None = None  # over stones or numbers, and values
    marks: tuple[Mark, ...] = ()
    bands: tuple[Band, ...] = ()
    groups: tuple[Group, ...] = ()
    paths: tuple[TilePath, ...] = ()
    arrow: Arrow | None = None
    ways: tuple[Arrow, ...] = ()
    spins: tuple[Spin, ...] = ()
    quarter_turns: int = 0
    dimmed: bool = False
    bare: bool = False  # without frame and coordinates, for small pictures


@dataclass(frozen=True, slots=True)
class Card:
    """A player: stone, name, clock (or what stands in its place) and what is counted.

    `counter` is a short phrase ("4 groups") whose number stands first; `homes` are (stones home, of
    how many). At most one card of a scene is `turn`.
    """

    player: Player
    name: Text
    clock: str = ""
    alarm: Literal["", "warning", "danger"] = ""
    counter: Message | None = None
    homes: tuple[int, int] | None = None
    turn: bool = False


@dataclass(frozen=True, slots=True)
class Preview:
    """A small picture in the message: what would be, what to call it, and what it would bring."""

    board: Board
    label: Message
    note: Message


@dataclass(frozen=True, slots=True)
class Graph:
    """How a whole game went, and where in it we are.

    Each point is a moment between two turns, the start first. `stops`: the number of small moves
    made at each point · `chances`: the probability (0 to 1) that Black wins, fewer than there are
    points while the search is not done · `turning`: points after a turn that cost its player much
    · `at`: the point that is shown · `scores` of Black and White at each point, in games that have
    points.
    """

    stops: tuple[int, ...]
    chances: tuple[float, ...]
    turning: tuple[int, ...]
    at: int
    scores: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Notice:
    """The one message: what is happening, or the one thing to do, and one or two sentences.

    Sentences may be run on, but `listed` ones each keep a line of their own. `lead` goes before the
    sentences if there is room for it (the move as it was understood).
    `badge` is a big figure before the title with `subtitle` under the title; `icon` says what
    stands before the title (a player's stone, the cross of an illegal move, a pause sign). A
    `tall` message takes the place of the strip as well. A `graph` stands under the sentences; a
    touch of it is the command ``jump`` with a number of small moves. `aloud` is said in place of a
    title that points to the picture; None: the title says it all.
    """

    title: Message
    sentences: tuple[Message, ...] = ()
    tone: Literal["plain", "warning", "danger", "good"] = "plain"
    badge: str = ""
    subtitle: Message | None = None
    icon: Literal["", "b", "w", "wrong", "pause", "hand", "eye", "hint"] = ""
    previews: tuple[Preview, ...] = ()
    lead: str = ""
    listed: bool = False
    tall: bool = False
    graph: Graph | None = None
    aloud: Message | None = None


@dataclass(frozen=True, slots=True)
class MoveEntry:
    """One of the last moves: its number in the game (0: not written), whose, and its text.

    `accepted`: the board was accepted as it stood; the text is "" if it shows no one move.
    """

    number: int
    player: Player
    text: str
    accepted: bool = False

    @property
    def shown(self) -> Text:
        """What is written for it."""
        return self.text or message("accepted")


@dataclass(frozen=True, slots=True)
class Strip:
    """The line of the last moves, or what stands in its place.

    `progress` (done, of how many) comes first, then `note`, then `moves`, oldest first. `hand`: a
    small sign that a hand is over the board, where there is room for it. `jumps`: a touch of the
    progress is the command ``jump`` with how many are to be done.
    """

    moves: tuple[MoveEntry, ...] = ()
    note: Message | None = None
    note_icon: Literal["", "shield", "turn"] = ""
    progress: tuple[int, int] | None = None
    hand: bool = False
    jumps: bool = False


@dataclass(frozen=True, slots=True)
class Button:
    """Something to tap: the command it sends (the words of `Command.name`) and its label."""

    command: str
    label: Message
    icon: str
    argument: str = ""
    recommended: bool = False
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Choice:
    """One of two readings to choose from: the board it would give, and the command it sends.
    `marked`: keys have led to it.
    """

    board: Board
    label: Message
    command: str
    argument: str
    marked: bool = False


DOUBTFUL = 0.9  # certainty of a site below which its label is doubtful


@dataclass(frozen=True, slots=True)
class SiteReading:
    """What the reader makes of one site: a label and how sure it is (0 to 1), or it is covered."""

    site: str
    label: str
    certainty: float
    covered: bool = False


@dataclass(frozen=True, slots=True)
class CameraPicture:
    """What to draw on the camera's picture, which is shown in place of the board and travels apart.

    `corners_px`: outer corners of the grid (bottom-left, top-left, top-right, bottom-right of the
    board's own frame) as (x, y) in the picture.
    """

    corners_px: tuple[tuple[float, float], ...]
    columns: int
    rows: int
    sights: tuple[SiteReading, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything to be seen at one moment.

    `cards` are the far player's and the near player's. With `choices` two small boards stand in
    place of `board`; with `camera` the picture does.
    """

    kind: Kind
    board: Board
    cards: tuple[Card, Card]
    notice: Notice
    strip: Strip
    buttons: tuple[Button, ...]
    choices: tuple[Choice, ...] = ()
    camera: CameraPicture | None = None
