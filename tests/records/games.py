"""Games to keep: random ones under random names."""

from random import Random

from pi_board.games.registry import make_game
from pi_board.records.record import Header, Record
from pi_board.records.replay import Replay

NAMES = ("Ioana", "Tomáš", "Åsa", "Black", "x y")


def random_record(name: str, rng: Random, most_plies: int = 40) -> Record:
    """A random game, from the start position or one a few moves later."""
    game = make_game(name)
    replay = Replay(game)
    for _ in range(rng.randrange(6)):
        moves = game.legal_moves(replay.now)
        replay.play(game.move_text(rng.choice(moves)))
    start = game.position_text(replay.now) if replay.moves and rng.random() < 0.3 else ""
    if start == game.position_text(game.start()):
        start = ""  # records name it in no other way
    if start:
        replay = Replay(game, game.parse_position(start))
    for _ in range(rng.randrange(most_plies)):
        moves = game.legal_moves(replay.now)
        if not moves:
            break
        replay.play(game.move_text(rng.choice(moves)))
    players = rng.choice(NAMES), rng.choice(NAMES)
    begun = float(rng.randrange(2**31))
    clock = rng.choice(["", "10+5"])
    header = Header(name, game.options, players, "text record", begun, start, clock=clock)
    result = rng.choice([("", ""), ("b", "resigned"), ("draw", "agreed")])
    return replay.record(header, *result)
