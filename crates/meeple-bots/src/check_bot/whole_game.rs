//! A whole game against random players.

use super::{
    BotCheck,
    bot::QuestionFormat,
    check_run::{CheckRun, CheckedTurn, StepError},
    repro_command::OPPONENT,
    situations::{open, situations},
    steps::milliseconds,
};
use meeple_ai::roster::{Resources, roster};
use meeple_core::{AnyPlayer, Millis, Notes, Seat, Table, TableDue, text::format_count};
use std::{
    fmt::{self, Display},
    time::Duration,
};

/// One of the two whole games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WholeGameNumber {
    /// Played from the first seat.
    First,
    /// Played from the last seat, with another seed.
    Second,
}

/// The statistics of a whole game.
pub(super) struct WholeGameResult {
    seat: Seat,
    answers: u32,
    total: Duration,
    slowest: Duration,
}

impl CheckRun<'_> {
    /// Plays one of the two whole games.
    pub(super) fn play(&mut self, which: WholeGameNumber) -> Result<WholeGameResult, StepError> {
        let BotCheck { kind, seed, .. } = *self.check;
        let seed = seed.wrapping_add(which as u64);
        let mut table = open(kind, situations(kind).games[which as usize], seed);
        let seat = match which {
            WholeGameNumber::First => Seat::new(0),
            WholeGameNumber::Second => Seat::new(table.position().seats() - 1),
        };
        let description = format!("a whole game in seat {seat}");
        let turn =
            CheckedTurn { description: &description, hint: "", format: QuestionFormat::Usual };
        let mut bot = self.start(seat, &description)?;
        let mut others = roster(kind)
            .seat(OPPONENT, &Resources::default())
            .expect("every game has a random player");
        let mut played =
            WholeGameResult { seat, answers: 0, total: Duration::ZERO, slowest: Duration::ZERO };
        loop {
            match table.due() {
                TableDue::Deal => drop(table.deal().expect("a seed has deals")),
                // How the bot behaves when it is stuck is checked in a later step.
                TableDue::Seat(due) if which == WholeGameNumber::First && is_stuck(&table) => {
                    table.play(due, "stop", Notes::default()).expect("it was listed");
                }
                TableDue::Seat(due) if due == seat => {
                    let answer = self.ask(&mut bot, &table, turn)?;
                    played.add(answer.time);
                    let ms = Some(Millis::from_duration(answer.time));
                    let notes = Notes { ms, ..Notes::default() };
                    table.play(seat, &answer.mv, notes).expect("the answer was judged legal");
                }
                TableDue::Seat(due) => self.move_for(&mut *others, &mut table, due)?,
                TableDue::End => drop(table.end().expect("the end is due")),
                TableDue::Over => break,
            }
        }
        self.end_game(&mut bot, &table);
        Ok(played)
    }

    fn move_for(
        &self,
        player: &mut dyn AnyPlayer,
        table: &mut Table,
        seat: Seat,
    ) -> Result<(), StepError> {
        let mut rng = table.rng_for(seat);
        let choice = player.choose_text(table.position(), &self.check.limits, &mut rng);
        // A random player fails only if it is stopped.
        let choice = choice.map_err(|_| StepError::Stopped)?;
        table.play(seat, &choice.mv, Notes::default()).expect("computer players make legal moves");
        Ok(())
    }
}

/// Returns whether the piece fits nowhere, in Filler.
fn is_stuck(table: &Table) -> bool {
    table.position().legal_move_texts() == ["stop"]
}

impl WholeGameResult {
    fn add(&mut self, time: Duration) {
        self.answers += 1;
        self.total += time;
        self.slowest = self.slowest.max(time);
    }

    /// Returns the average time of an answer.
    pub(super) fn average(&self) -> Duration {
        self.total / self.answers.max(1)
    }
}

/// Formats as `seat 0: 31 answers, 2.1 ms on average, slowest 8.0 ms`.
impl Display for WholeGameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (average, slowest) = (milliseconds(self.average()), milliseconds(self.slowest));
        let answers = format_count(self.answers as usize, "answer");
        write!(f, "seat {}: {answers}, {average} on average, slowest {slowest}", self.seat)
    }
}
