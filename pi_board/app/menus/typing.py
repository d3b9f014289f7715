"""Keys to type a name with, for a device that has no keyboard."""

from __future__ import annotations

from pi_board.app.menus.world import World
from pi_board.core.message import message
from pi_board.core.page import Item, Page

LONGEST = 20
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MORE_LETTERS = {
    "cs": "ÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ", "de": "ÄÖÜß", "ro": "ĂÂÎȘȚ", "sv": "ÅÄÖ",
}  # fmt: skip
OTHERS = "-'0123456789"


def keys(world: World, typed: str) -> Page:
    """Letters of the language, capital at the beginning of a word."""
    letters = LETTERS + MORE_LETTERS.get(world.language, "")
    if typed and typed[-1] not in " -":
        letters = letters.replace("ß", "").lower() + ("ß" if "ß" in letters else "")
    items = (
        Item("named", message("OK"), icon="check", recommended=True, enabled=bool(typed.strip())),
        Item("erase", message("Delete"), icon="undo", enabled=bool(typed)),
        *(Item("type", letter, letter) for letter in letters),
        Item("type", "_", " "),
        *(Item("type", sign, sign) for sign in OTHERS),
    )
    return Page("keys", typed, items, "keys", typed)


def after(typed: str, letter: str) -> str:
    """What stands there after one more letter: never two spaces, none first, not too long."""
    if letter == " " and (not typed or typed.endswith(" ")):
        return typed
    return (typed + letter)[:LONGEST]
