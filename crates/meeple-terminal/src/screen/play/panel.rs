//! What the column beside a running game says.

use super::{Play, Waits, advice::Level};
use crate::{
    figures::{percent, signed},
    screen::{boards::Preview, canvas::Canvas, column::Column, desk::Desk},
};
use meeple_core::{Seat, text::printable};
use meeple_session::thinking_times;
use meeple_view::{Ending, words::capitalised};
use ratatui::layout::Rect;
use std::time::Duration;

/// A column of so many lines has room for what is only nice to know.
const ROOMY: u16 = 30;

pub(super) fn draw(play: &Play, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
    let mut column = Column::new(area);
    let due = match play.live.waits() {
        Waits::Person(seat) | Waits::Player(seat) => Some(seat),
        Waits::Nobody | Waits::Over => None,
    };
    column.seats(canvas, &play.board.seats(), due);
    let game = play.live.game();
    let times = thinking_times(game.log(), game.position().seats());
    let times: Vec<Duration> = times.iter().map(|time| time.total).collect();
    if area.height >= ROOMY && times.iter().any(|time| time.as_secs() > 0) {
        column.times(canvas, &times);
    }
    column.space();
    match play.live.ending().filter(|_| play.is_live()) {
        Some(ending) => over(&ending, &mut column, canvas),
        None => going(play, &mut column, canvas, desk),
    }
    advice(play, &mut column, canvas, desk);
    column.space();
    let narration = play.live.narration().iter().map(|ply| &ply.words);
    column.happened(canvas, narration, play.ply());
}

/// How it ended, and who came where.
fn over(ending: &Ending, column: &mut Column, canvas: &mut Canvas<'_>) {
    let theme = *canvas.theme;
    column.words(canvas, &ending.sentence, theme.strong());
    if ending.standing.len() <= 2 {
        return;
    }
    for standing in &ending.standing {
        let (rank, score) = (format!("{}. ", standing.rank), standing.score.to_string());
        let parts = [
            (rank.as_str(), theme.text()),
            (theme.mark(standing.seat), theme.seat(standing.seat)),
            (" ", theme.text()),
            (standing.name.as_str(), theme.text()),
        ];
        column.line(canvas, parts, (&score, theme.strong()));
    }
}

fn going(play: &Play, column: &mut Column, canvas: &mut Canvas<'_>, desk: &Desk) {
    let theme = *canvas.theme;
    match play.live.waits() {
        Waits::Person(seat) if play.is_live() => {
            column.words(canvas, &your_turn(play, seat), theme.accent());
        }
        _ => column.words(canvas, &capitalised(&play.board.due()), theme.strong()),
    }
    match play.board.preview() {
        Preview::Does(words) => column.words(canvas, &words, theme.text()),
        Preview::Refused(words) => {
            column.words(canvas, &format!("{} {words}", theme.sign("✗", "!")), theme.bad());
        }
        Preview::Nothing => {}
    }
    if let Some((seat, since)) = play.live.thinking() {
        let what = format!("{} thinks", play.live.name(seat));
        column.thinking(canvas, &what, desk.now.saturating_duration_since(since));
    }
    if let Some(remark) = play.live.remark() {
        column.words(canvas, &printable(remark), theme.quiet());
    }
}

/// What is to be done, and by whom where several people sit at the table.
fn your_turn(play: &Play, seat: Seat) -> String {
    let seats = (0..play.live.game().position().seats()).map(Seat::new);
    let people = seats.filter(|&seat| play.live.is_person(seat)).count();
    let due = capitalised(&play.board.due());
    match people {
        1 => format!("Your turn. {due}"),
        _ => format!("{}: {due}", play.live.name(seat)),
    }
}

fn advice(play: &Play, column: &mut Column, canvas: &mut Canvas<'_>, desk: &Desk) {
    let theme = *canvas.theme;
    let level = play.adviser.level();
    if level == Level::None {
        return;
    }
    column.space();
    let Some(answer) = play.adviser.answer(play.live.game(), play.ply()) else {
        if let Some(since) = play.adviser.since() {
            let spent = desk.now.saturating_duration_since(since);
            column.thinking(canvas, "Looking for the best move", spent);
        }
        return;
    };
    let answer = match answer {
        Ok(answer) => answer,
        Err(why) => return column.words(canvas, &format!("No hint: {why}."), theme.bad()),
    };
    let Some(best) = answer.advice.moves.first() else { return };
    if level == Level::Nudge {
        let reason = best.reasons.first().map_or("many moves are as good", String::as_str);
        let words = format!("Hint, the best move: {}. i once more shows it.", printable(reason));
        return column.words(canvas, &words, theme.text());
    }
    for (at, advised) in answer.advice.moves.iter().take(6).enumerate() {
        if column.room() < 4 {
            return;
        }
        let style = if at == 0 { theme.strong() } else { theme.text() };
        let head = format!("{}. {}", at + 1, advised.mv);
        let value = format!("{} {}", signed(advised.value), percent(advised.chance));
        column.line(canvas, [(head.as_str(), style)], (&value, style));
        let most = if at == 0 { 2 } else { usize::from(column.height() > 30) };
        let reasons: Vec<&str> = advised.reasons.iter().take(most).map(String::as_str).collect();
        if !reasons.is_empty() {
            column.words_in(canvas, &printable(&reasons.join(", ")), theme.quiet());
        }
    }
    if column.room() > 2 {
        let unit = play.adviser.unit();
        column.words(canvas, &format!("(in {unit}, and the chance to win)"), theme.quiet());
    }
}
