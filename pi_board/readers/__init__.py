"""Where observations come from. `base` is the port that every reader keeps.

Pictures: `frames` (folders and, with `video`, films) and `camera` (with its `grabber`); `pictures`
is what both have in common. Cameras: `addresses` says what they are called, `opening` which one is
meant, a `usb_camera`, a `pi_camera` or an `mjpeg` stream; `devices` what they all are to a reader,
`shuttered` one that has the lamps put out while it looks, `stuck` one that shows the same picture
for ever. Reeds: `reed` (with `reed_matrix`, `reed_shift`, `reed_wiring`, `reed_debounce`,
`reed_doubts`, `reed_fault`). `fused` joins both, what they say waiting in a `fused_inbox`,
`fused_camera` and `fused_reeds` say whether they can be used, `contradictions` whom to believe.
`simulator` is a board that is only drawn; `buttons` are the three keys beside the board.
"""
