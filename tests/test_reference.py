"""The reference engine by itself: the price against all allocations, its own tables, its own promises.

What both engines must do is tested elsewhere, on both.
"""

from __future__ import annotations

import copy
import pickle
import random
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seven_duel import (
    BOX,
    Action,
    Card,
    Color,
    IllegalActionError,
    PositionError,
    Price,
    Resource,
    Rules,
    SevenDuelError,
    SplitMix64,
    Token,
    Wonder,
)
from seven_duel.reference import Game, ages, price, structure
from seven_duel.reference.state import UNRECORDED, City, State, Under
from tests.mutations import mutated

# -- prices (R4) -------------------------------------------------------------------------------------------

PRODUCERS = [card for card in Card if card.color in (Color.BROWN, Color.GREY)]
TRADERS = [card for card in Card if card.produces_one_of or card.reserve]
COMPONENTS = [*Card, *Wonder]


def cheapest(buyer: City, opponent: City, cost: dict[Resource, int], waivers: int) -> int:
    """The least that the units of a cost can be had for: every use of every choice and waiver is tried."""
    missing = {
        r: max(0, units - sum(card.produces.get(r, 0) for card in buyer.cards)) for r, units in cost.items()
    }
    unit_price = {
        r: 1
        if any(r in card.reserve for card in buyer.cards)
        else 2 + sum(card.produces.get(r, 0) for card in opponent.cards)
        for r in Resource
    }
    givers: list[tuple[Resource, ...]] = [c.produces_one_of for c in buyer.cards if c.produces_one_of]
    givers += [w.produces_one_of for w in buyer.built_wonders() if w.produces_one_of]
    givers += [tuple(Resource)] * waivers
    best = sum(units * unit_price[r] for r, units in missing.items())
    for uses in product(*givers):
        bought = sum(
            max(0, units - uses.count(resource)) * unit_price[resource] for resource, units in missing.items()
        )
        best = min(best, bought)
    return best


@st.composite
def markets(draw: st.DrawFn) -> tuple[City, City]:
    """Two cities with whatever bears on prices."""
    cards = draw(st.permutations(PRODUCERS))
    ours = draw(st.integers(0, 6))
    theirs = draw(st.integers(0, 7))
    traders = draw(st.sets(st.sampled_from(TRADERS)))
    wonders = draw(st.sets(st.sampled_from([Wonder.GREAT_LIGHTHOUSE, Wonder.PIRAEUS, Wonder.SPHINX])))
    tokens = draw(st.sets(st.sampled_from([Token.ARCHITECTURE, Token.MASONRY, Token.LAW])))
    built: dict[Wonder, Under] = {w: UNRECORDED if draw(st.booleans()) else None for w in wonders}
    buyer = City(7, frozenset({*cards[:ours], *traders}), built, frozenset(tokens))
    return buyer, City(7, frozenset(cards[ours : ours + theirs]))


@given(markets(), st.sampled_from(COMPONENTS))
def test_r4_5_the_price_is_the_minimum_over_all_allocations(
    cities: tuple[City, City], component: Card | Wonder
) -> None:
    buyer, opponent = cities
    here = price.market(State(Rules(), cities=cities), 0)
    told = price.price(here, component)
    assert told.total == price.total(here, component)
    if isinstance(component, Card) and component.chain_from in buyer.cards:
        assert told == Price(0, 0, {}, {}, True)
        return
    waiver = Token.ARCHITECTURE if isinstance(component, Wonder) else Token.MASONRY
    waivable = isinstance(component, Wonder) or component.color is Color.BLUE
    waivers = 2 if waivable and waiver in buyer.tokens else 0
    trade = cheapest(buyer, opponent, dict(component.cost), waivers)
    assert told.total == component.coin_cost + trade == told.coins + sum(told.trade.values())
    assert sum(told.waived.values()) <= waivers
    assert all(told.trade.values())
    assert all(told.waived.values())


