//! The budget for one move: nodes, time, and whether the answer is still wanted.
//!
//! ```
//! use meeple_ai::search::{Budget, BudgetExhausted};
//! use meeple_core::Limits;
//!
//! let limits = Limits { nodes: Some(2), ..Limits::default() };
//! let mut budget = Budget::start(&limits);
//! let weighed = (0..10).take_while(|_| budget.spend(1)).count();
//! assert_eq!((weighed, budget.nodes()), (2, 2));
//! assert_eq!(budget.exhausted_by(), Some(BudgetExhausted::Nodes));
//! ```
//!
//! A clock for the whole game is shared out here: each move gets a fraction of the remaining time and most of
//! the increment. So the time per move shrinks from move to move but never reaches zero.
//!
//! ```text
//! 60 s left, 0.5 s a move ─► 60/25 + 3/4 of 0.5 = 2.775 s for this move
//! ```
//!
//! No other code in core, games, ai, view and session reads a clock. Checks are cheap: nodes and the stop flag are checked every
//! time; the clock rarely enough not to matter, but often enough not to miss a short limit by much. Once
//! spent, a budget stays spent.

use meeple_core::{Choice, ChooseError, GameClock, Limits};
use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

/// Checks are batched until clock reads are about this far apart.
const CLOCK_READ_INTERVAL: Duration = Duration::from_micros(20);
/// If more than this passes between two clock reads, every check reads the clock again.
const MAX_CLOCK_READ_INTERVAL: Duration = Duration::from_micros(100);
/// Maximum number of checks between two clock reads; more would gain nothing.
const MAX_CHECK_INTERVAL: u32 = 64;

/// One part in this many of the time is held back, so that the answer is on time even on a busy processor...
const MARGIN_PART: u32 = 10;
/// ...but at least this much...
const MIN_MARGIN: Duration = Duration::from_micros(200);
/// ...and at most this much.
const MAX_MARGIN: Duration = Duration::from_millis(50);

/// A move gets one part in this many of the clock for the whole game...
const EXPECTED_MOVES_LEFT: u32 = 25;
/// ...and three quarters of the increment; the rest is saved.
const INCREMENT_TAKEN: (u32, u32) = (3, 4);

/// What is left of the [`Limits`] for one move.
#[derive(Debug)]
pub struct Budget<'a> {
    limits: &'a Limits,
    /// Maximum number of nodes.
    most: u64,
    nodes: u64,
    clock: Option<BudgetClock>,
    spent: Option<BudgetExhausted>,
    /// Raised when the search that shared this budget has finished.
    done: Option<&'a AtomicBool>,
}

/// Why a budget is spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BudgetExhausted {
    /// The node limit is reached.
    Nodes,
    /// The time limit, minus the margin, is reached.
    Time,
    /// [`Limits::stop`] was raised, or the search that shared the budget has finished: the answer is no
    /// longer wanted.
    Stopped,
}

/// A deadline, and how often it is compared with the clock. More time may pass between two nodes than between
/// two other checks, so each has its own rhythm.
#[derive(Debug, Clone, Copy)]
struct BudgetClock {
    deadline: Instant,
    nodes: ClockCheckInterval,
    questions: ClockCheckInterval,
}

/// When to read the clock.
#[derive(Debug, Clone, Copy)]
struct ClockCheckInterval {
    looked: Instant,
    /// Checks per clock read.
    every: u32,
    /// Checks until the next clock read.
    asks: u32,
}

impl<'a> Budget<'a> {
    /// Starts the full budget; its time runs from now on.
    pub fn start(limits: &'a Limits) -> Self {
        let clock = limits.time.and_then(|time| {
            let now = Instant::now();
            // A limit beyond what a clock can represent is no limit.
            let deadline = now.checked_add(thinking_time(time, limits.clock.as_ref()))?;
            Some(BudgetClock::until(deadline, now))
        });
        let most = limits.nodes.unwrap_or(u64::MAX);
        Budget { limits, most, nodes: 0, clock, spent: None, done: None }
    }

