"""The readable record, written and read."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_board.core.errors import InvalidFile
from pi_board.games.registry import GAMES, make_game
from pi_board.records.record import Header, Record, RecordedMove, turns
from pi_board.records.replay import Replay
from pi_board.records.text import SOURCE, parse_record, parse_records, record_text
from tests.records.games import random_record

RULES = (("first", "b"),)


def test_moves_are_numbered_in_pairs() -> None:
    """Each numbered line holds one turn of each player."""
    moves = tuple(
        RecordedMove(player, text, True)
        for player, text in (("b", "c1-c3"), ("w", "h4-f6"), ("b", "c3xf6"))
    )
    header = Header("loa", RULES, ("Ioana", "Tomáš"), "", 0.0)
    text = record_text(Record(header, moves, "b", "connected"))
    assert "Result: b (connected)\n" in text
    assert text.endswith("  1. c1-c3  h4-f6\n  2. c3xf6\n")


def test_a_long_remark_moves_no_other_line() -> None:
    """Moves stand in line but for those behind it."""
    record = parse_record("1. c8-c6 {Why not the e-file?} h4-f2 2. g8-g6 h2-e2", "loa")
    assert record_text(record).splitlines()[-2:] == [
        "  1. c8-c6 {Why not the e-file?}  h4-f2",
        "  2. g8-g6  h2-e2",
    ]


def test_small_moves_of_a_turn_are_joined() -> None:
    """A follow-up stands behind its slash, a bonus sequence behind a semicolon."""
    moves = (
        RecordedMove("w", "5-6", False),
        RecordedMove("w", "/1-4", False),
        RecordedMove("w", "0-1", False),
        RecordedMove("w", "/3-5", True),
        RecordedMove("b", "0-1", True),
    )
    assert turns(moves) == (("w", "5-6/1-4;0-1/3-5"), ("b", "0-1"))


@settings(max_examples=30)
@given(name=st.sampled_from(list(GAMES)), seed=st.integers(0, 10**6))
def test_what_was_written_is_read_back(name: str, seed: int) -> None:
    """Every record reads back as it was: rules, players, date, moves, result."""
    record = random_record(name, Random(seed))
    again = parse_record(record_text(record))
    assert again == replace(record, header=replace(record.header, source=SOURCE))


def test_a_move_that_broke_a_rule_keeps_its_position() -> None:
    """An accepted illegal move and a comment come back with the moves."""
    game = make_game("loa")
    replay = Replay(game)
    replay.play("b1-b3")
    replay.accept("a2-d2", "2bbbbb1/w6w/w6w/w6w/w6w/wb5w/3w3w/2bbbbb1 b")
    replay.note("let stand")
    replay.play("c1-c3")
    record = replay.record(Header("loa", game.options, ("A", "B"), SOURCE, 0.0))
    assert parse_record(record_text(record)) == record


@pytest.mark.parametrize("comment", ["accepted: by both of us", "accepted:"])
def test_a_comment_is_not_taken_for_a_position(comment: str) -> None:
    """Not even one that begins like what stands before the position of an accepted move."""
    game = make_game("loa")
    replay = Replay(game)
    replay.play("b1-b3")
    replay.note(comment)
    record = replay.record(Header("loa", game.options, ("A", "B"), SOURCE, 0.0))
    assert parse_record(record_text(record)) == record


def test_a_comment_before_the_first_move_is_kept() -> None:
    """It is one on the game; no brace in it ends it early, and none is lost."""
    record = parse_record("Game: Linja\n\n{accepted: by all}\n{why not}\n1. 0-1", "linja")
    assert record.header.comment == "accepted: by all why not"
    assert [move.comment for move in record.moves] == [""]
    assert parse_record(record_text(record)) == record
    braced = replace(record, header=replace(record.header, comment="a {b} :}"))
    assert parse_record(record_text(braced)).header.comment == "a (b) :)"


def test_several_games_of_a_text_are_all_read() -> None:
    """One after the other, as two files put together are; a comment is no header,
    and a name no comment.
    """
    records = [random_record(name, Random(4)) for name in GAMES]
    records[0] = replace(records[0], header=replace(records[0].header, players=("Eva {", "B")))
    records[1] = replace(records[1], header=replace(records[1].header, comment="a long one"))
    text = "\n".join(map(record_text, records)).replace("a long one", "a\nBlack: b\nGame: c")
    again = parse_records(text)
    assert [record.moves for record in again] == [record.moves for record in records]
    assert [record.header.players for record in again] == [one.header.players for one in records]
    assert again[1].header.comment == "a Black: b Game: c"
    with pytest.raises(InvalidFile, match=r"^a\.txt, line 6: a1-a1"):
        parse_records(
            "Game: Linja\n\n1. 0-1\nBlack: A\nGame: Lines of Action\n1. a1-a1", "", "a.txt"
        )


def test_a_game_without_moves_is_one_of_several() -> None:
    """Given up at once, say; nothing of its head goes over into the next one."""
    given_up = parse_record("Game: Linja\nClock: 10\nMatch: cup\nResult: b (resigned)\n")
    played = parse_record("Game: Lines of Action\nResult: w\n\n1. c8-c6\n")  # why is not said
    both = (given_up, played)
    assert parse_records("\n".join(map(record_text, both))) == both
    heads = parse_records("Game: Linja\nBlack: a\n\nGame: Linja\nBlack: b\n")
    assert [one.header.players[0] for one in heads] == ["a", "b"]
    (single,) = parse_records("Game: Linja\nBlack: a\nBlack: b\n\n1. 0-1")
    assert single.header.players[0] == "b"


def test_bare_moves_of_a_named_game_are_a_record() -> None:
    """Numbered moves without any header are read for the game that is named."""
    record = parse_record("1. c8-c6 h4-f2\n2. g8-g6", "loa")
    assert [move.text for move in record.moves] == ["c8-c6", "h4-f2", "g8-g6"]


@pytest.mark.parametrize(
    "text",
    [
        "1.b1-b3 a2-c2 2.B8-B6",
        "1. b1 b3 a2 c2\n2. b8 b6",
        "1. b1 - b3 a2:c2\n2. b8b6+",
        "1. b1 – b3 a2 – c2\n2. b8–b6",
        "1.b1-b3\n1...a2-c2\n2.b8-b6",
        "1. b1-b3\n1. a2-c2\n2. b8-b6",
        "0. b1-b3 a2-c2\n1. b8-b6",
        "1) b1-b3 a2-c2\n2) b8-b6",
        "b1b3 a2c2 b8b6",
    ],
)
def test_moves_are_read_as_others_write_them(text: str) -> None:
    """A number may touch its move, and the two squares of a move may stand apart."""
    record = parse_record(text, "loa")
    assert [move.text for move in record.moves] == ["b1-b3", "a2-c2", "b8-b6"]


def test_the_turns_may_be_counted_before_each_pair() -> None:
    """Two turns at a time, as the numbers say; two numbers alone may have another between them."""
    pairs = ("a1@90 f1@90", "a2@90 f2@90", "a3@90")
    text = "Game: Connex'oh\n\n" + "\n".join(f"{2 * n + 1}. {p}" for n, p in enumerate(pairs))
    record = parse_record(text)
    assert [move.text for move in record.moves] == " ".join(pairs).split()
    for wrong in (text.replace(" f2@90", ""), text.replace("5.", "7.")):
        with pytest.raises(InvalidFile, match=r"line [45]: number [35]., expected"):
            parse_record(wrong)


@pytest.mark.parametrize(
    ("given", "kept"),
    [("b (timeout)", "b (timeout)"), ("w (Resigned)", "w (resigned)"), ("draw", "draw")],
)
def test_a_result_may_be_in_other_words(given: str, kept: str) -> None:
    """Only of what the board itself would show the moves must tell."""
    text = f"Game: Lines of Action\nResult: {given}\n\n1. b1-b3 a2-c2"
    assert parse_record(text).result == kept


def test_other_fields_of_a_head_are_passed_over() -> None:
    """Whatever else somebody notes of a game."""
    head = "Event: cup\nName: x\nSite: Brno\nRound: 3\nWhite Elo: 1500\nGame: Linja\n"
    head += "GameId: 7\nMatchId: 8\nBlackId: 9\nClock W: 3\n"
    assert parse_record(f"{head}\n1. 0-1").header.game == "linja"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("1BBBBBB1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1   b", ""),
        ("1BBBBBB1/8/w6w/w6w/w6w/w6w/w6w/1bbbbbb1\tB", "1bbbbbb1/8/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b"),
    ],
)
def test_a_position_is_kept_as_records_name_it(given: str, kept: str) -> None:
    """However it was written, and not at all if it is where games start anyway."""
    record = parse_record(f"Game: Lines of Action\nPosition: {given}\n\n1. b1-b3")
    assert record.header.position == kept


def test_a_game_that_began_in_the_middle_may_be_numbered_so() -> None:
    """Its first number is any; an answer may repeat the number of the move."""
    record = parse_record(
        "Game: Lines of Action\nPosition: 1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 w\n\n"
        "17. ... a2-c2\n18. b1-b3 {so} 18. ... a4-c4 19. b8-b6"
    )
    assert [move.text for move in record.moves] == ["a2-c2", "b1-b3", "a4-c4", "b8-b6"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1. b1-b3", "has to be named"),
        ("Game: Chess\n\n1. e2-e4", "unknown game 'Chess'"),
        ("Game: Linja\nRules: capacity\n", "rule 'capacity'"),
        ("Game: Linja\nPositon: 1,2 w\n", "line 'Positon: ...', expected 'Position: ...'"),
        ("Game: Linja\nRULES: capacity=3\n", "line 'RULES: ...', expected 'Rules: ...'"),
        ("Game: Linja\nDate: yesterday\n", "date 'yesterday'"),
        ("Game: Linja\nResult: maybe\n", "result 'maybe'"),
        ("Game: Linja\nResult: b (connected)\n", "reason 'connected', expected separated or"),
        ("Game: Linja\nResult: b (separated)\n\n1. 0-1", "after 1 move the game goes on"),
        ("Game: Linja\nResult: b (Separated)\n\n1. 0-1", "after 1 move the game goes on"),
        ("Game: Linja\nClock: an hour\n", "clock 'an hour'"),
        ("Game: Linja\nGames: many\n", "length of a match 'many'"),
        ("Game: Linja\nPosition: 1,2 w\n", "position"),
        ("Game: Lines of Action\n\n1. b1-b3 a2-c2\n2. a1-a2", "line 4: "),
        ("Game: Lines of Action\n\n1. b1-b3 {so far", "line 3: a '{'"),
        ("Game: Connex'oh\n\n1. a1@90 b1@90\n3. c1@90", "line 4: number 3., expected 2."),
        ("Game: Connex'oh\n\n1. a1@90 f1@90\n1. a1@90 f1@90", "line 4: number 1., expected 2."),
        ("Game: Linja\n\n2. 0-1/0-2", "line 3: number 2., expected 1."),
        ("Game: Lines of Action\n\n1. b1-b3 {accepted: nothing}", "line 3: "),
    ],
)
def test_a_record_that_cannot_be_read_says_where(text: str, said: str) -> None:
    """The message names the file, the line and what was found."""
    with pytest.raises(InvalidFile, match=r"^game\.txt") as caught:
        parse_record(text, name="game.txt")
    assert said in str(caught.value)
