//! How a cell looks: two characters and their styles.

use super::{
    move_effect::MoveEffect,
    shown_board::{BoardSquare, CellContent, CellReach},
};
use crate::screen::theme::{ACCENT, GROUND, LINE, QUIET, SURFACE, TEXT, Theme, Tone};
use meeple_core::Seat;
use ratatui::style::{Color, Modifier, Style};

/// The two characters of a cell.
#[derive(Debug, Clone, Copy)]
pub(super) struct CellFace {
    pub(super) signs: [(char, Style); 2],
}

/// How dark a patch is, so that adjacent patches of one owner differ by more than their letters.
const SHADES: [f32; 3] = [0.04, 0.16, 0.28];
const SHADOW: Tone = Tone::new(0x22242a, 0x202228);
/// Empty cells on which only the viewer can place tiles.
pub(super) const HALO: &str = "+ ";
/// How much the latest patch is brightened.
const LATEST: f32 = 0.45;

impl CellFace {
    fn both(signs: &str, style: Style) -> Self {
        let mut signs = signs.chars();
        let mut next = || (signs.next().unwrap_or(' '), style);
        CellFace { signs: [next(), next()] }
    }

    /// Returns a cell with nothing over it, as the viewer sees it.
    pub(super) fn of(square: BoardSquare, viewer: Option<Seat>, theme: Theme) -> Self {
        let last = if square.is_last { theme.last() } else { Style::new() };
        let free = theme.surface().patch(theme.quiet()).patch(last);
        match square.ground {
            CellContent::Empty(CellReach::Only(seat)) if viewer == Some(seat) => {
                CellFace::both(HALO, free.patch(theme.seat(seat)))
            }
            CellContent::Empty(open) => CellFace::both(hatch(open, viewer, theme), free),
            CellContent::Stone => {
                let style = theme.surface().patch(theme.text()).patch(last);
                CellFace::both(theme.sign("▓▓", "##"), style)
            }
            CellContent::Bonus(kind) => {
                let style = theme.surface().patch(theme.strong()).patch(last);
                CellFace::both(bonus(kind, theme), style)
            }
            CellContent::Grass(seat, letter) => grass(seat, letter, square, viewer, theme),
            CellContent::Single(seat) => grass(seat, '*', square, viewer, theme),
            CellContent::Captured(seat, kind) => grass(seat, kind, square, viewer, theme),
        }
    }

    /// Draws the effect of the selected move over the cell.
    pub(super) fn under(self, trace: MoveEffect, square: BoardSquare, theme: Theme) -> Self {
        // A bonus square that would be covered stays visible.
        let below = match square.ground {
            CellContent::Bonus(kind) => Some(kind),
            CellContent::Grass(_, letter) => Some(letter),
            _ => None,
        };
        let covered = |sign: char, style: Style| CellFace {
            signs: [(sign, style), (below.unwrap_or(sign), style)],
        };
        let sign = |unicode: char, ascii: char| if theme.is_ascii() { ascii } else { unicode };
        match trace {
            MoveEffect::Laid => {
                CellFace { signs: [('[', theme.cursor()), (below.unwrap_or(']'), theme.cursor())] }
            }
            MoveEffect::Refused => {
                let style = theme.surface().patch(theme.bad());
                covered(sign('╳', 'X'), style.add_modifier(Modifier::BOLD))
            }
            MoveEffect::Obstacle => {
                let style = theme.surface().patch(theme.bad());
                covered('!', style.add_modifier(Modifier::BOLD | Modifier::REVERSED))
            }
            MoveEffect::Previewed => covered(sign('▒', '~'), theme.surface().patch(theme.accent())),
            MoveEffect::Stone => CellFace::both(theme.sign("▓▓", "##"), theme.cursor()),
            MoveEffect::Taken => {
                let [_, (letter, _)] = self.signs;
                CellFace { signs: [(sign('▸', '>'), theme.cursor()), (letter, theme.cursor())] }
            }
            MoveEffect::Captured => {
                let style = theme.accent().add_modifier(Modifier::UNDERLINED);
                let [(first, _), _] = self.signs;
                CellFace { signs: [(first, style), ('+', style)] }
            }
            MoveEffect::Closed => {
                CellFace::both(theme.sign("░░", "::"), theme.surface().patch(theme.accent()))
            }
        }
    }