    /// Creates a budget for another thread working on the same search: `nodes` nodes, the same deadline, and
    /// spent as soon as `done` is raised. Its nodes are not deducted from this budget unless they are
    /// [counted](Self::count).
    pub fn share<'b>(&self, nodes: u64, done: &'b AtomicBool) -> Budget<'b>
    where
        'a: 'b,
    {
        let clock = self.clock.map(|clock| BudgetClock::until(clock.deadline, clock.nodes.looked));
        let spent = self.spent;
        Budget { limits: self.limits, most: nodes, nodes: 0, clock, spent, done: Some(done) }
    }

    /// Counts nodes searched under a shared budget.
    pub fn count(&mut self, nodes: u64) {
        self.nodes = self.nodes.saturating_add(nodes);
    }

    /// Returns how many nodes are left; `None` if they are unlimited.
    pub fn nodes_left(&self) -> Option<u64> {
        self.limits.nodes.map(|_| self.most.saturating_sub(self.nodes))
    }

    /// Returns how many threads may search at once.
    pub fn threads(&self) -> usize {
        self.limits.threads.map_or(1, usize::from)
    }

    /// Takes nodes; call it before searching them. Returns false and takes nothing if there are not enough
    /// left or the budget is spent for another reason.
    #[inline]
    pub fn spend(&mut self, nodes: u64) -> bool {
        if self.nodes < self.most && self.can_afford(nodes) && self.is_quiet() {
            self.nodes += nodes;
            return true;
        }
        self.spend_after_a_look(nodes)
    }

    /// Whether no flag is raised and the clock need not be read yet.
    #[inline]
    fn is_quiet(&mut self) -> bool {
        let is_wanted = !self.is_unwanted();
        is_wanted && self.clock.as_mut().is_none_or(|clock| clock.nodes.is_quiet())
    }

    fn spend_after_a_look(&mut self, nodes: u64) -> bool {
        if self.spent.is_none() {
            self.spent = self.look(|clock| &mut clock.nodes);
        }
        if self.can_afford(nodes) {
            self.nodes += nodes;
            return true;
        }
        self.spent = self.spent.or(Some(BudgetExhausted::Nodes));
        false
    }

    /// Returns nodes that were taken but not searched because the time ran out.
    pub fn give_back(&mut self, nodes: u64) {
        self.nodes = self.nodes.saturating_sub(nodes);
    }

    /// Whether `nodes` more nodes may be spent. Takes nothing and reads no clock.
    #[inline]
    pub fn can_afford(&self, nodes: u64) -> bool {
        let after = self.nodes.checked_add(nodes);
        self.spent.is_none() && after.is_some_and(|after| after <= self.most)
    }

    /// Whether the budget is spent.
    pub fn is_spent(&mut self) -> bool {
        if self.spent.is_none() {
            self.spent = self.look(|clock| &mut clock.questions);
        }
        self.spent.is_some()
    }

    /// Whether the time is up or the answer no longer wanted. Ignores the node limit: for work whose nodes
    /// are already paid for.
    pub fn is_out_of_time(&mut self) -> bool {
        let late = [Some(BudgetExhausted::Time), Some(BudgetExhausted::Stopped)];
        if !late.contains(&self.spent) {
            self.spent = self.look_up(|clock| &mut clock.questions).or(self.spent);
        }
        late.contains(&self.spent)
    }

    /// Returns why the budget is spent, as of the last check; `None` if it wasn't.
    pub fn exhausted_by(&self) -> Option<BudgetExhausted> {
        self.spent
    }

    /// Returns how many nodes were taken.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Runs a first attempt with only half of the remaining time. The nodes it takes stay taken.
    pub fn with_half_time<T>(&mut self, attempt: impl FnOnce(&mut Self) -> T) -> T {
        let Some(clock) = self.clock.filter(|_| self.spent.is_none()) else {
            return attempt(self);
        };
        let now = Instant::now();
        let half = clock.deadline.saturating_duration_since(now) / 2;
        self.clock = Some(BudgetClock::until(now + half, now));
        let result = attempt(self);
        self.clock = Some(clock);
        if self.spent == Some(BudgetExhausted::Time) {
            self.spent = None;
        }
        result
    }

    /// Whether at least this much time is left; always true without a time limit.
    pub fn has_time(&self, time: Duration) -> bool {
        let left = |clock: BudgetClock| clock.deadline.saturating_duration_since(Instant::now());
        self.clock.is_none_or(|clock| left(clock) >= time)
    }

    /// Reports which fraction of the work is done to the listener, if any.
    pub fn report_progress(&self, part: f64) {
        self.limits.report_progress(part);
    }

    /// Returns the choice, or an error if the answer is no longer wanted or there is no choice.
    pub fn to_result<M>(&self, choice: Option<Choice<M>>) -> Result<Choice<M>, ChooseError> {
        if self.limits.is_stopped() {
            return Err(ChooseError::Stopped);
        }
        choice.ok_or(ChooseError::NotNow)
    }

    #[inline]
    fn look(
        &mut self,
        rhythm: impl FnOnce(&mut BudgetClock) -> &mut ClockCheckInterval,
    ) -> Option<BudgetExhausted> {
        let all_taken = self.nodes >= self.most;
        self.look_up(rhythm).or(all_taken.then_some(BudgetExhausted::Nodes))
    }

    /// Whether the answer is no longer wanted.
    #[inline]
    fn is_unwanted(&self) -> bool {
        self.limits.is_stopped() || self.done.is_some_and(|done| done.load(Ordering::Relaxed))
    }

    /// Checks the flags, and occasionally the clock.
    #[inline]
    fn look_up(
        &mut self,
        rhythm: impl FnOnce(&mut BudgetClock) -> &mut ClockCheckInterval,
    ) -> Option<BudgetExhausted> {
        if self.is_unwanted() {
            return Some(BudgetExhausted::Stopped);
        }
        let clock = self.clock.as_mut()?;
        let deadline = clock.deadline;
        rhythm(clock).look().filter(|&now| now >= deadline).map(|_| BudgetExhausted::Time)
    }
}

