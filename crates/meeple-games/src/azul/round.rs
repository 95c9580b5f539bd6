//! What moves and deals do: the draft, the tiling, the end of a round and of the game.

use super::{
    constants::LAST_ROUND,
    deal::{Deal, Offer},
    game::{Azul, Marker, Phase},
    market::Market,
    moves::{AzulMove, Destination, DraftAction, Source, WallAction},
    options::WallSide,
    scoring::{self, ScoreKeeper, ScoreLine},
    tile::TileCounts,
    wall::{Column, Row, get_wall_column_for_color},
};
use meeple_core::{ImpossibleDeal, Seat};

impl Azul {
    pub(super) fn play_keeping(&mut self, mv: AzulMove, keeper: &mut impl ScoreKeeper) {
        match mv {
            AzulMove::Draft(action) => self.draft(action, keeper),
            AzulMove::Wall(action) => self.tile_grey(action, keeper),
        }
    }

    fn draft(&mut self, action: DraftAction, keeper: &mut impl ScoreKeeper) {
        let DraftAction { source, color, destination } = action;
        let count = self.market.take(source, color);
        let board = &mut self.boards[usize::from(self.to_move)];
        if source == Source::Center && self.marker == Marker::Center {
            // A5: the marker has its slot before this move's tiles.
            self.marker = Marker::Taken(Seat::new(self.to_move.into()));
            board.floor_mut().take_marker();
        }
        let surplus = match destination {
            Destination::PatternLine(row) => {
                let row = Row::new(row.into()).expect("a legal move names a line");
                board.fill_line(row, color, count)
            }
            Destination::Floor => count,
        };
        self.supply.lid[color] += board.floor_mut().drop_tiles(color, surplus); // A7
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

    /// All full lines of everybody go to the wall (A10).
    fn tile_coloured(&mut self, keeper: &mut impl ScoreKeeper) {
        for seat in 0..self.players() {
            for row in Row::ALL {
                let board = &mut self.boards[seat];
                let line = board.line(row);
                if let Some(color) = line.color.filter(|_| line.count_filled == row.capacity()) {
                    let cell = (row, get_wall_column_for_color(row, color));
                    let rest = scoring::tile_line(board, Seat::new(seat), cell, color, keeper);
                    self.supply.lid[color] += rest;
                }
            }
        }
    }

    /// From the seat to move on, finds the next full line that has a free cell;
    /// lines that have none fall to the floor (A16). Without one the round ends.
    fn find_line_to_tile(&mut self, keeper: &mut impl ScoreKeeper) {
        while self.to_move < self.players {
            let board = &mut self.boards[usize::from(self.to_move)];
            let Some((row, color)) = board.first_full_line() else {
                self.to_move += 1;
                continue;
            };
            if board.wall().free_columns(row, color).next().is_some() {
                self.phase = Phase::Tile;
                return;
            }
            let (seat, tiles) = (Seat::new(self.to_move.into()), row.capacity());
            board.clear_line(row);
            self.supply.lid[color] += board.floor_mut().drop_tiles(color, tiles);
            keeper.note(ScoreLine::NoCell { seat, row, color, tiles });
        }
        self.end_round(keeper);
    }

    fn tile_grey(&mut self, action: WallAction, keeper: &mut impl ScoreKeeper) {
        let seat = Seat::new(self.to_move.into());
        let (row, color) = self.line_to_tile().expect("a legal move on the wall has a full line");
        let column = Column::new(action.column.into()).expect("a legal move names a column");
        let board = &mut self.boards[seat.index()];
        let rest = scoring::tile_line(board, seat, (row, column), color, keeper);
        self.supply.lid[color] += rest;
        self.find_line_to_tile(keeper);
    }

    /// Everybody pays for the floor; then the end, or the next round.
    fn end_round(&mut self, keeper: &mut impl ScoreKeeper) {
        let mut row_complete = false;
        for seat in 0..self.players() {
            let board = &mut self.boards[seat];
            let dropped = scoring::pay_floor(board, Seat::new(seat), keeper);
            self.supply.lid = self.supply.lid.with(dropped); // A11
            row_complete |= board.wall().complete_rows() > 0;
        }
        if let Marker::Taken(seat) = self.marker {
            self.starter = seat.index() as u8; // A5; A14: untaken, the starter stays
            self.marker = Marker::Center; // A11
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

    pub(super) fn deal_keeping(
        &mut self,
        deal: &Deal,
        keeper: &mut impl ScoreKeeper,
    ) -> Result<(), ImpossibleDeal> {
        match (self.phase, deal) {
            (Phase::DrawStarter, Deal::Starter(seat)) => self.set_starter(*seat),
            (Phase::Deal, Deal::Factories(offer)) => self.fill_factories(offer, keeper),
            (Phase::DrawStarter, _) => Err(ImpossibleDeal::because("the starter is drawn first")),
            (Phase::Deal, _) => Err(ImpossibleDeal::because("the starter is known")),
            _ => Err(ImpossibleDeal::not_now()),
        }
    }

    fn set_starter(&mut self, seat: Seat) -> Result<(), ImpossibleDeal> {
        if seat.index() >= self.players() {
            let reason = format!("seat {seat} does not play: {} do", self.players);
            return Err(ImpossibleDeal::because(reason));
        }
        self.starter = seat.index() as u8;
        self.to_move = self.starter;
        self.phase = Phase::Deal;
        Ok(())
    }

    fn fill_factories(
        &mut self,
        offer: &Offer,
        keeper: &mut impl ScoreKeeper,
    ) -> Result<(), ImpossibleDeal> {
        let (given, needed) = (offer.factories().len(), self.factory_count());
        if given != needed {
            let reason = format!("the deal is for {given} of the {needed} factories (A1)");
            return Err(ImpossibleDeal::because(reason));
        }
        self.supply = self.supply.after(offer)?;
        self.market = Market::new(offer.padded(), TileCounts::EMPTY);
        self.phase = Phase::Draft;
        if !self.can_go_on() {
            self.finish(keeper); // A15: the tiles would be dealt and dropped again for ever
        }
        Ok(())
    }
}
