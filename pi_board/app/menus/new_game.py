"""The pages on which a game is agreed."""

from __future__ import annotations

from dataclasses import replace

from pi_board.app.agreement import BLACK, GUESTS, WHITE, Agreement, called
from pi_board.app.matching import standing_words
from pi_board.app.menus.words import (
    CLOCKS,
    HINTS,
    LENGTHS,
    OPPONENTS,
    POLICIES,
    PRESETS,
    READERS,
    Option,
    chosen,
    clock_name,
    game_options,
    game_title,
)
from pi_board.app.menus.world import World
from pi_board.core.game import Player
from pi_board.core.message import Message, Text, message
from pi_board.core.page import Item, Page
from pi_board.core.words import side
from pi_board.games.registry import make_game
from pi_board.hints.levels import LEVELS

SHOWN_NAMES = 12
OWN = "own"  # rules that no preset has


def new_game(world: World, _: str = "") -> Page:
    """Everything that can be agreed, with what it is at present; one touch begins the game."""
    agreed = world.agreed
    rules = _rules(agreed)
    items = [
        Item("start", message("Start the game"), icon="play", recommended=True,
             note=message("{black} – {white}", black=player_name(world, "b"),
                          white=player_name(world, "w"))),
        _row("game", message("Game"), game_title(agreed.game)),
        _row("preset", message("Rules"), rules.name, rules.note),
        *([_switch("position", message("Own start position"), True)] if agreed.position else ()),
        _row("name", side("b"), player_name(world, "b"), argument="black"),
        _row("name", side("w"), player_name(world, "w"), argument="white"),
        _row("against", message("The computer plays"), chosen(OPPONENTS, agreed.against or "")),
    ]  # fmt: skip
    if agreed.against:
        items.append(_row("level", message("Its strength"), f"{agreed.level}"))
    items += [
        _row("clock", message("Clock"), clock_name(agreed.clock)),
        _row("policy", message("Illegal moves"), chosen(POLICIES, agreed.policy)),
        _switch("confirm", message("Moves count when confirmed"), agreed.confirm),
        _row("hints_b", _hints_for("b"), _hints(agreed.hints[0])),
        _row("hints_w", _hints_for("w"), _hints(agreed.hints[1])),
        _switch("nudges", message("Hints show the stone only"), agreed.nudges),
        _row("reader", message("The board is seen by"), chosen(READERS, agreed.reader)),
        _row("match", message("Match"), agreed.match or message("no match")),
    ]
    if agreed.match and agreed.match not in world.matches:
        length = chosen(LENGTHS, agreed.match_length)
        items.append(_row("length", message("Length of the match"), length))
    return Page("new", message("New game"), tuple(items))


def player_name(world: World, player: Player) -> Text:
    """What a player is called in the menus."""
    agreed = world.agreed
    if agreed.against == player:
        return message("the computer")
    name = agreed.players[0 if player == "b" else 1]
    return side(player) if name in (BLACK, WHITE) else called(name)


def _rules(agreed: Agreement) -> Option:
    """Those that are agreed on, by whichever name: the command line names single ones, and a game
    that was gone on with brings all of them. Of others than are listed, what is unusual.
    """
    now, usual = agreed.make().options, make_game(agreed.game).options
    for option in PRESETS[agreed.game]:
        if make_game(agreed.game, option.value or None).options == now:
            return option
    unusual = (f"{name}={value}" for name, value in now if (name, value) not in usual)
    return Option(OWN, message("Own rules"), ", ".join(unusual))


def _row(page: str, label: Text, value: Text, note: Text = "", argument: str = "") -> Item:
    opened = f"{page} {argument}".strip()
    return Item("open", label, opened, value=value, note=note, mark="more")


def _switch(key: str, label: Message, is_on: bool) -> Item:
    return Item("choose", label, f"{key}=", mark="on" if is_on else "off")


def _hints_for(player: Player) -> Message:
    return message("Hints for {player}", player=side(player))


def _hints(budget: int | None) -> Text:
    return chosen(HINTS, "" if budget is None else f"{budget}")


