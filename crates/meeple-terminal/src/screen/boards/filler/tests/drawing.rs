//! Tests of what is drawn.

use super::*;
use crate::screen::boards::advised;
use ratatui::style::Modifier;

#[test]
fn the_usual_map_fits_with_its_piece_and_its_scores() {
    let (mut board, _) = begun("map00", 3);
    let expected = "
       0   2   4   6   8   10  12  14  16  18
     0 · · · · · · · · · · · · · · · · · · · ·
     1 · · · · · · · · · · · · · · · · · · · ·
     2 · · · · · · · · · @@@@@@· · · · · · · ·
     3 · · · · · · · · · aa@@@@· · · · · · · ·
     4 · · · · · · · · · ◎ ■■· · · · · · · · ·
     5 · · · · · · · · · · · · · · · · · · · ·
     6 · · · · · · · · · · · · · · · · · · · ·
     7 · · · · · · · · · · · · · · · · · · · ·
     8 · · · · · · · · · · · · · · · · · · · ·
     9 · · · · ss· · · · · · · · · · · · · · ·
    10 · · · · ssss· · · · · · · · · · · · · ·
    11 · · · · · $$$$· · · · · · · · · · · · ·
    12 · · · · · $$$$$$$$$$· · · · · · · · · ·
    13 · · · · · · · · · · · · · · · · · · · ·
    14 · · · · · · · · · · · · · · · · · · · ·
       ● piece 3x1, 2 cells, fits in 6 places
       · ■■■■
                        ■                    ■ 10
                     ●■■●                    ● 7
                    ■■
                 ■■■●";
    assert_eq!(drawn(&board, (52, 22), Theme::PLAIN).0, lines(expected));
    assert_eq!(board.preview(), MovePreview::Legal("8,4: 1 new cell, over yours at 9,4.".into()));

    for key in "llljj".chars() {
        board.handle_input(UserInput::Key(KeyPress::Char(key)));
    }
    board.handle_input(UserInput::Key(KeyPress::Char('o')));
    let ascii = drawn(&board, (52, 22), ASCII).0;
    let expected = "
       0   2   4   6   8     11    14  16  18
     0 . ' ' ' ' ' ' ' ' ' ' ' ' ' ' ' ' ' ' '";
    assert_eq!(ascii[..2], lines(expected));
    let expected = "
     6 , , , , , , . ' ' ' ' ' ////' ' ' ' ' '
     7 , , , , , , , . . ' ' ' ' ' ' ' ' ' ' '";
    assert_eq!(ascii[7..9], lines(expected));
}

#[test]
fn a_small_map_is_drawn_large_where_there_is_room() {
    let map = "........../.@......../........../........../.......$../..........";
    let (board, _) = begun(map, 2);
    let expected = "


               0   1   2   3   4   5   6   7   8   9
            0  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·

            1  ·  @@@@ ·   ·   ·   ·   ·   ·   ·   ·
                  @@@@
            2 aaaa ◎   ·   ·   ·   ·   ·   ·   ·   ·
              aaaa
            3  ·  ■■■■ ·   ·   ·   ·  ssssssss ·   ·
                  ■■■■                ssssssss
            4  ·   ·   ·   ·   ·   ·   ·  $$$$ ·   ·
                                          $$$$
            5  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·

              ● piece 1x2, 2 cells, fits in 4 places
              ■■
              ■■


                        ●●●                         ● 3
                    ●●●●■                           ■ 3

";
    assert_eq!(drawn(&board, (66, 24), Theme::PLAIN).0, lines(expected));
}

#[test]
fn a_huge_map_is_cut_and_says_where() {
    let (board, _) = begun("map02", 3);
    let (drawn, _) = drawn(&board, (30, 14), ASCII);
    let expected = "
            v         70
64 ..........................|
65 ..........................|
66 ..........................|
67 ..........................|
68 ..........#.#.#...........|
69 ..........##.##...........|
70 ............###O@..@......|
71 ...............@@@@@@a....#
72 ...............@@@.@aa....#
73 ................@.@aa.....|
74 ..........................|
   -------------========-----
   @ piece 15x4, 11 cells, fit";
    assert_eq!(drawn, lines(expected));
}

