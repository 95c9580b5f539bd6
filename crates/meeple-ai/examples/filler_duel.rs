//! How strong Filler's bots are: pairs of games on the same deals, both sides.
//!
//! ```sh
//! cargo run --release -p meeple-ai --example filler_duel -- champion terminator map00 200
//! ```
//!
//! Two bots, a standard map, how many games (an even number), and the first seed
//! if it should not be 0: what was tuned on some seeds is judged on others. Prints
//! the first bot's share with its 95 % interval, and how long its moves took. The
//! champion takes parameters: `champion:samples=0:reach=3`.

use meeple_ai::filler::{BOTS, Bot, Champion, View, bot, duel::Tally};
use meeple_core::options;
use meeple_games::filler::{Filler, Placement, standard_map};
use rand::Rng;
use std::{
    ops::Range,
    time::{Duration, Instant},
};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some((first, second, start, seeds)) = read(&words) else {
        let names: Vec<&str> = BOTS.iter().map(|kind| kind.name).collect();
        eprintln!(
            "usage: filler_duel BOT BOT MAP GAMES [FIRST_SEED]   (bots: {})",
            names.join(", ")
        );
        std::process::exit(2);
    };
    let mut first = Timed { bot: first, moves: 0, total: Duration::ZERO, worst: Duration::ZERO };
    let (mut tally, mut second) = (Tally::default(), second);
    for seed in seeds {
        tally.play_pair(&start, &mut first, second.as_mut(), seed);
    }
    let average = first.total.as_secs_f64() * 1e3 / f64::from(first.moves);
    let worst = first.worst.as_secs_f64() * 1e3;
    let [one, other, map] = [0, 1, 2].map(|index| &words[index]);
    println!("{one} against {other} on {map}: {tally}; {average:.2} ms a move, at most {worst:.1}");
}

type Setup = (Box<dyn Bot>, Box<dyn Bot>, Filler, Range<u64>);

fn read(words: &[String]) -> Option<Setup> {
    let [first, second, map, games, rest @ ..] = words else { return None };
    let games: u64 = games.parse().ok()?;
    let first_seed: u64 = match rest {
        [] => 0,
        [seed] => seed.parse().ok()?,
        _ => return None,
    };
    let start = Filler::on(standard_map(map)?);
    Some((tuned(first)?, tuned(second)?, start, first_seed..first_seed + games / 2))
}

fn tuned(spec: &str) -> Option<Box<dyn Bot>> {
    match spec.strip_prefix("champion:") {
        Some(words) => Some(Box::new(Champion::new(options::parse(words.split(':')).ok()?))),
        None => bot(spec),
    }
}

/// A bot with a stop-watch.
struct Timed {
    bot: Box<dyn Bot>,
    moves: u32,
    total: Duration,
    worst: Duration,
}

impl Bot for Timed {
    fn place(&mut self, view: View<'_>, rng: &mut dyn Rng) -> Option<Placement> {
        let start = Instant::now();
        let placement = self.bot.place(view, rng);
        let taken = start.elapsed();
        (self.moves, self.total) = (self.moves + 1, self.total + taken);
        self.worst = self.worst.max(taken);
        placement
    }
}
