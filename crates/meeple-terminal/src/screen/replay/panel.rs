//! Draws the side column of a replay.

use super::ReplayPage;
use crate::{
    figures::{percent, signed, signed_percent},
    game_ui::kind_of,
    screen::{canvas::Canvas, column::ColumnLayout, play::setup::move_name},
};
use meeple_ai::{analysis::StepJudgement, grade::Grade};
use meeple_core::{Seat, Turn, text::printable};
use meeple_view::{view, words::capitalise};
use ratatui::layout::Rect;

pub(super) fn draw(replay: &ReplayPage, area: Rect, canvas: &mut Canvas<'_>) {
    let theme = *canvas.theme;
    let mut column = ColumnLayout::new(area);
    let due = match replay.game.position_at(replay.ply).map(meeple_core::AnyGame::turn) {
        Some(Turn::Seat(seat)) => Some(seat),
        _ => None,
    };
    column.seats(canvas, &replay.board.seats(), due);
    column.space();
    if replay.ply == replay.last()
        && let Some(ending) = view(kind_of(&replay.game)).ending(&replay.game)
    {
        column.text(canvas, &ending.sentence, theme.strong());
    } else {
        column.text(canvas, &capitalise(&replay.board.due()), theme.strong());
    }
    if replay.analysis.is_on() {
        column.space();
        judged(replay, &mut column, canvas);
    }
    column.space();
    column.narration(canvas, replay.narration.iter(), replay.ply);
}

/// Draws the judgement of the move that led here, and at the end luck and accuracy.
fn judged(replay: &ReplayPage, column: &mut ColumnLayout, canvas: &mut Canvas<'_>) {
    let theme = *canvas.theme;
    let known_steps = replay.analysis.judged();
    let (known, steps) = (known_steps.len(), replay.last() + 1);
    if known < steps {
        column.text(canvas, &format!("Analysed: {known} of {steps}"), theme.quiet());
    }
    match replay.ply.checked_sub(1).and_then(|step| known_steps.get(step)) {
        Some(StepJudgement::Move(mv)) if mv.forced => {
            column.text(canvas, "The only legal move.", theme.quiet());
        }
        Some(StepJudgement::Move(mv)) => {
            let grade = mv.grade();
            let style = match grade {
                Grade::Best | Grade::Good => theme.good(),
                Grade::Inaccuracy => theme.strong(),
                Grade::Mistake | Grade::Blunder => theme.bad(),
            };
            let lost = signed_percent(-mv.lost_chance());
            column.line(canvas, [(&*theme.grade(grade), style)], (&lost, style));
            if let Some(best) = mv.best.first().filter(|best| best.mv != mv.played.mv) {
                let reasons = best.reasons[..best.reasons.len().min(2)].join(", ");
                let why = if reasons.is_empty() { reasons } else { format!(": {reasons}") };
                let name = move_name(&replay.game, replay.ply - 1, &best.mv);
                let words = printable(&format!("Best was {name}{why}"));
                column.text(canvas, &words, theme.text());
            }
        }
        Some(StepJudgement::Deal(deal)) => {
            let seat = replay.own_seat().unwrap_or(Seat::new(0));
            let luck =
                format!("{} ({})", signed(deal.luck(seat)), signed_percent(deal.luck_chance(seat)));
            let seats = replay.board.seats();
            let name = seats.get(seat.index()).map_or("", |line| line.name.as_str());
            let words = format!("Luck of {name}");
            column.line(canvas, [(words.as_str(), theme.text())], (&luck, theme.text()));
        }
        _ => {}
    }
    if replay.ply == replay.last() && known == steps {
        let names = replay.board.seats();
        for (line, summary) in names.iter().zip(replay.analysis.analysis().seats()) {
            let accuracy = summary.accuracy.map_or_else(|| "-".into(), percent);
            let luck = signed_percent(summary.luck_chance);
            let lost = signed_percent(-summary.lost_chance);
            let words = format!("{accuracy} accuracy, luck {luck}, lost {lost}");
            let mark = (theme.mark(line.seat), theme.seat(line.seat));
            let name = [mark, (" ", theme.text()), (line.name.as_str(), theme.text())];
            column.line(canvas, name, ("", theme.text()));
            column.indented_text(canvas, &words, theme.quiet());
        }
    }
}
