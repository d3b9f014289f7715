"""Setting up one physical board, once.

`sheets` what can be printed (`shapes`, `printing` behind it) · `aim` what to change about the
camera's view · `lens` the camera's lens from a ChArUco target · `steps` the guided set-up as a
state machine · `profile` what is kept of it.
"""
