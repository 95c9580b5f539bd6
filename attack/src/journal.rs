//! The moves that the server has acknowledged, and how they are compared with its records.

use crate::client::Client;
use meeple_core::{Event, GameHistory, record::Replay};
use meeple_games::open_record;
use std::collections::BTreeMap;

/// A move, or a deal, which has no seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// Whose move it was.
    pub seat: Option<u64>,
    /// The move as text.
    pub mv: Option<String>,
}

/// The acknowledged plies of every room.
#[derive(Debug, Default)]
pub struct Journal {
    rooms: BTreeMap<String, BTreeMap<u64, Played>>,
    acknowledged: usize,
}

/// What a comparison with the records has found.
#[derive(Debug, Default)]
pub struct Comparison {
    /// Records compared.
    pub records: usize,
    /// Acknowledged moves that are in the records.
    pub moves: usize,
    /// The files of finished games.
    pub finished: Vec<(String, Vec<u8>)>,
    /// What is wrong.
    pub problems: Vec<String>,
}

impl Journal {
    /// Adds a room.
    pub fn begin(&mut self, room: &str) {
        self.rooms.entry(room.to_owned()).or_default();
    }

    /// Returns the number of acknowledged moves of all rooms.
    pub fn acknowledged(&self) -> usize {
        self.acknowledged
    }

    /// Returns the last acknowledged ply of a room; 0 if there is none.
    pub fn last(&self, room: &str) -> u64 {
        let plies = self.rooms.get(room);
        plies.and_then(BTreeMap::last_key_value).map_or(0, |(&ply, _)| ply)
    }

    /// Returns whether this was acknowledged.
    pub fn has(&self, room: &str, ply: u64, played: &Played) -> bool {
        self.rooms.get(room).and_then(|plies| plies.get(&ply)) == Some(played)
    }

    /// Notes an acknowledged ply, which must never change.
    pub fn accept(&mut self, room: &str, ply: u64, played: Played) -> Result<(), String> {
        let plies = self.rooms.entry(room.to_owned()).or_default();
        match plies.get(&ply) {
            Some(before) if *before == played => Ok(()),
            Some(before) => Err(format!("ply {ply} was {before:?} and is {played:?}")),
            None => {
                self.acknowledged += usize::from(played.seat.is_some());
                plies.insert(ply, played);
                Ok(())
            }
        }
    }

    /// Returns a copy of the rooms that `is_wanted`.
    pub fn rooms(
        &self,
        is_wanted: impl Fn(&str) -> bool,
    ) -> BTreeMap<String, BTreeMap<u64, Played>> {
        let rooms = self.rooms.iter().filter(|(room, _)| is_wanted(room));
        rooms.map(|(room, plies)| (room.clone(), plies.clone())).collect()
    }
}

/// Compares acknowledged moves with the server's records: each must be there once, in its place, and every record
/// must replay.
pub async fn compare(
    rooms: &BTreeMap<String, BTreeMap<u64, Played>>,
    observer: &Client,
) -> Comparison {
    let (mut comparison, mut connection) = (Comparison::default(), observer.connection());
    for (room, acknowledged) in rooms {
        if acknowledged.is_empty() {
            continue; // perhaps not even begun
        }
        let mut answer = None;
        for _ in 0..10 {
            answer = connection.get(&format!("/api/records/{room}/file")).await;
            if answer.as_ref().is_some_and(|answer| answer.status == 200) {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        }
        let Some(answer) = answer.filter(|answer| answer.status == 200) else {
            comparison.problems.push(format!("{room}: the record is not there"));
            continue;
        };
        comparison.records += 1;
        let game = match Replay::read(answer.body.as_slice(), open_record) {
            Ok(replay) => replay.game,
            Err(error) => {
                comparison.problems.push(format!("{room}: the record does not replay: {error}"));
                continue;
            }
        };
        let stored = plies_of(&game);
        for (&ply, played) in acknowledged {
            match stored.get(ply as usize - 1) {
                Some(stored) if stored == played => {
                    comparison.moves += usize::from(played.seat.is_some());
                }
                other => comparison.problems.push(format!(
                    "{room}: ply {ply} was acknowledged as {played:?} and is stored as {other:?}"
                )),
            }
        }
        if game.end().is_some() {
            comparison.finished.push((room.clone(), answer.body));
        }
    }
    comparison
}

/// Returns seat and move of every ply; deals have neither.
fn plies_of(game: &GameHistory) -> Vec<Played> {
    let plies = game.plies().iter().map(|ply| match &*ply.event {
        Event::Move { seat, mv, .. } => {
            Played { seat: Some(seat.index() as u64), mv: Some(mv.clone()) }
        }
        _ => Played { seat: None, mv: None },
    });
    plies.collect()
}
