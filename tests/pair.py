"""Games of both engines played side by side: whatever is done to one is done to the other, and compared."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

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
from seven_duel.types import RandomSource
from tests import engines, invariants

T = TypeVar("T")
_COMPONENTS = (*Card, *Wonder)


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


def attempt(what: Callable[[], object]) -> SevenDuelError | None:
    """The typed error that a call raises, or None; any other error goes through."""
    try:
        what()
    except SevenDuelError as error:
        return error
    return None
