//! Tiles: five colours, each with a pattern of its own, and what may lie where one could.
//!
//! ```text
//! ≈ waves   ☼ sun   ★ star   ▦ lattice   ✻ snow       with colours
//! B         Y       R        K           W            with letters; small where the wall is free
//! ```

use super::pane::{At, Pane};
use crate::screen::theme::{GROUND, Theme, Tone};
use meeple_games::azul::TileColor;
use ratatui::style::{Modifier, Style};

/// The marker of the starting player.
pub(super) const MARKER: &str = "M";

/// The grounds of the tiles, and the letters on them.
const GROUNDS: [Tone; 5] = [
    Tone::new(0x2f6fd0, 0x2f6fd0),
    Tone::new(0xe0a800, 0xe5b72e),
    Tone::new(0xc8372d, 0xc8372d),
    Tone::new(0x2b2d33, 0x5c606c),
    Tone::new(0xdce5ee, 0xf1efe9),
];
/// The same as letters on the wall: white must be seen on light ground, black on dark.
const PRINTS: [Tone; 5] = [
    Tone::new(0x2f6fd0, 0x5b93e6),
    Tone::new(0xa87c00, 0xe5b72e),
    Tone::new(0xc8372d, 0xe0675e),
    Tone::new(0x2b2d33, 0x8a8f9c),
    Tone::new(0x7d8fa3, 0xf1efe9),
];
const PALE: Tone = Tone::same(0xffffff);
const DARK: Tone = Tone::same(0x1c1d21);

/// How large tiles are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Size {
    /// One column, the next tile beside it.
    Tiny,
    /// Two columns, the next tile beside it.
    Small,
    /// Two columns and a gap.
    Middle,
    /// Three columns and a gap, one row and a half and half a row.
    Large,
}

impl Size {
    /// Columns and rows from one tile to the next.
    pub(super) fn pitch(self) -> At {
        match self {
            Size::Tiny => (1, 1),
            Size::Small => (2, 1),
            Size::Middle => (3, 1),
            Size::Large => (4, 2),
        }
    }

    /// The columns of a tile.
    pub(super) fn width(self) -> i32 {
        match self {
            Size::Tiny => 1,
            Size::Small | Size::Middle => 2,
            Size::Large => 3,
        }
    }
}

/// What is drawn where a tile may lie: two letters at most, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Look {
    sign: String,
    style: Style,
}

impl Look {
    /// Something else than a tile.
    pub(super) fn new(sign: impl Into<String>, style: Style) -> Self {
        Look { sign: sign.into(), style }
    }

    /// A tile.
    pub(super) fn tile(colour: TileColor, theme: Theme) -> Self {
        Look::new(sign(colour, theme), style(colour, theme))
    }

    /// A tile that would lie here.
    pub(super) fn ghost(colour: TileColor, theme: Theme) -> Self {
        Look::new(sign(colour, theme), theme.cursor())
    }

    /// A free place.
    pub(super) fn free(theme: Theme) -> Self {
        Look::new(theme.sign("·", "."), theme.quiet())
    }

    /// A free cell of the wall that waits for this colour.
    pub(super) fn printed(colour: TileColor, theme: Theme) -> Self {
        let letter = if is_lettered(theme) { ["b", "y", "r", "k", "w"] } else { SIGNS };
        let faint = if theme.has_colour() {
            Style::new().fg(theme.mixed(GROUND, PRINTS[colour.index()], 0.8))
        } else {
            theme.quiet()
        };
        Look::new(letter[colour.index()], faint)
    }

    /// The marker.
    pub(super) fn marker(theme: Theme) -> Self {
        Look::new(MARKER, theme.strong())
    }

    /// The same with something else written on it.
    pub(super) fn saying(mut self, sign: impl Into<String>) -> Self {
        self.sign = sign.into();
        self
    }

    /// The same, brighter, because it counts at this moment.
    pub(super) fn lit(mut self, theme: Theme) -> Self {
        self.style = self.style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
        if !theme.has_colour() {
            self.style = self.style.add_modifier(Modifier::REVERSED);
        }
        self
    }

    /// The same with the cursor on it.
    pub(super) fn under(mut self, cursor: Style) -> Self {
        self.style = cursor;
        self
    }

    /// What is written.
    #[cfg(test)]
    pub(super) fn sign(&self) -> &str {
        &self.sign
    }

    /// Draws it in one row, however large.
    pub(super) fn draw_flat(&self, at: At, size: Size, pane: &mut Pane<'_, '_>) {
        let width = size.width();
        let sign = if width == 3 { format!(" {}", self.sign) } else { self.sign.clone() };
        pane.text_within(at, width, &format!("{sign:<3}"), self.style);
    }

    /// Draws it.
    pub(super) fn draw(&self, (column, row): At, size: Size, pane: &mut Pane<'_, '_>) {
        let Look { sign, style } = self;
        // A figure is never cut, as that would be another figure: `+10` stands in the gap as well,
        // or without its sign, or in one column as `+`.
        let figure = sign.trim_start_matches(['+', '#']);
        match size {
            Size::Tiny if figure.chars().count() > 1 => pane.text((column, row), "+", *style),
            Size::Tiny => pane.text((column, row), figure, *style),
            Size::Small if sign.chars().count() > 2 => pane.text((column, row), figure, *style),
            Size::Small | Size::Middle => pane.text((column, row), &format!("{sign:<2}"), *style),
            Size::Large => {
                let sign =
                    if sign.chars().count() < 2 { format!(" {sign} ") } else { sign.clone() };
                pane.text_within((column, row), 3, &format!("{sign:<3}"), *style);
                if let Some(ground) = style.bg.filter(|_| pane.canvas.has_halves()) {
                    pane.text((column, row + 1), "▀▀▀", Style::new().fg(ground));
                }
            }
        }
    }
}

const SIGNS: [&str; 5] = ["≈", "☼", "★", "▦", "✻"];
const LETTERS: [&str; 5] = ["B", "Y", "R", "K", "W"];

/// Whether tiles are letters: without colours a letter says more than a pattern.
fn is_lettered(theme: Theme) -> bool {
    theme.is_ascii() || !theme.has_colour()
}

/// The pattern of a tile, or its letter.
pub(super) fn sign(colour: TileColor, theme: Theme) -> &'static str {
    let signs = if is_lettered(theme) { LETTERS } else { SIGNS };
    signs[colour.index()]
}

/// Letters on a tile of this colour.
pub(super) fn style(colour: TileColor, theme: Theme) -> Style {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    if !theme.has_colour() {
        return bold;
    }
    let letter = match colour {
        TileColor::Blue | TileColor::Red | TileColor::Black => PALE,
        TileColor::Yellow | TileColor::White => DARK,
    };
    bold.fg(theme.colour(letter)).bg(theme.colour(GROUNDS[colour.index()]))
}
