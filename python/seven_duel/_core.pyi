"""The compiled engine; use it through the package `seven_duel`."""

import sys
from collections.abc import Mapping, Sequence
from typing import Any, final

import numpy as np
import numpy.typing as npt

from .action import Action
from .components import Card, Resource, Symbol, Token, Wonder
from .rules import Rules
from .types import Outcome, Price, RandomSource, Score, Slot

__all__ = [
    "OBS_SIZE",
    "OBS_VERSION",
    "Batch",
    "City",
    "Game",
    "Memory",
    "observation_pieces",
    "observe",
    "restore",
    "simulate",
    "simulate_sums",
]

OBS_SIZE: int
OBS_VERSION: int

@final
class Game:
    """A game of 7 Wonders Duel.

    `Game(seed)` draws chance from a generator of its own: the same seed, 0 to 2**64 - 1, gives the same
    game everywhere (None: a seed from the operating system; another value: `SevenDuelError`).
    `Game.manual()` leaves chance to the caller.

    Two games are equal, and hash alike, when their positions and rules are; history and generator do not
    count. Pickles keep position, history with undo, and generator.
    """

    def __new__(cls, seed: int | None = None, *, rules: Rules | None = None) -> Game: ...

    # Other ways to make one.

    @staticmethod
    def manual(rules: Rules | None = None) -> Game:
        """A new game whose chance events are told by the caller."""

    @staticmethod
    def from_dict(d: Mapping[str, Any], *, seed: int | None = None) -> Game:
        """A game from a position dictionary; `PositionError` names every key that is wrong.

        Without a seed chance is told by the caller; with one, what is due is drawn at once.
        """

    @staticmethod
    def from_text(text: str, /, *, seed: int | None = None) -> Game:
        """A game from the one-line text of a position; otherwise like `from_dict`."""

    def copy(self) -> Game:
        """An independent copy with history, undo and generator."""

    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: object) -> Game: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

    # What may be done, and doing it.

    def legal_actions(self) -> list[Action]:
        """The legal actions of the player to move, or of chance; ascending by id; [] when over."""

    def legal_action_ids(self) -> list[int]:
        """The ids of the legal actions, ascending."""

    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """The legal decisions as a bool array (NUM_ACTIONS,); all False while chance is due and when over.

        Needs numpy, else `SevenDuelError`.
        """

    def chance_outcomes(self) -> list[tuple[Action, float]]:
        """The outcomes of the chance event that is due, with their probabilities; [] if none is."""

    def apply(self, action: Action | int | str, /) -> None:
        """Make an action, given as such, as its id or as its text.

        In a seeded game the chance events that follow are drawn as well. An action that the rules forbid
        raises `IllegalActionError`, which says why, and changes nothing.
        """

    def undo(self) -> Action:
        """Take back the last action, with the chance events that a seeded game drew after it; returns it.

        `IllegalActionError` if nothing was done since the game was made.
        """

    def reveal_random(self, rng: RandomSource, /) -> tuple[Action, ...]:
        """Draw all chance events that are due from `rng`, anything with `randrange(n)`; returns them."""

    @property
    def history(self) -> tuple[Action, ...]:
        """The actions since the game was made, chance included."""

    # How the game stands.

    @property
    def current_player(self) -> int | None:
        """0, 1, `CHANCE` (-1) while a chance event is due, None when over."""

    @property
    def phase(self) -> str:
        """What is due: "draft", "turn", the name of a choice or of a chance event, or "over"."""

    @property
    def age(self) -> int:
        """0 until Age I is dealt, then 1 to 3; at a deal the new age."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""

    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""

    def scores(self) -> tuple[Score, Score]:
        """Both score sheets in points, as if the game ended now (R11)."""

    def price(self, x: Card | Wonder | str, /, player: int | None = None) -> Price:
        """What a card or wonder, given as such or by its slug, costs a player now (default: the one to move).

        For any component at any time. `NotationError` if there is no such component; `SevenDuelError` if
        there is no such player, or if it is left out and nobody is to move.
        """

    # The table.

    @property
    def rules(self) -> Rules:
        """The options of this game."""

    @property
    def cities(self) -> tuple[City, City]:
        """Both players' cities, as live views."""

    @property
    def structure(self) -> tuple[Slot, ...]:
        """The 20 slots (R2.1): empty, face down with the back, or face up."""

    @property
    def pawn(self) -> int:
        """The conflict pawn, -9 to 9; player 0's shields add (R6.1)."""

    @property
    def military_tokens(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """[p]: the coins of the tokens that player p's advance can still take (R6.2)."""

    @property
    def board_tokens(self) -> tuple[Token, ...]:
        """The progress tokens on the board, ascending."""

    @property
    def discard_pile(self) -> tuple[Card, ...]:
        """The discard pile, ascending."""

    @property
    def unseen_cards(self) -> tuple[Card, ...]:
        """Every card of the box whose identity nobody has seen, ascending."""

    @property
    def offered(self) -> tuple[Wonder, ...]:
        """The wonders of the open group still to be drafted, ascending."""

    @property
    def shown_tokens(self) -> tuple[Token, ...]:
        """The tokens shown by the Great Library while its choice is open, ascending."""

    @property
    def removed_cards(self) -> tuple[Card, ...]:
        """The cards shown by the Statue of Liberty and built by nobody, ascending."""

    # Written and drawn.

    def to_dict(self) -> dict[str, Any]:
        """The position dictionary, every key."""

    def to_text(self) -> str:
        """The position on one line."""

    def view(self, player: int) -> dict[str, Any]:
        """What a player knows, as plain data ready for JSON."""

    def to_svg(self) -> str:
        """The board as an SVG picture."""

    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class City:
    """A live, read-only view of one player's city: it shows the game as it is now."""

    @property
    def coins(self) -> int:
        """Coins in hand."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The built cards, ascending by id."""

    @property
    def wonders(self) -> dict[Wonder, Card | bool | None]:
        """The wonders, ascending: None unbuilt, the tucked card, or True for a card that nobody recorded."""

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The progress tokens, ascending."""

    @property
    def production(self) -> dict[Resource, int]:
        """Fixed production in units (R4.1), all five resources."""

    @property
    def symbols(self) -> dict[Symbol, int]:
        """How many of each science symbol; only those present, Law included (R7.1)."""

    @property
    def trade_prices(self) -> dict[Resource, int]:
        """What one missing unit costs this player (R4.3), all five resources."""

    @property
    def discard_income(self) -> int:
        """Coins that a discard would give (R3.3)."""

def restore(root: str, generator: int | None, opening: Sequence[int], actions: Sequence[int]) -> Game:
    """A pickled game, from its root on."""

def simulate(first: int, games: int, seed: int, rules: Rules | None, threads: int) -> list[bytes]:
    """Plays part of a series of random games; `seven_duel.simulate` is the form to use.

    Returns the columns as bytes in the machine's order: winner int8, reason uint8, scores int16 (2, 9),
    decisions uint16, starters int8 (3), a row a game.
    """

def simulate_sums(first: int, games: int, seed: int, rules: Rules | None, threads: int) -> list[int]:
    """As `simulate`, but only the sums that a summary is made of (`seven_duel.summary` names them)."""

@final
class Batch:
    """Games stepped together; `seven_duel.GameBatch` is the form to use."""

    def __new__(
        cls,
        n: int,
        *,
        rules: Rules | None = None,
        seed: int = 0,
        auto_reset: str = "same_step",
        legal_mask: bool = True,
        observation: bool = True,
        threads: int = 1,
    ) -> Batch: ...
    def memory(self, name: str) -> Memory:
        """The memory of an array, empty if the array is not wanted."""

    def step(self, ids: npt.NDArray[np.int64]) -> tuple[int, str] | None:
        """Plays one decision in each row, given by ids (int64).

        If one is illegal, nothing is played, and its row and what is wrong with it are returned; else None.
        """

    def reset(self, rows: npt.NDArray[np.uint8] | None = None, seed: int | None = None) -> None:
        """Begins new games in the rows whose byte is not 0, or in all.

        With a seed the rows' generators begin anew first.
        """

    def sample(self) -> bytearray:
        """A legal id for each row, uniformly drawn, as int64; 0 where the game is over."""

    def game(self, row: int) -> Game:
        """A copy of a row's game, with the generator that its chance is drawn from."""

@final
class Memory:
    """An array of a batch, which the batch fills and Python may only read. It has the buffer protocol."""

    if sys.version_info >= (3, 12):
        def __buffer__(self, flags: int, /) -> memoryview: ...

    def __len__(self) -> int: ...

def observe(game: Game, player: int) -> bytearray:
    """The observation of a game as a player sees it: bytes."""

def observation_pieces() -> list[tuple[str, int, list[int], int, str]]:
    """The pieces of the observation: name, offset, shape, the value that counts as 1, meaning."""
