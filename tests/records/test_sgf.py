"""Lines of Action as SGF: written, read, and read in the dialects that are about."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pi_board.core.errors import InvalidFile, InvalidText, PiBoardError
from pi_board.games.registry import make_game
from pi_board.records.files import parse_games
from pi_board.records.record import Header, Record
from pi_board.records.replay import Replay
from pi_board.records.sgf_read import is_sgf, read_sgf
from pi_board.records.sgf_write import sgf_bytes
from pi_board.records.text import parse_record
from tests.records.games import random_record

PUBLISHED = sorted((Path(__file__).parents[1] / "games" / "data").glob("*.txt"))


def same(one: Record, other: Record) -> bool:
    """Whether two records agree in all that SGF can say."""
    return plain(one) == plain(other)


def plain(record: Record) -> Record:
    day = record.header.started // 86400 * 86400
    reason = "" if record.outcome == "draw" else record.reason
    header = replace(record.header, started=day, source="", layout="", profile="")
    return replace(record, header=header, reason=reason, hints=(), clocks_s=None)


def read(text: str) -> Record:
    (record,) = read_sgf(text.encode())
    return record


def moves(text: str) -> list[str]:
    return [move.text for move in read(text).moves]


@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.stem)
def test_published_games_survive_sgf(path: Path) -> None:
    """Read, written as SGF and read again, a game is the same to the last move."""
    record = parse_record(path.read_text(), "loa")
    assert record.outcome or "incomplete" in path.stem
    (again,) = read_sgf(sgf_bytes(record))
    assert again.moves == record.moves
    assert same(again, record)


@pytest.mark.parametrize("last", ["à", "Å", "Š", "Р", "х", "م", "😅", "\u2005x"])
def test_names_come_back_whatever_bytes_they_end_with(last: str) -> None:
    """The last byte of these is white space in latin-1."""
    record = random_record("loa", Random(1))
    header = replace(record.header, players=(f"Nicol{last}", "Ana"), match=f"Copa {last}")
    (again,) = read_sgf(sgf_bytes(replace(record, header=header)))
    assert (again.header.players, again.header.match) == (header.players, header.match)


def test_the_length_of_a_match_comes_back_and_no_round_is_taken_for_it() -> None:
    """A match that is decided would go on."""
    record = random_record("loa", Random(1))
    data = sgf_bytes(replace(record, header=replace(record.header, match_length="best of 3")))
    others = data.replace(b"pi-board:", b"other:").replace(b"pi_board:", b"other:")
    assert others != data
    found = [read_sgf(one)[0].header.match_length for one in (data, others)]
    assert found == ["best of 3", ""]


@settings(max_examples=40)
@given(seed=st.integers(0, 10**6))
def test_what_was_written_is_read_back(seed: int) -> None:
    """Players, date, rules, clock, start, moves and result come back."""
    record = random_record("loa", Random(seed))
    (again,) = read_sgf(sgf_bytes(record))
    assert same(again, record)


def test_moves_taken_back_are_variations() -> None:
    """The game is the main line; what was taken back hangs beside it and comes back as such."""
    game = make_game("loa")
    lines = []
    for line in ("b1-b3 a2-c2", "b1-b3 a5-c5", "b1-b3 a5-c5 d1-d3", "b1-b3 a4-c4"):
        replay = Replay(game)
        for text in line.split():
            replay.play(text)
        lines.append(tuple(replay.moves))
    header = Header("loa", game.options, ("A", "B"), "", 0.0)
    record = Record(header, lines[3], taken_back=(lines[0], lines[2]))
    data = sgf_bytes(record)
    assert b"(;W[a4-c4])(;W[a2-c2])(;W[a5-c5];B[d1-d3])" in data.replace(b"\n", b"")
    (again,) = read_sgf(data)
    assert again.taken_back == record.taken_back
    assert again.moves == record.moves


@pytest.mark.parametrize("played", ["", "b1-b3"])
def test_a_move_taken_back_is_not_played_where_nothing_else_was(played: str) -> None:
    """Whoever resigns after taking a move back has not played it."""
    game = make_game("loa")
    replay = Replay(game)
    for text in ("b1-b3", "a5-c5"):
        replay.play(text)
    header = Header("loa", game.options, ("A", "B"), "", 0.0)
    moves = tuple(replay.moves[: len(played.split())])
    record = Record(header, moves, "b", "resigned", taken_back=(tuple(replay.moves),))
    (again,) = read_sgf(sgf_bytes(record))
    assert again.moves == moves
    assert again.taken_back == record.taken_back


def test_captures_are_written_with_a_colon_and_passes_empty() -> None:
    """A capture is ``W[a2:c4]``; a pass is an empty move."""
    game = make_game("loa", options={"repetition": "0"})
    position = game.parse_position("6bw/6bb/8/8/8/8/bb6/wb6 w")
    replay = Replay(game, position)
    replay.play("pass")
    replay.play(game.move_text(game.legal_moves(replay.now)[0]))
    begun = game.position_text(position)
    record = replay.record(Header("loa", game.options, ("A", "B"), "", 0.0, begun))
    data = sgf_bytes(record)
    assert b"W[]" in data
    assert same(read_sgf(data)[0], record)
    captures = Replay(make_game("loa"))
    captures.play("c1xa3")
    data = sgf_bytes(captures.record(Header("loa", captures.game.options, ("A", "B"), "", 0.0)))
    assert b"B[c1:a3]" in data


def test_a_move_that_broke_a_rule_carries_ko() -> None:
    """An accepted illegal move is forced with KO; a board let stand is a set-up node."""
    game = make_game("loa")
    replay = Replay(game)
    replay.play("b1-b3")
    replay.accept("a2-a8", "wbbbbbb1/w6w/w6w/w6w/w6w/wb5w/7w/2bbbbb1 b")
    replay.accept("board", "wbbbbbb1/w6w/w6w/w6w/w6w/wb5w/8/2bbbbb1 w")
    record = replay.record(Header("loa", game.options, ("A", "B"), "", 0.0))
    data = sgf_bytes(record)
    assert b"KO[]W[a2-a8]" in data
    assert b"AE[h2]" in data
    (again,) = read_sgf(data)
    assert [m.accepted for m in again.moves] == [m.accepted for m in record.moves]


def test_a_move_out_of_turn_that_was_let_stand_comes_back() -> None:
    """With who made it, and what the clock showed then."""
    game = make_game("loa")
    replay = Replay(game)
    replay.accept("a2-c2", "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/2w4w/1bbbbbb1 b")
    replay.moves[-1] = replace(replay.moves[-1], clock_s=594.5)
    replay.play("c1xa3")
    record = replay.record(Header("loa", game.options, ("A", "B"), "", 0.0))
    assert record.moves[0].player == "w"
    (again,) = read_sgf(sgf_bytes(record))
    assert same(again, record)


@pytest.mark.parametrize("is_custom", [False, True])
def test_a_board_let_stand_before_any_move_comes_back_as_such(is_custom: bool) -> None:
    """The game began elsewhere: what stands in the file's first node is its start."""
    game = make_game("loa")
    start = game.parse_position("1bbbbb2/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 w")
    replay = Replay(game, start if is_custom else None)
    replay.accept("board", "2bbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b")
    replay.play("c1-c3")
    begun = game.position_text(start) if is_custom else ""
    record = replay.record(Header("loa", game.options, ("A", "B"), "", 0.0, begun))
    (again,) = read_sgf(sgf_bytes(record))
    assert same(again, record)


