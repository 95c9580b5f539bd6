//! Beam search: the best sequence of one seat's own decisions.
//!
//! ```text
//! now ─► every move ─► the best 3 ─► every move from these ─► the best 3 ─► ...
//! ```
//!
//! The caller supplies a function for what happens between the seat's turns: nothing, a likely reply, a
//! sampled deal. With a wide enough beam this is an exhaustive search for the best sequence of moves.

use super::{Budget, evaluate::Evaluator, search_result::SearchResult, state::SearchState};
use meeple_core::{RankedMove, Seat, Turn};
use std::collections::HashSet;

/// Width and depth of the beam.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BeamSettings {
    /// How many positions are kept after each step, at least one.
    pub width: usize,
    /// How many of the seat's own decisions to look ahead.
    pub depth: u32,
}

/// Searches for the sequence of own moves that leads to the best position. `between` is called with a
/// position in which it is another seat's or chance's turn, and plays what is expected until the searching
/// seat is to move again; if it isn't then, the sequence ends. `None` if no seat is to move.
///
/// ```
/// use meeple_ai::search::{BeamSettings, Budget, beam};
/// use meeple_core::{Game, Limits, Seat, tree_game::TreeGame};
///
/// let tree: TreeGame = "tree=0(a:0(c:5,0|d:1,9)|b:0(e:3,0|f:7,0))".parse()?;
/// let mut points = |position: &TreeGame, seat: Seat| position.points(seat) as f32;
/// let (limits, wide) = (Limits::default(), BeamSettings { width: 9, depth: 2 });
/// let mut budget = Budget::start(&limits);
/// let thought = beam(&tree, &mut points, wide, &mut |_| (), &mut budget).unwrap();
/// assert_eq!(thought.line, ["b".parse()?, "f".parse()?]);
/// # Ok::<(), meeple_core::ParseError>(())
/// ```
pub fn beam<S: SearchState>(
    state: &S,
    evaluation: &mut impl Evaluator<S>,
    beam: BeamSettings,
    between: &mut impl FnMut(&mut S),
    budget: &mut Budget<'_>,
) -> Option<SearchResult<S::Move>> {
    let Turn::Seat(us) = state.turn() else { return None };
    let mut fan = BeamExpansion { us, evaluation, between, budget };
    let root = BeamPath { state: state.clone(), value: f32::NEG_INFINITY, line: Vec::new() };
    let (mut ways, mut depth) = (vec![root], 0);
    while depth < beam.depth && ways.iter().any(|way| fan.can_continue(way)) {
        let (mut next, is_whole) = fan.expand(&ways);
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
        return moves.first().map(|&mv| SearchResult { nodes, ..SearchResult::without_search(mv) });
    };
    let (ranking, lines) = ranked(&ways);
    let value = f64::from(ways[0].value);
    let unknown = (0..state.seats()).map(|seat| if seat == us.index() { value } else { f64::NAN });
    let (values, line) = (unknown.collect(), lines[0].clone());
    Some(SearchResult {
        values,
        line,
        nodes,
        depth,
        ranking,
        lines,
        ..SearchResult::without_search(first)
    })
}

/// A sequence of own moves and the position it leads to.
struct BeamPath<S: SearchState> {
    state: S,
    value: f32,
    line: Vec<S::Move>,
}

struct BeamExpansion<'a, 'b, E, F> {
    us: Seat,
    evaluation: &'a mut E,
    between: &'a mut F,
    budget: &'a mut Budget<'b>,
}

impl<E, F> BeamExpansion<'_, '_, E, F> {
    fn can_continue<S: SearchState>(&self, way: &BeamPath<S>) -> bool {
        way.state.turn() == Turn::Seat(self.us)
    }

    /// Extends every sequence by one move and keeps finished ones unchanged. Also returns whether the budget
    /// sufficed for all of them.
    fn expand<S: SearchState>(&mut self, ways: &[BeamPath<S>]) -> (Vec<BeamPath<S>>, bool)
    where
        E: Evaluator<S>,
        F: FnMut(&mut S),
    {
        let (mut longer, mut moves) = (Vec::new(), Vec::new());
        for way in ways {
            if !self.can_continue(way) {
                let BeamPath { state, value, line } = way;
                longer.push(BeamPath { state: state.clone(), value: *value, line: line.clone() });
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
                longer.push(BeamPath { state, value, line });
            }
        }
        (longer, true)
    }
}

/// Keeps the `width` best sequences; of equal positions only the best, or the first on ties.
fn keep_best<S: SearchState>(ways: &mut Vec<BeamPath<S>>, width: usize) {
    ways.sort_by(|a, b| b.value.total_cmp(&a.value));
    let mut met = HashSet::new();
    ways.retain(|way| met.insert(way.state.key()));
    ways.truncate(width);
}

/// Returns each distinct first move with its best value, and the sequence that reaches it.
fn ranked<S: SearchState>(
    ways: &[BeamPath<S>],
) -> (Vec<RankedMove<S::Move>>, Vec<MoveSequence<S>>) {
    let (mut ranking, mut lines) = (Vec::<RankedMove<S::Move>>::new(), Vec::new());
    for way in ways {
        let Some(&mv) = way.line.first() else { continue };
        if !ranking.iter().any(|ranked| ranked.mv == mv) {
            ranking.push(RankedMove { mv, value: way.value.into() });
            lines.push(way.line.clone());
        }
    }
    (ranking, lines)
}

type MoveSequence<S> = Vec<<S as SearchState>::Move>;
