//! Chomp's bar of chocolate: a bite is highlighted before it is played.
//!
//! ```text
//!     A B C D E
//!   1 ☠ ▒ ▒ ▒ ▒     the cursor is at D2: the squares its bite would take are highlighted,
//!   2 ▒ ▒ ▒ ✓ ·     and with analysis every square shows who wins after biting it
//!   3 ▒ ▒ ▒ · ·
//! ```

use super::{BoardWidget, InputResult, KeyHint, MovePreview, Scroll, SeatLine, ViewerRole};
use crate::{
    game_ui::GameUi,
    prompt::{PromptEntry, chomp::ChompPrompt},
    screen::{
        canvas::{Canvas, centred},
        input::{Direction, KeyPress, Spot, Target, UserInput},
        theme::{ACCENT, SURFACE, Tone},
    },
};
use meeple_ai::advice::Advised;
use meeple_core::{CellName, GameHistory};
use meeple_view::{
    View, ViewScene,
    chomp::{ChompView, LegalMove, ShownPosition},
    words::{capitalise, format_count},
};
use ratatui::{
    layout::{Position, Rect},
    style::{Color, Modifier, Style},
};
use std::collections::BTreeMap;

/// Colours of the chocolate, its lighter squares, the poison's foil, the text, and the paper below.
const DARK_CHOCOLATE: Tone = Tone::new(0x6b4226, 0x6b4226);
const MILK_CHOCOLATE: Tone = Tone::new(0x7d5130, 0x7d5130);
const FOIL: Tone = Tone::new(0x2e7d32, 0x2e7d32);
const ON_CHOCOLATE: Tone = Tone::same(0xf3e9dc);
const PAPER: Tone = Tone::new(0xece6da, 0x26282f);

/// Why an eaten square can't be bitten.
const EATEN: &str = "This square has already been eaten.";

/// Columns for the row numbers.
const LABELS: u16 = 3;

/// The chances above and below which a bite is known to win or to lose.
const WINNING: f64 = 0.75;
const LOSING: f64 = 0.25;

/// Maximum height of a square, in lines.
const MAX_SQUARE_LINES: usize = 4;

/// Chomp's entry in the terminal.
pub(crate) static UI: GameUi = GameUi {
    prompt: PromptEntry::of::<ChompPrompt>(),
    board: || Box::<ChompBoard>::default(),
    help: "\
        Bite a square: everything below it and to the right of it goes too. The player who has to \
        eat the poison at the top left loses.\n\n\
        i gives a hint; press it again for the best bites. a shows on the bar which bites win. PgUp \
        and PgDn look back; Enter returns to the game.",
    task: "Find a bite that wins.",
    sizes: &[("width", 4..=9), ("height", 3..=7)],
    card: (&["width=9", "height=5"], "casual"),
};

/// The bar of chocolate on the screen.
#[derive(Default)]
pub(crate) struct ChompBoard {
    picture: Option<ShownPosition>,
    moves: Vec<LegalMove>,
    role: ViewerRole,
    /// Row and column.
    cursor: (usize, usize),
    /// How good the bites are, by row and column.
    advice: BTreeMap<(u8, u8), Advised<String>>,
}

impl ChompBoard {
    fn bite(&self) -> Option<&LegalMove> {
        let (row, column) = self.cursor;
        self.moves.iter().find(|bite| (bite.row.into(), bite.column.into()) == (row, column))
    }

    /// Moves the cursor to the nearest remaining square.
    fn go(&mut self, row: i64, column: i64) -> InputResult {
        let Some(picture) = &self.picture else { return InputResult::Ignored };
        let rows = picture.rows.iter().take_while(|&&length| length > 0).count();
        let row = row.clamp(0, rows.max(1) as i64 - 1) as usize;
        let length = picture.rows.get(row).map_or(1, |&length| i64::from(length.max(1)));
        self.go_to((row, column.clamp(0, length - 1) as usize))
    }

    fn go_to(&mut self, at: (usize, usize)) -> InputResult {
        if at == self.cursor {
            return InputResult::Ignored;
        }
        self.cursor = at;
        InputResult::Changed
    }

