"""The types that users see: mypy checks every `assert_type` here, pytest runs the code."""

from __future__ import annotations

import random
from typing import Any, assert_type

from seven_duel import (
    NUM_ACTIONS,
    Action,
    ActionKind,
    Card,
    CityLike,
    Color,
    Game,
    GameLike,
    Outcome,
    Price,
    Resource,
    Rules,
    Score,
    Slot,
    SplitMix64,
    Symbol,
    Token,
    Victory,
    Wonder,
    reference,
)
from seven_duel.record import Record


def test_a_game_from_the_start() -> None:
    game = Game(seed=7, rules=Rules(promo_wonders=True))
    assert_type(game, Game)
    assert_type(game.legal_actions(), list[Action])
    assert_type(game.legal_action_ids(), list[int])
    assert_type(game.chance_outcomes(), list[tuple[Action, float]])
    assert_type(game.current_player, int | None)
    assert_type(game.phase, str)
    assert_type(game.copy(), Game)
    action = game.legal_actions()[0]
    game.apply(action)
    game.apply(int(game.legal_actions()[0]))
    game.apply(str(game.legal_actions()[0]))
    assert_type(game.undo(), Action)
    assert_type(game.history, tuple[Action, ...])
    assert_type(game.to_dict(), dict[str, Any])
    assert_type(game.to_text(), str)
    assert_type(Game.from_text(game.to_text()), Game)
    assert_type(Game.from_dict(game.to_dict(), seed=1), Game)
    assert_type(game.outcome(), Outcome | None)
    assert_type(game.scores(), tuple[Score, Score])
    assert game.legal_mask().shape == (NUM_ACTIONS,)


def test_manual_chance() -> None:
    game = Game.manual(Rules(first_game=True))
    assert_type(game.reveal_random(random.Random(1)), tuple[Action, ...])
    assert game.reveal_random(SplitMix64(1)) == ()
    assert game.phase == "turn"


def test_the_table() -> None:
    game = Game.manual(rules=Rules(first_game=True))
    game.reveal_random(SplitMix64(1))
    city = game.cities[0]
    assert_type(city.coins, int)
    assert_type(city.cards, tuple[Card, ...])
    assert_type(city.wonders, dict[Wonder, Card | bool | None])
    assert_type(city.tokens, tuple[Token, ...])
    assert_type(city.production, dict[Resource, int])
    assert_type(city.symbols, dict[Symbol, int])
    assert_type(game.structure, tuple[Slot, ...])
    assert_type(game.structure[19].card, Card | None)
    assert_type(game.unseen_cards, tuple[Card, ...])
    price = game.price(Wonder.SPHINX, player=1)
    assert_type(price, Price)
    assert price == game.price("sphinx", 1)
    assert_type(price.total, int)


def test_components() -> None:
    assert_type(Card.PALISADE.color, Color)
    assert_type(Card.FORTIFICATIONS.chain_from, Card | None)
    assert Card.FORTIFICATIONS.chain_from is Card.PALISADE
    action = Action("wonder sphinx baths")
    assert_type(action.kind, ActionKind)
    assert_type(action.wonder, Wonder | None)
    assert_type(Victory(2), Victory)


def test_either_engine_is_a_game() -> None:
    def first_of(game: GameLike) -> Action:
        return game.legal_actions()[0]

    def coins_of(city: CityLike) -> int:
        return city.coins

    games: list[GameLike] = [Game(1), reference.Game(1)]
    assert len({first_of(game) for game in games}) == 1
    assert [coins_of(game.cities[0]) for game in games] == [7, 7]


def test_a_record_keeps_the_type_of_the_engine() -> None:
    record = Record.from_game(Game(1))
    assert_type(record.replay(reference.Game), reference.Game)
    assert_type(record.replay(Game), Game)
