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

/// The colours of one drawing, mixed once.
pub(super) struct Painter {
    theme: Theme,
    empty: Color,
    nearer: [Color; 2],
    heat: [Color; 10],
    owned: [[Color; 3]; 2],
    ink: [[Color; 3]; 2],
    best: Color,
    ghost: Color,
    ring: Color,
    hatched: [Color; 2],
    hatched_over: [[Color; 2]; 2],
    /// The dots of the grid.
    faint: Color,
    /// The symbols of an overlay.
    soft: Color,
}

impl Painter {
    /// Mixes the colours for a theme.
    pub(super) fn new(theme: Theme) -> Self {
        let tones = [0, 1].map(|seat| theme.seat_tone(Seat::new(seat)));
        // Mixed colours aren't available with 16 colours: there, only letters show the age.
        let shades = |parts: [f32; 3]| match theme.depth {
            ColourDepth::Sixteen => tones.map(|tone| [theme.colour(tone); 3]),
            _ => tones.map(|tone| parts.map(|part| theme.mixed(SURFACE, tone, part))),
        };
        let heat = |at: usize| theme.mixed(SURFACE, HOT, at as f32 / 12.0);
        Painter {
            theme,
            empty: theme.colour(SURFACE),
            nearer: tones.map(|tone| theme.mixed(SURFACE, tone, 0.2)),
            heat: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(heat),
            owned: shades([0.62, 0.8, 1.0]),
            ink: tones.map(|tone| [0.2, 0.35, 0.85].map(|part| theme.mixed(tone, GROUND, part))),
            best: theme.mixed(SURFACE, ACCENT, 0.35),
            ghost: theme.colour(ACCENT),
            ring: theme.colour(TEXT),
            hatched: [0.4, 0.8].map(|part| theme.mixed(GROUND, BAD, part)),
            hatched_over: tones.map(|tone| [0.5, 1.0].map(|part| theme.mixed(tone, BAD, part))),
            faint: theme.mixed(LINE, QUIET, 0.25),
            soft: theme.mixed(LINE, QUIET, 0.75),
        }
    }

    /// Returns the colour of a cell drawn without a symbol.
    pub(super) fn colour(&self, look: CellStyle, (column, row): (usize, usize)) -> Color {
        match look {
            // Illegal cells are hatched: every second cell has another colour.
            CellStyle::Hatched(None) => self.hatched[(column + row) % 2],
            CellStyle::Hatched(Some(seat)) => {
                self.hatched_over[seat.index() % 2][(column + row) % 2]
            }
            CellStyle::Ring => self.ring,
            look => self.ground(look),
        }
    }

    /// Returns the background colour of a cell.
    fn ground(&self, look: CellStyle) -> Color {
        match look {
            CellStyle::Empty(OverlayValue::Nothing | OverlayValue::Even) => self.empty,
            CellStyle::Empty(OverlayValue::Nearer(seat)) => self.nearer[seat.index() % 2],
            CellStyle::Empty(OverlayValue::Heat(heat)) => self.heat[usize::from(heat).min(9)],
            CellStyle::Owned(seat, age) => self.owned[seat.index() % 2][age as usize],
            CellStyle::Best => self.best,
            CellStyle::Ghost | CellStyle::Ring => self.ghost,
            CellStyle::Hatched(_) => self.beyond(),
        }
    }

    /// Returns the colour outside the board.
    pub(super) fn beyond(&self) -> Color {
        self.theme.colour(GROUND)
    }

    /// Returns whether cells are told apart by letters.
    pub(super) fn has_letters(&self) -> bool {
        self.theme.is_ascii()
            || matches!(self.theme.depth, ColourDepth::Sixteen | ColourDepth::None)
    }

