"""From pictures to what stands on each site. Knows no rules.

Finding: `find` (with `fiducials`, `chequer`, `lined`, `tiles`, `holes`, `sticks`), `fit` puts the
grid exactly in place, `geometry` says where it lies, `track` whether it has moved. Reading with
nothing known: `cold`; with looks learnt from this board: `learn` and `warm`. `session` joins all of
it, frame after frame; `motion` and `hands` keep it calm.
"""
