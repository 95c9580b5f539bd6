//! How practice went, and one's own mistakes, kept between runs.

use crate::screen::desk::Desk;
use meeple_games::GameKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The files, beside the games.
const PROGRESS: &str = "practice.json";
const MISTAKES: &str = "mistakes.json";
/// The most mistakes that are kept: the oldest go first.
const MOST_MISTAKES: usize = 300;

/// How it went, game by game.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Progress {
    games: BTreeMap<String, Done>,
}

/// How it went in one game.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Done {
    /// How many positions were tried...
    pub(super) tried: u32,
    /// ...and in how many a best or good move was found.
    pub(super) found: u32,
    /// How many of the last were found in a row, and the most ever.
    pub(super) streak: u32,
    pub(super) best: u32,
    /// Which position comes next, from each source.
    pub(super) next: BTreeMap<String, usize>,
}

/// A position in which a person went wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mistake {
    pub(super) game: String,
    pub(super) position: String,
}

impl Progress {
    /// What is kept; nothing where that cannot be read.
    pub(super) fn read(desk: &Desk) -> Self {
        desk.kept.read(PROGRESS).ok().flatten().unwrap_or_default()
    }

    /// How it went in this game.
    pub(super) fn of(&self, kind: GameKind) -> Done {
        self.games.get(kind.name()).cloned().unwrap_or_default()
    }

    /// A position of this game was tried; what could not be kept is said.
    pub(super) fn tried(kind: GameKind, source: &str, is_found: Found, desk: &mut Desk) -> Done {
        let mut progress = match desk.kept.read::<Progress>(PROGRESS) {
            Ok(progress) => progress.unwrap_or_default(),
            Err(why) => {
                desk.refuse(why); // a file that cannot be read is not written over
                return Done::default();
            }
        };
        let done = progress.games.entry(kind.name().into()).or_default();
        done.tried += 1;
        match is_found {
            Found::Yes => {
                done.found += 1;
                done.streak += 1;
                done.best = done.best.max(done.streak);
            }
            Found::No => done.streak = 0,
        }
        *done.next.entry(source.into()).or_default() += 1;
        let done = done.clone();
        if let Err(why) = desk.kept.write(PROGRESS, &progress) {
            desk.refuse(format!("Your progress is not kept: {why}"));
        }
        done
    }
}

/// Whether a good move was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    Yes,
    No,
}

/// The mistakes that were made in this game, the newest first.
pub(super) fn mistakes(kind: GameKind, desk: &Desk) -> Vec<String> {
    let all: Vec<Mistake> = desk.kept.read(MISTAKES).ok().flatten().unwrap_or_default();
    let ours = all.into_iter().rev().filter(|mistake| mistake.game == kind.name());
    ours.map(|mistake| mistake.position).collect()
}

/// Keeps a position in which a person went wrong, to be practised.
pub(crate) fn remember_mistake(kind: GameKind, position: &str, desk: &mut Desk) {
    let Ok(all) = desk.kept.read::<Vec<Mistake>>(MISTAKES) else { return };
    let mut all = all.unwrap_or_default();
    let mistake = Mistake { game: kind.name().into(), position: position.into() };
    if all.contains(&mistake) {
        return;
    }
    all.push(mistake);
    let old = all.len().saturating_sub(MOST_MISTAKES);
    all.drain(..old);
    if let Err(why) = desk.kept.write(MISTAKES, &all) {
        desk.refuse(format!("Your mistake is not kept: {why}"));
    }
}
