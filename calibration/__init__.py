"""Setting up one physical board, once.

The set-up: `steps` as a state machine, `pages` as scenes, `aim` what to change about the camera's
view, `lens` the camera's lens from a ChArUco target, `walk` which reed and which lamp is where.

What is kept of it: `profile`, with `checked` values as it is read; `using` a profile at work,
also to read `stills`.

Sheets: `sheets` what can be printed, with the playing `fields` of the games, made of `shapes`, on
one page or in `parts`, by `printing`. Drawings of the manual: `wiring`, `mounting`, made of `svg`.
"""
