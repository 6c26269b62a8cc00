"""Games of both engines played side by side: whatever is done to one is done to the other, and compared."""

from __future__ import annotations

import copy
import itertools
import json
import pickle
import random
import traceback
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeGuard, TypeVar, cast

from seven_duel import (
    Action,
    Card,
    GameLike,
    IllegalActionError,
    PositionError,
    Rules,
    SevenDuelError,
    Wonder,
)
from seven_duel.position import write
from seven_duel.reference import Game as ReferenceGame
from seven_duel.reference import price as reference_price
from seven_duel.types import Price, RandomSource
from tests import engines, invariants
from tests.figures import Kept

T = TypeVar("T")
_COMPONENTS = (*Card, *Wonder)  # by themselves a card and a wonder may be equal, as numbers
_PREDECESSORS = frozenset(card.chain_from for card in Card if card.chain_from is not None)


def observe(game: GameLike, *, prices: bool) -> Iterator[tuple[str, object]]:
    """Everything that a game shows, piece by piece; the price of every component is most of the work."""
    yield "to_text", game.to_text()
    yield "to_dict", game.to_dict()
    for name in (
        *("phase", "age", "current_player", "is_over", "rules", "structure", "pawn", "military_tokens"),
        *(
            "board_tokens",
            "discard_pile",
            "unseen_cards",
            "offered",
            "shown_tokens",
            "removed_cards",
            "history",
        ),
    ):
        yield name, getattr(game, name)
    for player in (0, 1):
        city = game.cities[player]
        for name in (
            *(
                "coins",
                "cards",
                "wonders",
                "tokens",
                "production",
                "symbols",
                "trade_prices",
                "discard_income",
            ),
        ):
            yield f"cities[{player}].{name}", getattr(city, name)
        if prices:
            yield f"prices of player {player}", [game.price(component, player) for component in _COMPONENTS]
    yield "legal_actions", game.legal_actions()
    yield "legal_action_ids", game.legal_action_ids()
    yield "legal_mask", game.legal_mask().tobytes()
    yield "chance_outcomes", game.chance_outcomes()
    yield "scores", game.scores()
    yield "outcome", game.outcome()


def compare(one: GameLike, other: GameLike, *, prices: bool = True) -> None:
    """Two games of different engines show the same; the message names the piece that differs."""
    for (name, mine), (_, theirs) in zip(
        observe(one, prices=prices), observe(other, prices=prices), strict=True
    ):
        assert mine == theirs, f"{name}: {mine!r} != {theirs!r} at {one.to_text()!r}"


class Pair:
    """A game in the reference engine and the same game in the Rust engine."""

    def __init__(self, games: tuple[GameLike, GameLike]) -> None:
        self.games = games

    @classmethod
    def new(cls, seed: int | None, rules: Rules) -> Pair:
        """A fresh game: seeded, or with manual chance when seed is None."""
        one, other = (engines.load(name) for name in engines.NAMES)
        if seed is None:
            return cls((one.manual(rules), other.manual(rules)))
        return cls((one(seed, rules=rules), other(seed, rules=rules)))

    @classmethod
    def from_dict(cls, d: Mapping[str, Any], seed: int | None = None) -> Pair | None:
        """Both read the dictionary or both refuse it (None then)."""
        found: list[GameLike | PositionError] = []
        for name in engines.NAMES:
            try:
                found.append(engines.load(name).from_dict(d, seed=seed))
            except PositionError as error:
                found.append(error)
        one, other = found
        if isinstance(one, PositionError) or isinstance(other, PositionError):
            assert isinstance(one, PositionError), f"only the Rust engine refuses {d}: {other}"
            assert isinstance(other, PositionError), f"only the reference engine refuses {d}: {one}"
            assert str(one)
            assert str(other)
            return None
        return cls((one, other))

    @property
    def game(self) -> GameLike:
        """One of the two, to ask what both agree on."""
        return self.games[1]

    def compare(self, *, prices: bool = True) -> None:
        """Both show the same."""
        compare(*self.games, prices=prices)

    def each(self, what: Callable[[GameLike], T]) -> T:
        """Do the same to both; the results agree."""
        one, other = (what(game) for game in self.games)
        assert one == other
        return one

    def apply(self, action: Action | int | str) -> None:
        """The action, in both."""
        for game in self.games:
            game.apply(action)

    def undo(self) -> Action:
        """The last action of both taken back."""
        return self.each(lambda game: game.undo())

    def can_undo(self) -> bool:
        """Whether anything is left; asking changes nothing."""

        def attempt(game: GameLike) -> bool:
            before = game.to_text()
            try:
                game.copy().undo()
            except IllegalActionError:
                return False
            assert game.to_text() == before
            return True

        return self.each(attempt)

    def reveal_random(self, make_rng: Callable[[], RandomSource]) -> tuple[Action, ...]:
        """All chance that is due, drawn with two equal generators."""
        return self.each(lambda game: game.reveal_random(make_rng()))

    def refuse(self, action: object) -> None:
        """An illegal action raises `IllegalActionError` in both and changes nothing."""
        for game in self.games:
            before = (game.to_text(), game.history)
            try:
                game.apply(action)  # type: ignore[arg-type]
            except IllegalActionError as error:
                assert str(error)
                assert error.action == action
            else:
                raise AssertionError(f"{action!r} was accepted by {type(game).__module__} at {before[0]!r}")
            assert (game.to_text(), game.history) == before

    def copies(self) -> Pair:
        """Copies of both, by every way to copy; all are equal, hash alike and carry the history."""

        def copied(game: GameLike) -> GameLike:
            ways = (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game)))
            for other in ways:
                assert type(other) is type(game)
                assert other is not game
                assert other == game
                assert hash(other) == hash(game)
                assert other.history == game.history
            return ways[len(game.history) % len(ways)]

        one, other = self.games
        return Pair((copied(one), copied(other)))

    def round_trip(self) -> None:
        """Dictionary (also through JSON) and text are the identity, and each engine reads the other's."""
        for game in self.games:
            for source in self.games:
                for again in (
                    type(game).from_dict(source.to_dict()),
                    type(game).from_dict(json.loads(json.dumps(source.to_dict()))),
                    type(game).from_text(source.to_text()),
                ):
                    assert again == game
                    assert hash(again) == hash(game)
                    assert again.to_dict() == game.to_dict()
                    assert again.to_text() == game.to_text()
                    assert again.history == ()

    def replay(self) -> None:
        """The history, told to a manual game, leads to the same position (one from the start only)."""
        for name, game in zip(engines.NAMES, self.games, strict=True):
            again = engines.load(name).manual(game.rules)
            for action in game.history:
                again.apply(action)
            assert again == game

    def check(self) -> None:
        """The invariants, on both (they need only hold for positions that play has reached)."""
        self.compare()
        invariants.check(self.game)


