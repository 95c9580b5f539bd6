//! Beam search: one seat's plan over several of its own decisions.
//!
//! ```text
//! now ─► every move ─► the best 3 ─► every move of these ─► the best 3 ─► ...
//! ```
//!
//! What the others do meanwhile is a function that the caller brings: nothing, a likely reply,
//! a sampled deal. With a beam that is wide enough this is the exhaustive search for the best
//! sequence of moves.

use super::{Budget, evaluate::Evaluate, state::State, thought::Thought};
use meeple_core::{Ranked, Seat, Turn};
use std::collections::HashSet;

/// How wide, and how far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beam {
    /// How many positions are followed further, at least one.
    pub width: usize,
    /// How many decisions of ours ahead.
    pub depth: u32,
}

/// Looks for the sequence of own moves that leads to the best position. `between` is called with
/// a position in which it is not our turn, and lets happen what is expected until it is again;
/// where it is not even then, the sequence ends. `None` if nobody is to move.
///
/// ```
/// use meeple_ai::search::{Beam, Budget, beam};
/// use meeple_core::{Game, Limits, Seat, tree_game::TreeGame};
///
/// let tree: TreeGame = "tree=0(a:0(c:5,0|d:1,9)|b:0(e:3,0|f:7,0))".parse()?;
/// let mut points = |position: &TreeGame, seat: Seat| position.points(seat) as f32;
/// let (limits, wide) = (Limits::default(), Beam { width: 9, depth: 2 });
/// let mut budget = Budget::start(&limits);
/// let thought = beam(&tree, &mut points, wide, &mut |_| (), &mut budget).unwrap();
/// assert_eq!(thought.line, ["b".parse()?, "f".parse()?]);
/// # Ok::<(), meeple_core::ParseError>(())
/// ```
pub fn beam<S: State>(
    state: &S,
    evaluation: &mut impl Evaluate<S>,
    beam: Beam,
    between: &mut impl FnMut(&mut S),
    budget: &mut Budget<'_>,
) -> Option<Thought<S::Move>> {
    let Turn::Seat(us) = state.turn() else { return None };
    let mut fan = Fan { us, evaluation, between, budget };
    let root = Way { state: state.clone(), value: f32::NEG_INFINITY, line: Vec::new() };
    let (mut ways, mut depth) = (vec![root], 0);
    while depth < beam.depth && ways.iter().any(|way| fan.goes_on(way)) {
        let (mut next, is_whole) = fan.spread(&ways);
        if !is_whole && depth > 0 || next.is_empty() {
            break;
        }
        keep_best(&mut next, beam.width.max(1));
        ways = next;
        depth += 1;
        if !is_whole {
            break;
        }
    }
    let nodes = fan.budget.nodes();
    let Some(&first) = ways.first()?.line.first() else {
        let mut moves = Vec::new();
        state.moves(&mut moves);
        return moves.first().map(|&mv| Thought { nodes, ..Thought::unseen(mv) });
    };
    let (ranking, lines) = ranked(&ways);
    let value = f64::from(ways[0].value);
    let unknown = (0..state.seats()).map(|seat| if seat == us.index() { value } else { f64::NAN });
    let (values, line) = (unknown.collect(), lines[0].clone());
    Some(Thought { values, line, nodes, depth, ranking, lines, ..Thought::unseen(first) })
}

/// A sequence of our moves and where it leads.
struct Way<S: State> {
    state: S,
    value: f32,
    line: Vec<S::Move>,
}

struct Fan<'a, 'b, E, F> {
    us: Seat,
    evaluation: &'a mut E,
    between: &'a mut F,
    budget: &'a mut Budget<'b>,
}

impl<E, F> Fan<'_, '_, E, F> {
    fn goes_on<S: State>(&self, way: &Way<S>) -> bool {
        way.state.turn() == Turn::Seat(self.us)
    }

    /// Every way by one move longer, those that have ended as they are; and whether the budget
    /// sufficed for all.
    fn spread<S: State>(&mut self, ways: &[Way<S>]) -> (Vec<Way<S>>, bool)
    where
        E: Evaluate<S>,
        F: FnMut(&mut S),
    {
        let (mut longer, mut moves) = (Vec::new(), Vec::new());
        for way in ways {
            if !self.goes_on(way) {
                let Way { state, value, line } = way;
                longer.push(Way { state: state.clone(), value: *value, line: line.clone() });
                continue;
            }
            moves.clear();
            way.state.moves(&mut moves);
            for &mv in &moves {
                if !self.budget.spend(1) {
                    return (longer, false);
                }
                let mut state = way.state.clone();
                state.play(mv);
                if !matches!(state.turn(), Turn::Over) && state.turn() != Turn::Seat(self.us) {
                    (self.between)(&mut state);
                }
                let value = self.evaluation.value(&state, self.us);
                let line = way.line.iter().copied().chain([mv]).collect();
                longer.push(Way { state, value, line });
            }
        }
        (longer, true)
    }
}

/// The best of these, of equal positions the first.
fn keep_best<S: State>(ways: &mut Vec<Way<S>>, width: usize) {
    ways.sort_by(|a, b| b.value.total_cmp(&a.value));
    let mut met = HashSet::new();
    ways.retain(|way| met.insert(way.state.key()));
    ways.truncate(width);
}

/// The first moves of these ways with the best that each leads to, and the ways themselves.
fn ranked<S: State>(ways: &[Way<S>]) -> (Vec<Ranked<S::Move>>, Vec<Line<S>>) {
    let (mut ranking, mut lines) = (Vec::<Ranked<S::Move>>::new(), Vec::new());
    for way in ways {
        let Some(&mv) = way.line.first() else { continue };
        if !ranking.iter().any(|ranked| ranked.mv == mv) {
            ranking.push(Ranked { mv, value: way.value.into() });
            lines.push(way.line.clone());
        }
    }
    (ranking, lines)
}

type Line<S> = Vec<<S as State>::Move>;
