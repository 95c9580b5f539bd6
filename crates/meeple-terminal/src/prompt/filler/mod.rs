//! Filler line by line.

mod draw;

use super::{
    Prompt,
    game::{address, guess_command, looks_like_cell, two_numbers},
};
use crate::paint::Paint;
use meeple_ai::{
    advice::{AnyAdviser, adviser},
    roster::{Resources, Roster, roster},
};
use meeple_core::{CellName, Seat, text::excerpt};
use meeple_games::{
    GameKind,
    filler::{Board, Filler, Move, Placement},
};
use meeple_view::{View, ViewScene, filler::FillerView};

/// The prompt of Filler.
pub(crate) struct FillerPrompt;

impl Prompt for FillerPrompt {
    type View = FillerView;
    const HELP: &'static str = "\
Type the cell for the first filled cell of the piece (in its top row, the
leftmost), such as H3. Exactly one filled cell must cover a cell of yours, the
others must cover empty cells. Empty cells of the piece don't count.
If you can't place a piece, you are stuck and the opponent plays on alone. The
player with more cells at the end wins.
  stop    place no more pieces";

    const COMMANDS: &'static [&'static str] = &["stop"];

    fn roster() -> Roster {
        roster(GameKind::Filler)
    }

    fn adviser(resources: &Resources) -> Box<dyn AnyAdviser> {
        adviser(GameKind::Filler, resources)
    }

    fn new(_: &Resources) -> Self {
        FillerPrompt
    }

    fn draw(&self, scene: &ViewScene<'_, Filler>, paint: Paint) -> String {
        draw::all(&FillerView::picture(scene), paint)
    }

    fn question(&self, scene: &ViewScene<'_, Filler>, seat: Seat) -> String {
        address(scene.name(seat), "your cell (such as H3): ")
    }

    fn read(&self, scene: &ViewScene<'_, Filler>, line: &str) -> Result<Move, String> {
        let line = line.trim();
        if line.eq_ignore_ascii_case("stop") {
            return Ok(Move::Stop);
        }
        let placement = if looks_like_cell(line) {
            line.parse().ok().and_then(|cell| placement_at(scene.position, cell))
        } else {
            let numbers = two_numbers(line);
            let [column, row] = numbers.ok_or_else(|| {
                let guess = guess_command::<Self>(line);
                format!("\"{}\" is not a cell: type one such as H3{guess}", excerpt(line))
            })?;
            let corner = column.parse().ok().zip(row.parse().ok());
            corner.map(|(column, row)| Placement { column, row })
        };
        placement.map(Move::Place).ok_or_else(|| {
            let board = scene.position.board();
            let last =
                CellName { column: board.width() as u16 - 1, row: board.height() as u16 - 1 };
            format!("\"{}\" is off the board, which ends at {last}", excerpt(line))
        })
    }
}

/// Returns the placement that puts the first filled cell of the piece on this cell; `None` if that is far
/// off every board. Without a piece, the cell is the corner, and the rules refuse the move.
fn placement_at(game: &Filler, cell: CellName) -> Option<Placement> {
    let corner = Placement { column: 0, row: 0 };
    let first = game.piece().and_then(|piece| Board::covered_cells(piece, corner).next());
    let (column, row) = first.unwrap_or_default();
    let column = (i32::from(cell.column) - column).try_into().ok()?;
    Some(Placement { column, row: (i32::from(cell.row) - row).try_into().ok()? })
}
