//! The market: the factories and the centre, from which all players draft (A5).

use super::{
    constants::{COLOUR_COUNT, MAX_FACTORIES},
    moves::Source,
    tile::{TileColour, TileCounts},
};

/// The tiles available for drafting. Unused factories stay empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Market {
    factories: [TileCounts; MAX_FACTORIES],
    centre: TileCounts,
    /// For each colour, the sources that have it, one bit per source with the centre last. Derived
    /// from the counts and cached for fast move generation.
    sources_of: [u16; COLOUR_COUNT],
}

/// The centre's bit in a set of sources.
const CENTRE: usize = MAX_FACTORIES;

impl Market {
    /// Creates a market with these tiles.
    pub fn new(factories: [TileCounts; MAX_FACTORIES], centre: TileCounts) -> Self {
        let mut sources_of = [0; COLOUR_COUNT];
        for (bit, tiles) in factories.iter().chain([&centre]).enumerate() {
            for (sources, count) in sources_of.iter_mut().zip(tiles.counts()) {
                *sources |= u16::from(count > 0) << bit;
            }
        }
        Market { factories, centre, sources_of }
    }

    /// Returns the tiles on this factory; empty if there is no such factory.
    pub fn factory(&self, index: usize) -> TileCounts {
        self.factories.get(index).copied().unwrap_or_default()
    }

    /// Returns the tiles in the centre.
    pub fn centre(&self) -> TileCounts {
        self.centre
    }

    /// Returns the tiles at this source.
    pub fn tiles_at(&self, source: Source) -> TileCounts {
        match source {
            Source::Factory(index) => self.factory(index.into()),
            Source::Centre => self.centre,
        }
    }

    /// Returns whether no tile is left, which ends the draft (A9).
    pub fn is_empty(&self) -> bool {
        self.sources_of == [0; COLOUR_COUNT]
    }

    /// Returns all tiles of the market.
    pub fn tiles(&self) -> TileCounts {
        self.factories.iter().fold(self.centre, |sum, &factory| sum.with(factory))
    }

    /// Returns the sources that have tiles: the factories, then the centre.
    pub fn sources(&self) -> impl Iterator<Item = Source> + Clone {
        let any = self.sources_of.iter().fold(0, |all, sources| all | sources);
        (0..=CENTRE).filter(move |bit| any & (1 << bit) != 0).map(source_of_bit)
    }

    /// Returns the number of sources that have this colour.
    pub(super) fn source_count(&self, colour: TileColour) -> u32 {
        self.sources_of[colour.index()].count_ones()
    }

    /// Returns the `index`th source that has this colour, from 0.
    pub(super) fn nth_source(&self, colour: TileColour, index: u32) -> Source {
        let mut bits = self.sources_of[colour.index()];
        for _ in 0..index {
            bits &= bits - 1;
        }
        source_of_bit(bits.trailing_zeros() as usize)
    }

    /// Takes all tiles of this colour from this source and returns their number; the other tiles of
    /// a factory go to the centre (A5).
    pub(super) fn take(&mut self, source: Source, colour: TileColour) -> u8 {
        let Source::Factory(index) = source else {
            self.sources_of[colour.index()] &= !(1 << CENTRE);
            return std::mem::take(&mut self.centre[colour]);
        };
        let mut rest = std::mem::take(&mut self.factories[usize::from(index)]);
        let taken = std::mem::take(&mut rest[colour]);
        self.centre = self.centre.with(rest);
        for (sources, left) in self.sources_of.iter_mut().zip(rest.counts()) {
            *sources &= !(1 << index);
            *sources |= u16::from(left > 0) << CENTRE;
        }
        taken
    }
}

fn source_of_bit(bit: usize) -> Source {
    if bit == CENTRE { Source::Centre } else { Source::Factory(bit as u8) }
}
