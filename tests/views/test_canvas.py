"""The whole screen: only what changed is drawn, and what is drawn can be touched."""

from dataclasses import replace

import pytest

from pi_board.core.layout import Surface
from pi_board.core.message import message
from pi_board.core.scene import (
    Board,
    Button,
    CameraPicture,
    Card,
    Choice,
    Lane,
    Notice,
    Piece,
    Preview,
    SiteReading,
    Spin,
)
from pi_board.views.board import BoardView
from pi_board.views.buttons import button_boxes
from pi_board.views.camera import Pixels
from pi_board.views.canvas import Canvas
from pi_board.views.choices import choice_boxes
from pi_board.views.geometry import grid_of
from pi_board.views.language import speaker
from pi_board.views.lettering import Letters
from pi_board.views.theme import TEXT_SIZES, THEMES, read_theme
from tests.app.lettered import lines_drawn
from tests.views.scenes import BOARD, BUTTONS, CHOICES, SCENE


@pytest.fixture(params=[(800, 480), (480, 800)])
def canvas(request):
    """A canvas that shows the scene."""
    made = Canvas(request.param, read_theme("dark"))
    made.draw(SCENE)
    return made


def middle_of(canvas, command):
    """The middle of the button for `command`."""
    boxes = button_boxes(canvas._desk, BUTTONS, canvas.plan.buttons)
    return dict(zip((b.command for b in BUTTONS), boxes, strict=True))[command].centre


def test_nothing_is_drawn_when_nothing_changed(canvas):
    """An equal scene draws no box."""
    assert canvas.draw(replace(SCENE)) == []


def test_only_the_part_that_changed_is_drawn(canvas):
    """A new message draws the message; a moved stone draws the board."""
    said = replace(SCENE, notice=Notice(message("White to move")))
    assert canvas.draw(said) == [canvas.plan.notice]
    moved = replace(said, board=replace(BOARD, pieces=(Piece("c3", "b"), Piece("a3", "w"))))
    assert canvas.draw(moved) == [canvas.plan.board]


def test_the_clock_draws_its_card_only(canvas):
    """A second that passes draws one card."""
    far, near = SCENE.cards
    ticked = replace(SCENE, cards=(far, replace(near, clock="12:40")))
    assert canvas.draw(ticked) == [canvas.plan.near]


def test_a_touched_button_sends_its_command(canvas):
    """A touch on a button gives its command; on one that is not enabled nothing."""
    assert canvas.command_at(middle_of(canvas, "hint")) == ("hint", "")
    assert canvas.command_at(middle_of(canvas, "menu")) == ("menu", "")
    assert canvas.command_at(middle_of(canvas, "take_back")) is None


def test_a_touched_place_is_named(canvas):
    """A touch on the board gives the site."""
    grid = grid_of(BOARD, canvas.plan.board)
    assert canvas.command_at(grid.point("f6")) == ("touch", "f6")


def test_a_touch_beside_everything_sends_nothing(canvas):
    """Gaps and the message answer no touch."""
    assert canvas.command_at((1, 1)) is None
    assert canvas.command_at(canvas.plan.notice.centre) is None


def test_two_readings_stand_in_place_of_the_board(canvas):
    """Each reading is a button on its half of the board's place."""
    canvas.draw(replace(SCENE, choices=CHOICES))
    board = canvas.plan.board
    x, y = board.centre
    assert canvas.command_at((x - board.w / 4, y)) == ("choose", "c1-c3")
    assert canvas.command_at((x + board.w / 4, y)) == ("choose", "c1xa3")


def test_one_reading_alone_has_all_of_the_board_s_place(canvas):
    """Half of the screen would stay empty else, and the board be small for nothing."""
    canvas.draw(replace(SCENE, choices=CHOICES[:1]))
    board = canvas.plan.board
    for share in (0.05, 0.5, 0.95):
        assert canvas.command_at((board.x + share * board.w, board.centre[1])) == (
            "choose", "c1-c3",
        )  # fmt: skip


