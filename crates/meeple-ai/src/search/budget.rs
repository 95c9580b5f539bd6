//! How much thinking is left: nodes, time, and whether anybody still wants the answer.
//!
//! ```
//! use meeple_ai::search::{Budget, Spent};
//! use meeple_core::Limits;
//!
//! let limits = Limits { nodes: Some(2), ..Limits::default() };
//! let mut budget = Budget::start(&limits);
//! let weighed = (0..10).take_while(|_| budget.spend(1)).count();
//! assert_eq!((weighed, budget.nodes()), (2, 2));
//! assert_eq!(budget.why_spent(), Some(Spent::Nodes));
//! ```
//!
//! A clock for the whole game is shared out here: a move gets a part of what is
//! left and most of what comes back after it, so the time shrinks from move to
//! move and never ends.
//!
//! ```text
//! 60 s left, 0.5 s a move ─► 60/25 + 3/4 of 0.5 = 2.775 s for this move
//! ```
//!
//! Nothing else below the arena reads a clock. Asking is cheap: nodes and the
//! stop flag are looked at each time, the clock only so often that it does not
//! matter and never so rarely that a short limit is missed by much. Once spent,
//! a budget stays spent.

use meeple_core::{Choice, GameClock, Limits, NoChoice};
use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

/// Asks are bundled until looking at the clock comes about this seldom.
const QUIET: Duration = Duration::from_micros(20);
/// If more than this passes between two looks, every ask looks again.
const LONG: Duration = Duration::from_micros(100);
/// The most asks between two looks; beyond that nothing is won.
const MOST_ASKS: u32 = 64;

/// Of the time, one part in so many is kept back, so that the answer is on time also where
/// others want the processor too...
const MARGIN_PART: u32 = 10;
/// ...but at least so much...
const LEAST_MARGIN: Duration = Duration::from_micros(200);
/// ...and no more than that.
const MOST_MARGIN: Duration = Duration::from_millis(50);

/// Of a clock for the whole game a move gets one part in so many...
const MOVES_TO_COME: u32 = 25;
/// ...and three quarters of what is added after it; the rest is saved.
const INCREMENT_TAKEN: (u32, u32) = (3, 4);

/// What is left of the [`Limits`] for one move.
#[derive(Debug)]
pub struct Budget<'a> {
    limits: &'a Limits,
    /// The most nodes.
    most: u64,
    nodes: u64,
    clock: Option<Clock>,
    spent: Option<Spent>,
    /// Raised when whoever shared this budget has finished.
    done: Option<&'a AtomicBool>,
}

/// Why a budget is spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spent {
    /// As many positions as allowed were looked at.
    Nodes,
    /// The time is over, but for the margin.
    Time,
    /// [`Limits::stop`] was raised, or whoever shared the budget has finished: nobody wants the
    /// answer.
    Stopped,
}

/// A time to be ready, and how often that is compared with the clock. Between two nodes more
/// time may pass than between two questions on the way, so each has its own rhythm.
#[derive(Debug, Clone, Copy)]
struct Clock {
    deadline: Instant,
    nodes: Rhythm,
    questions: Rhythm,
}

/// When the clock is looked at.
#[derive(Debug, Clone, Copy)]
struct Rhythm {
    looked: Instant,
    /// Asks between two looks.
    every: u32,
    /// Asks until the next look.
    asks: u32,
}

impl<'a> Budget<'a> {
    /// The whole budget; its time runs from now on.
    pub fn start(limits: &'a Limits) -> Self {
        let clock = limits.time.and_then(|time| {
            let now = Instant::now();
            // A limit beyond what a clock can show does not bind.
            let deadline = now.checked_add(thinking_time(time, limits.clock.as_ref()))?;
            Some(Clock::until(deadline, now))
        });
        let most = limits.nodes.unwrap_or(u64::MAX);
        Budget { limits, most, nodes: 0, clock, spent: None, done: None }
    }