def test_r4_5_waivers_first_would_be_dearer() -> None:
    """Caravansery makes the wood at 4; waived first, it would leave Caravansery idle and cost 3."""
    cities = (
        City(0, frozenset({Card.LUMBER_YARD, Card.CARAVANSERY}), {}, frozenset({Token.ARCHITECTURE})),
        City(0, frozenset({Card.SAWMILL, Card.GLASSWORKS, Card.PRESS})),
    )
    told = price.price(price.market(State(Rules(), cities=cities), 0), Wonder.HANGING_GARDENS)
    assert told == Price(0, 0, {}, {Resource.GLASS: 1, Resource.PAPYRUS: 1}, False)


def test_r4_5_equal_prices_the_lower_resource_first() -> None:
    cities = (City(0, frozenset(), {}, frozenset({Token.MASONRY})), City())
    told = price.price(price.market(State(Rules(), cities=cities), 0), Card.PALACE)
    assert told.waived == {Resource.WOOD: 1, Resource.CLAY: 1}
    assert told.trade == {Resource.STONE: 2, Resource.GLASS: 4}


# -- the structure (R2) ------------------------------------------------------------------------------------


@pytest.mark.parametrize("age", [1, 2, 3])
def test_r2_2_covering_follows_from_rows_and_columns(age: int) -> None:
    layout = BOX.structure(age)
    places = list(zip(layout.row, layout.column, strict=True))
    for slot, (row, column) in enumerate(places):
        above = [
            s for s, place in enumerate(places) if place in ((row + 1, column - 1), (row + 1, column + 1))
        ]
        assert structure.COVERED_BY[age][slot] == sum(1 << s for s in above)
        assert structure.FACE_UP[age][slot] == (row % 2 == 1)


def test_r1_4_draft_order() -> None:
    assert ages.DRAFT_ORDER == (0, 1, 1, 0, 1, 0, 0, 1)


# -- the game object ---------------------------------------------------------------------------------------


def played(game: Game, rng: random.Random, steps: int = 10**6) -> Game:
    """The game after some random actions."""
    while steps and (actions := game.legal_actions()):
        game.apply(rng.choice(actions))
        steps -= 1
    return game


@pytest.mark.parametrize("promo", [False, True])
def test_a_seeded_game_is_a_manual_game_whose_chance_was_drawn_by_the_generator(promo: bool) -> None:
    rules = Rules(promo_wonders=promo)
    game = played(Game(5, rules=rules), random.Random(1))
    other, generator = Game.manual(rules), SplitMix64(5)
    decisions = iter([action for action in game.history if not action.is_chance])
    while not other.is_over:
        if not other.reveal_random(generator):
            other.apply(next(decisions))
    assert other.history == game.history
    assert other == game


def test_undo_brings_back_the_generator() -> None:
    game = played(Game(8), random.Random(2), 30)
    seen = []
    for _ in range(2):
        for _ in range(10):
            game.apply(game.legal_actions()[-1])
        seen.append(played(game.copy(), random.Random(3)).to_text())
        for _ in range(10):
            game.undo()
    assert seen[0] == seen[1]


def test_the_chance_of_the_constructor_lies_below_the_root() -> None:
    game = Game(1)
    assert [str(event.kind) for event in game.history] == ["board"] * 5 + ["offer"] * 4
    with pytest.raises(IllegalActionError):
        game.undo()
    assert len(game.history) == 9