@pytest.mark.parametrize("size", [(320, 240), (480, 320), (800, 480)])
@pytest.mark.parametrize("count", [6, 9, 12, 24])
def test_ever_so_many_choices_are_drawn_and_can_be_touched(
    size: tuple[int, int], count: int
) -> None:
    """A hand that lifts four tiles of Connex'oh with its reeds is asked about twelve turns."""
    small = Board(Surface.TILES, 3, 3, (Piece("b2", "w"),), (0,) * 9, bare=True)
    choices = tuple(replace(CHOICES[0], board=small, argument=f"{i}") for i in range(count))
    canvas = Canvas(size, read_theme("dark", TEXT_SIZES["large"]))
    canvas.draw(replace(SCENE, choices=choices))
    boxes = choice_boxes(canvas._desk, choices, canvas.plan.board)
    found = [canvas.command_at(box.centre) for box in boxes]
    assert found == [(CHOICES[0].command, choice.argument) for choice in choices]


def test_the_numbers_of_moves_are_read_on_six_small_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when it is asked in which order three tiles were turned, on a small screen: in letters
    of seven pixels or more, beside long words.
    """
    said = message("Turn c2 to the right. Then: Turn e3 half round. Then: Turn b5 to the left")
    spins = tuple(Spin(site, 1, number=number) for number, site in enumerate(("b5", "c2", "e3"), 1))
    board = Board(Surface.TILES, 6, 6, (), (0,) * 36, spins=spins, bare=True)
    choices = tuple(Choice(board, said, "choose", f"{i}") for i in range(6))
    written, write = [], Letters.draw

    def noted(letters, target, text, at, size, *rest):
        written.append((text, size))
        write(letters, target, text, at, size, *rest)

    canvas = Canvas((480, 320), read_theme("dark"))
    canvas.draw(SCENE)
    monkeypatch.setattr(Letters, "draw", noted)
    canvas.draw(replace(SCENE, choices=choices))
    sizes = [size for text, size in written if text in {"1", "2", "3"}]
    assert len(sizes) == 3 * len(choices)
    assert min(sizes) >= 7


def test_the_words_of_all_choices_are_of_one_size_and_under_their_boards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However long what one of them means is, on a small screen in large letters."""
    words, boards, write, draw = [], [], Letters.draw, BoardView.draw
    said = ("Take back", "Take back. Then: turn b3 left", "Take back. Then: turn b3. Then: c3 left")
    bare = replace(CHOICES[0], board=replace(CHOICES[0].board, bare=True))
    choices = tuple(replace(bare, label=message(text), argument=text) for text in said)
    canvas = Canvas((480, 320), read_theme("dark", TEXT_SIZES["large"]))
    canvas.draw(SCENE)

    def noted(letters, target, text, at, size, *rest):
        words.append((at, size))
        write(letters, target, text, at, size, *rest)

    def seen(view, target, board, box, *rest):
        boards.append(box)
        draw(view, target, board, box, *rest)

    monkeypatch.setattr(Letters, "draw", noted)
    monkeypatch.setattr(BoardView, "draw", seen)
    canvas.draw(replace(SCENE, choices=choices))
    assert len({size for _, size in words}) == 1
    for card, board in zip(
        choice_boxes(canvas._desk, choices, canvas.plan.board), boards, strict=True
    ):
        lines = [(y, size) for (x, y), size in words if card.x < x < card.right and y > card.y]
        lines = [(y, size) for y, size in lines if y < card.bottom]
        assert lines
        for y, size in lines:
            assert board.bottom <= y - size / 2
            assert y + size / 2 <= card.bottom


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_a_name_that_stands_alone_is_in_the_middle_of_its_card(size: tuple[int, int]) -> None:
    """As while a board is set up, when nothing is counted and no clock runs."""
    cards = tuple(Card(player, name) for player, name in (("w", "Ioana"), ("b", "Tom")))
    lines = lines_drawn(Canvas(size, read_theme("dark")), [("", replace(SCENE, cards=cards))])
    names = [line for line in lines if line.text in {"Ioana", "Tom"}]
    assert len(names) == 2
    for line in names:
        assert (line.top + line.bottom) / 2 == pytest.approx(line.box.centery, abs=1)


def test_the_camera_picture_stands_in_place_of_the_board(canvas):
    """With a camera picture the board's box shows its pixels, and the grid on them."""
    green = Pixels(60, 40, bytes((0, 90, 0)) * (60 * 40))
    corners = ((15.0, 35.0), (15.0, 5.0), (45.0, 5.0), (45.0, 35.0))
    camera = CameraPicture(
        corners, 8, 8, (SiteReading("c1", "b", 0.6), SiteReading("a3", "w", 0.99))
    )
    canvas.draw(replace(SCENE, camera=camera), pixels=green)
    found = set()
    box = canvas.plan.board
    for x in range(box.x, box.right, 3):
        for y in range(box.y, box.bottom, 3):
            found.add(tuple(canvas.surface.get_at((x, y)))[:3])
    assert (0, 90, 0) in found
    assert read_theme("dark").colour("good") in found


