//! The games, split into ranking steps and counted.
//!
//! ```text
//! ranks  a 1, b 2, c 2, d 4
//! steps  {a} of {a b c d}   {b c} of {b c d}   (d alone: no information)
//! ```
//!
//! The expected outcome of a step depends only on the entrants still to be placed, so each such set is stored
//! once. Blocks with identical results are stored once as well, with their count. Nothing here depends on the
//! order in which the games are listed.

use super::{
    Observation,
    next_rank::{MAX_SEATS, TieSize},
};
use std::collections::{BTreeSet, HashMap};

/// All games, split into steps.
#[derive(Debug, Clone)]
pub(super) struct GameEvidence {
    /// Number of entrants.
    pub(super) entrants: usize,
    /// The sizes of ties that occurred, ascending.
    pub(super) tie_sizes: Vec<usize>,
    /// For each distinct step, the entrants to be placed, ascending. An entrant in two seats is listed twice.
    pub(super) sets: Vec<Vec<usize>>,
    /// The blocks, grouped by identical results.
    pub(super) blocks: Vec<IdenticalBlocks>,
    /// For each entrant, the first entrant it is connected with by games; itself if there is none.
    pub(super) component: Vec<usize>,
    /// For each entrant, whether it took part in any game.
    pub(super) played: Vec<bool>,
}

/// A group of blocks with identical results.
#[derive(Debug, Clone)]
pub(super) struct IdenticalBlocks {
    /// Number of these blocks.
    pub(super) count: usize,
    /// Games per block.
    pub(super) games: usize,
    /// All steps of one of these blocks.
    pub(super) steps: Vec<PlacedNext>,
}

/// A step: the members of a set that were placed next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct PlacedNext {
    /// Index of the set of entrants to be placed.
    pub(super) set: usize,
    /// Bit mask of the members that were placed.
    pub(super) chosen: u32,
}

/// The sums over all games from which the likelihood is computed.
#[derive(Debug, Clone)]
pub(super) struct LikelihoodSums {
    /// Sum of the statistics of all steps: entrants, then tie sizes.
    pub(super) observed: Vec<f64>,
    /// Number of steps for each set.
    pub(super) sets: Vec<f64>,
}

/// The weight of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GameWeight {
    /// Each game counts 1.
    Games,
    /// Each block counts 1.
    Blocks,
}

impl GameEvidence {
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
        let mut sets = SetNumbering::default();
        let mut blocks = sets.blocks(games);
        let renumbered = sets.renumbered();
        let mut seen: HashMap<(usize, Vec<PlacedNext>), usize> = HashMap::new();
        let mut distinct: Vec<IdenticalBlocks> = Vec::new();
        for (games, steps) in &mut blocks {
            for step in &mut *steps {
                step.set = renumbered[step.set];
            }
            steps.sort_unstable();
            let next = distinct.len();
            let index = *seen.entry((*games, steps.clone())).or_insert(next);
            if index == next {
                distinct.push(IdenticalBlocks {
                    count: 0,
                    games: *games,
                    steps: std::mem::take(steps),
                });
            }
            distinct[index].count += 1;
        }
        let tie_sizes = sets.tie_sizes.iter().copied().collect();
        GameEvidence {
            entrants,
            tie_sizes,
            sets: sets.sorted(),
            blocks: distinct,
            component,
            played,
        }
    }

    /// Number of unknowns: a strength per entrant and a weight per tie size.
    pub(super) fn unknowns(&self) -> usize {
        self.entrants + self.tie_sizes.len()
    }

    /// Sums the statistics of all blocks.
    pub(super) fn tally(&self, weight: GameWeight) -> LikelihoodSums {
        let mut tally = LikelihoodSums {
            observed: vec![0.0; self.unknowns()],
            sets: vec![0.0; self.sets.len()],
        };
        for blocks in &self.blocks {
            let count = match weight {
                GameWeight::Games => blocks.count as f64,
                GameWeight::Blocks => blocks.count as f64 / blocks.games as f64,
            };
            for step in &blocks.steps {
                tally.sets[step.set] += count;
                self.statistic(*step, |unknown, part| tally.observed[unknown] += count * part);
            }
        }
        tally
    }

    /// Calls `each` with every unknown a step's statistic depends on, and its amount.
    pub(super) fn statistic(&self, step: PlacedNext, mut each: impl FnMut(usize, f64)) {
        let size = step.chosen.count_ones() as usize;
        let set = self.sets[step.set].iter().enumerate();
        for (_, &entrant) in set.filter(|(at, _)| step.chosen >> at & 1 == 1) {
            each(entrant, 1.0 / size as f64);
        }
        if let Ok(index) = self.tie_sizes.binary_search(&size) {
            each(self.entrants + index, 1.0);
        }
    }

    /// Returns the indices of the unknowns, in the order of the parts of a `NextRank`.
    pub(super) fn parts(&self, set: usize) -> impl Iterator<Item = usize> {
        self.sets[set].iter().copied().chain(self.entrants..self.unknowns())
    }

    /// Returns the ties, given the values of all unknowns.
    pub(super) fn ties(&self, unknowns: &[f64]) -> Vec<TieSize> {
        let sizes = self.tie_sizes.iter().zip(&unknowns[self.entrants..]);
        sizes.map(|(&size, &log_weight)| TieSize { size, log_weight }).collect()
    }
}

/// The sets found so far, numbered in order of appearance.
#[derive(Default)]
struct SetNumbering {
    numbers: HashMap<Vec<usize>, usize>,
    tie_sizes: BTreeSet<usize>,
}

impl SetNumbering {
    /// Returns the number of games and the steps of each block, ordered by block number.
    fn blocks(&mut self, games: &[Observation]) -> Vec<(usize, Vec<PlacedNext>)> {
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

    fn add(&mut self, game: &Observation, steps: &mut Vec<PlacedNext>) {
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
            steps.push(PlacedNext { set: *self.numbers.entry(set).or_insert(next), chosen });
            rest = &rest[tied..];
        }
    }

    /// Returns the index of each set in sorted order.
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

/// Returns the first entrant that an entrant is connected with.
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
        let evidence = GameEvidence::new(5, &[game.clone(), game]);
        assert_eq!(evidence.sets, [vec![0, 1, 2], vec![0, 1, 2, 3]]);
        assert_eq!(evidence.tie_sizes, [2]);
        let [blocks] = &evidence.blocks[..] else { panic!("{evidence:?}") };
        let (tied, alone) =
            (PlacedNext { set: 0, chosen: 0b101 }, PlacedNext { set: 1, chosen: 0b1000 });
        assert_eq!(blocks.steps, [tied, tied, alone, alone]);
        assert_eq!((blocks.count, blocks.games), (1, 2));
        assert_eq!(evidence.tally(GameWeight::Games).observed, [1.0, 0.0, 1.0, 2.0, 0.0, 2.0]);
        assert_eq!(evidence.tally(GameWeight::Blocks).sets, [1.0, 1.0]);
        assert_eq!(evidence.component, [0, 0, 0, 0, 4]);
    }
}
