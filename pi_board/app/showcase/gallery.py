"""Every state of every game as a picture: ``python -m pi_board.app.showcase.gallery FOLDER``.

The states are played by the rules and composed as in a game, so a picture shows what a player sees.
Three sizes, both themes. No window is opened.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from types import MappingProxyType

from pi_board.app.agreement import COMPUTER, GUESTS, called
from pi_board.app.commenting import comment
from pi_board.app.compose import compose
from pi_board.app.faults import SILENT_CAMERA
from pi_board.app.learning import lesson_scene, lessons
from pi_board.app.reasons import main_reason
from pi_board.app.scenes.state import (
    Choosing,
    Disturbed,
    HintGiven,
    Illegal,
    Instructed,
    Lifted,
    Obstructed,
    Over,
    Paused,
    Playing,
    Ply,
    ReaderLost,
    Seat,
    SettingUp,
    TableState,
    Unseen,
)
from pi_board.app.showcase.kept_games import kept_scenes
from pi_board.core.game import Outcome, Player, Score
from pi_board.core.message import message
from pi_board.core.scene import Scene
from pi_board.core.words import PICTURE_MIRRORED, TOO_DARK
from pi_board.games.match import Match, PlayedGame
from pi_board.games.registry import GAMES, make_game
from pi_board.hints.search import Variation
from pi_board.records.matches import Length, Names, Standing
from pi_board.referee.continuations import BOARD
from pi_board.referee.repair import Carry, TurnBack
from pi_board.views.theme import THEMES
from pi_board.vision.finding.tiles import MORE_TILES
from pi_board.vision.finding.windows import OTHER_SQUARES

SIZES = ((800, 480), (480, 800), (1280, 720))

NEAR: Mapping[str, Player] = MappingProxyType({"loa": "b", "linja": "w", "connexoh": "w"})
BLACK, WHITE = Seat("Tomáš", 761.0), Seat("Ioana", 785.0)
STRONGEST, GUEST = (Seat(called(name)) for name in (f"{COMPUTER} 10", GUESTS[0]))


def table(name: str, moves: str = "", start: str = "") -> TableState:
    """The table after `moves` from the position text `start` ("": the usual start)."""
    game = make_game(name)
    position = game.parse_position(start) if start else game.start()
    stood, plies = [], []
    for text in moves.split():
        move = game.parse_move(position, text)
        plies.append(Ply(position.to_move, game.move_text(move)))
        stood.append(position)
        position = game.play(position, move)
    return TableState(
        game, game.layouts[0], position, Playing(), BLACK, WHITE,
        plies=tuple(plies),
        near=NEAR[name],
        stood=tuple(stood),
    )  # fmt: skip


def carry(state: TableState, player: Player, start: str = "", end: str = "") -> Carry:
    """A stone to be moved between sites of the table's board; "" is beside it."""
    group = state.layout.group
    return Carry(player, group(start) if start else None, group(end) if end else None)


def hinted(state: TableState, move: str) -> TableState:
    """The table when `move` is advised, with what matters most about it."""
    why = main_reason(state.game, state.position, Variation(0, (move,)))
    return replace(state, hint=HintGiven(move, why))


ENDLESS = Length()


def matched(
    winners: str,
    length: Length = ENDLESS,
    score: Score | None = None,
    names: Names = ("Tomáš", "Ioana"),
) -> Standing:
    """A match whose games ended so: who won each, and the points of all."""
    match = Match()
    for winner in winners:
        outcome = Outcome("b" if winner == "b" else "w", "resigned")
        match = match.with_game(PlayedGame("b", outcome, score))
    return Standing("cup", names, tuple(winners), match, length)


LOA_OPENING = "c8-c6 h4-f2 g8-g6 h2-e2"
# after LOA_OPENING with d1 and h5 knocked to d3 and g5
LOA_LET_STAND = "1b1bbb2/w6w/w1b3bw/w5w1/w7/w2b3w/w3ww2/1bb1bbb1 b"
LOA_END = "8/8/6w1/4b2w/1b3bw1/2b1bwbw/2b1ww2/8 b"
LINJA_FOLLOW_UP = "1,4,0,1,1,2,1,2/3,1,0,0,0,4,0,4 w f4 1"
LINJA_BONUS = "5,2,1,0,1,1,0,2/1,1,0,2,1,1,0,6 b i 0"


