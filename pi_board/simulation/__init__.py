"""A table without a table: people who play, boards that get knocked, sensors that err.

`board` what lies where · `people` what hands do, well or badly · `sensors` what a camera or reeds
make of it · `runner` plays whole games against the referee and keeps score.
"""
