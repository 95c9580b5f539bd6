//! Seating defaults shared by every front end.
//!
//! ```
//! use meeple_ai::roster::roster;
//! use meeple_games::GameKind;
//! use meeple_session::setup::{default_seats, infer_players};
//!
//! let mut options = vec!["wall=grey".to_owned()];
//! infer_players(GameKind::Azul.entry(), &mut options, 3); // three seats were named
//! assert_eq!(options, ["wall=grey", "players=3"]);
//! assert_eq!(default_seats(roster(GameKind::Azul), 3), ["you", "normal", "normal"]);
//! ```

use crate::{OPPONENT, PERSON};
use meeple_ai::roster::Roster;
use meeple_core::{
    Contestant, SeatInfo,
    rng::{RngStream, seeded},
};
use meeple_games::GameEntry;
use rand::seq::SliceRandom;

/// The order of the seats.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SeatOrder {
    /// As named.
    #[default]
    AsNamed,
    /// Shuffled with the seed.
    Shuffled,
}

/// Adds `players=3` if three seats are named, the game has that option and it isn't set.
pub fn infer_players(game: &GameEntry, options: &mut Vec<String>, seats: usize) {
    let is_given = options.iter().any(|word| word.starts_with("players="));
    if seats > 1 && !is_given && game.has_option("players") {
        options.push(format!("players={seats}"));
    }
}

/// Returns the name of the default computer opponent: [`OPPONENT`], or the strongest player if the
/// game has no levels.
pub fn default_opponent(roster: Roster) -> &'static str {
    roster.find(OPPONENT).unwrap_or_else(|| roster.strongest()).name
}

/// Returns the default players for this many seats: one person, the rest computer players.
pub fn default_seats(roster: Roster, seats: usize) -> Vec<String> {
    let others = std::iter::repeat_n(default_opponent(roster).to_owned(), seats.saturating_sub(1));
    std::iter::once(PERSON.to_owned()).chain(others).collect()
}

/// Puts the seats in order; the same seed gives the same order.
pub fn order_seats<T>(seats: &mut [T], order: SeatOrder, seed: u64) {
    if order == SeatOrder::Shuffled {
        seats.shuffle(&mut seeded(seed, RngStream::Other(0)));
    }
}

/// Gives every seat a unique name. A computer player is named after its level; duplicates are told
/// apart by their parameters or a number.
pub fn make_names_unique(seats: &mut [SeatInfo]) {
    let word = |info: &SeatInfo| match &info.who {
        Contestant::Computer { player, .. } => player.clone(),
        Contestant::Person | Contestant::Program { .. } => info.name.clone(),
    };
    let words: Vec<String> = seats.iter().map(word).collect();
    let typed: Vec<String> = seats.iter().map(|info| info.name.clone()).collect();
    let count = |names: &[String], name: &String| names.iter().filter(|n| *n == name).count();
    for (index, info) in seats.iter_mut().enumerate() {
        info.name = if count(&words, &words[index]) == 1 {
            words[index].clone()
        } else if count(&typed, &typed[index]) == 1 {
            typed[index].clone()
        } else {
            format!("{} {}", typed[index], count(&typed[..=index], &typed[index]))
        };
    }
}
