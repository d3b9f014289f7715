"""What the ranked explanations of a settled look amount to: the verdict on them."""

from __future__ import annotations

from collections import Counter
from math import inf

from pi_board.core.layout import Appearance, Surface, column_and_row
from pi_board.referee.evidence import DOUBT_NATS, FIT_NATS
from pi_board.referee.explain import awaited
from pi_board.referee.gone import CAPTURED_S, VANISHED_S, long_gone, unless_held, vanished
from pi_board.referee.hypothesis import MANY, Hypothesis, one_move
from pi_board.referee.misseen import is_misseen
from pi_board.referee.plausible import believable, differs, explains
from pi_board.referee.ranking import MARGIN_NATS, STRANGE_NATS
from pi_board.referee.settle import Hypotheses
from pi_board.referee.touching import MISSED
from pi_board.referee.verdict import Happened, Held, Stays, Unclear, Unexplained, Verdict, Wait

ASK_AFTER_S = 1.0  # looking longer will not tell them apart any more
LEAVING_AFTER_S = 5.0  # stones that leave are taken off one by one
THIN_NATS = 1.5  # what speaks against a move of which little is seen must be less than this
WHOLE_TURN = 4  # small moves of a player, with a bonus turn; more at once are asked about
# Share of the groups of which no look leads by so much, for MANY moves to be asked about. In 71
# filmed games there were three explanations with so many moves: a right one with a share of 0.13,
# and two wrong ones, of one dim film, with 0.5 and 0.38.
UNSURE_NATS, UNSURE_SHARE = 1.5, 0.375
PLAIN_NATS = 1.5 * MARGIN_NATS  # a lead that makes up for a look against it, or for many moves
LOOKS = 2  # that agree, before a move is believed
UNSTEADY_LOOKS = 3  # the same if the reader misreads things
OFTEN_SHARE = 0.3  # of the looks that misread the same place: hardly by chance
THIN_LOOKS = 4  # and if, besides, a single row speaks for the move
HIDDEN_S = 20.0  # under hands for so long, more may have been played than a move and the reply


def judge(hypotheses: Hypotheses, refused: tuple[str, ...] = ()) -> Verdict:
    """The verdict on what looks say. Moves beginning with `refused` (texts) are not believed."""
    if not hypotheses.settled:
        return Wait()
    ranking = believable(hypotheses, refused)
    best = ranking[0]
    if not explains(hypotheses, best):
        if is_misseen(hypotheses.evidence, hypotheses.expected, best):
            return _misseen(hypotheses, ranking)
        return _against_touch(hypotheses, ranking) or Unexplained()
    if set(hypotheses.disputed(best.node.appearance)) - {best.lifted}:
        return Wait()
    if best.stays:
        return Stays()
    if beside := vanished(hypotheses, ranking):
        return beside
    if best.lifted is not None:
        return long_gone(hypotheses, best, ranking) or Held(best.lifted)
    if (onward := _felt_onward(hypotheses, best, ranking)) is not None:
        return Unclear((best, onward)) if hypotheses.explained_s >= ASK_AFTER_S else Wait()
    rivals, margin = _rivals(ranking)
    nodes = (hypotheses.standing, *(step.node for step in best.steps[:-1]))
    replied = len({node.to_move for node in nodes}) > 1
    hidden = replied and hypotheses.hidden_s >= HIDDEN_S and not best.shown
    many = len(best.steps) > WHOLE_TURN or _guessed(hypotheses, best)
    if _anyones(hypotheses, best) or best.asked or many or hidden or _brushed(hypotheses, best):
        in_a_hand = any(hypotheses.evidence.one_lifted(node.appearance) for node in nodes)
        ask_after_s = VANISHED_S if in_a_hand else ASK_AFTER_S
        return _or_leaving(hypotheses, _unclear(hypotheses, best, rivals, ask_after_s))
    strange = _strange(hypotheses, best) or _half_seen(hypotheses, best) or _thin(hypotheses, best)
    if not strange and (margin is None or margin >= _lead_needed(best)):
        agreed = _agreed(hypotheses, best, FIT_NATS) or _plain(hypotheses, best, margin)
        if agreed and _arrived(hypotheses, best):
            return unless_held(hypotheses, best, margin)
        return _unclear(hypotheses, best, rivals, VANISHED_S)
    return _unclear(hypotheses, best, rivals, VANISHED_S if strange else None)


