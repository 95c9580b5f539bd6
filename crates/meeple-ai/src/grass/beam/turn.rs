//! Searches a turn: place the drawn tile, or first spend a coupon and then place another tile.
//!
//! Every opening (the tile as drawn, each exchange, each stone that could be removed) gets its own beam. If
//! no tiles are known after an exchanged one, its beam is shorter, and the average value of a step is added
//! for each missing step. The best moves of all openings are then examined again with the opponents' replies
//! (see `foresight`).

use super::{
    beam_node::SeatSearch,
    beam_position::BeamPosition,
    beam_search::RootPlacement,
    beam_thinker::{MoveIdea, PositionSearch, placement_move},
};
use meeple_games::grass::{Move, TileNumber, TileQueue};

/// Factor by which the first beam of an opening is narrower than the full width.
const NARROW_DIVISOR: usize = 8;
/// Minimum width of the first beam.
const MIN_WIDTH: usize = 4;
/// Number of coupon openings that get a beam of full width.
const WIDE_COUPONS: usize = 1;

/// What happens before the tile is placed, and what is known then.
#[derive(Debug, Clone)]
pub(super) struct TurnOpening {
    /// The move that spends a coupon, if any.
    pub(super) first: Option<Move>,
    /// The position after that, with the tile in hand not yet placed.
    pub(super) meadow: BeamPosition,
    /// The queue after that, with the tile in hand at its front.
    pub(super) queue: TileQueue,
}

/// A move of an opening, as found by its beam.
#[derive(Debug, Clone)]
pub(super) struct OpeningMove {
    /// Index of the opening.
    pub(super) opening: usize,
    /// The placement.
    pub(super) root: RootPlacement,
}

impl OpeningMove {
    /// Returns the first move to make.
    pub(super) fn mv(&self, openings: &[TurnOpening]) -> Move {
        openings[self.opening].first.unwrap_or_else(|| placement_move(self.root.line[0]))
    }

    /// Converts into an idea with its planned moves.
    fn into_idea(self, openings: &[TurnOpening]) -> MoveIdea {
        let first = openings[self.opening].first;
        let line: Vec<Move> =
            first.into_iter().chain(self.root.line.into_iter().map(placement_move)).collect();
        MoveIdea { mv: line[0], value: self.root.value, line }
    }
}

impl PositionSearch<'_, '_> {
    /// Evaluates what can be done with the drawn tile and the coupons.
    pub(super) fn search_turn(&mut self) -> Vec<MoveIdea> {
        let openings = self.openings();
        let mut candidates = self.candidates(&openings);
        let nothing_fits = candidates.iter().all(|candidate| candidate.opening != 0);
        candidates.sort_by(|a, b| b.root.value.total_cmp(&a.root.value));
        self.evaluate_with_replies(&openings, &mut candidates);
        let mut ideas: Vec<MoveIdea> = Vec::new();
        for candidate in candidates {
            let idea = candidate.into_idea(&openings);
            // Only the best placement after an exchange counts.
            match ideas.iter_mut().find(|known| known.mv == idea.mv) {
                Some(known) if known.value < idea.value => *known = idea,
                Some(_) => {}
                None => ideas.push(idea),
            }
        }
        if nothing_fits && self.budget.spend(1) {
            ideas.push(self.discard_idea(&openings[0]));
        }
        ideas
    }

    fn discard_idea(&self, opening: &TurnOpening) -> MoveIdea {
        let mut meadow = opening.meadow.clone();
        meadow.holdings[self.seat].turns -= 1;
        let value = SeatSearch::value_now(self.yardstick, &meadow, self.seat);
        MoveIdea { mv: Move::Discard, value, line: vec![Move::Discard] }
    }

    /// Lists the openings: first the tile as drawn, then each use of a coupon.
    fn openings(&self) -> Vec<TurnOpening> {
        let (meadow, queue) = (BeamPosition::from_game(self.game), *self.game.queue());
        let mut openings = vec![TurnOpening { first: None, meadow: meadow.clone(), queue }];
        if self.game.is_coupon_spent() || meadow.holdings[self.seat].coupons == 0 {
            return openings;
        }
        let mut paid = meadow;
        paid.holdings[self.seat].coupons -= 1;
        for number in 1..=queue.exchangeable() {
            let mut queue = queue;
            queue.exchange(number - 1);
            let first = Some(Move::Exchange(number as u8));
            openings.push(TurnOpening { first, meadow: paid.clone(), queue });
        }
        for cell in self.game.board().stones().cells() {
            let mut meadow = paid.clone();
            meadow.stones.remove(cell);
            openings.push(TurnOpening { first: Some(Move::Remove(cell)), meadow, queue });
        }
        openings
    }

    /// Returns the placements of all openings: each gets a narrow beam, and the drawn tile and the best other
    /// openings also a wide one.
    fn candidates(&mut self, openings: &[TurnOpening]) -> Vec<OpeningMove> {
        let wide = self.effort.width;
        let narrow = (wide / NARROW_DIVISOR).max(MIN_WIDTH).min(wide);
        let mut grown: Vec<Vec<RootPlacement>> = Vec::new();
        for opening in openings {
            let roots = self.search_opening(opening, narrow);
            // The drawn tile is always considered; an exchange only if its beam was completed.
            if !grown.is_empty() && self.budget.is_spent() {
                break;
            }
            grown.push(roots);
        }
        let best = |roots: &Vec<RootPlacement>| roots.first().map_or(f32::MIN, |root| root.value);
        let mut order: Vec<usize> = (1..grown.len()).collect();
        order.sort_by(|&a, &b| best(&grown[b]).total_cmp(&best(&grown[a])));
        order.truncate(WIDE_COUPONS);
        for at in [0].into_iter().chain(order).filter(|_| wide > narrow) {
            let roots = self.search_opening(&openings[at], wide);
            if self.budget.is_spent() {
                break;
            }
            grown[at] = roots;
        }
        let named = grown.into_iter().enumerate();
        let candidates = named.flat_map(|(opening, roots)| {
            roots.into_iter().map(move |root| OpeningMove { opening, root })
        });
        candidates.collect()
    }

    /// Returns the placements of an opening, with values comparable to those of other openings.
    fn search_opening(&mut self, opening: &TurnOpening, width: usize) -> Vec<RootPlacement> {
        let turns = usize::from(opening.meadow.holdings[self.seat].turns);
        let depth = self.effort.depth.min(turns);
        let tiles: Vec<TileNumber> = self.own_tiles(opening.queue.tiles(), 0).take(depth).collect();
        let mut roots = self.placements(&opening.meadow, &tiles, width);
        let most = self.effort.depth.min(1 + 5 / opening.meadow.seats).min(turns);
        let missing = most.saturating_sub(tiles.len());
        let bridge = self.yardstick.weights.step * missing as f32;
        for root in &mut roots {
            root.value += bridge;
        }
        roots
    }
}
