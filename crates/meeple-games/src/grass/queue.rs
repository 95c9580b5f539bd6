//! The queue of tiles everybody draws from (G3).
//!
//! ```text
//!   17 4 90 33 8 61 ? ? ? ? ? ? 12 5      the first six are visible
//!   ── ───────────  ─────────── ────
//!   │  the next     not yet     exchanged before, so known,
//!   drawn  five     decided     behind tiles that nobody knows yet
//! ```
//!
//! A tile is decided (dealt) when it comes into view, among those not used so
//! far. An exchange (G7) moves known tiles to the back, so the queue is always
//! known tiles, then undecided ones, then known ones.

use super::{TILES, TileNumber};

/// How many tiles from the front are visible: the drawn one and the next five.
pub const VISIBLE: usize = 6;

const UNDECIDED: u8 = u8::MAX;

/// The tiles in the order in which they come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TileQueue {
    /// Tile indices from the front; beyond `length` always 0.
    tiles: [u8; TILES],
    length: u8,
    /// A bit for each tile that was decided, wherever it is now.
    used: u128,
}

impl TileQueue {
    /// A queue of so many tiles, none of them decided.
    pub fn undecided(length: usize) -> Self {
        let mut tiles = [0; TILES];
        tiles[..length].fill(UNDECIDED);
        TileQueue { tiles, length: length as u8, used: 0 }
    }

    /// How many tiles are left.
    pub fn len(&self) -> usize {
        self.length.into()
    }

    /// Whether no tile is left.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The tiles from the front; `None` is not decided yet.
    pub fn tiles(&self) -> impl Iterator<Item = Option<TileNumber>> + Clone {
        self.tiles[..self.len()].iter().map(|&index| TileNumber::from_index(index.into()))
    }

    /// The tile at the front, once it is decided.
    pub fn front(&self) -> Option<TileNumber> {
        self.tiles().next()?
    }

    /// The up to five tiles behind the front one, as far as they are decided.
    pub fn next_tiles(&self) -> impl Iterator<Item = TileNumber> + Clone {
        self.tiles().take(VISIBLE).skip(1).map_while(|tile| tile)
    }

    /// How many tiles can be taken in an exchange (G7): the decided ones of the next five.
    pub fn exchangeable(&self) -> usize {
        self.next_tiles().count()
    }

    /// Whether a visible place has no tile yet, so that a deal is due.
    pub fn is_deal_due(&self) -> bool {
        self.tiles[..self.len().min(VISIBLE)].contains(&UNDECIDED)
    }

    /// Whether this tile has been decided before, wherever it is now.
    pub fn is_used(&self, tile: TileNumber) -> bool {
        self.used >> tile.index() & 1 == 1
    }

    /// The tiles that a deal may still bring.
    pub fn unused(&self) -> impl Iterator<Item = TileNumber> {
        TileNumber::all().filter(|&tile| !self.is_used(tile))
    }

    /// How many tiles a deal may still bring.
    pub fn unused_count(&self) -> usize {
        TILES - self.used.count_ones() as usize
    }

    /// Decides the frontmost undecided place; the tile must not have been used.
    pub fn decide(&mut self, tile: TileNumber) {
        let length = self.len();
        if let Some(place) = self.tiles[..length].iter_mut().find(|place| **place == UNDECIDED) {
            *place = tile.index() as u8;
            self.used |= 1 << tile.index();
        }
    }

    /// Takes the front tile, which must be decided.
    pub fn draw(&mut self) -> TileNumber {
        let front = self.front().expect("the front tile is visible, so it is decided");
        self.rotate_out(1);
        front
    }

    /// G7: the front tile goes to the back, the `skipped` behind it follow in
    /// order, and the one after them is now at the front.
    pub fn exchange(&mut self, skipped: usize) {
        let length = self.len();
        self.tiles[..length].rotate_left(skipped + 1);
    }

    /// Builds a queue from what a position's text says; `used` are tiles that have left it.
    pub(super) fn from_parts(
        tiles: &[Option<TileNumber>],
        used: impl IntoIterator<Item = TileNumber>,
    ) -> Self {
        let mut queue = TileQueue::undecided(tiles.len());
        for (place, tile) in queue.tiles.iter_mut().zip(tiles) {
            *place = tile.map_or(UNDECIDED, |tile| tile.index() as u8);
        }
        let decided = tiles.iter().copied().flatten().chain(used);
        queue.used = decided.fold(0, |used, tile| used | 1 << tile.index());
        queue
    }

    fn rotate_out(&mut self, count: usize) {
        self.tiles.copy_within(count.., 0);
        self.tiles[TILES - count..].fill(0);
        self.length -= count as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(length: usize, decided: &[usize]) -> TileQueue {
        let mut queue = TileQueue::undecided(length);
        for &number in decided {
            queue.decide(TileNumber::from_index(number - 1).expect("a tile"));
        }
        queue
    }

    fn text(queue: &TileQueue) -> String {
        let place = |tile: Option<TileNumber>| tile.map_or("?".into(), |tile| tile.to_string());
        queue.tiles().map(place).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn exchanged_tiles_go_behind_those_that_nobody_knows_yet() {
        let mut queue = queue(9, &[17, 4, 90, 33, 8, 61]);
        queue.exchange(2); // G7: skips 4 and 90, takes 33
        assert_eq!(text(&queue), "33 8 61 ? ? ? 17 4 90");
        assert!(queue.is_deal_due());
        queue.decide(TileNumber::from_index(1).expect("a tile"));
        assert_eq!(text(&queue), "33 8 61 2 ? ? 17 4 90");
        assert_eq!(queue.draw().to_string(), "33");
        assert_eq!(text(&queue), "8 61 2 ? ? 17 4 90");
        let next: Vec<String> = queue.next_tiles().map(|tile| tile.to_string()).collect();
        assert_eq!(next, ["61", "2"]);
    }

    #[test]
    fn a_tile_is_decided_only_once() {
        let queue = queue(96, &[17, 4, 90]);
        assert_eq!((queue.unused().count(), queue.unused_count()), (93, 93));
        assert!(queue.unused().all(|tile| !["17", "4", "90"].contains(&&*tile.to_string())));
    }
}
