//! `Batch` and `Memory`: many games stepped together, and the memory in which numpy sees them.

use std::cell::UnsafeCell;
use std::ffi::c_int;
use std::sync::{Mutex, MutexGuard};

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyMemoryError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use super::bridge::wrong;
use super::game::{Game, read_rules};
use crate::play::{self, AutoReset, OBS_SIZE, Observation, Views};
use crate::rules::NUM_ACTIONS;
use crate::state::Player;

/// Rows from which on a step lets other Python threads run: fewer are done before another thread could begin.
const DETACHED_ROWS: usize = 256;

/// A batch larger than this is a mistake: its states alone would fill gigabytes.
const MOST_ROWS: usize = 1 << 22;

/// A line of the processor's cache: the unit of a [`Memory`], so that any array in it is aligned.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([u8; 64]);

/// An array of a batch, which the batch fills and Python may only read.
///
/// It offers the buffer protocol (read-only). It never moves, and lives as long as a view of it.
///
/// >>> from seven_duel._core import Batch
/// >>> view = memoryview(Batch(3, seed=1).memory("current_player"))
/// >>> view.readonly, list(view)
/// (True, [0, 0, 0])
#[pyclass(module = "seven_duel._core", frozen)]
pub struct Memory {
    lines: Box<[UnsafeCell<Line>]>,
    len: usize,
}

// SAFETY: the lines are written only by the batch that made the memory, which holds a lock meanwhile; Rust reads them
// nowhere else. Python reads them through the buffer protocol: while a step of another thread runs, it sees some rows
// before and some after the step, as with any array that a thread fills.
unsafe impl Sync for Memory {}

impl Memory {
    /// Zeroed memory for this many bytes.
    fn new(py: Python<'_>, len: usize) -> PyResult<Py<Self>> {
        let mut lines = Vec::new();
        let count = len.div_ceil(size_of::<Line>());
        lines.try_reserve_exact(count).map_err(|_| PyMemoryError::new_err("no memory for so many games"))?;
        lines.resize_with(count, || UnsafeCell::new(Line([0; 64])));
        Py::new(py, Self { lines: lines.into_boxed_slice(), len })
    }

    /// The memory as rows.
    ///
    /// # Safety
    /// `T` is plain numbers without padding, for which zeros and all that was written as `T` are values; the caller has
    /// locked the batch that this memory belongs to.
    #[expect(clippy::mut_from_ref, reason = "the lock makes it the only reference")]
    unsafe fn rows<T>(&self) -> &mut [T] {
        const { assert!(align_of::<T>() <= align_of::<Line>()) };
        let start = UnsafeCell::raw_get(self.lines.as_ptr()).cast::<T>();
        // SAFETY: the lines are `len` bytes or more, initialised, aligned for `T`, and the lock makes this reference the
        // only one for as long as it lives.
        unsafe { std::slice::from_raw_parts_mut(start, self.len / size_of::<T>()) }
    }
}

#[pymethods]
impl Memory {
    // SAFETY: called by Python with a view to fill in.
    unsafe fn __getbuffer__(slf: &Bound<'_, Self>, view: *mut ffi::Py_buffer, flags: c_int) -> PyResult<()> {
        let this = slf.get();
        let start = UnsafeCell::raw_get(this.lines.as_ptr()).cast();
        // SAFETY: the view keeps a reference to this object, which owns the lines and never frees or moves them while
        // it lives; it is marked read-only.
        let filled = unsafe { ffi::PyBuffer_FillInfo(view, slf.as_ptr(), start, this.len.cast_signed(), 1, flags) };
        if filled == 0 { Ok(()) } else { Err(PyErr::fetch(slf.py())) }
    }

    fn __len__(&self) -> usize {
        self.len
    }
}

/// Games stepped together; `seven_duel.GameBatch` is the form to use.
///
/// >>> from seven_duel._core import Batch
/// >>> batch = Batch(2, seed=1)
/// >>> batch.game(0).phase
/// 'draft'
#[pyclass(module = "seven_duel._core", frozen)]
pub struct Batch {
    batch: Mutex<play::Batch>,
    arrays: Arrays,
}

