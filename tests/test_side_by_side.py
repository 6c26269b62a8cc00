"""Both engines through the same play, in Hypothesis' hands: compared at every step."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from seven_duel import CHANCE, NUM_ACTIONS, Action, Rules, SplitMix64
from seven_duel.reference import Game as ReferenceGame
from tests.mutations import mutated
from tests.pair import Pair, Watch
from tests.policies import POLICIES, uniform

RULES = st.builds(
    Rules,
    start_off_centre=st.sampled_from(("weaker_chooses", "weaker_starts")),
    start_centre=st.sampled_from(("last_chooses", "last_starts", "other_starts")),
    promo_wonders=st.booleans(),
    first_game=st.booleans(),
)
SEEDS = st.integers(0, 2**64 - 1)
# Small numbers drive Python's own generator, so that a failing example shrinks to something readable.
CHOICES = st.integers(0, 2**16 - 1)
NONSENSE = st.one_of(
    *(st.integers(-5, NUM_ACTIONS + 5), st.integers(0x7F00, 0xA600), st.integers()),
    *(st.text(max_size=20), st.none(), st.floats(), st.booleans(), st.binary(max_size=4)),
    st.sampled_from(
        ("build", "build palisade ", " build palisade", "BUILD palisade", "reveal 20 palisade", "start 2")
    ),
)


class SideBySide(RuleBasedStateMachine):
    """Legal play with undo, copies, round trips and illegal attempts."""

    watch: Watch
    seeded: bool

    @initialize(rules=RULES, seed=st.none() | SEEDS)
    def start(self, rules: Rules, seed: int | None) -> None:
        self.seeded = seed is not None
        self.from_the_start = True
        self._go_on_with(Pair.new(seed, rules))

    def _go_on_with(self, pair: Pair) -> None:
        self.watch = Watch(pair, random.Random(0), seeded=self.seeded)

    @property
    def pair(self) -> Pair:
        return self.watch.pair

    @rule(choice=CHOICES)
    def play(self, choice: int) -> None:
        """One legal action, chance's too; after the end a new game."""
        actions = self.watch.actions
        if actions:
            self.watch.apply(actions[choice % len(actions)])
        else:
            self.start(self.pair.game.rules, choice if self.seeded else None)

    @rule(choice=CHOICES, steps=st.integers(1, 80), policy=st.sampled_from(sorted(POLICIES)))
    def play_on(self, choice: int, steps: int, policy: str) -> None:
        """A stretch of play."""
        rng = random.Random(choice)
        for _ in range(steps):
            if not self.watch.actions:
                break
            pick = POLICIES[policy] if rng.random() < 0.7 else uniform
            self.watch.apply(pick(self.watch.actions, rng))

    @rule(seed=SEEDS, ours=st.booleans())
    def reveal_random(self, seed: int, ours: bool) -> None:
        """All due chance at once; nothing where none is due."""
        due = self.pair.game.current_player == CHANCE
        drawn = self.pair.reveal_random(lambda: SplitMix64(seed) if ours else random.Random(seed))
        assert bool(drawn) == due
        assert self.pair.game.current_player != CHANCE
        self._go_on_with(self.pair)

    @rule(depth=st.integers(1, 200))
    def undo(self, depth: int) -> None:
        """Back, at most to the root; then again forward to the same position."""
        copy = self.pair.copies()
        done: list[Action] = []
        while len(done) < depth and self.pair.can_undo():
            done.append(self.pair.undo())
        if len(done) < depth:
            self._nothing_left_to_undo()
        again = self.pair.copies()
        for action in reversed(done):
            again.apply(action)
        again.compare()
        assert again.games == copy.games
        assert again.game.history == copy.game.history
        self._go_on_with(self.pair)

    def _nothing_left_to_undo(self) -> None:
        assert self.seeded or self.pair.game.history == ()
        assert not self.pair.can_undo()

    @rule()
    def copy(self) -> None:
        """Play a copy on; the original stays."""
        original, text = self.pair, self.pair.game.to_text()
        self._go_on_with(original.copies())
        if self.watch.actions:
            self.watch.apply(self.watch.actions[-1])
            assert original.each(lambda game: game.to_text()) == text
            assert original.games != self.pair.games

    @rule()
    def round_trip(self) -> None:
        self.pair.round_trip()

    @rule()
    def replay(self) -> None:
        if self.from_the_start:
            self.pair.replay()

    @rule(seed=st.none() | SEEDS)
    def set_up_again(self, seed: int | None) -> None:
        """Go on from the position itself, with no past, perhaps with chance of the other kind."""
        again = Pair.from_dict(self.pair.game.to_dict(), seed)
        assert again is not None
        self.seeded = seed is not None
        self.from_the_start = False
        self._go_on_with(again)
        if self.seeded:
            assert self.pair.game.current_player != CHANCE

    @rule(action=NONSENSE)
    def nonsense(self, action: object) -> None:
        """Whatever is not a legal action of this position."""
        legal = self.pair.game.legal_actions()
        if (
            not isinstance(action, (int, str))
            or isinstance(action, bool)
            or action not in {*legal, *map(str, legal)}
        ):
            self.pair.refuse(action)

    @rule(choice=CHOICES, count=st.integers(1, 8))
    def illegal(self, choice: int, count: int) -> None:
        """Real actions that are not legal now."""
        rng = random.Random(choice)
        legal = set(self.pair.game.legal_action_ids())
        for _ in range(count):
            action = Action.from_id(rng.randrange(NUM_ACTIONS))
            if action not in legal:
                self.pair.refuse(rng.choice((action, int(action), str(action))))

    @rule(choice=CHOICES)
    def mutate(self, choice: int) -> None:
        """Positions near this one: both read them or both refuse them, and they play on alike."""
        check_mutations(self.pair, random.Random(choice), count=3)

    @invariant()
    def agrees(self) -> None:
        if hasattr(self, "watch"):
            note(self.pair.game.to_text())
            self.pair.check()