impl BudgetClock {
    fn until(deadline: Instant, now: Instant) -> Self {
        let rhythm = ClockCheckInterval { looked: now, every: 1, asks: 1 };
        BudgetClock { deadline, nodes: rhythm, questions: rhythm }
    }
}

impl ClockCheckInterval {
    /// Counts a check; false, uncounted, if the clock must be read now.
    #[inline]
    fn is_quiet(&mut self) -> bool {
        let is_quiet = self.asks > 1;
        self.asks -= u32::from(is_quiet);
        is_quiet
    }

    /// Counts a check; returns the time if the clock is due to be read.
    fn look(&mut self) -> Option<Instant> {
        self.asks -= 1;
        if self.asks > 0 {
            return None;
        }
        let now = Instant::now();
        self.every = after(self.every, now.saturating_duration_since(self.looked));
        (self.asks, self.looked) = (self.every, now);
        Some(now)
    }
}

/// Returns how many checks to batch from now on, given how long the last batch took.
fn after(every: u32, took: Duration) -> u32 {
    if took < CLOCK_READ_INTERVAL {
        (2 * every).min(MAX_CHECK_INTERVAL)
    } else if took > MAX_CLOCK_READ_INTERVAL {
        1
    } else {
        every
    }
}

/// Returns the time for this move: a share of the game clock if there is one. `None` without a time limit.
pub fn clock_share(limits: &Limits) -> Option<Duration> {
    let time = limits.time?;
    Some(limits.clock.as_ref().map_or(time, |clock| time.min(share(time, clock))))
}

/// Returns how long to search if the answer is due within `time`.
fn thinking_time(time: Duration, clock: Option<&GameClock>) -> Duration {
    let most = time.saturating_sub(margin(time));
    let Some(clock) = clock else { return most };
    most.min(share(time, clock))
}

/// Returns a move's share of the time left on a game clock.
fn share(time: Duration, clock: &GameClock) -> Duration {
    let (taken, of) = INCREMENT_TAKEN;
    (time / EXPECTED_MOVES_LEFT).saturating_add(clock.increment / of * taken)
}

