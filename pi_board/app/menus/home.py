"""The first page, and the pages that stand beside the games: rules, practice, about, the doctor."""

from __future__ import annotations

from pi_board.app.menus.archive import described
from pi_board.app.menus.in_game import KEPT
from pi_board.app.menus.words import game_options
from pi_board.app.menus.world import World
from pi_board.core.message import Message, message
from pi_board.core.page import Item, Page


def home(world: World, _: str = "") -> Page:
    """Where an evening begins."""
    items = [Item("open", message("New game"), "new", icon="plus", recommended=True)]
    if len(world.open) == 1:
        (game,) = world.open
        items.append(Item("go_on", message("Continue"), game.id, icon="play", note=described(game)))
    elif world.open:
        items.append(Item("open", message("Continue"), "continue", icon="play", mark="more"))
    items += [
        Item("open", message("Archive"), "archive 0", icon="menu"),
        Item("open", message("Rules"), "rules", icon="book"),
        Item("open", message("Practice"), "practice", icon="hint"),
        Item("open", message("Set up the board"), "set_up", icon="turn"),
        Item("open", message("Settings"), "settings", icon="settings"),
        Item("open", message("About"), "about", icon="info"),
    ]
    return Page("home", "pi_board", tuple(items), "tiles", is_first=True)


def _games(name: str, title: Message, command: str) -> Page:
    items = tuple(
        Item(command, option.name, option.value, note=option.note, mark="more")
        for option in game_options()
    )
    return Page(name, title, items)


def rules(_world: World, _: str = "") -> Page:
    """The rules of which game."""
    return _games("rules", message("Rules"), "lessons")


def practice(_world: World, _: str = "") -> Page:
    """Which game is practised: every move is commented on."""
    return _games("practice", message("Practice"), "practise")


def set_up(_world: World, _: str = "") -> Page:
    """The board of which game is set up."""
    return _games("set_up", message("Set up the board"), "calibrate")


def about(world: World, _: str = "") -> Page:
    """What this is; the way to the doctor, and out."""
    items = [
        Item("", message("A referee for Lines of Action, Linja and Connex'oh.")),
        Item("", message("Version {version}", version=world.version)),
        Item("doctor", message("Is everything well?"), icon="eye", mark="more",
             note=message("Looks at the camera, the pins, the screen, the disk and the power.")),
        Item("open", message("Leave the program"), "leave", icon="close", mark="more"),
    ]  # fmt: skip
    return Page("about", message("About"), tuple(items))


def leave(world: World, _: str = "") -> Page:
    """Asked once more, for a finger that slipped."""
    note = KEPT if world.playing is not None and world.playing.may_resign else ""
    items = (
        Item("back", message("Stay here"), icon="undo"),
        Item("quit", message("Leave the program"), icon="close", note=note),
    )
    return Page("leave", message("Leave the program?"), items)


def doctor(world: World, _: str = "") -> Page:
    """What the doctor has found."""
    if world.report is None:
        items: tuple[Item, ...] = (Item("", message("Looking at everything; it takes a while.")),)
    else:
        items = tuple(
            Item("", f"{found.sign}  {found.part}: {found.text}", note=found.remedy)
            for found in world.report
        )
    return Page("doctor", message("Is everything well?"), items)


def reading() -> Page:
    """While there is no world yet: many games have to be read first."""
    text = message("All kept games are read anew; it takes a while.")
    return Page("reading", message("Archive"), (Item("", text),), is_first=True)


def trouble(world: World, _: str = "") -> Page:
    """Why something could not be done."""
    return Page("trouble", message("That did not work"), (Item("", world.trouble),))
