//! The situations in which a bot is checked: a list for each game.
//!
//! Each is a real game up to that point, with random or written moves, so that the events a bot has
//! received are consistent with the position.
//!
//! ```text
//! Walk { seed: 32, plies: 61 }          random moves of that seed, then it is the bot's turn
//! Line(&["2x2:.O/.O"])                  these deals and moves
//! ```

mod azul;
mod chomp;
mod filler;
mod grass;

use meeple_core::{Notes, Seat, Table, TableDue, TypedDeals};
use meeple_games::GameKind;
use meeple_session::open_table::open_anonymous;
use rand::seq::IndexedRandom;

/// A game at a point where a seat is to move.
#[derive(Debug, Clone, Copy)]
pub struct Situation {
    /// A short description.
    pub description: &'static str,
    /// The game's options, as typed.
    pub options: &'static str,
    /// The deals and moves so far.
    pub history: SituationHistory,
    /// What a bot that fails here may have missed.
    pub hint: &'static str,
}

/// The deals and moves before the bot is asked.
#[derive(Debug, Clone, Copy)]
pub enum SituationHistory {
    /// At least `plies` random deals and moves of this seed, then deals until a seat is to move.
    Walk {
        /// The seed.
        seed: u64,
        /// The number of deals and moves.
        plies: usize,
    },
    /// These deals and moves.
    Line(&'static [&'static str]),
}