def check_mutations(pair: Pair, rng: random.Random, count: int) -> int:
    """Some mutations of this position through both engines; how many both accept."""
    accepted = 0
    position = pair.game.to_dict()
    for _ in range(count):
        changed = mutated(position, rng)
        made = Pair.from_dict(changed)
        if made is None:
            continue
        accepted += 1
        made.compare()
        made.round_trip()
        for _ in range(4):
            actions = made.game.legal_actions()
            if not actions:
                break
            made.apply(uniform(actions, rng))
            made.compare(prices=False)
    return accepted


TestSideBySide = SideBySide.TestCase
TestSideBySide.settings = settings(stateful_step_count=50)


@given(seed=SEEDS, rules=RULES)
def test_a_seed_gives_the_same_game_in_both_engines(seed: int, rules: Rules) -> None:
    pair = Pair.new(seed, rules)
    rng = random.Random(seed)
    while actions := pair.each(lambda game: game.legal_actions()):
        pair.apply(uniform(actions, rng))
    pair.check()
    pair.replay()
    while pair.can_undo():
        pair.undo()
    assert pair.games == Pair.new(seed, rules).games


FAULTS: dict[str, Callable[[Any], Any]] = {
    "to_text": lambda found: found.replace("baths", "altar"),
    "legal_actions": lambda found: found[:-1] if len(found) == 7 else found,
    "scores": lambda found: (found[0], found[1]._replace(blue=0)),
    "price": lambda found: found._replace(total=9) if found.coins == 8 else found,
    "unseen_cards": lambda found: found[1:] if len(found) < 40 else found,
    "current_player": lambda found: None if found == 1 else found,
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_one_engine_is_seen_at_once(name: str) -> None:
    """Not only at the steps at which everything is compared."""

    class Faulty(ReferenceGame):
        __slots__ = ()

    right: Any = getattr(ReferenceGame, name)
    spoil = FAULTS[name]
    if isinstance(right, property):
        setattr(Faulty, name, property(lambda game: spoil(right.__get__(game))))
    else:
        setattr(Faulty, name, lambda game, *arguments: spoil(right(game, *arguments)))
    rng = random.Random(1)
    pair = Pair((ReferenceGame.manual(), Faulty.manual()))
    with pytest.raises(AssertionError, match=f"{name}|{name}s of player [01]:"):
        _play_to_the_end(pair, rng)
    assert not pair.games[0].is_over


def _play_to_the_end(pair: Pair, rng: random.Random) -> None:
    watch = Watch(pair, rng, seeded=False, share=0)
    while watch.actions:
        watch.apply(uniform(watch.actions, rng))
