//! The players of Chomp: perfect play, with a choice of what to do when lost, and chance.

use super::{
    large::{self, Reason},
    shared::SharedSolver,
    tablebase::SolveError,
    thought,
};
use crate::{
    roster::{Resources, Seatable},
    search::Budget,
};
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

    /// Half of the time is for the table; if that does not suffice, the rest is for guessing.
    fn think(&self, position: &Chomp, budget: &mut Budget<'_>) -> Result<Choice<Bite>, NoChoice> {
        let board = position.board();
        let solved = self.solver.when_free(budget, |solver, budget| {
            budget.in_half_the_time(|budget| thought::choose(solver, board, self.stall(), budget))
        });
        match solved.unwrap_or(Err(SolveError::Spent)) {
            Ok(choice) => Ok(choice),
            Err(SolveError::TooLarge { .. } | SolveError::NoMemory { .. }) => {
                Ok(self.guess(board, TOO_LARGE, budget))
            }
            Err(SolveError::Spent | SolveError::Stopped) => Ok(self.guess(board, LIMITED, budget)),
            Err(error) => Err(NoChoice::broken(error.to_string())),
        }
    }

    /// What is known without the table of the bar.
    fn guess(&self, board: &Board, guess: &str, budget: &mut Budget<'_>) -> Choice<Bite> {
        let thought =
            self.solver.when_free(budget, |solver, budget| large::think(board, solver, budget));
        let (bite, reason) = thought.unwrap_or_else(|| (nibble(board), Reason::Guess));
        let (remark, value) = match reason {
            Reason::Wins => ("proven without solving the bar: this wins", Some(1.0)),
            Reason::Lost => {
                ("proven without solving the bar: this is lost against perfect play", Some(-1.0))
            }
            Reason::Guess => (guess, None),
        };
        let values = value.map_or_else(Vec::new, |value| vec![value, -value]);
        let nodes = Some(budget.nodes());
        Choice { nodes, values, ..Choice::with_remark(bite, remark) }
    }

    fn stall(&self) -> Stall {
        self.options.stall.unwrap_or_default()
    }
}

const TOO_LARGE: &str = "a guess: the bar is too large to solve";
const LIMITED: &str = "a guess: the limits do not suffice to solve the bar";

impl Player<Chomp> for PerfectPlayer {
    fn choose(
        &mut self,
        position: &Chomp,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<Bite>, NoChoice> {
        let Turn::Seat(seat) = position.turn() else { return Err(NoChoice::NotNow) };
        let mut budget = Budget::start(limits);
        let slips = self.options.slip.is_some_and(|slip| rng.random_range(0..100) < slip);
        let mut choice = if slips {
            Choice::silent(random_bite(position.board(), rng))
        } else {
            self.think(position, &mut budget)?
        };
        if seat.index() == 1 {
            choice.values.reverse(); // until here the mover's came first
        }
        budget.answer(Some(choice))
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
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<Bite>, NoChoice> {
        match position.turn() {
            Turn::Over => Err(NoChoice::NotNow),
            _ if limits.is_stopped() => Err(NoChoice::Stopped),
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
