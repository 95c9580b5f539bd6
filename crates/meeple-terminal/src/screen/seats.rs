//! Who can take a seat, and how that is written and shown.

use meeple_ai::{roster::roster, strength};
use meeple_core::{Contestant, SeatInfo, options::value_text};
use meeple_games::GameKind;

/// Somebody who can be chosen for a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// As it is written.
    pub(crate) word: String,
    /// What it is, in a few words.
    pub(crate) about: String,
    /// How strong it is, as it was measured.
    pub(crate) rating: String,
}

/// Everybody who can be chosen: you, the levels from the weakest on, then everybody else.
pub(crate) fn candidates(kind: GameKind) -> Vec<Candidate> {
    let measured = strength::of(kind.name());
    let rating = |name: &str| {
        let found = measured.iter().find(|row| row.player == name);
        found.map(|row| format!("Elo {}", row.elo)).unwrap_or_default()
    };
    let of = |name: &str| {
        let player = roster(kind).find(name)?;
        Some(Candidate { word: name.into(), about: player.about.into(), rating: rating(name) })
    };
    let levels = ["easy", "normal", "hard", "max"];
    let others = roster(kind).players.iter().map(|player| player.name);
    let others = others.filter(|name| !levels.contains(name));
    let person = Candidate {
        word: "you".into(),
        about: "a person at this screen".into(),
        rating: String::new(),
    };
    let ours = levels.into_iter().chain(others).filter_map(of);
    std::iter::once(person).chain(ours).collect()
}

/// A seat as it would be typed.
pub(crate) fn typed(info: &SeatInfo) -> String {
    match &info.who {
        Contestant::Person => {
            let is_plain = info.name.chars().all(char::is_alphanumeric);
            // `you 1` and `you 2` are what two people are called who have no names.
            if is_plain && info.name != "you" {
                format!("you:name={}", info.name)
            } else {
                "you".into()
            }
        }
        Contestant::Computer { player, parameters } => {
            let words =
                parameters.iter().map(|(key, value)| format!(":{key}={}", value_text(value)));
            format!("{player}{}", words.collect::<String>())
        }
        Contestant::Program { command } => command.clone(),
    }
}
