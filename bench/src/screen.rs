//! How quick the full screen is: frames of the largest board, and a key while everybody thinks.

use crate::{
    entry::BenchEntry,
    table::{Bench, Goal},
    time_limits::while_busy,
};
use meeple_core::rng::{Stream, seeded};
use meeple_games::GameKind;
use meeple_terminal::{
    prompt::Setting,
    screen::{Look, Rehearsal, happens},
};
use rand::RngExt;
use std::time::{Duration, Instant};

/// A frame of a screen that is drawn sixty times a second.
const FRAME: f64 = 1.0 / 60.0;
/// How many keys are pressed while every processor is busy.
const KEYS: usize = 2_000;
const BUSY: &str = "screen: key to frame, worst of 2,000, processors busy";
const ANYTHING: &str = "screen: random keys, clicks and windows";

/// All rows about the full screen.
pub(crate) fn rows(bench: &mut Bench) {
    for &kind in GameKind::ALL {
        let mut screen = game(kind);
        let frames = || {
            screen.draw();
            1
        };
        let what = format!("screen: frames of {kind} at 140x45");
        bench.rate(&what, "frames/s", frames, Some(Goal::AtLeast(60.0)));
    }
    if bench.wants(BUSY) {
        bench.figure(BUSY, while_busy(worst_key), "s", Some(Goal::AtMost(FRAME)));
    }
    bench.rate(ANYTHING, "inputs/s", anything, None);
}

/// A game in its middle, on a large screen: Filler on the largest map.
fn game(kind: GameKind) -> Rehearsal {
    let (options, seats) = BenchEntry::of(kind).on_screen;
    let options = options.iter().map(|&word| word.into()).collect();
    let seats = vec!["random".into(); seats];
    let setting = Setting { options, seats, seed: Some(1), ..Setting::default() };
    let screen = Rehearsal::play(Look::Dark, (140, 45), kind, setting);
    let mut screen = screen.expect("it can be set up");
    screen.wait(Duration::from_secs(8));
    screen
}

/// The longest that a key took to be seen, in seconds.
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

/// A thousand things that may happen, from the first page on.
fn anything() -> u64 {
    let mut rng = seeded(1, Stream::Other(9));
    let mut screen = Rehearsal::new(Look::Dark, 80, 24);
    for _ in 0..1_000 {
        happens(&mut screen, [rng.random(), rng.random()]);
        if screen.is_left() {
            screen = Rehearsal::new(Look::Dark, 80, 24);
        }
    }
    screen.check().expect("every record replays");
    1_000
}
