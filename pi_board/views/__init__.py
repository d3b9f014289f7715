"""What people see and hear: the screen (pygame), the console (rich), lamps, tones and a voice.
Views know scenes, not games.

The screen: `screen` the window, `glass` the display it is on, `touch` fingers on it, `canvas` draws
a scene part by part where `layout` says, each part from its `desk`. The board: `board` with its
`surfaces`, `stones`, `marks` and `lanes`, placed by `geometry`, moved by `motion`. Beside it:
`cards`, `notice` (with `graph`, `previews`), `strip`, `buttons` (with `icons`); in its place:
`choices`, `camera`. Menus: `menu`, `menu_rows`. All are drawn with `theme`, `paint` and
`lettering`. `plot` draws a whole game as a file; it and `graph` have their curves from `chart`.

Elsewhere: `console`; `leds`, on a `leds_chain` or a `leds_edge`; `buzzer`; `sound` and
`voice` (with what is `spoken`, and `spoken_page` of the menus), to which `changes` says what is
new. `language` translates what is written and said.
"""

import os

# pygame greets on stdout, where other programs read JSON
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
