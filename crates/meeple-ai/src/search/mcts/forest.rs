//! The search entry point: independent trees, and their combined result.

use super::{
    MctsSettings,
    tree::{MctsNode, MctsTree, NodeEdge, NodeMover},
    tree_grower::TreeGrower,
};
use crate::search::{Budget, evaluate::Evaluator, search_result::SearchResult, state::SearchState};
use meeple_core::{
    PositionHasher, RankedMove, Seat, Turn,
    rng::{RngStream, seeded},
};
use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

/// Search trees to reuse between moves. Reused statistics influence the result, so a search under a node
/// limit should start with a new forest.
#[derive(Debug)]
pub struct Forest<S: SearchState> {
    trees: Vec<MctsTree<S>>,
}

impl<S: SearchState> Default for Forest<S> {
    fn default() -> Self {
        Forest { trees: Vec::new() }
    }
}

impl<S: SearchState> Forest<S> {
    /// Returns how often the root has been visited.
    pub fn visits(&self) -> u64 {
        self.trees.iter().map(|tree| u64::from(tree.nodes[0].visits)).sum()
    }

    /// Prepares `count` trees with this root, reusing those that contain the position.
    fn prepare(&mut self, state: &S, count: usize) {
        self.trees.retain_mut(|tree| tree.reroot(state));
        self.trees.resize_with(count, || MctsTree::new(state.clone()));
    }
}

/// Grows trees until the budget is spent or the root is solved; each visit counts as one node. Chooses the
/// most visited move, or a solved move that is at least as good. `None` if no seat is to move.
///
/// ```
/// use meeple_ai::search::{Budget, Forest, MctsSettings, Rollout, mcts};
/// use meeple_core::{Game, Limits, Seat, tree_game::TreeGame};
///
/// let tree: TreeGame = "tree=0(a:1(c:5,0|d:0,9)|b:?(e*1:2,0|f*3:4,2))".parse()?;
/// let points = |position: &TreeGame, seat: Seat| position.points(seat) as f32;
/// let limits = Limits { nodes: Some(200), ..Limits::default() };
/// let (mut forest, mut budget) = (Forest::default(), Budget::start(&limits));
/// let playouts = Rollout::new(points);
/// let thought = mcts(&tree, &playouts, &MctsSettings::default(), &mut forest, &mut budget).unwrap();
/// assert_eq!((thought.mv.to_string(), thought.values), ("b".to_owned(), vec![3.5, 1.5]));
/// # Ok::<(), meeple_core::ParseError>(())
/// ```
pub fn mcts<S, E>(
    state: &S,
    evaluation: &E,
    growth: &MctsSettings,
    forest: &mut Forest<S>,
    budget: &mut Budget<'_>,
) -> Option<SearchResult<S::Move>>
where
    S: SearchState<Move: Send> + Send,
    E: Evaluator<S> + Clone + Send,
{
    let Turn::Seat(us) = state.turn() else { return None };
    let limit = budget.nodes_left();
    let count = if limit.is_some() { growth.trees.max(1) } else { budget.threads() };
    forest.prepare(state, count);
    let done = AtomicBool::new(false);
    let shares = forest.trees.iter_mut().enumerate().map(|(at, tree)| {
        let nodes = limit.map_or(u64::MAX, |nodes| share(nodes, at, count));
        let mut evaluation = evaluation.clone();
        let seed = PositionHasher::hash([growth.seed, at as u64]);
        evaluation.seed(seed);
        let rng = seeded(seed, RngStream::Other(0));
        (TreeGrower::new(tree, evaluation, growth, rng), budget.share(nodes, &done))
    });
    let grow = |(mut grower, mut budget): (TreeGrower<'_, S, E>, Budget<'_>)| {
        grower.grow(&mut budget);
        // Under a node limit the others go on: which tree finishes first depends on timing.
        done.fetch_or(limit.is_none(), Ordering::Relaxed);
        budget.nodes()
    };
    let nodes = on_threads(shares.collect(), budget.threads(), &grow);
    budget.count(nodes);
    let thought = ForestResult::collect(forest, us).into_search_result(us);
    let thought = thought.or_else(|| {
        let mut moves = Vec::new();
        state.moves(&mut moves);
        moves.first().map(|&mv| SearchResult::without_search(mv))
    });
    thought.map(|thought| SearchResult { nodes: budget.nodes(), ..thought })
}

/// Returns the share of the nodes for tree number `at` of `count`.
fn share(nodes: u64, at: usize, count: usize) -> u64 {
    nodes / count as u64 + u64::from((at as u64) < nodes % count as u64)
}

/// Runs all work items on this many threads and sums the results.
fn on_threads<T: Send>(work: Vec<T>, threads: usize, run: &(impl Fn(T) -> u64 + Sync)) -> u64 {
    let threads = threads.clamp(1, work.len().max(1));
    if threads == 1 {
        return work.into_iter().map(run).sum();
    }
    let mut parts: Vec<Vec<T>> = (0..threads).map(|_| Vec::new()).collect();
    work.into_iter().enumerate().for_each(|(at, work)| parts[at % threads].push(work));
    thread::scope(|scope| {
        let started: Vec<_> = parts
            .into_iter()
            .map(|part| scope.spawn(move || part.into_iter().map(run).sum::<u64>()))
            .collect();
        started.into_iter().map(|thread| thread.join().expect("no search panics")).sum()
    })
}

