//! One round, reduced to what a search needs: no randomness, only what drafts change.
//!
//! ```text
//! Azul ──► Outset ─┬─ DraftRound    factories, centre, lines, floors: what drafts change
//!                  └─ walls, scores, bag, round: what stays until the round is over
//! ```
//!
//! A [`DraftRound`] is copied instead of undoing moves, and it is over when the last tile is taken.
//! Its factories are sorted and have no numbers, so that rounds that differ only in the order of
//! the factories are equal. Of several equal factories, only the first is drafted from.

use super::wall_bits::{EVERY_FIFTH, FIVE, WallBits, bits};
use crate::search::SearchState;
use meeple_core::{Game, PositionHasher, Seat, Turn};
use meeple_games::azul::{
    Azul, COLOUR_COUNT, Destination, DraftAction, FLOOR_LINE_SLOTS, LAST_ROUND, MAX_FACTORIES,
    MAX_PLAYERS, Marker, PATTERN_LINE_COUNT, Phase, PlayerBoard, Source, TileColour, WallRow,
    WallSide,
};
use rand::Rng;

/// Tile counts, five bits per colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct PackedTiles(u32);

impl PackedTiles {
    fn of(tiles: meeple_games::azul::TileCounts) -> Self {
        let counts = tiles.counts().into_iter().enumerate();
        PackedTiles(counts.map(|(colour, count)| u32::from(count) << (5 * colour)).sum())
    }

    pub(crate) fn count(self, colour: usize) -> u32 {
        self.0 >> (5 * colour) & FIVE
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Takes all tiles of a colour and returns their number.
    fn take(&mut self, colour: usize) -> u32 {
        let taken = self.count(colour);
        self.0 &= !(FIVE << (5 * colour));
        taken
    }
}

/// Five pattern lines, six bits each: the number of tiles and their colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct PackedLines(pub(crate) u32);

impl PackedLines {
    pub(crate) fn count(self, row: usize) -> u32 {
        self.0 >> (6 * row) & 7
    }

    /// Returns the colour of the tiles; meaningless for an empty line.
    pub(crate) fn colour(self, row: usize) -> usize {
        (self.0 >> (6 * row + 3) & 7) as usize
    }

    pub(crate) fn is_full(self, row: usize) -> bool {
        self.count(row) as usize == row + 1
    }

    pub(crate) fn set(&mut self, row: usize, colour: usize, count: u32) {
        self.clear(row);
        self.0 |= (count | (colour as u32) << 3) << (6 * row);
    }

    pub(crate) fn clear(&mut self, row: usize) {
        self.0 &= !(0b11_1111 << (6 * row));
    }
}

/// The part of a player's board that drafts change.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct DraftBoard {
    /// Bit `5 row + colour`: the line accepts the colour (A6).
    pub(crate) open: u32,
    pub(crate) lines: PackedLines,
    /// Slots in use, including the marker's.
    pub(crate) floor: u8,
}

impl DraftBoard {
    /// Returns the lines that accept this colour, at every fifth bit.
    pub(crate) fn open_for(&self, colour: usize) -> u32 {
        self.open >> colour & EVERY_FIFTH
    }
}

/// The value of [`DraftMove::source`] that means the centre.
pub(crate) const CENTRE: u8 = MAX_FACTORIES as u8;
/// The value of [`DraftMove::line`] that means the floor.
pub(crate) const FLOOR: u8 = PATTERN_LINE_COUNT as u8;

/// A move: all tiles of a colour go from a source to a pattern line or the floor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DraftMove {
    pub(crate) source: u8,
    pub(crate) colour: u8,
    pub(crate) line: u8,
}

/// The drafting state of a round.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DraftRound {
    pub(crate) boards: [DraftBoard; MAX_PLAYERS],
    pub(crate) factories: [PackedTiles; MAX_FACTORIES],
    pub(crate) centre: PackedTiles,
    /// Tiles left in the factories and the centre.
    pub(crate) tiles: u8,
    /// The seat that has the marker, or [`UNTAKEN`] while it lies in the centre.
    pub(crate) marker: u8,
    pub(crate) to_move: u8,
    pub(crate) players: u8,
    /// A hash of everything that doesn't change during the round, mixed into keys.
    base: u64,
}

/// The value of [`DraftRound::marker`] while it lies in the centre.
pub(crate) const UNTAKEN: u8 = MAX_PLAYERS as u8;

impl DraftRound {
    /// Returns the tiles of this source.
    pub(crate) fn heap(&self, source: u8) -> PackedTiles {
        if source == CENTRE { self.centre } else { self.factories[usize::from(source)] }
    }

