//! Draws the page: Filler's board, and beside it what the engine printed.
//!
//! ```text
//! board                             │ @ my_bot      104
//!                                   │ $ terminator   87
//! piece and score curve             │ turn, pace, overlay, last piece
//! ```

use super::model::EngineOutputModel;
use crate::screen::{
    boards::{BoardWidget, filler::Overlay},
    canvas::Canvas,
    theme::Theme,
};
use meeple_bots::school::TranscriptState;
use meeple_core::Seat;
use ratatui::{
    layout::{Constraint, Layout, Rect},
    style::{Modifier, Style},
    text::Line,
    widgets::{Paragraph, Wrap},
};

const SIDE_WIDTH: u16 = 30;

/// Draws the whole page.
pub(super) fn draw(model: &EngineOutputModel, area: Rect, canvas: &mut Canvas<'_>) {
    let theme = *canvas.theme;
    let Some(seen) = &model.seen else {
        canvas.wrapped_text(area, 0, "Waiting for the first board. q leaves.", theme.text());
        return;
    };
    let columns = Layout::horizontal([Constraint::Min(1), Constraint::Length(SIDE_WIDTH)]);
    let [board, side] = columns.areas(area);
    model.board.draw(board, canvas);
    let lines = side_lines(model, seen, theme);
    canvas.widget(Paragraph::new(lines).wrap(Wrap { trim: false }), side);
}

fn side_lines(
    model: &EngineOutputModel,
    seen: &TranscriptState,
    theme: Theme,
) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for (index, name) in model.names.iter().enumerate() {
        let stuck = if seen.stuck[index] { " stuck" } else { "" };
        let letters: Vec<char> = name.chars().collect();
        let kept = &letters[letters.len().saturating_sub(16)..]; // the end of a path says more
        let name: String = kept.iter().collect();
        let text = format!(" {} {name:<16} {:>4}{stuck}", ['@', '$'][index], seen.scores[index]);
        lines.push(Line::styled(text, theme.seat(Seat::new(index))));
    }
    let pace =
        if model.is_paused { "paused".into() } else { format!("{} ms a turn", model.pace_ms()) };
    lines.push(Line::raw(format!(" turn {}, {pace}", model.turn)));
    lines.push(Line::raw(match model.board.overlay() {
        Overlay::Nothing => " overlay: none",
        Overlay::Territory => " overlay: who is there first",
        Overlay::Heat => " overlay: near the enemy",
    }));
    if !model.remark.is_empty() {
        lines.push(Line::raw(format!(" {}", model.remark)));
    }
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let words = model.over.iter().flat_map(|(Ok(words) | Err(words))| words.lines());
    lines.extend(words.map(|line| Line::styled(format!(" {line}"), bold)));
    if let Some((piece, seat, laid)) = &model.last {
        let what = if *laid { "laid" } else { "could not lay" };
        lines.push(Line::raw(format!(" {} {what}:", ['@', '$'][seat.index()])));
        lines.extend(piece.rows().map(|row| Line::raw(format!("   {row}"))));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::{engine_output::model::tests::watched, input::KeyPress, input::Zones};
    use ratatui::buffer::Buffer;

    fn drawn(model: &EngineOutputModel, theme: Theme, width: u16, height: u16) -> String {
        let area = Rect::new(0, 0, width, height);
        let (mut buffer, mut zones) = (Buffer::empty(area), Zones::default());
        draw(model, area, &mut Canvas::new(&mut buffer, &mut zones, &theme));
        let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>() + "\n";
        (0..height).map(line).collect()
    }

    #[test]
    fn every_window_can_be_drawn_at_every_moment() {
        for theme in [Theme::PLAIN, Theme::DARK] {
            let (mut output, mut model, now) = watched();
            assert!(drawn(&model, theme, 80, 24).contains("Waiting for the first board"));
            while model.over.is_none() {
                model.on_event(output.next_event().expect("it has a board"));
                for (width, height) in [(1, 1), (50, 12), (80, 25)] {
                    model.handle_key(KeyPress::Char('o'), now);
                    drawn(&model, theme, width, height);
                }
            }
            let text = drawn(&model, theme, 80, 30);
            assert!(text.contains("$ player 2          188 stuck"), "{text}");
        }
    }
}