/// The combined statistics of all trees for one move of the root.
struct MoveStatistics<M> {
    mv: M,
    visits: u64,
    /// Mean value for each seat.
    values: Vec<f64>,
    is_solved: bool,
    line: Vec<M>,
}

/// The combined statistics of all trees.
struct ForestResult<M> {
    moves: Vec<MoveStatistics<M>>,
    is_whole: bool,
}

impl<M: Copy + Eq> ForestResult<M> {
    fn collect<S: SearchState<Move = M>>(forest: &Forest<S>, us: Seat) -> Self {
        let mut moves: Vec<MoveStatistics<M>> = Vec::new();
        for tree in &forest.trees {
            for child in tree.nodes[0].children() {
                let MctsNode { edge: NodeEdge::Move(mv), visits, is_solved, .. } =
                    tree.nodes[child]
                else {
                    continue;
                };
                if visits == 0 {
                    continue;
                }
                let values = tree.means_of(child).iter().map(|&mean| f64::from(mean)).collect();
                let (visits, line) = (u64::from(visits), line(tree, child, mv));
                let stats = MoveStatistics { mv, visits, values, is_solved, line };
                match moves.iter_mut().find(|known| known.mv == mv) {
                    Some(known) => known.add(stats),
                    None => moves.push(stats),
                }
            }
        }
        let is_whole = forest.trees.iter().any(|tree| tree.nodes[0].is_solved);
        moves.sort_by(|a, b| b.values[us.index()].total_cmp(&a.values[us.index()]));
        ForestResult { moves, is_whole }
    }

    fn into_search_result(self, us: Seat) -> Option<SearchResult<M>> {
        let value = |stats: &MoveStatistics<M>| stats.values[us.index()];
        let proven = self.moves.iter().find(|stats| stats.is_solved);
        let mut best: Option<&MoveStatistics<M>> = None;
        for stats in self.moves.iter().filter(|stats| !stats.is_solved) {
            if best.is_none_or(|best| stats.visits > best.visits) {
                best = Some(stats);
            }
        }
        let best = match (proven, best) {
            (Some(proven), Some(best)) if value(proven) >= value(best) => proven,
            (proven, best) => best.or(proven)?,
        };
        // Moves that look better but were tried too rarely to be trusted are not listed.
        let others = self.moves.iter().filter(|stats| stats.mv != best.mv);
        let others = others.filter(|stats| value(stats) <= value(best));
        let listed: Vec<&MoveStatistics<M>> = std::iter::once(best).chain(others).collect();
        Some(SearchResult {
            values: best.values.clone(),
            line: best.line.clone(),
            depth: best.line.len() as u32,
            is_complete: self.is_whole,
            ranking: listed
                .iter()
                .map(|stats| RankedMove { mv: stats.mv, value: value(stats) })
                .collect(),
            lines: listed.iter().map(|stats| stats.line.clone()).collect(),
            visits: listed.iter().map(|stats| stats.visits).collect(),
            ..SearchResult::without_search(best.mv)
        })
    }
}

impl<M> MoveStatistics<M> {
    /// Merges another tree's statistics: solved values replace estimates, otherwise visits are the weights.
    fn add(&mut self, other: Self) {
        let visits = self.visits + other.visits;
        if self.is_solved == other.is_solved {
            let part = other.visits as f64 / visits as f64;
            for (value, more) in self.values.iter_mut().zip(other.values) {
                *value += (more - *value) * part;
            }
            if other.line.len() > self.line.len() {
                self.line = other.line;
            }
        } else if other.is_solved {
            *self = other;
        }
        self.visits = visits;
    }
}

/// Returns the expected continuation from this child of the root: the proven best moves, or the most visited.
fn line<S: SearchState>(tree: &MctsTree<S>, child: usize, first: S::Move) -> Vec<S::Move> {
    let (mut node, mut line) = (child, vec![first]);
    while let NodeMover::Seat(seat) = tree.nodes[node].turn {
        let seat = Seat::new(usize::from(seat));
        let is_proven = tree.nodes[node].is_solved;
        let mut best: Option<(u32, f32, usize)> = None;
        for child in tree.nodes[node].children() {
            let MctsNode { visits, is_solved, .. } = tree.nodes[child];
            let weight = (if is_proven { 0 } else { visits }, tree.mean(child, seat));
            let is_better = best.is_none_or(|(visits, mean, _)| weight > (visits, mean));
            if visits > 0 && (is_solved || !is_proven) && is_better {
                best = Some((weight.0, weight.1, child));
            }
        }
        let Some((.., best)) = best else { break };
        let NodeEdge::Move(mv) = tree.nodes[best].edge else { break };
        line.push(mv);
        node = best;
    }
    line
}
