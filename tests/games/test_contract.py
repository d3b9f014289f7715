"""What `pi_board.core.game.Game` promises, for every game under every preset and option value."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_board.core.errors import IllegalMove, InvalidPosition, InvalidText
from pi_board.core.game import AnyGame, Deed
from pi_board.games.registry import GAMES, make_game
from tests.games.choices import option_words

EVERY_GAME = pytest.mark.parametrize("name", GAMES)
STEPS = st.lists(st.integers(0, 10**6), max_size=60)


def _choices(name: str) -> st.SearchStrategy[AnyGame]:
    """The game under any preset and any values of its options."""
    chosen = {
        option: st.sampled_from(words) for option, words in option_words(name).items() if words
    }
    options = st.fixed_dictionaries({}, optional=chosen)
    presets = st.sampled_from([preset for preset, _ in GAMES[name].presets])
    return st.builds(make_game, st.just(name), presets, options)


def _line(game: AnyGame, steps: list[int]) -> list[Any]:
    """The positions of a game in which each step picks one of the legal moves."""
    positions = [game.start()]
    for step in steps:
        moves = game.legal_moves(positions[-1])
        if not moves:
            break
        positions.append(game.play(positions[-1], moves[step % len(moves)]))
    return positions


@EVERY_GAME
@given(data=st.data(), steps=STEPS)
def test_play_never_changes_a_position(name: str, data: st.DataObject, steps: list[int]) -> None:
    """Playing any legal move leaves the position equal, with the same hash, text and outcome."""
    game = data.draw(_choices(name))
    position = _line(game, steps)[-1]
    before = (hash(position), repr(position), game.position_text(position), game.outcome(position))
    for move in game.legal_moves(position):
        game.play(position, move)
    after = (hash(position), repr(position), game.position_text(position), game.outcome(position))
    assert before == after


@EVERY_GAME
@given(data=st.data(), steps=STEPS)
def test_positions_round_trip(name: str, data: st.DataObject, steps: list[int]) -> None:
    """A position's text reads back to an equal position with the same hash and the same moves."""
    game = data.draw(_choices(name))
    position = _line(game, steps)[-1]
    text = game.position_text(position)
    again = game.parse_position(text)
    assert again == position
    assert hash(again) == hash(position)
    assert game.position_text(again) == text


@EVERY_GAME
@given(data=st.data(), steps=STEPS)
def test_moves_round_trip(name: str, data: st.DataObject, steps: list[int]) -> None:
    """Each legal move has its own text, in sorted order, which reads back in any case."""
    game = data.draw(_choices(name))
    position = _line(game, steps)[-1]
    moves = game.legal_moves(position)
    texts = [game.move_text(move) for move in moves]
    assert texts == sorted(set(texts))
    assert [game.parse_move(position, text) for text in texts] == list(moves)
    assert [game.parse_move(position, f" {text.upper()} ") for text in texts] == list(moves)


@pytest.mark.thorough
@EVERY_GAME
@given(data=st.data(), steps=STEPS)
def test_legal_moves_are_explained_as_legal(
    name: str, data: st.DataObject, steps: list[int]
) -> None:
    """Every legal move is explained as legal, in a sentence, naming sites of the board."""
    game = data.draw(_choices(name))
    position = _line(game, steps)[-1]
    for move in game.legal_moves(position):
        explanation = game.explain(position, game.move_text(move))
        assert explanation.legal
        assert explanation.rule == f"{name}.legal"
        assert str(explanation.text)
        assert set(explanation.sites) <= set(game.layouts[0].sites)


@pytest.mark.thorough
@EVERY_GAME
@given(data=st.data(), steps=STEPS, other=STEPS)
def test_illegal_moves_are_refused(
    name: str, data: st.DataObject, steps: list[int], other: list[int]
) -> None:
    """A move that is not legal here raises, with the position in the message."""
    game = data.draw(_choices(name))
    position = _line(game, steps)[-1]
    elsewhere = game.legal_moves(_line(game, other)[-1])
    for move in set(elsewhere) - set(game.legal_moves(position)):
        with pytest.raises(IllegalMove) as caught:
            game.play(position, move)
        assert game.position_text(position) in str(caught.value)


@pytest.mark.thorough
@EVERY_GAME
@given(data=st.data(), steps=STEPS, other=STEPS)
def test_explanations_agree_with_the_rules(
    name: str, data: st.DataObject, steps: list[int], other: list[int]
) -> None:
    """A move text is explained as illegal, by a listed rule, exactly if it is refused."""
    game = data.draw(_choices(name))
    position = _line(game, steps)[-1]
    for move in game.legal_moves(_line(game, other)[-1]):
        text = game.move_text(move)
        explanation = game.explain(position, text)
        assert explanation.rule in game.rule_names
        if explanation.legal:
            assert game.parse_move(position, text) in game.legal_moves(position)
        else:
            with pytest.raises(IllegalMove):
                game.parse_move(position, text)