#[test]
fn a_card_shows_the_whole_board() {
    let (board, _) = begun("map00", 6);
    let area = Rect::new(0, 0, 20, 6);
    let (mut buffer, mut zones) = (Buffer::empty(area), Zones::default());
    board.miniature(area, &mut Canvas::new(&mut buffer, &mut zones, &ASCII));
    let expected = "
  .......@@@......
  .....@@@aaaa....
  ................
  ss$$............
  ...$$$$$........
  ....$$$$........";
    let line = |y| (0..20).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    let drawn: Vec<String> = (0..6).map(|y| line(y).trim_end().to_owned()).collect();
    assert_eq!(drawn, lines(expected));
}

#[test]
fn what_is_yours_and_what_was_last_stand_out_without_colours() {
    let (board, _) = begun("map00", 3);
    let area = Rect::new(0, 0, 52, 22);
    let (mut buffer, mut zones) = (Buffer::empty(area), Zones::default());
    board.draw(area, &mut Canvas::new(&mut buffer, &mut zones, &Theme::PLAIN));
    let marked = |modifier: Modifier| {
        let cells = area.positions().filter(|&at| buffer[at].modifier.contains(modifier));
        cells.map(|at| buffer[at].symbol()).collect::<String>()
    };
    assert_eq!(marked(Modifier::REVERSED), "◎ ■■■■■■", "over the board, and by itself under it");
    assert_eq!(marked(Modifier::UNDERLINED), "ssssss");
}

#[test]
fn nobody_sees_the_piece_of_somebody_else() {
    let (mut board, table) = begun("map00", 2);
    let caption =
        |board: &FillerBoard| drawn(board, (53, 22), Theme::PLAIN).0[16].trim().to_owned();
    assert!(caption(&board).starts_with("● piece "));
    show(&mut board, &table, ViewerRole { own: Some(Seat::new(1)), ..ViewerRole::default() });
    assert_eq!(caption(&board), "● player 1's piece is hidden (F2)");
    show(&mut board, &table, ViewerRole::default());
    assert!(caption(&board).starts_with("● piece "), "whoever only watches sees everything");
}

#[test]
fn the_best_moves_have_numbers() {
    let (mut board, table) = begun("map00", 2);
    let texts = table.position().legal_move_texts();
    let advice: Vec<_> = [&texts[0], &texts[2]].map(|mv| advised(mv)).into();
    for key in ['j'; 9] {
        board.handle_input(UserInput::Key(KeyPress::Char(key)));
    }
    let digits = |board: &FillerBoard, digit: char| {
        let lines = drawn(board, (53, 22), Theme::PLAIN).0;
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

#[test]
fn every_size_can_be_drawn_in_every_theme() {
    for map in ["map00", "map02", "@.$"] {
        let (mut board, _) = begun(map, 0);
        for theme in [Theme::DARK, Theme::PLAIN, ASCII, LIGHT, SIXTEEN] {
            board.handle_input(UserInput::Key(KeyPress::Char('o')));
            for width in 0..=60 {
                for height in 0..=25 {
                    let (lines, _) = drawn(&board, (width, height), theme);
                    let has_room = width > 0 && height > 0;
                    assert_eq!(
                        lines.iter().any(|line| !line.is_empty()),
                        has_room,
                        "{width}x{height}"
                    );
                    let area = Rect::new(0, 0, width, height);
                    let (mut buffer, mut zones) = (Buffer::empty(area), Zones::default());
                    board.miniature(area, &mut Canvas::new(&mut buffer, &mut zones, &theme));
                    let is_drawn = buffer.content().iter().any(|cell| cell.symbol() != " ");
                    assert_eq!(is_drawn, has_room, "miniature {width}x{height}");
                }
            }
        }
    }
}
