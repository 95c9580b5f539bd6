//! How a cell looks: a colour, and a symbol for terminals or players without colours.
//!
//! ```text
//! colours and symbols  ● on indigo, ■ on orange, brighter where the latest pieces lie
//! letters              @ a $ s . as at the prompt; a piece in hand # with O on the own cell,
//!                      / and x where it is illegal
//! ```

use super::overlay::OverlayValue;
use crate::screen::theme::{
    ACCENT, BAD, ColourDepth, GROUND, LINE, QUIET, SURFACE, TEXT, Theme, Tone,
};
use meeple_core::Seat;
use ratatui::style::{Color, Modifier, Style};

/// What a cell shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CellStyle {
    /// An empty cell with its overlay.
    Empty(OverlayValue),
    /// A cell owned by a seat.
    Owned(Seat, CellAge),
    /// A cell the best move would cover.
    Best,
    /// A cell the piece in hand would cover.
    Ghost,
    /// The player's own cell under the piece in hand (F4).
    Ring,
    /// A cell under the piece in hand where it is illegal, with the owner of the cell.
    Hatched(Option<Seat>),
}

/// When a cell was covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CellAge {
    /// Before its owner's latest piece.
    Old,
    /// By its owner's latest piece (F1).
    Latest,
    /// By the last move of the game.
    Last,
}

const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
/// Colour of cells near the opponent.
const HOT: Tone = Tone::new(0xd84315, 0xb5442a);

impl CellStyle {
    /// Returns the colour of a cell drawn without a symbol.
    pub(super) fn colour(self, (column, row): (usize, usize), theme: Theme) -> Color {
        // Illegal cells are hatched: every second cell has another colour.
        let hatch = |parts: [f32; 2]| parts[(column + row) % 2];
        match self {
            CellStyle::Hatched(None) => theme.mixed(GROUND, BAD, hatch([0.4, 0.8])),
            CellStyle::Hatched(Some(seat)) => {
                theme.mixed(theme.seat_tone(seat), BAD, hatch([0.5, 1.0]))
            }
            CellStyle::Ring => theme.colour(TEXT),
            look => look.ground(theme),
        }
    }

    /// Returns the background colour of a cell.
    fn ground(self, theme: Theme) -> Color {
        match self {
            CellStyle::Empty(OverlayValue::Nothing | OverlayValue::Even) => theme.colour(SURFACE),
            CellStyle::Empty(OverlayValue::Nearer(seat)) => {
                theme.mixed(SURFACE, theme.seat_tone(seat), 0.2)
            }
            CellStyle::Empty(OverlayValue::Heat(heat)) => {
                theme.mixed(SURFACE, HOT, f32::from(heat) / 12.0)
            }
            // Mixed colours aren't available with 16 colours: there, only letters show the age.
            CellStyle::Owned(seat, _) if theme.depth == ColourDepth::Sixteen => {
                theme.colour(theme.seat_tone(seat))
            }
            CellStyle::Owned(seat, age) => {
                theme.mixed(SURFACE, theme.seat_tone(seat), [0.62, 0.8, 1.0][age as usize])
            }
            CellStyle::Best => theme.mixed(SURFACE, ACCENT, 0.35),
            CellStyle::Ghost | CellStyle::Ring => theme.colour(ACCENT),
            CellStyle::Hatched(_) => theme.colour(GROUND),
        }
    }