def test_the_camera_picture_goes_on_while_nothing_is_found_in_it(canvas):
    """Who points the camera at the board sees where it points now."""
    scene = replace(SCENE, camera=CameraPicture((), 8, 8))
    middle = tuple(round(at) for at in canvas.plan.board.centre)
    for colour in ((0, 90, 0), (90, 0, 0)):
        canvas.draw(scene, pixels=Pixels(60, 40, bytes(colour) * (60 * 40)))
        assert canvas.surface.get_at(middle)[:3] == colour


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("sight", "surface", "role"),
    [
        (SiteReading("c1", "empty", 1.0, covered=True), (8, 8), "warning"),
        (SiteReading("a3", "2b4w", 0.99), (6, 8), "surface"),
    ],
    ids=["covered", "lane"],
)
def test_what_is_seen_of_a_place_is_drawn_on_it(canvas, sight, surface, role):
    """A bar where something covers it, in the middle of a lane how many stones of both there are;
    neither is on the picture without.
    """
    corners = ((15.0, 35.0), (15.0, 5.0), (45.0, 5.0), (45.0, 35.0))
    green = Pixels(60, 40, bytes((0, 90, 0)) * (60 * 40))
    camera, box = CameraPicture(corners, *surface), canvas.plan.board
    found = []
    for sights in ((), (sight,)):
        canvas.draw(replace(SCENE, camera=replace(camera, sights=sights)), pixels=green)
        pixels = [(x, y) for x in range(box.x, box.right) for y in range(box.y, box.bottom)]
        found.append({tuple(canvas.surface.get_at(at))[:3] for at in pixels})
    assert read_theme("dark").colour(role) in found[1] - found[0]


@pytest.mark.parametrize("theme", THEMES)
def test_the_card_of_the_mover_is_inverted(theme):
    """The mover's card has the colour `turn`, the other one that of the panel."""
    canvas = Canvas((800, 480), read_theme(theme))
    canvas.draw(SCENE)
    colours = read_theme(theme).colours
    near, far = canvas.plan.near, canvas.plan.far
    assert canvas.surface.get_at((near.right - 4, near.y + 12))[:3] == colours["turn"]
    assert canvas.surface.get_at((far.right - 4, far.y + 12))[:3] == colours["panel"]


def test_the_notch_points_from_the_movers_card_to_the_board():
    """Between board and card the colour `turn` is seen at the mover's card only."""
    canvas = Canvas((800, 480), read_theme("dark"))
    canvas.draw(SCENE)
    turn = read_theme("dark").colour("turn")
    near, far = canvas.plan.near, canvas.plan.far
    assert canvas.surface.get_at((near.x - 3, round(near.centre[1])))[:3] == turn
    assert canvas.surface.get_at((far.x - 3, round(far.centre[1])))[:3] != turn


def test_a_sentence_is_said_in_the_players_language():
    """Every sentence goes through `say`."""
    said = []

    def say(sentence):
        said.append(sentence.template)
        return str(sentence).upper()

    Canvas((800, 480), read_theme("dark"), say).draw(SCENE)
    assert {"Black to move", "Lift a stone.", "{count} group", "Hint"} <= set(said)


@pytest.mark.parametrize("size", [(800, 480), (240, 320)])
def test_what_stands_below_a_title_is_written_beside_its_figure(size):
    """As whose bonus turn it is, on large and small screens."""
    turn = Notice(message("Bonus turn"), badge="+1", subtitle=message("White"))
    canvas = Canvas(size, read_theme("dark"))
    lines = lines_drawn(canvas, [("bonus", replace(SCENE, notice=turn))])
    told = [line.text for line in lines if line.box == canvas.plan.notice]
    assert told == ["+1", "Bonus turn", "White"]


@pytest.mark.parametrize("size", [(1024, 600), (1280, 720)])
def test_a_subtitle_without_room_beside_its_title_is_told_below(size):
    """As in large letters: that it is a bonus turn is not left out."""
    turn = Notice(message("Follow-up"), (message("Move one stone 4 rows."),), badge="4",
                  subtitle=message("bonus turn"))  # fmt: skip
    canvas = Canvas(size, read_theme("dark", TEXT_SIZES["large"]))
    lines = lines_drawn(canvas, [("bonus", replace(SCENE, notice=turn))])
    told = [line.text for line in lines if line.box == canvas.plan.notice]
    assert " ".join(told) == "4 Follow-up Bonus turn. Move one stone 4 rows."


