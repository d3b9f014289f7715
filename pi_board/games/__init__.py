"""The rules of the games, pure and immutable, behind the port `pi_board.core.game.Game`.

`registry` all games, by name, and how to make one · `kind` what a game package hands to the
registry · `options` options declared and read · `fields` the fields of a position text · `bit_sets`
sets as integers · `words` words that sentences share · `match` several games · `perft` leaf counts
· `loa`, `linja`, `connexoh` one package each.
"""