/// Returns how much of a time limit is held back.
fn margin(time: Duration) -> Duration {
    (time / MARGIN_PART).clamp(MIN_MARGIN, MAX_MARGIN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    #[test]
    fn without_limits_a_budget_is_never_spent() {
        let limits = Limits::default();
        let mut budget = Budget::start(&limits);
        assert!((0..10_000).all(|_| budget.spend(1 << 40)));
        assert_eq!((budget.nodes(), budget.exhausted_by()), (10_000 << 40, None));
    }

    #[test]
    fn nodes_are_spent_until_none_is_left() {
        let limits = nodes(10);
        let mut budget = Budget::start(&limits);
        assert!(budget.spend(4) && budget.can_afford(6) && !budget.can_afford(7));
        assert!(!budget.is_spent());
        assert!(budget.spend(6) && budget.is_spent() && !budget.spend(0));
        assert_eq!((budget.nodes(), budget.exhausted_by()), (10, Some(BudgetExhausted::Nodes)));
    }

    #[test]
    fn spending_too_much_is_refused_and_ends_the_budget() {
        let limits = nodes(10);
        let mut budget = Budget::start(&limits);
        assert!(!budget.spend(11) && !budget.spend(1));
        assert_eq!((budget.nodes(), budget.exhausted_by()), (0, Some(BudgetExhausted::Nodes)));
        let all = Limits::default();
        let mut budget = Budget::start(&all);
        assert!(budget.spend(u64::MAX) && !budget.spend(1), "no overflow");
    }

    #[test]
    fn spending_every_node_is_not_running_out() {
        let limits = nodes(10);
        let mut budget = Budget::start(&limits);
        assert!(
            budget.spend(10)
                && !budget.is_out_of_time()
                && budget.is_spent()
                && !budget.is_out_of_time()
        );
        limits.stop.store(true, Ordering::Relaxed);
        assert!(budget.is_out_of_time());
        assert_eq!(budget.exhausted_by(), Some(BudgetExhausted::Stopped));
    }

    #[test]
    fn no_nodes_and_no_time_are_spent_at_once() {
        assert!(Budget::start(&nodes(0)).is_spent());
        let none = time(Duration::ZERO);
        assert!(Budget::start(&none).with_half_time(Budget::is_spent));
        for short in [Duration::ZERO, MIN_MARGIN] {
            let limits = time(short);
            let mut budget = Budget::start(&limits);
            assert!(!budget.spend(1));
            assert_eq!(budget.exhausted_by(), Some(BudgetExhausted::Time));
            assert!(!budget.has_time(Duration::from_nanos(1)));
        }
    }

    #[test]
    fn a_time_limit_of_an_hour_or_beyond_any_clock_is_not_spent() {
        for long in [Duration::from_secs(3600), Duration::MAX] {
            let limits = time(long);
            let mut budget = Budget::start(&limits);
            assert!((0..10_000).all(|_| budget.spend(1)));
            assert!(budget.has_time(Duration::from_secs(1)));
            assert!(!budget.with_half_time(Budget::is_spent));
        }
    }

    #[test]
    fn an_attempt_in_half_an_hour_leaves_the_rest() {
        let limits = Limits { nodes: Some(9), ..time(Duration::from_secs(3600)) };
        let mut budget = Budget::start(&limits);
        let long = Duration::from_secs(2000);
        let attempt = |budget: &mut Budget<'_>| budget.spend(5) && budget.has_time(long);
        assert!(budget.has_time(long) && !budget.with_half_time(attempt));
        assert!(budget.has_time(long));
        assert_eq!(budget.nodes(), 5);
        assert!(!budget.with_half_time(|budget| budget.spend(5)));
        assert_eq!(budget.exhausted_by(), Some(BudgetExhausted::Nodes));
    }

    #[test]
    fn a_raised_stop_flag_ends_the_budget_and_leaves_no_answer() {
        let limits = nodes(5);
        let mut budget = Budget::start(&limits);
        assert!(budget.spend(1));
        assert_eq!(budget.to_result(Some(Choice::from_move(1))), Ok(Choice::from_move(1)));
        assert_eq!(budget.to_result::<u8>(None), Err(ChooseError::NotNow));
        limits.stop.store(true, Ordering::Relaxed);
        assert!(!budget.spend(1));
        assert_eq!(budget.exhausted_by(), Some(BudgetExhausted::Stopped));
        assert_eq!(budget.to_result(Some(Choice::from_move(1))), Err(ChooseError::Stopped));
    }

    #[test]
    fn a_shared_budget_has_its_own_nodes_and_ends_with_the_rest() {
        let (limits, done) = (nodes(10), AtomicBool::new(false));
        let mut budget = Budget::start(&limits);
        assert!(budget.spend(3));
        let mut shared = budget.share(4, &done);
        assert!(shared.spend(4) && !shared.spend(1));
        budget.count(shared.nodes());
        assert_eq!((budget.nodes(), budget.nodes_left()), (7, Some(3)));
        let mut shared = budget.share(u64::MAX, &done);
        assert!(shared.spend(100));
        done.store(true, Ordering::Relaxed);
        assert!(!shared.spend(1) && budget.spend(1));
        assert_eq!(shared.exhausted_by(), Some(BudgetExhausted::Stopped));
        let none = time(Duration::ZERO);
        let not_done = AtomicBool::new(false);
        assert!(Budget::start(&none).share(9, &not_done).is_spent(), "the time is the same");
    }

    #[test]
    fn the_margin_is_a_tenth_within_bounds() {
        let millis = |ms| margin(Duration::from_millis(ms));
        assert_eq!(millis(1), MIN_MARGIN);
        assert_eq!(millis(100), Duration::from_millis(10));
        assert_eq!(millis(60_000), MAX_MARGIN);
    }

    #[test]
    fn a_game_clock_is_shared_out_over_the_moves_to_come() {
        #[track_caller]
        fn thinks(left_ms: u64, increment_ms: u64, expected_ms: u64) {
            let left = Duration::from_millis(left_ms);
            let (game, increment) = (2 * left, Duration::from_millis(increment_ms));
            let clock = GameClock { game, increment, left: vec![left; 2] };
            assert_eq!(thinking_time(left, Some(&clock)), Duration::from_millis(expected_ms));
        }
        thinks(60_000, 500, 2775);
        thinks(60_000, 0, 2400);
        thinks(1000, 10_000, 950); // never more than is left
        thinks(0, 1000, 0);
        assert_eq!(thinking_time(Duration::from_secs(1), None), Duration::from_millis(950));
        let (game, increment) = (Duration::MAX, Duration::MAX);
        let clock = GameClock { game, increment, left: Vec::new() };
        thinking_time(Duration::MAX, Some(&clock)); // no overflow
    }

    #[test]
    fn a_player_that_uses_its_share_never_runs_out_of_time() {
        let mut left = Duration::from_secs(10);
        for _ in 0..1000 {
            let clock = GameClock { game: left, increment: Duration::ZERO, left: vec![left] };
            let thought = thinking_time(left, Some(&clock));
            assert!(thought < left && !left.is_zero());
            left -= thought;
        }
    }

    #[test]
    fn a_budget_ends_with_its_share_of_the_game() {
        let left = Duration::from_secs(3600);
        let clock = GameClock { game: left, increment: Duration::ZERO, left: vec![left] };
        let limits = Limits { clock: Some(clock), ..time(left) };
        let budget = Budget::start(&limits);
        assert!(budget.has_time(left / 26) && !budget.has_time(left / 25));
    }

    #[test]
    fn the_clock_is_read_less_often_only_where_nodes_are_fast() {
        assert_eq!(after(1, Duration::ZERO), 2);
        assert_eq!(after(MAX_CHECK_INTERVAL, Duration::ZERO), MAX_CHECK_INTERVAL);
        assert_eq!(after(8, CLOCK_READ_INTERVAL), 8);
        assert_eq!(after(8, MAX_CLOCK_READ_INTERVAL + CLOCK_READ_INTERVAL), 1);
    }

    #[test]
    fn fast_checks_do_not_hide_slow_nodes() {
        let limits = time(Duration::from_secs(3600));
        let mut budget = Budget::start(&limits);
        assert!(!(0..10_000).any(|_| budget.is_spent()));
        assert_eq!(budget.clock.map(|clock| clock.nodes.asks), Some(1), "the next node looks");
    }
}
