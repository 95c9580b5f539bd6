//! The column beside the board.

use super::{Play, Waits, advice::Level};
use crate::{
    figures::{percent, signed},
    screen::{
        boards::Preview,
        canvas::{Canvas, wrapped},
        desk::Desk,
        input::Target,
    },
};
use meeple_core::{Seat, text::printable};
use meeple_view::words::capitalised;
use ratatui::{
    layout::Rect,
    style::{Modifier, Style},
};
use std::time::Duration;

/// Thinking that takes longer is shown...
pub(super) const LONG: Duration = Duration::from_millis(700);
/// ...by a line that moves so often.
pub(super) const STEP: Duration = Duration::from_millis(120);

/// The column is never narrower, nor wider.
const WIDTHS: (u16, u16) = (26, 44);

/// The rectangle of the board, and that of the column.
pub(in crate::screen) fn split(area: Rect, (wanted, _): (u16, u16)) -> (Rect, Rect) {
    let (least, most) = WIDTHS;
    let side = area.width.saturating_sub(wanted + 3).clamp(least, most).min(area.width / 2);
    let board = Rect::new(area.x, area.y, area.width - side - 1, area.height);
    let column = Rect::new(board.right() + 1, area.y, side, area.height);
    (board, column)
}

pub(super) fn draw(play: &Play, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
    let mut column = Column { area, row: 0 };
    seats(play, &mut column, canvas);
    column.space();
    due(play, &mut column, canvas, desk);
    advice(play, &mut column, canvas, desk);
    column.space();
    happened(play, &mut column, canvas);
}

/// A column that is filled from the top.
struct Column {
    area: Rect,
    row: i32,
}

impl Column {
    fn space(&mut self) {
        self.row += 1;
    }

    fn room(&self) -> i32 {
        i32::from(self.area.height) - self.row
    }

    fn words(&mut self, canvas: &mut Canvas<'_>, words: &str, style: Style) {
        self.row += canvas.words(self.area, self.row, words, style);
    }
}

fn seats(play: &Play, column: &mut Column, canvas: &mut Canvas<'_>) {
    let theme = *canvas.theme;
    let due = match play.course.waits() {
        Waits::Person(seat) | Waits::Player(seat) => Some(seat),
        Waits::Nobody | Waits::Over => None,
    };
    let lines = play.board.seats();
    let is_crowded = lines.len() > 4 || column.area.height < 22;
    for line in lines {
        let is_due = due == Some(line.seat);
        let style = theme.seat(line.seat).add_modifier(Modifier::BOLD);
        let name = if is_due { theme.strong() } else { theme.text() };
        let arrow = if is_due { theme.sign("▸", ">") } else { " " };
        canvas.spans(
            column.area,
            (0, column.row),
            [(arrow, theme.accent()), (theme.mark(line.seat), style), (" ", name), (&line.name, name)],
        );
        canvas.text_right(column.area, column.row, &line.score, theme.strong());
        column.row += 1;
        if !line.detail.is_empty() && (!is_crowded || is_due) {
            let inner = Rect { x: column.area.x + 3, width: column.area.width - 3, ..column.area };
            canvas.text(inner, (0, column.row), &line.detail, theme.quiet());
            column.row += 1;
        }
    }
}

fn due(play: &Play, column: &mut Column, canvas: &mut Canvas<'_>, desk: &Desk) {
    let theme = *canvas.theme;
    if let Some(ending) = play.course.ending().filter(|_| play.is_live()) {
        column.words(canvas, &ending.sentence, theme.strong());
        if ending.standing.len() > 2 {
            for standing in &ending.standing {
                let mark = theme.mark(standing.seat);
                let text = format!("{}. ", standing.rank);
                canvas.spans(
                    column.area,
                    (0, column.row),
                    [
                        (text.as_str(), theme.text()),
                        (mark, theme.seat(standing.seat)),
                        (" ", theme.text()),
                        (&standing.name, theme.text()),
                    ],
                );
                canvas.text_right(column.area, column.row, &standing.score.to_string(), theme.strong());
                column.row += 1;
            }
        }
        return;
    }
    let is_yours = matches!(play.course.waits(), Waits::Person(_)) && play.is_live();
    let words = match play.course.waits() {
        Waits::Person(seat) if play.is_live() => your_turn(play, seat),
        _ => capitalised(&play.board.due()),
    };
    column.words(canvas, &words, if is_yours { theme.accent() } else { theme.strong() });
    match play.board.preview() {
        Preview::Does(words) => column.words(canvas, &words, theme.text()),
        Preview::Refused(words) => {
            let words = format!("{} {words}", theme.sign("✗", "!"));
            column.words(canvas, &words, theme.bad());
        }
        Preview::Nothing => {}
    }
    if let Some((seat, since)) = play.course.thinking() {
        thinking(&format!("{} thinks", play.course.name(seat)), since, column, canvas, desk);
    }
    if let Some(remark) = play.course.remark() {
        column.words(canvas, &printable(remark), theme.quiet());
    }
}

