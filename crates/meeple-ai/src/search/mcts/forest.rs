//! The search: trees that grow apart from each other, and what they say together.

use super::{
    Growth,
    grow::Gardener,
    tree::{Mover, Node, Tree, Way},
};
use crate::search::{Budget, evaluate::Evaluate, state::State, thought::Thought};
use meeple_core::{
    Mixer, Ranked, Seat, Turn,
    rng::{Stream, seeded},
};
use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

/// Trees that have grown, to be kept between moves. What was learned before is part of the
/// question, so whoever thinks under a limit of nodes begins with a new one.
#[derive(Debug)]
pub struct Forest<S: State> {
    trees: Vec<Tree<S>>,
}

impl<S: State> Default for Forest<S> {
    fn default() -> Self {
        Forest { trees: Vec::new() }
    }
}

impl<S: State> Forest<S> {
    /// How often the root has been visited.
    pub fn visits(&self) -> u64 {
        self.trees.iter().map(|tree| u64::from(tree.nodes[0].visits)).sum()
    }

    /// So many trees with this root; those that know the position are kept.
    fn begin(&mut self, state: &S, count: usize) {
        self.trees.retain_mut(|tree| tree.follow(state));
        self.trees.resize_with(count, || Tree::new(state.clone()));
    }
}

/// Lets trees grow until the budget is spent or nothing is left to be learned; a visit is a
/// node. The most visited move is chosen, or one that is proven to be better. `None` if nobody is
/// to move.
///
/// ```
/// use meeple_ai::search::{Budget, Forest, Growth, Rollout, mcts};
/// use meeple_core::{Game, Limits, Seat, tree_game::TreeGame};
///
/// let tree: TreeGame = "tree=0(a:1(c:5,0|d:0,9)|b:?(e*1:2,0|f*3:4,2))".parse()?;
/// let points = |position: &TreeGame, seat: Seat| position.points(seat) as f32;
/// let limits = Limits { nodes: Some(200), ..Limits::default() };
/// let (mut forest, mut budget) = (Forest::default(), Budget::start(&limits));
/// let playouts = Rollout::new(points);
/// let thought = mcts(&tree, &playouts, &Growth::default(), &mut forest, &mut budget).unwrap();
/// assert_eq!((thought.mv.to_string(), thought.values), ("b".to_owned(), vec![3.5, 1.5]));
/// # Ok::<(), meeple_core::ParseError>(())
/// ```
pub fn mcts<S, E>(
    state: &S,
    evaluation: &E,
    growth: &Growth,
    forest: &mut Forest<S>,
    budget: &mut Budget<'_>,
) -> Option<Thought<S::Move>>
where
    S: State<Move: Send> + Send,
    E: Evaluate<S> + Clone + Send,
{
    let Turn::Seat(us) = state.turn() else { return None };
    let limit = budget.nodes_left();
    let count = if limit.is_some() { growth.trees.max(1) } else { budget.threads() };
    forest.begin(state, count);
    let done = AtomicBool::new(false);
    let shares = forest.trees.iter_mut().enumerate().map(|(at, tree)| {
        let nodes = limit.map_or(u64::MAX, |nodes| share(nodes, at, count));
        let mut evaluation = evaluation.clone();
        let seed = Mixer::hash([growth.seed, at as u64]);
        evaluation.seed(seed);
        let rng = seeded(seed, Stream::Other(0));
        (Gardener::new(tree, evaluation, growth, rng), budget.share(nodes, &done))
    });
    let grow = |(mut gardener, mut budget): (Gardener<'_, S, E>, Budget<'_>)| {
        gardener.grow(&mut budget);
        // Under a limit of nodes others go on, as who is first is chance.
        done.fetch_or(limit.is_none(), Ordering::Relaxed);
        budget.nodes()
    };
    let nodes = on_threads(shares.collect(), budget.threads(), &grow);
    budget.count(nodes);
    let thought = Harvest::of(forest, us).thought(us);
    let thought = thought.or_else(|| {
        let mut moves = Vec::new();
        state.moves(&mut moves);
        moves.first().map(|&mv| Thought::unseen(mv))
    });
    thought.map(|thought| Thought { nodes: budget.nodes(), ..thought })
}

