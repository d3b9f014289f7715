"""What people have said still holds when the program was started anew in between."""

from contextlib import closing
from pathlib import Path

import pytest

from pi_board.app.kept.keeping import Keeper
from pi_board.core.game import opponent
from pi_board.games.registry import make_game
from pi_board.records.record import Header
from pi_board.referee.commands import COMMANDS
from pi_board.referee.instructing import to_do
from pi_board.referee.phases import Playing
from tests.records.table import PLAYERS, KeptDesk, gone_on_with
from tests.referee.desk import Desk, names, only
from tests.referee.test_reeds import Reeds


def test_a_paused_game_stays_paused(tmp_path: Path) -> None:
    """Nobody looks and no time runs until somebody goes on."""
    with closing(Keeper(Header.of(make_game("loa"), PLAYERS, "camera"), tmp_path)) as keeper:
        desk = KeptDesk(keeper, "loa")
        desk.started().command("pause")
    resumed = gone_on_with(desk, tmp_path)
    assert not resumed.look()
    clock = resumed.state.table.clock
    assert clock is not None
    assert (resumed.state.table.paused, clock.started_s) == (True, None)
    resumed.command("continue")
    resumed.play("b1-b3")
    assert resumed.record == ["b1-b3"]


def test_a_pause_that_is_over_is_over(tmp_path: Path) -> None:
    """Whoever has gone on before the program ended goes on."""
    with closing(Keeper(Header.of(make_game("loa"), PLAYERS, "camera"), tmp_path)) as keeper:
        desk = KeptDesk(keeper, "loa")
        desk.started().command("pause")
        desk.command("continue")
    resumed = gone_on_with(desk, tmp_path).started()
    assert isinstance(resumed.state, Playing)
    assert not resumed.state.table.paused


def test_a_pause_of_a_game_that_was_over_is_none(tmp_path: Path) -> None:
    """Nothing paused when its end was taken back, and nothing does after a restart."""
    with closing(Keeper(Header.of(make_game("loa"), PLAYERS, "camera"), tmp_path)) as keeper:
        desk = KeptDesk(keeper, "loa")
        desk.started().command("resign", "w")
        desk.command("pause")
        desk.command("take_back")
    assert isinstance(desk.state, Playing)
    assert not desk.state.table.paused
    assert not gone_on_with(desk, tmp_path).state.table.paused


@pytest.mark.parametrize("is_slid_on", [False, True])
def test_a_move_taken_back_by_the_button_is_not_played_again(
    tmp_path: Path, is_slid_on: bool
) -> None:
    """It still stands on the board: it is to be put back, as if the program had not ended."""
    with closing(Keeper(Header.of(make_game("loa"), PLAYERS, "camera"), tmp_path)) as keeper:
        desk = KeptDesk(keeper, "loa")
        desk.started().play("b1-b3", "a2-c2")
        if is_slid_on:
            desk.put(c2="empty", b1="w")
            only(desk.look(), "move_revised")
        desk.command("take_back")
    resumed = gone_on_with(desk, tmp_path)
    only(resumed.look(6), "disturbed")
    assert resumed.record == ["b1-b3"]
    resumed.position = resumed.state.line.now.position
    resumed.restore()
    assert names(resumed.hand() + resumed.look()) == ["restored"]


@pytest.mark.parametrize("against_program", [True, False])
def test_a_turn_taken_back_is_not_played_again_in_another_order(
    tmp_path: Path, against_program: bool
) -> None:
    """1-2 /2-4 leaves the board of 3-4 /1-3; also where it went back move by move."""
    with closing(Keeper(Header.of(make_game("linja"), PLAYERS, "camera"), tmp_path)) as keeper:
        desk = KeptDesk(keeper, "linja").started()
        if against_program:
            desk.command("instruct", "b")
        desk.play("1-2", "/2-4")
        for _ in range(1 if against_program else 2):
            desk.command("take_back")
    resumed = gone_on_with(desk, tmp_path)
    assert names(resumed.look(10)) == ["disturbed"]
    assert resumed.record == []


