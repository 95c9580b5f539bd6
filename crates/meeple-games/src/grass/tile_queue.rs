//! The queue from which all players draw tiles (G3).
//!
//! ```text
//!   17 4 90 33 8 61 ? ? ? ? ? ? 12 5      the first six are visible
//!   ── ───────────  ─────────── ────
//!   │  the next     not yet     known from an earlier exchange,
//!   drawn  five     decided     behind tiles that are still unknown
//! ```
//!
//! A tile is decided (dealt) when it becomes visible, among those not used so far. An exchange (G7)
//! moves known tiles to the back, so the queue always consists of known tiles, then undecided ones,
//! then known ones.

use super::{TILE_COUNT, TileNumber};

/// The number of visible tiles at the front: the drawn one and the next five.
pub const VISIBLE_TILES: usize = 6;

const UNDECIDED: u8 = u8::MAX;

/// The tiles in drawing order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TileQueue {
    /// Tile indices from the front; 0 from index `length` on.
    tiles: [u8; TILE_COUNT],
    length: u8,
    /// One bit for each tile decided so far, wherever it is now.
    used: u128,
}

impl TileQueue {
    /// Creates a queue of this many undecided tiles.
    pub fn undecided(length: usize) -> Self {
        let mut tiles = [0; TILE_COUNT];
        tiles[..length].fill(UNDECIDED);
        TileQueue { tiles, length: length as u8, used: 0 }
    }

    /// Returns the number of tiles left.
    pub fn len(&self) -> usize {
        self.length.into()
    }

    /// Returns whether no tile is left.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Returns the tiles from the front; `None` for undecided ones.
    pub fn tiles(&self) -> impl Iterator<Item = Option<TileNumber>> + Clone {
        self.tiles[..self.len()].iter().map(|&index| TileNumber::from_index(index.into()))
    }

    /// Returns the front tile, if it is decided.
    pub fn front(&self) -> Option<TileNumber> {
        self.tiles().next()?
    }

    /// Returns the tiles behind the front one, at most five and only as far as they are decided.
    pub fn next_tiles(&self) -> impl Iterator<Item = TileNumber> + Clone {
        self.tiles().take(VISIBLE_TILES).skip(1).map_while(|tile| tile)
    }

    /// Returns how many tiles an exchange can choose from (G7): the decided ones of the next five.
    pub fn exchangeable(&self) -> usize {
        self.next_tiles().count()
    }

    /// Returns whether a deal is due because a visible tile is undecided.
    pub fn is_deal_due(&self) -> bool {
        self.tiles[..self.len().min(VISIBLE_TILES)].contains(&UNDECIDED)
    }

    /// Returns whether this tile has been decided before, wherever it is now.
    pub fn is_used(&self, tile: TileNumber) -> bool {
        self.used >> tile.index() & 1 == 1
    }

    /// Returns the tiles that have not been dealt yet.
    pub fn unused(&self) -> impl Iterator<Item = TileNumber> {
        TileNumber::all().filter(|&tile| !self.is_used(tile))
    }

    /// Returns the number of tiles that have not been dealt yet.
    pub fn unused_count(&self) -> usize {
        TILE_COUNT - self.used.count_ones() as usize
    }

    /// Sets the first undecided tile; the given tile must not have been used.
    pub fn decide(&mut self, tile: TileNumber) {
        let length = self.len();
        if let Some(place) = self.tiles[..length].iter_mut().find(|place| **place == UNDECIDED) {
            *place = tile.index() as u8;
            self.used |= 1 << tile.index();
        }
    }

    /// Removes and returns the front tile, which must be decided.
    pub fn draw(&mut self) -> TileNumber {
        let front = self.front().expect("the front tile is visible, so it is decided");
        self.remove_front(1);
        front
    }

    /// G7: moves the front tile to the back, followed by the `skipped` tiles behind it, so that the
    /// one after them comes to the front.
    pub fn exchange(&mut self, skipped: usize) {
        let length = self.len();
        self.tiles[..length].rotate_left(skipped + 1);
    }

    /// Creates a queue from the parts of a position's text; `used` are the tiles that have left it.
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

    fn remove_front(&mut self, count: usize) {
        self.tiles.copy_within(count.., 0);
        self.tiles[TILE_COUNT - count..].fill(0);
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
    fn exchanged_tiles_go_behind_the_undecided_ones() {
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
