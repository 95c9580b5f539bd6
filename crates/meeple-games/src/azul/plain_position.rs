//! The slow twin's position: taken from the quick one, and spelled like it.

use super::{
    board::PlayerBoard,
    game::{Azul, Marker, Phase},
    options::WallSide,
    plain::{COLORS, Next, OnFloor, PlainAzul, PlainBoard},
    tile::{TileColor, TileCounts},
    wall::{Column, Row},
};
use TileColor::{Black, Blue, Red, White, Yellow};
use meeple_core::{Game, Turn};

impl PlainAzul {
    /// The same position as the quick twin's; where that draws a starter, seat 0.
    pub fn at(game: &Azul) -> Self {
        let to_move = match game.turn() {
            Turn::Seat(seat) => seat.index(),
            _ => game.starter().index(),
        };
        PlainAzul {
            side: game.side(),
            round: game.round().into(),
            starter: game.starter().index(),
            next: match game.phase() {
                Phase::DrawStarter | Phase::Deal => Next::Deal,
                Phase::Draft => Next::Draft(to_move),
                Phase::Tile => Next::Tile(to_move),
                Phase::Over => Next::Over,
            },
            marker_taken_by: match game.marker() {
                Marker::Center => None,
                Marker::Taken(seat) => Some(seat.index()),
            },
            bag: listed(game.bag()),
            lid: listed(game.lid()),
            factories: (0..game.factory_count())
                .map(|factory| listed(game.market().factory(factory)))
                .collect(),
            centre: listed(game.market().centre()),
            boards: game.boards().iter().map(PlainBoard::at).collect(),
        }
    }

    /// The position as the quick twin spells it.
    pub fn position_text(&self) -> String {
        let turn = match self.next {
            Next::Deal => "deal".into(),
            Next::Draft(player) | Next::Tile(player) => player.to_string(),
            Next::Over => "over".into(),
        };
        let counts = |tiles: &[TileColor]| {
            let count = |color| tiles.iter().filter(|&&tile| tile == color).count().to_string();
            COLORS.map(count).join(",")
        };
        let factories: Vec<String> = self.factories.iter().map(|tiles| spelled(tiles)).collect();
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
            spelled(&self.centre),
            scores.join(","),
        );
        let boards = self.boards.iter().enumerate().map(|(seat, board)| {
            format!(
                " lines{seat}={} wall{seat}={} floor{seat}={}",
                board.lines.each_ref().map(|line| spelled(line)).join(","),
                [0, 1, 2, 3, 4].map(|row| board.wall_row(row)).join(","),
                board.spelled_floor(),
            )
        });
        head + &boards.collect::<Vec<_>>().concat()
    }
}

fn listed(counts: TileCounts) -> Vec<TileColor> {
    COLORS.into_iter().flat_map(|color| vec![color; counts[color].into()]).collect()
}

fn spelled(tiles: &[TileColor]) -> String {
    let mut sorted = tiles.to_vec();
    sorted.sort_unstable();
    let letters: String = sorted.into_iter().map(letter).collect();
    if letters.is_empty() { "-".into() } else { letters }
}

fn letter(color: TileColor) -> char {
    match color {
        Blue => 'B',
        Yellow => 'Y',
        Red => 'R',
        Black => 'K',
        White => 'W',
    }
}

impl PlainBoard {
    fn at(board: &PlayerBoard) -> Self {
        let line = |row: Row| {
            let line = board.line(row);
            line.color.map_or(Vec::new(), |color| vec![color; line.count_filled.into()])
        };
        let cells = Row::ALL.into_iter().flat_map(|row| Column::ALL.map(|column| (row, column)));
        let marker = board.floor().has_marker.then_some(OnFloor::Marker);
        PlainBoard {
            lines: Row::ALL.map(line),
            wall: cells
                .filter_map(|(row, column)| {
                    Some(((row.index(), column.index()), board.wall().tile_at(row, column)?))
                })
                .collect(),
            floor: marker
                .into_iter()
                .chain(listed(board.floor().tiles).into_iter().map(OnFloor::Tile))
                .collect(),
            score: board.score().into(),
        }
    }

    fn wall_row(&self, row: usize) -> String {
        (0..5)
            .map(|column| self.wall.get(&(row, column)).map_or('.', |&tile| letter(tile)))
            .collect()
    }

    fn spelled_floor(&self) -> String {
        let mut floor = self.floor.clone();
        floor.sort_unstable();
        let letter = |thing: OnFloor| match thing {
            OnFloor::Marker => 'M',
            OnFloor::Tile(tile) => letter(tile),
        };
        let letters: String = floor.into_iter().map(letter).collect();
        if letters.is_empty() { "-".into() } else { letters }
    }
}