    fn play(&self) -> InputResult {
        if self.role.mover.is_none() {
            return InputResult::Ignored;
        }
        match self.bite() {
            Some(bite) => InputResult::Play(bite.mv.to_string()),
            None => InputResult::Refused(EATEN.into()),
        }
    }

    /// Returns the visible part of the bar, the rectangle of its squares, and the lines per square,
    /// which has twice as many columns.
    fn laid_out(&self, picture: &ShownPosition, area: Rect) -> (Scroll, Rect, u16) {
        let (width, height) = (usize::from(picture.width), usize::from(picture.height));
        let wide = usize::from(area.width.saturating_sub(LABELS));
        let high = usize::from(area.height.saturating_sub(1));
        let fits = |scale: &usize| width * 2 * scale <= wide && height * scale <= high;
        let scale = (1..=MAX_SQUARE_LINES).rev().find(fits).unwrap_or(1);
        let room = ((wide / 2 / scale).max(1), (high / scale).max(1));
        let scroll = Scroll::around((width, height), room, (self.cursor.1, self.cursor.0));
        let (columns, rows) = (scroll.columns.count * 2 * scale, scroll.rows.count * scale);
        let all = centred(area, columns as u16 + LABELS, rows as u16 + 1);
        let squares = Rect::new(all.x + LABELS, all.y + 1, columns as u16, rows as u16);
        (scroll, squares.intersection(area), scale as u16)
    }
}

impl BoardWidget for ChompBoard {
    fn show(&mut self, game: &GameHistory, ply: usize, role: ViewerRole) {
        let Some(scene) = ViewScene::at(game, ply) else { return };
        let picture = ChompView::picture(&scene);
        if self.picture.is_none() {
            self.cursor = (usize::from(picture.height) / 2, usize::from(picture.width) / 2);
        }
        let is_new = self.picture.as_ref().is_none_or(|old| old.rows != picture.rows);
        self.moves = ChompView::legal_moves(scene.position).collect();
        (self.picture, self.role) = (Some(picture), role);
        if is_new {
            self.advice.clear();
            self.go(self.cursor.0 as i64, self.cursor.1 as i64);
        }
    }

    fn handle_input(&mut self, input: UserInput) -> InputResult {
        let (row, column) = (self.cursor.0 as i64, self.cursor.1 as i64);
        match input {
            UserInput::Key(KeyPress::Enter | KeyPress::Char(' ')) => self.play(),
            UserInput::Key(KeyPress::Home) => self.go(row, 0),
            UserInput::Key(KeyPress::End) => self.go(row, i64::MAX),
            UserInput::Key(key) => match key.direction().map(Direction::step) {
                Some((right, down)) => self.go(row + i64::from(down), column + i64::from(right)),
                None => InputResult::Ignored,
            },
            UserInput::Point(Target::Spot(Spot { column, row, .. })) => {
                self.go_to((row.max(0) as usize, column.max(0) as usize))
            }
            UserInput::Press(Target::Spot(Spot { column, row, .. })) => {
                self.go_to((row.max(0) as usize, column.max(0) as usize));
                self.play()
            }
            _ => InputResult::Ignored,
        }
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<'_>) {
        let Some(picture) = &self.picture else { return };
        let (scroll, squares, scale) = self.laid_out(picture, area);
        self.draw_labels(scroll, squares, scale, canvas);
        for (down, row) in scroll.rows.cells().enumerate() {
            for (across, column) in scroll.columns.cells().enumerate() {
                let (x, y) = (across as u16 * 2 * scale, down as u16 * scale);
                let place = Rect::new(squares.x + x, squares.y + y, 2 * scale, scale);
                self.draw_square(picture, (row, column), place, canvas);
                canvas.spot(place, 0, (column as i16, row as i16));
            }
        }
    }

    fn miniature(&self, area: Rect, canvas: &mut Canvas<'_>) {
        let Some(picture) = &self.picture else { return };
        let (width, height) = (u16::from(picture.width), u16::from(picture.height));
        let place = centred(area, width * 2, height);
        for row in 0..place.height {
            for column in 0..place.width / 2 {
                let cell = Rect::new(place.x + column * 2, place.y + row, 2, 1);
                self.draw_square(picture, (row.into(), column.into()), cell, canvas);
            }
        }
    }

