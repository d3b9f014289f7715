"""Says what happened on the board and what is wrong with it. Pure: same inputs, same events.

`advance` is the fold and the way in; `phases` what it folds over. A look goes through `evidence`
(what each place seems to show), `hypotheses` (what may have happened), `in_between` (what was seen
on the way), `settle` (has the board come to rest) and `verdict`; `watching` and `accepting` turn
that into events. `explain`, `differences` and `repair` deal with what is not legal, `policies` with
what follows from it, `clocks` with time. `stream` reads observations made elsewhere.
"""