    /// Draws a line of an outline at one side of the cell.
    pub(super) fn with(mut self, at: usize, sign: char, theme: Theme) -> Self {
        let (_, style) = self.signs[at];
        // Keep the mark of the seat.
        if at == 0 {
            self.signs[1] = self.signs[0];
        }
        let style = if theme.has_colour() { style.fg(theme.colour(GROUND)) } else { style };
        self.signs[at] = (sign, style.add_modifier(Modifier::BOLD));
        self
    }

    /// Puts a number into the cell.
    pub(super) fn numbered(mut self, number: char, theme: Theme) -> Self {
        let (_, style) = self.signs[1];
        self.signs[1] = (number, style.patch(theme.good()).add_modifier(Modifier::BOLD));
        self
    }
}

/// Returns the two characters of a bonus square: its letter, and a symbol for what it gives.
pub(super) fn bonus(kind: char, theme: Theme) -> &'static str {
    match kind {
        'E' => theme.sign("E⇄", "E~"),
        'S' => theme.sign("S▪", "S#"),
        _ => theme.sign("R!", "R!"),
    }
}

/// Returns how an empty cell looks to the viewer: half hatched if only others can build there (G9).
fn hatch(open: CellReach, viewer: Option<Seat>, theme: Theme) -> &'static str {
    match (open, viewer) {
        (CellReach::Nobody, _) => theme.sign("░░", "::"),
        (CellReach::Only(seat), Some(viewer)) if seat != viewer => theme.sign("░ ", ": "),
        _ => theme.sign("· ", ". "),
    }
}

fn grass(
    seat: Seat,
    letter: char,
    square: BoardSquare,
    viewer: Option<Seat>,
    theme: Theme,
) -> CellFace {
    let mark = theme.mark(seat).chars().next().unwrap_or('?');
    let tone = theme.seat_tone(seat);
    let mut style = Style::new();
    let mut quiet = style;
    if theme.has_colour() {
        let (other, part) = if square.is_last { (TEXT, LATEST) } else { (SHADOW, shade(letter)) };
        style = style.bg(theme.mixed(tone, other, part)).fg(theme.colour(GROUND));
        // The mark is only texture; the letter names the patch when stealing.
        quiet = style.fg(theme.mixed(tone, GROUND, 0.5));
    } else if viewer == Some(seat) {
        style = style.add_modifier(Modifier::BOLD);
        quiet = style;
    }
    if square.is_last {
        style = style.add_modifier(Modifier::UNDERLINED);
    }
    CellFace { signs: [(mark, quiet), (letter, style)] }
}

fn shade(letter: char) -> f32 {
    SHADES[letter as usize % SHADES.len()]
}

/// Returns the colour of a cell drawn as a single point, on the map and in miniatures.
pub(super) fn point(square: BoardSquare, theme: Theme) -> Color {
    if square.is_last {
        return match square.ground.owner() {
            Some(seat) => theme.mixed(theme.seat_tone(seat), TEXT, LATEST),
            None => theme.mixed(SURFACE, ACCENT, 0.22),
        };
    }
    match square.ground {
        CellContent::Empty(CellReach::Nobody) => theme.colour(LINE),
        CellContent::Empty(_) => theme.colour(SURFACE),
        CellContent::Stone => theme.colour(QUIET),
        CellContent::Bonus(_) => theme.colour(TEXT),
        CellContent::Grass(seat, letter) => {
            theme.mixed(theme.seat_tone(seat), SHADOW, shade(letter))
        }
        CellContent::Single(seat) | CellContent::Captured(seat, _) => {
            theme.colour(theme.seat_tone(seat))
        }
    }
}

/// Returns the character of a cell drawn as a single point without colours.
pub(super) fn letter(ground: CellContent, theme: Theme) -> &'static str {
    match ground {
        CellContent::Empty(CellReach::Nobody) => theme.sign("░", ":"),
        CellContent::Empty(_) => theme.sign("·", "."),
        CellContent::Stone => theme.sign("▓", "#"),
        CellContent::Bonus('E') => "E",
        CellContent::Bonus('S') => "S",
        CellContent::Bonus(_) => "R",
        CellContent::Grass(seat, _)
        | CellContent::Single(seat)
        | CellContent::Captured(seat, _) => theme.mark(seat),
    }
}
