//! Games as the statistics need them: taken apart into steps, and counted.
//!
//! ```text
//! ranks  a 1, b 2, c 2, d 4
//! steps  {a} of {a b c d}   {b c} of {b c d}   (d alone: nothing to tell)
//! ```
//!
//! What is expected of a step depends on those to be placed only, so each such
//! set is kept once. Blocks that went alike are kept once, too, with their
//! number. Nothing here depends on the order in which the games are listed.

use super::{
    Observation,
    choice::{MAX_SEATS, Tie},
};
use std::collections::{BTreeSet, HashMap};

/// All games.
#[derive(Debug, Clone)]
pub(super) struct Evidence {
    /// How many entrants there are.
    pub(super) entrants: usize,
    /// The sizes in which ties were seen, ascending.
    pub(super) tie_sizes: Vec<usize>,
    /// Those to be placed in some step, ascending. Who sat twice is listed twice.
    pub(super) sets: Vec<Vec<usize>>,
    /// The blocks.
    pub(super) blocks: Vec<Blocks>,
    /// For each entrant the first of those with whom games connect it; itself, if none does.
    pub(super) component: Vec<usize>,
    /// Who took part in any game.
    pub(super) played: Vec<bool>,
}

/// Blocks that went alike.
#[derive(Debug, Clone)]
pub(super) struct Blocks {
    /// How many.
    pub(super) count: usize,
    /// How many games each has.
    pub(super) games: usize,
    /// All steps of such a block.
    pub(super) steps: Vec<Step>,
}

/// Some of a set were placed next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Step {
    /// Those to be placed: the number of the set.
    pub(super) set: usize,
    /// Which of them were: a bit each.
    pub(super) chosen: u32,
}

/// What the likelihood needs of the games: sums.
#[derive(Debug, Clone)]
pub(super) struct Tally {
    /// The sum of the statistics of all steps; entrants, then sizes of ties.
    pub(super) observed: Vec<f64>,
    /// How often each set was chosen from.
    pub(super) sets: Vec<f64>,
}

/// How much a game counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    /// A game counts as one.
    Games,
    /// A block counts as one.
    Blocks,
}

impl Evidence {
    pub(super) fn new(entrants: usize, games: &[Observation]) -> Self {
        let mut component: Vec<usize> = (0..entrants).collect();
        let mut played = vec![false; entrants];
        for game in games {
            assert!(game.entrants.len() == game.ranks.len(), "a rank for each entrant: {game:?}");
            assert!(game.entrants.len() <= MAX_SEATS, "too many entrants in a game: {game:?}");
            assert!(game.entrants.iter().all(|&at| at < entrants), "no such entrant: {game:?}");
            for &entrant in &game.entrants {
                played[entrant] = true;
                join(&mut component, game.entrants[0], entrant);
            }
        }
        let component = (0..entrants).map(|entrant| first(&component, entrant)).collect();
        let mut sets = Sets::default();
        let mut blocks = sets.blocks(games);
        let renumbered = sets.renumbered();
        let mut seen: HashMap<(usize, Vec<Step>), usize> = HashMap::new();
        let mut distinct: Vec<Blocks> = Vec::new();
        for (games, steps) in &mut blocks {
            for step in &mut *steps {
                step.set = renumbered[step.set];
            }
            steps.sort_unstable();
            let next = distinct.len();
            let index = *seen.entry((*games, steps.clone())).or_insert(next);
            if index == next {
                distinct.push(Blocks { count: 0, games: *games, steps: std::mem::take(steps) });
            }
            distinct[index].count += 1;
        }
        let tie_sizes = sets.tie_sizes.iter().copied().collect();
        Evidence { entrants, tie_sizes, sets: sets.sorted(), blocks: distinct, component, played }
    }

    /// How many unknowns there are: a strength an entrant, a weight a size of ties.
    pub(super) fn unknowns(&self) -> usize {
        self.entrants + self.tie_sizes.len()
    }

    /// The sums of all blocks.
    pub(super) fn tally(&self, weight: Weight) -> Tally {
        let mut tally =
            Tally { observed: vec![0.0; self.unknowns()], sets: vec![0.0; self.sets.len()] };
        for blocks in &self.blocks {
            let count = match weight {
                Weight::Games => blocks.count as f64,
                Weight::Blocks => blocks.count as f64 / blocks.games as f64,
            };
            for step in &blocks.steps {
                tally.sets[step.set] += count;
                self.statistic(*step, |unknown, part| tally.observed[unknown] += count * part);
            }
        }
        tally
    }