def _felt_onward(
    hypotheses: Hypotheses, best: Hypothesis, ranking: list[Hypothesis]
) -> Hypothesis | None:
    """Moves that may have been made, as they look the same without colours and were all felt in
    their order, where several small ones of Linja's seem to have been taken back.
    """
    blind, rows = hypotheses.evidence.colour_blind(), best.node.layout.surface.has_rows
    if best.undo < 2 or best.steps or not rows or not blind:
        return None
    onward = (h for h in ranking if h.steps and not h.undo and h.lifted is None)
    return next((h for h in onward if h.felt < MISSED and explains(hypotheses, h)), None)


def _or_leaving(hypotheses: Hypotheses, verdict: Verdict) -> Verdict:
    """Several moves that one move would explain as well if the stones that have to leave after it
    were gone: people get the time to take them off, and then that move is among the answers.
    """
    if not isinstance(verdict, Unclear):
        return verdict
    leaving = awaited(hypotheses.standing, hypotheses.evidence)
    if leaving is None:
        return verdict
    if hypotheses.held_s < LEAVING_AFTER_S:
        return Wait()
    step, _ = leaving
    return Unclear((one_move(step, inf), *verdict.candidates))


def _against_touch(hypotheses: Hypotheses, ranking: list[Hypothesis]) -> Verdict | None:
    """A move that the board shows exactly, though what was felt is altogether different: reeds err,
    and fingers may have been elsewhere before. It is asked, if it lasts. Of two moves the board is
    called wrong first.
    """
    if not hypotheses.evidence.colour_blind():
        return None
    onward = [h for h in ranking if 0 < len(h.steps) < MANY and not h.undo and h.lifted is None]
    shown = [h for h in onward if not hypotheses.evidence.against(h.node.appearance)]
    fewest = min((len(h.steps) for h in shown), default=0)
    patience_s = VANISHED_S if fewest == 1 else CAPTURED_S
    if shown and hypotheses.held_s >= patience_s:
        return Unclear(tuple([h for h in shown if len(h.steps) == fewest]))
    return Wait() if fewest == 1 else None


def _rivals(ranking: list[Hypothesis]) -> tuple[list[Hypothesis], float | None]:
    """The explanations that differ from the best one, and its lead over the first of them."""
    best = ranking[0]
    rivals = [h for h in ranking[1:] if differs(h, best)]
    return rivals, rivals[0].cost - best.cost if rivals else None


def _misseen(hypotheses: Hypotheses, ranking: list[Hypothesis]) -> Verdict:
    """A move that looks so but for stones that none can be is asked about, if it lasts, unless the
    other player has replied to it.
    """
    best, (_, margin) = ranking[0], _rivals(ranking)
    after, replied_to = best.node.appearance, best.replied_to
    agreeing = sum(replied_to.issuperset(look.against(after)) for look in hypotheses.looks)
    sure = agreeing >= enough_looks(hypotheses) and not best.asked
    if sure and (margin is None or margin >= _lead_needed(best)):
        return Happened(best, margin)
    return Unclear((best,)) if hypotheses.held_s >= ASK_AFTER_S else Wait()


def _guessed(hypotheses: Hypotheses, best: Hypothesis) -> bool:
    """Whether many moves are told by looks that leave much of the board open: what was missed there
    together looks like other moves.
    """
    evidence = hypotheses.evidence
    if len(best.steps) < MANY or evidence.colour_blind():
        return False
    return evidence.unsure(UNSURE_NATS) >= UNSURE_SHARE


