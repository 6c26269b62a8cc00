"""The random generator of the game: SplitMix64.

Seeds are public API: the same seed gives the same game for ever, on every platform and in both engines.
So the generator is written down here and pinned by golden values, and nothing else is drawn from.
"""

from __future__ import annotations

import secrets

from .errors import SevenDuelError, quote, whole_number

__all__ = ["SplitMix64"]

_MASK = 2**64 - 1


class SplitMix64:
    """A generator of 64-bit numbers, with an unbiased bounded draw.

    `seed` is a whole number from 0 to 2**64 - 1, else `SevenDuelError`; None asks the operating system.

    >>> generator = SplitMix64(0)
    >>> hex(generator.next())
    '0xe220a8397b1dcdaf'
    >>> SplitMix64(7).below(6) in range(6)
    True
    """

    __slots__ = ("state",)

    state: int
    """The whole state, 64 bits; `SplitMix64(state)` continues from it."""

    def __init__(self, seed: int | None = None) -> None:
        self.state = secrets.randbits(64) if seed is None else check_seed(seed)

    def next(self) -> int:
        """The next number, uniform on 0 to 2**64 - 1."""
        self.state = z = (self.state + 0x9E3779B97F4A7C15) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A number uniform on 0 to n - 1 (1 <= n < 2**64, else `SevenDuelError`).

        The high half of a 128-bit product, redrawn where the product would be biased (Lemire's method).
        """
        if not 1 <= n <= _MASK:
            raise SevenDuelError(f"n: must be from 1 to 2**64 - 1, not {quote(n)}")
        product = self.next() * n
        if product & _MASK < n:
            threshold = (2**64 - n) % n
            while product & _MASK < threshold:
                product = self.next() * n
        return product >> 64

    def randrange(self, n: int) -> int:
        """The same as `below`, under the name of `random.Random`, so that either serves `reveal_random`."""
        return self.below(n)

    def copy(self) -> SplitMix64:
        """A generator that continues with the same numbers, independently."""
        return SplitMix64(self.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SplitMix64) and self.state == other.state

    __hash__ = None  # type: ignore[assignment]  # it changes with every draw

    def __repr__(self) -> str:
        return f"SplitMix64({self.state:#x})"


def check_seed(seed: object) -> int:
    """The seed as an int; `SevenDuelError` unless it is a whole number from 0 to 2**64 - 1.

    >>> check_seed(-1)
    Traceback (most recent call last):
    seven_duel.errors.SevenDuelError: seed: must be a whole number from 0 to 2**64 - 1, not -1
    """
    return whole_number("seed", seed, 0, _MASK)