def states() -> Iterator[tuple[str, TableState]]:
    """Name and table of every state, game by game."""
    yield from _loa()
    yield from _loa_asides()
    yield from _linja()
    yield from _connexoh()


def _loa() -> Iterator[tuple[str, TableState]]:
    start, middle = table("loa"), table("loa", LOA_OPENING)
    missing = (
        carry(start, "w", "e4", "h4"),
        *(carry(start, "b", end=site) for site in ("f1", "g1", "d8")),
        carry(start, "w", end="a7"),
    )
    yield "loa_unseen", replace(start, situation=Unseen(begun=False))
    yield "loa_setting_up", replace(start, situation=SettingUp(missing))
    yield "loa_misread", replace(start, situation=SettingUp(missing[3:4], misread=True))
    felt = (carry(start, "b", end="d1"), carry(start, "w", end="a7"))
    yield "loa_reeds_fail", replace(start, situation=SettingUp(felt, misread=True, felt=True))
    yield "loa_start", start
    yield "loa_playing", middle
    opponents = replace(middle, black=replace(STRONGEST, clock_s=5400.0), white=GUEST)
    yield "loa_thinking", replace(opponents, situation=Playing(thinking=True))
    yield "loa_lifted", replace(middle, situation=Lifted("e8"))
    yield "loa_hint", hinted(middle, "e8xh5")
    why = start.game.explain(start.position, "c1-c4")
    moved = (carry(start, "b", "c4", "c1"),)
    yield "loa_illegal", replace(start, situation=Illegal("c1-c4", why.text, moved))
    asked = Illegal("c1-c4", why.text, moved, ruling="asked")
    yield "loa_asked", replace(start, situation=asked)
    unseen = message("the board has to be seen for a moment, with nothing over it")
    refused = Illegal("c1-c4", why.text, moved, why_not=unseen)
    yield "loa_not_accepted", replace(start, situation=refused)
    shifted = (carry(middle, "b", "d3", "d1"), carry(middle, "w", "g5", "h6"))
    yield "loa_disturbed", replace(middle, situation=Disturbed(shifted))
    dead = Disturbed(shifted[:1], felt=True)
    yield "loa_reed_dies", replace(middle, situation=dead)
    let_stand = middle.game.parse_position(LOA_LET_STAND)
    board = Ply("b", BOARD, accepted=True)
    stood = (*middle.stood, middle.position)
    accepted = replace(middle, stood=stood, position=let_stand, plies=(*middle.plies, board))
    yield "loa_accepted", accepted


def _loa_asides() -> Iterator[tuple[str, TableState]]:
    """Questions, hands, pauses and ends."""
    start, middle = table("loa"), table("loa", LOA_OPENING)
    yield "loa_instructed", replace(middle, situation=Instructed("e8xh5"))
    yield "loa_nudge", replace(middle, hint=HintGiven("e8xh5", nudge=True))
    yield "loa_turned", replace(middle, situation=Lifted("e8"), turned=1)
    yield "loa_choosing", replace(middle, situation=Choosing(("e8-e5", "e8-b5")))
    yield "loa_marked", replace(middle, situation=Choosing(("e8-e5", "e8-b5"), marked=1))
    orders = ("c8-c6 h4-f2 g8-g6", "g8-g6 h4-f2 c8-c6")
    yield "loa_order", replace(start, situation=Choosing(orders))
    yield "loa_one_move", replace(middle, situation=Choosing(("e8-e5",)))
    yield "loa_to_confirm", replace(middle, pending="e8xh5")
    yield "loa_draw_offered", replace(middle, offer="w")
    yield "loa_hand", replace(middle, situation=Obstructed())
    yield "loa_hand_rests", replace(middle, situation=Obstructed(3.0))
    yield "loa_site_hidden", replace(middle, situation=Obstructed(6.0, 6.0, ("d5", "e5")))
    yield "loa_paused", replace(middle, situation=Paused())
    yield (
        "loa_reader_lost",
        replace(
            middle,
            situation=ReaderLost(SILENT_CAMERA, "reed"),
        ),
    )
    yield "loa_no_camera", replace(start, situation=ReaderLost(SILENT_CAMERA, begun=False))
    low = replace(middle, black=replace(BLACK, clock_s=17.0))
    yield "loa_low_time", low
    fallen = replace(middle, black=Seat("Tomáš", 0.0, flag_fallen=True))
    yield "loa_flag", replace(fallen, situation=Over(Outcome("w", "flag")))
    end = replace(table("loa", "", LOA_END), plies=_plies(("b", "h6-f4"), ("w", "h7-h5")))
    over = replace(end, situation=Over(Outcome("w", "connected")))
    yield "loa_over", over
    yield "loa_match", replace(over, match=matched("bww", Length(3, best_of=True)))
    yield "loa_not_kept", replace(middle, is_kept=False)
    yield "loa_lamps_failed", replace(middle, lamps_failed=True)
    yield "loa_outdated", replace(middle, is_outdated=True)
    unseen = replace(start, situation=Unseen(begun=False))
    yield "loa_mirrored", replace(unseen, not_found=PICTURE_MIRRORED)
    yield "loa_other_squares", replace(unseen, not_found=OTHER_SQUARES)
    yield "loa_too_dark", replace(unseen, not_found=TOO_DARK)
    yield "loa_no_clock", replace(middle, black=Seat("Tomáš"), white=STRONGEST)


