"""What must hold in every position that play reaches, one named function each.

`STATE` and `FIGURES` are checked on a game as it stands, `STEP` on a position, the action made in it, and
the position after it (chance events one by one). The figures come from tests/figures.py, not from the
library.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from seven_duel import CHANCE, NUM_ACTIONS, ActionKind, GameLike, Victory
from tests import figures
from tests.figures import CARDS, GUILDS, TOKENS, WONDERS, Position

CHANCE_PHASES = ("board", "offer", "guild", "reveal", "show", "removed")
_WITHIN_A_PLAY = (
    *("progress", "library", "mausoleum", "destroy", "messe", "liberty", "give"),
    *("reveal", "show", "removed"),
)


# -- of a game as it stands --------------------------------------------------------------------------------


def coins_are_never_negative(game: GameLike, position: Position) -> None:
    """R5.1, R4.7."""
    assert all(city["coins"] >= 0 for city in position["cities"])


def the_pawn_is_on_the_track(game: GameLike, position: Position) -> None:
    """R6.3: from -9 to 9, and at an end only when that has won the game."""
    assert -9 <= position["pawn"] <= 9
    outcome = game.outcome()
    won = outcome is not None and outcome.reason is Victory.MILITARY
    assert won == (abs(position["pawn"]) == 9)
    if outcome is not None and won:
        assert outcome.winner == (0 if position["pawn"] > 0 else 1)


def six_symbols_end_the_game(game: GameLike, position: Position) -> None:
    """R7.1: at once."""
    outcome = game.outcome()
    six = [len(figures.symbols(city)) >= 6 for city in position["cities"]]
    if outcome is None or outcome.reason is Victory.CIVILIAN:
        assert not any(six)
    elif outcome.reason is Victory.SCIENCE:
        assert outcome.winner is not None
        assert six[outcome.winner]


def points_decide_after_age_three(game: GameLike, position: Position) -> None:
    """R10.4, R11.2."""
    outcome = game.outcome()
    assert (
        (outcome is not None)
        == game.is_over
        == (position["phase"] == "over")
        == (game.current_player is None)
    )
    if outcome is not None and outcome.reason is Victory.CIVILIAN:
        assert position["age"] == 3
        assert not any(position["structure"])
        ranks = [(sheet["total"], sheet["blue"]) for sheet in (figures.score(position, p) for p in (0, 1))]
        assert outcome.winner == (None if ranks[0] == ranks[1] else ranks.index(max(ranks)))


def the_military_tokens_are_behind_the_pawn(game: GameLike, position: Position) -> None:
    """R6.2: the pawn cannot stand beyond a token that still lies there; the small one goes first."""
    for player, left in enumerate(position["military_tokens"]):
        advance = position["pawn"] if player == 0 else -position["pawn"]
        assert left in ([2, 5], [5], [])
        assert not (advance >= 3 and 2 in left)
        assert not (advance >= 6 and 5 in left)


def at_most_seven_wonders_are_built(game: GameLike, position: Position) -> None:
    """R8.1: and beside the seventh no unbuilt one remains."""
    wonders = [card for city in position["cities"] for card in city["wonders"].values()]
    built = sum(card is not None for card in wonders)
    assert built <= 7
    assert built < 7 or None not in wonders


def each_component_is_in_one_place(game: GameLike, position: Position) -> None:
    """R1."""
    wonders = [wonder for city in position["cities"] for wonder in city["wonders"]]
    tokens = [token for city in position["cities"] for token in city["tokens"]]
    offered = [str(wonder) for wonder in game.offered]
    shown = [str(token) for token in game.shown_tokens]
    for places in (
        figures.seen_cards(position),
        wonders + offered,
        tokens + position["board_tokens"] + shown,
    ):
        assert len(set(places)) == len(places)
    assert all(len(city["wonders"]) <= 4 for city in position["cities"])
    assert len(position["board_tokens"]) <= 5
    if not position["rules"]["promo_wonders"]:
        assert all("set" not in WONDERS[wonder] for wonder in wonders + offered)


def the_draft_goes_to_and_fro(game: GameLike, position: Position) -> None:
    """R1.4: 0, 1, 1, 0 and 1, 0, 0, 1; player 0 starts Age I."""
    if position["phase"] in ("draft", "offer"):
        drafted = sum(len(city["wonders"]) for city in position["cities"])
        assert position["player"] == (0, 1, 1, 0, 1, 0, 0, 1)[drafted]
    if position["age"] == 1 and None not in position["structure"]:
        assert position["player"] == 0


def the_unseen_cards_are_the_rest_of_the_box(game: GameLike, position: Position) -> None:
    """R1.5, R2.3: what lies face down and what was set aside, exactly."""
    unseen = figures.unseen_cards(position)
    assert list(game.unseen_cards) == [number for number, card in enumerate(CARDS) if card in unseen]
    backs = {back: position["structure"].count(back) for back in ("?", "?guild")}
    if position["phase"] == "guild":  # which backs are guilds' is still to be told
        backs = {"?": 17, "?guild": 3}
    shown = Counter([CARDS[str(card)]["age"] for card in game.removed_cards])
    liberty = any(city["wonders"].get("statue_of_liberty") is not None for city in position["cities"])
    for age in (1, 2, 3):
        if age > position["age"]:
            assert figures.AGE_CARDS[age] <= unseen
        else:
            # Three are set aside: unseen, or shown by the Statue of Liberty, which builds two of them (R12).
            hidden = len(unseen & figures.AGE_CARDS[age])
            aside = hidden - (backs["?"] if age == position["age"] else 0) + shown[age]
            assert aside == 3 or (liberty and aside in (1, 2))
            assert aside != 2 or position["phase"] in ("give", "over")
    guilds = len(GUILDS) - len(unseen & set(GUILDS)) + backs["?guild"]
    if position["age"] < 3:
        assert guilds == 0
    else:
        assert guilds == 3


def the_structure_stands(game: GameLike, position: Position) -> None:
    """R2.1, R2.2: no hole under a card unless Messe took one of row 1; nothing is turned the wrong way."""
    age, structure = position["age"], position["structure"]
    if age == 0:
        assert not any(structure)
        return
    holes = [
        slot
        for slot, covers in enumerate(figures.COVERS[age])
        if structure[slot] is None and any(structure[above] for above in covers)
    ]
    assert set(holes) <= set(figures.row_one(age))
    messe = any(city["wonders"].get("messe") is not None for city in position["cities"])
    assert len(holes) <= messe
    dealing = None not in structure and game.phase in ("guild", "reveal")
    within_reach = figures.accessible(position)
    if not dealing:
        for slot, dealt_face_up in enumerate(figures.DEALT_FACE_UP[age]):
            if dealt_face_up:
                assert structure[slot] not in ("?", "?guild")
            elif slot not in within_reach:
                assert structure[slot] in (None, "?", "?guild")


def no_card_within_reach_is_face_down_at_a_turn(game: GameLike, position: Position) -> None:
    """R2.4."""
    if position["phase"] in ("turn", "start"):
        assert all(figures.is_face_up(position["structure"][slot]) for slot in figures.accessible(position))


def only_cards_within_reach_can_be_taken(game: GameLike, position: Position) -> None:
    """R3.1: a turn takes an accessible face-up card, and each can be discarded."""
    if position["phase"] == "turn":
        within_reach = {position["structure"][slot] for slot in figures.accessible(position)}
        actions = game.legal_actions()
        assert {str(action.card) for action in actions} == within_reach
        assert sum(action.kind is ActionKind.DISCARD for action in actions) == len(within_reach)


def the_slots_say_what_the_dictionary_says(game: GameLike, position: Position) -> None:
    """R2.2, R2.3."""
    within_reach = figures.accessible(position) if position["age"] else []
    for slot, (seen, entry) in enumerate(zip(game.structure, position["structure"], strict=True)):
        assert seen.accessible == (slot in within_reach)
        assert (seen.card is not None) == figures.is_face_up(entry)
        if seen.card is not None:
            assert str(seen.card) == entry
            assert seen.back is None
        else:
            assert {None: None, "?": "age", "?guild": "guild"}[entry] == (
                None if seen.back is None else str(seen.back)
            )


def the_legal_actions_are_those_of_the_rules(game: GameLike, position: Position) -> None:
    """R3.1, R3.5, R4.5, R8.4: only accessible face-up cards, only what can be paid; no choice missing."""
    assert {str(action) for action in game.legal_actions()} == _legal(position)


def _legal(position: Position) -> set[str]:
    phase, player, pending = position["phase"], position["player"], position["pending"]
    if phase == "turn":
        return _plays(position)
    if phase == "over":
        return set()
    if phase == "draft":
        return {f"draft {wonder}" for wonder in pending["offered"]}
    if phase == "progress":
        return {f"progress {token}" for token in position["board_tokens"]}
    if phase == "library":
        return {f"library {token}" for token in pending["shown"]}
    if phase == "mausoleum":
        return {f"mausoleum {card}" for card in position["discard_pile"]}
    if phase == "destroy":
        cards = position["cities"][1 - player]["cards"]
        return {f"destroy {card}" for card in cards if CARDS[card]["colour"] == pending["destroy"]}
    if phase == "start":
        return {"start 0", "start 1"}
    if phase == "messe":
        structure = position["structure"]
        return {
            f"messe {structure[s]}"
            for s in figures.row_one(position["age"])
            if figures.is_face_up(structure[s])
        }
    if phase in ("liberty", "give"):
        return {f"{phase} {card}" for card in pending["removed"] if CARDS[card]["age"] == position["age"]}
    return _chance(position)


def _plays(position: Position) -> set[str]:
    city = position["cities"][position["player"]]
    market = figures.Market(position, position["player"])
    unbuilt = [wonder for wonder, card in city["wonders"].items() if card is None]
    within_means = {wonder for wonder in unbuilt if market.price(wonder)[0] <= city["coins"]}
    plays = set()
    for slot in figures.accessible(position):
        card = position["structure"][slot]
        plays.add(f"discard {card}")
        if market.price(card)[0] <= city["coins"]:
            plays.add(f"build {card}")
        plays |= {f"wonder {wonder} {card}" for wonder in within_means}
    return plays


def _chance(position: Position) -> set[str]:
    """R1.2, R1.3, R1.5, R2.3, R2.4, R8.3, R12: all that the event that is due can show."""
    phase, age, structure, pending = (position[key] for key in ("phase", "age", "structure", "pending"))
    unseen = figures.unseen_cards(position)
    in_cities = {name for city in position["cities"] for name in (*city["tokens"], *city["wonders"])}
    tokens_left = TOKENS.keys() - in_cities - set(position["board_tokens"])
    if phase == "board":
        return {f"board {token}" for token in tokens_left}
    if phase == "offer":
        pool = {w for w, data in WONDERS.items() if position["rules"]["promo_wonders"] or "set" not in data}
        return {f"offer {wonder}" for wonder in pool - in_cities - set(pending.get("offered", ()))}
    if phase == "guild":
        return {f"guild {slot}" for slot, entry in enumerate(structure) if entry != "?guild"}
    if phase == "show":
        return {f"show {token}" for token in tokens_left - set(pending.get("shown", ()))}
    if phase == "removed":
        return {f"removed {card}" for card in unseen & figures.AGE_CARDS[age]}
    assert phase == "reveal"
    if None not in structure:  # the deal: the face-up rows
        due = [slot for slot in range(20) if figures.DEALT_FACE_UP[age][slot]]
    else:
        due = figures.accessible(position)
    slot = min(slot for slot in due if not figures.is_face_up(structure[slot]))
    hidden = set(GUILDS) if structure[slot] == "?guild" else figures.AGE_CARDS[age]
    return {f"reveal {slot} {card}" for card in unseen & hidden}


def the_action_lists_agree(game: GameLike, position: Position) -> None:
    """The list ascends by id; ids, mask and chance outcomes say the same; chance is uniform."""
    actions = game.legal_actions()
    ids = game.legal_action_ids()
    assert ids == [int(action) for action in actions] == sorted(set(ids))
    chance = game.current_player == CHANCE
    assert chance == (position["phase"] in CHANCE_PHASES)
    assert all(action.is_chance == chance for action in actions)
    mask = game.legal_mask()
    assert mask.shape == (NUM_ACTIONS,)
    assert mask.nonzero()[0].tolist() == ([] if chance else ids)
    outcomes = game.chance_outcomes()
    assert [action for action, _ in outcomes] == (actions if chance else [])
    assert all(abs(probability * len(outcomes) - 1) < 1e-12 for _, probability in outcomes)
    assert game.is_over or actions or not any(position["structure"])


def the_city_figures_follow_from_its_cards(game: GameLike, position: Position) -> None:
    """R4.1, R4.3, R3.3, R7.1."""
    for player, city in enumerate(position["cities"]):
        view = game.cities[player]
        units = figures.production(city)
        assert {str(r): n for r, n in view.production.items()} == {r: units[r] for r in figures.RESOURCES}
        assert {str(s): n for s, n in view.symbols.items()} == figures.symbols(city)
        assert {str(r): n for r, n in view.trade_prices.items()} == figures.unit_prices(position, player)
        assert view.discard_income == figures.discard_income(city)


def the_prices_are_the_least_possible(game: GameLike, position: Position) -> None:
    """R4.5, R4.6: of everything face up and every unbuilt wonder on the table, for both players."""
    names = [entry for entry in position["structure"] if figures.is_face_up(entry)]
    names += [
        wonder for city in position["cities"] for wonder, card in city["wonders"].items() if card is None
    ]
    for player in (0, 1):
        market = figures.Market(position, player)
        for name in names:
            found = game.price(name, player)
            assert (found.total, sum(found.trade.values()), found.chain) == market.price(name), name
            assert found.total == found.coins + sum(found.trade.values())


def the_score_sheets_add_up(game: GameLike, position: Position) -> None:
    """R11.1, R9.2."""
    for player, sheet in enumerate(game.scores()):
        assert sheet._asdict() == figures.score(position, player)


# -- of a step ---------------------------------------------------------------------------------------------


class Step(NamedTuple):
    """One action: what was before it, what came of it, and what must have come of coins and pawn."""

    before: Position
    kind: str
    words: list[str]
    position: Position
    bank: figures.Bank


def coins_only_change_hands(step: Step) -> None:
    """R5.3: what both purses hold is what the rules of this action moved; the bank has the rest."""
    coins = [city["coins"] for city in step.position["cities"]]
    assert coins == step.bank.purse
    assert sum(coins) - sum(city["coins"] for city in step.before["cities"]) == -step.bank.bank


def the_pawn_moves_by_the_shields(step: Step) -> None:
    """R6.1, R6.2: and each military token works once."""
    assert step.position["pawn"] == step.bank.pawn
    assert step.position["military_tokens"] == step.bank.military_tokens


def what_was_seen_stays_seen(step: Step) -> None:
    """R2.4, R12: only a chance event shows a new card, the one it names; no seen card leaves the table."""
    known, now = set(figures.seen_cards(step.before)), set(figures.seen_cards(step.position))
    assert now - known == ({step.words[-1]} if step.kind in ("reveal", "removed") else set())
    assert known <= now


def the_turn_passes(step: Step) -> None:
    """R8.2, R7.3 (Theology), R7.4: to the opponent, unless the play gives an extra turn."""
    before, position = step.before, step.position
    if step.kind in ("build", "discard", "wonder"):
        player = before["player"]
        theology = "theology" in before["cities"][player]["tokens"]
        extra = step.kind == "wonder" and (WONDERS[step.words[0]].get("extra_turn", False) or theology)
    elif step.kind in _WITHIN_A_PLAY:
        if None not in before["structure"]:
            return  # a deal; who starts is another matter (R10)
        player = before["pending"].get("turn_of", before["player"])
        extra = before["pending"].get("extra_turn", False)
    else:
        return
    if position["phase"] == "over" or None not in position["structure"]:
        return
    if position["phase"] == "turn":
        assert position["player"] == (player if extra else 1 - player)
    else:
        assert position["pending"].get("turn_of", position["player"]) == player
        assert position["pending"].get("extra_turn", False) == extra


def the_starter_follows_from_the_pawn(step: Step) -> None:
    """R10.2, R10.3, R12: who chooses, or starts, the next age."""
    before, position = step.before, step.position
    if position["age"] < 2 or None in position["structure"] or position["phase"] not in ("start", "turn"):
        return
    if step.kind == "start":
        assert position["phase"] == "turn"
        assert position["player"] == int(step.words[0])
        return
    last = before["pending"].get("turn_of", before["player"])
    rules, pawn = position["rules"], position["pawn"]
    if pawn:
        weaker = 1 if pawn > 0 else 0
        expected = ("start" if rules["start_off_centre"] == "weaker_chooses" else "turn", weaker)
    else:
        expected = {
            "last_chooses": ("start", last),
            "last_starts": ("turn", last),
            "other_starts": ("turn", 1 - last),
        }[rules["start_centre"]]
    assert (position["phase"], position["player"]) == expected


STATE: list[Callable[[GameLike, Position], None]] = [
    coins_are_never_negative,
    the_pawn_is_on_the_track,
    six_symbols_end_the_game,
    points_decide_after_age_three,
    the_military_tokens_are_behind_the_pawn,
    at_most_seven_wonders_are_built,
    each_component_is_in_one_place,
    the_draft_goes_to_and_fro,
    the_unseen_cards_are_the_rest_of_the_box,
    the_structure_stands,
    no_card_within_reach_is_face_down_at_a_turn,
    only_cards_within_reach_can_be_taken,
]

# These work everything out once more from the rules, which takes its time.
FIGURES: list[Callable[[GameLike, Position], None]] = [
    the_slots_say_what_the_dictionary_says,
    the_legal_actions_are_those_of_the_rules,
    the_action_lists_agree,
    the_city_figures_follow_from_its_cards,
    the_prices_are_the_least_possible,
    the_score_sheets_add_up,
]

STEP: list[Callable[[Step], None]] = [
    coins_only_change_hands,
    the_pawn_moves_by_the_shields,
    what_was_seen_stays_seen,
    the_turn_passes,
    the_starter_follows_from_the_pawn,
]


def check(game: GameLike, position: Position | None = None, *, thoroughly: bool = True) -> None:
    """Every invariant of a game that play from the start has reached; without `thoroughly` not `FIGURES`."""
    position = game.to_dict() if position is None else position
    for invariant in (*STATE, *FIGURES) if thoroughly else STATE:
        invariant(game, position)


def check_step(before: Position, action: str, position: Position) -> None:
    """Every invariant of one action (a seeded game's decision brings chance along: then ask a manual one)."""
    kind, *words = action.split()
    step = Step(before, kind, words, position, figures.after(before, action))
    for invariant in STEP:
        invariant(step)
