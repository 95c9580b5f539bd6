//! How a cell looks: two letters and their styles.

use super::{
    ghost::Trace,
    meadow::{Ground, Open, Square},
};
use crate::screen::theme::{ACCENT, GROUND, LINE, QUIET, SURFACE, TEXT, Theme, Tone};
use meeple_core::Seat;
use ratatui::style::{Color, Modifier, Style};

/// The two letters of a cell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Face {
    /// The letters, each with its style.
    pub(super) signs: [(char, Style); 2],
}

/// How dark a patch is: neighbours of one owner differ by more than their letters.
const SHADES: [f32; 3] = [0.04, 0.16, 0.28];
const SHADOW: Tone = Tone::new(0x22242a, 0x202228);
/// Ground on which only whoever looks can lay.
pub(super) const HALO: &str = "+ ";
/// How much the latest patch stands out.
const LATEST: f32 = 0.45;

impl Face {
    fn both(signs: &str, style: Style) -> Self {
        let mut signs = signs.chars();
        let mut next = || (signs.next().unwrap_or(' '), style);
        Face { signs: [next(), next()] }
    }

    /// A cell with nothing over it, as it is for whoever looks.
    pub(super) fn of(square: Square, viewer: Option<Seat>, theme: Theme) -> Self {
        let last = if square.is_last { theme.last() } else { Style::new() };
        let free = theme.surface().patch(theme.quiet()).patch(last);
        match square.ground {
            Ground::Empty(Open::Only(seat)) if viewer == Some(seat) => {
                Face::both(HALO, free.patch(theme.seat(seat)))
            }
            Ground::Empty(open) => Face::both(hatch(open, viewer, theme), free),
            Ground::Stone => {
                let style = theme.surface().patch(theme.text()).patch(last);
                Face::both(theme.sign("▓▓", "##"), style)
            }
            Ground::Bonus(kind) => {
                let style = theme.surface().patch(theme.strong()).patch(last);
                Face::both(bonus(kind, theme), style)
            }
            Ground::Grass(seat, letter) => grass(seat, letter, square, viewer, theme),
            Ground::Single(seat) => grass(seat, '*', square, viewer, theme),
            Ground::Captured(seat, kind) => grass(seat, kind, square, viewer, theme),
        }
    }

    /// The same cell with something of a move that is not made yet over it.
    pub(super) fn under(self, trace: Trace, square: Square, theme: Theme) -> Self {
        // A bonus square that would be covered can still be seen.
        let below = match square.ground {
            Ground::Bonus(kind) => Some(kind),
            Ground::Grass(_, letter) => Some(letter),
            _ => None,
        };
        let covered = |sign: char, style: Style| Face {
            signs: [(sign, style), (below.unwrap_or(sign), style)],
        };
        let sign = |unicode: char, ascii: char| if theme.is_ascii() { ascii } else { unicode };
        match trace {
            Trace::Laid => {
                Face { signs: [('[', theme.cursor()), (below.unwrap_or(']'), theme.cursor())] }
            }
            Trace::Refused => {
                let style = theme.surface().patch(theme.bad());
                covered(sign('╳', 'X'), style.add_modifier(Modifier::BOLD))
            }
            Trace::Culprit => {
                let style = theme.surface().patch(theme.bad());
                covered('!', style.add_modifier(Modifier::BOLD | Modifier::REVERSED))
            }
            Trace::Looked => covered(sign('▒', '~'), theme.surface().patch(theme.accent())),
            Trace::Stone => Face::both(theme.sign("▓▓", "##"), theme.cursor()),
            Trace::Taken => {
                let [_, (letter, _)] = self.signs;
                Face { signs: [(sign('▸', '>'), theme.cursor()), (letter, theme.cursor())] }
            }
            Trace::Captured => {
                let style = theme.accent().add_modifier(Modifier::UNDERLINED);
                let [(first, _), _] = self.signs;
                Face { signs: [(first, style), ('+', style)] }
            }
            Trace::Closed => {
                Face::both(theme.sign("░░", "::"), theme.surface().patch(theme.accent()))
            }
        }
    }

