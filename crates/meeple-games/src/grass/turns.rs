//! The steps of a turn: the effects of moves, automatic steps, and illegal moves.

use super::{
    BonusKind, Cell, CellSet, Grass, Holdings, IllegalMove, LegalPlacements, Move, Orientation,
    Phase, PlacedTile, ROUNDS, tiles_in_play,
};
use meeple_core::{Game, Seat};

impl Grass {
    /// Returns whether the seat to move may spend a coupon now and has something to spend it on
    /// (G6).
    pub(super) fn can_spend_coupon(&self) -> bool {
        !self.coupon_spent
            && self.holdings(self.to_move).coupons > 0
            && (self.queue.exchangeable() > 0 || !self.board.stones().is_empty())
    }

    /// Returns whether the tile of this turn has left the queue: each turn takes one.
    pub(super) fn has_drawn(&self) -> bool {
        let turns = usize::from(self.round.saturating_sub(1)) * self.seats() + self.to_move.index();
        self.queue.len() + turns < tiles_in_play(self.seats())
    }

    /// Does everything that leaves no choice, until a decision is due.
    pub(super) fn run_forced_steps(&mut self) {
        while self.run_forced_step() {}
    }

    /// Does one thing that leaves no choice; returns whether there was one.
    pub(super) fn run_forced_step(&mut self) -> bool {
        let seat = self.to_move;
        let phase = self.phase();
        match phase {
            // G11: stones are lost if there is no empty cell.
            Phase::Stone if self.board.empty_cells().is_empty() => self.holdings_mut().stones = 0,
            // G12: robberies are lost if there is nothing to steal.
            Phase::Robbery if self.board.stealable(seat).is_empty() => {
                self.holdings_mut().robberies = 0;
            }
            // G12: a stolen tile that fits nowhere is discarded.
            Phase::Stolen if !self.tile_fits() => self.stolen = None,
            Phase::Tile | Phase::Deal
                if self.round > 0 && self.round <= ROUNDS && self.has_drawn() =>
            {
                self.pass_turn();
            }
            // G6: a drawn tile that fits nowhere is discarded too, if no coupon can be spent first.
            Phase::Tile if !self.can_spend_coupon() && !self.tile_fits() => {
                self.queue.draw();
            }
            // G14: without coupons there is nothing to buy.
            Phase::Final if self.holdings(seat).coupons == 0 => self.pass_turn(),
            _ => return false,
        }
        true
    }

    /// Returns whether the tile in hand fits anywhere (G6).
    pub(super) fn tile_fits(&self) -> bool {
        let tile = self.tile_in_hand();
        tile.is_some_and(|tile| self.board.can_place_anywhere(self.to_move, tile).is_some())
    }

    pub(super) fn holdings_mut(&mut self) -> &mut Holdings {
        &mut self.holdings[self.to_move.index()]
    }

    /// Passes the turn to the next seat, or starts the next round.
    pub(super) fn pass_turn(&mut self) {
        self.coupon_spent = false;
        let next = self.to_move.index() + 1;
        if next < self.seats() {
            self.to_move = Seat::new(next);
        } else {
            self.to_move = Seat::new(0);
            self.round += 1;
        }
    }

    pub(super) fn place_tile(&mut self, corner: Cell, orientation: Orientation) {
        let owner = self.to_move;
        let placed = PlacedTile { owner, corner, orientation };
        match self.phase() {
            Phase::Start => {
                self.board.place_single(owner, corner);
                self.pass_turn();
                return;
            }
            Phase::Final => {
                self.holdings_mut().coupons -= 1;
                self.board.place_single(owner, corner);
            }
            Phase::Stolen => {
                let tile = self.stolen.take().expect("this phase has a stolen tile");
                self.board.place(tile, placed);
            }
            _ => {
                let tile = self.queue.draw();
                self.board.place(tile, placed);
            }
        }
        // G12: what a stolen tile captures is added to the pending bonuses. No stone is pending
        // while tiles are stolen, and all robberies are equal, so the new bonuses still come first.
        for kind in self.board.capture(owner) {
            let held = self.holdings_mut();
            match kind {
                BonusKind::Exchange => held.coupons += 1,
                BonusKind::Stone => held.stones += 1,
                BonusKind::Robbery => held.robberies += 1,
            }
        }
    }

    /// Returns the legal placements of the tile in hand; empty if there is none.
    pub(super) fn legal_placements(&self) -> LegalPlacements {
        let hand = match self.phase() {
            Phase::Start | Phase::Final => Some(LegalPlacements::SINGLE),
            _ => self.tile_in_hand().map(|tile| tile.orientations(self.shapes)),
        };
        let ground = || self.board.placeable_area(self.to_move, self.placement_rule());
        hand.map_or(LegalPlacements::empty(), |turned| LegalPlacements::new(ground(), turned))
    }

    /// Returns the cells that a move other than `lay` may name, and the constructor of that move.
    pub(super) fn cell_moves(&self) -> (CellSet, fn(Cell) -> Move) {
        match self.phase() {
            Phase::Stone => (self.board.empty_cells(), Move::Stone),
            Phase::Robbery => (self.board.stealable(self.to_move), Move::Steal),
            Phase::Tile if self.can_spend_coupon() => (*self.board.stones(), Move::Remove),
            _ => (CellSet::EMPTY, Move::Remove),
        }
    }

    /// Returns how many tiles an exchange can choose from now (G7).
    pub(super) fn exchange_count(&self) -> u8 {
        let can = self.phase() == Phase::Tile && self.can_spend_coupon();
        if can { self.queue.exchangeable() as u8 } else { 0 }
    }

    /// Returns the move without arguments, if any: `stop`, or `discard` if the tile fits nowhere.
    pub(super) fn stop_or_discard(&self) -> Option<Move> {
        match self.phase() {
            Phase::Final => Some(Move::Stop),
            Phase::Tile if !self.tile_fits() => Some(Move::Discard),
            _ => None,
        }
    }

    pub(super) fn check_placement(
        &self,
        corner: Cell,
        orientation: Orientation,
    ) -> Result<(), IllegalMove> {
        let now = self.phase();
        let shape =
            self.shape_in_hand().ok_or(IllegalMove::NotNow { what: "laying a tile", now })?;
        let tile = shape.oriented(orientation);
        let first = shape.orientations().into_iter().find(|turned| turned.tile == tile);
        let first = first.map_or(orientation, |turned| turned.orientation);
        if first != orientation {
            return Err(IllegalMove::DuplicateOrientation { corner, first });
        }
        self.board.can_place(self.to_move, tile, corner, self.placement_rule())
    }

    pub(super) fn check_coupon(&self, what: &'static str) -> Result<(), IllegalMove> {
        self.check_phase(Phase::Tile, what)?;
        if self.coupon_spent {
            Err(IllegalMove::CouponSpent)
        } else if self.holdings(self.to_move).coupons == 0 {
            Err(IllegalMove::NoCoupon)
        } else {
            Ok(())
        }
    }

    pub(super) fn check_discard(&self) -> Result<(), IllegalMove> {
        self.check_phase(Phase::Tile, "discarding")?;
        let tile = self.tile_in_hand();
        match tile.and_then(|tile| self.board.can_place_anywhere(self.to_move, tile)) {
            Some((corner, orientation)) => Err(IllegalMove::MustPlace { corner, orientation }),
            None => Ok(()),
        }
    }

    pub(super) fn check_phase(&self, due: Phase, what: &'static str) -> Result<(), IllegalMove> {
        let now = self.phase();
        if now == due { Ok(()) } else { Err(IllegalMove::NotNow { what, now }) }
    }
}
