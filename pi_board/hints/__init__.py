"""Searching for good moves: hints, the opponent, the review of games.

`search` what is asked and answered · `native` the kernel in C (folder `kernel`) · `reference` the
same in Python · `evaluate`, `evaluate_loa`, `evaluate_linja`, `evaluate_connexoh` what positions
are worth · `worker` a search in a process of its own · `values` of a search as numbers ·
`probability` from values to chances · `levels` opponents · `turns` lines of small moves as whole
turns.
"""
