"""The enumerations say what the component file and the independent list of figures say."""

from __future__ import annotations

import json
import pickle
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from seven_duel import BOX, Card, Color, NotationError, Resource, Symbol, Token, Wonder

BASE: dict[str, Any] = tomllib.loads(files("seven_duel.components").joinpath("base.toml").read_text("utf-8"))
FIGURES: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parent / "data" / "components.json").read_text()
)
KINDS = (Card, Wonder, Token, Color, Resource, Symbol)


def by_slug(amounts: Any) -> dict[str, int]:
    return {resource.slug: amount for resource, amount in amounts.items()}


def test_the_members_are_the_lists_of_the_file() -> None:
    assert [card.slug for card in Card] == [entry["slug"] for entry in BASE["cards"]]
    assert [wonder.slug for wonder in Wonder] == [entry["slug"] for entry in BASE["wonders"]]
    assert [token.slug for token in Token] == [entry["slug"] for entry in BASE["tokens"]]
    assert [resource.slug for resource in Resource] == BASE["resources"]
    assert [color.slug for color in Color] == BASE["colors"]
    assert [symbol.slug for symbol in Symbol] == BASE["symbols"]


def test_ids_are_places_without_a_gap() -> None:
    for kind in KINDS:
        assert [int(member) for member in kind] == list(range(len(kind)))


def test_cards_have_the_independent_figures() -> None:
    assert len(FIGURES["cards"]) == len(Card) == 73
    givers = {entry["chain_symbol"]: entry["slug"] for entry in FIGURES["cards"] if "chain_symbol" in entry}
    for entry in FIGURES["cards"]:
        card = Card.from_slug(entry["slug"])
        cost = dict(entry["cost"])
        assert card.name_en == entry["name"]
        assert (card.age, card.color.slug) == (entry["age"], entry["colour"])
        assert card.coin_cost == cost.pop("coins", 0)
        assert by_slug(card.cost) == cost
        assert by_slug(card.produces) == entry.get("produces", {})
        assert [r.slug for r in card.produces_one_of] == entry.get("produces_one_of", [])
        assert [r.slug for r in card.reserve] == entry.get("trade_at_1", [])
        assert card.shields == entry.get("shields", 0)
        assert card.points == entry.get("points", 0)
        assert card.coins == entry.get("coins", 0)
        assert (card.science and card.science.slug) == entry.get("science")
        assert card.chain_symbol == entry.get("chain_symbol")
        assert (card.chain_from and card.chain_from.slug) == givers.get(entry.get("chain_from"))
        assert card.is_guild == ("guild_counts" in entry) == (card.color == Color.PURPLE)
        counts = entry.get("guild_counts")
        assert (card.guild and (card.guild.of, card.guild.coins, card.guild.points)) == (
            counts and (counts["of"], counts.get("coins", 0), counts["points"])
        )


def test_wonders_have_the_independent_figures() -> None:
    for entry in FIGURES["wonders"]:
        wonder = Wonder.from_slug(entry["slug"])
        assert by_slug(wonder.cost) == entry["cost"]
        assert wonder.coin_cost == 0
        assert wonder.points == entry.get("points", 0)
        assert wonder.shields == entry.get("shields", 0)
        assert wonder.coins == entry.get("coins", 0)
        assert wonder.opponent_loses == entry.get("opponent_loses", 0)
        assert wonder.extra_turn == entry.get("extra_turn", False)
        assert (wonder.destroy and wonder.destroy.slug) == entry.get("destroy")
        assert [r.slug for r in wonder.produces_one_of] == entry.get("produces_one_of", [])
        assert wonder.is_promo == (entry.get("set") == "promo")
    choices = {wonder.slug: wonder.choice for wonder in Wonder if wonder.choice}
    assert choices == {
        "great_library": "library",
        "mausoleum": "mausoleum",
        "messe": "messe",
        "statue_of_liberty": "liberty",
    }