@pytest.mark.parametrize("text_size", TEXT_SIZES)
def test_buttons_that_would_be_cut_are_written_smaller(text_size):
    """All of a row: cut, "Zug beenden" and "Zug zurück" would look alike."""
    labels = ("End turn", "Take back", "Menu")
    buttons = tuple(Button(text, message(text), "undo") for text in labels)
    canvas = Canvas((800, 480), read_theme("dark", TEXT_SIZES[text_size]), speaker("de"))
    lines = lines_drawn(canvas, [("row", replace(SCENE, buttons=buttons))])
    written = [line for line in lines if line.box == canvas.plan.buttons]
    assert [line.text for line in written] == ["Zug beenden", "Zug zurück", "Menü"]
    assert len({round(line.bottom - line.top, 3) for line in written}) == 1


@pytest.mark.parametrize("size", [(1024, 600), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("language", ["en", "de", "sv"])
def test_words_under_small_pictures_are_whole_in_large_text_too(size, language):
    """They may be as small as in usual text."""
    promise = message("joins none")
    small = tuple(Preview(BOARD, message(way), promise) for way in ("left", "half", "right"))
    turn = Notice(message("Turn tile {site}?", site="f6"), previews=small)
    canvas = Canvas(size, read_theme("dark", TEXT_SIZES["large"]), speaker(language))
    lines = lines_drawn(canvas, [("turn", replace(SCENE, notice=turn))])
    assert [line.text for line in lines].count(speaker(language)(promise)) == 3


@pytest.mark.parametrize("size", [(480, 320), (800, 480), (1920, 1080)])
def test_large_coordinates_are_no_smaller_than_any_text_may_be(size, monkeypatch):
    """Though the board gives room to the other letters; and they stay on its frame."""
    written, draw = [], Letters.draw

    def watch(self, target, text, at, size, *rest):
        written.append((text, at, size))
        draw(self, target, text, at, size, *rest)

    monkeypatch.setattr(Letters, "draw", watch)
    canvas = Canvas(size, read_theme("dark", TEXT_SIZES["large"]))
    canvas.draw(SCENE)
    beside = [(at[1], size) for text, at, size in written if text == "g"]
    least = read_theme("dark").type["caption"] * canvas.plan.unit
    assert beside
    for y, size_px in beside:
        assert size_px >= least
        assert y + (0.364 + 0.2) * size_px <= canvas.plan.board.h + 1  # the g's lower end


def test_a_tall_message_takes_the_strips_place_and_gives_it_back(canvas):
    """A tall message is drawn over message and strip; afterwards both are there again."""
    before = canvas.surface.copy()
    tall = replace(SCENE, notice=Notice(message("Put it back"), tone="danger", tall=True))
    assert canvas.draw(tall) == [canvas.plan.message]
    assert canvas.plan.message.bottom == canvas.plan.strip.bottom
    assert canvas.draw(SCENE) == [canvas.plan.message, canvas.plan.notice, canvas.plan.strip]
    assert canvas.surface.get_buffer().raw == before.get_buffer().raw


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("surface", [Surface.HOLES, Surface.ROWS])
def test_what_stands_beside_rows_keeps_clear_of_them(surface, turns, monkeypatch):
    """Counts, values and titles lie on the frame, outside the rows, however the board is turned."""
    written, draw = [], Letters.draw

    def watch(self, target, text, at, size, weight, colour, align="left"):
        written.append((text, at))
        draw(self, target, text, at, size, weight, colour, align)

    monkeypatch.setattr(Letters, "draw", watch)
    lanes = tuple(Lane(row, row, value=row) for row in range(1, 9))
    board = Board(
        surface, 6, 8, lanes=lanes, lane_titles=(message("stones"), message("points")),
        quarter_turns=turns,
    )  # fmt: skip
    canvas = Canvas((800, 480), read_theme("dark"))
    canvas.draw(replace(SCENE, board=board))
    grid = grid_of(board, canvas.plan.board)
    beside = [at for text, at in written if text in ("stones", "points", *"12345678")]
    shown = [at for at in beside if canvas.plan.board.contains(at)]
    assert len(shown) == 2 + 2 * 8
    assert [at for at in shown if grid.site_at(at) is not None] == []
