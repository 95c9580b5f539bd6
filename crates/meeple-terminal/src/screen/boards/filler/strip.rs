//! What is drawn below the board: a caption, the piece on its own, and the score curves.
//!
//! ```text
//! ● piece 3x2, 4 cells, fits in 14 places
//! · ■ ·               ⣀⡤⠒⠉ ● 104
//! ■ ■ ■         ⣀⠤⠒⣉⡠⠤⠔⠒⠒  ■ 87
//! ```

use super::{
    FillerBoard, curve,
    draw::{cell, smallest_cell},
    layout::CellSize,
    overlay::{Overlay, OverlayValue},
    paint::{CellAge, CellStyle},
};
use crate::screen::canvas::Canvas;
use meeple_core::Seat;
use meeple_games::filler::opponent;
use meeple_view::{
    filler::{PieceInHand, ShownPosition},
    words::format_count,
};
use ratatui::layout::Rect;

/// Draws the caption: a summary of the overlay, or else a description of the piece in hand.
pub(super) fn caption(
    board: &FillerBoard,
    picture: &ShownPosition,
    area: Rect,
    canvas: &mut Canvas<'_>,
) {
    let theme = *canvas.theme;
    let quiet = theme.quiet();
    let name = |seat: Seat| picture.seats.get(seat.index()).map_or("", |seat| &seat.name);
    match board.overlay {
        Overlay::Territory => {
            let empty = |overlaid: OverlayValue| {
                let marks = picture.board.iter().flat_map(|row| row.bytes());
                let cells = board.overlay_values.iter().zip(marks);
                cells.filter(|&(&cell, mark)| mark == b'.' && cell == overlaid).count()
            };
            let [first, second] = [0, 1].map(Seat::new);
            let figures =
                [first, second].map(|seat| format!(" {}  ", empty(OverlayValue::Nearer(seat))));
            let even = format!("{} {}", theme.sign("·", "."), empty(OverlayValue::Even));
            canvas.spans(
                area,
                (0, 0),
                [
                    ("reached first: ", quiet),
                    (theme.mark(first), theme.seat(first)),
                    (figures[0].as_str(), theme.text()),
                    (theme.mark(second), theme.seat(second)),
                    (figures[1].as_str(), theme.text()),
                    (even.as_str(), quiet),
                ],
            );
        }
        Overlay::Heat => {
            let other = name(opponent(board.heat_seat()));
            canvas.text(area, (0, 0), &format!("heat: 9 is beside {other}, 0 is far away"), quiet);
        }
        Overlay::Nothing => {
            let Some(seat) = picture.to_move else { return };
            let who = (theme.mark(seat), theme.seat(seat));
            let words = match (&picture.piece, board.visible_piece()) {
                (_, Some(piece)) => describe_piece(piece),
                (Some(_), None) => format!(" {}'s piece is hidden", name(seat)),
                (None, None) => return,
            };
            canvas.spans(area, (0, 0), [who, (words.as_str(), quiet)]);
        }
    }
}

fn describe_piece(piece: &PieceInHand) -> String {
    let PieceInHand { width, height, cells, places, .. } = piece;
    let places = match places {
        0 => "fits nowhere".into(),
        places => format!("fits in {}", format_count(*places, "place")),
    };
    format!(" piece {width}x{height}, {}, {places}", format_count(*cells, "cell"))
}

/// Draws the piece on its own and the score curves.
pub(super) fn draw(
    board: &FillerBoard,
    picture: &ShownPosition,
    area: Rect,
    canvas: &mut Canvas<'_>,
) {
    if area.is_empty() {
        return;
    }
    // As wide as any piece can be (F9), so that the curve stays in place.
    let widest = ((picture.width / 5).max(2) * 2).min(usize::from(area.width) / 3) as u16;
    let (hand, rest) = (Rect { width: widest, ..area }, widest + 2);
    if let (Some(piece), Some(seat)) = (board.visible_piece(), picture.to_move) {
        // The player's own piece looks the same as over the board.
        let filled = match board.role.mover {
            Some(_) => CellStyle::Ghost,
            None => CellStyle::Owned(seat, CellAge::Last),
        };
        draw_piece(piece, filled, hand, canvas);
    }
    let plot = Rect { x: area.x + rest, width: area.width.saturating_sub(rest), ..area };
    curve::draw(&picture.scores, plot, canvas);
}

/// Draws a piece as large as possible, or not at all if it doesn't fit.
fn draw_piece(piece: &PieceInHand, filled: CellStyle, area: Rect, canvas: &mut Canvas<'_>) {
    let fits = |form: &CellSize| {
        let (columns, rows) = form.letters((piece.width, piece.height));
        columns <= area.width.into() && rows <= area.height.into()
    };
    let forms = [CellSize::Wide, CellSize::Single, smallest_cell(canvas)];
    let Some(form) = forms.into_iter().find(fits) else { return };
    let look = |column: usize, row: usize| {
        let mark = piece.rows.get(row).and_then(|row| row.as_bytes().get(column));
        Some(match mark {
            Some(b'.') | None => CellStyle::Empty(OverlayValue::Nothing),
            Some(_) => filled,
        })
    };
    for row in (0..piece.height).step_by(form.rows_per_letter()) {
        for column in 0..piece.width {
            cell(form, (column, row), form.place(area, (column, row)), look, canvas);
        }
    }
}
