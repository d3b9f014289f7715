"""Where a board lies in a picture: by fiducials, squares, lines, holes, sticks or tiles.

`find` tries them; each gives a coarse guess, and a photometric fit of all edges (`fit`, `hole_fit`)
puts the grid exactly in place or says that it is none.
"""
