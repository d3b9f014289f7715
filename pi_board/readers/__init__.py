"""Where observations come from. `base` is the port that every reader keeps.

Pictures: `frames` (folders and videos), `camera` (with `grabber` and `devices`), `shuttered` (lamps
out while it looks). Reeds: `reed` (with `reed_matrix`, `reed_shift`, `reed_wiring`,
`reed_debounce`). `fused` joins both; `buttons` are the three keys beside the board.
"""
