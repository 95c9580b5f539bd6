//! Tests of what is drawn.

use super::*;
use ratatui::style::Modifier;

#[test]
fn a_card_shows_the_whole_board() {
    let (board, _) = begun("map00", 6);
    let expected = [
        "  .......@@@......",
        "  .....@@@aaaa....",
        "  ................",
        "  ss$$............",
        "  ...$$$$$........",
        "  ....$$$$........",
    ];
    assert_eq!(miniature(&board, (20, 6), Theme::ASCII), expected);
}

#[test]
fn what_is_yours_and_what_was_last_stand_out_without_colours() {
    let (board, _) = begun("map00", 3);
    let (buffer, _) = drawn(&board, (52, 22), Theme::PLAIN);
    let marked = |modifier: Modifier| {
        let cells = buffer.area.positions().filter(|&at| buffer[at].modifier.contains(modifier));
        cells.map(|at| buffer[at].symbol()).collect::<String>()
    };
    assert_eq!(marked(Modifier::REVERSED), "◎ ■■■■■■", "over the board, and by itself under it");
    assert_eq!(marked(Modifier::UNDERLINED), "ssssss");
}

#[test]
fn nobody_sees_the_piece_of_somebody_else() {
    let (mut board, table) = begun("map00", 2);
    let caption =
        |board: &FillerBoard| lines(&drawn(board, (53, 22), Theme::PLAIN).0)[16].trim().to_owned();
    assert!(caption(&board).starts_with("● piece "));
    let opponent = ViewerRole { own: Some(Seat::new(1)), ..ViewerRole::default() };
    board.show(table.game(), table.game().plies().len(), opponent);
    assert_eq!(caption(&board), "● player 1's piece is hidden");
    show(&mut board, &table, None);
    assert!(caption(&board).starts_with("● piece "), "a spectator sees everything");
}

#[test]
fn the_best_moves_have_numbers() {
    let (mut board, table) = begun("map00", 2);
    let texts = table.position().legal_move_texts();
    let advice: Vec<_> = [&texts[0], &texts[2]].map(|mv| advised(mv)).into();
    press(&mut board, "jjjjjjjjj");
    let digits = |board: &FillerBoard, digit: char| {
        let lines = lines(&drawn(board, (53, 22), Theme::PLAIN).0);
        let cells =
            lines[1..16].iter().map(|line| line.chars().skip(8).filter(|&c| c == digit).count());
        cells.sum::<usize>()
    };
    assert_eq!((digits(&board, '1'), digits(&board, '2')), (0, 0));
    board.show_advice(&advice);
    assert!(digits(&board, '1') >= 1);
    assert_eq!(digits(&board, '2'), 1);
    board.show_advice(&[]);
    assert_eq!((digits(&board, '1'), digits(&board, '2')), (0, 0));
}
