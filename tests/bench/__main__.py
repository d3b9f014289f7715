"""Run every benchmark (or those named): ``python -m tests.bench [perft search ...]``."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from pi_board.cli.main import leave_cores_free

# One thread, as where the program leaves two cores of three free: processor time would else be that
# of threads which wait for each other.
leave_cores_free(3)
names = sys.argv[1:] or sorted(p.stem[6:] for p in Path(__file__).parent.glob("bench_*.py"))
for name in names:
    print(f"== {name}")
    for label, figure in import_module(f"tests.bench.bench_{name}").figures():
        print(f"{label:58} {figure}", flush=True)
