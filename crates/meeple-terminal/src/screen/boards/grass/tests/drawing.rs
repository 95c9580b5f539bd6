//! Tests of what is drawn.

use super::{
    super::{
        cell_face::CellFace,
        shown_board::{BoardSquare, CellContent},
    },
    *,
};
use crate::screen::{
    input::{Spot, Target},
    theme::{ACCENT, Palette, Shade, tests::contrast},
};
use ratatui::style::Modifier;

/// Six rounds of two players; the first player is to move.
const MOVES: [&str; 12] = [
    "lay AA",
    "lay AC",
    "lay BA r",
    "lay AD",
    "lay BB r",
    "lay AE",
    "lay DB",
    "lay BF rr",
    "lay HD",
    "lay AI",
    "lay GF",
    "lay AL",
];

#[test]
fn a_miniature_shows_all_of_it() {
    let board = asked(2, &MOVES);
    let expected = [
        "    ●●■■■■■■■■·",
        "    ●●■■■■■■· ·",
        "    ●●●●●●E · ·",
        "    R ●●S · · ·",
        "    · · · · · ·",
        "    · · · R · ·",
    ];
    assert_eq!(miniature(&board, (20, 6), Theme::PLAIN), expected);
}

#[test]
fn the_last_move_is_underlined_and_nothing_else() {
    let (mut board, (table, _)) = (GrassBoard::default(), played(2, &MOVES));
    show(&mut board, &table, None);
    let (buffer, zones) = drawn(&board, (53, 22), Theme::PLAIN);
    let mut underlined = Vec::new();
    for at in buffer.area.positions() {
        if let Some(Target::Spot(Spot { part: MEADOW, column, row })) = zones.at(at.x, at.y)
            && buffer[at].modifier.contains(Modifier::UNDERLINED)
        {
            underlined.push(Cell::new(row as usize, column as usize));
        }
    }
    let shown = board.shown.as_ref().expect("a position is shown");
    assert_eq!(underlined, shown.picture.last_change.as_ref().expect("a move").cells);
}

#[test]
fn only_what_may_be_done_has_the_accent() {
    let mut board = asked(2, &MOVES);
    let accented = |board: &GrassBoard| {
        let (buffer, _) = drawn(board, (53, 22), Theme::DARK);
        let accent = Theme::DARK.colour(ACCENT);
        buffer.content.iter().filter(|cell| cell.bg == accent).count()
    };
    let cells =
        board.shown.as_ref().map(|shown| shown.cells(board.aim.corner, board.aim.orientation));
    assert_eq!(accented(&board), 2 * cells.expect("a tile is in hand").len());
    press(&mut board, "hh"); // onto other grass
    assert_eq!(accented(&board), 0);
}

#[test]
fn letters_can_be_read_on_every_patch() {
    for (shade, palette) in [Shade::Dark, Shade::Light]
        .into_iter()
        .flat_map(|shade| [Palette::Usual, Palette::ColourBlind].map(|palette| (shade, palette)))
    {
        let theme = Theme { shade, palette, ..Theme::DARK };
        for (seat, letter) in (0..9).flat_map(|seat| ['a', 'b', 'c'].map(|letter| (seat, letter))) {
            for is_last in [false, true] {
                let ground = CellContent::Grass(Seat::new(seat), letter);
                let face = CellFace::of(BoardSquare { ground, is_last }, None, theme);
                let (_, style) = face.signs[1];
                let (fore, back) = style.fg.zip(style.bg).expect("a patch has colours");
                let found = contrast(fore, back);
                assert!(found >= 3.5, "{letter} of seat {seat} in {shade:?}: {found}");
            }
        }
    }
}

#[test]
fn the_best_moves_are_numbered_where_they_go() {
    let mut board = asked(2, &MOVES[..2]);
    board.show_advice(&[advised("lay BA r"), advised("exchange 2"), advised("lay BA")]);
    let text = lines(&drawn(&board, (53, 22), Theme::PLAIN).0);
    let column: String = text[1..7].iter().filter_map(|line| line.chars().nth(4)).collect();
    assert_eq!(column, "*1111 ", "{text:#?}");
    assert!(text.iter().any(|line| line.contains("✓2")), "{text:#?}");
    board.show_advice(&[]);
    assert!(!lines(&drawn(&board, (53, 22), Theme::PLAIN).0).concat().contains('✓'));
}