    fn preferred_size(&self) -> (u16, u16) {
        let side = |picture: &ShownPosition| {
            (u16::from(picture.width) * 4 + LABELS, u16::from(picture.height) * 2 + 1)
        };
        self.picture.as_ref().map_or((20, 10), side)
    }

    fn keys(&self) -> Vec<KeyHint> {
        match self.role.mover {
            Some(_) => vec![
                KeyHint::labelled("arrows", KeyPress::Tab, "move"),
                KeyHint::new(KeyPress::Enter, "bite"),
            ],
            None => Vec::new(),
        }
    }

    fn seats(&self) -> Vec<SeatLine> {
        let Some(picture) = &self.picture else { return Vec::new() };
        let line = |seat: &meeple_view::chomp::ChompSeat| SeatLine {
            seat: seat.seat,
            name: seat.name.clone(),
            score: String::new(),
            detail: match &picture.last_bite {
                Some(last) if last.seat == seat.seat => {
                    let taken = format_count(last.bite.takes as usize, "square");
                    format!("bit {} ({taken})", cell_name(&last.bite))
                }
                _ => String::new(),
            },
        };
        picture.seats.iter().map(line).collect()
    }

    fn due(&self) -> String {
        match (&self.picture, self.role.mover) {
            (None, _) => String::new(),
            (Some(_), Some(_)) => "Bite a square: all below and to the right of it goes.".into(),
            (Some(picture), None) => picture.due.clone(),
        }
    }

    fn preview(&self) -> MovePreview {
        if self.role.mover.is_none() {
            return MovePreview::Nothing;
        }
        let Some(bite) = self.bite() else {
            return MovePreview::Refused(EATEN.into());
        };
        let verdict = self.advice.get(&(bite.row, bite.column)).map(|advised| {
            let reason = advised.reasons.first().map(|reason| capitalise(reason));
            format!(" {}.", reason.unwrap_or_default())
        });
        let verdict = verdict.unwrap_or_default();
        let cell = cell_name(bite);
        if bite.poison {
            return MovePreview::Legal(format!("{cell} is the poison: biting it loses."));
        }
        let taken = format_count(bite.takes as usize, "square");
        MovePreview::Legal(format!("{cell} takes {taken}.{verdict}"))
    }

    fn show_advice(&mut self, advice: &[Advised<String>]) {
        let told = advice.iter().filter_map(|advised| {
            let bite = self.moves.iter().find(|bite| bite.mv.to_string() == advised.mv)?;
            Some(((bite.row, bite.column), advised.clone()))
        });
        self.advice = told.collect();
    }

    fn advice_count(&self) -> usize {
        self.moves.len().clamp(1, 1024)
    }
}