    /// Says what a step's statistic has of each unknown.
    pub(super) fn statistic(&self, step: Step, mut each: impl FnMut(usize, f64)) {
        let size = step.chosen.count_ones() as usize;
        let set = self.sets[step.set].iter().enumerate();
        for (_, &entrant) in set.filter(|(at, _)| step.chosen >> at & 1 == 1) {
            each(entrant, 1.0 / size as f64);
        }
        if let Ok(index) = self.tie_sizes.binary_search(&size) {
            each(self.entrants + index, 1.0);
        }
    }

    /// The numbers of the unknowns in the order of a [`Choice`](super::choice::Choice)'s parts.
    pub(super) fn parts(&self, set: usize) -> impl Iterator<Item = usize> {
        self.sets[set].iter().copied().chain(self.entrants..self.unknowns())
    }

    /// The ties, given all unknowns.
    pub(super) fn ties(&self, unknowns: &[f64]) -> Vec<Tie> {
        let sizes = self.tie_sizes.iter().zip(&unknowns[self.entrants..]);
        sizes.map(|(&size, &log_weight)| Tie { size, log_weight }).collect()
    }
}

/// The sets seen so far, numbered as they come.
#[derive(Default)]
struct Sets {
    numbers: HashMap<Vec<usize>, usize>,
    tie_sizes: BTreeSet<usize>,
}

impl Sets {
    /// How many games each block has, and their steps; the blocks by their numbers.
    fn blocks(&mut self, games: &[Observation]) -> Vec<(usize, Vec<Step>)> {
        let mut sorted: Vec<&Observation> = games.iter().collect();
        sorted.sort_by_key(|game| game.block);
        let block = |games: &[&Observation]| {
            let mut steps = Vec::new();
            for game in games {
                self.add(game, &mut steps);
            }
            (games.len(), steps)
        };
        sorted.chunk_by(|a, b| a.block == b.block).map(block).collect()
    }

    fn add(&mut self, game: &Observation, steps: &mut Vec<Step>) {
        let ranks = game.ranks.iter().copied();
        let mut placed: Vec<(u8, usize)> = ranks.zip(game.entrants.iter().copied()).collect();
        placed.sort_unstable();
        let mut rest = placed.as_slice();
        while rest.len() > 1 {
            let tied = rest.iter().take_while(|(rank, _)| *rank == rest[0].0).count();
            let mut set: Vec<usize> = rest.iter().map(|&(_, entrant)| entrant).collect();
            set.sort_unstable();
            let mut chosen = 0;
            let mut at = 0;
            for &(_, entrant) in &rest[..tied] {
                while set[at] != entrant {
                    at += 1;
                }
                chosen |= 1 << at;
                at += 1;
            }
            if tied > 1 {
                self.tie_sizes.insert(tied);
            }
            let next = self.numbers.len();
            steps.push(Step { set: *self.numbers.entry(set).or_insert(next), chosen });
            rest = &rest[tied..];
        }
    }

    /// The place of each set among all, sorted.
    fn renumbered(&self) -> Vec<usize> {
        let mut sorted: Vec<(&Vec<usize>, usize)> =
            self.numbers.iter().map(|(set, &number)| (set, number)).collect();
        sorted.sort_unstable();
        let mut places = vec![0; sorted.len()];
        sorted.iter().enumerate().for_each(|(place, (_, number))| places[*number] = place);
        places
    }

    fn sorted(self) -> Vec<Vec<usize>> {
        let mut sets: Vec<Vec<usize>> = self.numbers.into_keys().collect();
        sets.sort_unstable();
        sets
    }
}

/// The first of those with whom an entrant is connected.
fn first(component: &[usize], mut entrant: usize) -> usize {
    while component[entrant] != entrant {
        entrant = component[entrant];
    }
    entrant
}

fn join(component: &mut [usize], a: usize, b: usize) {
    let (a, b) = (first(component, a), first(component, b));
    component[a.max(b)] = a.min(b);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ranking_is_taken_apart() {
        let game = Observation { block: 7, entrants: vec![3, 0, 2, 1], ranks: vec![1, 2, 2, 4] };
        let evidence = Evidence::new(5, &[game.clone(), game]);
        assert_eq!(evidence.sets, [vec![0, 1, 2], vec![0, 1, 2, 3]]);
        assert_eq!(evidence.tie_sizes, [2]);
        let [blocks] = &evidence.blocks[..] else { panic!("{evidence:?}") };
        let (tied, alone) = (Step { set: 0, chosen: 0b101 }, Step { set: 1, chosen: 0b1000 });
        assert_eq!(blocks.steps, [tied, tied, alone, alone]);
        assert_eq!((blocks.count, blocks.games), (1, 2));
        assert_eq!(evidence.tally(Weight::Games).observed, [1.0, 0.0, 1.0, 2.0, 0.0, 2.0]);
        assert_eq!(evidence.tally(Weight::Blocks).sets, [1.0, 1.0]);
        assert_eq!(evidence.component, [0, 0, 0, 0, 4]);
    }
}
