//! The market: factories and the centre, from which everybody drafts (A5).

use super::{
    constants::{COLOR_COUNT, MAX_FACTORIES},
    moves::Source,
    tile::{TileColor, TileCounts},
};

/// The tiles to draft from. Factories that this game does not use stay empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Market {
    factories: [TileCounts; MAX_FACTORIES],
    centre: TileCounts,
    /// For each colour the sources that have it, a bit a source, the centre
    /// last: what the counts say, kept so that moves are found at once.
    sources_of: [u16; COLOR_COUNT],
}

/// The centre's bit among the sources.
const CENTRE: usize = MAX_FACTORIES;

impl Market {
    /// A market with these tiles.
    pub fn new(factories: [TileCounts; MAX_FACTORIES], centre: TileCounts) -> Self {
        let mut sources_of = [0; COLOR_COUNT];
        for (bit, tiles) in factories.iter().chain([&centre]).enumerate() {
            for (sources, count) in sources_of.iter_mut().zip(tiles.counts()) {
                *sources |= u16::from(count > 0) << bit;
            }
        }
        Market { factories, centre, sources_of }
    }

    /// The tiles on this factory; none if there is no such factory.
    pub fn factory(&self, index: usize) -> TileCounts {
        self.factories.get(index).copied().unwrap_or_default()
    }

    /// The tiles in the centre.
    pub fn centre(&self) -> TileCounts {
        self.centre
    }

    /// The tiles at this source.
    pub fn tiles_at(&self, source: Source) -> TileCounts {
        match source {
            Source::Factory(index) => self.factory(index.into()),
            Source::Center => self.centre,
        }
    }

    /// Whether the draft is over: no tile is left (A9).
    pub fn is_empty(&self) -> bool {
        self.sources_of == [0; COLOR_COUNT]
    }

    /// All its tiles.
    pub fn tiles(&self) -> TileCounts {
        self.factories.iter().fold(self.centre, |sum, &factory| sum.with(factory))
    }

    /// The sources that have tiles, factories first, then the centre.
    pub fn sources(&self) -> impl Iterator<Item = Source> + Clone {
        let any = self.sources_of.iter().fold(0, |all, sources| all | sources);
        (0..=CENTRE).filter(move |bit| any & (1 << bit) != 0).map(source_of_bit)
    }

    /// How many sources have this colour.
    pub(super) fn source_count(&self, color: TileColor) -> u32 {
        self.sources_of[color.index()].count_ones()
    }

    /// The `index`th source that has this colour.
    pub(super) fn nth_source(&self, color: TileColor, index: u32) -> Source {
        let mut bits = self.sources_of[color.index()];
        for _ in 0..index {
            bits &= bits - 1;
        }
        source_of_bit(bits.trailing_zeros() as usize)
    }

    /// Takes all tiles of this colour from this source; what else lies on a
    /// factory goes to the centre (A5). Returns how many were taken.
    pub(super) fn take(&mut self, source: Source, color: TileColor) -> u8 {
        let Source::Factory(index) = source else {
            self.sources_of[color.index()] &= !(1 << CENTRE);
            return std::mem::take(&mut self.centre[color]);
        };
        let mut rest = std::mem::take(&mut self.factories[usize::from(index)]);
        let taken = std::mem::take(&mut rest[color]);
        self.centre = self.centre.with(rest);
        for (sources, left) in self.sources_of.iter_mut().zip(rest.counts()) {
            *sources &= !(1 << index);
            *sources |= u16::from(left > 0) << CENTRE;
        }
        taken
    }
}

fn source_of_bit(bit: usize) -> Source {
    if bit == CENTRE { Source::Center } else { Source::Factory(bit as u8) }
}