    /// Returns the symbol of a cell.
    pub(super) fn sign(self, theme: Theme) -> &'static str {
        match self {
            CellStyle::Empty(OverlayValue::Nothing | OverlayValue::Even) => theme.sign("·", "."),
            CellStyle::Empty(OverlayValue::Nearer(seat)) if seat.index() == 0 => {
                theme.sign("◦", "'")
            }
            CellStyle::Empty(OverlayValue::Nearer(_)) => theme.sign("▫", ","),
            CellStyle::Empty(OverlayValue::Heat(heat)) => DIGITS[usize::from(heat).min(9)],
            CellStyle::Owned(seat, CellAge::Old) if has_letters(theme) => {
                ["@", "$"][seat.index() % 2]
            }
            CellStyle::Owned(seat, _) if has_letters(theme) => ["a", "s"][seat.index() % 2],
            CellStyle::Owned(seat, _) => theme.mark(seat),
            CellStyle::Best => "1",
            CellStyle::Ghost if !has_letters(theme) => " ",
            CellStyle::Ghost => theme.sign("■", "#"),
            CellStyle::Ring => theme.sign("◎", "O"),
            CellStyle::Hatched(None) => theme.sign("╱", "/"),
            CellStyle::Hatched(Some(_)) => theme.sign("✗", "x"),
        }
    }

    /// Returns what fills the rest of a cell that is several characters wide.
    pub(super) fn rest(self, theme: Theme) -> &'static str {
        match self {
            CellStyle::Owned(..) | CellStyle::Ghost if has_letters(theme) => self.sign(theme),
            CellStyle::Hatched(_) => self.sign(theme),
            _ => " ",
        }
    }

    /// Returns the style of a cell's symbol.
    pub(super) fn style(self, theme: Theme) -> Style {
        match theme.depth {
            ColourDepth::None => self.style_without_colours(theme),
            ColourDepth::Sixteen => self.style_of_sixteen(theme),
            ColourDepth::True | ColourDepth::Indexed => {
                let style = Style::new().bg(self.ground(theme)).fg(self.ink(theme));
                let is_strong =
                    matches!(self, CellStyle::Best | CellStyle::Ring | CellStyle::Hatched(_));
                if is_strong { style.add_modifier(Modifier::BOLD) } else { style }
            }
        }
    }

    fn ink(self, theme: Theme) -> Color {
        match self {
            // The dots of the grid are fainter than the symbols of an overlay.
            CellStyle::Empty(OverlayValue::Nothing | OverlayValue::Even) => {
                theme.mixed(LINE, QUIET, 0.25)
            }
            CellStyle::Empty(_) => theme.mixed(LINE, QUIET, 0.75),
            CellStyle::Owned(seat, age) => {
                theme.mixed(theme.seat_tone(seat), GROUND, [0.2, 0.35, 0.85][age as usize])
            }
            CellStyle::Best => theme.colour(ACCENT),
            CellStyle::Ghost | CellStyle::Ring => theme.colour(GROUND),
            CellStyle::Hatched(_) => theme.colour(BAD),
        }
    }

    fn style_without_colours(self, theme: Theme) -> Style {
        let (style, bold) = (Style::new(), Style::new().add_modifier(Modifier::BOLD));
        match self {
            CellStyle::Empty(_) => theme.quiet(),
            CellStyle::Owned(_, CellAge::Old) => style,
            CellStyle::Owned(_, CellAge::Latest) | CellStyle::Best | CellStyle::Hatched(_) => bold,
            CellStyle::Owned(_, CellAge::Last) => bold.patch(theme.last()),
            CellStyle::Ghost | CellStyle::Ring => theme.cursor(),
        }
    }

    fn style_of_sixteen(self, theme: Theme) -> Style {
        let owned = Style::new().fg(Color::Black).bg(self.ground(theme));
        match self {
            CellStyle::Empty(OverlayValue::Nearer(seat)) => theme.seat(seat),
            CellStyle::Empty(OverlayValue::Heat(6..)) => Style::new().fg(Color::Red),
            CellStyle::Empty(_) => theme.quiet(),
            CellStyle::Owned(_, CellAge::Last) => owned.patch(theme.last()),
            CellStyle::Owned(..) => owned,
            CellStyle::Best => theme.accent(),
            CellStyle::Ghost | CellStyle::Ring => theme.cursor(),
            CellStyle::Hatched(_) => theme.bad(),
        }
    }
}

/// Returns whether cells are told apart by letters.
fn has_letters(theme: Theme) -> bool {
    theme.is_ascii() || matches!(theme.depth, ColourDepth::Sixteen | ColourDepth::None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::theme::{Palette, Shade, SymbolSet};
    use std::collections::HashSet;

    const SEATS: [Seat; 2] = [Seat::new(0), Seat::new(1)];

    fn all() -> Vec<CellStyle> {
        let owned = SEATS
            .map(|seat| [CellAge::Old, CellAge::Latest].map(|age| CellStyle::Owned(seat, age)));
        let rest = [
            CellStyle::Empty(OverlayValue::Nothing),
            CellStyle::Ghost,
            CellStyle::Ring,
            CellStyle::Hatched(None),
        ];
        owned
            .into_iter()
            .flatten()
            .chain(rest)
            .chain([CellStyle::Hatched(Some(SEATS[1]))])
            .collect()
    }

    #[test]
    fn letters_alone_tell_everything_apart() {
        for signs in [SymbolSet::Unicode, SymbolSet::Ascii] {
            let theme = Theme { signs, ..Theme::PLAIN };
            let told: HashSet<&str> = all().into_iter().map(|look| look.sign(theme)).collect();
            assert_eq!(told.len(), all().len());
            let overlaid =
                SEATS.map(|seat| CellStyle::Empty(OverlayValue::Nearer(seat)).sign(theme));
            assert!(
                overlaid[0] != overlaid[1]
                    && !told.contains(overlaid[0])
                    && !told.contains(overlaid[1])
            );
        }
    }

    #[test]
    fn colours_alone_tell_everything_apart_where_a_cell_is_half_a_letter() {
        for shade in [Shade::Dark, Shade::Light] {
            for palette in [Palette::Usual, Palette::ColourBlind] {
                let theme = Theme { shade, palette, ..Theme::DARK };
                let told: HashSet<Color> =
                    all().into_iter().map(|look| look.colour((0, 1), theme)).collect();
                assert_eq!(told.len(), all().len());
            }
        }
    }
}
