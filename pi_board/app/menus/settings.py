"""What can be set on the device: screen, sound, lamps, names. It is kept at once."""

from __future__ import annotations

from dataclasses import replace

from pi_board.app.menus.new_game import choices
from pi_board.app.menus.words import (
    STONE_OPTIONS,
    TEXT_OPTIONS,
    THEMES,
    TURN_OPTIONS,
    Option,
    chosen,
    dark_name,
)
from pi_board.app.menus.world import World
from pi_board.core.message import Message, message
from pi_board.core.page import Item, Page
from pi_board.views.language import LANGUAGES

LAMP_LEVELS = range(1, 11)
DARK_AFTER = (5, 15, 30, 60, 0)  # minutes


def settings(world: World, _: str = "") -> Page:
    """Everything that can be set."""
    screen, sound, evidence = world.settings.screen, world.settings.sound, world.settings.evidence
    items = [
        _row("language", message("Language"), LANGUAGES[world.language]),
        _row("theme", message("Colours"), chosen(THEMES, screen.theme)),
        _row("text", message("Size of the text"), chosen(TEXT_OPTIONS, screen.text)),
        _row("turn", message("Turn the picture"), chosen(TURN_OPTIONS, f"{screen.turn}")),
        _row("dark", message("Screen goes dark"), dark_name(screen.dark_after_minutes)),
        _row("stones_b", message("Stones of player 1"), chosen(STONE_OPTIONS, screen.black)),
        _row("stones_w", message("Stones of player 2"), chosen(STONE_OPTIONS, screen.white)),
        _switch("sound.tones", message("Sounds"), sound.tones),
        _switch("sound.voice", message("Voice"), sound.voice,
                message("Says moves, faults and scores.")),
    ]  # fmt: skip
    if world.has_lamps:
        level = f"{world.settings.lamps.brightness}"
        items.append(_row("brightness", message("Brightness of the lamps"), level))
        items.append(_switch("lamps.night", message("Dim for the night"), world.night))
    items.append(
        _switch("evidence.keep", message("Keep pictures of the games"), evidence.keep,
                message("They show what happened when a move is disputed."))
    )  # fmt: skip
    return Page("settings", message("Settings"), tuple(items))


def _row(page: str, label: Message, value: Message | str) -> Item:
    return Item("open", label, page, value=value, mark="more")


def _switch(key: str, label: Message, is_on: bool, note: Message | str = "") -> Item:
    value = "no" if is_on else "yes"
    return Item("set", label, f"{key}={value}", note=note, mark="on" if is_on else "off")


def _options(name: str, title: Message, key: str, options: tuple[Option, ...], now: str) -> Page:
    page = choices(name, title, key, options, now)
    return replace(page, items=tuple(replace(item, command="set") for item in page.items))


def language(world: World, _: str = "") -> Page:
    """Of screen and voice, each in its own words."""
    options = tuple(Option(code, name) for code, name in LANGUAGES.items())
    now = world.language
    return _options("language", message("Language"), "screen.language", options, now)


def theme(world: World, _: str = "") -> Page:
    """Dark or light."""
    now = world.settings.screen.theme
    return _options("theme", message("Colours"), "screen.theme", THEMES, now)


def text(world: World, _: str = "") -> Page:
    """How large everything is written."""
    now = world.settings.screen.text
    return _options("text", message("Size of the text"), "screen.text", TEXT_OPTIONS, now)


def turn(world: World, _: str = "") -> Page:
    """How the picture lies on the display."""
    now = f"{world.settings.screen.turn}"
    return _options("turn", message("Turn the picture"), "screen.turn", TURN_OPTIONS, now)


def dark(world: World, _: str = "") -> Page:
    """When a screen that nobody needs goes dark."""
    options = tuple(Option(f"{minutes}", dark_name(minutes)) for minutes in DARK_AFTER)
    now = f"{world.settings.screen.dark_after_minutes}"
    return _options("dark", message("Screen goes dark"), "screen.dark_after_minutes", options, now)


def stones_b(world: World, _: str = "") -> Page:
    """What colour the stones of the board have that count as the black ones."""
    return _stones(world, "black", message("Stones of player 1"))


def stones_w(world: World, _: str = "") -> Page:
    """What colour the stones of the board have that count as the white ones."""
    return _stones(world, "white", message("Stones of player 2"))


def _stones(world: World, key: str, title: Message) -> Page:
    first, second = world.settings.screen.stones
    now, other = (first, second) if key == "black" else (second, first)
    options = tuple(option for option in STONE_OPTIONS if option.value != other)
    return _options(f"stones {key}", title, f"screen.{key}", options, now)


def brightness(world: World, _: str = "") -> Page:
    """Of the lamps on the board."""
    options = tuple(Option(f"{level}", f"{level}") for level in LAMP_LEVELS)
    now = f"{world.settings.lamps.brightness}"
    title = message("Brightness of the lamps")
    return _options("brightness", title, "lamps.brightness", options, now)