    /// Counts what this draft drops to the floor, including the marker.
    pub(crate) fn dropped(&self, draft: DraftMove) -> u32 {
        let taken = self.heap(draft.source).count(draft.colour.into());
        let marker = u32::from(draft.source == CENTRE && self.marker == UNTAKEN);
        let room = if draft.line == FLOOR {
            0
        } else {
            let row = usize::from(draft.line);
            row as u32 + 1 - self.boards[usize::from(self.to_move)].lines.count(row)
        };
        marker + taken.saturating_sub(room)
    }

    fn take(&mut self, source: u8, colour: usize) -> u32 {
        if source == CENTRE {
            return self.centre.take(colour);
        }
        let mut rest = std::mem::take(&mut self.factories[usize::from(source)]);
        let taken = rest.take(colour);
        self.centre.0 += rest.0;
        taken
    }
}

impl SearchState for DraftRound {
    type Move = DraftMove;

    fn seats(&self) -> usize {
        self.players.into()
    }

    fn turn(&self) -> Turn {
        if self.tiles == 0 { Turn::Over } else { Turn::Seat(Seat::new(self.to_move.into())) }
    }

    fn moves(&self, into: &mut Vec<DraftMove>) {
        let board = &self.boards[usize::from(self.to_move)];
        let mut before = PackedTiles::default();
        let sources = self.factories.iter().chain([&self.centre]).zip(0..);
        for (&heap, source) in sources {
            if heap.is_empty() || (heap == before && source != CENTRE) {
                continue;
            }
            before = heap;
            for colour in (0..COLOUR_COUNT).filter(|&colour| heap.count(colour) > 0) {
                let to = |line| DraftMove { source, colour: colour as u8, line };
                into.extend(bits(board.open_for(colour)).map(|bit| to((bit / 5) as u8)));
                into.push(to(FLOOR));
            }
        }
    }

    fn play(&mut self, draft: DraftMove) {
        let DraftMove { source, colour, line } = draft;
        let colour = usize::from(colour);
        let dropped = self.dropped(draft);
        if source == CENTRE && self.marker == UNTAKEN {
            self.marker = self.to_move;
        }
        let taken = self.take(source, colour);
        self.tiles -= taken as u8;
        let board = &mut self.boards[usize::from(self.to_move)];
        board.floor = (u32::from(board.floor) + dropped).min(FLOOR_LINE_SLOTS as u32) as u8; // A7
        if line != FLOOR {
            let row = usize::from(line);
            let count = (board.lines.count(row) + taken).min(row as u32 + 1);
            board.lines.set(row, colour, count);
            board.open &= !(FIVE << (5 * row));
            if !board.lines.is_full(row) {
                board.open |= 1 << (5 * row + colour);
            }
        }
        self.to_move = if self.to_move + 1 == self.players { 0 } else { self.to_move + 1 };
    }

    fn key(&self) -> u64 {
        let mut mixer = PositionHasher::default();
        mixer.mix(self.base ^ u64::from(self.to_move) << 3 ^ u64::from(self.marker));
        mixer.mix(u64::from(self.centre.0));
        for board in &self.boards[..usize::from(self.players)] {
            mixer.mix(u64::from(board.lines.0) << 8 | u64::from(board.floor));
        }
        // A sum, because it doesn't matter which of two equal factories is left.
        let factories = self.factories.iter().map(|heap| {
            let word = u64::from(heap.0).wrapping_mul(0xff51_afd7_ed55_8ccd);
            word ^ word >> 32
        });
        mixer.mix(factories.fold(0, u64::wrapping_add));
        mixer.finish()
    }

    fn apply_random_deal(&mut self, _: &mut dyn Rng) {}
}

/// The part of a position that stays the same until the round is over.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Standings {
    /// The walls, by seat.
    pub(crate) walls: [WallBits; MAX_PLAYERS],
    /// The scores, by seat.
    pub(crate) scores: [u16; MAX_PLAYERS],
    pub(crate) players: usize,
    pub(crate) side: WallSide,
    /// The seat that started this round, and starts again if no player takes the marker (A14).
    pub(crate) starter: u8,
    /// The round number, from 1.
    pub(crate) round: u8,
    /// The number of tiles of each colour in the bag.
    pub(crate) bag: [u8; COLOUR_COUNT],
}

impl Standings {
    /// Extracts the constant part of this position.
    pub(crate) fn of(game: &Azul) -> Self {
        let mut standings = Standings {
            walls: Default::default(),
            scores: [0; MAX_PLAYERS],
            players: game.players(),
            side: game.side(),
            starter: game.starter().index() as u8,
            round: game.round(),
            bag: game.bag().counts(),
        };
        for (seat, board) in game.boards().iter().enumerate() {
            standings.walls[seat] = WallBits::of(board.wall());
            standings.scores[seat] = board.score();
        }
        standings
    }

