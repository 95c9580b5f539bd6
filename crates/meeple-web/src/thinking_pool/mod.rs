//! The threads on which computer players and advisers think, shared fairly by address, then by room.
//!
//! ```text
//! client 1: room a ─┐  ┌────────────┐   clients that have used little: one thread per processor
//!           room b ─┼─►│ fair queue │─┬─► a thread that holds up others goes on at the lowest priority,
//! client 2: room c ─┘  └────────────┘ │ and a new one takes its place
//!                                     └─► clients that have used much: as many threads at a low priority
//! ```
//!
//! So whoever uses much, from however many addresses, neither keeps the others waiting for a thread nor takes the
//! processors from the rest of the server.
//!
//! The caller awaits a [`PendingThought`]; dropping it stops the thinking, or removes it from the queue. What a
//! thought holds, such as the permit of its client, is given back when it ends. The threads sleep while there is
//! nothing to do.

mod fair_queue;
mod priority;

use crate::{
    api_error::{ApiError, ErrorCode},
    lock::lock,
};
use fair_queue::{FairQueue, Usage};
use meeple_core::Limits;
use priority::{LowPriority, ThreadHandle};
use std::{
    net::IpAddr,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    thread,
    time::{Duration, Instant},
};
use tokio::sync::oneshot;

/// How often to check whether someone is being held up, while jobs are waiting.
const CHECK_INTERVAL: Duration = Duration::from_millis(20);
/// How often a thread without a job looks whether one of those that wait has become eligible.
const RECHECK_INTERVAL: Duration = Duration::from_millis(100);
/// A job is never demoted before it has run for this long...
const MIN_RUN: Duration = Duration::from_millis(60);
/// ...nor unless its client has used so many seconds more than the one that waits.
const MIN_LEAD: f64 = 0.2;
/// At most so many jobs per processor are demoted at once.
const DEMOTED_PER_THREAD: usize = 4;
/// The pause after the system had no thread for a job.
const NO_THREAD_PAUSE: Duration = Duration::from_secs(1);
/// A job at a low priority may be stopped after this time.
const MIN_DEMOTED_RUN: Duration = Duration::from_secs(2);

/// Who requested a thought.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct ThoughtOwner {
    /// The client that pays for it, by its address or network.
    pub(crate) client: IpAddr,
    /// The room for which it is, if any.
    pub(crate) room: Option<Arc<str>>,
}

/// The thread pool. Clones are handles to the same pool.
#[derive(Clone)]
pub(crate) struct ThinkingPool {
    shared: Arc<PoolShared>,
}

struct PoolShared {
    state: Mutex<PoolState>,
    work_added: Condvar,
    /// The number of threads at normal priority, and of those at a low one; demoted ones are
    /// added to them.
    threads: usize,
}

#[derive(Default)]
struct PoolState {
    queue: FairQueue<QueuedThought>,
    running: Vec<RunningThought>,
    started: u64,
    done: u64,
    is_closed: bool,
}

struct QueuedThought {
    stop: Arc<AtomicBool>,
    work: Box<dyn FnOnce() + Send>,
}

struct RunningThought {
    number: u64,
    client: IpAddr,
    started: Instant,
    stop: Arc<AtomicBool>,
    thread: ThreadHandle,
    /// Whether the client had used little when the job started.
    usage: Usage,
    /// Whether the thread's priority was lowered since.
    is_demoted: bool,
}

/// The future result of a thought. Dropping it stops the thinking, or removes it from the queue.
pub(crate) struct PendingThought<T> {
    answer: oneshot::Receiver<T>,
    stop: Arc<AtomicBool>,
    client: IpAddr,
    shared: Arc<PoolShared>,
}

/// Why a thought has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LostThought {
    /// The pool stopped it before it began.
    Stopped,
    /// It panicked.
    Failed,
}

impl From<LostThought> for ApiError {
    fn from(lost: LostThought) -> Self {
        match lost {
            LostThought::Stopped => {
                ApiError::new(ErrorCode::Unavailable, "The search was stopped. Try again soon.")
            }
            LostThought::Failed => ApiError::new(ErrorCode::Broken, "The search failed."),
        }
    }
}

impl<T> Future for PendingThought<T> {
    type Output = Result<T, LostThought>;
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let answer = Pin::new(&mut self.answer).poll(context);
        answer.map_err(|_| {
            if self.stop.load(Ordering::Relaxed) {
                LostThought::Stopped
            } else {
                LostThought::Failed
            }
        })
    }
}

