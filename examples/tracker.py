"""Follow a game at a real table: type in what happens, see prices, scores and what is still unseen.

    python examples/tracker.py [RECORD]

Type an action ("build palisade", or a reveal as "palisade" alone), "undo", "board", "unseen", "random"
(let chance draw what is due), or "quit". The game is saved as a record when a file name is given.
"""

import sys
from pathlib import Path

from seven_duel import CHANCE, Game, Record, SevenDuelError, SplitMix64


def prompt(game: Game) -> str:
    """What is expected next."""
    if game.current_player != CHANCE:
        return f"player {game.current_player}, {game.phase}> "
    first = game.legal_actions()[0]
    slot = f" slot {first.slot}" if game.phase == "reveal" else ""
    return f"{game.phase}{slot}> "


def expand(game: Game, line: str) -> str:
    """Chance needs no verb: what is due says it."""
    if game.current_player == CHANCE and " " not in line:
        first = game.legal_actions()[0]
        return f"reveal {first.slot} {line}" if game.phase == "reveal" else f"{game.phase} {line}"
    return line


def command(game: Game, line: str) -> None:
    """Do what was typed; `SevenDuelError` if it cannot be done."""
    if line == "undo":
        print("took back:", game.undo())
    elif line == "board":
        print(game)
    elif line == "unseen":
        print(", ".join(f"{card}" for card in game.unseen_cards if card.age == max(game.age, 1)))
    elif line == "random":
        print(*game.reveal_random(SplitMix64()), sep="\n")
    else:
        chance = game.current_player == CHANCE
        game.apply(expand(game, line))
        if chance and game.current_player != CHANCE:
            print(game)


def main(path: Path | None) -> None:
    """Read lines until the game is over or the input ends."""
    game = Game.manual()
    while not game.is_over:
        try:
            line = input(prompt(game)).strip().lower()
        except EOFError:
            break
        if line == "quit":
            break
        try:
            command(game, line)
        except SevenDuelError as error:
            print(error)
    print(game)
    if path is not None:
        Record.from_game(game).write(path)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
