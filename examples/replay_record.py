"""Replay a record move by move: who did what, and what it changed.

    python examples/replay_record.py [FILE]

Without a file it is a real game of the platform 7wd.io, bundled beside this script.
"""

import sys
from pathlib import Path

from seven_duel import Record

REAL_GAME = Path(__file__).parent / "7wdio_game_11.json"


def main(path: Path) -> None:
    """Print every decision with the coins and points of both players after it."""
    record = Record.read(path)
    names = [name or f"player {player}" for player, name in enumerate(record.players)]
    player: int | None = None
    for action, game in record.steps():
        if not action.is_chance and player is not None:
            coins = [city.coins for city in game.cities]
            points = [score.total for score in game.scores()]
            print(f"{names[player]:10} {action!s:40} coins {coins}  pawn {game.pawn:+d}  points {points}")
        player = game.current_player
    print()
    print(record.replay())


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else REAL_GAME)
