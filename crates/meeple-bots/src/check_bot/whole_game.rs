//! A whole game against random players.

use super::{
    Checkup,
    bot::Manner,
    see_more::OPPONENT,
    situations::{open, situations},
    steps::milliseconds,
    visit::{Broken, Scene, Visit},
};
use meeple_ai::roster::{Resources, roster};
use meeple_core::{AnyPlayer, Due, Millis, Notes, Seat, Table, text::counted};
use std::{
    fmt::{self, Display},
    time::Duration,
};

/// Which of the two whole games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    /// From the first seat.
    First,
    /// From the last seat, and of another seed.
    Second,
}

/// How a whole game went.
pub(super) struct Played {
    seat: Seat,
    answers: u32,
    total: Duration,
    slowest: Duration,
}

impl Visit<'_> {
    /// Plays a whole game.
    pub(super) fn play(&mut self, which: Which) -> Result<Played, Broken> {
        let Checkup { kind, seed, .. } = *self.checkup;
        let seed = seed.wrapping_add(which as u64);
        let mut table = open(kind, situations(kind).games[which as usize], seed);
        let seat = match which {
            Which::First => Seat::new(0),
            Which::Second => Seat::new(table.position().seats() - 1),
        };
        let what = format!("a whole game on seat {seat}");
        let scene = Scene { what: &what, hint: "", manner: Manner::Usual };
        let mut bot = self.start(seat, &what)?;
        let mut others = roster(kind)
            .seat(OPPONENT, &Resources::default())
            .expect("every game has a random player");
        let mut played =
            Played { seat, answers: 0, total: Duration::ZERO, slowest: Duration::ZERO };
        loop {
            match table.due() {
                Due::Deal => drop(table.deal().expect("a seed has deals")),
                // What it does when it is stuck has a step of its own, which is still to come.
                Due::Seat(due) if which == Which::First && is_stuck(&table) => {
                    table.play(due, "stop", Notes::default()).expect("it was listed");
                }
                Due::Seat(due) if due == seat => {
                    let answer = self.ask(&mut bot, &table, scene)?;
                    played.add(answer.time);
                    let ms = Some(Millis::of(answer.time));
                    let notes = Notes { ms, ..Notes::default() };
                    table.play(seat, &answer.mv, notes).expect("it was judged");
                }
                Due::Seat(due) => self.move_for(&mut *others, &mut table, due)?,
                Due::End => drop(table.end().expect("the end is due")),
                Due::Over => break,
            }
        }
        self.part(&mut bot, &table);
        Ok(played)
    }

    fn move_for(
        &self,
        player: &mut dyn AnyPlayer,
        table: &mut Table,
        seat: Seat,
    ) -> Result<(), Broken> {
        let mut rng = table.generator(seat);
        let choice = player.choose_text(table.position(), &self.checkup.limits, &mut rng);
        // A random player fails only when it is stopped.
        let choice = choice.map_err(|_| Broken::Stopped)?;
        table.play(seat, &choice.mv, Notes::default()).expect("ours plays by the rules");
        Ok(())
    }
}

/// Whether a piece of Filler fits nowhere.
fn is_stuck(table: &Table) -> bool {
    table.position().legal_texts() == ["stop"]
}

impl Played {
    fn add(&mut self, time: Duration) {
        self.answers += 1;
        self.total += time;
        self.slowest = self.slowest.max(time);
    }

    /// The average time of an answer.
    pub(super) fn average(&self) -> Duration {
        self.total / self.answers.max(1)
    }
}

/// `on seat 0: 31 answers, 2.1 ms on average, the slowest 8.0 ms`
impl Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (average, slowest) = (milliseconds(self.average()), milliseconds(self.slowest));
        let answers = counted(self.answers as usize, "answer");
        write!(f, "on seat {}: {answers}, {average} on average, the slowest {slowest}", self.seat)
    }
}
