"""The public game of the reference engine: where chance comes from, history and undo, texts and views."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar, cast

from .. import position
from ..action import NUM_ACTIONS, Action, ActionKind
from ..components import Card, Resource, Symbol, Token, Wonder
from ..errors import IllegalActionError, NotationError, PositionError, SevenDuelError, player_number, quote
from ..generator import SplitMix64
from ..rules import Rules
from ..types import CHANCE, Back, Outcome, Price, RandomSource, Score, Slot
from . import ages, chance, check, choices, effects, legal, plays, score, structure
from . import price as prices
from .state import CHANCE_PHASES, GUILD_BACK, State

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_T = TypeVar("_T", Card, Wonder, Token)


def _given(part: _T | None) -> _T:
    assert part is not None
    return part


_PUBLISHED = Rules()

# What a player's action does, by its kind.
_DO: dict[ActionKind, Callable[[State, Action], None]] = {
    ActionKind.DRAFT: lambda state, a: ages.draft(state, _given(a.wonder)),
    ActionKind.BUILD: lambda state, a: plays.build(state, _given(a.card)),
    ActionKind.DISCARD: lambda state, a: plays.discard(state, _given(a.card)),
    ActionKind.WONDER: lambda state, a: plays.wonder(state, _given(a.wonder), _given(a.card)),
    ActionKind.PROGRESS: lambda state, a: choices.progress(state, _given(a.token)),
    ActionKind.LIBRARY: lambda state, a: choices.library(state, _given(a.token)),
    ActionKind.MAUSOLEUM: lambda state, a: choices.mausoleum(state, _given(a.card)),
    ActionKind.DESTROY: lambda state, a: choices.destroy(state, _given(a.card)),
    ActionKind.START: lambda state, a: ages.next_turn_of(state, cast(int, a.player)),
    ActionKind.MESSE: lambda state, a: choices.messe(state, _given(a.card)),
    ActionKind.LIBERTY: lambda state, a: choices.liberty(state, _given(a.card)),
    ActionKind.GIVE: lambda state, a: choices.give(state, _given(a.card)),
}


class _Before(NamedTuple):
    """What undo goes back to."""

    state: State
    generator: SplitMix64 | None
    events: int  # the length of the history


class City:
    """A live, read-only view of one player's city: it shows the game as it is now.

    >>> Game(seed=1).cities[0].coins
    7
    """

    __slots__ = ("_game", "_player")

    def __init__(self, game: Game, player: int) -> None:
        self._game = game
        self._player = player

    @property
    def coins(self) -> int:
        """Coins in hand."""
        return self._game._state.cities[self._player].coins

    @property
    def cards(self) -> tuple[Card, ...]:
        """The built cards, ascending by id."""
        return tuple(sorted(self._game._state.cities[self._player].cards))

    @property
    def wonders(self) -> dict[Wonder, Card | bool | None]:
        """The wonders, ascending: None unbuilt, the tucked card, or True for a card that nobody recorded."""
        wonders = self._game._state.cities[self._player].wonders
        return {w: True if isinstance(under, str) else under for w, under in sorted(wonders.items())}

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The progress tokens, ascending."""
        return tuple(sorted(self._game._state.cities[self._player].tokens))

    @property
    def production(self) -> dict[Resource, int]:
        """Fixed production in units (R4.1), all five resources."""
        units = prices.production(self._game._state.cities[self._player])
        return dict(zip(Resource, units, strict=True))

    @property
    def symbols(self) -> dict[Symbol, int]:
        """How many of each science symbol; only those present, Law included (R7.1)."""
        return score.symbols(self._game._state.cities[self._player])

    @property
    def trade_prices(self) -> dict[Resource, int]:
        """What one missing unit costs this player (R4.3), all five resources."""
        market = prices.market(self._game._state, self._player)
        return dict(zip(Resource, market.unit_prices, strict=True))

    @property
    def discard_income(self) -> int:
        """Coins that a discard would give (R3.3)."""
        return effects.discard_income(self._game._state.cities[self._player])

    def __repr__(self) -> str:
        return f"<City of player {self._player}: {self.coins} coins, {len(self.cards)} cards>"