/// What one of `count` trees gets of all nodes.
fn share(nodes: u64, at: usize, count: usize) -> u64 {
    nodes / count as u64 + u64::from((at as u64) < nodes % count as u64)
}

/// Does all the work on so many threads, and adds up what it returns.
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

/// What all trees say of a move of the root.
struct Fruit<M> {
    mv: M,
    visits: u64,
    /// What each seat got on average.
    values: Vec<f64>,
    is_solved: bool,
    line: Vec<M>,
}

/// What all trees say.
struct Harvest<M> {
    moves: Vec<Fruit<M>>,
    is_whole: bool,
}

impl<M: Copy + Eq> Harvest<M> {
    fn of<S: State<Move = M>>(forest: &Forest<S>, us: Seat) -> Self {
        let mut moves: Vec<Fruit<M>> = Vec::new();
        for tree in &forest.trees {
            for child in tree.nodes[0].children() {
                let Node { way: Way::Move(mv), visits, is_solved, .. } = tree.nodes[child] else {
                    continue;
                };
                if visits == 0 {
                    continue;
                }
                let values = tree.means_of(child).iter().map(|&mean| f64::from(mean)).collect();
                let (visits, line) = (u64::from(visits), line(tree, child, mv));
                let fruit = Fruit { mv, visits, values, is_solved, line };
                match moves.iter_mut().find(|known| known.mv == mv) {
                    Some(known) => known.add(fruit),
                    None => moves.push(fruit),
                }
            }
        }
        let is_whole = forest.trees.iter().any(|tree| tree.nodes[0].is_solved);
        moves.sort_by(|a, b| b.values[us.index()].total_cmp(&a.values[us.index()]));
        Harvest { moves, is_whole }
    }

    fn thought(self, us: Seat) -> Option<Thought<M>> {
        let value = |fruit: &Fruit<M>| fruit.values[us.index()];
        let proven = self.moves.iter().find(|fruit| fruit.is_solved);
        let mut best: Option<&Fruit<M>> = None;
        for fruit in self.moves.iter().filter(|fruit| !fruit.is_solved) {
            if best.is_none_or(|best| fruit.visits > best.visits) {
                best = Some(fruit);
            }
        }
        let best = match (proven, best) {
            (Some(proven), Some(best)) if value(proven) >= value(best) => proven,
            (proven, best) => best.or(proven)?,
        };
        // What looks better, but was tried too seldom to be believed, is not listed.
        let others = self.moves.iter().filter(|fruit| fruit.mv != best.mv);
        let others = others.filter(|fruit| value(fruit) <= value(best));
        let listed: Vec<&Fruit<M>> = std::iter::once(best).chain(others).collect();
        Some(Thought {
            values: best.values.clone(),
            line: best.line.clone(),
            depth: best.line.len() as u32,
            is_whole: self.is_whole,
            ranking: listed
                .iter()
                .map(|fruit| Ranked { mv: fruit.mv, value: value(fruit) })
                .collect(),
            lines: listed.iter().map(|fruit| fruit.line.clone()).collect(),
            visits: listed.iter().map(|fruit| fruit.visits).collect(),
            ..Thought::unseen(best.mv)
        })
    }
}

impl<M> Fruit<M> {
    /// What is proven counts alone; else visits decide how much each says.
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

/// What is expected from this child of the root on: what is proven to be best, or was visited
/// most.
fn line<S: State>(tree: &Tree<S>, child: usize, first: S::Move) -> Vec<S::Move> {
    let (mut node, mut line) = (child, vec![first]);
    while let Mover::Seat(seat) = tree.nodes[node].turn {
        let seat = Seat::new(usize::from(seat));
        let is_proven = tree.nodes[node].is_solved;
        let mut best: Option<(u32, f32, usize)> = None;
        for child in tree.nodes[node].children() {
            let Node { visits, is_solved, .. } = tree.nodes[child];
            let weight = (if is_proven { 0 } else { visits }, tree.mean(child, seat));
            let is_better = best.is_none_or(|(visits, mean, _)| weight > (visits, mean));
            if visits > 0 && (is_solved || !is_proven) && is_better {
                best = Some((weight.0, weight.1, child));
            }
        }
        let Some((.., best)) = best else { break };
        let Way::Move(mv) = tree.nodes[best].way else { break };
        line.push(mv);
        node = best;
    }
    line
}
