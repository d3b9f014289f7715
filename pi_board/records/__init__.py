"""What is kept of a game.

`journal` the append-only file of everything that happened · `text` the record a person reads ·
`place` where files live.
"""