def _plain(hypotheses: Hypotheses, best: Hypothesis, margin: float | None) -> bool:
    """Whether turns lead by far and the looks together agree with them, none of them being against
    them: where a stone went that hardly shows, looks may lean the other way; so may all of them
    where the other player's reply bears it out.
    """
    evidence, after = hypotheses.evidence, best.node.appearance
    leads = margin is None or margin >= PLAIN_NATS
    on_squares = evidence.layout.surface is Surface.SQUARES  # elsewhere stones come from beside
    return (
        leads and on_squares and bool(best.steps) and not best.undo
        and set(evidence.against(after, FIT_NATS)) <= best.replied_to
        and not any(look.against(after) for look in hypotheses.looks)
        and _agreed(hypotheses, best, DOUBT_NATS)
    )  # fmt: skip


def _arrived(hypotheses: Hypotheses, best: Hypothesis) -> bool:
    """Whether stones are plainly seen where an explanation says they have come to squares: one that
    hardly shows may be in the hand instead, unless the other player has moved since. Then a square
    of its own has plainly changed: the other player may have moved out of turn.
    """
    evidence, before = hypotheses.evidence, hypotheses.expected
    if evidence.layout.surface is not Surface.SQUARES or evidence.colour_blind():
        return True
    if any(own.isdisjoint(evidence.against(before)) for own in best.own_squares[:-1]):
        return False
    empty = frozenset({(evidence.layout.label("empty"),)})
    come = [g for g in hypotheses.changed_by(best) if best.node.appearance[g] != empty]
    if best.steps:
        come = [g for g in come if g in best.steps[-1].changed]
    if not come and _half_captured(hypotheses, best):
        return False
    return all(evidence.cost(g, before[g] | empty) > FIT_NATS for g in come)


def _half_captured(hypotheses: Hypotheses, best: Hypothesis) -> bool:
    """Whether both stones of a capture may be in the hand: where each of them could capture on one
    square, that looks as if they had done so one after the other.
    """
    gone = set(hypotheses.changed_by(best))
    return any(set(step.changed) == gone for step in hypotheses.standing.steps_touching(gone))


def _agreed(hypotheses: Hypotheses, best: Hypothesis, limit_nats: float) -> bool:
    """Whether enough looks agree, each by itself to `limit_nats`, in all that the explanation says
    has changed.

    A reader that misreads a site now and then must not make a move of it, least of all one of which
    a single row speaks.
    """
    if hypotheses.evidence.colour_blind():
        return True
    after = best.node.appearance
    changed = hypotheses.changed_by(best)
    told = hypotheses.evidence.unlike(changed, hypotheses.expected)
    agreeing = sum(
        all(look.cost(group, after[group]) <= limit_nats for group in changed)
        for look in hypotheses.looks
    )
    wanted = THIN_LOOKS if len(told) < 2 and not hypotheses.steady else enough_looks(hypotheses)
    return agreeing >= wanted


def enough_looks(hypotheses: Hypotheses) -> int:
    """How many looks have to agree."""
    return LOOKS if hypotheses.steady else UNSTEADY_LOOKS


def _strange(hypotheses: Hypotheses, best: Hypothesis) -> bool:
    """Whether what was felt speaks against the explanation and no eye saw what happened, or it is
    far-fetched, or much that is seen speaks against it, if softly: two stones moved, one misread.
    """
    if hypotheses.evidence.colour_blind() and best.felt > STRANGE_NATS:
        return True
    far_fetched = best.undo > 1 and bool(best.steps)
    softly = [c for c in hypotheses.evidence.by_group(best.node.appearance) if c > FIT_NATS]
    return far_fetched or (bool(best.steps) and sum(softly) > DOUBT_NATS)


def _anyones(hypotheses: Hypotheses, best: Hypothesis) -> bool:
    """Whether several moves are seen at once of which the last turned a tile: the player before may
    have done both. (A stone that slid last tells whose move that was, and so does a hand that came
    again.)
    """
    tiles = hypotheses.evidence.layout.surface is Surface.TILES and not best.shown
    return tiles and len(best.steps) > 1 and best.steps[-1].turns_tile


