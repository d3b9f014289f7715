"""Least squares for a few unknowns (Levenberg, 1944; Marquardt, 1963)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pi_board.vision.geometry import Floats

_LEAST_GAIN = 1e-5  # share of the cost that a step has to promise
_WORSE, _BETTER = 8.0, 4.0  # the damping grows and shrinks by these after a step

# Of parameters (k,): the cost, and half its second derivatives (k, k) and half its gradient (k,),
# both as if the residuals were linear in the parameters.
Problem = Callable[[Floats], tuple[float, Floats, Floats]]


def minimise(problem: Problem, start: Floats, steps: int) -> Floats:
    """The cheapest parameters (k,) of all tried, at most `steps` times, beginning with `start`.

    `start` comes back if its cost is not finite. Not checked: that the cost tells all parameters.
    """
    p, best, damping = start, np.inf, 1e-3
    accepted, normal, gradient = start, np.empty(0), np.empty(0)
    for _ in range(steps):
        cost, normal_there, gradient_there = problem(p)
        if np.isfinite(cost) and cost <= best:
            best, accepted, damping = cost, p, damping / _BETTER
            normal, gradient = normal_there, gradient_there
        elif not np.isfinite(best):
            return start
        else:
            damping *= _WORSE
        step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-9), gradient)
        if gradient @ step < _LEAST_GAIN * (1.0 + best):  # no more is to be had
            break
        p = accepted - step
    return accepted
