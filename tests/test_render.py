"""What a person and a machine are shown of a game."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

import pytest

from seven_duel import Rules, SevenDuelError, SplitMix64, Token
from seven_duel.reference import Game
from seven_duel.render import WIDTH, render, to_svg
from seven_duel.view import describe


def positions() -> list[Game]:
    """Games of every kind at every stage."""
    games = []
    for seed in range(6):
        game = Game.manual(Rules(promo_wonders=seed % 2 == 0, first_game=seed == 5))
        rng = SplitMix64(seed)
        while actions := game.legal_actions():
            games.append(game.copy())
            game.apply(actions[rng.below(len(actions))])
        games.append(game)
    return games


GAMES = positions()


def test_every_board_fits_and_is_plain() -> None:
    assert {game.phase for game in GAMES} > {
        "draft",
        "turn",
        "board",
        "offer",
        "reveal",
        "guild",
        "start",
        "over",
    }
    for game in GAMES:
        for line in render(game).split("\n"):
            assert len(line) <= WIDTH
            assert line == line.rstrip()
            assert line.isascii()
            assert line.isprintable()


def test_every_board_shows_everything() -> None:
    for game in GAMES:
        text = render(game)
        for city in game.cities:
            assert f": {city.coins} coins" in text
            assert all(str(component) in text for component in (*city.cards, *city.wonders, *city.tokens))
        shown = [slot.card.slug for slot in game.structure if slot.card is not None]
        shown += [
            str(x) for x in (*game.board_tokens, *game.discard_pile, *game.offered, *game.removed_cards)
        ]
        assert all(name in text for name in shown)
        backs = sum(slot.back is not None for slot in game.structure)
        assert text.count("?") == backs
        player = game.current_player
        headline = text.split("\n", 1)[0]
        if player is None:
            assert headline.startswith("Game over: ")
            assert all(f"{score.total:>10}" in text for score in game.scores())
        else:
            assert ("chance" if player == -1 else f"player {player}") in headline


def test_printing_a_game_draws_it() -> None:
    assert str(GAMES[60]) == render(GAMES[60])


def test_a_board_line_by_line() -> None:
    structure: list[str | None] = [None] * 20
    structure[:4] = ["courthouse", "school", "aqueduct", "rostrum"]
    structure[6:9] = ["?", "?", "temple"]
    structure[11] = "statue"
    game = Game.from_dict(
        {
            "age": 2,
            "player": 1,
            "cities": [
                {
                    "coins": 3,
                    "cards": ["theater", "press", "forum"],
                    "wonders": {"sphinx": None, "mausoleum": True},
                    "tokens": ["law"],
                },
                {"wonders": {"pyramids": "palisade"}, "cards": ["altar"]},
            ],
            "pawn": -4,
            "military_tokens": [[2, 5], [5]],
            "board_tokens": ["strategy", "urbanism"],
            "discard_pile": ["walls"],
            "structure": structure,
        }
    )
    assert render(game).split("\n") == EXPECTED.split("\n")


EXPECTED = """\
Age II: player 1 to play

    courthouse          school           aqueduct          rostrum
       blue             green              blue              blue
                 ?                 ?               temple
                                               blue 2 | chain
                        statue
                    blue chain | 4

Track     player 0 [ . . . 5 . # . . . 0 . . 2 . . 5 . . . ] player 1    pawn -4

Board     strategy, urbanism
Discard   walls

Player 0: 3 coins, 6 points; a discard gives 3
  grey    press
  blue    theater
  yellow  forum
  wonders mausoleum [built], sphinx (price 6)
  tokens  law
  symbols law 1
  makes   papyrus 1, glass/papyrus
  buys at wood 2, clay 2, stone 2, glass 2, papyrus 2

Player 1: 7 coins, 19 points; a discard gives 2
  blue    altar
  wonders pyramids [built with palisade]
  buys at wood 2, clay 2, stone 2, glass 2, papyrus 3"""


def test_the_svg_is_well_formed_and_names_what_lies_there() -> None:
    for game in GAMES[::7]:
        svg = to_svg(game)
        root = ElementTree.fromstring(svg)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        texts = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
        for slot in game.structure:
            if slot.card is not None:
                assert slot.card.slug.replace("_", " ") in texts
        assert render(game).split("\n")[0] == texts[0]
        right = max(
            float(e.get("x", 0)) + float(e.get("width", 0))
            for e in root.iter("{http://www.w3.org/2000/svg}rect")
        )
        assert right <= float(root.get("width", 0))


def test_views_are_plain_data_and_hold_the_position() -> None:
    for game in GAMES[::5]:
        for player in (0, 1):
            view = describe(game, player)
            assert json.loads(json.dumps(view)) == view
            assert Game.from_dict(view["position"]) == game
            assert view["unseen_cards"] == [card.slug for card in game.unseen_cards]
            assert view["to_move"] == game.current_player
            mine = game.current_player == player
            assert view["legal_actions"] == ([str(action) for action in game.legal_actions()] if mine else [])
            assert [score["total"] for score in view["scores"]] == [score.total for score in game.scores()]


def test_views_price_what_can_be_bought() -> None:
    game = next(game for game in GAMES if game.age == 2 and game.phase == "turn")
    view = describe(game, 1)
    for player in (0, 1):
        offered = {str(slot.card) for slot in game.structure if slot.accessible}
        unbuilt = {str(w) for w, tucked in game.cities[player].wonders.items() if tucked is None}
        assert set(view["prices"][player]) == offered | unbuilt
        for slug, price in view["prices"][player].items():
            assert (
                price["total"]
                == game.price(slug, player).total
                == price["coins"] + sum(price["trade"].values())
            )
    assert view["cities"][0]["trade_prices"].keys() == {"wood", "clay", "stone", "glass", "papyrus"}


def test_both_players_know_the_same() -> None:
    for game in GAMES[::9]:
        first, second = (describe(game, player) for player in (0, 1))
        for view in (first, second):
            del view["player"], view["legal_actions"]
        assert first == second


def test_unseen_tokens_are_those_in_the_box() -> None:
    shown = next(game for game in GAMES if game.phase == "library")
    seen = {*shown.board_tokens, *shown.shown_tokens, *(t for city in shown.cities for t in city.tokens)}
    assert len(shown.shown_tokens) == 3
    assert describe(shown, 0)["unseen_tokens"] == [token.slug for token in Token if token not in seen]


@pytest.mark.parametrize("player", [-1, 2, None, "0"])
def test_a_view_is_a_players(player: Any) -> None:
    with pytest.raises(SevenDuelError, match="player"):
        describe(GAMES[0], player)