def _plies(*moves: tuple[str, str]) -> tuple[Ply, ...]:
    return tuple(Ply("b" if player == "b" else "w", text) for player, text in moves)


def _linja() -> Iterator[tuple[str, TableState]]:
    start = table("linja")
    yield "linja_start", start
    missing = (carry(start, "w", "c3", "a8"), carry(start, "b", end="f1"))
    yield "linja_setting_up", replace(start, situation=SettingUp(missing))
    follow = replace(
        table("linja", "", LINJA_FOLLOW_UP),
        plies=_plies(("b", "1-2"), ("b", "/5-7"), ("w", "2-3"), ("w", "/3-4"), ("w", "0-1")),
    )
    yield "linja_follow_up", replace(follow, black=replace(BLACK, clock_s=512.0))
    sticks = replace(follow, layout=follow.game.layouts[1])
    yield "linja_sticks", sticks
    optional = make_game("linja", None, {"followup": "optional"})
    yield "linja_may_end", replace(table("linja", "0-1"), game=optional)
    yield "linja_to_confirm", replace(start, pending="0-1 /0-2")
    yield "linja_lifted", replace(follow, situation=Lifted("f5"))
    bonus = table("linja", "", "1,4,0,2,0,2,1,2/3,1,0,0,0,4,0,4 w e 1")
    yield "linja_bonus", bonus
    opponents = replace(follow, black=replace(STRONGEST, clock_s=761.0))
    yield "linja_hint", hinted(opponents, "/3-7")
    played = table("linja", "0-1", LINJA_BONUS)
    better = Variation(900, ("6-7", "/0-1", "2-3", "/0-2"))  # two turns, the longest that is said
    said = comment(played.game, played.stood[0], ("0-1",), better, 0.1)
    yield "linja_commented", replace(played, comment=said)
    why = follow.game.explain(follow.position, "/1-4")
    back = (carry(follow, "w", "c4", "f7"),)
    yield "linja_illegal", replace(follow, situation=Illegal("/1-4", why.text, back))
    computer = replace(follow, white=STRONGEST)
    yield "linja_instructed", replace(computer, situation=Instructed("/3-7"))
    yield "linja_turned", replace(follow, turned=1)
    yield "linja_choosing", replace(start, situation=Choosing(("0-1", "5-6")))
    end = table("linja", "", "0,0,0,0,0,2,4,6/5,3,3,1,0,0,0,0 w i 0")
    yield "linja_beside", table("linja", "", "2,0,2,1,1,1,2,3/0,1,1,2,2,1,0,5 w i 0")
    over = replace(end, situation=Over(Outcome("w", "separated")))
    yield "linja_over", over
    yield "linja_match", replace(over, match=matched("bw", Length(2), Score(28, 31)))


