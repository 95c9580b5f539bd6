//! Benchmarks of the full screen: drawing the largest boards, and key latency while all processors are busy.

use crate::{
    entry::BenchEntry,
    table::{BenchGoal, BenchTable},
    time_limits::while_busy,
};
use meeple_core::rng::{RngStream, seeded};
use meeple_games::GameKind;
use meeple_terminal::{
    prompt::GameSetup,
    screen::{Appearance, HeadlessScreen, apply_random_event},
};
use rand::RngExt;
use std::time::{Duration, Instant};

/// Duration of a frame at 60 frames per second.
const FRAME: f64 = 1.0 / 60.0;
/// Number of keys pressed while every processor is busy.
const KEYS: usize = 2_000;
const BUSY: &str = "screen: key to frame, worst of 2,000, processors busy";
const ANYTHING: &str = "screen: random keys, clicks and windows";

/// Adds all rows about the full screen.
pub(crate) fn rows(bench: &mut BenchTable) {
    for &kind in GameKind::ALL {
        let mut screen = game(kind);
        let frames = || {
            screen.draw();
            1
        };
        let what = format!("screen: frames of {kind} at 140x45");
        bench.rate(&what, "frames/s", frames, Some(BenchGoal::AtLeast(60.0)));
    }
    if bench.is_selected(BUSY) {
        bench.figure(BUSY, while_busy(worst_key), "s", Some(BenchGoal::AtMost(FRAME)));
    }
    bench.rate(ANYTHING, "inputs/s", random_events, None);
}

/// Opens a game on a large screen and advances it by eight seconds; Filler on its largest map.
fn game(kind: GameKind) -> HeadlessScreen {
    let (options, seats) = BenchEntry::for_game(kind).on_screen;
    let options = options.iter().map(|&word| word.into()).collect();
    let seats = vec!["random".into(); seats];
    let setting = GameSetup { options, seats, seed: Some(1), ..GameSetup::default() };
    let screen = HeadlessScreen::play(Appearance::Dark, (140, 45), kind, setting);
    let mut screen = screen.expect("it can be set up");
    screen.advance_time(Duration::from_secs(8));
    screen
}

/// Returns the longest time from a key press to its frame, in seconds.
fn worst_key() -> f64 {
    let mut screen = game(GameKind::Filler);
    let mut worst: f64 = 0.0;
    for at in 0..KEYS {
        let since = Instant::now();
        screen.press(["<Left>", "<Right>", "o", "<PgUp>"][at % 4]);
        worst = worst.max(since.elapsed().as_secs_f64());
    }
    worst
}

/// Applies a thousand random events, starting at the first page.
fn random_events() -> u64 {
    let mut rng = seeded(1, RngStream::Other(9));
    let mut screen = HeadlessScreen::new(Appearance::Dark, 80, 24);
    for _ in 0..1_000 {
        apply_random_event(&mut screen, [rng.random(), rng.random()]);
        if screen.is_exiting() {
            screen = HeadlessScreen::new(Appearance::Dark, 80, 24);
        }
    }
    screen.check_record().expect("every record replays");
    1_000
}
