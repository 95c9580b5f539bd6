//! Draws the board, the players and the tiles.
//!
//! ```text
//!    A B C D E             1a  a cell of player 1, of the tile marked a
//!  1 . . . . .   1         1B  of the tile that was laid last
//!  2 . 1*1a1a.   2         1*  a 1x1 tile, which cannot be stolen; 1! the last one
//!  3 . 1B1B. E   3         1+  a captured square
//!  4 . ##. . .   4         ##  a stone
//!    A B C D E             E   a bonus square
//! ```
//!
//! On a board of side 20, the players and below them the tiles are drawn beside it; on a board of side 30,
//! above and below it. With colours, cells are drawn in their owner's colour.

use super::tiles;
use crate::{
    paint::Paint,
    prompt::side_by_side::{GAP, MAX_WIDTH, side_by_side, width},
    window,
};
use anstyle::{Ansi256Color, AnsiColor, Style};
use meeple_core::CellName;
use meeple_games::grass::{Cell, Colour, Orientation};
use meeple_view::{
    grass::{GrassSeat, ShownPosition},
    words::format_count,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

/// Fewest columns for what is drawn beside a board.
const MIN_SIDE_WIDTH: usize = 30;

/// A no-break space.
const NO_BREAK_SPACE: &str = "\u{a0}";

/// What is drawn, and how.
pub(super) struct PromptDrawing<'a> {
    /// The position.
    pub picture: &'a ShownPosition,
    /// The orientation of the tile in hand.
    pub orientation: Orientation,
    /// The cells marked with `x`.
    pub spots: &'a [Cell],
    /// A sentence that replaces or follows the one about what is due.
    pub note: Option<&'a str>,
    /// Colours and symbols.
    pub paint: Paint,
}

impl PromptDrawing<'_> {
    /// Draws everything; what there is to decide comes last.
    pub(super) fn all(&self) -> String {
        let (board, due) = (self.board(), self.due());
        let room = MAX_WIDTH.saturating_sub(width(&board) + GAP);
        if room >= MIN_SIDE_WIDTH {
            let heading = self.heading(self.note.unwrap_or(&due), room);
            return side_by_side(&board, &(heading + &self.tiles_below_each_other(room)));
        }
        let note = self.note.map_or(String::new(), |note| format!("{note}\n"));
        self.heading(&due, MAX_WIDTH) + &board + &self.tiles_in_a_row() + &note
    }

    /// Returns a sentence, then all players with what they have.
    fn heading(&self, sentence: &str, columns: usize) -> String {
        let mut text = window::wrap_with(sentence, columns, "", "  ") + "\n";
        let mut used = 0;
        for seat in &self.picture.seats {
            // Spaces inside items are no-break spaces while wrapping.
            let player = window::wrap_with(&self.player(seat), columns, "", "  ");
            let player = player.replace(NO_BREAK_SPACE, " ");
            let wide = width(&player);
            let beside = used > 0 && used + 3 + wide <= columns;
            let gap = match (used, beside) {
                (0, _) => "",
                (_, true) => "   ",
                (_, false) => "\n",
            };
            let _ = write!(text, "{gap}{player}");
            used = wide + if beside { used + 3 } else { 0 };
        }
        text + "\n"
    }

    /// Returns the round and what is due.
    fn due(&self) -> String {
        let ShownPosition { phase, round, rounds, due, .. } = self.picture;
        match (*phase, *round) {
            ("over", _) => format!("{due}."),
            (_, round) if round <= *rounds => format!("Round {round} of {rounds}: {due}."),
            _ => format!("Final coupons: {due}."),
        }
    }

    /// Returns a player's number in their colour, their name, and what they have.
    fn player(&self, seat: &GrassSeat) -> String {
        let GrassSeat { name, colour, square, tie_break, coupons, stones, robberies, .. } = seat;
        let number = self.paint.style(style(colour), &(seat.seat.index() + 1).to_string());
        let inside = if self.picture.tie == "in-square" { " inside" } else { "" };
        let mut has = vec![
            format!("{square}x{square}"),
            format!("{tie_break} grass{inside}"),
            format_count(usize::from(*coupons), "coupon"),
        ];
        has.extend((*stones > 0).then(|| format_count(usize::from(*stones), "stone")));
        has.extend((*robberies > 0).then(|| format!("{robberies} to steal")));
        let has: Vec<String> = has.iter().map(|it| it.replace(' ', NO_BREAK_SPACE)).collect();
        format!("{number} {name} ({colour}): {}", has.join(", "))
    }

    /// Draws the board with labels on all sides.
    fn board(&self) -> String {
        let (side, marks) = (self.picture.side, CellMarks::of(self.picture));
        let letters = (0..side).map(|at| format!("{:<2}", CellName::column_letters(at as u16)));
        let labels = format!("   {}\n", self.paint.faint(letters.collect::<String>().trim_end()));
        let mut text = labels.clone();
        for (row, owners) in self.picture.board.iter().enumerate() {
            let label = self.paint.faint(&format!("{:>2}", row + 1));
            let _ = write!(text, "{label} ");
            for (column, owner) in owners.chars().enumerate() {
                text.push_str(&self.square(Cell::new(row, column), owner, &marks));
            }
            let _ = writeln!(text, " {label}");
        }
        text + &labels
    }

    /// Draws one cell, two characters wide.
    fn square(&self, cell: Cell, owner: char, marks: &CellMarks) -> String {
        let (bold, is_last) = (Style::new().bold(), marks.last.contains(&cell));
        if self.spots.contains(&cell) {
            return self.paint.style(bold, "x ");
        }
        match owner {
            '0'..='9' => {
                let seat = &self.picture.seats[owner as usize - '0' as usize];
                let style = style(seat.colour);
                let style = if is_last { style.bold().underline() } else { style };
                let mark = marks.mark(cell);
                self.paint.style(style, &format!("{}{mark}", seat.seat.index() + 1))
            }
            '#' => self.paint.style(bold, if is_last { "#!" } else { "##" }),
            '.' => self.paint.faint(self.paint.symbol("· ", ". ")),
            bonus => {
                let yellow = bold.fg_color(Some(AnsiColor::Yellow.into()));
                self.paint.style(yellow, &format!("{bonus} "))
            }
        }
    }

    /// Draws the next tiles and below them the tile in hand, to stand beside the board.
    fn tiles_below_each_other(&self, columns: usize) -> String {
        let next = tiles::next(self.picture);
        let hand = self.picture.hand.as_ref();
        let hand: Vec<_> =
            hand.map(|hand| tiles::in_hand(hand, self.orientation)).into_iter().collect();
        let heading = if next.is_empty() { "" } else { "Next:\n" };
        let next = tiles::flow(&next, tiles::SMALL, columns, self.paint);
        format!("{heading}{next}{}", tiles::flow(&hand, tiles::LARGE, columns, self.paint))
    }

    /// Draws the tile in hand and the next ones in a row, to stand below the board.
    fn tiles_in_a_row(&self) -> String {
        let hand = self.picture.hand.as_ref();
        let hand = hand.map(|hand| tiles::in_hand(hand, self.orientation));
        let shown: Vec<_> = hand.into_iter().chain(tiles::next(self.picture)).collect();
        let fits = tiles::fit(&shown, tiles::LARGE, MAX_WIDTH);
        let size = if fits { tiles::LARGE } else { tiles::SMALL };
        tiles::flow(&shown, size, MAX_WIDTH, self.paint)
    }
}

