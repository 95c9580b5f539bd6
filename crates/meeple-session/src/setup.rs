//! Who sits where, from the words that people type or choose: the defaults of every front end.
//!
//! ```
//! use meeple_ai::roster::roster;
//! use meeple_games::GameKind;
//! use meeple_session::setup::{default_seats, infer_players};
//!
//! let mut options = vec!["wall=grey".to_owned()];
//! infer_players(&mut options, 3); // three seats were named
//! assert_eq!(options, ["wall=grey", "players=3"]);
//! assert_eq!(default_seats(roster(GameKind::Azul), 3), ["you", "normal", "normal"]);
//! ```

use crate::{OPPONENT, PERSON};
use meeple_ai::roster::Roster;
use meeple_core::{
    Contestant, SeatInfo,
    rng::{Stream, seeded},
};
use rand::seq::SliceRandom;

/// The order of the seats.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Order {
    /// As they were named.
    #[default]
    AsNamed,
    /// Drawn from the seed.
    Shuffled,
}

/// Adds `players=3` where three seats are named and the options do not say how many play. Only
/// for games with that option.
pub fn infer_players(options: &mut Vec<String>, seats: usize) {
    let is_given = options.iter().any(|word| word.starts_with("players="));
    if !is_given && seats > 1 {
        options.push(format!("players={seats}"));
    }
}

/// The computer player that a person meets unless another one is named: [`OPPONENT`], or the
/// strongest where a game has no levels.
pub fn opponent(roster: Roster) -> &'static str {
    roster.find(OPPONENT).unwrap_or_else(|| roster.strongest()).name
}

/// Who sits on so many seats when nobody is named: one person, and computer players.
pub fn default_seats(roster: Roster, seats: usize) -> Vec<String> {
    let others = std::iter::repeat_n(opponent(roster).to_owned(), seats.saturating_sub(1));
    std::iter::once(PERSON.to_owned()).chain(others).collect()
}

/// Puts seats into their order; the same seed gives the same one.
pub fn arrange<T>(seats: &mut [T], order: Order, seed: u64) {
    if order == Order::Shuffled {
        seats.shuffle(&mut seeded(seed, Stream::Other(0)));
    }
}

/// Gives everybody a name of their own. Computer players are called by their word alone; those
/// who would then share a name get what tells them apart, parameters or a number.
pub fn tell_apart(seats: &mut [SeatInfo]) {
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
