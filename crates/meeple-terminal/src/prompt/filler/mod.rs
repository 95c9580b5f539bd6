//! Filler line by line.

mod draw;

use super::{Prompt, game::address};
use crate::paint::Paint;
use meeple_ai::{
    advice::{AnyAdviser, adviser},
    roster::{Resources, Roster, roster},
};
use meeple_core::{Seat, text::excerpt};
use meeple_games::{
    GameKind,
    filler::{Filler, Move, Placement},
};
use meeple_view::{
    View, ViewScene,
    filler::FillerView,
    words::{format_count, join_names},
};

/// The prompt of Filler.
pub(crate) struct FillerPrompt;

impl Prompt for FillerPrompt {
    type View = FillerView;
    const HELP: &'static str = "\
Lay the piece by the column and the row of its top left corner, counted from 0:
7 2 or 7,2. Exactly one of its filled cells must cover a cell of yours, the
others empty cells. Its empty cells count for nothing and may hang out of the
board, so -1 8 can be legal.
Who cannot lay a piece is stuck, and the other goes on. Whoever owns more cells
wins.
  stop    lay nothing more";

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
        address(scene.name(seat), "where to (column row): ")
    }

    fn read(&self, scene: &ViewScene<'_, Filler>, line: &str) -> Result<Move, String> {
        let line = line.trim();
        if line.eq_ignore_ascii_case("stop") {
            return Ok(Move::Stop);
        }
        let wrong = || {
            format!("\"{}\" is not a place: type a column and a row, such as 7 2", excerpt(line))
        };
        let numbers = two_numbers(line).ok_or_else(wrong)?;
        let [Ok(column), Ok(row)] = numbers.map(str::parse) else {
            let board = scene.position.board();
            let size = [format_count(board.width(), "column"), format_count(board.height(), "row")];
            let size = join_names(&size.each_ref().map(String::as_str));
            return Err(format!("\"{}\" is far off the board, which has {size}", excerpt(line)));
        };
        Ok(Move::Place(Placement { column, row }))
    }
}

/// Splits a line into two integers of any size, separated by spaces, a comma or both; either may be negative.
fn two_numbers(line: &str) -> Option<[&str; 2]> {
    let (column, row) = line.split_once(',').or_else(|| line.split_once(char::is_whitespace))?;
    let is_number = |part: &&str| {
        let digits = part.strip_prefix('-').unwrap_or(part);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let numbers = [column.trim(), row.trim()];
    numbers.iter().all(is_number).then_some(numbers)
}