class Watch:
    """A pair under watch: after each action, all that it can have changed is compared.

    Always: the position (each engine writes its own text), who is to move, the legal actions, the unseen
    cards, and the invariants but for `FIGURES`. The score sheets when cities or pawn differ from before.
    A player's prices of every component that can still be bought when what prices depend on has changed for
    this player, else of those that can be bought now.
    At a share of the steps, drawn with `rng`, and at the end everything that there is to see, and all
    invariants.
    """

    def __init__(self, pair: Pair, rng: random.Random, *, seeded: bool, share: float = 0.03) -> None:
        self.pair = pair
        self.actions: list[Action] = []
        """The legal actions now."""
        self._seeded = seeded
        self._rng = rng
        self._share = share
        self._sheets: object = None
        self._settings: object = None
        self._prices: list[tuple[object, dict[int, Price]]] = [(None, {}), (None, {})]
        self._position = Kept(pair.games[0].to_dict())
        self.look()

    def apply(self, action: Action) -> None:
        """The action in both, and the comparison."""
        before = self._position
        for game in self.pair.games:
            game.apply(action)
        self._position = Kept(self.pair.games[0].to_dict())
        try:
            self.look()
            if not self._seeded:  # there chance comes along with the decision
                invariants.check_step(before, str(action), self._position)
        except AssertionError as error:
            where = traceback.extract_tb(error.__traceback__)[-1].name
            raise AssertionError(
                f"{where}: {error}, {action} leads to {self.pair.game.to_text()!r}"
            ) from error

    def look(self) -> None:
        """Compare both games as they stand."""
        one, other = self.pair.games
        text = write(self._position)
        _same("to_text", text, other.to_text())
        self.actions = one.legal_actions()
        _same("legal_actions", self.actions, other.legal_actions())
        _same("current_player", one.current_player, other.current_player)
        _same("unseen_cards", one.unseen_cards, other.unseen_cards)
        fields = text.split(" ")
        if self._sheets != fields[4:7]:
            self._sheets = fields[4:7]
            _same("scores", one.scores(), other.scores())
        self._compare_prices(fields)
        thoroughly = not self.actions or self._rng.random() < self._share
        if thoroughly:
            self.pair.compare(prices=self._rng.random() < self._share)
        invariants.check(other, self._position, thoroughly=thoroughly)

    def _compare_prices(self, fields: list[str]) -> None:
        settings = [city.partition("/")[2] for city in fields[4:6]]
        changed = [player for player in (0, 1) if self._settings != settings and self._ask_prices(player)]
        self._settings = settings
        now: set[int] = set()
        if fields[2] == "turn" and len(changed) < 2:
            now = {int(action.card) for action in self.actions if action.card}
            now |= {len(Card) + int(action.wonder) for action in self.actions if action.wonder}
        price = self.pair.game.price
        for player, (_, prices) in enumerate(self._prices):
            expected = prices if player in changed else {place: prices[place] for place in now}
            found = {place: price(_COMPONENTS[place], player) for place in expected}
            _same(f"prices of player {player}", expected, found)

    def _ask_prices(self, player: int) -> bool:
        """Ask the reference engine for all that can still be bought, if what prices depend on has changed."""
        state = cast(ReferenceGame, self.pair.games[0])._state
        market = reference_price.market(state, player)
        depends = (*market[:-1], market.city.cards & _PREDECESSORS, market.city.tokens)
        if self._prices[player][0] == depends:
            return False
        built = [wonder for city in state.cities for wonder in city.built_wonders()]
        unbuilt = [wonder for wonder in Wonder if wonder not in built]
        cards = [*itertools.chain(*state.unseen), *filter(_is_card, state.structure)]
        prices = {int(card): reference_price.price(market, card) for card in cards}
        prices |= {len(Card) + int(wonder): reference_price.price(market, wonder) for wonder in unbuilt}
        self._prices[player] = depends, prices
        return True


def _is_card(content: object) -> TypeGuard[Card]:
    return isinstance(content, Card)


def _same(name: str, mine: object, theirs: object) -> None:
    assert mine == theirs, f"{name}: {mine!r} != {theirs!r}"


def attempt(what: Callable[[], object]) -> SevenDuelError | None:
    """The typed error that a call raises, or None; any other error goes through."""
    try:
        what()
    except SevenDuelError as error:
        return error
    return None
