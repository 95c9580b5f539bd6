//! The board, the players and the tiles, drawn.
//!
//! ```text
//!     A B C D E            1a  a cell of player 1, of the tile marked a
//!   A . . . . .   A        1B  of the tile that came last
//!   B . 1*1a1a.   B        1*  a 1x1 tile, which cannot be stolen; 1! the last one
//!   C . 1B1B. E   C        1+  a captured square
//!   D . ##. . .   D        ##  a stone
//!     A B C D E            E   a bonus square
//! ```
//!
//! Beside a board of 20 stands who has what and, at the bottom, the tiles;
//! a board of 30 has them above and below it. With colours, a player's cells
//! are in the player's.

use super::tiles::{self, Size};
use crate::{
    paint::Paint,
    prompt::beside::{GAP, WIDEST, beside, width},
    window,
};
use anstyle::{Ansi256Color, AnsiColor, Style};
use meeple_games::grass::{Cell, Colour, Orientation};
use meeple_view::{
    grass::{GrassPicture, GrassSeat},
    words::counted,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

/// What stands beside a board should have so many columns.
const NARROWEST: usize = 30;

/// A space at which no line is broken.
const GLUE: &str = "\u{a0}";

/// What is drawn, and how.
pub(super) struct Drawing<'a> {
    /// What there is to be seen.
    pub picture: &'a GrassPicture,
    /// How the tile in hand is turned.
    pub orientation: Orientation,
    /// The cells to be marked with `x`.
    pub spots: &'a [Cell],
    /// A sentence that is more urgent than what is due.
    pub note: Option<&'a str>,
    /// Colours and signs.
    pub paint: Paint,
}

impl Drawing<'_> {
    /// All of it. What is to be decided stands last.
    pub(super) fn all(&self) -> String {
        let (board, due) = (self.board(), self.due());
        let room = WIDEST.saturating_sub(width(&board) + GAP);
        if room >= NARROWEST {
            let heading = self.heading(self.note.unwrap_or(&due), room);
            return beside(&board, &(heading + &self.tiles_below_each_other(room)));
        }
        let note = self.note.map_or(String::new(), |note| format!("{note}\n"));
        self.heading(&due, WIDEST) + &board + &self.tiles_in_a_row() + &note
    }

    /// A sentence; then everybody, with what they have.
    fn heading(&self, sentence: &str, columns: usize) -> String {
        let mut text = window::wrap_with(sentence, columns, "", "  ") + "\n";
        let mut used = 0;
        for seat in &self.picture.seats {
            // What must stay together is glued with spaces that no line is broken at.
            let player = window::wrap_with(&self.player(seat), columns, "", "  ");
            let player = player.replace(GLUE, " ");
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

    /// The round, and what is due.
    fn due(&self) -> String {
        let GrassPicture { phase, round, rounds, due, .. } = self.picture;
        match (*phase, *round) {
            ("over", _) => format!("{due}."),
            (_, round) if round <= *rounds => format!("Round {round} of {rounds}: {due}."),
            _ => format!("Final coupons: {due}."),
        }
    }

    /// A player's number on the board, in the player's colour, and what the player has.
    fn player(&self, seat: &GrassSeat) -> String {
        let GrassSeat { name, colour, square, tie_break, coupons, stones, robberies, .. } = seat;
        let number = self.paint.style(style(colour), &(seat.seat.index() + 1).to_string());
        let inside = if self.picture.tie == "in-square" { " inside" } else { "" };
        let mut has = vec![
            format!("{square}x{square}"),
            format!("{tie_break} grass{inside}"),
            counted(usize::from(*coupons), "coupon"),
        ];
        has.extend((*stones > 0).then(|| counted(usize::from(*stones), "stone")));
        has.extend((*robberies > 0).then(|| format!("{robberies} to steal")));
        let has: Vec<String> = has.iter().map(|it| it.replace(' ', GLUE)).collect();
        format!("{number} {name} ({colour}): {}", has.join(", "))
    }

    /// The board with labels on all sides.
    fn board(&self) -> String {
        let (side, marks) = (self.picture.side, Marks::of(self.picture));
        let faint = Style::new().dimmed();
        let letters: Vec<String> = (0..side).map(|at| Cell::letter(at).to_string()).collect();
        let labels = format!("   {}\n", self.paint.style(faint, &letters.join(" ")));
        let mut text = labels.clone();
        for (row, owners) in self.picture.board.iter().enumerate() {
            let label = self.paint.style(faint, &letters[row]);
            let _ = write!(text, " {label} ");
            for (column, owner) in owners.chars().enumerate() {
                text.push_str(&self.square(Cell::new(row, column), owner, &marks));
            }
            let _ = writeln!(text, " {label}");
        }
        text + &labels
    }

    /// One cell, two signs wide.
    fn square(&self, cell: Cell, owner: char, marks: &Marks) -> String {
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
            '.' => self.paint.style(Style::new().dimmed(), self.paint.sign("· ", ". ")),
            bonus => {
                let yellow = bold.fg_color(Some(AnsiColor::Yellow.into()));
                self.paint.style(yellow, &format!("{bonus} "))
            }
        }
    }

    /// Beside the board: the next tiles, and below them the one in hand.
    fn tiles_below_each_other(&self, columns: usize) -> String {
        let next = tiles::next(self.picture);
        let hand = self.picture.hand.as_ref();
        let hand: Vec<_> =
            hand.map(|hand| tiles::in_hand(hand, self.orientation)).into_iter().collect();
        let heading = if next.is_empty() { "" } else { "Next:\n" };
        let next = tiles::flow(&next, Size::Small, columns, self.paint);
        format!("{heading}{next}{}", tiles::flow(&hand, Size::Large, columns, self.paint))
    }

    /// Below the board: the tile in hand and the next ones.
    fn tiles_in_a_row(&self) -> String {
        let hand = self.picture.hand.as_ref();
        let hand = hand.map(|hand| tiles::in_hand(hand, self.orientation));
        let shown: Vec<_> = hand.into_iter().chain(tiles::next(self.picture)).collect();
        let is_wide = !tiles::fit(&shown, Size::Large, WIDEST);
        tiles::flow(&shown, if is_wide { Size::Small } else { Size::Large }, WIDEST, self.paint)
    }
}

/// What stands behind the number on the cells that somebody owns.
struct Marks {
    signs: BTreeMap<Cell, char>,
    /// The cells of the last move that changed the board.
    last: BTreeSet<Cell>,
}

impl Marks {
    fn of(picture: &GrassPicture) -> Self {
        let tiles = picture.tiles.iter();
        let tiles = tiles.flat_map(|tile| tile.cells.iter().map(|&cell| (cell, tile.letter)));
        let singles = picture.singles.iter().map(|single| (single.cell, '*'));
        let captured = picture.captured.iter().map(|captured| (captured.square.cell, '+'));
        let last = picture.last_change.iter().flat_map(|change| change.cells.iter().copied());
        Marks { signs: tiles.chain(singles).chain(captured).collect(), last: last.collect() }
    }

    fn mark(&self, cell: Cell) -> char {
        match self.signs.get(&cell).copied().unwrap_or('?') {
            '*' if self.last.contains(&cell) => '!',
            letter if self.last.contains(&cell) => letter.to_ascii_uppercase(),
            mark => mark,
        }
    }
}

/// How a player's cells look: the colour of choice behind them.
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