def test_a_turn_taken_back_is_no_other_one_where_stones_lie_beside_the_board(
    tmp_path: Path,
) -> None:
    """3-4 /4-6 leaves the board of 5-6 /3-5; that a stone still lies beside a row in which a hole
    has become free is no change.
    """
    game, whites = make_game("linja", None, {"first": "b"}), {f"{hole}8": "w" for hole in "abcdef"}
    with closing(Keeper(Header.of(game, PLAYERS, "camera"), tmp_path)) as keeper:
        desk = KeptDesk(keeper, "linja", rules={"first": "b"}).started()
        desk.play("6-7")
        desk.put(**whites)  # Black's stone lies beside
        desk.play("/5-6")
        desk.hand()
        desk.bring("0-1")
        desk.put(**whites | {"a8": "empty"})
        desk.look()
        desk.play("/6-7", "0-1", "/6-7")
        stood = desk.record
        desk.play("3-4", "/4-6")
        assert desk.record == [*stood, "3-4", "/4-6"]
        for _ in range(2):
            desk.command("take_back")
    resumed = gone_on_with(desk, tmp_path)
    assert names(resumed.look(10)) == ["disturbed"]
    assert resumed.record == stood


def test_an_accepted_board_of_linja_stands_as_it_was_accepted(tmp_path: Path) -> None:
    """With a stone that lies beside a row in which a hole has become free."""
    with closing(Keeper(Header.of(make_game("linja"), PLAYERS, "camera"), tmp_path)) as keeper:
        desk = KeptDesk(keeper, "linja").started()
        desk.play("6-7", "/5-6", "0-1")
        desk.put(**{f"{hole}1": "empty" if hole == "f" else "b" for hole in "abcdef"})
        shown = dict(zip(desk.layout.sites, desk.board.labels, strict=True))
        stone = next(s for s in shown if s[1] == "4" and desk.layout.labels[shown[s]] == "w")
        free = next(s for s in shown if s[1] == "3" and desk.layout.labels[shown[s]] == "empty")
        desk.put(**{stone: "empty", free: "w"})
        desk.hand()
        desk.look(6)
        desk.command("accept_board")
        accepted = desk.record
    assert isinstance(desk.state, Playing)
    resumed = gone_on_with(desk, tmp_path)
    assert names(resumed.look(4)) == ["restored"]
    assert resumed.record == accepted


def test_a_move_taken_back_and_put_back_may_be_played_again(tmp_path: Path) -> None:
    """Once the board was right there is nothing to remember."""
    with closing(Keeper(Header.of(make_game("loa"), PLAYERS, "camera"), tmp_path)) as keeper:
        desk = KeptDesk(keeper, "loa")
        desk.started().play("b1-b3")
        desk.command("take_back")
        desk.position = desk.state.line.now.position
        desk.restore()
        assert names(desk.look(4)) == ["restored"]
    desk.bring("b1-b3")
    resumed = gone_on_with(desk, tmp_path)
    resumed.look()
    assert resumed.record == ["b1-b3"]


@pytest.mark.parametrize(
    ("script", "offer"),
    [
        (("offer_draw b",), "b"),
        (("offer_draw b", "decline_draw b"), "b"),  # nobody declines the own offer
        (("offer_draw b", "decline_draw w"), None),
        (("offer_draw b", "decline_draw"), None),
        (("offer_draw b", "b1-b3"), "b"),
        (("offer_draw b", "b1-b3", "a2-c2"), None),
        (("b1-b3", "a2-c2", "offer_draw b", "take_back"), "b"),
        (("offer_draw b", "resign w", "take_back"), None),
    ],
)
def test_a_draw_that_was_offered_is_still_offered(
    script: tuple[str, ...], offer: str | None, tmp_path: Path
) -> None:
    """Until it is declined, by a word or by a move; it can be agreed to then."""
    with closing(Keeper(Header.of(make_game("loa"), PLAYERS, "camera"), tmp_path)) as keeper:
        desk = KeptDesk(keeper, "loa").started()
        for said in script:
            name, _, argument = said.partition(" ")
            if name in COMMANDS:
                desk.command(name, argument)
            else:
                desk.play(name)
    resumed = gone_on_with(desk, tmp_path)
    assert (desk.state.table.offer, resumed.state.table.offer) == (offer, offer)
    assert names(resumed.command("agree_draw", "w")) == (["game_over"] if offer else [])


