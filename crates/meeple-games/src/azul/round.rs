//! The effects of moves and deals: drafting, tiling, the end of a round and of the game.

use super::{
    constants::LAST_ROUND,
    deal::{Deal, FactoryTiles},
    game::{Azul, Marker, Phase},
    market::Market,
    moves::{Destination, DraftAction, Move, Source, WallAction},
    options::WallSide,
    scoring::{self, ScoreKeeper, ScoreLine},
    tile::TileCounts,
    wall::{WallColumn, WallRow, wall_column_of},
};
use meeple_core::{ImpossibleDeal, Seat};

impl Azul {
    pub(super) fn play_with_scores(&mut self, mv: Move, keeper: &mut impl ScoreKeeper) {
        match mv {
            Move::Draft(action) => self.draft(action, keeper),
            Move::Wall(action) => self.tile_grey(action, keeper),
        }
    }

    fn draft(&mut self, action: DraftAction, keeper: &mut impl ScoreKeeper) {
        let DraftAction { source, colour, destination } = action;
        let count = self.market.take(source, colour);
        let board = &mut self.boards[usize::from(self.to_move)];
        if source == Source::Centre && self.marker == Marker::Centre {
            // A5: the marker takes its slot before the tiles of this move.
            self.marker = Marker::Taken(Seat::new(self.to_move.into()));
            board.floor_mut().add_marker();
        }
        let surplus = match destination {
            Destination::PatternLine(row) => {
                let row = WallRow::new(row.into()).expect("a legal move names a line");
                board.fill_line(row, colour, count)
            }
            Destination::Floor => count,
        };
        self.supply.lid[colour] += board.floor_mut().drop_tiles(colour, surplus); // A7
        if !self.market.is_empty() {
            self.to_move = if self.to_move + 1 == self.players { 0 } else { self.to_move + 1 };
        } else if self.side == WallSide::Colour {
            self.tile_coloured(keeper);
            self.end_round(keeper);
        } else {
            self.to_move = 0;
            self.find_line_to_tile(keeper);
        }
    }

    /// Moves the tiles of all players' full lines to the wall (A10).
    fn tile_coloured(&mut self, keeper: &mut impl ScoreKeeper) {
        for seat in 0..self.players() {
            for row in WallRow::ALL {
                let board = &mut self.boards[seat];
                let line = board.line(row);
                if let Some(colour) = line.colour.filter(|_| line.count_filled == row.capacity()) {
                    let cell = (row, wall_column_of(row, colour));
                    let rest = scoring::tile_line(board, Seat::new(seat), cell, colour, keeper);
                    self.supply.lid[colour] += rest;
                }
            }
        }
    }

    /// Finds the next full line with a free cell, starting with the seat to move; lines without a
    /// free cell fall to the floor (A16). If there is none, the round ends.
    fn find_line_to_tile(&mut self, keeper: &mut impl ScoreKeeper) {
        while self.to_move < self.players {
            let board = &mut self.boards[usize::from(self.to_move)];
            let Some((row, colour)) = board.first_full_line() else {
                self.to_move += 1;
                continue;
            };
            if board.wall().free_columns(row, colour).next().is_some() {
                self.phase = Phase::Tile;
                return;
            }
            let (seat, tiles) = (Seat::new(self.to_move.into()), row.capacity());
            board.clear_line(row);
            self.supply.lid[colour] += board.floor_mut().drop_tiles(colour, tiles);
            keeper.record(ScoreLine::NoCell { seat, row, colour, tiles });
        }
        self.end_round(keeper);
    }

    fn tile_grey(&mut self, action: WallAction, keeper: &mut impl ScoreKeeper) {
        let seat = Seat::new(self.to_move.into());
        let (row, colour) = self.line_to_tile().expect("a legal move on the wall has a full line");
        let column = WallColumn::new(action.column.into()).expect("a legal move names a column");
        let board = &mut self.boards[seat.index()];
        let rest = scoring::tile_line(board, seat, (row, column), colour, keeper);
        self.supply.lid[colour] += rest;
        self.find_line_to_tile(keeper);
    }

    /// Charges all players for their floor lines, then ends the game or starts the next round.
    fn end_round(&mut self, keeper: &mut impl ScoreKeeper) {
        let mut row_complete = false;
        for seat in 0..self.players() {
            let board = &mut self.boards[seat];
            let dropped = scoring::score_floor(board, Seat::new(seat), keeper);
            self.supply.lid = self.supply.lid.with(dropped); // A11
            row_complete |= board.wall().complete_rows() > 0;
        }
        if let Marker::Taken(seat) = self.marker {
            self.starter = seat.index() as u8; // A5; A14: untaken, the starter stays
            self.marker = Marker::Centre; // A11
        }
        self.to_move = self.starter;
        if row_complete || self.supply.total() == 0 || self.round == LAST_ROUND {
            self.finish(keeper); // A12, A15
        } else {
            self.round += 1;
            self.phase = Phase::Deal;
        }
    }

    fn finish(&mut self, keeper: &mut impl ScoreKeeper) {
        self.phase = Phase::Over;
        for seat in 0..self.players() {
            scoring::add_bonuses(&mut self.boards[seat], Seat::new(seat), keeper);
        }
    }

    pub(super) fn deal_with_scores(
        &mut self,
        deal: &Deal,
        keeper: &mut impl ScoreKeeper,
    ) -> Result<(), ImpossibleDeal> {
        match (self.phase, deal) {
            (Phase::DrawStarter, Deal::Starter(seat)) => self.set_starter(*seat),
            (Phase::Deal, Deal::Factories(offer)) => self.fill_factories(offer, keeper),
            (Phase::DrawStarter, _) => Err(ImpossibleDeal::new("the starter is drawn first")),
            (Phase::Deal, _) => Err(ImpossibleDeal::new("the starter is known")),
            _ => Err(ImpossibleDeal::not_now()),
        }
    }

    fn set_starter(&mut self, seat: Seat) -> Result<(), ImpossibleDeal> {
        if seat.index() >= self.players() {
            let reason = format!("seat {seat} does not play: {} do", self.players);
            return Err(ImpossibleDeal::new(reason));
        }
        self.starter = seat.index() as u8;
        self.to_move = self.starter;
        self.phase = Phase::Deal;
        Ok(())
    }

    fn fill_factories(
        &mut self,
        offer: &FactoryTiles,
        keeper: &mut impl ScoreKeeper,
    ) -> Result<(), ImpossibleDeal> {
        let (given, needed) = (offer.factories().len(), self.factory_count());
        if given != needed {
            let reason = format!("the deal is for {given} of the {needed} factories");
            return Err(ImpossibleDeal::new(reason));
        }
        self.supply = self.supply.after_deal(offer)?;
        self.market = Market::new(offer.padded(), TileCounts::EMPTY);
        self.phase = Phase::Draft;
        if !self.can_continue() {
            self.finish(keeper); // A15: otherwise the same tiles would be dealt and dropped forever
        }
        Ok(())
    }
}
