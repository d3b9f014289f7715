"""What people see: the screen (pygame) and the console (rich). Views know scenes, not games."""

import os

# pygame greets on stdout, where other programs read JSON
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
