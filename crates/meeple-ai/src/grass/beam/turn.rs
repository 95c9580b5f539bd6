//! A turn: lay the drawn tile, or spend a coupon first and lay another.
//!
//! Every opening (the tile as drawn, each exchange, each stone that could be
//! taken away) grows a beam of its own. Where an exchange brings a tile behind
//! which nothing is known, its beam is shorter; what a step is worth on the
//! average is added for each that is missing. The best moves of all openings
//! are then looked at again with the others' replies (see `foresight`).

use super::{
    growth::Root,
    meadow::Meadow,
    node::Patch,
    thinker::{Idea, Thinker, lay},
};
use meeple_games::grass::{Move, TileNumber, TileQueue};

/// A first beam is narrower by so much...
const NARROWER: usize = 8;
/// ...but not narrower than that.
const LEAST_WIDTH: usize = 4;
/// How many of the ways to spend a coupon get a wide beam.
const WIDE_COUPONS: usize = 1;

/// What is done before the tile is laid, and what is known then.
#[derive(Debug, Clone)]
pub(super) struct Opening {
    /// The coupon's move, if one is spent.
    pub(super) first: Option<Move>,
    /// The position then, the tile in hand not laid.
    pub(super) meadow: Meadow,
    /// The queue then, the tile in hand at its front.
    pub(super) queue: TileQueue,
}

/// A move of an opening, as its beam found it.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    /// Which opening.
    pub(super) opening: usize,
    /// The lay.
    pub(super) root: Root,
}

impl Candidate {
    /// The move that is to be made first.
    pub(super) fn mv(&self, openings: &[Opening]) -> Move {
        openings[self.opening].first.unwrap_or_else(|| lay(self.root.line[0]))
    }

    /// The move and its line.
    fn idea(self, openings: &[Opening]) -> Idea {
        let first = openings[self.opening].first;
        let line: Vec<Move> =
            first.into_iter().chain(self.root.line.into_iter().map(lay)).collect();
        Idea { mv: line[0], value: self.root.value, line }
    }
}

impl Thinker<'_, '_> {
    /// What can be done with the drawn tile and the coupons.
    pub(super) fn turn(&mut self) -> Vec<Idea> {
        let openings = self.openings();
        let mut candidates = self.candidates(&openings);
        let nothing_fits = candidates.iter().all(|candidate| candidate.opening != 0);
        candidates.sort_by(|a, b| b.root.value.total_cmp(&a.root.value));
        self.foresee(&openings, &mut candidates);
        let mut ideas: Vec<Idea> = Vec::new();
        for candidate in candidates {
            let idea = candidate.idea(&openings);
            // Of an exchange only the best lay counts.
            match ideas.iter_mut().find(|known| known.mv == idea.mv) {
                Some(known) if known.value < idea.value => *known = idea,
                Some(_) => {}
                None => ideas.push(idea),
            }
        }
        if nothing_fits && self.budget.spend(1) {
            ideas.push(self.discarded(&openings[0]));
        }
        ideas
    }

    fn discarded(&self, opening: &Opening) -> Idea {
        let mut meadow = opening.meadow.clone();
        meadow.hands[self.seat].turns -= 1;
        let value = Patch::worth(self.yardstick, &meadow, self.seat);
        Idea { mv: Move::Discard, value, line: vec![Move::Discard] }
    }

    /// The tile as drawn, then what a coupon can do.
    fn openings(&self) -> Vec<Opening> {
        let (meadow, queue) = (Meadow::of(self.game), *self.game.queue());
        let mut openings = vec![Opening { first: None, meadow: meadow.clone(), queue }];
        if self.game.is_coupon_spent() || meadow.hands[self.seat].coupons == 0 {
            return openings;
        }
        let mut paid = meadow;
        paid.hands[self.seat].coupons -= 1;
        for number in 1..=queue.exchangeable() {
            let mut queue = queue;
            queue.exchange(number - 1);
            let first = Some(Move::Exchange(number as u8));
            openings.push(Opening { first, meadow: paid.clone(), queue });
        }
        for cell in self.game.board().stones().cells() {
            let mut meadow = paid.clone();
            meadow.stones.remove(cell);
            openings.push(Opening { first: Some(Move::Remove(cell)), meadow, queue });
        }
        openings
    }

    /// The lays of all openings: a narrow beam for each, a wide one for the drawn tile and for
    /// the openings that are best then.
    fn candidates(&mut self, openings: &[Opening]) -> Vec<Candidate> {
        let wide = self.effort.width;
        let narrow = (wide / NARROWER).max(LEAST_WIDTH).min(wide);
        let mut grown: Vec<Vec<Root>> = Vec::new();
        for opening in openings {
            let roots = self.grown(opening, narrow);
            // Whatever was drawn is looked at in any case; an exchange only as a whole.
            if !grown.is_empty() && self.budget.is_spent() {
                break;
            }
            grown.push(roots);
        }
        let best = |roots: &Vec<Root>| roots.first().map_or(f32::MIN, |root| root.value);
        let mut order: Vec<usize> = (1..grown.len()).collect();
        order.sort_by(|&a, &b| best(&grown[b]).total_cmp(&best(&grown[a])));
        order.truncate(WIDE_COUPONS);
        for at in [0].into_iter().chain(order).filter(|_| wide > narrow) {
            let roots = self.grown(&openings[at], wide);
            if self.budget.is_spent() {
                break;
            }
            grown[at] = roots;
        }
        let named = grown.into_iter().enumerate();
        let candidates = named.flat_map(|(opening, roots)| {
            roots.into_iter().map(move |root| Candidate { opening, root })
        });
        candidates.collect()
    }

    /// The lays of an opening, their values comparable with those of the others.
    fn grown(&mut self, opening: &Opening, width: usize) -> Vec<Root> {
        let turns = usize::from(opening.meadow.hands[self.seat].turns);
        let depth = self.effort.depth.min(turns);
        let tiles: Vec<TileNumber> = self.own_tiles(opening.queue.tiles(), 0).take(depth).collect();
        let mut roots = self.lays(&opening.meadow, &tiles, width);
        let most = self.effort.depth.min(1 + 5 / opening.meadow.seats).min(turns);
        let missing = most.saturating_sub(tiles.len());
        let bridge = self.yardstick.weights.step * missing as f32;
        for root in &mut roots {
            root.value += bridge;
        }
        roots
    }
}