def test_clocks_and_comments_come_back() -> None:
    """TM, OT, BL, WL and C are written and read, brackets and backslashes in names too."""
    game = make_game("loa")
    replay = Replay(game)
    replay.play("b1-b3")
    replay.moves[-1] = replace(replay.moves[-1], clock_s=594.5, comment="a ] b \\ c")
    header = Header("loa", game.options, ("Å]s\\a", "Tomáš"), "", 0.0, clock="10+5")
    data = sgf_bytes(replay.record(header))
    assert b"TM[600]" in data
    assert b"BL[594.5]" in data
    (again,) = read_sgf(data)
    assert again.header.players == header.players
    assert again.header.clock == "10+5"
    assert (again.moves[0].clock_s, again.moves[0].comment) == (594.5, "a ] b \\ c")


@pytest.mark.parametrize("clock", ["10+0.00002", "10d1234.567", "12345.678s", "16666"])
def test_a_clock_is_written_as_it_is_read(clock: str) -> None:
    """To the last digit, and never with an exponent."""
    timeless = read("(;GM[9];B[b1-b3])")
    record = replace(timeless, header=replace(timeless.header, clock=clock))
    (again,) = read_sgf(sgf_bytes(record))
    assert again.header.clock == clock


@pytest.mark.parametrize("clock", ["TM[0.01]", "TM[0]OT[0.05 per move]", "TM[0]", "TM[9999999]"])
def test_a_clock_that_makes_no_sense_keeps_no_game_out(clock: str) -> None:
    """The moves are what matters."""
    record = read(f"(;GM[9]{clock};B[b1-b3])")
    assert (record.header.clock, len(record.moves)) == ("", 1)


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[9]C[Cup: \\] final];B[b1-b3])",
        "(;GM[9];C[Cup: \\] final];B[b1-b3])",
        "(;GM[9]C[Cup: \\] final];AE[a2];B[b1-b3])",
    ],
)
def test_a_comment_before_the_first_move_is_kept(text: str) -> None:
    """Mostly it says where the game was played."""
    (record,) = read_sgf(text.encode())
    assert record.header.comment == "Cup: ] final"
    assert record.moves[0].comment == ""
    (again,) = read_sgf(sgf_bytes(record))
    assert again.header.comment == record.header.comment


