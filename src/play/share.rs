//! Work shared among threads.

use std::sync::Mutex;
use std::thread;

/// Does the work of all parts on this thread and `threads - 1` others. If one cannot be started, the others do its part.
pub(super) fn share<T: Send>(parts: Vec<T>, threads: usize, work: impl Fn(T) + Sync) {
    let left = Mutex::new(parts);
    let next = || left.lock().ok().and_then(|mut left| left.pop());
    let run = || {
        while let Some(part) = next() {
            work(part);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            let _ = thread::Builder::new().spawn_scoped(scope, run);
        }
        run();
    });
}
