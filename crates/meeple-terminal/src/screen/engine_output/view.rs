//! Draws the model.
//!
//! ```text
//! board, cell by cell               │ 1 @ my_bot      104
//! (two rows per line if it is high) │ 2 $ terminator   87
//!                                   │ piece, pace, overlay
//! score curve ──────────────────────────────────────────
//! space pause  n step  + - pace  o overlay  q leave
//! ```

use super::model::{EngineOutputModel, PrintedOverlay};
use crate::screen::{canvas::Canvas, theme::Theme};
use meeple_ai::filler::distances::{DistanceMap, UNREACHED, manhattan_to_enemy, steps_from};
use meeple_bots::school::TranscriptState;
use meeple_core::Seat;
use meeple_games::filler::{Board, CellState, opponent};
use ratatui::{
    layout::{Constraint, Layout, Rect},
    style::{Color, Modifier, Style},
    symbols::Marker,
    text::{Line, Span},
    widgets::{Axis, Chart, Dataset, GraphType, Paragraph, Wrap},
};

const SIDE_WIDTH: u16 = 30;
const CURVE_HEIGHT: u16 = 8;
const SMALLEST: u16 = 12;
const PLAYERS: [Color; 2] = [Color::Cyan, Color::Yellow];

/// Draws the whole page.
pub(super) fn draw(model: &EngineOutputModel, area: Rect, canvas: &mut Canvas<'_>) {
    let theme = *canvas.theme;
    let Some(seen) = &model.seen else {
        canvas.wrapped_text(area, 0, "Waiting for the first board. q leaves.", theme.text());
        return;
    };
    let has_curve = area.height >= SMALLEST + CURVE_HEIGHT + 4;
    let rows = Layout::vertical([
        Constraint::Min(1),
        Constraint::Length(if has_curve { CURVE_HEIGHT } else { 0 }),
    ]);
    let [top, curve] = rows.areas(area);
    let columns = Layout::horizontal([Constraint::Min(1), Constraint::Length(SIDE_WIDTH)]);
    let [board, side] = columns.areas(top);
    canvas.widget(Paragraph::new(board_lines(model, seen, theme, board)), board);
    let lines = side_lines(model, seen, theme);
    canvas.widget(Paragraph::new(lines).wrap(Wrap { trim: false }), side);
    if has_curve {
        draw_curve(model, curve, canvas);
    }
}

/// Returns the part of the board that fits. If the board is too high and colours are available,
/// each character shows two cells as its upper and lower half.
fn board_lines(
    model: &EngineOutputModel,
    seen: &TranscriptState,
    theme: Theme,
    area: Rect,
) -> Vec<Line<'static>> {
    let cells = OverlaidCells::new(model, &seen.board, theme);
    let (width, height) = (seen.board.width(), seen.board.height());
    let has_colour = theme.has_colour();
    let is_halved = has_colour && height > usize::from(area.height);
    let rows_a_line = if is_halved { 2 } else { 1 };
    let latest = cells.latest();
    let columns = window(width, area.width.into(), latest.0);
    let rows = window(height, usize::from(area.height) * rows_a_line, latest.1);
    rows.clone()
        .step_by(rows_a_line)
        .map(|row| {
            let span = |column| {
                if is_halved {
                    let lower = (row + 1 < rows.end).then(|| cells.colour(column, row + 1));
                    let style = Style::new().fg(cells.colour(column, row));
                    Span::styled("▀", style.bg(lower.unwrap_or(Color::Reset)))
                } else {
                    cells.letter(column, row)
                }
            };
            Line::from(columns.clone().map(span).collect::<Vec<_>>())
        })
        .collect()
}

/// Returns the columns or rows to show if only `room` fit: those around the middle.
fn window(side: usize, room: usize, middle: usize) -> std::ops::Range<usize> {
    if side <= room {
        return 0..side;
    }
    let start = middle.saturating_sub(room / 2).min(side - room);
    start..start + room
}

/// The cells with their overlay.
struct OverlaidCells<'a> {
    model: &'a EngineOutputModel,
    board: &'a Board,
    steps: Option<[DistanceMap; 2]>,
    heat: Option<DistanceMap>,
    theme: Theme,
}

impl<'a> OverlaidCells<'a> {
    fn new(model: &'a EngineOutputModel, board: &'a Board, theme: Theme) -> Self {
        let steps = (model.overlay == PrintedOverlay::Territory)
            .then(|| [0, 1].map(|seat| steps_from(board, board.owned(Seat::new(seat)))));
        let next = model.last.as_ref().map_or(Seat::new(0), |(_, seat, _)| opponent(*seat));
        let heat = (model.overlay == PrintedOverlay::Heat).then(|| manhattan_to_enemy(board, next));
        OverlaidCells { model, board, steps, heat, theme }
    }

    /// Returns where the latest piece is.
    fn latest(&self) -> (usize, usize) {
        let seat = self.model.last.as_ref().map_or(Seat::new(0), |(_, seat, _)| *seat);
        let latest = self.board.latest(seat).cells().next();
        latest.or_else(|| self.board.owned(seat).cells().next()).unwrap_or_default()
    }