@pytest.mark.parametrize(
    ("text", "played"),
    [
        ("(;GaMe[9]SiZe[8]SetUp[Standard];Black[b1-b3];White[a2-c2])", ["b1-b3", "a2-c2"]),
        ("(;GM[9];B[c1-a3])", ["c1xa3"]),
        ("(;GM[9];B[c1:a3];W[a4 c4])", ["c1xa3", "a4-c4"]),
        ("(;GM[9];B[[c1 a3\\]])", ["c1xa3"]),
        ("(;GM[9];B[B1-B3 +!];W[A2-C2 a good move])", ["b1-b3", "a2-c2"]),
        ("junk before (;GM[9]\n;B[b1b3]SE[F3]AS[None]IP[End])", ["b1-b3"]),
        ("(;GM[9]SU[Scrambled-Eggs];B[b1-b3];W[a2-c2])", ["b1-b3", "a2-c2"]),
        ("(;GM[9]AB[b1d1f1]AW[h8g6]PL[W];W[g6-g5])", ["g6-g5"]),
        ("(;GM[9]AW[H8 H6,G4]AB[b1:c1]AB[g1];W[g4-g2])", ["g4-g2"]),
        ("(;GM[9];B[Start];B[b1-b3])", ["b1-b3"]),
        ("(;GM[9]BL[600]WL[600];B[b1-b3])", ["b1-b3"]),
        ("(;GM[9];W[a2-c2];B[b1-b3])", ["a2-c2", "b1-b3"]),
        ("(;GM[9]RU[komi=6.5 size = 3];B[b1-b3])", ["b1-b3"]),
        ("(;GM[9]RU[first=w komi=6.5];W[a2-c2])", ["a2-c2"]),
        ("(;GM[9]RU[SETUP=SCRAMBLED];B[a3-c3])", ["a3-c3"]),
        ("(;GM[9]c[b1-b3 opens];B[b1-b3]last[b1-b3]c[a2-c2 is next])", ["b1-b3"]),
        ("(;GM[9]CA[undefined];B[b1-b3])", ["b1-b3"]),
        ("(;GM[9]CA[utf\08]PB[\u00e9];B[b1-b3])", ["b1-b3"]),
    ],
)
def test_dialects_are_read(text: str, played: list[str]) -> None:
    """Long names, packed points, any sign or none between the squares, remarks, words, and rules
    and character sets that nobody knows.
    """
    assert moves(text) == played