/// The situations of one game.
#[derive(Debug, Clone, Copy)]
pub struct Situations {
    /// Every kind of move: a situation in which it is legal, and a predicate for its text.
    pub kinds: &'static [(Situation, IsOfKind)],
    /// Unusual sizes and numbers of players.
    pub odd: &'static [Situation],
    /// Situations with few moves or none but to pass.
    pub stuck: &'static [Situation],
    /// The options of the two whole games.
    pub games: [&'static str; 2],
    /// The move that gives up although the game could go on, if there is one.
    pub giving_up: Option<&'static str>,
}

/// Returns whether a move's text is of a kind.
pub type IsOfKind = fn(&str) -> bool;

/// Returns the situations of this game.
pub fn situations(kind: GameKind) -> Situations {
    match kind {
        GameKind::Chomp => chomp::SITUATIONS,
        GameKind::Filler => filler::SITUATIONS,
        GameKind::Azul => azul::SITUATIONS,
        GameKind::Grass => grass::SITUATIONS,
    }
}

/// Opens a table at the starting position of a game with these options.
pub(super) fn open(kind: GameKind, options: &str, seed: u64) -> Table {
    let words: Vec<String> = options.split_whitespace().map(Into::into).collect();
    open_anonymous(kind, &words, seed).expect("the options of the lists are good")
}

impl Situation {
    /// Sets up the table; returns it with the seat to move.
    pub fn open_table(&self, kind: GameKind) -> (Table, Seat) {
        let table = match self.history {
            SituationHistory::Walk { seed, plies } => {
                play_random(open(kind, self.options, seed), plies)
            }
            SituationHistory::Line(line) => play_line(open(kind, self.options, 0), line),
        };
        let TableDue::Seat(seat) = table.due() else { unreachable!("a seat is to move") };
        (table, seat)
    }
}

/// Plays random deals and moves.
fn play_random(mut table: Table, plies: usize) -> Table {
    loop {
        match table.due() {
            TableDue::Deal => drop(table.deal().expect("a seed has deals")),
            TableDue::Seat(_) if table.game().plies().len() >= plies => return table,
            TableDue::Seat(seat) => {
                let moves = table.position().legal_move_texts();
                let mv = moves.choose(&mut table.rng_for(seat)).expect("there is a move");
                table.play(seat, mv, Notes::default()).expect("it was listed");
            }
            TableDue::End | TableDue::Over => {
                unreachable!("the walks of the lists end before the game")
            }
        }
    }
}

/// Plays these deals and moves.
fn play_line(mut table: Table, line: &[&str]) -> Table {
    let mut line = line.iter();
    loop {
        let done = match (table.due(), line.next()) {
            (TableDue::Deal, Some(deal)) => table.apply_deal(deal),
            (TableDue::Seat(seat), Some(mv)) => table.play(seat, mv, Notes::default()),
            (_, None) => return table.with_deals(TypedDeals),
            (due, Some(word)) => unreachable!("{word} where {due:?} is due"),
        };
        done.expect("the lines of the lists are good");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(kind: GameKind) -> Vec<Situation> {
        let Situations { kinds, odd, stuck, .. } = situations(kind);
        kinds.iter().map(|(situation, _)| situation).chain(odd).chain(stuck).copied().collect()
    }

    #[test]
    fn in_every_situation_a_seat_is_to_move() {
        for &kind in GameKind::ALL {
            for situation in all(kind) {
                let (table, _) = situation.open_table(kind);
                assert!(!table.position().legal_move_texts().is_empty(), "{kind}: {situation:?}");
            }
        }
    }

    #[test]
    fn every_kind_is_legal_in_its_situation() {
        for &kind in GameKind::ALL {
            for (situation, is_of_kind) in situations(kind).kinds {
                let (table, _) = situation.open_table(kind);
                let moves = table.position().legal_move_texts();
                assert!(moves.iter().any(|mv| is_of_kind(mv)), "{kind} {situation:?}: {moves:?}");
            }
        }
    }

    /// Checks which other moves are legal there, by their first word.
    #[track_caller]
    fn others(kind: GameKind, description: &str, expected: &[&str]) {
        let kinds = situations(kind).kinds.iter();
        let (situation, is_of_kind) = kinds
            .into_iter()
            .find(|(situation, _)| situation.description == description)
            .expect("it is listed");
        let (table, _) = situation.open_table(kind);
        let moves = table.position().legal_move_texts();
        let others = moves.iter().filter(|mv| !is_of_kind(mv));
        let mut words: Vec<&str> =
            others.map(|mv| mv.split(' ').next().unwrap_or_default()).collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words, expected, "{description}");
    }

    #[test]
    fn only_that_kind_is_legal_where_possible() {
        // Filler's `stop` is always legal, and the dialects cannot express it.
        for (situation, _) in &filler::SITUATIONS.kinds[1..] {
            others(GameKind::Filler, situation.description, &["stop"]);
        }
        for what in ["from a factory", "only to the floor", "a cell of the grey wall"] {
            others(GameKind::Azul, what, &[]);
        }
        for what in ["the start tile", "a stone", "a robbery", "the stolen tile"] {
            others(GameKind::Grass, what, &[]);
        }
        others(GameKind::Grass, "a tile that fits nowhere", &["exchange"]);
        others(GameKind::Grass, "a stone to remove", &["exchange", "lay"]);
        others(GameKind::Grass, "a 1x1 tile at the end", &["stop"]);
    }

    #[test]
    fn no_piece_can_be_placed_where_a_bot_is_stuck() {
        for (kind, most) in [(GameKind::Filler, 1), (GameKind::Azul, 1), (GameKind::Chomp, 2)] {
            for situation in situations(kind).stuck {
                let moves = situation.open_table(kind).0.position().legal_move_texts();
                assert!(moves.len() <= most, "{kind} {situation:?}: {moves:?}");
            }
        }
        let [nowhere, forced] = grass::SITUATIONS.stuck else { panic!("two situations") };
        let moves = |situation: &Situation| {
            situation.open_table(GameKind::Grass).0.position().legal_move_texts()
        };
        assert!(moves(nowhere).iter().all(|mv| !mv.starts_with("lay")));
        assert_eq!(moves(forced).len(), 1);
    }

    #[test]
    fn the_last_seat_is_asked_in_some_situation() {
        for &kind in GameKind::ALL {
            let is_last = |situation: &Situation| {
                let (table, seat) = situation.open_table(kind);
                seat.index() + 1 == table.position().seats()
            };
            assert!(situations(kind).odd.iter().any(is_last), "{kind}");
        }
    }
}
