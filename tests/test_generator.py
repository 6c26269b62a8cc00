"""Seeds are public API: these values never change."""

from __future__ import annotations

import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seven_duel import SevenDuelError, SplitMix64

# SplitMix64 as published (Steele, Lea, Flood 2014), first outputs.
GOLDEN = {
    0: [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC],
    1234567: [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431],
}


@pytest.mark.parametrize("seed", GOLDEN)
def test_golden_outputs(seed: int) -> None:
    generator = SplitMix64(seed)
    assert [generator.next() for _ in GOLDEN[seed]] == GOLDEN[seed]


def test_golden_draws() -> None:
    generator = SplitMix64(0)
    assert [generator.below(n) for n in (12, 11, 10, 9, 73, 2, 1, 20)] == [10, 4, 0, 8, 7, 0, 0, 15]


@given(seed=st.integers(0, 2**64 - 1), n=st.integers(1, 2**64 - 1))
def test_below_is_the_high_half_of_the_product(seed: int, n: int) -> None:
    generator, same = SplitMix64(seed), SplitMix64(seed)
    drawn = generator.below(n)
    products = iter(lambda: same.next() * n, None)
    accepted = next(m for m in products if m is not None and m % 2**64 >= (2**64 - n) % n)
    assert drawn == accepted >> 64 < n
    assert generator == same


def test_below_redraws_where_it_would_be_biased() -> None:
    """For n just above 2**63 about half of all products are refused."""
    n = 2**63 + 1
    draws = [SplitMix64(seed) for seed in range(200)]
    for generator in draws:
        generator.below(n)
    redrawn = sum(
        generator.state != (seed + 0x9E3779B97F4A7C15) % 2**64 for seed, generator in enumerate(draws)
    )
    assert 60 < redrawn < 140


def test_draws_are_uniform() -> None:
    generator = SplitMix64(5)
    counts = [0] * 6
    for _ in range(6000):
        counts[generator.below(6)] += 1
    assert all(880 < count < 1120 for count in counts)


def test_state_copy_and_pickle_continue() -> None:
    generator = SplitMix64(9)
    generator.next()
    others = [SplitMix64(generator.state), generator.copy(), pickle.loads(pickle.dumps(generator))]
    assert eval(repr(generator), {"SplitMix64": SplitMix64}) == generator
    following = generator.next()
    assert [other.next() for other in others] == [following] * 3


def test_it_serves_where_a_random_serves() -> None:
    for source in (SplitMix64(1), random.Random(1)):
        assert 0 <= source.randrange(7) < 7


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "1", True, b""])
def test_wrong_seeds_are_named(seed: object) -> None:
    with pytest.raises(SevenDuelError, match="seed"):
        SplitMix64(seed)  # type: ignore[arg-type]


def test_the_largest_seed_and_a_fresh_one() -> None:
    assert SplitMix64(2**64 - 1).state == 2**64 - 1
    assert SplitMix64().state != SplitMix64().state


@pytest.mark.parametrize("n", [0, -1, 2**64])
def test_wrong_bounds(n: int) -> None:
    with pytest.raises(SevenDuelError, match="n:"):
        SplitMix64(0).below(n)