@pytest.mark.parametrize(
    ("text", "outcome", "reason"),
    [
        ("(;GM[9];B[b1-b3];W[Resign])", "b", "resigned"),
        ("(;GM[9];B[resign])", "w", "resigned"),
        ("(;GM[9]RE[W+Time];B[b1-b3])", "w", "flag"),
        ("(;GM[9]RE[B+R];B[b1-b3])", "b", "resigned"),
        ("(;GM[9]RE[Draw];B[b1-b3])", "draw", "agreed"),
        ("(;GM[9]PB[Ann]RE[Game won by Ann];B[b1-b3])", "b", ""),
        ("(;GM[9]RE[?];B[b1-b3])", "", ""),
    ],
)
def test_results_are_read(text: str, outcome: str, reason: str) -> None:
    """Who won and how, from RE or from a resignation in place of a move."""
    record = read(text)
    assert (record.outcome, record.reason) == (outcome, reason)


@pytest.mark.parametrize(
    ("outcome", "reason"),
    [("b", "resigned"), ("w", "flag"), ("w", "forfeit"), ("draw", "agreed"), ("", "")],
)
def test_results_that_no_board_shows_come_back(outcome: str, reason: str) -> None:
    """What people agreed on, and what the clock said."""
    game = make_game("loa")
    replay = Replay(game)
    replay.play("b1-b3")
    header = Header("loa", game.options, ("A", "B"), "", 0.0)
    (again,) = read_sgf(sgf_bytes(replay.record(header, outcome, reason)))
    assert (again.outcome, again.reason) == (outcome, reason)


def test_several_games_in_a_file_are_all_read() -> None:
    """A collection gives one record for each game, and a fault names the game."""
    both = read_sgf(b"(;GM[9];B[b1-b3])\n\n(;GM[9]PW[Ann];B[c1-c3])")
    assert [game.header.players for game in both] == [("Black", "White"), ("Black", "Ann")]
    with pytest.raises(InvalidFile, match="game 2"):
        read_sgf(b"(;GM[9];B[b1-b3])(;GM[9];B[b1-b4])")


MALFORMED = {
    "nothing after the root": ("(;GM[9]", "end of SGF"),
    "no node": ("(GM[9])", None),
    "no closing bracket": ("(;GM[9];B[b1-b3)", "end of SGF"),
    "value without property": ("(;[b1-b3])", "unexpected value"),
    "property without value": ("(;GM;B[b1-b3])", "no values"),
    "property outside a node": ("(;GM[9](B[b1-b3]))", "outside a node"),
    "node after variations": ("(;GM[9](;B[b1-b3]);W[a2-c2])", "unexpected node"),
    "empty variation": ("(;GM[9]())", "empty sequence"),
    "figures between nodes": ("(;GM[9]; 12 B[b1-b3])", "end of SGF"),
    "another game": ("(;GM[1];B[aa])", "GM[1]"),
    "another size": ("(;GM[9]SZ[19];B[b1-b3])", "SZ[19]"),
    "a square off the board": ("(;GM[9];B[b1-b9])", "move 1, B[b1-b9]"),
    "a move of one square": ("(;GM[9];B[b1])", "move 1, B[b1]"),
    "an illegal move": ("(;GM[9];B[b1-b4])", "move 1, B[b1-b4]"),
    "a move out of turn": ("(;GM[9];B[b1-b3];B[c1-c3])", "White's turn"),
    "a pass that is not allowed": ("(;GM[9];B[])", "move 1, B[]"),
    "a move after the end": ("(;GM[9]AB[a1c2]AW[h8f6]PL[B];B[c2-b2];W[h8-h7])", "move 2"),
    "a stone off the board": ("(;GM[9]AB[z9])", "AB[z9]"),
    "too many stones": ("(;GM[9]AB[a1:h2]AW[a8])", "16 black stones"),
    "a set-up without stones": ("(;GM[9]SU[Custom];B[b1-b3])", "SU[Custom]"),
    "a value of a rule": ("(;GM[9]RU[repetition=many];B[b1-b3])", "repetition=many"),
    "moves named in small letters": ("(;gm[9];b[b1-b3])", "move 1, [b1-b3]"),
    "an illegal variation": ("(;GM[9];B[b1-b3](;W[a2-c2])(;W[a2-d2]))", "move 2, W[a2-d2]"),
}


