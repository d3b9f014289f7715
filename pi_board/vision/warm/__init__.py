"""A board whose looks are known, from frame to frame.

`learn` takes the looks from a position that is known, `reader` and `rows` read with them, `session`
joins it all: `motion` and `hands` keep it calm, `light` follows lamps, `track` shoves.
"""
