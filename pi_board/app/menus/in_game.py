"""The menu over a game: what can be asked for while it goes on."""

from __future__ import annotations

from pi_board.app.menus.world import InPlay, World
from pi_board.core.game import PLAYERS, Player, opponent
from pi_board.core.message import message
from pi_board.core.page import Item, Page
from pi_board.core.words import side

_NOTES = {"accept_board": message("The game is played from the board as it stands.")}
SAME = message("The same players and rules.")
KEPT = message("The game is kept and can be gone on with.")


def over(_world: World, _: str = "") -> Page:
    """What can be done after a game."""
    items = (
        Item("same_again", message("Another game"), icon="plus", note=SAME, recommended=True),
        Item("back", message("Back to the board"), icon="undo"),
        Item("replay", message("Replay"), icon="play"),
        Item("review", message("Review"), icon="eye",
             note=message("Who stood how, and where the game turned.")),
        Item("open", message("Settings"), "settings", icon="settings"),
        Item("main_menu", message("Main menu"), icon="menu"),
    )  # fmt: skip
    return Page("over", message("After the game"), items, "tiles")


def game_menu(world: World, _: str = "") -> Page:
    """Back to the game stands first; what ends it asks once more. Ways out are wanted at once, but
    for the one that begins a game, which a slip would do from a board that is half set up.
    """
    now = world.playing or InPlay("b")
    ways = [
        Item(b.command, b.label, b.argument, icon=b.icon, note=_NOTES.get(b.command, ""))
        for b in now.exits
        if b.command != "take_back"  # which a menu takes for "back"
    ]
    pause = (
        Item("continue", message("Continue"), icon="play", recommended=True)
        if now.is_paused
        else Item("pause", message("Pause"), icon="pause")
    )
    items = [
        Item("back", message("Back to the game"), icon="undo"),
        *(ways if now.may_resign else ()),
        pause,
    ]
    if now.can_look:
        items.append(Item("look", message("What the camera sees"), icon="eye"))
    if now.can_replay:
        items.append(Item("seconds", message("The last seconds"), icon="play"))
    items.append(Item("turn_board", message("Turn the board"), icon="turn"))
    if now.simulated:
        items.append(Item("put_right", message("Put the board right"), icon="check"))
    items += _endings(now, world.agreed.against) if now.may_resign else ways
    items += [
        Item("open", message("New game"), "again", icon="plus", mark="more"),
        Item("lessons", message("Rules"), icon="book"),
        Item("open", message("Settings"), "settings", icon="settings"),
        Item("main_menu", message("Main menu"), icon="menu", note=KEPT),
    ]  # fmt: skip
    return Page("game_menu", message("Menu"), tuple(items), "tiles")


def _endings(now: InPlay, computer: Player | None) -> list[Item]:
    """Whoever is at the screen speaks for people only, the computer for itself. For whom is told,
    for the other player may be at the screen.
    """
    giving_up = Item("open", message("Resign"), "resign", icon="flag", mark="more")
    if now.offered is None:
        player = now.to_move if computer is None else opponent(computer)
        offers = message("{player} offers a draw", player=side(player))
        return [Item("offer_draw", offers, player, icon="hand"), giving_up]
    other = opponent(now.offered)
    if other == computer:
        return [giving_up]
    agrees = message("{player} agrees to a draw", player=side(other))
    declines = message("{player} declines the draw", player=side(other))
    return [
        Item("agree_draw", agrees, other, icon="hand", recommended=True),
        Item("decline_draw", declines, other, icon="close"),
        giving_up,
    ]


def resign(world: World, _: str = "") -> Page:
    """Who gives up: asked by name, for the wrong one may be at the screen."""
    people = [player for player in PLAYERS if player != world.agreed.against]
    items = (
        Item("back", message("Back to the game"), icon="undo"),
        *(Item("resign", message("{player} resigns", player=side(player)), player, icon="flag")
          for player in people),
    )  # fmt: skip
    return Page("resign", message("Resign?"), items)


def again(_world: World, _: str = "") -> Page:
    """Asked once more: the game that is on is left."""
    label = message("Set up for a new game")
    items = (
        Item("back", message("Back to the game"), icon="undo"),
        Item("same_again", label, icon="plus", note=SAME),
    )
    return Page("again", message("Leave this game for a new one?"), items)
