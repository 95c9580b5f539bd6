//! How late players are who were given a time, while every processor is busy with something else.
//!
//! ```text
//! 50 ms given ──► thinks ──► answers after 46 ms: 4 ms early
//!                 (a thread that never rests on each processor)
//! ```
//!
//! Whoever thinks is asked, in positions of games that they play against themselves.

use crate::table::{Bench, Goal};
use meeple_ai::roster::{Resources, roster};
use meeple_core::{
    AnyGame, AnyPlayer, Limits, Turn,
    rng::{Stream, seeded},
};
use meeple_games::GameKind;
use std::{
    hint::spin_loop,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

/// How long each move may take.
const GIVEN: Duration = Duration::from_millis(50);
/// How many moves are asked for in each game.
const MOVES: usize = 250;
/// The most that an answer may be late.
const LATE: f64 = 0.020;
const ALL: &str = "time limits: worst overrun of 50 ms, all games, processors busy";
const NOBODY: &str = "time limits: worst overrun of 50 ms, who only looks at the clock";

/// All rows about limits of time.
pub(crate) fn rows(bench: &mut Bench) {
    let row =
        |kind: GameKind| format!("time limits: worst overrun of 50 ms, {kind}, processors busy");
    let names: Vec<String> = GameKind::ALL.iter().map(|&kind| row(kind)).collect();
    let wanted: Vec<&str> = names.iter().map(String::as_str).chain([ALL, NOBODY]).collect();
    if !bench.wants_any(&wanted) {
        return;
    }
    let mut worst: f64 = 0.0;
    for (&kind, name) in GameKind::ALL.iter().zip(&names) {
        let late = while_busy(|| worst_overrun(kind));
        bench.figure(name, late, "s", Some(Goal::AtMost(LATE)));
        worst = worst.max(late);
    }
    bench.figure(ALL, worst, "s", Some(Goal::AtMost(LATE)));
    bench.figure(NOBODY, while_busy(idle), "s", None);
}

/// How late somebody is who does nothing but look at the clock until nine tenths of the time are
/// over: what the machine itself costs, whoever else uses it.
fn idle() -> f64 {
    let mut worst: f64 = 0.0;
    for _ in 0..MOVES {
        let start = Instant::now();
        while start.elapsed() < GIVEN * 9 / 10 {
            spin_loop();
        }
        worst = worst.max(start.elapsed().saturating_sub(GIVEN).as_secs_f64());
    }
    worst
}

/// Does something while a thread on each processor does nothing, as busily as it can.
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

/// The worst overrun in one game, in seconds; 0 if nobody was late.
fn worst_overrun(kind: GameKind) -> f64 {
    let mut players = thinkers(kind);
    let mut rng = seeded(11, Stream::Deals);
    let (mut asked, mut worst) = (0, 0.0);
    while asked < MOVES && !players.is_empty() {
        let start = kind.entry().set_up_from_json(&serde_json::Map::new());
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

/// Everybody of this game who takes a time.
fn thinkers(kind: GameKind) -> Vec<Box<dyn AnyPlayer>> {
    let roster = roster(kind);
    let takes_time = |name: &str| {
        let kind = roster.find(name).expect("it is listed");
        kind.parameters().iter().any(|parameter| parameter.name == "time")
    };
    let names = roster.players.iter().map(|player| player.name).filter(|name| takes_time(name));
    let seat = |name| {
        let spec = format!("{name}:time={}ms", GIVEN.as_millis());
        roster.seat(&spec, &Resources::default()).expect("it takes a time")
    };
    names.map(seat).collect()
}

/// How late the answer was, in seconds, and the move.
fn ask(
    player: &mut dyn AnyPlayer,
    position: &dyn AnyGame,
    rng: &mut rand_chacha::ChaCha8Rng,
) -> (f64, String) {
    let start = Instant::now();
    let choice = player.choose_text(position, &Limits::default(), rng).expect("a move is due");
    let late = start.elapsed().saturating_sub(GIVEN).as_secs_f64();
    (late, choice.mv)
}
