"""The rules of the games, pure and immutable, behind the port `pi_board.core.game.Game`.

`registry` all games, by name, and how to make one · `kind` what a game package hands to the
registry · `options` options declared and read · `fields` the fields of a position text · `bit_sets`
sets as integers · `words` words that sentences share · `match` several games · `loa`, `linja`,
`connexoh` one package each.

A new game is a package here and a line in the registry: rules, referee, reading of pictures,
simulation, records and sheets then take it, if it is played on a kind of board that there is
(`pi_board.core.layout.Surface`). Everything else has a table with an entry for each game, and
``tests/test_every_game.py`` tells which are missing:

- its profile: `config.sections.ProfileSettings` and `config.keys.KEYS`; before, nothing watches it;
- the search: `hints.evaluate.EVALUATIONS`, `hints.probability._SCALE`, `hints.levels._LADDERS`, and
  the kernel (``hints/kernel/kernel.c``), which searches instead wherever it was built;
- the screen, and with it lamps and voice: `app.scenes.frame._SCENES`, one module a game;
- the menus: `app.menus.words._GAME_NOTES` and `app.menus.words.PRESETS`;
- what is said of it: `app.learning._LESSONS` (its rules), `app.reasons._FACTS` (its hints);
- pictures of it all: `app.showcase.gallery.NEAR`, and its states there; a recorded game for
  ``make demo``;
- the simulation: `simulation.rules.WRITTEN`, which rules no hand can break.
"""
