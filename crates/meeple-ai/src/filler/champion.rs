//! `champion`: soft territory, the enemy's answers, and tidy packing.
//!
//! 1. Of the placements nearest to the enemy, weigh the *soft* lead each leaves
//!    (see `flood`): head starts say how safe a cell is, not only whose it is.
//! 2. For the best few, draw pieces for the enemy, let it answer each as well
//!    as it can by the same measure, and average what is left.
//! 3. Once no empty cell can be reached from both sides, only room counts:
//!    touch as few free cells as possible, so that more pieces fit.

use super::{
    Bot, View,
    bots::choose_move,
    flood::{Field, Flood, HeadStarts},
    territory::{Weighed, best, new_cells, weighed},
};
use crate::roster::{Resources, Seatable};
use meeple_core::{Choice, Key, Limits, NoChoice, Options, Player};
use meeple_games::filler::{Board, Filler, Move, Piece, Placement, draw_piece, opponent};
use rand::Rng;
use std::cmp::Reverse;

/// The bot.
#[derive(Debug, Clone, Default)]
pub struct Champion {
    options: ChampionOptions,
}

/// How hard the champion thinks; what is not given depends on the size of the board.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChampionOptions {
    /// Pieces drawn for the enemy; 0 looks one ply ahead.
    pub samples: Option<u32>,
    /// How many of the best placements the enemy's answers are tried on.
    pub best: Option<u32>,
    /// How many of its placements the enemy tries.
    pub answers: Option<u32>,
    /// Head starts on each side of none.
    pub reach: Option<u32>,
    /// Steps from one head start to the next.
    pub stride: Option<u32>,
}

impl Options for ChampionOptions {
    const KEYS: &'static [Key<Self>] = &[
        Key::number(
            "samples",
            "pieces drawn for the enemy; 0 looks one ply ahead",
            0..=1000,
            "depends on the board",
            |o| o.samples,
            |o, n| o.samples = Some(n),
        ),
        Key::number(
            "best",
            "placements on which the enemy's answers are tried",
            1..=1000,
            "depends on the board",
            |o| o.best,
            |o, n| o.best = Some(n),
        ),
        Key::number(
            "answers",
            "placements that the enemy tries",
            1..=1000,
            "12",
            |o| o.answers,
            |o, n| o.answers = Some(n),
        ),
        Key::number(
            "reach",
            "head starts on each side of none",
            0..=7,
            "depends on the board",
            |o| o.reach,
            |o, n| o.reach = Some(n),
        ),
        Key::number(
            "stride",
            "steps from one head start to the next",
            1..=20,
            "depends on the board",
            |o| o.stride,
            |o, n| o.stride = Some(n),
        ),
    ];
}

/// How many placements are weighed.
const CANDIDATES: usize = 120;
/// How many placements the enemy tries, if nothing else is said.
const ANSWERS: usize = 12;

/// The options, made complete for a board.
#[derive(Debug, Clone, Copy)]
struct Plan {
    samples: usize,
    best: usize,
    answers: usize,
    heads: HeadStarts,
}

impl Champion {
    /// A champion that thinks so.
    pub fn new(options: ChampionOptions) -> Self {
        Champion { options }
    }

    fn plan(&self, board: &Board) -> Plan {
        let given = |option: Option<u32>, usual: usize| option.map_or(usual, |n| n as usize);
        let heads = usual_heads(board);
        Plan {
            samples: given(self.options.samples, usual_samples(board)),
            best: given(self.options.best, usual_best(board)),
            answers: given(self.options.answers, ANSWERS),
            heads: HeadStarts {
                reach: given(self.options.reach, heads.reach),
                stride: given(self.options.stride, heads.stride),
            },
        }
    }
}

/// The longest sides of a piece on this board, added (F9): 7, 14 and 39 on the standard maps.
fn piece_reach(board: &Board) -> usize {
    board.width() / 5 + board.height() / 5
}

/// The longer the pieces, the less safe is a lead of a few steps.
fn usual_heads(board: &Board) -> HeadStarts {
    match piece_reach(board) {
        0..10 => HeadStarts { reach: 2, stride: 1 },
        10..20 => HeadStarts { reach: 3, stride: 1 },
        _ => HeadStarts { reach: 2, stride: 3 },
    }
}