def test_tokens() -> None:
    assert {t: t.coins for t in Token if t.coins} == {Token.AGRICULTURE: 6, Token.URBANISM: 6}
    assert {t: t.points for t in Token if t.points} == {Token.AGRICULTURE: 4, Token.PHILOSOPHY: 7}
    assert [t for t in Token if t.points_per_token] == [Token.MATHEMATICS]
    assert Token.MATHEMATICS.points_per_token == 3
    assert [t for t in Token if t.science] == [Token.LAW]
    assert Token.LAW.science is Symbol.LAW


def test_chains_point_both_ways() -> None:
    assert Card.FORTIFICATIONS.chain_from is Card.PALISADE
    assert Card.PALISADE.chain_from is None
    assert Card.PALISADE.chains_to == (Card.FORTIFICATIONS,)
    pairs = {(card.chain_from, card) for card in Card if card.chain_from is not None}
    assert pairs == {(card, later) for card in Card for later in card.chains_to}
    assert len(pairs) == 17
    assert all(earlier is not None and earlier.age < later.age for earlier, later in pairs)


def test_coins_per_own_card_r5_2() -> None:
    coins_per = {card.slug: (card.coins_per.of, card.coins_per.coins) for card in Card if card.coins_per}
    assert coins_per == {
        "chamber_of_commerce": ("grey", 3),
        "port": ("brown", 2),
        "armory": ("red", 1),
        "lighthouse": ("yellow", 1),
        "arena": ("wonder", 2),
    }
    assert Card.SHIPOWNERS_GUILD.guild is not None
    assert Card.SHIPOWNERS_GUILD.guild.colors == (Color.BROWN, Color.GREY)
    assert Card.ARENA.coins_per is not None
    assert Card.ARENA.coins_per.colors == ()


def test_costs_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        Card.PALACE.cost[Resource.WOOD] = 0  # type: ignore[index]
    assert Card.PALISADE.cost == {}


def test_text_forms() -> None:
    for kind in KINDS:
        for member in kind:
            assert str(member) == f"{member}" == member.slug
            assert kind.from_slug(member.slug) is member
            assert member  # also the one with id 0
            assert eval(repr(member), {kind.__name__: kind}) is member
            assert pickle.loads(pickle.dumps(member)) is member


@pytest.mark.parametrize(
    "slug", ["", "PALISADE", "Palisade", "palisade ", "sphinx", "__class__", 11, None, b"palisade"]
)
def test_other_texts_are_no_cards(slug: object) -> None:
    with pytest.raises(NotationError, match="no such card"):
        Card.from_slug(slug)  # type: ignore[arg-type]


def test_structures_r2_1_r2_2() -> None:
    for structure in BOX.structures:
        assert len(structure.row) == 20
        assert BOX.structure(structure.age) is structure
        for slot, above in enumerate(structure.covered_by):
            assert all(structure.row[other] == structure.row[slot] + 1 for other in above)
            assert all(abs(structure.column[other] - structure.column[slot]) == 1 for other in above)
            assert all(slot in structure.covers[other] for other in above)
        last = max(structure.row)
        assert [not above for above in structure.covered_by] == [row == last for row in structure.row]
        assert structure.face_up == tuple(row % 2 == 1 for row in structure.row)
    # Age III's waist: the two cards of row 4 lie on the outer pairs of row 3.
    assert [BOX.structure(3).covered_by[slot] for slot in (5, 6, 7, 8)] == [(9,), (9,), (10,), (10,)]


def test_the_other_figures() -> None:
    assert BOX.setup[:7] == (7, 5, 2, 4, 3, 3, 7)
    assert BOX.setup.first_game[1][0] is Wonder.CIRCUS_MAXIMUS
    assert BOX.military == (9, ((3, 2), (6, 5)), ((1, 2), (3, 5), (6, 10)))
    assert (BOX.trade, BOX.coins) == ((2, 1, 2), (2, 4, 3))