/// The characters after the player's number on owned cells.
struct CellMarks {
    signs: BTreeMap<Cell, char>,
    /// The cells of the last move that changed the board.
    last: BTreeSet<Cell>,
}

impl CellMarks {
    fn of(picture: &ShownPosition) -> Self {
        let tiles = picture.tiles.iter();
        let tiles = tiles.flat_map(|tile| tile.cells.iter().map(|&cell| (cell, tile.letter)));
        let singles = picture.singles.iter().map(|single| (single.cell, '*'));
        let captured = picture.captured.iter().map(|captured| (captured.square.cell, '+'));
        let last = picture.last_change.iter().flat_map(|change| change.cells.iter().copied());
        CellMarks { signs: tiles.chain(singles).chain(captured).collect(), last: last.collect() }
    }

    fn mark(&self, cell: Cell) -> char {
        match self.signs.get(&cell).copied().unwrap_or('?') {
            '*' if self.last.contains(&cell) => '!',
            letter if self.last.contains(&cell) => letter.to_ascii_uppercase(),
            mark => mark,
        }
    }
}

/// Returns the style of a player's cells, with the chosen colour as background.
fn style(colour: &str) -> Style {
    let colour = colour.parse().expect("the view names one of the nine");
    let (behind, text) = match colour {
        Colour::Purple => (54, AnsiColor::BrightWhite),
        Colour::Red => (160, AnsiColor::BrightWhite),
        Colour::Green => (28, AnsiColor::BrightWhite),
        Colour::Yellow => (226, AnsiColor::Black),
        Colour::Blue => (21, AnsiColor::BrightWhite),
        Colour::Magenta => (213, AnsiColor::Black),
        Colour::Cyan => (51, AnsiColor::Black),
        Colour::Turquoise => (37, AnsiColor::Black),
        Colour::Orange => (208, AnsiColor::Black),
    };
    Style::new().bg_color(Some(Ansi256Color(behind).into())).fg_color(Some(text.into()))
}