/// As many as a few milliseconds allow.
fn usual_samples(board: &Board) -> usize {
    match piece_reach(board) {
        0..10 => 24,
        10..20 => 6,
        _ => 0,
    }
}

/// On how many of the best placements the enemy's answers are tried.
fn usual_best(board: &Board) -> usize {
    if piece_reach(board) < 10 { 16 } else { 8 }
}

impl Bot for Champion {
    fn place(&mut self, view: View<'_>, rng: &mut dyn Rng) -> Option<Placement> {
        let plan = self.plan(view.board);
        match view.board.owned(view.seat).words_per_row() {
            1 => choose::<1>(view, plan, rng),
            2 => choose::<2>(view, plan, rng),
            3 => choose::<3>(view, plan, rng),
            _ => choose::<4>(view, plan, rng),
        }
    }
}

impl Player<Filler> for Champion {
    fn choose(
        &mut self,
        position: &Filler,
        _: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<Move>, NoChoice> {
        choose_move(self, position, rng)
    }
}

impl Seatable<Filler> for Champion {
    type Options = ChampionOptions;
    fn seat(options: ChampionOptions, _: &Resources) -> Self {
        Champion::new(options)
    }
}

fn choose<const N: usize>(view: View<'_>, plan: Plan, rng: &mut dyn Rng) -> Option<Placement> {
    let mut field = Field::<N>::new(view.board, view.seat);
    let mut flood = Flood::default();
    if !flood.is_contested(&field) {
        return best(&packed(view, &mut field));
    }
    let mut weighed = softly_weighed(view, CANDIDATES, &mut field, plan.heads);
    if plan.samples == 0 {
        return best(&weighed);
    }
    weighed.sort_by_key(|weighed| Reverse(weighed.worth));
    weighed.truncate(plan.best);
    let pieces: Vec<Piece> = (0..plan.samples).map(|_| draw_piece(view.board, rng)).collect();
    for candidate in &mut weighed {
        let mut board = view.board.clone();
        board.place(view.piece, candidate.at, view.seat);
        let after = |piece| after_answer::<N>(View { board: &board, piece, ..view }, plan);
        candidate.worth = pieces.iter().map(after).sum();
    }
    best(&weighed)
}

fn softly_weighed<const N: usize>(
    view: View<'_>,
    candidates: usize,
    field: &mut Field<N>,
    heads: HeadStarts,
) -> Vec<Weighed> {
    let mut flood = Flood::default();
    let value = |field: &Field<N>| flood.territory(field, heads);
    weighed(view, candidates, field, value, heads.len() as i32)
}

/// Our soft lead after the best answer of the enemy, who has this piece in hand.
fn after_answer<const N: usize>(view: View<'_>, plan: Plan) -> i32 {
    let answer = View { seat: opponent(view.seat), ..view };
    let mut field = Field::<N>::new(view.board, answer.seat);
    let answers = softly_weighed(answer, plan.answers, &mut field, plan.heads);
    if let Some(at) = best(&answers) {
        new_cells(answer, at).for_each(|cell| field.take(cell));
    }
    -Flood::default().lead(&field, plan.heads)
}

/// Every placement, worth more the fewer free cells it touches; edges weigh double.
fn packed<const N: usize>(view: View<'_>, field: &mut Field<N>) -> Vec<Weighed> {
    let touched = |field: &Field<N>, (column, row): (usize, usize)| {
        let around = (-1..=1).flat_map(|down: i32| (-1..=1).map(move |right: i32| (right, down)));
        let free =
            around.filter(|&(right, down)| field.is_free(column as i32 + right, row as i32 + down));
        free.map(|(right, down)| if right == 0 || down == 0 { 2 } else { 1 }).sum::<i32>()
    };
    let weigh = |at: Placement| {
        let new = new_cells(view, at);
        new.clone().for_each(|cell| field.take(cell));
        let worth = -new.clone().map(|cell| touched(field, cell)).sum::<i32>();
        new.for_each(|cell| field.give_back(cell));
        Weighed { worth, at }
    };
    view.placements().map(weigh).collect()
}
