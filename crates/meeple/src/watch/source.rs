//! Where steps come from: a table with bots, or what an engine prints.

use crate::failure::Failure;
use meeple_arena::filler::Seen;
use meeple_core::Seat;
use meeple_games::filler::Piece;
use std::sync::mpsc::{Receiver, Sender};

/// Somebody who knows what happens next. Asked on a thread of its own, so it may take its time.
pub(super) trait Source {
    /// Goes on until there is something to be shown.
    fn step(&mut self) -> Result<Step, Failure>;
}

/// What there is to be shown. Text has been made fit for a terminal.
#[derive(Debug)]
pub(super) enum Step {
    /// A game begins.
    Begun {
        /// Who plays.
        names: [String; 2],
        /// The first board.
        seen: Seen,
    },
    /// A seat was asked.
    Moved(Moved),
    /// The last move once more: it went otherwise.
    Again(Moved),
    /// The board, without a move that led to it.
    Board(Seen),
    /// Something to be read, and nothing else.
    Said(String),
    /// The game is over.
    Over(Over),
}

/// What a seat did.
#[derive(Debug)]
pub(super) struct Moved {
    /// The seat.
    pub(super) seat: Seat,
    /// The piece it had.
    pub(super) piece: Piece,
    /// Whether it was laid.
    pub(super) laid: bool,
    /// How the game stands afterwards.
    pub(super) seen: Seen,
    /// What there is to say about it.
    pub(super) remark: Option<String>,
}

/// How it ended, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Over {
    /// With a result.
    Finished(String),
    /// Without one.
    Unfinished(String),
}

impl Over {
    /// The words.
    pub(super) fn words(&self) -> &str {
        let (Over::Finished(words) | Over::Unfinished(words)) = self;
        words
    }
}

/// The source's thread: a step for each permit.
pub(super) fn walk(
    source: &mut impl Source,
    allowed: &Receiver<()>,
    steps: &Sender<Result<Step, Failure>>,
) {
    for () in allowed {
        let step = source.step();
        let is_last = matches!(step, Ok(Step::Over(_)) | Err(_));
        if steps.send(step).is_err() || is_last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::played::tests::game_on;
    use std::{sync::mpsc, thread};

    #[test]
    fn the_games_thread_makes_a_step_for_each_permit_and_ends_with_the_game() {
        let (permits, allowed) = mpsc::channel();
        let (sender, steps) = mpsc::channel();
        let player = thread::spawn(move || {
            let mut game = game_on("map00");
            walk(&mut game, &allowed, &sender);
            game
        });
        let mut moved = 0;
        loop {
            permits.send(()).expect("the thread waits for permits");
            match steps.recv().expect("a step for a permit").expect("nobody stops it") {
                Step::Moved(_) => moved += 1,
                Step::Over(_) => break,
                step => panic!("{step:?} at a table"),
            }
        }
        assert!(moved > 10, "only {moved} steps");
        let game = player.join().expect("it did not panic");
        assert!(game.table.game().end().is_some());
    }
}
