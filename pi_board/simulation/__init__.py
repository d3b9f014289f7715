"""A table without a table: people who play, boards that get knocked, sensors that err.

`plan` what is simulated · `board` what lies where · `players` who decides what is played · `people`
what hands do · `mishaps` what clumsy ones do, on some `occasions` only; `deeds` single wrong
things, `leaving` stones that have to go, `rules` that hands can break, `fairness` what may be
staged · `sensors` what a camera or reeds make of it · `runner` plays whole games against the
referee and keeps score, `many` of them in several processes, `summary` the figures · `hardware` a
board on reeds, `hardware_pins` and `hardware_spi` what it is wired to · `film` boards drawn for the
vision.
"""
