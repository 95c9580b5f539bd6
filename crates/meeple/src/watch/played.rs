//! A table with bots, its record, and what happens at it.

use super::source::{Moved, Over, Source, Step};
use crate::{commands::filler::Arrangement, failure::Failure, record_file::Recorder};
use meeple_arena::{Seating, Stopped, filler::Seen};
use meeple_core::{Due, Limits, Seat, Table, text::printable};
use meeple_games::filler::{Filler, Move};
use meeple_view::{Ending, filler::FillerView};

/// The game with its bots and its record.
pub(super) struct Played {
    pub(super) table: Table,
    pub(super) seating: Seating,
    pub(super) recorder: Recorder,
    limits: Limits,
}

impl Played {
    pub(super) fn open(arrangement: &Arrangement, recorder: Recorder) -> Result<Self, Failure> {
        let mut table = arrangement.open()?;
        let arrivals = arrangement.host.sit_all(&arrangement.contestants);
        let seating = Seating::open(&mut table, arrivals, arrangement.referee);
        Ok(Played { table, seating, recorder, limits: arrangement.limits.clone() })
    }

    /// What there is before the first move.
    pub(super) fn beginning(&self) -> Step {
        let seats = &self.table.game().header().seats;
        let name = |index: usize| seats.get(index).map(|info| printable(&info.name));
        let names = [0, 1].map(|index| name(index).unwrap_or_default());
        Step::Begun { names, seen: self.seen() }
    }

    pub(super) fn position(&self) -> &Filler {
        self.table.position_as().expect("the table was opened with a game of Filler")
    }

    fn seen(&self) -> Seen {
        let position = self.position();
        let seats = [0, 1].map(Seat::new);
        Seen {
            board: position.board().clone(),
            scores: seats.map(|seat| position.score(seat)),
            stuck: seats.map(|seat| position.is_stuck(seat)),
        }
    }

    fn ask(&mut self, seat: Seat) -> Result<Step, Stopped> {
        let piece = self.position().piece().expect("a seat to move has a piece").clone();
        let asked = self.seating.ask(&mut self.table, seat, &self.limits)?;
        self.recorder.follow(self.table.game());
        let verdict = asked.verdict.map(|verdict| format!("{}: {verdict}", verdict.name()));
        let mv: Option<Move> = asked.choice.as_ref().and_then(|choice| choice.mv.parse().ok());
        let laid = verdict.is_none() && mv.is_some_and(|mv| mv != Move::Stop);
        let remark = verdict.or_else(|| asked.choice.and_then(|choice| choice.remark));
        let remark = remark.map(|remark| printable(&remark));
        Ok(Step::Moved(Moved { seat, piece, laid, seen: self.seen(), remark }))
    }

    fn over(&self) -> Over {
        let game = self.table.game();
        let results = game.end().map(|end| end.results.clone()).unwrap_or_default();
        let scores: Vec<String> = results.iter().map(|result| result.score.to_string()).collect();
        let ending = Ending::of::<FillerView>(game);
        let words = ending.map(|ending| format!("{} {}", ending.sentence, scores.join(" to ")));
        Over::Finished(words.unwrap_or_default())
    }
}

/// Goes on until a seat has been asked, or to the end.
impl Source for Played {
    fn step(&mut self) -> Result<Step, Failure> {
        loop {
            self.recorder.follow(self.table.game()); // settled at the end
            match self.table.due() {
                Due::Deal => drop(self.table.deal().expect("a seed always has a deal")),
                Due::Seat(seat) => return self.ask(seat).map_err(|Stopped| Failure::Interrupted),
                Due::End => drop(self.table.end().expect("the end is due")),
                Due::Over => return Ok(Step::Over(self.over())),
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use meeple_ai::roster::Resources;
    use meeple_arena::{Host, Referee, filler::Dialect};
    use meeple_core::Header;
    use meeple_games::{
        GameKind,
        filler::{FillerOptions, find_valid_placements},
    };
    use std::sync::atomic::Ordering;

    /// terminator against `wall_e` on this map.
    pub(in crate::watch) fn game_on(map: &str) -> Played {
        let host = Host::of(GameKind::Filler, Resources::default());
        game_of(&host, ["terminator", "wall_e"], map)
    }

    fn game_of(host: &Host, names: [&str; 2], map: &str) -> Played {
        let seats = host.read_all(names).expect("they can be seated");
        let arrivals = host.sit_all(&seats);
        let options = FillerOptions { map: Some(map.into()), ..FillerOptions::default() };
        let header = Header { seed: Some(1), ..Header::new::<Filler>(&options, seats) };
        let mut table = Table::open::<Filler>(&options, header).expect("good options");
        let seating = Seating::open(&mut table, arrivals, Referee::default());
        let (recorder, limits) = (Recorder::default(), Limits::default());
        Played { table, seating, recorder, limits }
    }

    #[test]
    fn a_stopped_game_says_so() {
        let mut game = game_on("map00");
        game.limits.stop.store(true, Ordering::SeqCst);
        assert!(matches!(game.step(), Err(Failure::Interrupted)));
    }

    /// An answer that can be given to the first piece.
    fn first_answer() -> String {
        let mut game = game_on("map00");
        game.table.deal().expect("a deal is due");
        let position = game.position();
        let (piece, seat) = (position.piece().expect("it is dealt"), position.seat());
        let seat = seat.expect("somebody moves");
        let margins = position.margins();
        let at = find_valid_placements(position.board(), piece, seat, margins).next();
        Dialect::Edu.answer(at.expect("it fits somewhere")).trim_end().to_owned()
    }

    #[test]
    fn what_a_strict_judge_would_say_is_the_remark() {
        let host = Host::of(GameKind::Filler, Resources::default());
        let answer = first_answer();
        // Nothing is said before it is asked.
        let listen = "while read -r word rest; do test $word = Piece && break; done";
        let program = format!("sh -c '{listen}; printf \"{answer}\\r\\n\"; exec cat >&2'");
        let mut game = game_of(&host, [&program, "wall_e"], "map00");
        let Ok(Step::Moved(moved)) = game.step() else { panic!("a game begins with a move") };
        let remark = moved.remark.expect("CR LF is remarked on");
        assert!(moved.laid && remark.contains("\\r"), "{remark}");
        game.seating.end(&game.table);
    }
}