    /// Returns the symbol of a cell.
    pub(super) fn sign(&self, look: CellStyle) -> &'static str {
        let theme = &self.theme;
        match look {
            CellStyle::Empty(OverlayValue::Nothing | OverlayValue::Even) => theme.sign("·", "."),
            CellStyle::Empty(OverlayValue::Nearer(seat)) if seat.index() == 0 => {
                theme.sign("◦", "'")
            }
            CellStyle::Empty(OverlayValue::Nearer(_)) => theme.sign("▫", ","),
            CellStyle::Empty(OverlayValue::Heat(heat)) => DIGITS[usize::from(heat).min(9)],
            CellStyle::Owned(seat, CellAge::Old) if self.has_letters() => {
                ["@", "$"][seat.index() % 2]
            }
            CellStyle::Owned(seat, _) if self.has_letters() => ["a", "s"][seat.index() % 2],
            CellStyle::Owned(seat, _) => theme.mark(seat),
            CellStyle::Best => "1",
            CellStyle::Ghost if !self.has_letters() => " ",
            CellStyle::Ghost => theme.sign("■", "#"),
            CellStyle::Ring => theme.sign("◎", "O"),
            CellStyle::Hatched(None) => theme.sign("╱", "/"),
            CellStyle::Hatched(Some(_)) => theme.sign("✗", "x"),
        }
    }

    /// Returns what fills the rest of a cell that is several characters wide.
    pub(super) fn rest(&self, look: CellStyle) -> &'static str {
        match look {
            CellStyle::Owned(..) | CellStyle::Ghost if self.has_letters() => self.sign(look),
            CellStyle::Hatched(_) => self.sign(look),
            _ => " ",
        }
    }

    /// Returns the style of a cell's symbol.
    pub(super) fn style(&self, look: CellStyle) -> Style {
        match self.theme.depth {
            ColourDepth::None => self.style_without_colours(look),
            ColourDepth::Sixteen => self.style_of_sixteen(look),
            ColourDepth::True | ColourDepth::Indexed => {
                let style = Style::new().bg(self.ground(look)).fg(self.ink(look));
                let is_strong =
                    matches!(look, CellStyle::Best | CellStyle::Ring | CellStyle::Hatched(_));
                if is_strong { style.add_modifier(Modifier::BOLD) } else { style }
            }
        }
    }

    fn ink(&self, look: CellStyle) -> Color {
        match look {
            CellStyle::Empty(OverlayValue::Nothing | OverlayValue::Even) => self.faint,
            CellStyle::Empty(_) => self.soft,
            CellStyle::Owned(seat, age) => self.ink[seat.index() % 2][age as usize],
            CellStyle::Best => self.ghost,
            CellStyle::Ghost | CellStyle::Ring => self.theme.colour(GROUND),
            CellStyle::Hatched(_) => self.theme.colour(BAD),
        }
    }

    fn style_without_colours(&self, look: CellStyle) -> Style {
        let (style, bold) = (Style::new(), Style::new().add_modifier(Modifier::BOLD));
        match look {
            CellStyle::Empty(_) => self.theme.quiet(),
            CellStyle::Owned(_, CellAge::Old) => style,
            CellStyle::Owned(_, CellAge::Latest) | CellStyle::Best | CellStyle::Hatched(_) => bold,
            CellStyle::Owned(_, CellAge::Last) => bold.patch(self.theme.last()),
            CellStyle::Ghost | CellStyle::Ring => self.theme.cursor(),
        }
    }

    fn style_of_sixteen(&self, look: CellStyle) -> Style {
        let on = |look| Style::new().fg(Color::Black).bg(self.ground(look));
        match look {
            CellStyle::Empty(OverlayValue::Nearer(seat)) => self.theme.seat(seat),
            CellStyle::Empty(OverlayValue::Heat(6..)) => Style::new().fg(Color::Red),
            CellStyle::Empty(_) => self.theme.quiet(),
            CellStyle::Owned(_, CellAge::Last) => on(look).patch(self.theme.last()),
            CellStyle::Owned(..) => on(look),
            CellStyle::Best => self.theme.accent(),
            CellStyle::Ghost | CellStyle::Ring => self.theme.cursor(),
            CellStyle::Hatched(_) => self.theme.bad(),
        }
    }
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
            let painter = Painter::new(Theme { signs, ..Theme::PLAIN });
            let told: HashSet<&str> = all().into_iter().map(|look| painter.sign(look)).collect();
            assert_eq!(told.len(), all().len());
            let overlaid =
                SEATS.map(|seat| painter.sign(CellStyle::Empty(OverlayValue::Nearer(seat))));
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
                let painter = Painter::new(Theme { shade, palette, ..Theme::DARK });
                let told: HashSet<Color> =
                    all().into_iter().map(|look| painter.colour(look, (0, 1))).collect();
                assert_eq!(told.len(), all().len());
            }
        }
    }
}
