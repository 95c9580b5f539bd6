//! `champion`: soft territory, the enemy's answers, and tidy packing.
//!
//! 1. Of the placements nearest to the enemy, weigh the *soft* lead each leaves
//!    (see `flood`): head starts say how safe a cell is, not only whose it is.
//! 2. For the best few, draw pieces for the enemy, let it answer each as well
//!    as it can by the same measure, and average what is left.
//! 3. Once no empty cell can be reached from both sides, only room counts:
//!    touch as few free cells as possible, so that more pieces fit.
//!
//! A node is a field that is weighed. The enemy's pieces are tried one after
//! the other, each on all of the best few, so that whenever the budget is spent
//! there is a fair comparison: what was weighed by the last whole piece.

use super::{
    Hand, Placer,
    flood::{Field, Flood, HeadStarts},
    territory::{Scale, WORTH_OF_A_CELL, Weighed, choice, first, nearest},
};
use crate::search::Budget;
use meeple_core::{Choice, Key, Options};
use meeple_games::filler::{Board, Piece, Placement, draw_piece, opponent};
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

impl Placer for Champion {
    type Options = ChampionOptions;

    fn with(options: ChampionOptions) -> Self {
        Champion::new(options)
    }

    fn place(
        &mut self,
        hand: Hand<'_>,
        budget: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Option<Choice<Placement>> {
        let plan = self.plan(hand.board);
        match hand.board.owned(hand.seat).words_per_row() {
            1 => choose::<1>(hand, plan, budget, rng),
            2 => choose::<2>(hand, plan, budget, rng),
            3 => choose::<3>(hand, plan, budget, rng),
            _ => choose::<4>(hand, plan, budget, rng),
        }
    }
}

fn choose<const N: usize>(
    hand: Hand<'_>,
    plan: Plan,
    budget: &mut Budget<'_>,
    rng: &mut dyn Rng,
) -> Option<Choice<Placement>> {
    if budget.is_spent() {
        return hand.placements().next().map(Choice::silent);
    }
    let mut field = Field::<N>::new(hand.board, hand.seat);
    if !Flood::default().is_contested(&field) {
        let packed = packed(hand, &mut field, budget);
        return choice(&packed, 1, budget).or_else(|| hand.placements().next().map(Choice::silent));
    }
    let near = nearest(hand, CANDIDATES, budget);
    let mut weighed = plan.softly(hand).weigh(&near, &mut field, budget);
    let cell = plan.heads.len() as i32;
    if plan.samples > 0 && !weighed.is_empty() {
        weighed.sort_by_key(|weighed| Reverse(weighed.worth));
        weighed.truncate(plan.best);
        let pieces: Vec<Piece> = (0..plan.samples).map(|_| draw_piece(hand.board, rng)).collect();
        let answered = answered::<N>(hand, plan, &weighed, &pieces, budget);
        if let Some((answered, pieces)) = answered {
            return choice(&answered, cell * pieces, budget);
        }
    }
    choice(&weighed, cell * WORTH_OF_A_CELL, budget).or_else(|| first(&near))
}

impl Plan {
    /// Weighs by soft territory.
    fn softly<const N: usize>(self, hand: Hand<'_>) -> Scale<'_, impl FnMut(&Field<N>) -> i32> {
        let mut flood = Flood::default();
        let value = move |field: &Field<N>| flood.territory(field, self.heads);
        Scale { hand, pull: self.heads.len() as i32, value }
    }
}

/// The candidates, each worth what our soft leads add up to after the enemy's best answers to
/// it, and with how many of the pieces; `None` if the budget does not suffice for one.
fn answered<const N: usize>(
    hand: Hand<'_>,
    plan: Plan,
    candidates: &[Weighed],
    pieces: &[Piece],
    budget: &mut Budget<'_>,
) -> Option<(Vec<Weighed>, i32)> {
    let lay = |candidate: &Weighed| {
        let mut board = hand.board.clone();
        board.place(hand.piece, candidate.at, hand.seat);
        board
    };
    let boards: Vec<Board> = candidates.iter().map(lay).collect();
    let mut sums = vec![0; boards.len()];
    let mut tried = 0;
    for piece in pieces {
        let after = |board| after_answer::<N>(Hand { board, piece, ..hand }, plan, budget);
        let Some(leads) = boards.iter().map(after).collect::<Option<Vec<i32>>>() else { break };
        sums.iter_mut().zip(leads).for_each(|(sum, lead)| *sum += lead);
        tried += 1;
    }
    let weighed =
        candidates.iter().zip(sums).map(|(&Weighed { at, .. }, worth)| Weighed { worth, at });
    (tried > 0).then(|| (weighed.collect(), tried))
}

/// Our soft lead after the best answer of the enemy, who has this piece in hand; `None` if the
/// budget does not suffice to find that answer.
fn after_answer<const N: usize>(
    hand: Hand<'_>,
    plan: Plan,
    budget: &mut Budget<'_>,
) -> Option<i32> {
    let answer = Hand { seat: opponent(hand.seat), ..hand };
    let mut field = Field::<N>::new(hand.board, answer.seat);
    let near = nearest(answer, plan.answers, budget);
    let answers = plan.softly(answer).weigh(&near, &mut field, budget);
    if answers.len() < near.len() || !budget.spend(1) {
        return None;
    }
    // The first of the best.
    let best = answers.iter().rev().max_by_key(|answer| answer.worth);
    if let Some(best) = best {
        answer.new_cells(best.at).for_each(|cell| field.take(cell));
    }
    Some(-Flood::default().lead(&field, plan.heads))
}

/// Every placement, worth more the fewer free cells it touches; edges weigh double.
fn packed<const N: usize>(
    hand: Hand<'_>,
    field: &mut Field<N>,
    budget: &mut Budget<'_>,
) -> Vec<Weighed> {
    let touched = |field: &Field<N>, (column, row): (usize, usize)| {
        let around = (-1..=1).flat_map(|down: i32| (-1..=1).map(move |right: i32| (right, down)));
        let free =
            around.filter(|&(right, down)| field.is_free(column as i32 + right, row as i32 + down));
        free.map(|(right, down)| if right == 0 || down == 0 { 2 } else { 1 }).sum::<i32>()
    };
    let weigh = |at: Placement| {
        let new = hand.new_cells(at);
        new.clone().for_each(|cell| field.take(cell));
        let worth = -new.clone().map(|cell| touched(field, cell)).sum::<i32>();
        new.for_each(|cell| field.give_back(cell));
        Weighed { worth, at }
    };
    hand.placements().take_while(|_| budget.spend(1)).map(weigh).collect()
}
