//! Deals: the starting player and the tiles on the factories (A1, A4, A13).
//!
//! ```text
//! BBYK YRRW BKWW - -       the factories in order, `-` for an empty one
//! starter 1                seat 1 starts
//! ```

use super::{
    constants::{MAX_FACTORIES, TILES_PER_FACTORY},
    tile::{TileColour, TileCounts},
};
use meeple_core::{ImpossibleDeal, ParseError, Seat};
use rand::{Rng, RngExt};
use std::{
    fmt::{self, Display},
    str::FromStr,
};

/// A decision of chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deal {
    /// The seat that starts the first round (A4), if that is drawn.
    Starter(Seat),
    /// The tiles on the factories.
    Factories(FactoryTiles),
}

/// The tiles on each factory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FactoryTiles {
    factories: [TileCounts; MAX_FACTORIES],
    count: u8,
}

impl FactoryTiles {
    /// Creates the tiles of these factories; `None` if there are more than [`MAX_FACTORIES`].
    pub fn new(tiles: &[TileCounts]) -> Option<Self> {
        let mut factories = [TileCounts::EMPTY; MAX_FACTORIES];
        factories.get_mut(..tiles.len())?.copy_from_slice(tiles);
        Some(FactoryTiles { factories, count: tiles.len() as u8 })
    }

    /// Returns the factories in order.
    pub fn factories(&self) -> &[TileCounts] {
        &self.factories[..self.count.into()]
    }

    /// Returns [`MAX_FACTORIES`] factories; the unused ones are empty.
    pub(super) fn padded(&self) -> [TileCounts; MAX_FACTORIES] {
        self.factories
    }
}

/// The tiles that are neither on the table nor on a board: the bag, and the lid of the box, which
/// is poured into the bag when the bag is empty and more tiles are needed (A13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Supply {
    /// Tiles in the bag.
    pub bag: TileCounts,
    /// Tiles in the lid.
    pub lid: TileCounts,
}

impl Supply {
    /// Returns the number of tiles available for dealing.
    pub fn total(&self) -> u32 {
        self.bag.total() + self.lid.total()
    }

    /// Draws tiles for this many factories; if the supply runs out, the last factories get fewer or
    /// none.
    pub(super) fn draw(mut self, factories: usize, rng: &mut (impl Rng + ?Sized)) -> FactoryTiles {
        let mut offer =
            FactoryTiles { factories: [TileCounts::EMPTY; MAX_FACTORIES], count: factories as u8 };
        let mut in_bag = self.bag.total();
        for factory in &mut offer.factories[..factories] {
            for _ in 0..TILES_PER_FACTORY {
                if in_bag == 0 {
                    self.refill_bag();
                    in_bag = self.bag.total();
                    if in_bag == 0 {
                        return offer;
                    }
                }
                let colour = self.bag.nth(rng.random_range(0..in_bag));
                let colour = colour.expect("the index is below the number of tiles");
                self.bag[colour] -= 1;
                factory[colour] += 1;
                in_bag -= 1;
            }
        }
        offer
    }

    /// Returns the supply after this deal, or an error if the tiles cannot have been drawn.
    pub(super) fn after_deal(mut self, offer: &FactoryTiles) -> Result<Self, ImpossibleDeal> {
        let mut left = self.total();
        for (index, &factory) in offer.factories().iter().enumerate() {
            let (number, due) = (index + 1, left.min(TILES_PER_FACTORY as u32));
            if factory.total() != due {
                let reason = format!("factory {number} gets {due} tiles, not {factory}");
                return Err(ImpossibleDeal::new(reason));
            }
            left -= due;
            let fault = |fault| ImpossibleDeal::new(format!("factory {number}: {fault}"));
            self.take_tiles(factory).map_err(fault)?;
        }
        Ok(self)
    }

    /// Removes a factory's tiles, or returns why they cannot have been drawn.
    fn take_tiles(&mut self, factory: TileCounts) -> Result<(), ImpossibleDraw> {
        if factory.total() <= self.bag.total() {
            self.bag = subtract_tiles(self.bag, factory).map_err(ImpossibleDraw::TooMany)?;
            return Ok(());
        }
        // A13: the bag is emptied before any tile of the lid is drawn.
        let of_lid = subtract_tiles(factory, self.bag).map_err(ImpossibleDraw::LeftInBag)?;
        self.refill_bag();
        self.bag = subtract_tiles(self.bag, of_lid).map_err(ImpossibleDraw::TooMany)?;
        Ok(())
    }

    fn refill_bag(&mut self) {
        self.bag = std::mem::take(&mut self.lid);
    }
}

/// Returns the heap without these tiles, or a colour of which it has too few.
fn subtract_tiles(heap: TileCounts, tiles: TileCounts) -> Result<TileCounts, TileColour> {
    heap.without(tiles).ok_or_else(|| {
        let short = TileColour::ALL.into_iter().find(|&colour| heap[colour] < tiles[colour]);
        short.expect("some colour runs short")
    })
}

/// The reason why a factory's tiles cannot have been drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
enum ImpossibleDraw {
    /// More tiles of this colour than can be drawn now.
    #[error("there are not that many {0} tiles left to draw")]
    TooMany(TileColour),
    /// Tiles from the lid while this colour was still in the bag.
    #[error("{0} tiles are still in the bag, and the lid is poured in only when it is empty")]
    LeftInBag(TileColour),
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
            FactoryTiles::new(&factories).ok_or_else(|| ParseError::at("deal", text, 0, reason))?;
        Ok(Deal::Factories(offer))
    }
}