    /// A budget for another thread that thinks about the same question: so many nodes, the same
    /// end of the time, and over as soon as `done` is raised. What it spends is not taken from
    /// this one unless it is [counted](Self::count).
    pub fn share<'b>(&self, nodes: u64, done: &'b AtomicBool) -> Budget<'b>
    where
        'a: 'b,
    {
        let clock = self.clock.map(|clock| Clock::until(clock.deadline, clock.nodes.looked));
        let spent = self.spent;
        Budget { limits: self.limits, most: nodes, nodes: 0, clock, spent, done: Some(done) }
    }

    /// Counts nodes that were looked at under a shared budget.
    pub fn count(&mut self, nodes: u64) {
        self.nodes = self.nodes.saturating_add(nodes);
    }

    /// How many nodes may still be taken, if they are limited.
    pub fn nodes_left(&self) -> Option<u64> {
        self.limits.nodes.map(|_| self.most.saturating_sub(self.nodes))
    }

    /// How many threads may think at once.
    pub fn threads(&self) -> usize {
        self.limits.threads.map_or(1, usize::from)
    }

    /// Takes nodes, to be called before they are looked at. False, and nothing is taken, if
    /// they are not there or the budget is spent otherwise.
    #[inline]
    pub fn spend(&mut self, nodes: u64) -> bool {
        if self.nodes < self.most && self.affords(nodes) && self.is_quiet() {
            self.nodes += nodes;
            return true;
        }
        self.spend_after_a_look(nodes)
    }

    /// Whether no flag is raised, and it is not yet time to look at the clock.
    #[inline]
    fn is_quiet(&mut self) -> bool {
        let is_wanted = !self.is_unwanted();
        is_wanted && self.clock.as_mut().is_none_or(|clock| clock.nodes.is_quiet())
    }

    fn spend_after_a_look(&mut self, nodes: u64) -> bool {
        if self.spent.is_none() {
            self.spent = self.look(|clock| &mut clock.nodes);
        }
        if self.affords(nodes) {
            self.nodes += nodes;
            return true;
        }
        self.spent = self.spent.or(Some(Spent::Nodes));
        false
    }

    /// Gives back nodes that were taken, but not looked at because the time ended.
    pub fn give_back(&mut self, nodes: u64) {
        self.nodes = self.nodes.saturating_sub(nodes);
    }

    /// Whether so many nodes may still be spent; nothing is taken, and no clock is looked at.
    #[inline]
    pub fn affords(&self, nodes: u64) -> bool {
        let after = self.nodes.checked_add(nodes);
        self.spent.is_none() && after.is_some_and(|after| after <= self.most)
    }

    /// Whether nothing is left.
    pub fn is_spent(&mut self) -> bool {
        if self.spent.is_none() {
            self.spent = self.look(|clock| &mut clock.questions);
        }
        self.spent.is_some()
    }

    /// Whether the time is over or the answer no longer wanted: for work whose nodes are paid.
    pub fn is_late(&mut self) -> bool {
        let late = [Some(Spent::Time), Some(Spent::Stopped)];
        if !late.contains(&self.spent) {
            self.spent = self.look_up(|clock| &mut clock.questions).or(self.spent);
        }
        late.contains(&self.spent)
    }

    /// Why nothing was left when the budget was last asked.
    pub fn why_spent(&self) -> Option<Spent> {
        self.spent
    }

    /// How many nodes were taken.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Lets a first attempt use only half of the time that is left. What it takes of the nodes
    /// is taken.
    pub fn in_half_the_time<T>(&mut self, attempt: impl FnOnce(&mut Self) -> T) -> T {
        let Some(clock) = self.clock.filter(|_| self.spent.is_none()) else {
            return attempt(self);
        };
        let now = Instant::now();
        let half = clock.deadline.saturating_duration_since(now) / 2;
        self.clock = Some(Clock::until(now + half, now));
        let result = attempt(self);
        self.clock = Some(clock);
        if self.spent == Some(Spent::Time) {
            self.spent = None;
        }
        result
    }

    /// Whether there is surely so much time, without a limit of time always.
    pub fn has_time(&self, time: Duration) -> bool {
        let left = |clock: Clock| clock.deadline.saturating_duration_since(Instant::now());
        self.clock.is_none_or(|clock| left(clock) >= time)
    }

    /// Tells whoever listens what part of the work is done.
    pub fn report(&self, part: f64) {
        self.limits.report(part);
    }

    /// The answer, unless nobody wants it any more or there is none.
    pub fn answer<M>(&self, choice: Option<Choice<M>>) -> Result<Choice<M>, NoChoice> {
        if self.limits.is_stopped() {
            return Err(NoChoice::Stopped);
        }
        choice.ok_or(NoChoice::NotNow)
    }

    #[inline]
    fn look(&mut self, rhythm: impl FnOnce(&mut Clock) -> &mut Rhythm) -> Option<Spent> {
        let all_taken = self.nodes >= self.most;
        self.look_up(rhythm).or(all_taken.then_some(Spent::Nodes))
    }

    /// Whether nobody wants the answer any more.
    #[inline]
    fn is_unwanted(&self) -> bool {
        self.limits.is_stopped() || self.done.is_some_and(|done| done.load(Ordering::Relaxed))
    }

    /// Looks at the flag, and now and then at the clock.
    #[inline]
    fn look_up(&mut self, rhythm: impl FnOnce(&mut Clock) -> &mut Rhythm) -> Option<Spent> {
        if self.is_unwanted() {
            return Some(Spent::Stopped);
        }
        let clock = self.clock.as_mut()?;
        let deadline = clock.deadline;
        rhythm(clock).look().filter(|&now| now >= deadline).map(|_| Spent::Time)
    }
}

