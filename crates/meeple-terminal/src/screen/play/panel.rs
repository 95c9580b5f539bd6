//! Draws the side column of a running game.

use super::{PlayPage, advice::AdviceLevel, setup::move_name};
use crate::{
    figures::{percent, signed},
    screen::{app_context::AppContext, canvas::Canvas, column::ColumnLayout},
};
use meeple_core::text::printable;
use meeple_session::thinking_times;
use meeple_view::{GameResult, words::capitalise};
use ratatui::layout::Rect;
use std::time::Duration;

/// From this many lines on, the column also shows the thinking times.
const MIN_HEIGHT_FOR_TIMES: u16 = 30;

pub(super) fn draw(play: &PlayPage, area: Rect, canvas: &mut Canvas<'_>, ctx: &AppContext) {
    let mut column = ColumnLayout::new(area);
    column.seats(canvas, &play.board.seats(), play.live.session().seat_to_move());
    let game = play.live.game();
    let times = thinking_times(game.log(), game.position().seats());
    let times: Vec<Duration> = times.iter().map(|time| time.total).collect();
    if area.height >= MIN_HEIGHT_FOR_TIMES && times.iter().any(|time| time.as_secs() > 0) {
        column.times(canvas, &times);
    }
    column.space();
    match play.live.ending().filter(|_| play.is_live()) {
        Some(ending) => over(&ending, &mut column, canvas),
        None => going(play, &mut column, canvas, ctx),
    }
    advice(play, &mut column, canvas, ctx);
    column.space();
    let narration = play.live.session().narration().iter().map(|ply| &ply.words);
    column.narration(canvas, narration, play.ply());
}

/// Draws how the game ended, and the final ranking.
fn over(ending: &GameResult, column: &mut ColumnLayout, canvas: &mut Canvas<'_>) {
    let theme = *canvas.theme;
    column.text(canvas, &ending.sentence, theme.strong());
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

fn going(play: &PlayPage, column: &mut ColumnLayout, canvas: &mut Canvas<'_>, ctx: &AppContext) {
    let theme = *canvas.theme;
    let session = play.live.session();
    let due = capitalise(&play.board.due());
    match play.live.due_person().filter(|_| play.is_live()) {
        None => column.text(canvas, &due, theme.strong()),
        // With several people, each turn starts with a name.
        Some(seat) => {
            let is_alone = session.people().count() == 1;
            let who = if is_alone { "Your turn.".into() } else { session.name(seat) + ":" };
            column.text(canvas, &format!("{who} {due}"), theme.accent());
        }
    }
    column.preview(canvas, &play.board.preview());
    if let Some((seat, since)) = play.live.thinking() {
        let what = format!("{} thinks", session.name(seat));
        column.thinking(canvas, &what, ctx.now.saturating_duration_since(since));
    }
    if let Some(remark) = &play.live.remark {
        column.text(canvas, &printable(remark), theme.quiet());
    }
}

fn advice(play: &PlayPage, column: &mut ColumnLayout, canvas: &mut Canvas<'_>, ctx: &AppContext) {
    let theme = *canvas.theme;
    let level = play.adviser.level();
    if level == AdviceLevel::None {
        return;
    }
    column.space();
    let Some(answer) = play.adviser.answer(play.live.game(), play.ply()) else {
        if let Some(since) = play.adviser.thinking_since() {
            let spent = ctx.now.saturating_duration_since(since);
            column.thinking(canvas, "Looking for the best move", spent);
        }
        return;
    };
    let answer = match answer {
        Ok(answer) => answer,
        Err(why) => return column.text(canvas, &format!("No hint: {why}."), theme.bad()),
    };
    let Some(best) = answer.advice.moves.first() else { return };
    if level == AdviceLevel::Nudge {
        let reason = best.reasons.first().map_or("many moves are as good", String::as_str);
        let words = format!("Hint: {}. Press i again to see the move.", printable(reason));
        return column.text(canvas, &words, theme.text());
    }
    let unit = play.adviser.unit();
    for (at, advised) in answer.advice.moves.iter().take(6).enumerate() {
        if column.lines_left() < 4 {
            return;
        }
        let style = if at == 0 { theme.strong() } else { theme.text() };
        let mv = move_name(play.live.game(), play.ply(), &advised.mv);
        column.text(canvas, &format!("{}. {mv}", at + 1), style);
        let (value, chance) = (signed(advised.value), percent(advised.chance));
        column.indented_text(canvas, &format!("{value} {unit}, win chance {chance}"), style);
        let most = if at == 0 { 2 } else { usize::from(column.height() > 30) };
        let reasons: Vec<&str> = advised.reasons.iter().take(most).map(String::as_str).collect();
        if !reasons.is_empty() {
            column.indented_text(canvas, &printable(&reasons.join(", ")), theme.quiet());
        }
    }
}
