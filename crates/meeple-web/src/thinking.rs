//! Thinking: a few threads on which players and advisers think, fairly shared.
//!
//! ```text
//! room a ─┐  ┌───────┐
//! room b ─┼─►│ queue │─► as many threads as there are processors
//! an address ┘ └───────┘   whoever has waited longest comes next, then the next owner
//! ```
//!
//! Whoever asked waits for a [`Thought`]; who no longer waits drops it, and the
//! thinking stops. Nothing runs and nothing ticks while nobody asks.

use crate::refusal::{Code, Refusal};
use meeple_core::Limits;
use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    task::{Context, Poll},
    thread,
};
use tokio::sync::oneshot;

/// Who asks: what one of them asks for takes turns with what the others do.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Owner {
    /// A room, by its id.
    Room(String),
    /// Somebody without a room, by the address.
    Address(std::net::IpAddr),
}

/// The threads that think; a clone is another handle on the same.
#[derive(Clone)]
pub(crate) struct Pool {
    shared: Arc<Shared>,
}

struct Shared {
    queue: Mutex<Queue>,
    bell: Condvar,
    threads: usize,
    done: AtomicU64,
}

#[derive(Default)]
struct Queue {
    /// Owners in the order of their turns, each with what it wants, the first first.
    owners: VecDeque<(Owner, VecDeque<Job>)>,
    running: usize,
    is_closed: bool,
}

struct Job {
    stop: Arc<AtomicBool>,
    work: Box<dyn FnOnce() + Send>,
}

/// What will be found. Dropping it stops the thinking.
pub(crate) struct Thought<T> {
    answer: oneshot::Receiver<T>,
    stop: Arc<AtomicBool>,
}

impl<T> Future for Thought<T> {
    type Output = Result<T, Refusal>;
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let broken = |_| Refusal::new(Code::Broken, "Whoever thought about it broke down.");
        Pin::new(&mut self.answer).poll(context).map(|answer| answer.map_err(broken))
    }
}

impl<T> Drop for Thought<T> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Pool {
    /// So many threads; they end with the last handle.
    pub(crate) fn new(threads: usize) -> Self {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            bell: Condvar::new(),
            threads: threads.max(1),
            done: AtomicU64::new(0),
        });
        for number in 0..shared.threads {
            let shared = Arc::clone(&shared);
            let name = format!("thinking-{number}");
            let spawned = thread::Builder::new().name(name).spawn(move || shared.serve());
            if let Err(error) = spawned {
                tracing::error!(%error, "a thread that thinks could not be started");
            }
        }
        Pool { shared }
    }

    /// Has this thought about within the limits; whoever thinks looks at their stop flag.
    pub(crate) fn think<T: Send + 'static>(
        &self,
        owner: Owner,
        limits: Limits,
        work: impl FnOnce(&Limits) -> T + Send + 'static,
    ) -> Thought<T> {
        let (sender, answer) = oneshot::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let limits = Limits { stop: Arc::clone(&stop), ..limits };
        let work = Box::new(move || drop(sender.send(work(&limits))));
        self.shared.add(owner, Job { stop: Arc::clone(&stop), work });
        Thought { answer, stop }
    }

    /// How much is waited for, how much is thought about, how much was.
    pub(crate) fn figures(&self) -> (usize, usize, u64) {
        let queue = self.shared.lock();
        let waiting = queue.owners.iter().map(|(_, jobs)| jobs.len()).sum();
        (waiting, queue.running, self.shared.done.load(Ordering::Relaxed))
    }

    /// No more thinking: what waits is forgotten, and the threads end.
    pub(crate) fn close(&self) {
        let mut queue = self.shared.lock();
        queue.is_closed = true;
        queue.owners.clear();
        self.shared.bell.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> std::sync::MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, owner: Owner, job: Job) {
        let mut queue = self.lock();
        if queue.is_closed {
            return; // the answer's sender is dropped: whoever waits hears of it
        }
        match queue.owners.iter_mut().find(|(other, _)| *other == owner) {
            Some((_, jobs)) => jobs.push_back(job),
            None => queue.owners.push_back((owner, VecDeque::from([job]))),
        }
        self.bell.notify_one();
    }

    /// A thread: thinks about what comes next, or sleeps.
    fn serve(&self) {
        while let Some(job) = self.next() {
            if !job.stop.load(Ordering::Relaxed) {
                // A panic of ours is no reason to think no more; the sender is dropped with it.
                let _ = catch_unwind(AssertUnwindSafe(job.work));
                self.done.fetch_add(1, Ordering::Relaxed);
            }
            self.lock().running -= 1;
        }
    }

    fn next(&self) -> Option<Job> {
        let mut queue = self.lock();
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
                queue = self.bell.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn room(name: &str) -> Owner {
        Owner::Room(name.into())
    }

    #[tokio::test]
    async fn owners_take_turns_whoever_asked_more() {
        let pool = Pool::new(1);
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
    async fn who_no_longer_waits_stops_the_thinking_and_a_panic_stops_nothing_else() {
        let pool = Pool::new(1);
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
        assert_eq!(broken.await.expect_err("it broke").code, Code::Broken);
        assert_eq!(pool.think(room("b"), Limits::default(), |_| 7).await, Ok(7));
        pool.close();
        let refused = pool.think(room("b"), Limits::default(), |_| 7).await;
        assert!(refused.is_err(), "nothing is thought about any more");
    }
}