@EVERY_GAME
@settings(max_examples=20)
@given(data=st.data(), steps=st.lists(st.integers(0, 10**6), min_size=60, max_size=150))
def test_no_moves_after_the_end(name: str, data: st.DataObject, steps: list[int]) -> None:
    """There are legal moves exactly until there is an outcome, and its reason is a listed one."""
    game = data.draw(_choices(name))
    *earlier, last = _line(game, steps)
    assert all(game.outcome(position) is None for position in earlier)
    outcome = game.outcome(last)
    assert (outcome is None) == bool(game.legal_moves(last))
    assert outcome is None or outcome.reason in game.reasons


@EVERY_GAME
@given(data=st.data(), steps=STEPS)
def test_appearances_are_looks_of_the_layout(
    name: str, data: st.DataObject, steps: list[int]
) -> None:
    """On every board, each group has at least one look: sorted labels, one for each site."""
    game = data.draw(_choices(name))
    position = _line(game, steps)[-1]
    for layout in game.layouts:
        appearance = game.appearance(position, layout)
        assert len(appearance) == len(layout.groups)
        for looks, group in zip(appearance, layout.groups, strict=True):
            assert looks
            for look in looks:
                assert len(look) == len(group)
                assert list(look) == sorted(look)
                assert set(look) <= set(range(len(layout.labels)))


@EVERY_GAME
@given(data=st.data(), steps=STEPS)
def test_a_move_touches_what_it_changes(name: str, data: st.DataObject, steps: list[int]) -> None:
    """A move can be made by touching each group that must look otherwise after it.

    Not every way does: a tile can be turned where it lies.
    """
    game = data.draw(_choices(name))
    position = _line(game, steps)[-1]
    for layout in game.layouts:
        before = game.appearance(position, layout)
        for move in game.legal_moves(position):
            after = game.appearance(game.play(position, move), layout)
            changed = {i for i, looks in enumerate(before) if not looks & after[i]}
            ways = game.touches(position, move, layout)
            assert any(changed <= set(way) for way in ways)
            assert all(set(way) <= set(range(len(layout.groups))) for way in ways)


@EVERY_GAME
@given(data=st.data())
def test_options_round_trip(name: str, data: st.DataObject) -> None:
    """A game made from another's options is the same game; `first` begins."""
    game = data.draw(_choices(name))
    assert make_game(name, options=dict(game.options)).options == game.options
    assert game.start().to_move == dict(game.options)["first"]
    assert game.name == name


@EVERY_GAME
def test_names_are_sorted_and_prefixed(name: str) -> None:
    """Rule names are sorted, unique and begin with the game's name."""
    names = make_game(name).rule_names
    assert list(names) == sorted(set(names))
    assert all(rule.startswith(f"{name}.") for rule in names)
    assert f"{name}.legal" in names


@EVERY_GAME
@given(text=st.text(max_size=60))
def test_any_text_is_read_or_refused(name: str, text: str) -> None:
    """No text makes a game stumble: it is read, or refused as no position and no move."""
    game = make_game(name)
    with pytest.raises(InvalidPosition):
        game.parse_position(text)
    with suppress(InvalidText):
        assert game.explain(game.start(), text).rule in game.rule_names


@EVERY_GAME
@given(data=st.data())
def test_damaged_positions_are_read_or_refused(name: str, data: st.DataObject) -> None:
    """A position text with a few characters changed reads to what round-trips, or is refused."""
    game = make_game(name)
    letters = list(game.position_text(game.start()))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(letters) - 1))
        letters[place] = data.draw(st.sampled_from("0123456789bwxief/,- "))
    try:
        position = game.parse_position("".join(letters))
    except InvalidPosition:
        return
    assert game.parse_position(game.position_text(position)) == position
    game.outcome(position)
    for move in game.legal_moves(position):
        game.play(position, move)


@EVERY_GAME
@given(data=st.data(), steps=STEPS)
def test_what_stands_is_read_from_how_it_looks(
    name: str, data: st.DataObject, steps: list[int]
) -> None:
    """On every board, the stones of a position are told from a look that it may have."""
    game = data.draw(_choices(name))
    position = _line(game, steps)[-1]
    for layout in game.layouts:
        seen = game.appearance(position, layout)
        looks = tuple(min(allowed) for allowed in seen)
        open_ = tuple(group for group, allowed in enumerate(seen) if len(allowed) > 1)
        stands = game.standing(layout, looks, position.to_move, position, open_)
        shown, known = (game.position_text(one).split()[0] for one in (stands, position))
        assert shown == known
        assert stands.to_move == position.to_move


@EVERY_GAME
@given(data=st.data(), steps=STEPS)
def test_what_a_hand_does_is_written_as_the_move_it_is(
    name: str, data: st.DataObject, steps: list[int]
) -> None:
    """A legal move that takes a stone from one place to another is written as moves are."""
    game = data.draw(_choices(name))
    position = _line(game, steps)[-1]
    layout, mover = game.layouts[0], position.to_move
    for move in game.legal_moves(position):
        ways = {way for way in game.touches(position, move, layout) if len(set(way)) == 2}
        text = game.move_text(move)
        written = {
            game.deed_text(position, Deed(mover, source, target, "x" in text))
            for source, *_, target in ways
        }
        assert "@" in text or not written or text in written
