//! How a cell looks: a colour, and a sign for whoever sees no colours.
//!
//! ```text
//! colours and signs   ● on indigo, ■ on orange, brighter where the latest pieces lie
//! letters             @ a $ s . as at the prompt; a piece in hand # with O on the own cell,
//!                     / and x where it may not lie
//! ```

use super::veil::Veiled;
use crate::screen::theme::{ACCENT, BAD, Depth, GROUND, LINE, QUIET, SURFACE, TEXT, Theme, Tone};
use meeple_core::Seat;
use ratatui::style::{Color, Modifier, Style};

/// What is to be seen of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// Nothing lies there.
    Empty(Veiled),
    /// Somebody's.
    Owned(Seat, Age),
    /// The best move would cover it.
    Best,
    /// The piece in hand would cover it...
    Ghost,
    /// ...and it is the one that is the mover's already (F4).
    Ring,
    /// The piece in hand is over it but may not lie there: this lies under it.
    Hatched(Option<Seat>),
}

/// When a cell was covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Age {
    /// Some time ago.
    Old,
    /// By the latest piece of its owner (F1).
    Latest,
    /// By the last move of all.
    Last,
}

const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
/// Near the enemy is hot.
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
    /// What a veil says.
    soft: Color,
}

impl Painter {
    /// For this theme.
    pub(super) fn new(theme: Theme) -> Self {
        let tones = [0, 1].map(|seat| theme.seat_tone(Seat::new(seat)));
        // With 16 colours a mixture is some other colour: only letters tell ages apart there.
        let shades = |parts: [f32; 3]| match theme.depth {
            Depth::Sixteen => tones.map(|tone| [theme.colour(tone); 3]),
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

    /// The colour of a cell that is nothing but a colour.
    pub(super) fn colour(&self, look: Look, (column, row): (usize, usize)) -> Color {
        match look {
            // What may not be is hatched: every second cell is another colour.
            Look::Hatched(None) => self.hatched[(column + row) % 2],
            Look::Hatched(Some(seat)) => self.hatched_over[seat.index() % 2][(column + row) % 2],
            Look::Ring => self.ring,
            look => self.ground(look),
        }
    }

    /// What a cell's sign stands on.
    fn ground(&self, look: Look) -> Color {
        match look {
            Look::Empty(Veiled::Nothing | Veiled::Even) => self.empty,
            Look::Empty(Veiled::Nearer(seat)) => self.nearer[seat.index() % 2],
            Look::Empty(Veiled::Heat(heat)) => self.heat[usize::from(heat).min(9)],
            Look::Owned(seat, age) => self.owned[seat.index() % 2][age as usize],
            Look::Best => self.best,
            Look::Ghost | Look::Ring => self.ghost,
            Look::Hatched(_) => self.beyond(),
        }
    }

    /// The colour of what is no cell.
    pub(super) fn beyond(&self) -> Color {
        self.theme.colour(GROUND)
    }

    /// Whether letters say everything.
    pub(super) fn has_letters(&self) -> bool {
        self.theme.is_ascii() || matches!(self.theme.depth, Depth::Sixteen | Depth::None)
    }

    /// The sign of a cell.
    pub(super) fn sign(&self, look: Look) -> &'static str {
        let theme = &self.theme;
        match look {
            Look::Empty(Veiled::Nothing | Veiled::Even) => theme.sign("·", "."),
            Look::Empty(Veiled::Nearer(seat)) if seat.index() == 0 => theme.sign("◦", "'"),
            Look::Empty(Veiled::Nearer(_)) => theme.sign("▫", ","),
            Look::Empty(Veiled::Heat(heat)) => DIGITS[usize::from(heat).min(9)],
            Look::Owned(seat, Age::Old) if self.has_letters() => ["@", "$"][seat.index() % 2],
            Look::Owned(seat, _) if self.has_letters() => ["a", "s"][seat.index() % 2],
            Look::Owned(seat, _) => theme.mark(seat),
            Look::Best => "1",
            Look::Ghost if !self.has_letters() => " ",
            Look::Ghost => theme.sign("■", "#"),
            Look::Ring => theme.sign("◎", "O"),
            Look::Hatched(None) => theme.sign("╱", "/"),
            Look::Hatched(Some(_)) => theme.sign("✗", "x"),
        }
    }

    /// The sign for the rest of a cell that has several letters.
    pub(super) fn rest(&self, look: Look) -> &'static str {
        match look {
            Look::Owned(..) | Look::Ghost if self.has_letters() => self.sign(look),
            Look::Hatched(_) => self.sign(look),
            _ => " ",
        }
    }

