//! Tiles in five colours, each with its own pattern, and everything else drawn in their place.
//!
//! ```text
//! ≈ waves   ☼ sun   ★ star   ▦ lattice   ✻ snow       with colours
//! B         Y       R        K           W            as letters; lower case: free wall cell
//! ```

use super::pane::{Pane, Point};
use crate::screen::theme::{GROUND, Theme, Tone};
use meeple_games::azul::TileColour;
use meeple_view::azul::{FloorSlot, FloorSlotContent};
use ratatui::style::{Modifier, Style};

/// The starting player marker.
pub(super) const MARKER: &str = "M";

/// Background colours of the tiles.
const GROUNDS: [Tone; 5] = [
    Tone::new(0x2f6fd0, 0x2f6fd0),
    Tone::new(0xe0a800, 0xe5b72e),
    Tone::new(0xc8372d, 0xc8372d),
    Tone::new(0x2b2d33, 0x5c606c),
    Tone::new(0xdce5ee, 0xf1efe9),
];
/// Text colours of free wall cells: white must be visible on light backgrounds, black on dark.
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
pub(super) enum TileSize {
    /// One column, no gap.
    Tiny,
    /// Two columns, no gap.
    Small,
    /// Two columns and a gap.
    Middle,
    /// Three columns and a gap; one and a half rows and half a row of gap.
    Large,
}

impl TileSize {
    /// Returns the columns and rows from one tile to the next.
    pub(super) fn pitch(self) -> Point {
        match self {
            TileSize::Tiny => (1, 1),
            TileSize::Small => (2, 1),
            TileSize::Middle => (3, 1),
            TileSize::Large => (4, 2),
        }
    }

    /// Returns the columns of a tile.
    pub(super) fn width(self) -> i32 {
        match self {
            TileSize::Tiny => 1,
            TileSize::Small | TileSize::Middle => 2,
            TileSize::Large => 3,
        }
    }
}

/// What is drawn in a tile's place: a short text (up to two letters, or a number) and its style.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TileGlyph {
    pub(super) sign: String,
    pub(super) style: Style,
}

impl TileGlyph {
    /// Creates a glyph that isn't a tile.
    pub(super) fn new(sign: impl Into<String>, style: Style) -> Self {
        TileGlyph { sign: sign.into(), style }
    }

    /// Returns the glyph of a tile.
    pub(super) fn tile(colour: TileColour, theme: Theme) -> Self {
        TileGlyph::new(sign(colour, theme), style(colour, theme))
    }

    /// Returns the glyph of a tile that the selected move would put here.
    pub(super) fn ghost(colour: TileColour, theme: Theme) -> Self {
        TileGlyph::new(sign(colour, theme), theme.cursor())
    }

    /// Returns the glyph of a free space.
    pub(super) fn free(theme: Theme) -> Self {
        TileGlyph::new(theme.sign("·", "."), theme.quiet())
    }

    /// Returns the glyph of a free wall cell reserved for this colour.
    pub(super) fn printed(colour: TileColour, theme: Theme) -> Self {
        let letter = if is_lettered(theme) { ["b", "y", "r", "k", "w"] } else { SIGNS };
        let faint = if theme.has_colour() {
            Style::new().fg(theme.mixed(GROUND, PRINTS[colour.index()], 0.8))
        } else {
            theme.quiet()
        };
        TileGlyph::new(letter[colour.index()], faint)
    }

    /// Returns the glyph of the starting player marker.
    pub(super) fn marker(theme: Theme) -> Self {
        TileGlyph::new(MARKER, theme.strong())
    }

    /// Returns the glyph of what lies on a floor slot, if anything.
    pub(super) fn on_floor(slot: FloorSlot, theme: Theme) -> Option<Self> {
        Some(match slot.holds? {
            FloorSlotContent::Marker => TileGlyph::marker(theme),
            FloorSlotContent::Tile(colour) => TileGlyph::tile(colour, theme),
        })
    }

    /// Highlights it because it scores in this step.
    pub(super) fn highlighted(mut self, theme: Theme) -> Self {
        self.style = self.style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
        if !theme.has_colour() {
            self.style = self.style.add_modifier(Modifier::REVERSED);
        }
        self
    }

    /// Draws it in a single row, whatever the size.
    pub(super) fn draw_flat(&self, at: Point, size: TileSize, pane: &mut Pane<'_, '_>) {
        let width = size.width();
        let sign = if width == 3 { format!(" {}", self.sign) } else { self.sign.clone() };
        pane.text_within(at, width, &format!("{sign:<3}"), self.style);
    }

    /// Draws it.
    pub(super) fn draw(&self, (column, row): Point, size: TileSize, pane: &mut Pane<'_, '_>) {
        let TileGlyph { sign, style } = self;
        // A number is never cut off, because that would be another number: `+10` also uses the gap,
        // or loses its sign, or becomes `+` in a single column.
        let figure = sign.trim_start_matches(['+', '#']);
        match size {
            TileSize::Tiny if figure.chars().count() > 1 => pane.text((column, row), "+", *style),
            TileSize::Tiny => pane.text((column, row), figure, *style),
            TileSize::Small if sign.chars().count() > 2 => pane.text((column, row), figure, *style),
            TileSize::Small | TileSize::Middle => {
                pane.text((column, row), &format!("{sign:<2}"), *style);
            }
            TileSize::Large => {
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

/// Returns whether tiles are drawn as letters: without colours a letter says more than a pattern.
fn is_lettered(theme: Theme) -> bool {
    theme.is_ascii() || !theme.has_colour()
}

/// Returns the pattern of a tile, or its letter.
pub(super) fn sign(colour: TileColour, theme: Theme) -> &'static str {
    let signs = if is_lettered(theme) { LETTERS } else { SIGNS };
    signs[colour.index()]
}

/// Returns the text style on a tile of this colour.
pub(super) fn style(colour: TileColour, theme: Theme) -> Style {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    if !theme.has_colour() {
        return bold;
    }
    let letter = match colour {
        TileColour::Blue | TileColour::Red | TileColour::Black => PALE,
        TileColour::Yellow | TileColour::White => DARK,
    };
    bold.fg(theme.colour(letter)).bg(theme.colour(GROUNDS[colour.index()]))
}
