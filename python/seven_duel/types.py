"""The small values that a game gives out, and what a game object is (`GameLike`)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, runtime_checkable

from .components import Card, Resource, Symbol, Token, Wonder
from .rules import Rules

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .action import Action

__all__ = [
    "CHANCE",
    "Back",
    "CityLike",
    "GameLike",
    "Outcome",
    "Price",
    "RandomSource",
    "Score",
    "Slot",
    "Victory",
]

CHANCE = -1
"""`current_player` when a chance event is due."""


class Victory(IntEnum):
    """How a game was won: by points, or by a supremacy.

    >>> Victory.SCIENCE, str(Victory.SCIENCE)
    (Victory.SCIENCE, 'science')
    """

    CIVILIAN = 0
    MILITARY = 1
    SCIENCE = 2

    def __str__(self) -> str:
        return self._name_.lower()

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"Victory.{self._name_}"


class Back(IntEnum):
    """The back of a face-down card: an age's, or a guild's (R2.3)."""

    AGE = 0
    GUILD = 1

    def __str__(self) -> str:
        return self._name_.lower()

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"Back.{self._name_}"


class Price(NamedTuple):
    """What a card or wonder costs a player now (R4).

    - `total`: coins to pay in all, `coins + sum(trade.values())`
    - `coins`: the printed coins
    - `trade`: coins paid for the missing units, per resource; only what is above 0
    - `waived`: units waived by Architecture or Masonry (R4.4); only what is above 0
    - `chain`: built for nothing by a chain (R4.6); everything else is then empty
    """

    total: int
    coins: int
    trade: Mapping[Resource, int]
    waived: Mapping[Resource, int]
    chain: bool


class Outcome(NamedTuple):
    """The end of a game: `winner` 0 or 1, None for a shared victory (R11.2), and the kind of victory."""

    winner: int | None
    reason: Victory


class Score(NamedTuple):
    """One player's score sheet in points (R11.1); `coins` are the points for coins."""

    blue: int
    green: int
    yellow: int
    guilds: int
    wonders: int
    tokens: int
    coins: int
    military: int
    total: int


class Slot(NamedTuple):
    """One of the 20 slots: empty (both None), face down (`back`), or face up (`card`)."""

    card: Card | None
    back: Back | None
    accessible: bool


class RandomSource(Protocol):
    """Anything that draws uniformly below n: `random.Random`, `SplitMix64`, ..."""

    def randrange(self, n: int, /) -> int:
        """A number uniform on 0 to n - 1."""
        ...


@runtime_checkable
class CityLike(Protocol):
    """A live, read-only view of one player's city."""

    @property
    def coins(self) -> int:
        """Coins in hand."""
        ...

    @property
    def cards(self) -> tuple[Card, ...]:
        """The built cards, ascending by id."""
        ...

    @property
    def wonders(self) -> dict[Wonder, Card | bool | None]:
        """The wonders, ascending: None unbuilt, the tucked card, or True for a card that nobody recorded."""
        ...

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The progress tokens, ascending."""
        ...

    @property
    def production(self) -> dict[Resource, int]:
        """Fixed production in units (R4.1), all five resources."""
        ...

    @property
    def symbols(self) -> dict[Symbol, int]:
        """How many of each science symbol; only those present, Law included."""
        ...

    @property
    def trade_prices(self) -> dict[Resource, int]:
        """What one missing unit costs this player (R4.3), all five resources."""
        ...

    @property
    def discard_income(self) -> int:
        """Coins that a discard would give (R3.3)."""
        ...


@runtime_checkable
class GameLike(Protocol):
    """The game object: what `seven_duel.Game` and `seven_duel.reference.Game` both are."""

    @classmethod
    def manual(cls, rules: Rules = ...) -> Self:
        """A new game whose chance events are told by the caller."""
        ...

    @classmethod
    def from_dict(cls, d: Mapping[str, Any], *, seed: int | None = None) -> Self:
        """A game from a position dictionary; `PositionError` names what is wrong."""
        ...

    @classmethod
    def from_text(cls, text: str, /, *, seed: int | None = None) -> Self:
        """A game from a position's one-line text."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """The position dictionary, every key."""
        ...

    def to_text(self) -> str:
        """The position on one line."""
        ...

    def legal_actions(self) -> list[Action]:
        """The legal actions of the player to move, or of chance; ascending by id; [] when over."""
        ...

    def legal_action_ids(self) -> list[int]:
        """The same as ids."""
        ...

    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """The legal decisions as a bool array (NUM_ACTIONS,)."""
        ...

    def chance_outcomes(self) -> list[tuple[Action, float]]:
        """The outcomes of the chance event that is due, with their probabilities; [] if none is."""
        ...

    def apply(self, action: Action | int | str, /) -> None:
        """Make an action; `IllegalActionError` says why not, and changes nothing."""
        ...

    def undo(self) -> Action:
        """Take back the last action; returns it."""
        ...

    def reveal_random(self, rng: RandomSource, /) -> tuple[Action, ...]:
        """Draw all chance events that are due."""
        ...

    def copy(self) -> Self:
        """An independent copy."""
        ...

    def price(self, x: Card | Wonder | str, /, player: int | None = None) -> Price:
        """What a card or wonder costs a player now (default: the player to move)."""
        ...

    def outcome(self) -> Outcome | None:
        """The end of the game, None while it goes on."""
        ...

    def scores(self) -> tuple[Score, Score]:
        """Both score sheets, as if the game ended now."""
        ...

    def view(self, player: int) -> dict[str, Any]:
        """What a player knows, as plain data ready for JSON."""
        ...

    def to_svg(self) -> str:
        """The board as an SVG picture."""
        ...

    @property
    def rules(self) -> Rules:
        """The options of this game."""
        ...

    @property
    def history(self) -> tuple[Action, ...]:
        """The actions since the root, chance included."""
        ...

    @property
    def current_player(self) -> int | None:
        """0, 1, `CHANCE`, or None when over."""
        ...

    @property
    def age(self) -> int:
        """0 during the draft, else 1 to 3."""
        ...

    @property
    def phase(self) -> str:
        """What is due: "draft", "turn", a choice's name, a chance kind, or "over"."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        ...

    @property
    def cities(self) -> tuple[CityLike, CityLike]:
        """Both players' cities."""
        ...

    @property
    def structure(self) -> tuple[Slot, ...]:
        """The 20 slots (R2.1)."""
        ...

    @property
    def pawn(self) -> int:
        """The conflict pawn, -9 to 9; player 0's shields add."""
        ...

    @property
    def military_tokens(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """[p]: the tokens that player p's advance can still take (R6.2)."""
        ...

    @property
    def board_tokens(self) -> tuple[Token, ...]:
        """The progress tokens on the board, ascending."""
        ...

    @property
    def discard_pile(self) -> tuple[Card, ...]:
        """The discard pile, ascending."""
        ...

    @property
    def unseen_cards(self) -> tuple[Card, ...]:
        """Every card of the box that nobody has seen, ascending."""
        ...

    @property
    def offered(self) -> tuple[Wonder, ...]:
        """The wonders of the open group still to be drafted, ascending."""
        ...

    @property
    def shown_tokens(self) -> tuple[Token, ...]:
        """The tokens shown by the Great Library, while its choice is open."""
        ...

    @property
    def removed_cards(self) -> tuple[Card, ...]:
        """The cards shown by the Statue of Liberty and built by nobody."""
        ...
