//! The position of the reference implementation: converting it from [`Azul`] and formatting it the
//! same way.

use super::{
    board::PlayerBoard,
    game::{Azul, Marker, Phase},
    options::WallSide,
    reference::{COLORS, ReferenceAzul, ReferenceBoard, ReferenceFloorSlot, ReferencePhase},
    tile::{TileColour, TileCounts},
    wall::{WallColumn, WallRow},
};
use TileColour::{Black, Blue, Red, White, Yellow};
use meeple_core::{Game, Turn};

impl ReferenceAzul {
    /// Creates the same position as `game`; if the starter is still to be drawn, seat 0 starts.
    pub fn from_game(game: &Azul) -> Self {
        let to_move = match game.turn() {
            Turn::Seat(seat) => seat.index(),
            _ => game.starter().index(),
        };
        ReferenceAzul {
            side: game.side(),
            round: game.round().into(),
            starter: game.starter().index(),
            next: match game.phase() {
                Phase::DrawStarter | Phase::Deal => ReferencePhase::Deal,
                Phase::Draft => ReferencePhase::Draft(to_move),
                Phase::Tile => ReferencePhase::Tile(to_move),
                Phase::Over => ReferencePhase::Over,
            },
            marker_taken_by: match game.marker() {
                Marker::Centre => None,
                Marker::Taken(seat) => Some(seat.index()),
            },
            bag: to_tile_list(game.bag()),
            lid: to_tile_list(game.lid()),
            factories: (0..game.factory_count())
                .map(|factory| to_tile_list(game.market().factory(factory)))
                .collect(),
            centre: to_tile_list(game.market().centre()),
            boards: game.boards().iter().map(ReferenceBoard::from_board).collect(),
        }
    }

    /// Formats the position as [`Azul`] does.
    pub fn position_text(&self) -> String {
        let turn = match self.next {
            ReferencePhase::Deal => "deal".into(),
            ReferencePhase::Draft(player) | ReferencePhase::Tile(player) => player.to_string(),
            ReferencePhase::Over => "over".into(),
        };
        let counts = |tiles: &[TileColour]| {
            let count = |colour| tiles.iter().filter(|&&tile| tile == colour).count().to_string();
            COLORS.map(count).join(",")
        };
        let factories: Vec<String> =
            self.factories.iter().map(|tiles| format_tiles(tiles)).collect();
        let scores: Vec<String> = self.boards.iter().map(|board| board.score.to_string()).collect();
        let head = format!(
            "players={} wall={} round={} starter={} turn={turn} marker={} bag={} lid={} \
             factories={} centre={} scores={}",
            self.boards.len(),
            if self.side == WallSide::Grey { "grey" } else { "colour" },
            self.round,
            self.starter,
            self.marker_taken_by.map_or("centre".into(), |player| player.to_string()),
            counts(&self.bag),
            counts(&self.lid),
            factories.join(","),
            format_tiles(&self.centre),
            scores.join(","),
        );
        let boards = self.boards.iter().enumerate().map(|(seat, board)| {
            format!(
                " lines{seat}={} wall{seat}={} floor{seat}={}",
                board.lines.each_ref().map(|line| format_tiles(line)).join(","),
                [0, 1, 2, 3, 4].map(|row| board.wall_row(row)).join(","),
                board.format_floor(),
            )
        });
        head + &boards.collect::<Vec<_>>().concat()
    }
}

fn to_tile_list(counts: TileCounts) -> Vec<TileColour> {
    COLORS.into_iter().flat_map(|colour| vec![colour; counts[colour].into()]).collect()
}

fn format_tiles(tiles: &[TileColour]) -> String {
    let mut sorted = tiles.to_vec();
    sorted.sort_unstable();
    let letters: String = sorted.into_iter().map(letter).collect();
    if letters.is_empty() { "-".into() } else { letters }
}

fn letter(colour: TileColour) -> char {
    match colour {
        Blue => 'B',
        Yellow => 'Y',
        Red => 'R',
        Black => 'K',
        White => 'W',
    }
}

impl ReferenceBoard {
    fn from_board(board: &PlayerBoard) -> Self {
        let line = |row: WallRow| {
            let line = board.line(row);
            line.colour.map_or(Vec::new(), |colour| vec![colour; line.count_filled.into()])
        };
        let cells =
            WallRow::ALL.into_iter().flat_map(|row| WallColumn::ALL.map(|column| (row, column)));
        let marker = board.floor().has_marker.then_some(ReferenceFloorSlot::Marker);
        ReferenceBoard {
            lines: WallRow::ALL.map(line),
            wall: cells
                .filter_map(|(row, column)| {
                    Some(((row.index(), column.index()), board.wall().tile_at(row, column)?))
                })
                .collect(),
            floor: marker
                .into_iter()
                .chain(to_tile_list(board.floor().tiles).into_iter().map(ReferenceFloorSlot::Tile))
                .collect(),
            score: board.score().into(),
        }
    }

    fn wall_row(&self, row: usize) -> String {
        (0..5)
            .map(|column| self.wall.get(&(row, column)).map_or('.', |&tile| letter(tile)))
            .collect()
    }

    fn format_floor(&self) -> String {
        let mut floor = self.floor.clone();
        floor.sort_unstable();
        let letter = |thing: ReferenceFloorSlot| match thing {
            ReferenceFloorSlot::Marker => 'M',
            ReferenceFloorSlot::Tile(tile) => letter(tile),
        };
        let letters: String = floor.into_iter().map(letter).collect();
        if letters.is_empty() { "-".into() } else { letters }
    }
}