@pytest.mark.parametrize(("text", "said"), MALFORMED.values(), ids=MALFORMED)
def test_malformed_sgf_is_told_in_one_line(text: str, said: str | None) -> None:
    """The message begins with the file's name, says what was found, and is one line."""
    with pytest.raises(InvalidFile) as caught:
        parse_games(text.encode(), "game.sgf", "loa")
    message = str(caught.value)
    assert message.startswith("game.sgf")
    assert "\n" not in message
    assert len(message) < 300
    assert said is None or said in message


SGF = "(;GM[9]SZ[8]PB[x];B[b1-b3];W[a2:c2]C[y\\]](;B[c1-c3])(;B[d1-d3]KO[]AE[a2]))"
PIECES = st.sampled_from(
    ["(", ")", ";", "[", "]", "\\", "B", "W", "AB", "AW", "AE", "PL", "SU", "KO", "RE", "C", "DT",
     "TM", "OT", "CA", "b1-b3", "a2-c2", "a1:h8", "Custom", "9", "8", "resign", "\n", "\0", "é"]
)  # fmt: skip


@settings(max_examples=300)
@given(data=st.one_of(st.binary(max_size=60), st.lists(PIECES, max_size=30).map("".join)))
@example(data="(;GM[9]CA[nonsense]PB[\u00e9])")
@example(data="(;GM[9]CA[punycode]PB[\u00e9])")
@example(data="(;GM[9]DT[0000-99-99]TM[1e9]OT[9 Fischer])")
def test_no_bytes_make_a_traceback(data: bytes | str) -> None:
    """Whatever the bytes are, they are a game or one of our own errors."""
    raw = data if isinstance(data, bytes) else data.encode()
    for whole in (raw, b"(;" + raw, b"(;GM[9];B[b1-b3]" + raw + b")"):
        with suppress(PiBoardError):
            parse_games(whole, "game", "loa")


@settings(max_examples=300)
@given(at=st.integers(0, len(SGF)), take=st.integers(0, 6), put=st.lists(PIECES, max_size=3))
def test_a_damaged_game_makes_no_traceback(at: int, take: int, put: list[str]) -> None:
    """A whole game with a little changed anywhere is a game or one of our own errors."""
    text = SGF[:at] + "".join(put) + SGF[at + take :]
    with suppress(PiBoardError):
        parse_games(text.encode(), "game", "loa")


def test_other_games_have_no_sgf() -> None:
    """Only Lines of Action has an SGF form."""
    record = random_record("linja", Random(1))
    with pytest.raises(InvalidText, match="no SGF form"):
        sgf_bytes(record)


def test_a_game_under_rules_that_there_are_not_has_no_sgf() -> None:
    """A damaged journal may name any."""
    header = Header("loa", (("setup", "[1]"),), ("A", "B"), "", 0.0)
    with pytest.raises(InvalidText, match=r"\[1\]"):
        sgf_bytes(Record(header))


def test_sgf_is_told_from_text() -> None:
    """Text records are not taken for SGF, whatever stands in their names and comments."""
    assert is_sgf(b"\xef\xbb\xbf (\n;GM[9])")
    assert is_sgf(b"Game 5 of 12: (;GM[9])")
    assert is_sgf(b"White: Ann, Black: Bob\n\n(;GM[9])")
    assert not is_sgf(b"Game: Linja\n")
    assert not is_sgf(b"Date: 2026-01-31\nGame: Linja\nBlack: Ann (;\n")
    assert not is_sgf(b"\xef\xbb\xbfGame: Linja\nBlack: Ann (;\n")
    assert not is_sgf(b"Game: Linja\nBlack: Ann (;B[\n")
    assert not is_sgf(b"White: Ann (;B[\nGame: Linja\n")
    assert not is_sgf(b"Game: Lines of Action\n\n{(;B[c8-c6] is better}\n\n1. b1-b3\n")
