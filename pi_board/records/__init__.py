"""What is kept of a game, and how it is found, read and written.

`journal` the append-only file of everything that happened · `durable` files that outlive a power
cut · `record` what was played · `history` from the one to the other · `replay` a record played by
the rules · `text`, `sgf_read`, `sgf_write` (with `loa_squares`), `files` records as files ·
`archive` all games, found by their `index`, `search` what it is asked, `checking` whether they are
well, `matches` of several · `evidence` (at `request`), `observations`, `case` what settles a
dispute · `live` the running game for other programs · `place` where files live.
"""
