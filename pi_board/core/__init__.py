"""The vocabulary of the house. Standard library only.

`layout` what a board looks like · `game` what a game is to the others, `perft` its leaf counts ·
`turn` the text of a turn · `observation` what a reader says · `stones` what a label means ·
`events` what the referee says · `scene` what is to be seen, `page` of the menus · `message`
sentences kept translatable, `words` that they share · `errors` what goes wrong, `cause` why a
reader changes · `files` that somebody names · `beside` work in a thread of its own.
"""