@pytest.mark.parametrize(("by", "offer"), [("b", None), ("w", "w")])
def test_a_move_out_of_turn_that_is_let_stand_answers_an_offer(
    by: str, offer: str | None, tmp_path: Path
) -> None:
    """Of the other player, and not one's own."""
    with closing(Keeper(Header.of(make_game("loa"), PLAYERS, "camera"), tmp_path)) as keeper:
        desk = KeptDesk(keeper, "loa").started()
        desk.command("offer_draw", by)
        desk.put(h3="empty", d2="w")
        desk.hand()
        desk.look(6)
        assert only(desk.command("accept_board"), "move_played").player == "w"
    resumed = gone_on_with(desk, tmp_path)
    assert (desk.state.table.offer, resumed.state.table.offer) == (offer, offer)


def test_a_pass_that_is_forced_answers_no_offer(tmp_path: Path) -> None:
    """White cannot move, and has not declined."""
    with closing(Keeper(Header.of(make_game("loa"), PLAYERS, "camera"), tmp_path)) as keeper:
        desk = KeptDesk(keeper, "loa", "6bw/6bb/8/8/3b4/8/bb6/wb6 b").started()
        desk.command("offer_draw", "b")
        desk.play("d4-e4")
    assert desk.record == ["d4-e4", "pass"]
    resumed = gone_on_with(desk, tmp_path)
    assert (desk.state.table.offer, resumed.state.table.offer) == ("b", "b")


def rejected_before(folder: Path) -> Desk:
    """An illegal move was rejected and not put right, after it was accepted under a hand, in vain;
    another program goes on with the game.
    """
    with closing(Keeper(Header.of(make_game("loa"), PLAYERS, "camera"), folder)) as keeper:
        desk = KeptDesk(keeper, "loa").started()
        desk.put(b1="empty", b4="b")
        only(desk.look(6), "illegal")
        desk.hand()
        only(desk.command("accept"), "illegal")
        desk.command("reject")
        assert desk.state.table.offences == (1, 0)
    return gone_on_with(desk, folder)


def test_an_illegal_move_is_rejected_once(tmp_path: Path) -> None:
    """It is no longer asked about, and pressing the button again counts nothing."""
    resumed = rejected_before(tmp_path)
    told = only(resumed.look(6), "disturbed")
    assert {wrong.site for wrong in told.wrong} == {"b1", "b4"}
    resumed.command("reject")
    assert resumed.state.table.offences == (1, 0)
    resumed.restore()
    assert names(resumed.look(4)) == ["restored"]


@pytest.mark.parametrize(("is_restored", "target"), [(False, "b5"), (True, "b4")])
def test_another_illegal_move_is_another_offence(
    is_restored: bool, target: str, tmp_path: Path
) -> None:
    """Also the same one made again, once the board was right."""
    resumed = rejected_before(tmp_path)
    resumed.restore()
    if is_restored:
        resumed.look(4)
    resumed.offend("b1", target, times=1)
    assert resumed.state.table.offences == (2, 0)


def test_an_illegal_move_that_nobody_ruled_on_is_asked_about_again(tmp_path: Path) -> None:
    """It counts when it is rejected after the program was started anew."""
    with closing(Keeper(Header.of(make_game("loa"), PLAYERS, "camera"), tmp_path)) as keeper:
        desk = KeptDesk(keeper, "loa").started()
        desk.offend("b1", "b4", times=1)
        desk.put(b1="empty", b4="b")
        only(desk.look(6), "illegal")
    resumed = gone_on_with(desk, tmp_path)
    only(resumed.look(6), "illegal")
    resumed.command("reject")
    assert resumed.state.table.offences == (2, 0)


def touched(desk: Desk) -> Reeds:
    """Reeds on which c1 was lifted and put back, so that it must move."""
    reeds = Reeds(desk)
    reeds.scan()
    only(reeds.scan("c1", "c1", times=3), "illegal")
    return reeds


