//! A block (one seed played once per seating) and the paths of its records.
//!
//! A block is determined by the entrants that meet and by how often they have met before. Neither the other
//! entrants nor the order of play matter: the games of two players are the same in any field, so adding an
//! entrant to a tournament doesn't invalidate the games already played.

use super::{Schedule, Tournament};
use meeple_core::{Contestant, PositionHasher, SeatInfo};

/// Maximum length of the names in a folder's name, in bytes.
const MAX_NAMES_LEN: usize = 60;

/// A block to be played.
#[derive(Debug, Clone)]
pub(super) struct BlockJob {
    /// Number in the tournament, from 0.
    pub(super) number: usize,
    /// The entrants that meet, by index.
    pub(super) entrants: Vec<usize>,
    /// The seed of all its games.
    pub(super) seed: u64,
    /// For each game, the entrant in each seat.
    pub(super) seatings: Vec<Vec<usize>>,
    /// How many blocks these entrants have played before.
    nth: u64,
}

impl BlockJob {
    /// Creates the `nth` block (from 0) of these entrants, with these seatings.
    pub(super) fn new(
        tournament: &Tournament,
        number: usize,
        (entrants, nth): (&[usize], u64),
        orders: &[Vec<usize>],
    ) -> Self {
        let first = match tournament.schedule {
            Schedule::Match => tournament.seed,
            _ => PositionHasher::hash([tournament.seed, fingerprint(&infos(tournament, entrants))]),
        };
        let seated = |order: &Vec<usize>| order.iter().map(|&place| entrants[place]).collect();
        BlockJob {
            number,
            entrants: entrants.to_vec(),
            seed: first.wrapping_add(nth),
            seatings: orders.iter().map(seated).collect(),
            nth,
        }
    }

    /// Path of a game's record, relative to the tournament's folder.
    pub(super) fn record_path(&self, tournament: &Tournament, game: usize) -> String {
        let infos = infos(tournament, &self.entrants);
        format!("games/{}/{:04}-{}.jsonl", folder_name(&infos), self.nth + 1, game + 1)
    }
}

fn infos<'a>(tournament: &'a Tournament, entrants: &[usize]) -> Vec<&'a SeatInfo> {
    entrants.iter().map(|&one| &tournament.entrants[one]).collect()
}

/// Hashes a group of entrants by name and specification, independent of their order and index.
fn fingerprint(infos: &[&SeatInfo]) -> u64 {
    let text = |info: &&SeatInfo| {
        let who = match &info.who {
            Contestant::Person => "you".into(),
            Contestant::Computer { player, parameters } => {
                format!("{player}:{parameters}")
            }
            Contestant::Program { command } => command.clone(),
        };
        format!("{}\0{who}\0", info.name)
    };
    let mut texts: Vec<String> = infos.iter().map(text).collect();
    texts.sort_unstable(); // the order of the entrants must not matter
    let bytes: Vec<u8> = texts.concat().into_bytes();
    let words = bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    PositionHasher::hash(words)
}

/// Returns a folder name such as `greedy-random-1f3a9c02`: the entrants' names with unsafe characters
/// replaced, then their fingerprint.
fn folder_name(infos: &[&SeatInfo]) -> String {
    let fit =
        |letter: char| if letter.is_ascii_alphanumeric() || letter == '_' { letter } else { '-' };
    let names: Vec<String> =
        infos.iter().map(|info| info.name.chars().map(fit).collect()).collect();
    let mut names = names.join("-");
    names.truncate(MAX_NAMES_LEN);
    format!("{names}-{:08x}", fingerprint(infos) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(name: &str) -> SeatInfo {
        let who = Contestant::Program { command: name.into() };
        SeatInfo { name: name.into(), colour: None, who }
    }

    #[test]
    fn an_encounter_is_known_by_who_meets() {
        let [ann, bo, cy] = ["./ann", "./bo", "./cy"].map(info);
        assert_eq!(fingerprint(&[&ann, &bo]), fingerprint(&[&bo, &ann]));
        assert_ne!(fingerprint(&[&ann, &bo]), fingerprint(&[&ann, &cy]));
        assert_ne!(
            fingerprint(&[&info("ab"), &info("c")]),
            fingerprint(&[&info("a"), &info("bc")])
        );
    }

    #[test]
    fn names_become_folders_that_any_file_system_likes() {
        let name = folder_name(&[&info("../a b"), &info("c:\u{1b}é/")]);
        assert!(name.starts_with("---a-b-c-----"), "{name}");
        let long = folder_name(&[&info(&"x".repeat(500)), &info("y")]);
        assert_eq!(long.len(), MAX_NAMES_LEN + 9);
    }
}
