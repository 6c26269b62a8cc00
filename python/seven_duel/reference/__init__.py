"""The rules of 7 Wonders Duel in plain Python, written to be read; no compiled code.

`Game` has the same methods and gives the same results as the compiled `seven_duel.Game`. It was written
from the rules alone, so the two engines check each other. A file holds one concept:

- `state`: what lies on the table
- `structure`: rows, covering, taking and turning up cards (R2)
- `price`: what a card or wonder costs (R4)
- `legal`: what may be done, and why something may not
- `plays`: build, discard, wonder (R3)
- `effects`: coins, shields, science (R5, R6, R7, R8.3, R9.1)
- `choices`: the choices that a play opens, and what follows them (R3.6)
- `chance`: the events that nobody decides
- `ages`: draft, deals, turns and the end of an age (R1, R10)
- `score`: victory and the score sheet (R9.2, R11)
- `check`: which positions are possible
- `game`: the public `Game`: where chance comes from, history, undo, copies, texts

>>> from seven_duel.reference import Game
>>> game = Game(seed=7)
>>> while not game.is_over:
...     game.apply(game.legal_actions()[0])
>>> game.outcome() is not None
True
"""

from __future__ import annotations

from .game import City, Game

__all__ = ["City", "Game"]