@pytest.mark.parametrize("is_other_moved", [False, True])
def test_a_touched_stone_must_still_move(is_other_moved: bool, tmp_path: Path) -> None:
    """Under the strict policy another stone's move does not count, whether it was made before the
    program ended or is made after that.
    """
    with closing(Keeper(Header.of(make_game("loa"), PLAYERS, "reed"), tmp_path)) as keeper:
        desk = KeptDesk(keeper, "loa", policy="strict")
        reeds = touched(desk)
        if is_other_moved:
            desk.bring("b1-b3")
            only(reeds.scan("b1", "b3", times=3), "illegal")
    resumed = gone_on_with(desk, tmp_path)
    reeds = Reeds(resumed)
    if not is_other_moved:
        assert names(reeds.scan(times=3)) == ["restored"]
        resumed.bring("b1-b3")
        assert only(reeds.scan("b1", "b3", times=3), "illegal").rule == "table.touched_stone"
    assert "choose" not in names(reeds.scan(times=12))
    assert resumed.record == []
    resumed.position = resumed.game.start()
    resumed.restore()
    assert names(reeds.scan("b3", "b1", times=3)) == ["restored"]
    resumed.bring("c1-c3")
    assert only(reeds.scan("c1", "c3", times=3), "move_played").move == "c1-c3"


def test_a_touched_stone_must_still_move_after_a_resignation_is_withdrawn(tmp_path: Path) -> None:
    """No move was made or taken back."""
    with closing(Keeper(Header.of(make_game("loa"), PLAYERS, "reed"), tmp_path)) as keeper:
        desk = KeptDesk(keeper, "loa", policy="strict")
        touched(desk)
        desk.command("resign", "w")
        desk.command("take_back")
        bound = desk.state.table.must_move
    assert bound is not None
    assert gone_on_with(desk, tmp_path).state.table.must_move == bound


def test_a_touched_stone_that_has_moved_binds_nobody(tmp_path: Path) -> None:
    """It was touched before its move."""
    with closing(Keeper(Header.of(make_game("loa"), PLAYERS, "reed"), tmp_path)) as keeper:
        desk = KeptDesk(keeper, "loa", policy="strict")
        reeds = touched(desk)
        desk.bring("c1-c3")
        only(reeds.scan("c1", "c3", times=3), "move_played")
    assert gone_on_with(desk, tmp_path).state.table.must_move is None


@pytest.mark.parametrize(
    ("name", "own", "its"),
    [
        ("loa", ("c1-c3",), ("a4-c4",)),
        ("linja", ("0-1", "/0-2"), ("0-1", "/0-2")),
        ("connexoh", ("c3@90",), ("d4@90",)),
    ],
)
@pytest.mark.parametrize("done", [0, 1])
def test_what_the_computer_has_said_is_still_to_be_made(
    tmp_path: Path, name: str, own: tuple[str, ...], its: tuple[str, ...], done: int
) -> None:
    """Also where it stands on the board by now: nobody puts back what it had ordered."""
    with closing(Keeper(Header.of(make_game(name), PLAYERS, "camera"), tmp_path)) as keeper:
        desk = KeptDesk(keeper, name).started()
        player = opponent(desk.position.to_move)
        desk.command("instruct", player)
        desk.play(*own)
        desk.command("instruct", " ".join((player, *its)))
        if len(its) > 1:
            desk.play(its[0])
    resumed = gone_on_with(desk, tmp_path)
    resumed.position = resumed.state.line.now.position  # type: ignore[union-attr]
    last = its[-1:] * done
    resumed.bring(*last)
    assert names(resumed.look(4)) == ["restored", *["move_played"] * done]
    table, line = resumed.state.table, resumed.state.line  # type: ignore[union-attr]
    assert to_do(table, line) == its[len(its) - 1 + done :]


def test_what_the_computer_has_said_of_a_turn_taken_back_is_void(tmp_path: Path) -> None:
    """The same number of moves later it is asked anew."""
    with closing(Keeper(Header.of(make_game("loa"), PLAYERS, "camera"), tmp_path)) as keeper:
        desk = KeptDesk(keeper, "loa").started()
        desk.play("c1-c3")
        desk.command("instruct", "w a4-c4")
        desk.command("take_back")
        desk.position = desk.game.start()
        desk.restore()
        desk.look(4)
        desk.play("d1-d3")
    assert gone_on_with(desk, tmp_path).state.table.instructed is None