    /// Returns who reaches an empty cell first, if either does.
    fn nearer(&self, column: usize, row: usize) -> Option<Seat> {
        let [first, second] =
            self.steps.as_ref()?.each_ref().map(|steps| steps.distance(column, row));
        match first.cmp(&second) {
            _ if first == UNREACHED && second == UNREACHED => None,
            std::cmp::Ordering::Less => Some(Seat::new(0)),
            std::cmp::Ordering::Greater => Some(Seat::new(1)),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Returns the heat of an empty cell, from 0 to 9 (near the opponent).
    fn heat(&self, column: usize, row: usize) -> Option<u8> {
        let distance = self.heat.as_ref()?.distance(column, row);
        let most = self.board.width() + self.board.height();
        Some((9 - (usize::from(distance) * 18 / most).min(9)) as u8)
    }

    fn letter(&self, column: usize, row: usize) -> Span<'static> {
        let cell = self.board.cell(column, row);
        let mark = cell.to_char().to_string();
        if self.theme.has_colour() {
            let style = match cell {
                CellState::Empty => Style::new().fg(Color::DarkGray).bg(self.colour(column, row)),
                CellState::Owned(seat) => Style::new().fg(PLAYERS[seat.index()]),
                CellState::Latest(seat) => {
                    Style::new().fg(PLAYERS[seat.index()]).add_modifier(Modifier::REVERSED)
                }
            };
            return Span::styled(mark, style);
        }
        match (cell, self.nearer(column, row), self.heat(column, row)) {
            (CellState::Empty, Some(seat), _) => Span::raw(["'", "`"][seat.index()]),
            (CellState::Empty, _, Some(heat)) => Span::raw(heat.to_string()),
            _ => Span::raw(mark),
        }
    }

    fn colour(&self, column: usize, row: usize) -> Color {
        match self.board.cell(column, row) {
            CellState::Owned(seat) => PLAYERS[seat.index()],
            CellState::Latest(seat) => [Color::LightCyan, Color::LightYellow][seat.index()],
            CellState::Empty => match (self.nearer(column, row), self.heat(column, row)) {
                (Some(seat), _) => [Color::Indexed(23), Color::Indexed(58)][seat.index()],
                (_, Some(heat)) => {
                    Color::Indexed([16, 52, 52, 88, 88, 124, 124, 160, 160, 196][usize::from(heat)])
                }
                _ => Color::Reset,
            },
        }
    }
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
        let style = if theme.has_colour() { Style::new().fg(PLAYERS[index]) } else { Style::new() };
        lines.push(Line::styled(text, style));
    }
    let pace =
        if model.is_paused { "paused".into() } else { format!("{} ms a turn", model.pace_ms()) };
    lines.push(Line::raw(format!(" turn {}, {pace}", model.turn)));
    lines.push(Line::raw(match model.overlay {
        PrintedOverlay::None => " overlay: none",
        PrintedOverlay::Territory => " overlay: who is there first",
        PrintedOverlay::Heat => " overlay: near the enemy",
    }));
    if !model.remark.is_empty() {
        lines.push(Line::raw(format!(" {}", model.remark)));
    }
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let words = model.over().into_iter().flat_map(|over| over.words().lines());
    lines.extend(words.map(|line| Line::styled(format!(" {line}"), bold)));
    if let Some((piece, seat, laid)) = &model.last {
        let what = if *laid { "laid" } else { "could not lay" };
        lines.push(Line::raw(format!(" {} {what}:", ['@', '$'][seat.index()])));
        lines.extend(piece.rows().map(|row| Line::raw(format!("   {row}"))));
    }
    lines
}

fn draw_curve(model: &EngineOutputModel, area: Rect, canvas: &mut Canvas<'_>) {
    let has_colour = canvas.theme.has_colour();
    let points = |seat: usize| -> Vec<(f64, f64)> {
        let points = model.curve.iter().enumerate();
        points.map(|(turn, scores)| (turn as f64, f64::from(scores[seat]))).collect()
    };
    let (first, second) = (points(0), points(1));
    let most = model.curve.iter().flatten().copied().max().unwrap_or(1).max(1);
    let turns = model.curve.len().saturating_sub(1).max(1);
    let line = |points, seat: usize| {
        let style = if has_colour { Style::new().fg(PLAYERS[seat]) } else { Style::new() };
        let marker = if has_colour { Marker::Braille } else { [Marker::Dot, Marker::Block][seat] };
        Dataset::default().marker(marker).graph_type(GraphType::Line).style(style).data(points)
    };
    let datasets = vec![line(&first, 0), line(&second, 1)];
    let chart = Chart::new(datasets).x_axis(Axis::default().bounds([0.0, turns as f64])).y_axis(
        Axis::default().bounds([0.0, f64::from(most)]).labels(["0".into(), most.to_string()]),
    );
    canvas.widget(chart, area);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::{engine_output::model::tests::watched, input::Zones};
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
            let (mut output, mut model, _) = watched();
            assert!(drawn(&model, theme, 80, 24).contains("Waiting for the first board"));
            while model.over().is_none() {
                model.step(output.step().expect("it has a board"));
                for overlay in
                    [PrintedOverlay::None, PrintedOverlay::Territory, PrintedOverlay::Heat]
                {
                    model.overlay = overlay;
                    for (width, height) in [(1, 1), (50, 12), (80, 25)] {
                        drawn(&model, theme, width, height);
                    }
                }
            }
            let text = drawn(&model, theme, 80, 30);
            assert!(text.contains("$ player 2          188 stuck"), "{text}");
        }
    }
}