impl ChompBoard {
    fn draw_square(
        &self,
        picture: &ShownPosition,
        (row, column): (usize, usize),
        place: Rect,
        canvas: &mut Canvas<'_>,
    ) {
        let theme = *canvas.theme;
        let length = |rows: &[u8]| rows.get(row).map_or(0, |&length| usize::from(length));
        let is_left = column < length(&picture.rows);
        let was_left =
            picture.last_bite.as_ref().is_some_and(|last| column < length(&last.rows_before));
        let is_poison = (row, column) == (picture.poison.row.into(), picture.poison.column.into());
        let is_cursor = self.role.mover.is_some() && (row, column) == self.cursor;
        let is_right_below = row >= self.cursor.0 && column >= self.cursor.1;
        let is_lifted =
            is_left && is_right_below && self.role.mover.is_some() && self.bite().is_some();
        let advised = self.advice.get(&(row as u8, column as u8));
        let chance = advised.map(|advised| advised.chance);
        let sign = match (is_left, chance) {
            (true, _) if is_poison => theme.sign("☠", "P"),
            (true, Some(chance)) if chance > WINNING => theme.sign("✓", "w"),
            (true, Some(chance)) if chance < LOSING => theme.sign("✗", "l"),
            (true, Some(_)) => "?",
            (true, None) if theme.has_colour() => " ",
            (true, None) => theme.sign("▒", "#"),
            (false, _) if was_left => theme.sign("·", "x"),
            (false, _) => " ",
        };
        let style = if is_cursor {
            theme.cursor()
        } else if !is_left {
            match theme.has_colour() {
                _ if was_left => theme.quiet().patch(theme.last()),
                true => theme.quiet().bg(theme.mixed(SURFACE, PAPER, 0.5)),
                false => theme.quiet(),
            }
        } else if !theme.has_colour() {
            let style = Style::new();
            if is_lifted { style.add_modifier(Modifier::REVERSED) } else { style }
        } else {
            let tone = match (is_poison, (row + column) % 2) {
                (true, _) => FOIL,
                (false, 0) => DARK_CHOCOLATE,
                (false, _) => MILK_CHOCOLATE,
            };
            let ground =
                if is_lifted { theme.mixed(tone, ACCENT, 0.45) } else { theme.colour(tone) };
            let letter = match chance {
                Some(..=WINNING) => theme.mixed(tone, ON_CHOCOLATE, 0.45),
                _ => theme.colour(ON_CHOCOLATE),
            };
            Style::new().bg(ground).fg(letter)
        };
        fill(place, sign, style, canvas);
        if is_left && theme.has_colour() {
            bevel(place, style, canvas);
        }
    }

    /// Draws the column letters and row numbers.
    fn draw_labels(&self, scroll: Scroll, squares: Rect, scale: u16, canvas: &mut Canvas<'_>) {
        let theme = *canvas.theme;
        let style = |is_here| if is_here { theme.accent() } else { theme.quiet() };
        let above = Rect { y: squares.y.saturating_sub(1), height: 1, ..squares };
        for (at, column) in scroll.columns.cells().enumerate() {
            let label = format!("{:>2}", CellName::column_letters(column as u16));
            let place = at as i32 * 2 * i32::from(scale) + i32::from(scale) - 1;
            canvas.text(above, (place, 0), &label, style(column == self.cursor.1));
        }
        let beside = Rect { x: squares.x.saturating_sub(LABELS), width: LABELS, ..squares };
        for (at, row) in scroll.rows.cells().enumerate() {
            let place = at as i32 * i32::from(scale) + i32::from(scale - 1) / 2;
            canvas.text(
                beside,
                (0, place),
                &format!("{:>2}", row + 1),
                style(row == self.cursor.0),
            );
        }
    }
}

/// Returns the name of a bite's square.
fn cell_name(bite: &LegalMove) -> CellName {
    CellName { column: bite.column.into(), row: bite.row.into() }
}

/// Fills a square with a colour and draws a symbol in its middle; without colours, fills it with
/// the symbol.
fn fill(place: Rect, sign: &str, style: Style, canvas: &mut Canvas<'_>) {
    let is_full = matches!(sign, "▒" | "#");
    for at in place.positions() {
        let is_gap = at.x + 1 == place.right();
        canvas.put(at, if is_full && !is_gap { sign } else { " " }, style);
    }
    let middle = Position::new(place.x + (place.width - 1) / 2, place.y + (place.height - 1) / 2);
    canvas.put(middle, sign, style);
}

/// Draws a thin dark line at the right and lower edge of a square, like the grooves in chocolate.
fn bevel(place: Rect, style: Style, canvas: &mut Canvas<'_>) {
    let Some(Color::Rgb(red, green, blue)) = style.bg else { return };
    if canvas.theme.is_ascii() {
        return;
    }
    let darker = |part: u8| (u16::from(part) * 5 / 9) as u8;
    let edge = style.fg(Color::Rgb(darker(red), darker(green), darker(blue)));
    for y in place.top()..place.bottom() {
        canvas.put(Position::new(place.right() - 1, y), "▕", edge);
    }
    if place.height > 1 {
        for x in place.left()..place.right() - 1 {
            canvas.put(Position::new(x, place.bottom() - 1), "▁", edge);
        }
    }
}
