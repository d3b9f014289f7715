"""Photo-real pictures of boards with exact truth, for training and for measuring.

    nice -n 15 BPY_PYTHON -m tests.training.render.make OUT {loa,linja,connexoh,chess} \
        --count 100 [--first 0] [--seed 1] [--family test] [--hands 0.3]
    nice -n 15 BPY_PYTHON -m tests.training.render.film OUT {loa,linja,connexoh} ... (whole games)
    nice -n 15 BPY_PYTHON -m tests.training.render.hands OUT ... (hands to lay over others)

Needs Blender's Python module (`bpy` 5.0, with numpy and opencv-python-headless), which neither the
program nor its tests need. A picture takes about ten seconds on one core. Pictures of one family
share woods, dyes and stones but nothing else; the families `train` and `test` share not even these.
Only in `train` cameras stand as low as 60 degrees, windows lie opposite, cells of Othello are apart
or between rails, men are crowned and of the board's own woods, no two pieces of which are alike.
Every picture has a `.json` beside it with the state, the grid's corners, the camera and what a hand
covers. Lengths are centimetres; x is to the right and y up on the board, whose grid has its middle
at the origin.
"""
