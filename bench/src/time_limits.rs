//! Measures how late players answer under a time limit, while every processor is busy.
//!
//! ```text
//! 50 ms given ──► thinks ──► answers after 46 ms: 4 ms early
//!                 (a busy thread on each processor)
//! ```
//!
//! All players with a time limit are measured, in positions of games they play against each other.

use crate::table::{BenchGoal, BenchTable};
use meeple_ai::roster::{Resources, roster};
use meeple_core::{
    AnyGame, AnyPlayer, Limits, Turn,
    rng::{RngStream, seeded},
};
use meeple_games::GameKind;
use std::{
    hint::spin_loop,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

/// Time limit per move.
const TIME_LIMIT: Duration = Duration::from_millis(50);
/// Number of moves measured for each of the four games.
const MOVES: usize = 250;
/// Maximum overrun of an answer, in seconds.
const MAX_OVERRUN: f64 = 0.020;
const ALL: &str = "time limits: worst overrun of 50 ms, all games, processors busy";
const CLOCK_ONLY: &str = "time limits: worst overrun of 50 ms, who only looks at the clock";

/// Adds all rows about time limits.
pub(crate) fn rows(bench: &mut BenchTable) {
    let row =
        |kind: GameKind| format!("time limits: worst overrun of 50 ms, {kind}, processors busy");
    let names: Vec<String> = GameKind::ALL.iter().map(|&kind| row(kind)).collect();
    let wanted: Vec<&str> = names.iter().map(String::as_str).chain([ALL, CLOCK_ONLY]).collect();
    if !bench.is_any_selected(&wanted) {
        return;
    }
    let mut worst: f64 = 0.0;
    for (&kind, name) in GameKind::ALL.iter().zip(&names) {
        let late = while_busy(|| worst_overrun(kind));
        bench.figure(name, late, "s", Some(BenchGoal::AtMost(MAX_OVERRUN)));
        worst = worst.max(late);
    }
    bench.figure(ALL, worst, "s", Some(BenchGoal::AtMost(MAX_OVERRUN)));
    bench.figure(CLOCK_ONLY, while_busy(idle), "s", None);
}

/// Returns the overrun of a player that only checks the clock until nine tenths of the time have passed: the
/// cost of the machine itself and its other users.
fn idle() -> f64 {
    let mut worst: f64 = 0.0;
    for _ in 0..MOVES {
        let start = Instant::now();
        while start.elapsed() < TIME_LIMIT * 9 / 10 {
            spin_loop();
        }
        worst = worst.max(start.elapsed().saturating_sub(TIME_LIMIT).as_secs_f64());
    }
    worst
}

/// Does some work while a busy-waiting thread occupies each processor.
pub(crate) fn while_busy<T>(work: impl FnOnce() -> T) -> T {
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    spin_loop();
                }
            });
        }
        let done = work();
        over.store(true, Ordering::Relaxed);
        done
    })
}

/// Returns the worst overrun in [`MOVES`] moves of this game, in seconds; 0 if no answer was late.
fn worst_overrun(kind: GameKind) -> f64 {
    let mut players = timed_players(kind);
    let mut rng = seeded(11, RngStream::Deals);
    let (mut asked, mut worst) = (0, 0.0);
    while asked < MOVES && !players.is_empty() {
        let start = kind.entry().starting_position_from_values(&meeple_core::OptionValues::new());
        let mut position = start.expect("the usual game").position;
        while asked < MOVES {
            match position.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    let deal = position.sample_deal_text(&mut rng).expect("a deal is due");
                    position.apply_deal_text(&deal).expect("it was drawn");
                }
                Turn::Seat(_) => {
                    let at = asked % players.len();
                    let (late, mv) = ask(&mut *players[at], &*position, &mut rng);
                    worst = f64::max(worst, late);
                    position.play_text(&mv).expect("a legal move");
                    asked += 1;
                }
            }
        }
    }
    worst
}

/// Creates all players of this game that take a time limit.
fn timed_players(kind: GameKind) -> Vec<Box<dyn AnyPlayer>> {
    let roster = roster(kind);
    let takes_time = |name: &str| {
        let kind = roster.find(name).expect("it is listed");
        kind.parameters().iter().any(|parameter| parameter.name == "time")
    };
    let names = roster.players.iter().map(|player| player.name).filter(|name| takes_time(name));
    let seat = |name| {
        let spec = format!("{name}:time={}ms", TIME_LIMIT.as_millis());
        roster.seat(&spec, &Resources::default()).expect("it takes a time")
    };
    names.map(seat).collect()
}

/// Returns how late the answer was, in seconds, and the move.
fn ask(
    player: &mut dyn AnyPlayer,
    position: &dyn AnyGame,
    rng: &mut meeple_core::rng::SeededRng,
) -> (f64, String) {
    let start = Instant::now();
    let choice = player.choose_text(position, &Limits::default(), rng).expect("a move is due");
    let late = start.elapsed().saturating_sub(TIME_LIMIT).as_secs_f64();
    (late, choice.mv)
}
