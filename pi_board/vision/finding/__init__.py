"""Where a board lies in a picture: by fiducials, squares, lines, holes, sticks or tiles.

`find` tries them (`fiducials`, `squares` by `chequer` or `lined`, `holes`, `sticks`, `tiles`); each
gives a coarse guess, and a photometric fit of all edges (`fit`, `line_fit`; `hole_fit` with what
`hole_match` says) puts the grid exactly in place or says that it is none. `fiducial_patterns` are
fiducials too blurred to be read, `recognised` boards of lines that a network knows, `cloths` no
boards. All look in pictures no larger than needed (`shrinking`), or in their logarithms (`logs`),
for what repeats: `rounds` and `stick_edges` among what is seen, `lattice` and `tile_lattices` among
points, `grid` among joined crossings. Which part of a grid is the board `windows` and
`hole_windows` say; boards of lines also `lined_fits`, their `felt` (`on_felt`) and the stones in
them (`stone_grids`). `coordinates` tell which way round it lies (`orient`), `lanes` whether there
are any, `focus` whether all is blurred, and `own_lens` whether the lens is the camera's.
"""
