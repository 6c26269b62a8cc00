"""Many games stepped together from numpy arrays, and the position as a vector for networks.

>>> from seven_duel import GameBatch
>>> batch = GameBatch(4, seed=1)
>>> batch.legal_mask.shape, batch.observation.shape == (4, OBS_SIZE)
((4, 1495), True)
>>> batch.step(batch.legal_mask.argmax(axis=1))     # the first legal action of each game
>>> batch.current_player
array([1, 1, 1, 1], dtype=int8)
"""

from __future__ import annotations

import os
import secrets
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from ._core import OBS_SIZE, OBS_VERSION, Batch, Game, observation_pieces
from ._core import observe as _observe
from .action import NUM_ACTIONS
from .errors import IllegalActionError, SevenDuelError, player_number, quote, whole_number
from .generator import check_seed
from .rules import Rules

if TYPE_CHECKING:
    from types import ModuleType

    import numpy as np
    import numpy.typing as npt

    from .types import GameLike

__all__ = [
    "OBS_SIZE",
    "OBS_VERSION",
    "AutoReset",
    "GameBatch",
    "ObservationPiece",
    "observation_spec",
    "observe",
    "scaled",
]

AutoReset = Literal["same_step", "next_step", "disabled"]
"""What happens to a game that is over; the words are Gymnasium's."""


_PUBLISHED = Rules()


class ObservationPiece(NamedTuple):
    """A named part of the observation.

    - `name`: `me.` and `opponent.` stand before what belongs to a player
    - `offset`: where it begins in the vector
    - `shape`: its shape, the last index running fastest; `()` for a number alone
    - `scale`: times this, its numbers are about 0 to 1
    - `meaning`: what it says, with the rule

    >>> piece = next(piece for piece in observation_spec() if piece.name == "me.coins")
    >>> piece.shape, round(1 / piece.scale)
    ((), 30)
    """

    name: str
    offset: int
    shape: tuple[int, ...]
    scale: float
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it holds."""
        size = 1
        for length in self.shape:
            size *= length
        return size

    def of(self, observation: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The piece of one or many observations `(..., OBS_SIZE)`, as a view `(..., *shape)`.

        >>> batch = GameBatch(3, seed=1)
        >>> coins = next(piece for piece in batch.observation_spec() if piece.name == "me.coins")
        >>> coins.of(batch.observation)
        array([7, 7, 7], dtype=uint8)
        """
        if observation.shape[-1:] != (OBS_SIZE,):
            raise SevenDuelError(f"observation: its shape must be (..., {OBS_SIZE}), not {observation.shape}")
        part = observation[..., self.offset : self.offset + self.size]
        return part.reshape((*observation.shape[:-1], *self.shape))


def observation_spec() -> tuple[ObservationPiece, ...]:
    """The pieces of the observation in their order; together they are the whole vector.

    They belong to `OBS_VERSION`: when a piece, a place or a scale changes, so does that number.

    >>> spec = observation_spec()
    >>> sum(piece.size for piece in spec) == OBS_SIZE
    True
    """
    return tuple(
        ObservationPiece(name, offset, tuple(shape), 1 / full, meaning)
        for name, offset, shape, full, meaning in observation_pieces()
    )


def observe(game: GameLike, player: int | None = None) -> npt.NDArray[np.uint8]:
    """The observation of a game as a player sees it: the same vector as a batch shows, uint8 (OBS_SIZE,).

    Without a player: as the player to move sees it, or player 0 when the game is over. `SevenDuelError` if
    there is no such player, or if none is given while chance is to move. Needs numpy.

    >>> game = Game(seed=1)
    >>> bool((observe(game) == observe(game, 0)).all()), bool((observe(game) == observe(game, 1)).all())
    (True, False)
    """
    numpy = _numpy("observe")
    if player is None:
        player = 0 if game.is_over else game.current_player
    player = player_number(player)
    if not isinstance(game, Game):
        game = Game.from_text(game.to_text())
    observation: npt.NDArray[np.uint8] = numpy.frombuffer(_observe(game, player), numpy.uint8)
    return observation


def scaled(
    observation: npt.NDArray[np.uint8], out: npt.NDArray[np.float32] | None = None
) -> npt.NDArray[np.float32]:
    """Observations `(..., OBS_SIZE)` as float32, each number times the scale of its piece: about 0 to 1.

    `out` takes the result if it is given. A network can also take the bytes and have the scales as a
    constant of its first layer; then only the bytes travel.

    >>> float(scaled(GameBatch(2, seed=1).observation).max()) <= 1.0
    True
    """
    numpy = _numpy("scaled")
    result: npt.NDArray[np.float32] = numpy.multiply(observation, _scales(), out=out, dtype=numpy.float32)
    return result


@cache
def _scales() -> npt.NDArray[np.float32]:
    """The scale of each number of the vector."""
    numpy = _numpy("scaled")
    parts = [numpy.full(piece.size, piece.scale, numpy.float32) for piece in observation_spec()]
    scales: npt.NDArray[np.float32] = numpy.concatenate(parts)
    return scales