LAST_HOME = "000b000/1w30000/000000/000000/000000/0b00000 w -"
DOUBLE_EXIT = "00b0000/1w32000/000200/000020/000031/000020 w -"


def _connexoh() -> Iterator[tuple[str, TableState]]:
    start = table("connexoh")
    yield "connexoh_start", start
    missing = (
        TurnBack(start.layout.group("c3"), 2),
        carry(start, "b", end="f6"), carry(start, "w", end="a1"),
    )  # fmt: skip
    yield "connexoh_setting_up", replace(start, situation=SettingUp(missing))
    yield "connexoh_larger", replace(start, situation=Unseen(begun=False), not_found=MORE_TILES)
    yield "connexoh_turn_in_vain", replace(start, situation=Lifted("a1"))
    moves = "b2@180 e5@180 b3@90 d4@180 c2@90 d5@270 c3@180 e3@180"
    middle = table("connexoh", moves)
    yield "connexoh_playing", middle
    yield "connexoh_turn_tile", replace(middle, situation=Lifted("d3"))
    locked = middle.position.names(middle.position.protected)
    if locked:
        yield "connexoh_locked", replace(middle, situation=Lifted(locked[0]))
        why = middle.game.explain(middle.position, f"{locked[0]}@90")
        yield (
            "connexoh_illegal",
            replace(
                middle,
                situation=Illegal(
                    f"{locked[0]}@90",
                    why.text,
                    (TurnBack(middle.layout.group(locked[0]), 3),),
                ),
            ),
        )
    opponents = replace(middle, black=STRONGEST, white=replace(GUEST, clock_s=3600.0))
    yield "connexoh_hint", hinted(opponents, "d3@90")
    yield "connexoh_instructed", replace(middle, situation=Instructed("d3@90"))
    yield "connexoh_turned", replace(middle, situation=Lifted("d3"), turned=3)
    yield "connexoh_choosing", replace(start, situation=Choosing(("c3@180", "c3@90")))
    orders = tuple(map(" ".join, permutations(("c2@90", "e3@180", "b5@270"))))
    yield "connexoh_order", replace(start, situation=Choosing(orders))
    ways = ("c3@90", "c3@180", "c3@270")
    yield "connexoh_not_turned", replace(start, situation=Choosing(ways, unseen=True))
    end = table("connexoh", "b6@180", LAST_HOME)
    both = table("connexoh", "b6@180", DOUBLE_EXIT)
    yield "connexoh_double_exit", replace(both, situation=Over(Outcome("b", "double_exit")))
    over = replace(end, situation=Over(Outcome("w", "all_home")))
    yield "connexoh_over", over
    yield "connexoh_match", replace(over, match=matched("w", names=GUESTS))


def scenes() -> Iterator[tuple[str, Scene]]:
    """Name and scene of every state, of kept games, and of every page of the rules."""
    tables = dict(states())
    for name, state in tables.items():
        yield name, compose(state)
    yield from kept_scenes(tables["loa_illegal"])
    for game in GAMES:
        pages = lessons(make_game(game))
        for i in range(len(pages)):
            yield f"{game}_learning_{i + 1}", lesson_scene(pages, i)


def render(folder: Path, only: str = "") -> Iterator[Path]:
    """Write the pictures whose name holds `only` into `folder`; gives each one's path."""
    import pygame

    from pi_board.views.canvas import Canvas
    from pi_board.views.theme import read_theme

    folder.mkdir(parents=True, exist_ok=True)
    for theme in THEMES:
        for size in SIZES:
            canvas = Canvas(size, read_theme(theme))
            for name, scene in scenes():
                if only in name:
                    canvas.draw(scene)
                    path = folder / f"{name}_{theme}_{size[0]}x{size[1]}.png"
                    pygame.image.save(canvas.surface, path)
                    yield path


def main(arguments: Sequence[str]) -> None:
    """Write the pictures that `arguments`, those of the command line, ask for."""
    parser = ArgumentParser("python -m pi_board.app.showcase.gallery", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("only", nargs="?", default="", help="what the names of the states hold")
    for written in render(**vars(parser.parse_args(arguments))):
        print(written)


if __name__ == "__main__":
    main(sys.argv[1:])
