"""Play one random game and print the board at the start of each age and at the end.

    python examples/play_random.py [SEED]

The same seed plays the same game on every machine.
"""

import random
import sys

from seven_duel import Game


def main(seed: int) -> None:
    """Play the game of this seed; the players choose at random, from the same seed."""
    game = Game(seed=seed)
    players = random.Random(seed)
    age = 0
    while not game.is_over:
        if game.age > age and game.phase == "turn":
            age = game.age
            print(game, end="\n\n")
        game.apply(players.choice(game.legal_actions()))
    print(game)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