class GameBatch:
    """n games in one piece of memory, stepped together.

    - `n`: how many games
    - `rules`: their options
    - `seed`: 0 to 2**64 - 1 (None: from the operating system). Game i draws chance from a generator of its
      own, so its course depends on the seed, on i and on what is played in it, never on n or on threads;
      new games of a row go on with the row's generator
    - `auto_reset`: what happens to a game that is over, in Gymnasium's words.
      `"same_step"`: the step that ends it begins a new game in its row; `rewards` and `terminated` tell of
      the one that ended, all else of the new one, and `final_observation` shows the end.
      `"next_step"`: it is shown as it ended, and the next step begins a new game instead of playing.
      `"disabled"`: it stays until `reset`. The id given for a game that is over is not looked at
    - `legal_mask`, `observation`: whether these arrays are kept; a step without them is faster
    - `threads`: the most threads that share a step (default: the processors), where each has enough games

    The arrays are made once; every step and reset fills them in place, so a step makes no arrays. They are
    read-only, and outlive the batch. The GIL is released for larger batches.

    Wrong arguments raise `SevenDuelError` (wrong rules `PositionError`) and change nothing. Needs numpy.

    >>> import numpy as np
    >>> batch = GameBatch(256, seed=7)
    >>> ended = 0
    >>> for _ in range(100):
    ...     batch.step(batch.sample())
    ...     ended += int(batch.terminated.sum())
    >>> ended
    256
    """

    __slots__ = (
        "_arrays",
        "_auto_reset",
        "_core",
        "_n",
        "_rules",
        "_seed",
        "_threads",
        "current_player",
        "rewards",
        "terminated",
    )

    current_player: npt.NDArray[np.int8]
    """int8 (n,): the player to move, 0 or 1; -1 when the game is over."""

    rewards: npt.NDArray[np.float32]
    """float32 (n, 2), by player: 1 for a game won and -1 for a game lost in the last step, else 0."""

    terminated: npt.NDArray[np.bool_]
    """bool (n,): the game is over; with `"same_step"`: the last step ended one."""

    def __init__(
        self,
        n: int,
        *,
        rules: Rules = _PUBLISHED,
        seed: int | None = None,
        auto_reset: AutoReset = "same_step",
        legal_mask: bool = True,
        observation: bool = True,
        threads: int | None = None,
    ) -> None:
        numpy = _numpy("GameBatch")
        if not isinstance(auto_reset, str) or auto_reset not in get_args(AutoReset):
            modes = ", ".join(get_args(AutoReset))
            raise SevenDuelError(f"auto_reset: {quote(auto_reset)} is not one of {modes}")
        for name, value in (("legal_mask", legal_mask), ("observation", observation)):
            if not isinstance(value, bool):
                raise SevenDuelError(f"{name}: must be True or False, not {quote(value)}")
        self._n = whole_number("n", n, 1, 2**22)
        self._rules = rules
        self._seed = secrets.randbits(64) if seed is None else check_seed(seed)
        self._auto_reset: AutoReset = auto_reset
        processors = os.cpu_count() or 1
        self._threads = processors if threads is None else whole_number("threads", threads, 1, 1024)
        self._core = Batch(
            self._n,
            rules=rules,
            seed=self._seed,
            auto_reset=auto_reset,
            legal_mask=legal_mask,
            observation=observation,
            threads=self._threads,
        )

        def array(name: str, kind: type[np.generic], *row: int) -> npt.NDArray[Any]:
            view: npt.NDArray[Any] = numpy.frombuffer(self._core.memory(name), kind)
            return view.reshape(self._n, *row)

        self._arrays = {}
        if legal_mask:
            self._arrays["legal_mask"] = array("legal_mask", numpy.bool_, NUM_ACTIONS)
        if observation:
            self._arrays["observation"] = array("observation", numpy.uint8, OBS_SIZE)
            if auto_reset == "same_step":
                self._arrays["final_observation"] = array("final_observation", numpy.uint8, OBS_SIZE)
        self.current_player = array("current_player", numpy.int8)
        self.rewards = array("rewards", numpy.float32, 2)
        self.terminated = array("terminated", numpy.bool_)

    @property
    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """The legal actions by id, bool (n, NUM_ACTIONS); all False when the game is over."""
        return self._array("legal_mask")

    @property
    def observation(self) -> npt.NDArray[np.uint8]:
        """Each game as the player to move sees it, as player 0 does when it is over. uint8 (n, OBS_SIZE).

        `observation_spec` names the pieces, docs/observation.md explains them.
        """
        return self._array("observation")

    @property
    def final_observation(self) -> npt.NDArray[np.uint8]:
        """With `"same_step"`: how the last game of each row ended, as player 0 sees it. uint8 (n, OBS_SIZE).

        Where `terminated` it is the game that this step ended; elsewhere an earlier one, or zeros.
        """
        return self._array("final_observation")

    def _array(self, name: str) -> npt.NDArray[Any]:
        try:
            return self._arrays[name]
        except KeyError:
            raise SevenDuelError(f"this batch was made without {name}") from None

    @property
    def rules(self) -> Rules:
        """The options of the games."""
        return self._rules

    @property
    def seed(self) -> int:
        """The seed of the batch."""
        return self._seed

    @property
    def auto_reset(self) -> AutoReset:
        """What happens to a game that is over."""
        return self._auto_reset

    @property
    def threads(self) -> int:
        """The most threads that share a step."""
        return self._threads

    def __len__(self) -> int:
        return self._n

    def __repr__(self) -> str:
        return f"<GameBatch of {self._n} games, seed {self._seed}, auto_reset {self._auto_reset!r}>"

    def step(self, ids: npt.ArrayLike) -> None:
        """Play one decision in each game, and the chance events that follow; the arrays then show the result.

        `ids` are n whole numbers: an array of any integer type, or a sequence of ids or Actions. All are
        checked first: if one is illegal in its row, `IllegalActionError` names the row and the action and
        nothing is played. Ids of games that are over are not looked at.

        >>> batch = GameBatch(2, seed=1)
        >>> batch.step([0, 1200])
        Traceback (most recent call last):
        seven_duel.errors.IllegalActionError: row 0: draft appian_way: ...
        """
        given, numbers = self._read_ids(ids)
        refused = self._core.step(numbers)
        if refused is not None:
            row, reason = refused
            value = given[row].item()
            shown = "" if -(2**63) <= value < 2**63 else f"{value} is no id; as int64: "
            raise IllegalActionError(f"row {row}: {shown}{reason}", value)

    def _read_ids(self, ids: npt.ArrayLike) -> tuple[npt.NDArray[Any], npt.NDArray[np.int64]]:
        """The ids as they were given, and as int64."""
        numpy = _numpy("GameBatch")
        given = _array_of("ids", ids)
        if given.dtype.kind not in "iu" or given.shape != (self._n,):
            raise SevenDuelError(
                f"ids: must be whole numbers of shape ({self._n},), not {given.dtype} of shape {given.shape}"
            )
        return given, numpy.ascontiguousarray(given, numpy.int64)

    def reset(self, mask: npt.ArrayLike | None = None, *, seed: int | None = None) -> None:
        """Begin new games, in all rows or where `mask`, bool (n,), is True.

        The rows' generators go on, so that the new games are others; with a seed they begin anew, and row i
        plays what row i of a new batch of that seed plays.

        >>> batch = GameBatch(2, seed=1)
        >>> first = batch.game(0)
        >>> batch.reset([True, False])
        >>> batch.game(0) == first
        False
        >>> batch.reset(seed=1)
        >>> batch.game(0) == first
        True
        """
        rows: npt.NDArray[np.uint8] | None = None
        if mask is not None:
            numpy = _numpy("GameBatch")
            given = _array_of("mask", mask)
            if given.dtype != numpy.bool_ or given.shape != (self._n,):
                raise SevenDuelError(
                    f"mask: must be bool of shape ({self._n},), not {given.dtype} of shape {given.shape}"
                )
            rows = numpy.ascontiguousarray(given).view(numpy.uint8)
        self._core.reset(rows, None if seed is None else check_seed(seed))
        if seed is not None and mask is None:
            self._seed = check_seed(seed)

    def sample(self) -> npt.NDArray[np.int64]:
        """A legal id for each game, each legal action equally likely; 0 where the game is over. int64 (n,).

        Drawn from generators of their own: sampling does not change what chance brings.

        >>> batch = GameBatch(3, seed=1)
        >>> bool(batch.legal_mask[range(3), batch.sample()].all())
        True
        """
        numpy = _numpy("GameBatch")
        ids: npt.NDArray[np.int64] = numpy.frombuffer(self._core.sample(), numpy.int64)
        return ids

    def game(self, i: int) -> Game:
        """A copy of game i, with the generator from which its chance is drawn, without a history.

        Played on with the same actions, it goes as the game in the batch.

        >>> batch = GameBatch(2, seed=1)
        >>> game = batch.game(1)
        >>> ids = batch.sample()
        >>> batch.step(ids)
        >>> game.apply(int(ids[1]))
        >>> game == batch.game(1)
        True
        """
        return self._core.game(whole_number("i", i, 0, self._n - 1))

    @staticmethod
    def observation_spec() -> tuple[ObservationPiece, ...]:
        """The named pieces of the observation: `observation_spec()` of the module."""
        return observation_spec()


@cache
def _numpy(what: str) -> ModuleType:
    """Numpy, without which this cannot be done."""
    try:
        import numpy
    except ImportError as error:
        raise SevenDuelError(f"{what} needs numpy: pip install seven_duel[numpy]") from error
    return numpy


def _array_of(name: str, values: Any) -> npt.NDArray[Any]:
    """Values as an array, whatever they are."""
    numpy = _numpy("GameBatch")
    try:
        array: npt.NDArray[Any] = numpy.asarray(values)
    except (TypeError, ValueError, OverflowError) as error:
        raise SevenDuelError(f"{name}: {error}") from error
    return array
