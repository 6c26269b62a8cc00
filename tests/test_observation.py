"""The observation: its pieces recomputed from what a game shows, and that nothing unseen is in it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from seven_duel import (
    CHANCE,
    OBS_SIZE,
    OBS_VERSION,
    Back,
    Card,
    Color,
    Game,
    GameBatch,
    GameLike,
    ObservationPiece,
    Resource,
    Rules,
    SevenDuelError,
    Symbol,
    Token,
    Wonder,
    observation_spec,
    observe,
)
from seven_duel.batch import scaled
from seven_duel.reference import Game as ReferenceGame
from tests import tables
from tests.policies import POLICIES
from tests.tables import PHASES

SPEC = {piece.name: piece for piece in observation_spec()}
Pieces = dict[str, list[int]]


def flags(members: object, kind: type[Card] | type[Wonder] | type[Token] | type[Symbol]) -> list[int]:
    """1 for each member of the kind that is among these."""
    return [int(member in members) for member in kind]  # type: ignore[operator]


def one_hot(place: int, length: int) -> list[int]:
    return [int(i == place) for i in range(length)]


def expected(game: GameLike, me: int) -> Pieces:
    """Every piece, from what the game shows to everybody."""
    position = game.to_dict()
    pending = position["pending"]
    deciding = position["player"]
    turn_of = pending.get("turn_of", deciding)
    over = game.is_over
    seen_wonders = {*game.cities[0].wonders, *game.cities[1].wonders}
    box = set(Token) - {*game.board_tokens, *game.cities[0].tokens, *game.cities[1].tokens}
    in_game = [w for w in Wonder if game.rules.promo_wonders or not w.is_promo]
    rules = game.rules
    waiting = [0, 0]
    for choice in pending.get("then", []):
        kind, owner = choice.split()
        assert kind == "progress"
        waiting[int(int(owner) != me)] = 1
    pieces = {
        "phase": one_hot(PHASES.index(game.phase), len(PHASES)),
        "age": one_hot(game.age, 4),
        "to_move": [int(game.current_player == me)],
        "is_first": [int(me == 0)],
        "own_play": [int((0 if over else turn_of) == me)],
        "extra_turn": [int(pending.get("extra_turn", False))],
        "destroys": [int(pending.get("destroy") == "brown"), int(pending.get("destroy") == "grey")],
        "waiting": waiting,
        "rules": [
            int(rules.promo_wonders),
            int(rules.start_off_centre == "weaker_starts"),
            int(rules.start_centre == "last_starts"),
            int(rules.start_centre == "other_starts"),
        ],
        "pawn": one_hot(9 + (game.pawn if me == 0 else -game.pawn), 19),
        "board_tokens": flags(game.board_tokens, Token),
        "box_tokens": flags(box, Token),
        "shown_tokens": flags(game.shown_tokens, Token),
        "offered": flags(game.offered, Wonder),
        "box_wonders": flags(
            {w for w in in_game if game.age == 0 and w not in seen_wonders and w not in game.offered}, Wonder
        ),
        "discard_pile": flags(game.discard_pile, Card),
        "unseen_cards": flags(game.unseen_cards, Card),
        "removed_cards": flags(game.removed_cards, Card),
        "drafted": [8 if game.age > 0 else len(seen_wonders)],
        "cards_left": [sum(slot != (None, None, False) for slot in game.structure)],
        "face_down": [sum(slot.back is not None for slot in game.structure)],
        "accessible": [int(slot.accessible) for slot in game.structure],
        "back": [int(slot.back is back) for slot in game.structure for back in Back],
        "card": [int(slot.card is card) for slot in game.structure for card in Card],
    }
    for name, player in (("me", me), ("opponent", 1 - me)):
        pieces |= {f"{name}.{piece}": values for piece, values in expected_city(game, player).items()}
    return pieces


def expected_city(game: GameLike, player: int) -> Pieces:
    city = game.cities[player]
    unbuilt = [w for w, under in city.wonders.items() if under is None]
    prices = {w: game.price(w, player).total for w in unbuilt}
    cards = [None if slot.card is None else game.price(slot.card, player) for slot in game.structure]
    one_of = [
        {r for r, n in zip(Resource, units, strict=True) if n}
        for units in (
            [[int(r in card.produces_one_of) for r in Resource] for card in city.cards]
            + [[int(r in w.produces_one_of) for r in Resource] for w, under in city.wonders.items() if under]
        )
    ]
    return {
        "cards": flags(city.cards, Card),
        "unbuilt_wonders": flags(unbuilt, Wonder),
        "built_wonders": flags(city.wonders.keys() - set(unbuilt), Wonder),
        "affordable_wonders": flags([w for w, total in prices.items() if total <= city.coins], Wonder),
        "tokens": flags(city.tokens, Token),
        "symbols": flags(city.symbols, Symbol),
        "military_tokens": [int(coins in game.military_tokens[player]) for coins in (2, 5)],
        "coins": [min(city.coins, 255)],
        "production": [city.production[r] for r in Resource],
        "choices": [sum(Resource.WOOD in r for r in one_of), sum(Resource.GLASS in r for r in one_of)],
        "trade_prices": [city.trade_prices[r] for r in Resource],
        "colors": [sum(card.color is color for card in city.cards) for color in Color],
        "wonders_built": [len(city.wonders) - len(unbuilt)],
        "wonder_prices": [prices.get(w, 0) for w in Wonder],
        "card_prices": [0 if price is None else price.total for price in cards],
        "affordable_cards": [int(price is not None and price.total <= city.coins) for price in cards],
        "chained_cards": [int(price is not None and price.chain) for price in cards],
    }


def check(observation: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], game: GameLike, me: int) -> None:
    pieces = expected(game, me)
    assert pieces.keys() == SPEC.keys()
    for name, piece in SPEC.items():
        assert piece.of(observation).ravel().tolist() == pieces[name], (name, game.to_text())


def positions(seed: int, rules: Rules, policy: str) -> Iterator[tuple[ReferenceGame, Game]]:
    """A game in both engines, chance events one by one."""
    rng = random.Random(f"{seed} {policy}")
    slow, fast = ReferenceGame.manual(rules), Game.manual(rules)
    yield slow, fast
    while actions := slow.legal_actions():
        action = POLICIES[policy](actions, rng)
        slow.apply(action)
        fast.apply(action)
        yield slow, fast


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("rules", [Rules(), Rules(promo_wonders=True, start_centre="other_starts")])
def test_every_piece_says_what_the_game_shows(policy: str, rules: Rules) -> None:
    """In every phase, those of chance too, for both players."""
    for seed in range(2):
        for slow, fast in positions(seed, rules, policy):
            for me in (0, 1):
                check(observe(fast, me), slow, me)


def test_rare_phases_are_reached() -> None:
    seen = {slow.phase for s in range(12) for slow, _ in positions(s, Rules(promo_wonders=True), "wonders")}
    assert seen == set(PHASES)


def test_a_batch_shows_the_observation_of_the_player_to_move() -> None:
    batch = GameBatch(6, seed=4, rules=Rules(promo_wonders=True), auto_reset="disabled")
    for _ in range(90):
        for row in range(6):
            game = batch.game(row)
            me = 0 if game.is_over else game.current_player
            assert me is not None
            assert batch.current_player[row] == (-1 if game.is_over else me)
            check(batch.observation[row], ReferenceGame.from_text(game.to_text()), me)
        batch.step(batch.sample())
    assert batch.terminated.all()


@pytest.mark.parametrize("rules", [Rules(), Rules(promo_wonders=True)])
def test_nothing_unseen_is_in_it(rules: Rules) -> None:
    """Games that are alike so far and go on otherwise, as other cards lie under the backs, look alike."""
    batch = GameBatch(4, seed=8, rules=rules, auto_reset="disabled")
    futures = 0
    for _ in range(70):
        for row in range(4):
            game = batch.game(row)
            if game.is_over:
                continue
            others = [Game.from_text(game.to_text(), seed=seed) for seed in range(3)]
            for player in (0, 1):
                here = observe(game, player)
                assert all((observe(other, player) == here).all() for other in others)
            assert (batch.observation[row] == observe(game)).all()
            action = game.legal_actions()[0]
            for other in others:
                other.apply(action)
            futures += len({other.to_text() for other in others}) > 1
        batch.step(batch.sample())
    assert futures > 50


def test_the_reference_engine_is_observed_alike() -> None:
    slow, fast = ReferenceGame(5), Game(5)
    for _ in range(40):
        assert (observe(slow) == observe(fast)).all()
        action = fast.legal_actions()[-1]
        slow.apply(action)
        fast.apply(action)


def test_an_ended_game_is_seen_by_player_0() -> None:
    game = Game(1)
    while not game.is_over:
        game.apply(game.legal_actions()[0])
    assert (observe(game) == observe(game, 0)).all()
    assert SPEC["to_move"].of(observe(game)) == 0


def test_a_player_must_be_named_while_chance_is_to_move() -> None:
    game = Game.manual()
    assert game.current_player == CHANCE
    for player in (None, 2, -1, True, "0", 0.5, [0]):
        with pytest.raises(SevenDuelError, match="player"):
            observe(game, player)  # type: ignore[arg-type]
    assert observe(game, 0).shape == (OBS_SIZE,)


def test_an_observation_is_the_callers() -> None:
    game = Game(1)
    before = observe(game)
    before[:] = 9
    assert (observe(game) != 9).any()


def test_the_spec_is_the_whole_vector() -> None:
    end = 0
    for piece in observation_spec():
        assert isinstance(piece, ObservationPiece)
        assert piece.offset == end, piece.name
        assert piece.size == np.prod(piece.shape, dtype=int)
        assert 0 < piece.scale <= 1
        end += piece.size
    assert end == OBS_SIZE
    assert GameBatch.observation_spec() == observation_spec()


def test_a_piece_is_a_view() -> None:
    batch = GameBatch(3, seed=1)
    card = SPEC["card"]
    assert card.of(batch.observation).shape == (3, 20, 73)
    assert card.of(batch.observation[0]).shape == (20, 73)
    assert np.shares_memory(card.of(batch.observation[0]), batch.observation)
    assert SPEC["to_move"].of(batch.observation).tolist() == [1, 1, 1]
    with pytest.raises(SevenDuelError, match="observation"):
        card.of(np.zeros(7))


def test_scaled_numbers_are_about_0_to_1() -> None:
    batch = GameBatch(64, seed=3)
    highest = np.zeros(OBS_SIZE, np.float32)
    for _ in range(150):
        batch.step(batch.sample())
        highest = np.maximum(highest, scaled(batch.observation).max(axis=0))
    assert highest.dtype == np.float32
    assert highest.max() <= 3  # a rich city, a card that costs a fortune
    out = np.empty_like(highest)
    assert scaled(batch.observation[0], out) is out
    scaled_down = scaled(batch.observation)
    for name, piece in SPEC.items():
        assert np.allclose(piece.of(scaled_down), piece.of(batch.observation) * piece.scale), name


def test_the_version_is_that_of_the_table() -> None:
    """A change of the table is a new version: then change both, here and in the code."""
    assert (OBS_VERSION, OBS_SIZE, tables.digest()) == (1, 2310, "496a7918ddeacb1b")


@pytest.mark.parametrize("name", tables.DOCUMENTS)
def test_the_tables_in_the_docs_are_those_of_the_code(name: str) -> None:
    """`python -m tests.tables` writes them anew."""
    path = Path(__file__).parent.parent / "docs" / name
    assert path.read_text(encoding="utf-8") == tables.DOCUMENTS[name]()
