"""The kept games: a list, and what can be done with one of them."""

from __future__ import annotations

from pi_board.app.agreement import called
from pi_board.app.menus.words import game_title
from pi_board.app.menus.world import World
from pi_board.core.message import Message, Text, counted, message
from pi_board.core.page import Item, Page
from pi_board.core.words import IN_A_LIST, in_brief
from pi_board.records.search import Summary

PAGE = 20  # games on one page


def archive(world: World, first: str = "0") -> Page:
    """Some of the games, newest first."""
    start = int(first or 0)
    shown = world.kept[start : start + PAGE]
    items = [_game(game) for game in shown]
    if start:
        items.insert(0, _turn(message("Newer games"), start - PAGE))
    if start + PAGE < len(world.kept):
        items.append(_turn(message("Older games"), start + PAGE))
    elif world.older:
        told = counted("{count} older game is not shown.", "{count} older games are not shown.",
                       world.older)  # fmt: skip
        items.append(Item("", told))
    if not items:
        items = [Item("", message("No games yet."))]
    return Page(f"archive {start}", message("Archive"), tuple(items))


def _turn(label: Message, start: int) -> Item:
    return Item("open", label, f"archive {max(0, start)}", mark="more")


def go_on(world: World, _: str = "") -> Page:
    """The games that can be gone on with."""
    items = tuple(
        Item("go_on", _names(game), game.id, note=_about(game, _moves(game))) for game in world.open
    )
    return Page("continue", message("Continue"), items)


def one_game(world: World, game_id: str) -> Page:
    """What can be done with a kept game."""
    found = next((game for game in world.kept if game.id == game_id), None)
    if found is None:
        return Page("kept", message("Archive"), (Item("", message("The game is not there.")),))
    removes = Item("open", message("Delete"), f"delete {game_id}", icon="close", mark="more")
    if found.problem and not found.plies:
        return Page("kept", message("Archive"), (Item("", found.problem), removes))
    items = [
        Item("", described(found)),
        Item("", found.problem or _result(found)),
        Item("replay", message("Replay"), game_id, icon="play", recommended=True),
        Item("review", message("Review"), game_id, icon="eye",
             note=message("Who stood how, and where the game turned.")),
    ]  # fmt: skip
    if any(game.id == game_id for game in world.open):
        items.insert(2, Item("go_on", message("Continue"), game_id, icon="play"))
    return Page("kept", _names(found), (*items, removes))


def delete(_world: World, game_id: str) -> Page:
    """Asked once more, for a finger that slipped."""
    items = (
        Item("back", message("Keep it"), icon="undo"),
        Item("delete", message("Delete for ever"), game_id, icon="close"),
    )
    return Page("delete", message("Delete this game?"), items)


def _game(game: Summary) -> Item:
    return Item(
        "open", _names(game), f"kept {game.id}", mark="more",
        note=in_brief(game.problem, IN_A_LIST) or _about(game, _result(game)),
    )  # fmt: skip


def _about(game: Summary, what: Text) -> Message:
    if not game.started:  # the file that it was imported from has no date
        return message("{game} · {what}", game=game_title(game.game), what=what)
    return message("{game} · {what} · {when}", game=game_title(game.game), what=what,
                   when=game.begun)  # fmt: skip


def described(game: Summary) -> Message:
    """``Lines of Action, Ioana - Tomáš, move 12``."""
    return message("{game}, {players}, {moves}", game=game_title(game.game), players=_names(game),
                   moves=_moves(game))  # fmt: skip


def _moves(game: Summary) -> Message:
    return counted("{count} move", "{count} moves", game.plies)


def _names(game: Summary) -> Message:
    return message("{black} – {white}", black=called(game.black), white=called(game.white))


def _result(game: Summary) -> Text:
    if game.outcome == "draw":
        return message("a draw")
    if game.outcome in ("b", "w"):
        winner = game.black if game.outcome == "b" else game.white
        return message("{player} won", player=called(winner))
    return message("not finished")