impl<T> Drop for PendingThought<T> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let is_it = |job: &QueuedThought| Arc::ptr_eq(&job.stop, &self.stop);
        let removed = lock(&self.shared.state).queue.remove(self.client, is_it);
        drop(removed); // when the pool is no longer locked: nobody knows what it holds
    }
}

impl ThinkingPool {
    /// Starts a pool with this many threads (at least one); they end when the pool is closed.
    pub(crate) fn new(threads: usize) -> Self {
        let (threads, state) = (threads.max(1), Mutex::default());
        let shared = Arc::new(PoolShared { state, work_added: Condvar::new(), threads });
        for _ in 0..threads {
            shared.spawn_thread(Usage::Light);
            shared.spawn_thread(Usage::Heavy);
        }
        let supervised = Arc::clone(&shared);
        spawn("thinking-watch", move || supervised.supervise());
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
        let (client, shared) = (owner.client, Arc::clone(&self.shared));
        let mut state = lock(&self.shared.state);
        if state.is_closed {
            job.stop.store(true, Ordering::Relaxed); // the sender is dropped, which the caller notices
        } else {
            state.queue.push(owner, job, Instant::now());
            self.shared.work_added.notify_all();
        }
        drop(state);
        PendingThought { answer, stop, client, shared }
    }

    /// Returns the numbers of waiting, running and finished thoughts.
    pub(crate) fn counts(&self) -> (usize, usize, u64) {
        let state = lock(&self.shared.state);
        (state.queue.len(), state.running.len(), state.done)
    }

    /// Closes the pool: stops what is running, drops what is waiting, and ends the threads.
    pub(crate) fn close(&self) {
        let mut state = lock(&self.shared.state);
        state.is_closed = true;
        state.queue.drain().for_each(|job| job.stop.store(true, Ordering::Relaxed));
        state.running.iter().for_each(|job| job.stop.store(true, Ordering::Relaxed));
        self.shared.work_added.notify_all();
    }
}

impl PoolShared {
    /// Starts a thread for the jobs of clients that have used this much; returns whether the system has one.
    fn spawn_thread(self: &Arc<Self>, usage: Usage) -> bool {
        let shared = Arc::clone(self);
        spawn("thinking", move || shared.run(usage))
    }

    /// The loop of one thread: runs the next job, or sleeps until there is one. It ends after a job for which
    /// it was demoted, because another thread has taken its place.
    fn run(&self, usage: Usage) {
        let thread = ThreadHandle::current();
        if usage == Usage::Heavy {
            thread.lower_priority(LowPriority::Low);
        }
        while let Some((number, job)) = self.next(thread, usage) {
            // A panic must not end the thread; it drops the sender, so the caller gets an error.
            let _ = catch_unwind(AssertUnwindSafe(job.work));
            if self.finish(number) {
                return;
            }
        }
    }