class Game:
    """A game in plain Python; the same methods and results as the compiled `seven_duel.Game`.

    `Game(seed)` draws chance from a generator of its own: the same seed gives the same game everywhere
    (None: a seed from the operating system). `Game.manual()` leaves chance to the caller, who tells it
    with `apply("reveal 7 palisade")` or lets `reveal_random` draw it.

    Two games are equal when their positions and rules are; history and generator do not count.

    >>> game = Game(seed=7)
    >>> game.phase, game.current_player, len(game.legal_actions())
    ('draft', 0, 4)
    >>> game.apply(game.legal_actions()[0])
    >>> game.undo() in game.legal_actions()
    True
    """

    __slots__ = ("_generator", "_history", "_legal", "_state", "_undo")

    # State and generator never change once they are here: each action works on copies. So a failed one
    # leaves no trace, undo puts the old ones back, and copies of the game may share them.
    _state: State
    _generator: SplitMix64 | None  # None: chance is told by the caller
    _history: list[Action]
    _undo: list[_Before]
    _legal: list[Action] | None  # the legal actions, once they were asked for

    def __init__(self, seed: int | None = None, *, rules: Rules = _PUBLISHED) -> None:
        self._begin(ages.set_up(_checked_rules(rules)), SplitMix64(seed))

    @classmethod
    def manual(cls, rules: Rules = _PUBLISHED) -> Self:
        """A new game whose chance events are told by the caller.

        >>> game = Game.manual()
        >>> game.apply("board law")
        >>> game.phase, game.board_tokens
        ('board', (Token.LAW,))
        """
        game = cls.__new__(cls)
        game._begin(ages.set_up(_checked_rules(rules)), None)
        return game

    @classmethod
    def from_dict(cls, d: Mapping[str, Any], *, seed: int | None = None) -> Self:
        """A game from a position dictionary; `PositionError` names every key that is wrong.

        Without a seed chance is told by the caller; with one, what is due is drawn at once.

        >>> Game.from_dict({"age": 2, "structure": ["statue"] + 19 * [None]}).legal_actions()
        [Action('build statue'), Action('discard statue')]
        >>> Game.from_dict({"board_tokens": ["law"], "cities": [{"tokens": ["law"]}, {}]})
        Traceback (most recent call last):
        seven_duel.errors.PositionError: cities[0].tokens: law lies also in board_tokens
        """
        complete = position.complete(d)
        problems = check.problems(complete)
        if problems:
            raise PositionError(*problems)
        game = cls.__new__(cls)
        game._begin(State.from_position(complete), None if seed is None else SplitMix64(seed))
        return game

    @classmethod
    def from_text(cls, text: str, /, *, seed: int | None = None) -> Self:
        """A game from the one-line text of a position; otherwise like `from_dict`.

        >>> game = Game(seed=3)
        >>> Game.from_text(game.to_text()) == game
        True
        """
        return cls.from_dict(position.from_text(text), seed=seed)

    def _begin(self, state: State, generator: SplitMix64 | None) -> None:
        self._history = _draw_due(state, generator)
        self._undo = []
        self._state = state
        self._generator = generator
        self._legal = None

    # What may be done, and doing it.

    def legal_actions(self) -> list[Action]:
        """The legal actions of the player to move, or of chance; ascending by id; [] when over.

        >>> Game.manual().legal_actions()[:2]
        [Action('board agriculture'), Action('board architecture')]
        """
        return self._legal_now().copy()

    def _legal_now(self) -> list[Action]:
        if self._legal is None:
            self._legal = legal.legal_actions(self._state)
        return self._legal

    def legal_action_ids(self) -> list[int]:
        """The ids of the legal actions, ascending.

        >>> Game.manual().legal_action_ids()[:2] == [0xA100, 0xA101]
        True
        """
        return [int(action) for action in self._legal_now()]

    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """The legal decisions as a bool array (NUM_ACTIONS,); all False while chance is due and when over.

        Needs numpy, else `SevenDuelError`.

        >>> game = Game(seed=1)
        >>> game.legal_mask().nonzero()[0].tolist() == game.legal_action_ids()
        True
        """
        try:
            import numpy as np
        except ImportError as error:
            raise SevenDuelError("legal_mask needs numpy: pip install seven_duel[numpy]") from error
        mask = np.zeros(NUM_ACTIONS, np.bool_)
        if self._state.phase not in CHANCE_PHASES:
            mask[self.legal_action_ids()] = True
        return mask

    def chance_outcomes(self) -> list[tuple[Action, float]]:
        """The outcomes of the chance event that is due, with their probabilities; [] if none is.

        >>> Game.manual().chance_outcomes()[0]
        (Action('board agriculture'), 0.1)
        """
        outcomes = chance.outcomes(self._state)
        return [(event, 1 / len(outcomes)) for event in outcomes]

    def apply(self, action: Action | int | str, /) -> None:
        """Make an action, given as such, as its text or as its id.

        In a seeded game the chance events that follow are drawn as well. An action that the rules forbid
        raises `IllegalActionError`, which says why, and changes nothing.

        >>> Game(seed=1).apply("discard palisade")
        Traceback (most recent call last):
        seven_duel.errors.IllegalActionError: discard palisade: player 0 is to choose first, \
a wonder must be drafted (R1.4)
        """
        chosen = _read_action(action)
        if chosen not in self._legal_now():
            raise IllegalActionError(legal.why_not(self._state, chosen), action)
        state = self._state.copy()
        generator = None if self._generator is None else self._generator.copy()
        if chosen.is_chance:
            chance.happen(state, chosen)
        else:
            _DO[chosen.kind](state, chosen)
        events = [chosen, *_draw_due(state, generator)]
        self._undo.append(_Before(self._state, self._generator, len(self._history)))
        self._history += events
        self._state = state
        self._generator = generator
        self._legal = None

    def undo(self) -> Action:
        """Take back the last action, with the chance events that a seeded game drew after it; returns it.

        `IllegalActionError` if nothing was done since the game was made.

        >>> game = Game.manual()
        >>> game.apply("board law")
        >>> game.undo(), game.board_tokens
        (Action('board law'), ())
        """
        if not self._undo:
            raise IllegalActionError("undo: nothing has been done since the game was made", "undo")
        before = self._undo.pop()
        undone = self._history[before.events]
        self._go_back(before)
        return undone

    def _go_back(self, before: _Before) -> None:
        self._state = before.state
        self._generator = before.generator
        del self._history[before.events :]
        self._legal = None

    def reveal_random(self, rng: RandomSource, /) -> tuple[Action, ...]:
        """Draw all chance events that are due from `rng`, anything with `randrange(n)`; returns them.

        >>> import random
        >>> game = Game.manual()
        >>> [str(event.kind) for event in game.reveal_random(random.Random(1))][4:6]
        ['board', 'offer']
        """
        root, steps = _Before(self._state, self._generator, len(self._history)), len(self._undo)
        try:
            while self._state.phase in CHANCE_PHASES:
                outcomes = self._legal_now()
                drawn = operator.index(rng.randrange(len(outcomes)))
                if not 0 <= drawn < len(outcomes):
                    raise SevenDuelError(f"rng: randrange({len(outcomes)}) gave {drawn}")
                self.apply(outcomes[drawn])
        except BaseException:
            del self._undo[steps:]
            self._go_back(root)
            raise
        return tuple(self._history[root.events :])

    # Figures.

    def price(self, x: Card | Wonder | str, /, player: int | None = None) -> Price:
        """What a card or wonder, given as such or by its slug, costs a player now (default: the one to move).

        For any component at any time. `NotationError` if there is no such component; `SevenDuelError` if
        there is no such player, or if it is left out and nobody is to move.

        >>> game = Game(seed=1)
        >>> game.price("baths").trade, game.price(Wonder.PYRAMIDS, player=1).total
        ({Resource.STONE: 2}, 8)
        """
        if player is None:
            player = self.current_player
            if player is None or player == CHANCE:
                raise SevenDuelError("player: nobody is to move, so it must be given")
        else:
            player = player_number(player)
        return prices.price(prices.market(self._state, player), _component(x))

    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on.

        >>> Game(seed=1).outcome()
        """
        return score.outcome(self._state)

    def scores(self) -> tuple[Score, Score]:
        """Both score sheets, as if the game ended now (R11).

        >>> Game(seed=1).scores()[0].coins
        2
        """
        return score.scores(self._state)

    # What lies on the table.

    @property
    def rules(self) -> Rules:
        """The options of this game."""
        return self._state.rules

    @property
    def history(self) -> tuple[Action, ...]:
        """The actions since the game was made, chance included."""
        return tuple(self._history)

    @property
    def current_player(self) -> int | None:
        """0, 1, `CHANCE` while a chance event is due, None when over."""
        return CHANCE if self._state.phase in CHANCE_PHASES else self._state.player

    @property
    def age(self) -> int:
        """0 until Age I is dealt, then 1 to 3; at a deal the new age."""
        return self._state.age

    @property
    def phase(self) -> str:
        """What is due: "draft", "turn", the name of a choice or of a chance event, or "over"."""
        return self._state.phase

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self._state.phase == "over"

    @property
    def cities(self) -> tuple[City, City]:
        """Both players' cities, as live views."""
        return City(self, 0), City(self, 1)

    @property
    def structure(self) -> tuple[Slot, ...]:
        """The 20 slots (R2.1): empty, face down with the back, or face up."""
        state = self._state
        return tuple(
            Slot(
                content if isinstance(content, Card) else None,
                (Back.GUILD if content == GUILD_BACK else Back.AGE) if isinstance(content, str) else None,
                structure.is_accessible(state, slot),
            )
            for slot, content in enumerate(state.structure)
        )

    @property
    def pawn(self) -> int:
        """The conflict pawn, -9 to 9; player 0's shields add (R6.1)."""
        return self._state.pawn

    @property
    def military_tokens(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """[p]: the coins of the tokens that player p's advance can still take (R6.2)."""
        return self._state.military_tokens

    @property
    def board_tokens(self) -> tuple[Token, ...]:
        """The progress tokens on the board, ascending."""
        return tuple(sorted(self._state.board_tokens))

    @property
    def discard_pile(self) -> tuple[Card, ...]:
        """The discard pile, ascending."""
        return tuple(sorted(self._state.discard_pile))

    @property
    def unseen_cards(self) -> tuple[Card, ...]:
        """Every card of the box whose identity nobody has seen, ascending."""
        return tuple(sorted(card for pile in self._state.unseen for card in pile))

    @property
    def offered(self) -> tuple[Wonder, ...]:
        """The wonders of the open group still to be drafted, ascending."""
        return tuple(sorted(self._state.offered))

    @property
    def shown_tokens(self) -> tuple[Token, ...]:
        """The tokens shown by the Great Library while its choice is open, ascending."""
        return tuple(sorted(self._state.shown))

    @property
    def removed_cards(self) -> tuple[Card, ...]:
        """The cards shown by the Statue of Liberty and built by nobody, ascending."""
        return tuple(sorted(self._state.removed))

    # Texts, copies and comparison.

    def to_dict(self) -> dict[str, Any]:
        """The position dictionary, every key.

        >>> Game.manual().to_dict()["phase"]
        'board'
        """
        return self._state.to_position()

    def to_text(self) -> str:
        """The position on one line.

        >>> Game.manual().to_text()
        '- 0 board 0 7/-/-/- 7/-/-/- 0 25/25 - - .,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,. -'
        """
        return position.write(self._state.to_position())

    def view(self, player: int) -> dict[str, Any]:
        """What a player knows, as plain data ready for JSON."""
        from ..view import describe

        return describe(self, player)

    def to_svg(self) -> str:
        """The board as an SVG picture."""
        from ..render import to_svg

        return to_svg(self)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __str__(self) -> str:
        from ..render import render

        return render(self)

    def __repr__(self) -> str:
        return f"Game.from_text({self.to_text()!r})"

    def copy(self) -> Self:
        """An independent copy with history, undo and generator.

        >>> game = Game(seed=1)
        >>> other = game.copy()
        >>> other.apply(other.legal_actions()[0])
        >>> other == game
        False
        """
        game = type(self).__new__(type(self))
        game._state = self._state
        game._history = self._history.copy()
        game._undo = self._undo.copy()
        game._generator = self._generator
        game._legal = self._legal
        return game

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        return self._state == other._state if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        state = self._state
        ours, theirs = state.cities
        pieces = (ours.cards, theirs.cards, ours.coins, theirs.coins, *state.structure)
        return hash((state.rules, state.age, state.phase, state.player, state.pawn, *pieces))

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[object, ...]]:
        return _unpickle, (type(self), self._state, self._history, self._undo, self._generator)


