//! Deals: who starts, and what lies on the factories (A1, A4, A13).
//!
//! ```text
//! BBYK YRRW BKWW - -       the factories in order, `-` for an empty one
//! starter 1                seat 1 starts
//! ```

use super::{
    constants::{MAX_FACTORIES, TILES_PER_FACTORY},
    tile::{TileColor, TileCounts},
};
use meeple_core::{ImpossibleDeal, ParseError, Seat};
use rand::{Rng, RngExt};
use std::{
    fmt::{self, Display},
    str::FromStr,
};

/// What chance decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deal {
    /// Who starts the first round (A4), where that is drawn.
    Starter(Seat),
    /// The tiles on the factories.
    Factories(Offer),
}

/// The tiles on each factory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    factories: [TileCounts; MAX_FACTORIES],
    count: u8,
}

impl Offer {
    /// These factories; `None` if they are more than there can be.
    pub fn new(tiles: &[TileCounts]) -> Option<Self> {
        let mut factories = [TileCounts::EMPTY; MAX_FACTORIES];
        factories.get_mut(..tiles.len())?.copy_from_slice(tiles);
        Some(Offer { factories, count: tiles.len() as u8 })
    }

    /// The factories in order.
    pub fn factories(&self) -> &[TileCounts] {
        &self.factories[..self.count.into()]
    }

    /// All that there can be, the unused ones empty.
    pub(super) fn padded(&self) -> [TileCounts; MAX_FACTORIES] {
        self.factories
    }
}

/// What is not on the table or on a board: the bag, and the lid of the box,
/// which is poured into the bag when that is empty and more is needed (A13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Supply {
    /// Tiles in the bag.
    pub bag: TileCounts,
    /// Tiles in the lid.
    pub lid: TileCounts,
}

impl Supply {
    /// How many tiles there are to deal.
    pub fn total(&self) -> u32 {
        self.bag.total() + self.lid.total()
    }

    /// Draws tiles for this many factories; at the end of the supply the last
    /// ones stay short or empty.
    pub(super) fn draw(mut self, factories: usize, rng: &mut (impl Rng + ?Sized)) -> Offer {
        let mut offer =
            Offer { factories: [TileCounts::EMPTY; MAX_FACTORIES], count: factories as u8 };
        let mut in_bag = self.bag.total();
        for factory in &mut offer.factories[..factories] {
            for _ in 0..TILES_PER_FACTORY {
                if in_bag == 0 {
                    self.pour();
                    in_bag = self.bag.total();
                    if in_bag == 0 {
                        return offer;
                    }
                }
                let color = self.bag.nth(rng.random_range(0..in_bag));
                let color = color.expect("the index is below the number of tiles");
                self.bag[color] -= 1;
                factory[color] += 1;
                in_bag -= 1;
            }
        }
        offer
    }

    /// What is left after this offer, or why it cannot be drawn.
    pub(super) fn after(mut self, offer: &Offer) -> Result<Self, ImpossibleDeal> {
        let mut left = self.total();
        for (index, &factory) in offer.factories().iter().enumerate() {
            let (number, due) = (index + 1, left.min(TILES_PER_FACTORY as u32));
            if factory.total() != due {
                let reason = format!("factory {number} gets {due} tiles, not {factory} (A13)");
                return Err(ImpossibleDeal::because(reason));
            }
            left -= due;
            let fault = |fault| ImpossibleDeal::because(format!("factory {number}: {fault} (A13)"));
            self.hand_out(factory).map_err(fault)?;
        }
        Ok(self)
    }

    /// Takes a factory's tiles out, or says why they cannot have been drawn.
    fn hand_out(&mut self, factory: TileCounts) -> Result<(), NotDrawn> {
        if factory.total() <= self.bag.total() {
            self.bag = take_out(self.bag, factory).map_err(NotDrawn::TooMany)?;
            return Ok(());
        }
        // A13: all that the bag still holds comes out before anything of the lid.
        let of_lid = take_out(factory, self.bag).map_err(NotDrawn::LeftInBag)?;
        self.pour();
        self.bag = take_out(self.bag, of_lid).map_err(NotDrawn::TooMany)?;
        Ok(())
    }

    fn pour(&mut self) {
        self.bag = std::mem::take(&mut self.lid);
    }
}

/// What is left of a heap without some tiles, or a colour of which it has too few.
fn take_out(heap: TileCounts, tiles: TileCounts) -> Result<TileCounts, TileColor> {
    heap.without(tiles).ok_or_else(|| {
        let short = TileColor::ALL.into_iter().find(|&color| heap[color] < tiles[color]);
        short.expect("some colour runs short")
    })
}

/// Why a factory's tiles cannot have been drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
enum NotDrawn {
    /// More of a colour than can come out now.
    #[error("there are not so many {0} tiles to be drawn now")]
    TooMany(TileColor),
    /// Tiles of the lid before all of the bag.
    #[error("{0} tiles are still in the bag, and the lid is poured in only when it is empty")]
    LeftInBag(TileColor),
}

impl Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offer = match self {
            Deal::Starter(seat) => return write!(f, "starter {seat}"),
            Deal::Factories(offer) => offer,
        };
        for (index, factory) in offer.factories().iter().enumerate() {
            write!(f, "{}{factory}", if index == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl FromStr for Deal {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        if let Some(seat) = text.strip_prefix("starter ") {
            let seat = ["0", "1", "2", "3"].iter().position(|&digit| digit == seat);
            let reason = "the starter is a seat, 0 to 3";
            let seat = seat.ok_or_else(|| ParseError::at("deal", text, 8, reason))?;
            return Ok(Deal::Starter(Seat::new(seat)));
        }
        let mut factories = Vec::new();
        let mut offset = 0;
        for part in text.split(' ') {
            let tiles = TileCounts::from_letters(part);
            let tiles = tiles.ok().filter(|tiles| tiles.total() <= TILES_PER_FACTORY as u32);
            let reason = "a factory is up to four of the letters B Y R K W, or - for none";
            factories.push(tiles.ok_or_else(|| ParseError::at("deal", text, offset, reason))?);
            offset += part.len() + 1;
        }
        let reason = format!("there are at most {MAX_FACTORIES} factories");
        let offer =
            Offer::new(&factories).ok_or_else(|| ParseError::at("deal", text, 0, reason))?;
        Ok(Deal::Factories(offer))
    }
}
