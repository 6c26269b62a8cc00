"""Ids and texts of actions: public, dense, append-only."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seven_duel import NUM_ACTIONS, Action, ActionKind, Card, Color, NotationError, Token, Wonder

# The first and the last id of each block.
BLOCKS = {
    "draft": ("draft appian_way", 0, "draft temple_of_artemis", 11),
    "build": ("build lumber_yard", 12, "build tacticians_guild", 84),
    "discard": ("discard lumber_yard", 85, "discard tacticians_guild", 157),
    "wonder": ("wonder appian_way lumber_yard", 158, "wonder temple_of_artemis tacticians_guild", 1033),
    "progress": ("progress agriculture", 1034, "progress urbanism", 1043),
    "library": ("library agriculture", 1044, "library urbanism", 1053),
    "mausoleum": ("mausoleum lumber_yard", 1054, "mausoleum tacticians_guild", 1126),
    "destroy": ("destroy lumber_yard", 1127, "destroy drying_room", 1139),
    "start": ("start 0", 1140, "start 1", 1141),
    "draft, promotional": ("draft messe", 1142, "draft statue_of_liberty", 1143),
    "wonder, promotional": (
        "wonder messe lumber_yard",
        1144,
        "wonder statue_of_liberty tacticians_guild",
        1289,
    ),
    "messe": ("messe lumber_yard", 1290, "messe tacticians_guild", 1362),
    "liberty": ("liberty lumber_yard", 1363, "liberty arena", 1428),
    "give": ("give lumber_yard", 1429, "give arena", 1494),
    "reveal": ("reveal 0 lumber_yard", 0x8000, "reveal 19 tacticians_guild", 0x8000 + 256 * 19 + 72),
    "offer": ("offer appian_way", 0xA000, "offer statue_of_liberty", 0xA00D),
    "board": ("board agriculture", 0xA100, "board urbanism", 0xA109),
    "guild": ("guild 0", 0xA200, "guild 19", 0xA213),
    "show": ("show agriculture", 0xA300, "show urbanism", 0xA309),
    "removed": ("removed lumber_yard", 0xA400, "removed arena", 0xA400 + 65),
}
CHANCE = [
    *(0x8000 + 256 * slot + card for slot in range(20) for card in range(73)),
    *(0xA000 + wonder for wonder in range(14)),
    *(0xA100 + token for token in range(10)),
    *(0xA200 + slot for slot in range(20)),
    *(0xA300 + token for token in range(10)),
    *(0xA400 + card for card in range(66)),
]
ALL = [Action.from_id(i) for i in (*range(NUM_ACTIONS), *CHANCE)]


@pytest.mark.parametrize("block", BLOCKS)
def test_the_blocks_of_ids(block: str) -> None:
    first, first_id, last, last_id = BLOCKS[block]
    assert (int(Action(first)), int(Action(last))) == (first_id, last_id)


def test_the_space_of_decisions_is_dense() -> None:
    assert NUM_ACTIONS == 1495
    with pytest.raises(NotationError):
        Action.from_id(NUM_ACTIONS)


def test_every_action_round_trips() -> None:
    assert len({str(action) for action in ALL}) == len(ALL)
    for action in ALL:
        assert Action(str(action)) is action
        assert Action.from_id(int(action)) is action
        assert eval(repr(action), {"Action": Action}) is action
        assert f"{action}" == str(action)


def test_every_action_has_its_parts() -> None:
    for action in ALL:
        parts = [action.slot, action.wonder, action.card, action.token, action.player]
        words = [str(action.kind), *(str(part) for part in parts if part is not None)]
        assert str(action) == " ".join(words)
        assert action.is_chance == action.kind.is_chance == (int(action) >= NUM_ACTIONS)


def test_parts_of_the_kinds() -> None:
    action = Action("wonder statue_of_zeus baths")
    assert (action.kind, action.wonder, action.card) == (ActionKind.WONDER, Wonder.STATUE_OF_ZEUS, Card.BATHS)
    assert (action.token, action.slot, action.player) == (None, None, None)
    assert Action("start 1").player == 1
    assert Action("reveal 7 palisade").slot == 7
    assert Action("library law").token is Token.LAW
    destroyed = [action.card for action in ALL if action.kind == ActionKind.DESTROY]
    assert destroyed == [card for card in Card if card.color in (Color.BROWN, Color.GREY)]


def test_kinds_in_their_order() -> None:
    names = "draft build discard wonder progress library mausoleum destroy start messe liberty give"
    chance = "board offer guild reveal show removed"
    assert [str(kind) for kind in ActionKind] == [*names.split(), *chance.split()]
    assert [str(kind) for kind in ActionKind if kind.is_chance] == chance.split()


def test_an_action_is_its_id() -> None:
    low, high = Action("build palisade"), Action("discard palisade")
    assert low < high
    assert hash(low) == hash(int(low))
    assert sorted([high, low]) == [low, high]
    assert {low: "a"}[Action("build palisade")] == "a"
    assert bool(Action("draft appian_way"))  # id 0


def test_copies_are_the_same_object() -> None:
    for action in ALL[::50]:
        assert copy.copy(action) is copy.deepcopy(action) is action
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(action, protocol)) is action


def test_an_action_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Action("start 0").player = 1  # type: ignore[misc]
    with pytest.raises(AttributeError):
        Action("start 0").note = ""  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "build",
            "build  palisade",
            " build palisade",
            "build palisade ",
            "Build palisade",
            "build sphinx",
        ),
        *("wonder baths sphinx", "start 2", "start 01", "destroy palisade", "liberty merchants_guild"),
        *("reveal 20 baths", "removed merchants_guild", "build palisade\n"),
        *(None, 12, b"start 0", ["start 0"], {}),
    ],
)
def test_what_is_no_action(text: object) -> None:
    with pytest.raises(NotationError) as caught:
        Action(text)  # type: ignore[arg-type]
    assert repr(text) in str(caught.value)


@given(st.text())
def test_any_text(text: str) -> None:
    try:
        action = Action(text)
    except NotationError as error:
        assert len(repr(text)) > 200 or repr(text) in str(error)
    else:
        assert str(action) == text


@pytest.mark.parametrize(
    "action_id", [-1, 1495, 0x7FFF, 0x8000 + 73, 0xA00E, 0xA400 + 66, 2**70, True, None, 1.0, "0"]
)
def test_what_is_no_id(action_id: object) -> None:
    with pytest.raises(NotationError):
        Action.from_id(action_id)  # type: ignore[arg-type]
