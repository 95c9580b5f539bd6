//! The course of a turn: what a move does, what follows by itself, what is refused.

use super::{
    BonusKind, Cell, Grass, Holdings, Illegal, Lays, Move, Orientation, Phase, Placed, ROUNDS,
    Rows, tiles_in_play,
};
use meeple_core::{Game, Seat};

impl Grass {
    /// Whether the seat to move may spend a coupon before laying, and on what there is (G6).
    pub(super) fn can_spend_coupon(&self) -> bool {
        !self.coupon_spent
            && self.holdings(self.to_move).coupons > 0
            && (self.queue.exchangeable() > 0 || !self.board.stones().is_empty())
    }

    /// Whether the tile of this turn has left the queue: each turn takes one.
    pub(super) fn has_drawn(&self) -> bool {
        let turns = usize::from(self.round.saturating_sub(1)) * self.seats() + self.to_move.index();
        self.queue.len() + turns < tiles_in_play(self.seats())
    }

    /// Does what leaves no choice, until somebody has to decide something.
    pub(super) fn settle(&mut self) {
        while self.step() {}
    }

    /// One thing that leaves no choice; whether there was one.
    pub(super) fn step(&mut self) -> bool {
        let seat = self.to_move;
        let phase = self.phase();
        match phase {
            // G11: no empty cell, no stone.
            Phase::Stone if self.board.empty_cells().is_empty() => self.mover().stones = 0,
            // G12: nothing to steal, no robbery.
            Phase::Robbery if self.board.stealable(seat).is_empty() => self.mover().robberies = 0,
            // G12: a stolen tile that fits nowhere is gone.
            Phase::Stolen if !self.fits() => self.stolen = None,
            Phase::Tile | Phase::Deal
                if self.round > 0 && self.round <= ROUNDS && self.has_drawn() =>
            {
                self.pass_on();
            }
            // G6: so is a drawn one, if no coupon can be spent first.
            Phase::Tile if !self.can_spend_coupon() && !self.fits() => {
                self.queue.draw();
            }
            // G14: without a coupon there is nothing to buy.
            Phase::Final if self.holdings(seat).coupons == 0 => self.pass_on(),
            _ => return false,
        }
        true
    }

    /// Whether the tile in hand fits anywhere (G6).
    pub(super) fn fits(&self) -> bool {
        let tile = self.tile_in_hand();
        tile.is_some_and(|tile| self.board.can_place_anywhere(self.to_move, tile).is_some())
    }

    pub(super) fn mover(&mut self) -> &mut Holdings {
        &mut self.holdings[self.to_move.index()]
    }

    /// The next seat's turn, or the next round.
    pub(super) fn pass_on(&mut self) {
        self.coupon_spent = false;
        let next = self.to_move.index() + 1;
        if next < self.seats() {
            self.to_move = Seat::new(next);
        } else {
            self.to_move = Seat::new(0);
            self.round += 1;
        }
    }

    pub(super) fn lay(&mut self, corner: Cell, orientation: Orientation) {
        let owner = self.to_move;
        let placed = Placed { owner, corner, orientation };
        match self.phase() {
            Phase::Start => {
                self.board.place_single(owner, corner);
                self.pass_on();
                return;
            }
            Phase::Final => {
                self.mover().coupons -= 1;
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
        // G12: what a stolen tile captures is added to what is pending. No stone is
        // pending while tiles are stolen, and robberies are alike, so the new ones come first.
        for kind in self.board.capture(owner) {
            let held = self.mover();
            match kind {
                BonusKind::Exchange => held.coupons += 1,
                BonusKind::Stone => held.stones += 1,
                BonusKind::Robbery => held.robberies += 1,
            }
        }
    }

    /// Where the tile in hand may be laid; nothing if none is in hand.
    pub(super) fn lays(&self) -> Lays {
        let hand = match self.phase() {
            Phase::Start | Phase::Final => Some(Lays::SINGLE),
            _ => self.tile_in_hand().map(|tile| tile.orientations(self.shapes)),
        };
        let ground = || self.board.ground(self.to_move, self.lay_rule());
        hand.map_or(Lays::none(), |turned| Lays::new(ground(), turned))
    }

    /// The cells that a move other than `lay` may name, and which move that is.
    pub(super) fn named_cells(&self) -> (Rows, fn(Cell) -> Move) {
        match self.phase() {
            Phase::Stone => (self.board.empty_cells(), Move::Stone),
            Phase::Robbery => (self.board.stealable(self.to_move), Move::Steal),
            Phase::Tile if self.can_spend_coupon() => (*self.board.stones(), Move::Remove),
            _ => (Rows::EMPTY, Move::Remove),
        }
    }

    /// How many tiles an exchange can choose from now (G7).
    pub(super) fn exchanges(&self) -> u8 {
        let can = self.phase() == Phase::Tile && self.can_spend_coupon();
        if can { self.queue.exchangeable() as u8 } else { 0 }
    }

    /// The move that needs no cell: to stop, or to discard if nothing can be laid.
    pub(super) fn bare_move(&self) -> Option<Move> {
        match self.phase() {
            Phase::Final => Some(Move::Stop),
            Phase::Tile if !self.fits() => Some(Move::Discard),
            _ => None,
        }
    }

    pub(super) fn explain_lay(
        &self,
        corner: Cell,
        orientation: Orientation,
    ) -> Result<(), Illegal> {
        let now = self.phase();
        let shape = self.shape_in_hand().ok_or(Illegal::NotNow { what: "laying a tile", now })?;
        let tile = shape.turned(orientation);
        let first = shape.orientations().into_iter().find(|turned| turned.tile == tile);
        let first = first.map_or(orientation, |turned| turned.orientation);
        if first != orientation {
            return Err(Illegal::SameLook { corner, first });
        }
        self.board.can_place(self.to_move, tile, corner, self.lay_rule())
    }

    pub(super) fn explain_coupon(&self, what: &'static str) -> Result<(), Illegal> {
        self.expect(Phase::Tile, what)?;
        if self.coupon_spent {
            Err(Illegal::CouponSpent)
        } else if self.holdings(self.to_move).coupons == 0 {
            Err(Illegal::NoCoupon)
        } else {
            Ok(())
        }
    }

    pub(super) fn explain_discard(&self) -> Result<(), Illegal> {
        self.expect(Phase::Tile, "discarding")?;
        let tile = self.tile_in_hand();
        match tile.and_then(|tile| self.board.can_place_anywhere(self.to_move, tile)) {
            Some((corner, orientation)) => Err(Illegal::MustLay { corner, orientation }),
            None => Ok(()),
        }
    }

    pub(super) fn expect(&self, due: Phase, what: &'static str) -> Result<(), Illegal> {
        let now = self.phase();
        if now == due { Ok(()) } else { Err(Illegal::NotNow { what, now }) }
    }
}