# -- one page for each choice -------------------------------------------------------------------


def choices(name: str, title: Text, key: str, options: tuple[Option, ...], now: str) -> Page:
    """One of several: a touch chooses it and goes back."""
    items = tuple(
        Item("choose", option.name, f"{key}={option.value}", note=option.note,
             mark="chosen" if option.value == now else "")
        for option in options
    )  # fmt: skip
    place = next((i for i, option in enumerate(options) if option.value == now), 0)
    return Page(name, title, items, selected=place)


def game(world: World, _: str = "") -> Page:
    """Which game."""
    return choices("game", message("Game"), "game", game_options(), world.agreed.game)


def preset(world: World, _: str = "") -> Page:
    """Which rules, each with what is different in them."""
    options, now = PRESETS[world.agreed.game], _rules(world.agreed)
    page = choices("preset", message("Rules"), "preset", options, now.value)
    if now.value != OWN:
        return page
    kept = Item("back", now.name, note=now.note, mark="chosen")
    return replace(page, items=(kept, *page.items))


def clock(world: World, _: str = "") -> Page:
    """How much time."""
    options = tuple(Option(text, clock_name(text)) for text in CLOCKS)
    return choices("clock", message("Clock"), "clock", options, world.agreed.clock)


def policy(world: World, _: str = "") -> Page:
    """What follows an illegal move."""
    now = world.agreed.policy
    return choices("policy", message("Illegal moves"), "policy", POLICIES, now)


def against(world: World, _: str = "") -> Page:
    """Which side the computer plays."""
    now = world.agreed.against or ""
    return choices("against", message("The computer plays"), "against", OPPONENTS, now)


def level(world: World, _: str = "") -> Page:
    """How strong it is."""
    first, last = LEVELS[0], LEVELS[-1]
    notes = {first: message("easy to beat"), last: message("as strong as it can")}
    options = tuple(Option(f"{n}", f"{n}", notes.get(n, "")) for n in LEVELS)
    return choices("level", message("Its strength"), "level", options, f"{world.agreed.level}")


def hints_b(world: World, _: str = "") -> Page:
    """How often Black may ask for a hint."""
    return _hint_page("hints_b", _hints_for("b"), world.agreed.hints[0])


def hints_w(world: World, _: str = "") -> Page:
    """How often White may ask for a hint."""
    return _hint_page("hints_w", _hints_for("w"), world.agreed.hints[1])


def _hint_page(key: str, title: Message, budget: int | None) -> Page:
    return choices(key, title, key, HINTS, "" if budget is None else f"{budget}")


def reader(world: World, _: str = "") -> Page:
    """What sees the board."""
    now = world.agreed.reader
    return choices("reader", message("The board is seen by"), "reader", READERS, now)


def match(world: World, _: str = "") -> Page:
    """A match that goes on, a new one, or none."""
    now = world.agreed.match
    known = tuple(
        Option(name, name, "" if stands is None else standing_words(stands))
        for name, stands in world.matches.items()
    )
    page = choices(
        "match", message("Match"), "match", (Option("", message("no match")), *known), now
    )
    new = Item("open", message("A new match"), "type match", icon="plus", mark="more")
    return replace(page, items=(new, *page.items), selected=page.selected + 1)


def length(world: World, _: str = "") -> Page:
    """How many games a new match has."""
    now = world.agreed.match_length
    return choices("length", message("Length of the match"), "match_length", LENGTHS, now)


def name(world: World, key: str) -> Page:
    """Who plays: somebody who has played before, or a name to be typed."""
    player: Player = "b" if key == "black" else "w"
    now = world.agreed.players[0 if player == "b" else 1]
    plain = BLACK if player == "b" else WHITE
    options = (
        Option(plain, message("no name")),
        *(Option(n, called(n)) for n in world.names[:SHOWN_NAMES]),
    )
    page = choices("name", side(player), key, options, plain if now in GUESTS else now)
    new = Item("open", message("Another name"), f"type {key}", icon="plus", mark="more")
    return replace(page, items=(new, *page.items), selected=page.selected + 1)
