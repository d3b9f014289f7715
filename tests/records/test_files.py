"""Files of games, whole and damaged."""

import json
import re
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_board.core.errors import InvalidFile, PiBoardError
from pi_board.games.registry import GAMES
from pi_board.records.files import parse_games
from pi_board.records.history import lines_of, record_of
from pi_board.records.journal import each_line, write_journal
from pi_board.records.record import Record
from pi_board.records.sgf_write import sgf_bytes
from pi_board.records.text import record_text
from tests.records.games import random_record

PIECES = st.sampled_from(
    ["{", "}", "[", "]", '"', ",", ":", "null", "true", "-1", "1e99", "NaN", "[]", "{}", "\n",
     '"move"', '"plies"', '"event"', "b", "w", "game_over", "taken_back", "0-1", "é"]
)  # fmt: skip


@pytest.fixture(scope="session")
def journals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A journal of each game as text."""
    folder = tmp_path_factory.mktemp("journals")
    texts = {}
    for name in GAMES:
        record = random_record(name, Random(4), 12)
        write_journal(folder / name, record.header, lines_of(record))
        texts[name] = (folder / name).read_text()
    return texts


def damaged(text: str, at: float, take: int, put: list[str]) -> str:
    place = int(at * len(text))
    return text[:place] + "".join(put) + text[place + take :]


@settings(max_examples=200)
@given(
    name=st.sampled_from(list(GAMES)),
    at=st.floats(0, 1),
    take=st.integers(0, 12),
    put=st.lists(PIECES, max_size=3),
)
def test_a_damaged_journal_makes_no_traceback(
    journals: dict[str, str], name: str, at: float, take: int, put: list[str]
) -> None:
    """A journal with a little changed anywhere is a game that can be written, or our own error."""
    with suppress(PiBoardError):
        for record in parse_games(damaged(journals[name], at, take, put).encode(), "x.jsonl"):
            assert record_text(record)


@settings(max_examples=200)
@given(seed=st.integers(0, 5), at=st.floats(0, 1), take=st.integers(0, 12),
       put=st.lists(PIECES, max_size=3))  # fmt: skip
def test_a_damaged_text_record_makes_no_traceback(
    seed: int, at: float, take: int, put: list[str]
) -> None:
    """A text record with a little changed anywhere is a game or one of our own errors."""
    name = tuple(GAMES)[seed % len(GAMES)]
    text = record_text(random_record(name, Random(seed), 12))
    with suppress(PiBoardError):
        parse_games(damaged(text, at, take, put).encode(), "x.txt")


@settings(max_examples=20)
@given(name=st.sampled_from(list(GAMES)), seed=st.integers(0, 10**6))
def test_lines_tell_of_the_whole_record(name: str, seed: int) -> None:
    """The lines made of a record, with moves taken back and hints, give that record again."""
    whole = random_record(name, Random(seed), 12)
    rng = Random(seed)
    cut = rng.randrange(len(whole.moves) + 1)
    hints = tuple(ply for ply in range(len(whole.moves) + 1) if rng.random() < 0.5)
    taken_back = (whole.moves,) if cut < len(whole.moves) else ()
    record = Record(whole.header, whole.moves[:cut], taken_back=taken_back, hints=hints)
    record = replace(record, is_left=rng.random() < 0.5, hints_given=(rng.randrange(3), 1))
    header = {"schema": 1, "game": name, "rules": dict(whole.header.rules), "source": ""}
    header |= {"players": ["A", "B"], "started": 0}
    again = record_of((header, *lines_of(record)), "again")
    assert (again.moves, again.taken_back) == (record.moves, record.taken_back)
    assert (again.hints, again.is_left) == (record.hints, record.is_left)
    assert again.hints_given == record.hints_given


def test_hints_are_told_in_the_order_of_the_moves(journals: dict[str, str]) -> None:
    """Also of a game in which one was asked for after the second move, then, when that was taken
    back, after the first.
    """
    header, started, *moves = journals["loa"].splitlines()
    back = ['{"hint": null}', '{"event": "taken_back", "plies": 1}', '{"hint": null}']
    text = "\n".join([header, started, *moves[:2], *back]) + "\n"
    (record,) = parse_games(text.encode(), "x.jsonl")
    assert record.hints == (1, 2)
    again = record_of((json.loads(header), *lines_of(record)), "again")
    assert again.hints == record.hints


def test_a_journal_whose_moves_lead_elsewhere_than_it_says_is_refused() -> None:
    """Another tile turned would be a legal move, too."""
    header = '{"schema": 1, "game": "connexoh", "rules": {}, "players": ["A", "B"], "started": 0}'
    told = {"event": "move_played", "player": "w", "turn_over": True, "move": "c3@90"}
    told["position"] = "0b0b0b0b0b0b/000000/000000/001000/000000/0w0w0w0w0w0w b c2,c3"
    good = f"{header}\n{json.dumps(told)}\n"
    for same in (good, good.replace(" b c2,c3", "  B C3,C2")):
        parse_games(same.encode(), "x.jsonl")
    with pytest.raises(InvalidFile, match=r"^x\.jsonl: position '0b.* after 1 move, expected '0b"):
        parse_games(good.replace("c3@90", "c4@90").encode(), "x.jsonl")


def test_a_journal_that_another_program_wrote_loses_nothing(journals: dict[str, str]) -> None:
    """Neither a byte order mark nor a last line that no newline ends makes a difference; a last
    line that is torn is left out.
    """
    data = journals["loa"].encode()
    (whole,) = parse_games(data, "x.jsonl")
    assert parse_games(data.removesuffix(b"\n"), "x.jsonl") == (whole,)
    assert parse_games(b"\xef\xbb\xbf" + data, "x.jsonl") == (whole,)
    assert parse_games(data + b'{"event": "game_o', "x.jsonl") == (whole,)


def test_a_move_taken_back_and_played_again_is_told() -> None:
    """The lines made of a record know that it was taken back, though the game went on with it."""
    whole = random_record("loa", Random(4), 12)
    record = replace(whole, taken_back=(whole.moves, whole.moves[:3]))
    header = {"schema": 1, "game": "loa", "rules": dict(whole.header.rules), "source": ""}
    header |= {"players": ["A", "B"], "started": 0, "position": whole.header.position}
    again = record_of((header, *lines_of(record)), "again")
    assert (again.moves, again.taken_back) == (record.moves, record.taken_back)


def test_a_move_played_again_keeps_its_own_time() -> None:
    """The same move as one that was taken back, with less on the clock."""
    whole = random_record("linja", Random(4), 12)
    before = tuple(replace(move, clock_s=90.0 - n) for n, move in enumerate(whole.moves))
    again = tuple(replace(move, clock_s=60.0 - n) for n, move in enumerate(whole.moves))
    record = replace(whole, moves=(*before[:2], *again[2:]), taken_back=(before,))
    header = {"schema": 1, "game": "linja", "rules": dict(whole.header.rules), "source": ""}
    header |= {"players": ["A", "B"], "started": 0, "position": whole.header.position}
    read = record_of((header, *lines_of(record)), "again")
    assert len(record.moves) > 3
    assert (read.moves, read.taken_back) == (record.moves, record.taken_back)


def test_journals_one_behind_the_other_are_several_games(journals: dict[str, str]) -> None:
    """None takes the moves of the next one, which no journal that is kept has either."""
    texts = [journals["loa"], journals["linja"], journals["loa"]]
    alone = [parse_games(text.encode(), "x.jsonl")[0] for text in texts]
    assert parse_games("".join(texts).encode(), "x.jsonl") == tuple(alone)
    begun = journals["loa"].splitlines()[0] + "\n"
    first, second = parse_games((begun + journals["loa"]).encode(), "x.jsonl")
    assert (first.moves, second) == ((), alone[0])
    wrong = re.sub(r'"turn_over":', '"over":', journals["linja"], count=1)
    with pytest.raises(InvalidFile, match=r"^x\.jsonl, game 2, line 3: 'turn_over' is missing"):
        parse_games((texts[0] + wrong).encode(), "x.jsonl")
    twice = [json.loads(line) for line in (begun + journals["loa"]).splitlines()]
    with pytest.raises(InvalidFile, match="line 2: a second header"):
        record_of(twice, "x.jsonl")


@pytest.mark.parametrize("comment", ["Cup (;B[c8-c6]) final", '"Cup" final'])
def test_a_text_may_begin_with_a_comment(comment: str) -> None:
    """It is no JSON, nor SGF, whatever brackets or quotes stand in it."""
    text = f"{{{comment}}}\n1. b1-b3 a2-c2\n"
    (record,) = parse_games(text.encode(), "x.txt", "loa")
    assert record.header.comment == comment
    assert [move.text for move in record.moves] == ["b1-b3", "a2-c2"]
    with pytest.raises(InvalidFile, match="JSON"):
        parse_games(b"{\n", "x.txt", "loa")


@pytest.mark.parametrize("data", [b"", b"   \n", b"\xff\xfe\x00", b"{", b"Game: Go\n", b"hello"])
def test_other_files_are_refused_in_one_line(data: bytes) -> None:
    """What is no file of games says so, with its name."""
    with pytest.raises(InvalidFile, match=r"^x\.dat") as caught:
        parse_games(data, "x.dat")
    assert "\n" not in str(caught.value)


def test_lines_of_a_journal_name_the_file(journals: dict[str, str]) -> None:
    """A message about a damaged line, or a move, begins with the name that was given."""
    for kind, value, told in (
        ("move", "b1-b4", "1: "),
        ("player", "b", "1, .*: b was not to move"),
    ):
        wrong = re.sub(rf'"{kind}": ?"[^"]+"', f'"{kind}":"{value}"', journals["loa"], count=1)
        with pytest.raises(InvalidFile, match=rf"^a\.jsonl: move {told}"):
            parse_games(wrong.encode(), "a.jsonl")
    with pytest.raises(InvalidFile, match=r"^a\.jsonl, line 1"):
        next(each_line(b"[]\n", "a.jsonl"))


@pytest.mark.parametrize(
    "line",
    [
        '{"event": "taken_back", "plies": 1e999}',
        '{"clocks_s": [1%s, 2]}' % ("0" * 400),
        '{"offences": [0, Infinity]}',
    ],
)
def test_numbers_that_nothing_can_hold_are_damage_too(journals: dict[str, str], line: str) -> None:
    """JSON lets them in; the message names the line."""
    header = journals["loa"].splitlines()[0]
    with pytest.raises(InvalidFile, match="line 2"):
        parse_games(f"{header}\n{line}\n".encode(), "x.jsonl")


def test_a_beginning_that_no_clock_can_hold_is_damage_too(journals: dict[str, str]) -> None:
    """The header is looked at as closely as the moves."""
    header = json.loads(journals["loa"].splitlines()[0]) | {"started": 10**400}
    with pytest.raises(InvalidFile, match="header"):
        parse_games(f"{json.dumps(header)}\n".encode(), "x.jsonl")


def test_a_journal_is_known_by_its_first_letter(journals: dict[str, str]) -> None:
    """Whatever the people in it are called, it is no SGF."""
    named = re.sub(r'"players": ?\[[^]]*\]', '"players":["(;GM[9]","b"]', journals["loa"])
    (record,) = parse_games(named.encode(), "x.jsonl")
    assert record.header.players == ("(;GM[9]", "b")


@pytest.mark.parametrize("order", ["le", "be"])
def test_files_from_windows_are_read(order: str, journals: dict[str, str]) -> None:
    """In UTF-16, as its PowerShell writes the output of a command, whatever the format."""
    record = random_record("loa", Random(4), 12)
    for text in (record_text(record), sgf_bytes(record).decode(), journals["loa"]):
        data = ("\ufeff" + text.replace("\n", "\r\n")).encode(f"utf-16-{order}")
        (found,) = parse_games(data, "x")
        assert [move.text for move in found.moves] == [move.text for move in record.moves]
        with pytest.raises(InvalidFile, match=r"x: byte \d+ is no UTF-16 text"):
            parse_games(data[:-1], "x")