def _brushed(hypotheses: Hypotheses, best: Hypothesis) -> bool:
    """Whether a reply that no look shows apart from the move took a stone to the next square only:
    the sleeve of who moved does that too. Of 400 stones pushed so 66 were a legal reply; of 1,600
    moves in simulated games 13 more are asked about.
    """
    evidence = hypotheses.evidence
    squares = evidence.layout.surface is Surface.SQUARES and not evidence.colour_blind()
    if not squares or len(best.steps) < 2 or best.undo or best.shown:
        return False
    at = [column_and_row(evidence.layout.sites_of(group)[0]) for group in best.steps[-1].changed]
    return len(at) == 2 and all(abs(one - other) <= 1 for one, other in zip(*at, strict=True))


def _half_seen(hypotheses: Hypotheses, best: Hypothesis) -> bool:
    """Whether a sequence has a move of which no more can be seen than that a stone is gone, and the
    touches do not bear it out: without colours too many other things look like that.
    """
    if len(best.steps) < 2 or not hypotheses.evidence.colour_blind() or best.felt < MISSED:
        return False
    return any(step.goes_beside for step in best.steps)


def _thin(hypotheses: Hypotheses, best: Hypothesis) -> bool:
    """Whether only one row speaks for a move and another one speaks, if softly, against it.

    A stone gone from a row of Linja may lie beside the board, as it should, or somewhere it should
    not and was misread there, if in every other look.
    """
    evidence, after = hypotheses.evidence, best.node.appearance
    softly = set(evidence.against(after, THIN_NATS)) - best.replied_to
    if len(best.steps) > 1 and softly:  # a misreading must not make one move into two
        return True
    if not best.steps or not evidence.layout.surface.has_rows:
        return False
    seen = evidence.unlike(hypotheses.changed_by(best), hypotheses.expected)
    return len(seen) < 2 and bool(softly or _seen_often(hypotheses, after))


def _seen_often(hypotheses: Hypotheses, after: Appearance) -> bool:
    """Whether two looks or more, and enough of all, say the same against `after`, hole by hole
    and each by itself. A stone stays in its hole; misreadings of a row are strewn over it.
    """
    looks, groups = hypotheses.looks, hypotheses.evidence.layout.groups
    against = Counter(
        (group, tuple([row.index(max(row)) for row in map(look.rows.__getitem__, groups[group])]))
        for look in looks
        for group in look.against(after)
    )
    return max(against.values(), default=0) >= max(2, OFTEN_SHARE * len(looks))


def _unclear(
    hypotheses: Hypotheses, best: Hypothesis, rivals: list[Hypothesis], alone_after_s: float | None
) -> Verdict:
    """Ask when time will not tell. A lone move is asked about `alone_after_s`, or after a longer
    while if another explanation is close that is no move: a stone may still be in the hand, a site
    be misread.
    """
    near = [rival for rival in rivals if rival.cost - best.cost < _lead_needed(best)]
    close = [best]
    for rival in near:
        is_move = bool(rival.steps or rival.undo)
        shown = not hypotheses.evidence.against(rival.node.appearance)
        if is_move and shown and all(differs(rival, other) for other in close):
            close.append(rival)
    if len(close) == 1 and alone_after_s is None and not near:
        return Wait()
    held = any(rival.lifted is not None for rival in near)
    patience = alone_after_s or (VANISHED_S if held or len(close) == 1 else ASK_AFTER_S)
    if hypotheses.explained_s < patience:
        return Wait()
    if not best.steps and len(close) == 1:
        return Happened(best, None)  # an earlier position, which the board shows exactly
    return Unclear(tuple(close))


def _lead_needed(best: Hypothesis) -> float:
    """By how many nats an explanation has to lead to be believed: many moves seen at once by more
    in lanes, as many others come near; in holes it tells which pegs have stayed.
    """
    many = len(best.steps) >= MANY and best.node.layout.surface is Surface.ROWS
    return PLAIN_NATS if many else MARGIN_NATS