impl Clock {
    fn until(deadline: Instant, now: Instant) -> Self {
        let rhythm = Rhythm { looked: now, every: 1, asks: 1 };
        Clock { deadline, nodes: rhythm, questions: rhythm }
    }
}

impl Rhythm {
    /// Counts an ask, unless it is one that looks.
    #[inline]
    fn is_quiet(&mut self) -> bool {
        let is_quiet = self.asks > 1;
        self.asks -= u32::from(is_quiet);
        is_quiet
    }

    /// The time, if it is time to look.
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

/// How many asks may be bundled from now on, after so many took so long.
fn after(every: u32, took: Duration) -> u32 {
    if took < QUIET {
        (2 * every).min(MOST_ASKS)
    } else if took > LONG {
        1
    } else {
        every
    }
}

/// The time for this move: a share of the clock where there is one for the whole game.
pub fn share_of_clock(limits: &Limits) -> Option<Duration> {
    let time = limits.time?;
    Some(limits.clock.as_ref().map_or(time, |clock| time.min(share(time, clock))))
}

/// How long to think where the answer must be there within `time`.
fn thinking_time(time: Duration, clock: Option<&GameClock>) -> Duration {
    let most = time.saturating_sub(margin(time));
    let Some(clock) = clock else { return most };
    most.min(share(time, clock))
}

/// What a move gets of the time that is left on a clock.
fn share(time: Duration, clock: &GameClock) -> Duration {
    let (taken, of) = INCREMENT_TAKEN;
    (time / MOVES_TO_COME).saturating_add(clock.increment / of * taken)
}

/// What is kept back of a limit.
fn margin(time: Duration) -> Duration {
    (time / MARGIN_PART).clamp(LEAST_MARGIN, MOST_MARGIN)
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
        assert_eq!((budget.nodes(), budget.why_spent()), (10_000 << 40, None));
    }

    #[test]
    fn nodes_are_taken_until_none_is_left() {
        let limits = nodes(10);
        let mut budget = Budget::start(&limits);
        assert!(budget.spend(4) && budget.affords(6) && !budget.affords(7));
        assert!(!budget.is_spent());
        assert!(budget.spend(6) && budget.is_spent() && !budget.spend(0));
        assert_eq!((budget.nodes(), budget.why_spent()), (10, Some(Spent::Nodes)));
    }

    #[test]
    fn what_is_too_much_is_not_taken_and_ends_it() {
        let limits = nodes(10);
        let mut budget = Budget::start(&limits);
        assert!(!budget.spend(11) && !budget.spend(1));
        assert_eq!((budget.nodes(), budget.why_spent()), (0, Some(Spent::Nodes)));
        let all = Limits::default();
        let mut budget = Budget::start(&all);
        assert!(budget.spend(u64::MAX) && !budget.spend(1), "no overflow");
    }

    #[test]
    fn who_has_paid_all_nodes_is_not_late() {
        let limits = nodes(10);
        let mut budget = Budget::start(&limits);
        assert!(budget.spend(10) && !budget.is_late() && budget.is_spent() && !budget.is_late());
        limits.stop.store(true, Ordering::Relaxed);
        assert!(budget.is_late());
        assert_eq!(budget.why_spent(), Some(Spent::Stopped));
    }