/// `Your turn.`, or whose it is where several people sit at the table.
fn your_turn(play: &Play, seat: Seat) -> String {
    let seats = (0..play.course.game().position().seats()).map(Seat::new);
    let people = seats.filter(|&seat| play.course.is_person(seat)).count();
    let due = capitalised(&play.board.due());
    if people > 1 { format!("{}: {due}", play.course.name(seat)) } else { format!("Your turn. {due}") }
}

/// A thin line that moves while somebody thinks for long.
fn thinking(
    what: &str,
    since: std::time::Instant,
    column: &mut Column,
    canvas: &mut Canvas<'_>,
    desk: &Desk,
) {
    let theme = *canvas.theme;
    let spent = desk.now.saturating_duration_since(since);
    if spent < LONG {
        column.row += 1; // so that nothing jumps when it comes
        return;
    }
    let words = format!("{what} {:.1} s", spent.as_secs_f64());
    canvas.text(column.area, (0, column.row), &words, theme.quiet());
    column.row += 1;
    let width = usize::from(column.area.width);
    let at = (spent.as_millis() / STEP.as_millis()) as usize % width.max(1);
    let line: String = (0..width)
        .map(|place| if place.abs_diff(at) < 4 { theme.sign("━", "=") } else { theme.sign("─", "-") })
        .collect();
    canvas.text(column.area, (0, column.row), &line, theme.line());
    column.row += 1;
}

fn advice(play: &Play, column: &mut Column, canvas: &mut Canvas<'_>, desk: &Desk) {
    let theme = *canvas.theme;
    let level = play.adviser.level();
    if level == Level::None {
        return;
    }
    column.space();
    let Some(answer) = play.adviser.answer(play.course.game(), play.ply()) else {
        if let Some(since) = play.adviser.since() {
            canvas.text(column.area, (0, column.row), "Hint: thinking about it", theme.quiet());
            column.row += 1;
            thinking("for", since, column, canvas, desk);
        }
        return;
    };
    let answer = match answer {
        Ok(answer) => answer,
        Err(why) => return column.words(canvas, &format!("No hint: {why}."), theme.bad()),
    };
    let Some(best) = answer.advice.moves.first() else { return };
    if level == Level::Nudge {
        let reason = best.reasons.first().map_or("every move is as good", String::as_str);
        let words = format!("Hint: the best move {}. i once more shows it.", printable(reason));
        return column.words(canvas, &words, theme.text());
    }
    let unit = play.adviser.unit();
    for (at, advised) in answer.advice.moves.iter().take(6).enumerate() {
        if column.room() < 4 {
            return;
        }
        let head = format!("{}. {}", at + 1, advised.mv);
        let style = if at == 0 { theme.strong() } else { theme.text() };
        canvas.text(column.area, (0, column.row), &head, style);
        let value = format!("{} {}", signed(advised.value), percent(advised.chance));
        canvas.text_right(column.area, column.row, &value, style);
        column.row += 1;
        let most = if at == 0 { 2 } else { usize::from(column.area.height > 30) };
        let reasons: Vec<&str> = advised.reasons.iter().take(most).map(String::as_str).collect();
        if !reasons.is_empty() {
            let inner = Rect { x: column.area.x + 3, width: column.area.width - 3, ..column.area };
            column.row +=
                canvas.words(inner, column.row, &printable(&reasons.join(", ")), theme.quiet());
        }
    }
    if column.room() > 2 {
        column.words(canvas, &format!("({unit}, chance to win)"), theme.quiet());
    }
}

/// What happened, the latest at the bottom, as much of it as fits.
fn happened(play: &Play, column: &mut Column, canvas: &mut Canvas<'_>) {
    let theme = *canvas.theme;
    let room = column.room();
    if room < 2 {
        return;
    }
    let mut lines: Vec<(usize, String, bool)> = Vec::new();
    let shown = play.ply();
    for (at, told) in play.course.told().iter().enumerate().take(shown).rev() {
        let mut words: Vec<(usize, String, bool)> = Vec::new();
        for (number, line) in told.lines().enumerate() {
            let wide = column.area.width.saturating_sub(2);
            for (part, text) in wrapped(line, wide).into_iter().enumerate() {
                let indent = if number == 0 && part == 0 { "" } else { "  " };
                words.push((at + 1, format!("{indent}{text}"), at + 1 == shown));
            }
        }
        lines.splice(0..0, words);
        if lines.len() as i32 >= room {
            break;
        }
    }
    let skipped = lines.len().saturating_sub(room.max(0) as usize);
    for (ply, text, is_last) in lines.into_iter().skip(skipped) {
        let style = if is_last { theme.text() } else { theme.quiet() };
        canvas.text(column.area, (0, column.row), &text, style);
        let line = Rect { y: column.area.y + column.row as u16, height: 1, ..column.area };
        canvas.zone(line, Target::Item(ply));
        column.row += 1;
    }
}
