//! The perfect player, with options for lost positions, and the random player.

use super::{
    large::{self, BiteReason},
    shared::SharedSolver,
    tablebase::SolveError,
    thought,
};
use crate::{
    roster::{Resources, Seatable},
    search::Budget,
};
use meeple_core::{
    Choice, ChooseError, Game, GameOptions, Limits, OptionKey, Player, Turn, options::NoOptions,
};
use meeple_games::chomp::{Board, Chomp, Move};
use rand::{Rng, RngExt};

/// The behaviour in a lost position.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Stall {
    /// Makes the bite after which the game lasts longest and the fewest replies are correct.
    #[default]
    Resist,
    /// The smallest bite: the rightmost square of the lowest row.
    Nibble,
}

/// The options of the perfect player.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PerfectOptions {
    /// The behaviour in a lost position; the default is [`Stall::Resist`].
    pub stall: Option<Stall>,
    /// The percentage of moves that are random bites instead.
    pub slip: Option<u32>,
}

impl GameOptions for PerfectOptions {
    const KEYS: &'static [OptionKey<Self>] = &[
        OptionKey::choice(
            "stall",
            "in lost positions: delay the end, or take the smallest bite",
            &["resist", "nibble"],
            |o| {
                o.stall.map(|stall| match stall {
                    Stall::Resist => "resist",
                    Stall::Nibble => "nibble",
                })
            },
            |o, index| o.stall = Some([Stall::Resist, Stall::Nibble][index]),
        ),
        OptionKey::number(
            "slip",
            "percentage of random moves",
            0..=100,
            "0",
            |o| o.slip,
            |o, percent| o.slip = Some(percent),
        ),
    ];
}

/// A player that plays perfectly if the bar can be solved; otherwise its remark says that it
/// guesses.
#[derive(Debug, Default)]
pub struct PerfectPlayer {
    options: PerfectOptions,
    solver: SharedSolver,
}

impl PerfectPlayer {
    /// Creates a player that uses this solver.
    pub fn new(options: PerfectOptions, solver: SharedSolver) -> Self {
        PerfectPlayer { options, solver }
    }

    /// Tries to solve the bar in half of the time; if that fails, uses the rest for a guess.
    fn think(
        &self,
        position: &Chomp,
        budget: &mut Budget<'_>,
    ) -> Result<Choice<Move>, ChooseError> {
        let board = position.board();
        let solved = self.solver.with_solver_within(budget, |solver, budget| {
            budget.with_half_time(|budget| thought::choose(solver, board, self.stall(), budget))
        });
        match solved.unwrap_or(Err(SolveError::Spent)) {
            Ok(choice) => Ok(choice),
            Err(SolveError::TooLarge { .. } | SolveError::NoMemory { .. }) => {
                Ok(self.guess(board, TOO_LARGE, budget))
            }
            Err(SolveError::Spent | SolveError::Stopped) => Ok(self.guess(board, LIMITED, budget)),
            Err(error) => Err(ChooseError::broken(error.to_string())),
        }
    }

    /// Chooses a bite without the table of the bar; `guess` is the remark if the result is unknown.
    fn guess(&self, board: &Board, guess: &str, budget: &mut Budget<'_>) -> Choice<Move> {
        let thought = self
            .solver
            .with_solver_within(budget, |solver, budget| large::think(board, solver, budget));
        let (bite, reason) = thought.unwrap_or_else(|| (nibble(board), BiteReason::Guess));
        let (remark, value) = match reason {
            BiteReason::Wins => ("proven without solving the bar: this wins", Some(1.0)),
            BiteReason::Lost => {
                ("proven without solving the bar: this is lost against perfect play", Some(-1.0))
            }
            BiteReason::Guess => (guess, None),
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
const LIMITED: &str = "a guess: the limits are too low to solve the bar";

impl Player<Chomp> for PerfectPlayer {
    fn choose(
        &mut self,
        position: &Chomp,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<Move>, ChooseError> {
        let Turn::Seat(seat) = position.turn() else { return Err(ChooseError::NotNow) };
        let mut budget = Budget::start(limits);
        let slips = self.options.slip.is_some_and(|slip| rng.random_range(0..100) < slip);
        let mut choice = if slips {
            Choice::from_move(random_bite(position.board(), rng))
        } else {
            self.think(position, &mut budget)?
        };
        if seat.index() == 1 {
            choice.values.reverse(); // so far the player to move came first
        }
        budget.to_result(Some(choice))
    }
}

impl Seatable<Chomp> for PerfectPlayer {
    type Options = PerfectOptions;
    fn seat(options: PerfectOptions, resources: &Resources) -> Self {
        PerfectPlayer::new(options, resources.chomp.clone())
    }
}

/// A player that bites any square except the poison, all with the same probability.
#[derive(Debug, Clone, Copy, Default)]
pub struct RandomBites;

impl Player<Chomp> for RandomBites {
    fn choose(
        &mut self,
        position: &Chomp,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<Move>, ChooseError> {
        match position.turn() {
            Turn::Over => Err(ChooseError::NotNow),
            _ if limits.is_stopped() => Err(ChooseError::Stopped),
            _ => Ok(Choice::from_move(random_bite(position.board(), rng))),
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
pub(crate) fn nibble(board: &Board) -> Move {
    let rows = board.rows_left();
    let column = rows.last().map_or(0, |&length| length.saturating_sub(1));
    Move { row: rows.len().saturating_sub(1) as u8, column }
}

/// Returns a random square, the poison only if nothing else is left.
fn random_bite(board: &Board, rng: &mut dyn Rng) -> Move {
    let others = board.squares_left().saturating_sub(1);
    let skip = if others == 0 { 0 } else { rng.random_range(1..=others) };
    let mut left = skip;
    for (&length, row) in board.rows_left().iter().zip(0..) {
        match left.checked_sub(length.into()) {
            Some(rest) => left = rest,
            None => return Move { row, column: left as u8 },
        }
    }
    Move::POISON
}