    #[test]
    fn no_nodes_and_no_time_are_spent_at_once() {
        assert!(Budget::start(&nodes(0)).is_spent());
        let none = time(Duration::ZERO);
        assert!(Budget::start(&none).in_half_the_time(Budget::is_spent));
        for short in [Duration::ZERO, LEAST_MARGIN] {
            let limits = time(short);
            let mut budget = Budget::start(&limits);
            assert!(!budget.spend(1));
            assert_eq!(budget.why_spent(), Some(Spent::Time));
            assert!(!budget.has_time(Duration::from_nanos(1)));
        }
    }

    #[test]
    fn an_hour_is_not_spent_nor_is_a_time_beyond_all_clocks() {
        for long in [Duration::from_secs(3600), Duration::MAX] {
            let limits = time(long);
            let mut budget = Budget::start(&limits);
            assert!((0..10_000).all(|_| budget.spend(1)));
            assert!(budget.has_time(Duration::from_secs(1)));
            assert!(!budget.in_half_the_time(Budget::is_spent));
        }
    }

    #[test]
    fn an_attempt_in_half_an_hour_leaves_the_rest() {
        let limits = Limits { nodes: Some(9), ..time(Duration::from_secs(3600)) };
        let mut budget = Budget::start(&limits);
        let long = Duration::from_secs(2000);
        let attempt = |budget: &mut Budget<'_>| budget.spend(5) && budget.has_time(long);
        assert!(budget.has_time(long) && !budget.in_half_the_time(attempt));
        assert!(budget.has_time(long));
        assert_eq!(budget.nodes(), 5);
        assert!(!budget.in_half_the_time(|budget| budget.spend(5)));
        assert_eq!(budget.why_spent(), Some(Spent::Nodes));
    }

    #[test]
    fn a_raised_flag_ends_it_and_leaves_no_answer() {
        let limits = nodes(5);
        let mut budget = Budget::start(&limits);
        assert!(budget.spend(1));
        assert_eq!(budget.answer(Some(Choice::silent(1))), Ok(Choice::silent(1)));
        assert_eq!(budget.answer::<u8>(None), Err(NoChoice::NotNow));
        limits.stop.store(true, Ordering::Relaxed);
        assert!(!budget.spend(1));
        assert_eq!(budget.why_spent(), Some(Spent::Stopped));
        assert_eq!(budget.answer(Some(Choice::silent(1))), Err(NoChoice::Stopped));
    }

    #[test]
    fn a_shared_budget_has_its_own_nodes_and_ends_with_the_others() {
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
        assert_eq!(shared.why_spent(), Some(Spent::Stopped));
        let none = time(Duration::ZERO);
        let not_done = AtomicBool::new(false);
        assert!(Budget::start(&none).share(9, &not_done).is_spent(), "the time is the same");
    }

    #[test]
    fn the_margin_is_a_tenth_within_bounds() {
        let millis = |ms| margin(Duration::from_millis(ms));
        assert_eq!(millis(1), LEAST_MARGIN);
        assert_eq!(millis(100), Duration::from_millis(10));
        assert_eq!(millis(60_000), MOST_MARGIN);
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
        thinks(1000, 10_000, 950); // never beyond what is there
        thinks(0, 1000, 0);
        assert_eq!(thinking_time(Duration::from_secs(1), None), Duration::from_millis(950));
        let (game, increment) = (Duration::MAX, Duration::MAX);
        let clock = GameClock { game, increment, left: Vec::new() };
        thinking_time(Duration::MAX, Some(&clock)); // no overflow
    }

    #[test]
    fn who_takes_its_share_each_time_never_runs_out() {
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
    fn the_clock_is_looked_at_more_seldom_only_where_that_is_quick() {
        assert_eq!(after(1, Duration::ZERO), 2);
        assert_eq!(after(MOST_ASKS, Duration::ZERO), MOST_ASKS);
        assert_eq!(after(8, QUIET), 8);
        assert_eq!(after(8, LONG + QUIET), 1);
    }

    #[test]
    fn quick_questions_do_not_make_nodes_go_unwatched() {
        let limits = time(Duration::from_secs(3600));
        let mut budget = Budget::start(&limits);
        assert!(!(0..10_000).any(|_| budget.is_spent()));
        assert_eq!(budget.clock.map(|clock| clock.nodes.asks), Some(1), "the next node looks");
    }
}
