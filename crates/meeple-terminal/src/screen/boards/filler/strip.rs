//! What stands under the board: a line of words, the piece by itself, the scores so far.
//!
//! ```text
//! ● piece 3x2, 4 cells, fits in 14 places
//! · ■ ·               ⣀⡤⠒⠉ ● 104
//! ■ ■ ■         ⣀⠤⠒⣉⡠⠤⠔⠒⠒  ■ 87
//! ```

use super::{
    FillerBoard, Shown, curve,
    draw::{halves, letters},
    layout::{Form, Halves},
    paint::{Age, Look, Painter},
    veil::{Veil, Veiled},
};
use crate::screen::canvas::Canvas;
use meeple_core::Seat;
use meeple_games::filler::opponent;
use meeple_view::{
    filler::{FillerPicture, PieceInHand},
    words::counted,
};
use ratatui::layout::{Position, Rect};

/// What the veil says, or else what is in hand.
pub(super) fn caption(board: &FillerBoard, shown: &Shown, area: Rect, canvas: &mut Canvas<'_>) {
    let (theme, picture) = (*canvas.theme, &shown.picture);
    let quiet = theme.quiet();
    let name = |seat: Seat| picture.seats.get(seat.index()).map_or("", |seat| &seat.name);
    match board.veil {
        Veil::Territory => {
            let empty = |veiled: Veiled| {
                let cells =
                    shown.veiled.iter().zip(picture.board.iter().flat_map(|row| row.bytes()));
                cells.filter(|&(&cell, mark)| mark == b'.' && cell == veiled).count()
            };
            let [first, second] = [0, 1].map(Seat::new);
            let figures = [first, second].map(|seat| format!(" {}  ", empty(Veiled::Nearer(seat))));
            let even = format!("{} {}", theme.sign("·", "."), empty(Veiled::Even));
            canvas.spans(
                area,
                (0, 0),
                [
                    ("there first: ", quiet),
                    (theme.mark(first), theme.seat(first)),
                    (figures[0].as_str(), theme.text()),
                    (theme.mark(second), theme.seat(second)),
                    (figures[1].as_str(), theme.text()),
                    (even.as_str(), quiet),
                ],
            );
        }
        Veil::Heat => {
            let other = name(opponent(board.feels()));
            canvas.text(area, (0, 0), &format!("heat: 9 is beside {other}, 0 is far away"), quiet);
        }
        Veil::Nothing => {
            let Some(seat) = picture.to_move else { return };
            let who = (theme.mark(seat), theme.seat(seat));
            let words = match (&picture.piece, board.visible_piece()) {
                (_, Some(piece)) => told(piece),
                (Some(_), None) => format!(" {}'s piece is hidden (F2)", name(seat)),
                (None, None) => return,
            };
            canvas.spans(area, (0, 0), [who, (words.as_str(), quiet)]);
        }
    }
}

fn told(piece: &PieceInHand) -> String {
    let PieceInHand { width, height, cells, places, .. } = piece;
    let places = match places {
        0 => "fits nowhere".into(),
        places => format!("fits in {}", counted(*places, "place")),
    };
    format!(" piece {width}x{height}, {}, {places}", counted(*cells, "cell"))
}

/// The piece by itself, and the scores so far.
pub(super) fn draw(
    board: &FillerBoard,
    picture: &FillerPicture,
    area: Rect,
    canvas: &mut Canvas<'_>,
) {
    if area.is_empty() {
        return;
    }
    // As wide as a piece becomes (F9), whatever the piece is, so that the curve never jumps.
    let widest = ((picture.width / 5).max(2) * 2).min(usize::from(area.width) / 3) as u16;
    let (hand, rest) = (Rect { width: widest, ..area }, widest + 2);
    if let (Some(piece), Some(seat)) = (board.visible_piece(), picture.to_move) {
        // What is yours now looks as it does over the board.
        let filled = match board.role.mover {
            Some(_) => Look::Ghost,
            None => Look::Owned(seat, Age::Last),
        };
        draw_piece(piece, filled, hand, canvas);
    }
    let plot = Rect { x: area.x + rest, width: area.width.saturating_sub(rest), ..area };
    curve::draw(&picture.scores, plot, canvas);
}

/// A piece as large as it fits; nothing if it does not.
fn draw_piece(piece: &PieceInHand, filled: Look, area: Rect, canvas: &mut Canvas<'_>) {
    let painter = Painter::new(*canvas.theme);
    let fits = |form: &Form| {
        let (columns, rows) = form.letters((piece.width, piece.height));
        columns <= area.width.into() && rows <= area.height.into()
    };
    let forms = [Form::Wide, Form::Single, Form::Half];
    let is_possible = |form: &&Form| **form != Form::Half || halves(canvas) == Halves::Seen;
    let Some(&form) = forms.iter().filter(is_possible).find(|form| fits(form)) else { return };
    let look = |column: usize, row: usize| {
        let mark = piece.rows.get(row).and_then(|row| row.as_bytes().get(column));
        match mark {
            Some(b'.') | None => Look::Empty(Veiled::Nothing),
            Some(_) => filled,
        }
    };
    for row in 0..piece.height {
        for column in 0..piece.width {
            let (x, y) = (area.x + column as u16, area.y + row as u16);
            match form {
                Form::Half => {
                    let at = Position::new(x, area.y + row as u16 / 2);
                    let colour = |row| painter.colour(look(column, row), (column, row));
                    if row % 2 == 0 {
                        canvas.halves(at, colour(row), colour(row + 1));
                    }
                }
                Form::Single => letters(look(column, row), Rect::new(x, y, 1, 1), &painter, canvas),
                Form::Wide | Form::Large => {
                    let place = Rect::new(area.x + column as u16 * 2, y, 2, 1);
                    letters(look(column, row), place, &painter, canvas);
                }
            }
        }
    }
}
