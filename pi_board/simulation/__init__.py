"""A table without a table: people who play, boards that get knocked, sensors that err.

`board` what lies where · `players` who decides what is played · `people` what hands do · `mishaps`
what clumsy ones do, `deeds` single wrong things, `fairness` what may be staged · `sensors` what a
camera or reeds make of it · `runner` plays whole games against the referee and keeps score, `many`
of them in several processes, `summary` the figures · `hardware` reeds and lamps on simulated pins ·
`film` boards drawn for the vision ·
`matches` one searching player against another.
"""