def test_copies_do_not_share_what_changes() -> None:
    game = played(Game(4), random.Random(4), 40)
    before = game.to_text(), game.history
    for copied in (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert copied == game
        assert hash(copied) == hash(game)
        played(copied, random.Random(5))
        while copied.history != game.history[:9]:
            copied.undo()
        assert (game.to_text(), game.history) == before


def test_a_city_shows_the_game_as_it_is_now() -> None:
    game = Game.from_dict({"structure": ["tavern", *[None] * 19]})
    city = game.cities[0]
    game.apply("build tavern")
    assert (city.coins, city.cards) == (11, (Card.TAVERN,))
    game.undo()
    assert (city.coins, city.cards) == (7, ())


class Stubborn:
    """Draws once, then fails."""

    def __init__(self) -> None:
        self.draws = 0

    def randrange(self, n: int, /) -> int:
        self.draws += 1
        return 0 if self.draws < 3 else n


def test_a_reveal_that_fails_changes_nothing() -> None:
    game = Game.manual()
    game.apply("board law")
    with pytest.raises(SevenDuelError, match="randrange"):
        game.reveal_random(Stubborn())
    assert game.history == (Action("board law"),)
    assert game.undo() == Action("board law")
    assert game == Game.manual()


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("build walls", r"build walls costs 4 coins, player 0 has 3 \(R3.5\)"),
        ("wonder sphinx walls", r"wonder sphinx walls costs 6 coins, player 0 has 3 \(R3.5\)"),
        ("wonder pyramids walls", r"does not own pyramids \(R3.1\)"),
        ("wonder piraeus walls", r"piraeus is built already \(R3.1\)"),
        ("discard statue", r"statue is covered \(R2.2\)"),
        ("discard brewery", r"does not lie face up in the structure \(R3.1\)"),
        ("progress law", r"a card must be taken \(R3.1\)"),
        ("reveal 3 brewery", r"not due"),
        ("pass", r"no such action"),
        (123456, r"no such action"),
    ],
)
def test_r3_5_an_illegal_action_says_why(action: str | int, why: str) -> None:
    game = Game.from_dict(
        {
            "age": 2,
            "cities": [{"coins": 3, "wonders": {"sphinx": None, "piraeus": True}}, {}],
            "structure": ["statue", "aqueduct", *[None] * 4, "walls", *[None] * 13],
        }
    )
    with pytest.raises(IllegalActionError, match=why) as caught:
        game.apply(action)
    assert caught.value.action == action
    assert game.history == ()


# -- positions ---------------------------------------------------------------------------------------------


def test_every_problem_of_a_position_is_told() -> None:
    with pytest.raises(PositionError) as caught:
        Game.from_dict(
            {
                "age": 2,
                "cities": [{"cards": ["quarry", "palace"]}, {"wonders": {"messe": None}}],
                "discard_pile": ["quarry"],
                "pawn": 9,
            }
        )
    keys = [problem.partition(":")[0] for problem in caught.value.problems]
    assert keys == ["cities[0].cards", "discard_pile", "cities[1].wonders", "pawn"]


def test_r12_the_cards_of_the_statue_of_liberty_need_not_be_written_down() -> None:
    """The third card of a real score sheet is often unknown."""
    dealt = [card for card in Card if card.age == 2]
    ours = {"cards": [str(card) for card in dealt[:11]]}
    theirs: dict[str, Any] = {
        "cards": [str(card) for card in dealt[11:22]],
        "wonders": {"statue_of_liberty": True},
    }
    position = {"rules": {"promo_wonders": True}, "age": 2, "cities": [ours, theirs]}
    assert dealt[22] in Game.from_dict(position).unseen_cards
    del theirs["wonders"]
    with pytest.raises(PositionError, match=r"2 cards of Age II too many in the game \(R1.5\)"):
        Game.from_dict(position)


@given(st.integers(0, 10**9))
def test_what_is_accepted_can_be_played_to_the_end(seed: int) -> None:
    """And every position on the way is accepted too."""
    rng = random.Random(seed)
    game = played(Game.manual(Rules(promo_wonders=rng.random() < 0.7)), rng, rng.randrange(160))
    try:
        game = Game.from_dict(mutated(game.to_dict(), rng))
    except PositionError:
        return
    while actions := game.legal_actions():
        if max(city.coins for city in game.cities) < 900:
            again = Game.from_text(game.to_text())
            assert again == game
            assert again.legal_actions() == actions
            assert again.to_dict() == game.to_dict()
        game.apply(rng.choice(actions))
    assert game.is_over or not any(slot.card is not None or slot.back is not None for slot in game.structure)