def _unpickle(
    kind: type[Game], state: State, history: list[Action], undo: list[_Before], generator: SplitMix64 | None
) -> Game:
    game = kind.__new__(kind)
    game._state = state
    game._history = history
    game._undo = undo
    game._generator = generator
    game._legal = None
    return game


def _draw_due(state: State, generator: SplitMix64 | None) -> list[Action]:
    """A seeded game draws every chance event that is due; without a generator nothing happens."""
    events = []
    while generator is not None and state.phase in CHANCE_PHASES:
        outcomes = chance.outcomes(state)
        event = outcomes[generator.below(len(outcomes))]
        chance.happen(state, event)
        events.append(event)
    return events


def _checked_rules(rules: object) -> Rules:
    if not isinstance(rules, Rules):
        raise PositionError(f"rules: must be Rules, not {quote(rules)}")
    return rules


def _read_action(action: object) -> Action:
    """The action that was meant; `IllegalActionError` if it is none."""
    if isinstance(action, Action):
        return action
    try:
        if isinstance(action, str):
            return Action(action)
        return Action.from_id(action)  # type: ignore[arg-type]  # it checks the type itself
    except NotationError as error:
        raise IllegalActionError(f"{error} (R3.1)", action) from None


def _component(x: object) -> Card | Wonder:
    if isinstance(x, (Card, Wonder)):
        return x
    if isinstance(x, str):
        for kind in (Card, Wonder):
            if x == x.lower() and x.upper() in kind.__members__:
                return kind.from_slug(x)
    raise NotationError(f"no such card or wonder: {quote(x)}")