/// The memories of a batch, by the names of `Views`.
struct Arrays {
    legal_mask: Py<Memory>,
    observation: Py<Memory>,
    final_observation: Py<Memory>,
    current_player: Py<Memory>,
    rewards: Py<Memory>,
    terminated: Py<Memory>,
}

impl Arrays {
    /// # Safety
    /// The caller has locked the batch that the arrays belong to.
    unsafe fn views(&self) -> Views<'_> {
        // SAFETY: all are numbers, and each memory is used with one type only.
        unsafe {
            Views {
                legal_mask: self.legal_mask.get().rows::<[u8; NUM_ACTIONS]>(),
                observation: self.observation.get().rows::<Observation>(),
                final_observation: self.final_observation.get().rows::<Observation>(),
                current_player: self.current_player.get().rows::<i8>(),
                rewards: self.rewards.get().rows::<[f32; 2]>(),
                terminated: self.terminated.get().rows::<u8>(),
            }
        }
    }
}

impl Batch {
    /// The games, if no other thread is at them.
    fn lock(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, play::Batch>> {
        // Waiting here would hold up the thread that has the lock, which needs the interpreter to let it go.
        self.batch.try_lock().map_err(|_| wrong(py, "another thread is stepping this batch"))
    }
}

/// Lets other Python threads run meanwhile, if there is enough to do.
fn detached<T: Send>(py: Python<'_>, rows: usize, work: impl FnOnce() -> T + Send) -> T {
    if rows >= DETACHED_ROWS { py.detach(work) } else { work() }
}

#[pymethods]
impl Batch {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "they are the options")]
    #[pyo3(signature = (n, *, rules=None, seed=0, auto_reset="same_step", legal_mask=true, observation=true, threads=1))]
    fn new(
        py: Python<'_>,
        n: usize,
        rules: Option<&Bound<'_, PyAny>>,
        seed: u64,
        auto_reset: &str,
        legal_mask: bool,
        observation: bool,
        threads: usize,
    ) -> PyResult<Self> {
        if !(1..=MOST_ROWS).contains(&n) {
            return Err(wrong(py, format!("n: must be from 1 to {MOST_ROWS}, not {n}")));
        }
        let auto_reset = match auto_reset {
            "same_step" => AutoReset::SameStep,
            "next_step" => AutoReset::NextStep,
            "disabled" => AutoReset::Disabled,
            _ => return Err(wrong(py, "auto_reset: must be 'same_step', 'next_step' or 'disabled'")),
        };
        let Some(mut batch) = play::Batch::new(n, read_rules(py, rules)?, seed, auto_reset) else {
            return Err(PyMemoryError::new_err("no memory for so many games"));
        };
        batch.set_threads(threads);
        let memory = |is_wanted: bool, row: usize| Memory::new(py, if is_wanted { n * row } else { 0 });
        let arrays = Arrays {
            legal_mask: memory(legal_mask, NUM_ACTIONS)?,
            observation: memory(observation, OBS_SIZE)?,
            final_observation: memory(observation && auto_reset == AutoReset::SameStep, OBS_SIZE)?,
            current_player: memory(true, size_of::<i8>())?,
            rewards: memory(true, size_of::<[f32; 2]>())?,
            terminated: memory(true, size_of::<u8>())?,
        };
        // SAFETY: nobody else has the batch yet.
        batch.reset(None, unsafe { arrays.views() });
        Ok(Self { batch: Mutex::new(batch), arrays })
    }

    /// The memory of an array, empty if the array is not wanted.
    fn memory(&self, py: Python<'_>, name: &str) -> PyResult<Py<Memory>> {
        let memory = match name {
            "legal_mask" => &self.arrays.legal_mask,
            "observation" => &self.arrays.observation,
            "final_observation" => &self.arrays.final_observation,
            "current_player" => &self.arrays.current_player,
            "rewards" => &self.arrays.rewards,
            "terminated" => &self.arrays.terminated,
            _ => return Err(wrong(py, format!("a batch has no array {name:?}"))),
        };
        Ok(memory.clone_ref(py))
    }

    /// Plays one decision in each row, given by ids (int64). If one is illegal, nothing is played, and its row and what is
    /// wrong with it are returned; else None.
    #[expect(clippy::needless_pass_by_value, reason = "a buffer is read from its object")]
    fn step(&self, py: Python<'_>, ids: PyBuffer<i64>) -> PyResult<Option<(usize, String)>> {
        let ids = ids.to_vec(py)?;
        let mut batch = self.lock(py)?;
        if ids.len() != batch.len() {
            return Err(wrong(py, format!("ids: must be {}, not {}", batch.len(), ids.len())));
        }
        let games = &mut *batch;
        // SAFETY: the batch is locked until the end of this method.
        let views = unsafe { self.arrays.views() };
        let refused = detached(py, ids.len(), || games.step(&ids, views).err());
        Ok(refused.map(|illegal| (illegal.row, illegal.reason)))
    }

    /// Begins new games in the rows whose byte is not 0, or in all. With a seed the rows' generators begin anew first.
    #[pyo3(signature = (rows=None, seed=None))]
    fn reset(&self, py: Python<'_>, rows: Option<PyBuffer<u8>>, seed: Option<u64>) -> PyResult<()> {
        let rows: Option<Vec<bool>> =
            rows.map(|rows| Ok::<_, PyErr>(rows.to_vec(py)?.iter().map(|byte| *byte != 0).collect())).transpose()?;
        let mut batch = self.lock(py)?;
        if let Some(rows) = &rows
            && rows.len() != batch.len()
        {
            return Err(wrong(py, format!("mask: must be {}, not {}", batch.len(), rows.len())));
        }
        let games = &mut *batch;
        // SAFETY: the batch is locked until the end of this method.
        let views = unsafe { self.arrays.views() };
        detached(py, games.len(), || {
            if let Some(seed) = seed {
                games.seed(rows.as_deref(), seed);
            }
            games.reset(rows.as_deref(), views);
        });
        Ok(())
    }

    /// A legal id for each row, uniformly drawn, as int64; 0 where the game is over.
    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let mut batch = self.lock(py)?;
        let games = &mut *batch;
        let ids =
            detached(py, games.len(), || games.sample().into_iter().flat_map(i64::to_ne_bytes).collect::<Vec<_>>());
        Ok(PyByteArray::new(py, &ids))
    }

    /// A copy of a row's game, with the generator that its chance is drawn from.
    fn game(&self, py: Python<'_>, row: usize) -> PyResult<Game> {
        let batch = self.lock(py)?;
        match batch.game(row) {
            Some((state, generator)) => Ok(Game::from(play::Game::restore(*state, Some(generator), &[]))),
            None => Err(wrong(py, format!("i: must be from 0 to {}, not {row}", batch.len() - 1))),
        }
    }
}

/// The observation of a game as a player sees it: bytes.
#[pyfunction]
pub(super) fn observe<'py>(game: &Bound<'py, Game>, player: usize) -> PyResult<Bound<'py, PyByteArray>> {
    let py = game.py();
    let Some(player) = Player::from_index(player) else {
        return Err(wrong(py, format!("player: must be 0 or 1, not {player}")));
    };
    Ok(PyByteArray::new(py, &play::observe(game.borrow().state(), player)))
}

/// The pieces of the observation: name, offset, shape, the value that counts as 1, meaning.
#[pyfunction]
pub(super) fn observation_pieces() -> Vec<(String, usize, Vec<usize>, u8, &'static str)> {
    let row = |piece: play::Piece| (piece.name, piece.offset, piece.shape.to_vec(), piece.full, piece.meaning);
    play::pieces().into_iter().map(row).collect()
}
