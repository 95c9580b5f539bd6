//! The thread pool on which computer players and advisers think, shared fairly.
//!
//! ```text
//! room a     ─┐  ┌───────┐
//! room b     ─┼─►│ queue │─► one thread per processor
//! an address ─┘  └───────┘   owners take turns; each owner's jobs run in order
//! ```
//!
//! The caller awaits a [`PendingThought`]; dropping it stops the thinking. The threads sleep while there is
//! nothing to do.

use crate::{
    api_error::{ApiError, ErrorCode},
    lock::lock,
};
use meeple_core::Limits;
use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    thread,
};
use tokio::sync::oneshot;

/// Who requested a thought; owners take turns, however much each of them has requested.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum ThoughtOwner {
    /// A room, by its id.
    Room(String),
    /// A client outside any room, by its address.
    Address(std::net::IpAddr),
}

/// The thread pool. Clones are handles to the same pool.
#[derive(Clone)]
pub(crate) struct ThinkingPool {
    shared: Arc<PoolShared>,
}

#[derive(Default)]
struct PoolShared {
    queue: Mutex<ThoughtQueue>,
    work_added: Condvar,
}

#[derive(Default)]
struct ThoughtQueue {
    /// The owners in the order of their turns, each with its jobs in order of arrival.
    owners: VecDeque<(ThoughtOwner, VecDeque<QueuedThought>)>,
    running: usize,
    done: u64,
    is_closed: bool,
}

struct QueuedThought {
    stop: Arc<AtomicBool>,
    work: Box<dyn FnOnce() + Send>,
}

/// The future result of a thought. Dropping it stops the thinking.
pub(crate) struct PendingThought<T> {
    answer: oneshot::Receiver<T>,
    stop: Arc<AtomicBool>,
}

impl<T> Future for PendingThought<T> {
    type Output = Result<T, ApiError>;
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let broken = |_| ApiError::new(ErrorCode::Broken, "The search failed.");
        Pin::new(&mut self.answer).poll(context).map(|answer| answer.map_err(broken))
    }
}

impl<T> Drop for PendingThought<T> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl ThinkingPool {
    /// Starts a pool with this many threads (at least one); they end when the pool is closed.
    pub(crate) fn new(threads: usize) -> Self {
        let shared = Arc::<PoolShared>::default();
        for number in 0..threads.max(1) {
            let shared = Arc::clone(&shared);
            let name = format!("thinking-{number}");
            let spawned = thread::Builder::new().name(name).spawn(move || shared.run());
            if let Err(error) = spawned {
                tracing::error!(%error, "a thread that thinks could not be started");
            }
        }
        ThinkingPool { shared }
    }

    /// Queues `work` and returns its future result. `work` must check the stop flag in the limits it
    /// receives.
    pub(crate) fn think<T: Send + 'static>(
        &self,
        owner: ThoughtOwner,
        limits: Limits,
        work: impl FnOnce(&Limits) -> T + Send + 'static,
    ) -> PendingThought<T> {
        let (sender, answer) = oneshot::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let limits = Limits { stop: Arc::clone(&stop), ..limits };
        let work = Box::new(move || drop(sender.send(work(&limits))));
        let job = QueuedThought { stop: Arc::clone(&stop), work };
        let mut queue = lock(&self.shared.queue);
        // If the pool is closed, the answer's sender is dropped, so the caller gets an error.
        if !queue.is_closed {
            match queue.owners.iter_mut().find(|(other, _)| *other == owner) {
                Some((_, jobs)) => jobs.push_back(job),
                None => queue.owners.push_back((owner, VecDeque::from([job]))),
            }
            self.shared.work_added.notify_one();
        }
        PendingThought { answer, stop }
    }

    /// Returns the numbers of waiting, running and finished thoughts.
    pub(crate) fn counts(&self) -> (usize, usize, u64) {
        let queue = lock(&self.shared.queue);
        let waiting = queue.owners.iter().map(|(_, jobs)| jobs.len()).sum();
        (waiting, queue.running, queue.done)
    }

    /// Closes the pool: drops the waiting jobs and ends the threads.
    pub(crate) fn close(&self) {
        let mut queue = lock(&self.shared.queue);
        queue.is_closed = true;
        queue.owners.clear();
        self.shared.work_added.notify_all();
    }
}

impl PoolShared {
    /// The loop of one thread: runs the next job, or sleeps until there is one.
    fn run(&self) {
        while let Some(job) = self.next() {
            let is_wanted = !job.stop.load(Ordering::Relaxed);
            if is_wanted {
                // A panic must not end the thread; it drops the sender, so the caller gets an error.
                let _ = catch_unwind(AssertUnwindSafe(job.work));
            }
            let mut queue = lock(&self.queue);
            queue.running -= 1;
            queue.done += u64::from(is_wanted);
        }
    }

    fn next(&self) -> Option<QueuedThought> {
        let mut queue = lock(&self.queue);
        loop {
            if queue.is_closed {
                return None;
            }
            if let Some((owner, mut jobs)) = queue.owners.pop_front() {
                let job = jobs.pop_front();
                if !jobs.is_empty() {
                    queue.owners.push_back((owner, jobs));
                }
                if let Some(job) = job {
                    queue.running += 1;
                    return Some(job);
                }
            } else {
                queue = self.work_added.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn room(name: &str) -> ThoughtOwner {
        ThoughtOwner::Room(name.into())
    }

    #[tokio::test]
    async fn owners_take_turns_however_many_jobs_they_have() {
        let pool = ThinkingPool::new(1);
        let (go, gate) = mpsc::channel::<()>();
        let (said, heard) = mpsc::channel();
        let first = pool.think(room("a"), Limits::default(), move |_| {
            said.send(()).expect("the test listens");
            let _ = gate.recv();
        });
        heard.recv().expect("it has begun");
        let order = Arc::new(Mutex::new(Vec::new()));
        let ask = |owner: &str, word: &'static str| {
            let order = Arc::clone(&order);
            pool.think(room(owner), Limits::default(), move |_| order.lock().unwrap().push(word))
        };
        let all = [ask("a", "a1"), ask("a", "a2"), ask("a", "a3"), ask("b", "b1"), ask("c", "c1")];
        go.send(()).expect("the first one waits");
        first.await.expect("it ends");
        for thought in all {
            thought.await.expect("all are thought about");
        }
        assert_eq!(*order.lock().unwrap(), ["a1", "b1", "c1", "a2", "a3"]);
        pool.close();
    }

    #[tokio::test]
    async fn dropping_a_thought_stops_it_and_a_panic_stops_nothing_else() {
        let pool = ThinkingPool::new(1);
        let (said, heard) = mpsc::channel();
        let endless = pool.think(room("a"), Limits::default(), move |limits| {
            said.send(()).expect("the test listens");
            while !limits.is_stopped() {
                thread::yield_now();
            }
        });
        heard.recv().expect("it has begun");
        drop(endless);
        let broken = pool.think(room("b"), Limits::default(), |_| panic!("on purpose"));
        assert_eq!(broken.await.expect_err("it broke").code, ErrorCode::Broken);
        assert_eq!(pool.think(room("b"), Limits::default(), |_| 7).await, Ok(7));
        pool.close();
        let refused = pool.think(room("b"), Limits::default(), |_| 7).await;
        assert!(refused.is_err(), "nothing is thought about any more");
    }
}
