"""How long what covers the board has lain over it."""

from __future__ import annotations

from dataclasses import dataclass

HAND_WIDER = 2  # times as many sites as a thing has hidden all the time, and it is a hand
GONE_S = 2.0  # so long all of the board may be hidden, and it is not looked for yet


@dataclass(frozen=True, slots=True)
class Covering:
    """Since when, in seconds, something has covered the board, and since when all of it has been
    covered: None where that is not so. `lying`: the sites that have been covered ever since
    `lying_since`.
    """

    since: float | None = None
    all_since: float | None = None
    lying: tuple[str, ...] = ()
    lying_since: float = 0.0

    def followed(self, covered: tuple[str, ...], sites: int, t: float) -> Covering:
        """The same at `t`, when these are covered, of so many sites. A hand covers more of them, or
        others, from look to look: what lies there is then reckoned anew.
        """
        lying = tuple(site for site in self.lying if site in covered)
        anew = len(covered) > HAND_WIDER * len(lying)
        return Covering(
            _since(self.since, bool(covered), t),
            _since(self.all_since, len(covered) >= sites, t),
            covered if anew else lying,
            t if anew else self.lying_since,
        )

    def is_gone(self, t: float) -> bool:
        """Whether the board is not to be seen at all: nobody's hand hides all of it for long."""
        return self.all_since is not None and t - self.all_since >= GONE_S


def _since(before: float | None, is_so: bool, t: float) -> float | None:
    return (t if before is None else before) if is_so else None
