//! A block: one seed, to be played in every seating, and where its records are.
//!
//! Everything about a block follows from who meets, and from which meeting of
//! theirs it is: neither the other entrants nor the order of play matter. So
//! the games of two players are the same whoever else takes part, and a
//! tournament to which somebody is added goes on with the games it has.

use super::{Schedule, Tournament};
use meeple_core::{Contestant, Mixer, SeatInfo};

/// The most letters of names that a folder's name has.
const LONGEST_NAMES: usize = 60;

/// A block to be played.
#[derive(Debug, Clone)]
pub(super) struct Block {
    /// Its number in the tournament, from 0.
    pub(super) number: usize,
    /// Who meets, by their numbers in the list of entrants.
    pub(super) entrants: Vec<usize>,
    /// The seed of all its games.
    pub(super) seed: u64,
    /// For each game, which entrant sits on each seat.
    pub(super) seatings: Vec<Vec<usize>>,
    /// Which block of these entrants it is, from 0.
    nth: u64,
}

impl Block {
    /// The `nth` block (from 0) that these entrants play, in these seatings.
    pub(super) fn new(
        tournament: &Tournament,
        number: usize,
        (entrants, nth): (&[usize], u64),
        orders: &[Vec<usize>],
    ) -> Self {
        let first = match tournament.schedule {
            Schedule::Match => tournament.seed,
            _ => Mixer::hash([tournament.seed, fingerprint(&infos(tournament, entrants))]),
        };
        let seated = |order: &Vec<usize>| order.iter().map(|&place| entrants[place]).collect();
        Block {
            number,
            entrants: entrants.to_vec(),
            seed: first.wrapping_add(nth),
            seatings: orders.iter().map(seated).collect(),
            nth,
        }
    }

    /// Where the record of this game is kept, below the tournament's folder.
    pub(super) fn record(&self, tournament: &Tournament, game: usize) -> String {
        let infos = infos(tournament, &self.entrants);
        format!("games/{}/{:04}-{}.jsonl", folder(&infos), self.nth + 1, game + 1)
    }
}

fn infos<'a>(tournament: &'a Tournament, entrants: &[usize]) -> Vec<&'a SeatInfo> {
    entrants.iter().map(|&one| &tournament.entrants[one]).collect()
}

/// Which entrants these are, whatever their numbers.
fn fingerprint(infos: &[&SeatInfo]) -> u64 {
    let text = |info: &&SeatInfo| {
        let who = match &info.who {
            Contestant::Person => "you".into(),
            Contestant::Computer { player, parameters } => {
                format!("{player}:{}", serde_json::Value::Object(parameters.clone()))
            }
            Contestant::Program { command } => command.clone(),
        };
        format!("{}\0{who}\0", info.name)
    };
    let mut texts: Vec<String> = infos.iter().map(text).collect();
    texts.sort_unstable(); // who meets matters, in which order they are named does not
    let bytes: Vec<u8> = texts.concat().into_bytes();
    let words = bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    Mixer::hash(words)
}

/// `greedy-random-1f3a9c02`: names as far as a file system likes them, and what tells them apart.
fn folder(infos: &[&SeatInfo]) -> String {
    let fit =
        |letter: char| if letter.is_ascii_alphanumeric() || letter == '_' { letter } else { '-' };
    let names: Vec<String> =
        infos.iter().map(|info| info.name.chars().map(fit).collect()).collect();
    let mut names = names.join("-");
    names.truncate(LONGEST_NAMES);
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
        let name = folder(&[&info("../a b"), &info("c:\u{1b}é/")]);
        assert!(name.starts_with("---a-b-c-----"), "{name}");
        let long = folder(&[&info(&"x".repeat(500)), &info("y")]);
        assert_eq!(long.len(), LONGEST_NAMES + 9);
    }
}