    /// Waits for the next job; `None` once the pool is closed.
    fn next(&self, thread: ThreadHandle, usage: Usage) -> Option<(u64, QueuedThought)> {
        let mut guard = lock(&self.state);
        loop {
            let (state, now) = (&mut *guard, Instant::now());
            if state.is_closed {
                return None;
            }
            match state.queue.pop(usage, now) {
                Some((client, job)) => {
                    state.started += 1;
                    let (number, stop) = (state.started, Arc::clone(&job.stop));
                    let (started, is_demoted) = (now, false);
                    let running =
                        RunningThought { number, client, started, stop, thread, usage, is_demoted };
                    state.running.push(running);
                    return Some((number, job));
                }
                // What a client has used is forgotten with time, so that others may become eligible.
                None if !state.queue.is_empty() => {
                    let waiting = self.work_added.wait_timeout(guard, RECHECK_INTERVAL);
                    (guard, _) = waiting.unwrap_or_else(PoisonError::into_inner);
                }
                None => {
                    guard = self.work_added.wait(guard).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }

    /// Counts a job as done; returns whether its thread was demoted.
    fn finish(&self, number: u64) -> bool {
        let mut state = lock(&self.state);
        let index = state.running.iter().position(|job| job.number == number);
        let Some(job) = index.map(|index| state.running.swap_remove(index)) else { return false };
        state.queue.finish(job.client, job.started, Instant::now());
        state.done += 1;
        job.is_demoted
    }

    /// Makes room for clients who are being held up, until the pool is closed.
    fn supervise(self: &Arc<Self>) {
        let mut state = lock(&self.state);
        while !state.is_closed {
            if state.queue.is_empty() {
                state = self.work_added.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let waiting = self.work_added.wait_timeout(state, CHECK_INTERVAL);
            (state, _) = waiting.unwrap_or_else(PoisonError::into_inner);
            let Some(index) = state.make_room(self.threads, Instant::now()) else { continue };
            if self.spawn_thread(Usage::Light) {
                let job = &mut state.running[index];
                job.is_demoted = true;
                job.thread.lower_priority(LowPriority::Lowest);
            } else {
                // Nothing takes its place, so it keeps it.
                drop(state);
                thread::sleep(NO_THREAD_PAUSE);
                state = lock(&self.state);
            }
        }
    }
}

impl PoolState {
    /// Returns the job to demote, of a client that has used much more than one who waits and has used little;
    /// `None` if nobody is held up or too many jobs are demoted already.
    ///
    /// Also stops a job at a low priority: a demoted one if there are too many, and one of a client who had used
    /// much more than another one who waits for its thread, even before the job began. Two clients with long searches
    /// therefore take turns, instead of stopping each other for ever.
    fn make_room(&mut self, threads: usize, now: Instant) -> Option<usize> {
        let count = |is_it: fn(&RunningThought) -> bool| {
            self.running.iter().filter(|&job| is_it(job)).count()
        };
        let (light, heavy) = (count(RunningThought::is_light), count(RunningThought::is_heavy));
        let waits = |usage, running| {
            let (_, used) = self.queue.neediest(usage, now)?;
            (running >= threads).then_some(used) // otherwise a thread is about to take the job
        };
        let (light, heavy) = (waits(Usage::Light, light), waits(Usage::Heavy, heavy));
        let is_full = count(|job| job.is_demoted) >= DEMOTED_PER_THREAD * threads;
        let demoted = light.filter(|_| is_full).and_then(|used| {
            self.greediest(used, now, |job, ran| {
                (job.is_demoted && ran >= MIN_DEMOTED_RUN).then_some(Duration::ZERO)
            })
        });
        let held_up = heavy.and_then(|used| {
            self.greediest(used, now, |job, ran| {
                (job.is_heavy() && ran >= MIN_DEMOTED_RUN).then_some(ran)
            })
        });
        for index in [demoted, held_up].into_iter().flatten() {
            self.running[index].stop.store(true, Ordering::Relaxed);
        }
        let used = light.filter(|_| !is_full)?;
        self.greediest(used, now, |job, ran| {
            (job.is_light() && ran >= MIN_RUN).then_some(Duration::ZERO)
        })
    }

    /// Returns the running job of the client that has used the most, and much more than this many seconds. For each
    /// job and the time it has run, `discount` returns the time that doesn't count; `None` if it isn't meant.
    fn greediest(
        &self,
        used: f64,
        now: Instant,
        discount: impl Fn(&RunningThought, Duration) -> Option<Duration>,
    ) -> Option<usize> {
        let jobs = self.running.iter().enumerate();
        let jobs = jobs.filter(|(_, job)| !job.stop.load(Ordering::Relaxed));
        let leads = jobs.filter_map(|(index, job)| {
            let discount = discount(job, now.saturating_duration_since(job.started))?;
            Some((index, self.queue.used(job.client, now) - discount.as_secs_f64() - used))
        });
        let greedy = leads.filter(|(_, lead)| *lead >= MIN_LEAD);
        greedy.max_by(|one, other| one.1.total_cmp(&other.1)).map(|(index, _)| index)
    }
}

impl RunningThought {
    /// Returns whether it occupies one of the threads for clients that have used little.
    fn is_light(&self) -> bool {
        self.usage == Usage::Light && !self.is_demoted
    }

    /// Returns whether it occupies one of the threads for clients that have used much.
    fn is_heavy(&self) -> bool {
        self.usage == Usage::Heavy
    }
}

/// Starts a thread; returns whether the system has one.
fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> bool {
    let spawned = thread::Builder::new().name(name.into()).spawn(work);
    if let Err(error) = &spawned {
        tracing::error!(%error, "a thread that thinks could not be started");
    }
    spawned.is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{net::Ipv4Addr, sync::mpsc};

    fn room(client: u32, name: &str) -> ThoughtOwner {
        ThoughtOwner { client: Ipv4Addr::from_bits(client).into(), room: Some(name.into()) }
    }

    /// Thinks until it is stopped; the receiver hears when it begins.
    fn think_for_ever(
        pool: &ThinkingPool,
        owner: ThoughtOwner,
    ) -> (PendingThought<()>, mpsc::Receiver<()>) {
        let (said, heard) = mpsc::channel();
        let thought = pool.think(owner, Limits::default(), move |limits| {
            let _ = said.send(());
            while !limits.is_stopped() {
                thread::yield_now();
            }
        });
        (thought, heard)
    }

    #[tokio::test]
    async fn dropping_a_thought_stops_it_and_a_panic_stops_nothing_else() {
        let pool = ThinkingPool::new(1);
        let (endless, heard) = think_for_ever(&pool, room(1, "a"));
        heard.recv().expect("it has begun");
        drop(endless);
        let broken = pool.think(room(2, "b"), Limits::default(), |_| panic!("on purpose"));
        assert_eq!(broken.await, Err::<(), _>(LostThought::Failed));
        assert_eq!(pool.think(room(2, "b"), Limits::default(), |_| 7).await, Ok(7));
        pool.close();
        let refused = pool.think(room(2, "b"), Limits::default(), |_| 7).await;
        assert_eq!(refused, Err(LostThought::Stopped), "nothing is thought about any more");
    }

    #[tokio::test]
    async fn closing_stops_what_runs_and_what_waits() {
        let pool = ThinkingPool::new(1);
        let (running, heard) = think_for_ever(&pool, room(1, "a"));
        heard.recv().expect("it has begun");
        let waiting = pool.think(room(1, "b"), Limits::default(), |_| 7);
        pool.close();
        assert_eq!(running.await, Ok(()));
        assert_eq!(waiting.await, Err(LostThought::Stopped));
    }

    #[tokio::test]
    async fn thoughts_that_nobody_waits_for_leave_the_queue_at_once() {
        let pool = ThinkingPool::new(1);
        let (running, heard) = think_for_ever(&pool, room(1, "a"));
        heard.recv().expect("it has begun");
        let held = Arc::new(());
        let ask = |number: u32| {
            let (held, owner) = (Arc::clone(&held), room(1, &format!("room {}", number % 3)));
            pool.think(owner, Limits::default(), move |limits| {
                while !limits.is_stopped() {
                    thread::yield_now();
                }
                drop(held);
            })
        };
        let asked: Vec<_> = (0..100).map(ask).collect();
        // One of them may find the thread for clients that have used much.
        assert!(pool.counts().0 >= 99 && Arc::strong_count(&held) == 101);
        drop(asked);
        assert_eq!(pool.counts().0, 0);
        assert!(Arc::strong_count(&held) <= 2, "what waited holds nothing");
        drop(running);
        while pool.counts().1 > 0 {
            thread::yield_now();
        }
        assert_eq!(Arc::strong_count(&held), 1);
        pool.close();
    }

    #[tokio::test]
    async fn whoever_thinks_for_ever_holds_nobody_up() {
        let pool = ThinkingPool::new(1);
        // Two jobs are demoted or wait, however many there are.
        let greedy: Vec<_> = (0..20).map(|room_| room(1, &format!("room {room_}"))).collect();
        let greedy: Vec<_> = greedy.into_iter().map(|room| think_for_ever(&pool, room)).collect();
        greedy[0].1.recv().expect("it has begun");
        for number in 0..10 {
            let modest = pool.think(room(2, "modest"), Limits::default(), move |_| number);
            assert_eq!(modest.await, Ok(number));
        }
        drop(greedy);
        pool.close();
    }

    #[tokio::test]
    async fn whoever_has_used_little_finds_a_free_thread_while_others_think_for_ever() {
        let pool = ThinkingPool::new(1);
        let greedy: Vec<_> = (1..=8)
            .flat_map(|client| (0..2).map(move |room_| room(client, &format!("room {room_}"))))
            .map(|owner| think_for_ever(&pool, owner))
            .collect();
        // Each of them has used much after a while; then none has a thread that others need.
        let is_free = || {
            let state = lock(&pool.shared.state);
            !state.running.iter().any(RunningThought::is_light)
        };
        while !is_free() {
            tokio::time::sleep(CHECK_INTERVAL).await;
        }
        let modest = pool.think(room(99, "modest"), Limits::default(), |_| 7);
        assert_eq!(modest.await, Ok(7));
        drop(greedy);
        pool.close();
    }

    /// A pool without threads, with a time in seconds.
    struct TestPool {
        state: PoolState,
        start: Instant,
        number: u64,
    }

    impl TestPool {
        fn new() -> Self {
            TestPool { state: PoolState::default(), start: Instant::now(), number: 0 }
        }

        fn at(&self, seconds: f64) -> Instant {
            self.start + Duration::from_secs_f64(seconds)
        }

        fn ask(&mut self, client: u32, seconds: f64) {
            let job = QueuedThought { stop: Arc::default(), work: Box::new(|| ()) };
            self.state.queue.push(room(client, "room"), job, self.at(seconds));
        }

        /// Lets a thread take the next job of a client that has used this much; returns the client.
        fn run(&mut self, usage: Usage, seconds: f64) -> IpAddr {
            let started = self.at(seconds);
            let (client, job) = self.state.queue.pop(usage, started).expect("a waiting job");
            let (number, stop, thread) = (self.number, job.stop, ThreadHandle::current());
            self.number += 1;
            let is_demoted = false;
            let job = RunningThought { number, client, started, stop, thread, usage, is_demoted };
            self.state.running.push(job);
            client
        }

        /// Lets a client think for this long from the start, and end.
        fn use_up(&mut self, client: u32, seconds: f64) {
            self.ask(client, 0.0);
            let client = self.run(Usage::Light, 0.0);
            self.state.running.pop();
            self.state.queue.finish(client, self.start, self.at(seconds));
        }

        /// Makes room, and returns whether a job was demoted.
        fn demotes(&mut self, threads: usize, seconds: f64) -> bool {
            let index = self.state.make_room(threads, self.at(seconds));
            index.is_some_and(|index| {
                self.state.running[index].is_demoted = true;
                true
            })
        }

        /// Returns the clients whose jobs have been stopped.
        fn stopped(&self) -> Vec<IpAddr> {
            let jobs = self.state.running.iter();
            let stopped = jobs.filter(|job| job.stop.load(Ordering::Relaxed));
            stopped.map(|job| job.client).collect()
        }
    }

    fn client(number: u32) -> IpAddr {
        room(number, "").client
    }

    #[test]
    fn room_is_made_only_for_clients_that_have_used_less() {
        let mut pool = TestPool::new();
        pool.ask(1, 0.0);
        pool.run(Usage::Light, 0.0);
        assert!(!pool.demotes(1, 9.0), "nobody waits");
        pool.ask(1, 0.0);
        assert!(!pool.demotes(1, 9.0), "only the same client waits");
        pool.ask(2, 0.0);
        assert!(!pool.demotes(1, 0.1), "it hasn't used much more");
        assert!(!pool.demotes(2, 9.0), "a thread is free");
        assert!(pool.demotes(1, 9.0));
        assert_eq!(pool.run(Usage::Light, 9.0), client(2));
        pool.ask(3, 9.0);
        assert!(pool.demotes(1, 11.0), "several may be demoted");
        pool.ask(1, 11.0);
        assert!(!pool.demotes(1, 11.0), "client 1 has used much: it waits");
        assert!(pool.stopped().is_empty());
    }

    #[test]
    fn if_too_many_jobs_are_demoted_the_greediest_of_them_is_stopped() {
        let mut pool = TestPool::new();
        for number in 1..=DEMOTED_PER_THREAD as u32 {
            pool.ask(number, 0.0);
            pool.run(Usage::Light, 0.0);
            pool.ask(99, 0.0);
            assert!(pool.demotes(1, 1.0), "{number}");
            pool.run(Usage::Light, 0.0);
            pool.state.running.pop();
            pool.state.queue.finish(client(99), pool.start, pool.start);
        }
        pool.use_up(50, 60.0);
        pool.ask(50, 1.0);
        assert_eq!(pool.run(Usage::Heavy, 1.0), client(50), "it has used the most");
        pool.ask(60, 1.0);
        pool.run(Usage::Light, 1.0);
        pool.ask(99, 1.5);
        assert!(!pool.demotes(1, 1.9));
        assert!(pool.stopped().is_empty(), "not so soon");
        assert!(!pool.demotes(1, 3.0));
        assert_eq!(pool.stopped().len(), 1);
        assert!(
            pool.state
                .running
                .iter()
                .all(|job| { job.is_demoted || !job.stop.load(Ordering::Relaxed) })
        );
    }

    #[test]
    fn long_searches_of_clients_that_have_used_as_much_do_not_stop_each_other() {
        for (used, expected) in [(10.0, 0), (20.0, 1)] {
            let mut pool = TestPool::new();
            pool.use_up(1, used);
            pool.use_up(2, 10.0);
            pool.ask(1, used);
            assert_eq!(pool.run(Usage::Heavy, used), client(1));
            pool.ask(2, used);
            pool.demotes(1, used + 1.9);
            assert!(pool.stopped().is_empty(), "not so soon");
            pool.demotes(1, used + 9.0);
            assert_eq!(pool.stopped().len(), expected, "client 1 has used {used} s");
        }
    }
}
