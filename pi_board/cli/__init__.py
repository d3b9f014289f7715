"""The program `pi-board`: `main` collects the commands and turns errors into exit codes.

Commands: `watch` (with `left_open` at the end of a recording), `play`, `read`, `referee` ·
`calibrate` and `calibrate_box` · `games`, with `games_files`, `games_match`, `games_replay` and
`games_review` · `rules` (moves, apply, perft and explain), `hint`, `engine` · `simulate`, `sheets`,
`config`, `doctor`.

What they share: `choosing` parameters, `agreeing` what is asked before a game, `profiles` the
board's profile, `window` the screen, `outside` what an evening takes from here, `speaking` the
language · `interrupting` Ctrl-C, `complaining` what goes wrong, `listing` the help, `migrating`
older files · `set_up` the guided set-up, `hand` the one that tries out reeds.
"""
