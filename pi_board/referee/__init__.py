"""Says what happened on the board and what is wrong with it. Pure: same inputs, same events.

`advance` is the fold and the way in; `phases` what it folds over, `line` the game so far in it,
`continuations` what may come next and how that looks.

A look goes through `evidence` (what each place seems to show) into the `watch` (what was seen and
felt since the position was last confirmed). `ranking` says what may have happened, best first:
`hypothesis` is one of these, `returning` makes those that take moves back, `behind` those of many
turns, `unseen` moves that nothing shows, `in_between` weighs what was seen on the way and
`touching` what was felt. `settle` (has the board come to rest) and `judging`, which gives the
`verdict`, follow: `plausible` is what leaves nothing open, and a stone that is `gone` may be in a
hand; `misseen` says which moves show stones that none can be. `watching`, `setting_up` before a
game, `ended` after it, and `accepting` turn that into events; `notes` are the reader's own.

`explain`, `deeds`, `differences` and `repair` deal with what is not legal, `putting_right` with a
board on its way back, `sideways` with stones that went to other holes of their rows, `policies` and
`strictness` with what follows, `clocks` and `timing` with time. `commands` are what people ask for,
among them `pressing` clock or button, `placing` (the board is accepted; `untold` is what it does
not tell) and `turning` (a tile is named, or what only reeds feel); `instructing` is a program's
side. `resuming` goes on after a power cut, `standing` says what stands on the board now, `stream`
reads observations made elsewhere, `words` are shared.
"""
