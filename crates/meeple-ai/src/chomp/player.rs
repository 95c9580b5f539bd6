//! The players of Chomp: perfect play, with a choice of what to do when lost, and chance.

use super::{
    large::{self, Reason},
    shared::SharedSolver,
    tablebase::SolveError,
};
use crate::roster::{Resources, Seatable};
use meeple_core::{Choice, Game, Key, Limits, NoChoice, Options, Player, Turn, options::NoOptions};
use meeple_games::chomp::{Bite, Board, Chomp};
use rand::{Rng, RngExt};

/// What to do when the position is lost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Stall {
    /// The bite after which the game lasts longest and the right reply is hardest to find.
    #[default]
    Resist,
    /// The smallest bite: the rightmost square of the lowest row.
    Nibble,
}

/// How the perfect player plays.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PerfectOptions {
    /// What it does when lost.
    pub stall: Option<Stall>,
    /// How many moves in a hundred are random bites instead.
    pub slip: Option<u32>,
}

impl Options for PerfectOptions {
    const KEYS: &'static [Key<Self>] = &[
        Key::choice(
            "stall",
            "what to do when lost: the longest resistance, or the smallest bite",
            &["resist", "nibble"],
            |o| {
                o.stall.map(|stall| match stall {
                    Stall::Resist => "resist",
                    Stall::Nibble => "nibble",
                })
            },
            |o, index| o.stall = Some([Stall::Resist, Stall::Nibble][index]),
        ),
        Key::number(
            "slip",
            "how many moves in a hundred are random bites",
            0..=100,
            "0",
            |o| o.slip,
            |o, percent| o.slip = Some(percent),
        ),
    ];
}

/// Never loses a won game, as far as the bar can be solved; beyond that it
/// says that it guesses.
#[derive(Debug, Default)]
pub struct PerfectPlayer {
    options: PerfectOptions,
    solver: SharedSolver,
}

impl PerfectPlayer {
    /// A player that asks this solver.
    pub fn new(options: PerfectOptions, solver: SharedSolver) -> Self {
        PerfectPlayer { options, solver }
    }

    fn think(&self, board: &Board, limits: &Limits) -> Result<Choice<Bite>, NoChoice> {
        let solution = match self.solver.solve(board, limits) {
            Ok(solution) => solution,
            Err(SolveError::TooLarge { .. }) => return self.think_large(board, limits),
            Err(SolveError::Stopped) => return Err(NoChoice::Stopped),
            Err(error) => return Err(NoChoice::broken(error.to_string())),
        };
        let nibbles = self.options.stall == Some(Stall::Nibble) && !solution.wins;
        let best = solution.best.ok_or(NoChoice::NotNow)?;
        Ok(Choice::silent(if nibbles { nibble(board) } else { best }))
    }

    fn think_large(&self, board: &Board, limits: &Limits) -> Result<Choice<Bite>, NoChoice> {
        let thought = self.solver.with(|solver| large::think(board, solver, limits));
        let (bite, reason) = thought.map_err(|_| NoChoice::Stopped)?;
        let remark = match reason {
            Reason::Wins => "proven without solving the bar: this wins",
            Reason::Lost => "proven without solving the bar: this is lost against perfect play",
            Reason::Guess => "a guess: the bar is too large to solve",
        };
        Ok(Choice::with_remark(bite, remark))
    }
}

impl Player<Chomp> for PerfectPlayer {
    fn choose(
        &mut self,
        position: &Chomp,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<Bite>, NoChoice> {
        if position.turn() == Turn::Over {
            return Err(NoChoice::NotNow);
        }
        let slips = self.options.slip.is_some_and(|slip| rng.random_range(0..100) < slip);
        if slips {
            return Ok(Choice::silent(random_bite(position.board(), rng)));
        }
        self.think(position.board(), limits)
    }
}

impl Seatable<Chomp> for PerfectPlayer {
    type Options = PerfectOptions;
    fn seat(options: PerfectOptions, resources: &Resources) -> Self {
        PerfectPlayer::new(options, resources.chomp.clone())
    }
}

/// Bites anywhere but the poison, every square as likely as the others.
#[derive(Debug, Clone, Copy, Default)]
pub struct RandomBites;

impl Player<Chomp> for RandomBites {
    fn choose(
        &mut self,
        position: &Chomp,
        _: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<Bite>, NoChoice> {
        match position.turn() {
            Turn::Over => Err(NoChoice::NotNow),
            _ => Ok(Choice::silent(random_bite(position.board(), rng))),
        }
    }
}

impl Seatable<Chomp> for RandomBites {
    type Options = NoOptions;
    fn seat(_: NoOptions, _: &Resources) -> Self {
        RandomBites
    }
}

/// The smallest bite: the rightmost square of the lowest row.
pub(crate) fn nibble(board: &Board) -> Bite {
    let rows = board.rows_left();
    let column = rows.last().map_or(0, |&length| length.saturating_sub(1));
    Bite { row: rows.len().saturating_sub(1) as u8, column }
}

/// Any square but the poison, where there is another.
fn random_bite(board: &Board, rng: &mut dyn Rng) -> Bite {
    let others = board.squares_left().saturating_sub(1);
    let skip = if others == 0 { 0 } else { rng.random_range(1..=others) };
    let mut left = skip;
    for (&length, row) in board.rows_left().iter().zip(0..) {
        match left.checked_sub(length.into()) {
            Some(rest) => left = rest,
            None => return Bite { row, column: left as u8 },
        }
    }
    Bite::POISON
}