    /// The same cell with a line of an outline on one side of it.
    pub(super) fn with(mut self, at: usize, sign: char, theme: Theme) -> Self {
        let (_, style) = self.signs[at];
        // The mark of the seat stays.
        if at == 0 {
            self.signs[1] = self.signs[0];
        }
        let style = if theme.has_colour() { style.fg(theme.colour(GROUND)) } else { style };
        self.signs[at] = (sign, style.add_modifier(Modifier::BOLD));
        self
    }

    /// The same cell with a number in it.
    pub(super) fn numbered(mut self, number: char, theme: Theme) -> Self {
        let (_, style) = self.signs[1];
        self.signs[1] = (number, style.patch(theme.good()).add_modifier(Modifier::BOLD));
        self
    }
}

/// The letters of a bonus square: its own, and a sign for what it gives.
pub(super) fn bonus(kind: char, theme: Theme) -> &'static str {
    match kind {
        'E' => theme.sign("E⇄", "E~"),
        'S' => theme.sign("S▪", "S#"),
        _ => theme.sign("R!", "R!"),
    }
}

/// How open ground looks to somebody: half hatched where others keep them away (G9).
fn hatch(open: Open, viewer: Option<Seat>, theme: Theme) -> &'static str {
    match (open, viewer) {
        (Open::Nobody, _) => theme.sign("░░", "::"),
        (Open::Only(seat), Some(viewer)) if seat != viewer => theme.sign("░ ", ": "),
        _ => theme.sign("· ", ". "),
    }
}

fn grass(seat: Seat, letter: char, square: Square, viewer: Option<Seat>, theme: Theme) -> Face {
    let mark = theme.mark(seat).chars().next().unwrap_or('?');
    let tone = theme.seat_tone(seat);
    let mut style = Style::new();
    let mut quiet = style;
    if theme.has_colour() {
        let (other, part) = if square.is_last { (TEXT, LATEST) } else { (SHADOW, shade(letter)) };
        style = style.bg(theme.mixed(tone, other, part)).fg(theme.colour(GROUND));
        // The mark is a texture; the letter is what a theft is aimed by.
        quiet = style.fg(theme.mixed(tone, GROUND, 0.5));
    } else if viewer == Some(seat) {
        style = style.add_modifier(Modifier::BOLD);
        quiet = style;
    }
    if square.is_last {
        style = style.add_modifier(Modifier::UNDERLINED);
    }
    Face { signs: [(mark, quiet), (letter, style)] }
}

fn shade(letter: char) -> f32 {
    SHADES[letter as usize % SHADES.len()]
}

/// The colour of a cell where it is a point: on the map, and in miniatures.
pub(super) fn point(square: Square, theme: Theme) -> Color {
    if square.is_last {
        return match square.ground.owner() {
            Some(seat) => theme.mixed(theme.seat_tone(seat), TEXT, LATEST),
            None => theme.mixed(SURFACE, ACCENT, 0.22),
        };
    }
    match square.ground {
        Ground::Empty(Open::Nobody) => theme.colour(LINE),
        Ground::Empty(_) => theme.colour(SURFACE),
        Ground::Stone => theme.colour(QUIET),
        Ground::Bonus(_) => theme.colour(TEXT),
        Ground::Grass(seat, letter) => theme.mixed(theme.seat_tone(seat), SHADOW, shade(letter)),
        Ground::Single(seat) | Ground::Captured(seat, _) => theme.colour(theme.seat_tone(seat)),
    }
}

/// The letter of a cell where it is a point and there are no colours.
pub(super) fn letter(ground: Ground, theme: Theme) -> &'static str {
    match ground {
        Ground::Empty(Open::Nobody) => theme.sign("░", ":"),
        Ground::Empty(_) => theme.sign("·", "."),
        Ground::Stone => theme.sign("▓", "#"),
        Ground::Bonus('E') => "E",
        Ground::Bonus('S') => "S",
        Ground::Bonus(_) => "R",
        Ground::Grass(seat, _) | Ground::Single(seat) | Ground::Captured(seat, _) => {
            theme.mark(seat)
        }
    }
}
