//! Who can take a seat, and how that is typed and shown.

use super::scripted::{ComputerPlayers, SCRIPTED_RATING};
use meeple_ai::{roster::roster, strength};
use meeple_core::{Contestant, SeatInfo};
use meeple_games::GameKind;

/// A player that can be chosen for a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SeatCandidate {
    /// The word to type for it.
    pub(crate) word: String,
    /// A short description.
    pub(crate) about: String,
    /// Its measured strength; empty if unknown.
    pub(crate) rating: String,
}

/// Lists all candidates: you, the levels from weakest to strongest, then all other players.
pub(crate) fn candidates(kind: GameKind, computers: ComputerPlayers) -> Vec<SeatCandidate> {
    let measured = strength::of(kind.name());
    let rating = |name: &str| {
        if computers == ComputerPlayers::Scripted {
            return SCRIPTED_RATING.into();
        }
        let found = measured.iter().find(|row| row.player == name);
        found.map(|row| format!("Elo {}", row.elo)).unwrap_or_default()
    };
    let of = |name: &str| {
        let player = roster(kind).find(name)?;
        Some(SeatCandidate { word: name.into(), about: player.about.into(), rating: rating(name) })
    };
    let levels = ["easy", "normal", "hard", "max"];
    let others = roster(kind).players.iter().map(|player| player.name);
    let others = others.filter(|name| !levels.contains(name));
    let person = SeatCandidate {
        word: "you".into(),
        about: "a person at this screen".into(),
        rating: String::new(),
    };
    let ours = levels.into_iter().chain(others).filter_map(of);
    std::iter::once(person).chain(ours).collect()
}

/// Returns a seat as it would be typed.
pub(crate) fn typed_form(info: &SeatInfo) -> String {
    match &info.who {
        Contestant::Person => {
            let is_plain = info.name.chars().all(char::is_alphanumeric);
            // `you 1` and `you 2` are the names of two people who entered none.
            if is_plain && info.name != "you" {
                format!("you:name={}", info.name)
            } else {
                "you".into()
            }
        }
        Contestant::Computer { player, parameters } => {
            let words = parameters.words().into_iter().map(|word| format!(":{word}"));
            format!("{player}{}", words.collect::<String>())
        }
        Contestant::Program { command } => command.clone(),
    }
}