    /// The style of a cell's sign.
    pub(super) fn style(&self, look: Look) -> Style {
        match self.theme.depth {
            Depth::None => self.style_without_colours(look),
            Depth::Sixteen => self.style_of_sixteen(look),
            Depth::True | Depth::Indexed => {
                let style = Style::new().bg(self.ground(look)).fg(self.ink(look));
                let is_strong = matches!(look, Look::Best | Look::Ring | Look::Hatched(_));
                if is_strong { style.add_modifier(Modifier::BOLD) } else { style }
            }
        }
    }

    fn ink(&self, look: Look) -> Color {
        match look {
            Look::Empty(Veiled::Nothing | Veiled::Even) => self.faint,
            Look::Empty(_) => self.soft,
            Look::Owned(seat, age) => self.ink[seat.index() % 2][age as usize],
            Look::Best => self.ghost,
            Look::Ghost | Look::Ring => self.theme.colour(GROUND),
            Look::Hatched(_) => self.theme.colour(BAD),
        }
    }

    fn style_without_colours(&self, look: Look) -> Style {
        let (style, bold) = (Style::new(), Style::new().add_modifier(Modifier::BOLD));
        match look {
            Look::Empty(_) => self.theme.quiet(),
            Look::Owned(_, Age::Old) => style,
            Look::Owned(_, Age::Latest) | Look::Best | Look::Hatched(_) => bold,
            Look::Owned(_, Age::Last) => bold.patch(self.theme.last()),
            Look::Ghost | Look::Ring => self.theme.cursor(),
        }
    }

    fn style_of_sixteen(&self, look: Look) -> Style {
        let on = |look| Style::new().fg(Color::Black).bg(self.ground(look));
        match look {
            Look::Empty(Veiled::Nearer(seat)) => self.theme.seat(seat),
            Look::Empty(Veiled::Heat(6..)) => Style::new().fg(Color::Red),
            Look::Empty(_) => self.theme.quiet(),
            Look::Owned(_, Age::Last) => on(look).patch(self.theme.last()),
            Look::Owned(..) => on(look),
            Look::Best => self.theme.accent(),
            Look::Ghost | Look::Ring => self.theme.cursor(),
            Look::Hatched(_) => self.theme.bad(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::theme::{Palette, Shade, Signs};
    use std::collections::HashSet;

    const SEATS: [Seat; 2] = [Seat::new(0), Seat::new(1)];

    fn all() -> Vec<Look> {
        let owned = SEATS.map(|seat| [Age::Old, Age::Latest].map(|age| Look::Owned(seat, age)));
        let rest = [Look::Empty(Veiled::Nothing), Look::Ghost, Look::Ring, Look::Hatched(None)];
        owned.into_iter().flatten().chain(rest).chain([Look::Hatched(Some(SEATS[1]))]).collect()
    }

    #[test]
    fn letters_alone_tell_everything_apart() {
        for signs in [Signs::Unicode, Signs::Ascii] {
            let painter = Painter::new(Theme { signs, ..Theme::PLAIN });
            let told: HashSet<&str> = all().into_iter().map(|look| painter.sign(look)).collect();
            assert_eq!(told.len(), all().len());
            let veiled = SEATS.map(|seat| painter.sign(Look::Empty(Veiled::Nearer(seat))));
            assert!(
                veiled[0] != veiled[1] && !told.contains(veiled[0]) && !told.contains(veiled[1])
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