    /// Whether the game ends after this round, whatever is drafted (A15).
    pub(crate) fn is_last_round(&self) -> bool {
        self.round == LAST_ROUND
    }

    fn key(&self) -> u64 {
        let walls = self.walls[..self.players].iter().zip(self.scores);
        let seats = walls.flat_map(|(wall, score)| {
            [u64::from(wall.cells) << 32 | u64::from(wall.row_colours), score.into()]
        });
        let rest = [self.starter, self.round].into_iter().chain(self.bag).map(u64::from);
        PositionHasher::hash(seats.chain(rest))
    }
}

/// A round with its constant part and the numbers of its sorted factories.
#[derive(Debug, Clone)]
pub(crate) struct Outset {
    /// The part that changes.
    pub(crate) round: DraftRound,
    /// The part that doesn't change.
    pub(crate) standings: Standings,
    names: [u8; MAX_FACTORIES],
}

impl Outset {
    /// Returns the round of this position; `None` outside the drafting phase.
    pub(crate) fn of(game: &Azul) -> Option<Self> {
        (game.phase() == Phase::Draft).then(|| Outset::made(game, Standings::of(game)))
    }

    /// Returns the finished round if a deal is due or full lines are waiting to be tiled: its last
    /// tile is taken, and the next round isn't known yet.
    pub(crate) fn after_draft(game: &Azul) -> Option<Self> {
        let standings = Standings::of(game);
        match game.phase() {
            Phase::Tile => Some(Outset::made(game, standings)),
            Phase::Deal => {
                let round = standings.round - 1;
                Some(Outset::made(game, Standings { round, ..standings }))
            }
            _ => None,
        }
    }

    fn made(game: &Azul, standings: Standings) -> Self {
        let to_move = match Game::turn(game) {
            Turn::Seat(seat) => seat.index() as u8,
            _ => standings.starter,
        };
        let mut sorted: Vec<(PackedTiles, u8)> = (0..MAX_FACTORIES)
            .map(|at| (PackedTiles::of(game.market().factory(at)), at as u8))
            .collect();
        sorted.sort();
        let mut round = DraftRound {
            boards: Default::default(),
            factories: Default::default(),
            centre: PackedTiles::of(game.market().centre()),
            tiles: game.market().tiles().total() as u8,
            marker: match game.marker() {
                Marker::Centre => UNTAKEN,
                Marker::Taken(seat) => seat.index() as u8,
            },
            to_move,
            players: game.players() as u8,
            base: standings.key(),
        };
        let mut names = [0; MAX_FACTORIES];
        for (place, (heap, name)) in sorted.into_iter().enumerate() {
            (round.factories[place], names[place]) = (heap, name);
        }
        for (draft, board) in round.boards.iter_mut().zip(game.boards()) {
            *draft = draft_board(board);
        }
        Outset { round, standings, names }
    }

    /// Converts a draft to the game's move.
    pub(crate) fn action(&self, draft: DraftMove) -> DraftAction {
        let source = match draft.source {
            CENTRE => Source::Centre,
            place => Source::Factory(self.names[usize::from(place)]),
        };
        let destination = match draft.line {
            FLOOR => Destination::Floor,
            row => Destination::PatternLine(row),
        };
        DraftAction { source, colour: TileColour::ALL[usize::from(draft.colour)], destination }
    }

    /// Converts the game's move to a draft; of several equal factories it uses the first, as
    /// [`SearchState::moves`] does.
    pub(crate) fn draft(&self, action: DraftAction) -> Option<DraftMove> {
        let source = match action.source {
            Source::Centre => CENTRE,
            Source::Factory(name) => {
                let heap = self.round.factories[self.names.iter().position(|&at| at == name)?];
                self.round.factories.iter().position(|&other| other == heap)? as u8
            }
        };
        let line = match action.destination {
            Destination::Floor => FLOOR,
            Destination::PatternLine(row) => row,
        };
        Some(DraftMove { source, colour: action.colour.index() as u8, line })
    }
}

/// Returns the pattern lines of a board.
pub(crate) fn lines_of(board: &PlayerBoard) -> PackedLines {
    let mut lines = PackedLines::default();
    for row in WallRow::ALL {
        let line = board.line(row);
        if let Some(colour) = line.colour {
            lines.set(row.index(), colour.index(), line.count_filled.into());
        }
    }
    lines
}

fn draft_board(board: &PlayerBoard) -> DraftBoard {
    let floor = board.floor().slots_used() as u8;
    let mut draft = DraftBoard { floor, lines: lines_of(board), open: 0 };
    for colour in TileColour::ALL {
        for row in board.open_rows(colour) {
            draft.open |= 1 << (5 * row.index() + colour.index());
        }
    }
    draft
}
