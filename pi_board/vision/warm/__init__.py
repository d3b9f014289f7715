"""A board whose looks are known, from frame to frame.

`session` joins it all, `sight` is what it shows of itself. `search` looks for a board (`seeking`
says when): `lying` where it was, `known` if it was learnt before; `learn` takes the looks from a
position that is known. `motion`, `taken` and `hands` keep reading calm, `track` follows shoves,
`refit` says where they end. `flattener` brings frames to one `light`, out of hard `shadow`s and
from under a `veil`. `reader` reads them with `board_looks` (`looks` of surfaces and stones, `laid`
on `sites`; `edges` where it is burnt out) and a `memory`, `rows` with stones that lie `loose`, both
by the `misfit` of pixels; where that leaves `doubt`, a network's `opinion` is asked, and `mirrors`
are thought of. `seen` is what comes of one frame.
"""
