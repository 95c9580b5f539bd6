//! The board as it is drawn, and as it is played.

use super::*;
use crate::screen::{
    boards::Motion,
    input::{Direction, Zones},
    play::course::preview,
    theme::{Depth, Shade, Signs, Theme},
};
use meeple_core::{Due, Notes, Table};
use meeple_games::GameKind;
use ratatui::{buffer::Buffer, style::Modifier};

const ASCII: Theme = Theme { signs: Signs::Ascii, ..Theme::PLAIN };
const LIGHT: Theme = Theme { shade: Shade::Light, ..Theme::DARK };
const SIXTEEN: Theme = Theme { depth: Depth::Sixteen, ..Theme::DARK };

fn table(map: &str, seed: u64) -> Table {
    let options = [format!("map={map}")];
    let game = preview(GameKind::Filler, &options, seed).expect("a game can begin");
    Table::resume(game)
}

/// Deals, and lets everybody but `person` make a move, until it is the person's turn or over.
fn go_on(table: &mut Table, person: Seat) -> bool {
    loop {
        match table.due() {
            Due::Deal => drop(table.deal().expect("a piece can be dealt")),
            Due::End => drop(table.end().expect("it is over")),
            Due::Over => return false,
            Due::Seat(seat) if seat == person => return true,
            Due::Seat(seat) => {
                let mv = table.position().legal_texts().swap_remove(0);
                table.play(seat, &mv, Notes::default()).expect("a legal move");
            }
        }
    }
}

fn mover(seat: Seat) -> Role {
    Role { mover: Some(seat), own: Some(seat), motion: Motion::None }
}

fn show(board: &mut FillerBoard, table: &Table, role: Role) {
    board.show(table.game(), table.game().line().len(), role);
}

fn drawn(board: &FillerBoard, (width, height): (u16, u16), theme: &Theme) -> (Vec<String>, Zones) {
    let area = Rect::new(0, 0, width, height);
    let (mut buffer, mut zones) = (Buffer::empty(area), Zones::default());
    board.draw(area, &mut Canvas::new(&mut buffer, &mut zones, theme));
    let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    ((0..height).map(|y| line(y).trim_end().to_owned()).collect(), zones)
}

/// The lines of a drawing, which begins on the line after the first.
fn lines(drawing: &str) -> Vec<String> {
    drawing.split('\n').skip(1).map(Into::into).collect()
}

/// A game on a map after so many moves of each player's first legal move, person to move.
fn begun(map: &str, moves: usize) -> (FillerBoard, Table) {
    let person = Seat::new(0);
    let (mut table, mut board) = (table(map, 7), FillerBoard::default());
    for _ in 0..moves {
        assert!(go_on(&mut table, person), "the game goes on");
        let texts = table.position().legal_texts();
        table.play(person, &texts[texts.len() / 2], Notes::default()).expect("a legal move");
    }
    assert!(go_on(&mut table, person), "the game goes on");
    show(&mut board, &table, mover(person));
    (board, table)
}

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
    assert_eq!(drawn(&board, (52, 22), &Theme::PLAIN).0, lines(expected));
    assert_eq!(board.preview(), Preview::Does("8,4: 1 new cell, over yours at 9,4.".into()));

    for key in "llljj".chars() {
        board.press(Input::Key(Key::Char(key)));
    }
    board.press(Input::Key(Key::Char('o')));
    let ascii = drawn(&board, (52, 22), &ASCII).0;
    let expected = "
       0   2   4   6   8     11    14  16  18
     0 ' ' ' ' ' ' ' ' ' ' ' ' ' ' ' ' ' ' ' '";
    assert_eq!(ascii[..2], lines(expected));
    let expected = "
     6 . ' ' ' ' ' ' ' ' ' ' ' ////' ' ' ' ' '
     7 , , , , , , , , . . . . . . ' ' ' ' ' '";
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
    assert_eq!(drawn(&board, (66, 24), &Theme::PLAIN).0, lines(expected));
}

#[test]
fn a_huge_map_is_cut_and_says_where() {
    let (board, _) = begun("map02", 3);
    let (drawn, _) = drawn(&board, (30, 14), &ASCII);
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

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn input(&mut self) -> Input {
        const KEYS: [Key; 13] = [
            Key::Arrow(Direction::Up),
            Key::Arrow(Direction::Down),
            Key::Arrow(Direction::Left),
            Key::Char('l'),
            Key::Char('n'),
            Key::BackTab,
            Key::Char('o'),
            Key::Char('s'),
            Key::Esc,
            Key::Enter,
            Key::Char(' '),
            Key::Home,
            Key::Char('z'),
        ];
        let spot = Spot {
            part: self.below(6) as u8,
            column: self.below(120) as i16 - 10,
            row: self.below(120) as i16 - 10,
        };
        let target = Target::Spot(spot);
        match self.below(8) {
            0 => Input::Press(target),
            1 => Input::Point(target),
            2 => Input::Wheel(Turned::Up, Some(target)),
            3 => Input::Wheel(Turned::Down, Some(target)),
            _ => Input::Key(KEYS[self.below(KEYS.len())]),
        }
    }
}

#[test]
fn every_input_is_answered_and_every_move_is_legal() {
    for (map, inputs) in [("map00", 6000), ("map02", 800), ("@.$", 200), ("@", 50)] {
        let (mut dice, mut board) = (Dice(map.len() as u64), FillerBoard::default());
        let (mut game, mut played, mut seed) = (table(map, 3), 0, 3);
        for _ in 0..inputs {
            let seat = match game.due() {
                Due::Deal => {
                    game.deal().expect("a piece can be dealt");
                    continue;
                }
                Due::Seat(seat) => seat,
                Due::End | Due::Over => {
                    seed += 1;
                    game = table(map, seed);
                    continue;
                }
            };
            show(&mut board, &game, mover(seat));
            if let Reply::Play(mv) = board.press(dice.input()) {
                assert!(game.position().legal_texts().contains(&mv), "{mv}");
                game.play(seat, &mv, Notes::default()).expect("a legal move");
                played += 1;
            }
            if matches!(board.preview(), Preview::Does(words) | Preview::Refused(words) if words.is_empty())
            {
                panic!("nothing is said");
            }
        }
        assert!(played >= inputs / 50, "{map}: {played} moves");
    }
}

#[test]
fn a_game_is_played_to_its_end_with_keys_alone() {
    let (person, mut table, mut board) = (Seat::new(1), table("map00", 11), FillerBoard::default());
    let mut laid = 0;
    while go_on(&mut table, person) {
        show(&mut board, &table, mover(person));
        // The piece is somewhere legal from the beginning; two more places are looked at.
        for key in [Key::Char('n'), Key::Tab] {
            board.press(Input::Key(key));
        }
        let Reply::Play(mv) = board.press(Input::Key(Key::Enter)) else {
            panic!("{:?}", board.preview());
        };
        laid += usize::from(mv != "stop");
        table.play(person, &mv, Notes::default()).expect("a legal move");
    }
    show(&mut board, &table, Role::default());
    assert_eq!(board.due(), "The game is over.");
    assert_eq!(board.preview(), Preview::Nothing);
    assert_eq!(board.seats()[1].detail, format!("{laid} pieces, stuck"));
    assert!(laid > 5, "{laid}");
}

#[test]
fn what_is_held_stays_while_the_position_does() {
    let (mut board, mut table) = begun("map00", 3);
    assert!(matches!(board.preview(), Preview::Does(_)), "it is held where it fits");
    for _ in 0..4 {
        board.press(Input::Key(Key::Char('k')));
    }
    let held = board.hand.as_ref().map(Hand::held_at);
    assert!(matches!(board.preview(), Preview::Refused(_)));
    show(&mut board, &table, mover(Seat::new(0)));
    assert_eq!(board.hand.as_ref().map(Hand::held_at), held);
    let mv = table.position().legal_texts().swap_remove(0);
    table.play(Seat::new(0), &mv, Notes::default()).expect("a legal move");
    assert!(go_on(&mut table, Seat::new(0)));
    show(&mut board, &table, mover(Seat::new(0)));
    assert!(matches!(board.preview(), Preview::Does(_)), "the next one is held where it fits");
}

#[test]
fn a_refusal_says_which_rule_forbids_it() {
    let (mut board, _) = begun("@..../...../....$", 0);
    let refused = |board: &mut FillerBoard, column, row| {
        board.press(Input::Point(Target::Spot(Spot { part: 0, column, row })));
        match board.press(Input::Key(Key::Enter)) {
            Reply::Refused(why) => why,
            reply => format!("{reply:?}"),
        }
    };
    // The piece is 1x2, held at its upper cell.
    assert_eq!(
        refused(&mut board, 2, 1),
        "The piece would cover none of your cells; it must cover exactly one (F4)."
    );
    assert_eq!(refused(&mut board, 4, 1), "Cell 4,2 belongs to player 2 (F4).");
    assert_eq!(refused(&mut board, 0, 2), "Cell 0,3 of the piece would be off the board (F4).");
    assert_eq!(refused(&mut board, 0, 0), "Play(\"0,0\")");
}

#[test]
fn to_stop_is_asked_first_unless_nothing_else_can_be_done() {
    let (mut board, _) = begun("map00", 0);
    assert_eq!(board.press(Input::Key(Key::Esc)), Reply::Ignored);
    assert_eq!(board.press(Input::Key(Key::Char('s'))), Reply::Changed);
    let asks = "Stop for good, and let player 2 go on alone (F5)? Enter stops, Esc goes on.";
    assert_eq!(board.preview(), Preview::Does(asks.into()));
    let click = Input::Press(Target::Spot(Spot { part: 0, column: 9, row: 2 }));
    assert_eq!(board.press(click), Reply::Ignored);
    assert_eq!(board.press(Input::Key(Key::Esc)), Reply::Changed);
    assert!(matches!(board.press(Input::Key(Key::Enter)), Reply::Play(mv) if mv != "stop"));
    board.press(Input::Key(Key::Char('s')));
    assert_eq!(board.press(Input::Key(Key::Enter)), Reply::Play("stop".into()));

    let (mut board, _) = begun("@", 0);
    assert_eq!(board.due(), "The piece fits nowhere: player 1 can only stop (F5).");
    assert_eq!(board.press(Input::Key(Key::Enter)), Reply::Play("stop".into()));
}

#[test]
fn a_click_lays_what_pointing_there_showed() {
    for (map, theme) in [("map00", &Theme::PLAIN), ("map01", &Theme::DARK), ("map02", &Theme::DARK)]
    {
        let (mut board, _) = begun(map, 4);
        let (column, row) = board.hand.as_ref().expect("a piece").held_at();
        let layout = |board: &FillerBoard| {
            let halves = if theme.has_colour() { Halves::Seen } else { Halves::Unseen };
            let shown = board.shown.as_ref().expect("a game is shown");
            board.layout(&shown.picture, Rect::new(0, 0, 53, 22), halves)
        };
        let (_, zones) = drawn(&board, (53, 22), theme);
        let seen = layout(&board);
        let place = seen.place((column as usize, row as usize)).expect("it is seen");
        let there = zones.at(place.x, place.y).expect("it can be clicked");
        let elsewhere = zones.at(seen.cells.right() - 1, seen.cells.y).expect("it can be clicked");
        for target in [elsewhere, there] {
            assert_eq!(board.press(Input::Point(target)), Reply::Changed);
            assert_eq!(layout(&board).scroll, seen.scroll, "the board stays under the mouse");
        }
        let Preview::Does(words) = board.preview() else { panic!("it fitted there before") };
        let Reply::Play(mv) = board.press(Input::Press(there)) else { panic!("{words}") };
        assert!(words.starts_with(&format!("{mv}: ")), "{mv} is not {words}");
        let refused = board.press(Input::Press(elsewhere));
        assert!(matches!(refused, Reply::Refused(_)), "{map}: {refused:?}");
    }
}

#[test]
fn nobody_sees_the_piece_of_somebody_else() {
    let (mut board, table) = begun("map00", 2);
    let caption =
        |board: &FillerBoard| drawn(board, (53, 22), &Theme::PLAIN).0[16].trim().to_owned();
    assert!(caption(&board).starts_with("● piece "));
    show(&mut board, &table, Role { own: Some(Seat::new(1)), ..Role::default() });
    assert_eq!(caption(&board), "● player 1's piece is hidden (F2)");
    show(&mut board, &table, Role::default());
    assert!(caption(&board).starts_with("● piece "), "whoever only watches sees everything");
}

#[test]
fn the_best_moves_have_numbers() {
    let (mut board, table) = begun("map00", 2);
    let texts = table.position().legal_texts();
    let advised = |mv: &String| Advised {
        mv: mv.clone(),
        value: 0.0,
        chance: 0.5,
        visits: None,
        line: Vec::new(),
        reasons: Vec::new(),
    };
    let advice: Vec<_> = [&texts[0], &texts[2]].map(advised).into();
    for key in ['j'; 9] {
        board.press(Input::Key(Key::Char(key)));
    }
    let digits = |board: &FillerBoard, digit: char| {
        let lines = drawn(board, (53, 22), &Theme::PLAIN).0;
        let cells =
            lines[1..16].iter().map(|line| line.chars().skip(8).filter(|&c| c == digit).count());
        cells.sum::<usize>()
    };
    assert_eq!((digits(&board, '1'), digits(&board, '2')), (0, 0));
    board.advise(&advice);
    assert!(digits(&board, '1') >= 1);
    assert_eq!(digits(&board, '2'), 1);
    board.advise(&[]);
    assert_eq!((digits(&board, '1'), digits(&board, '2')), (0, 0));
}

#[test]
fn every_size_can_be_drawn_in_every_theme() {
    for map in ["map00", "map02", "@.$"] {
        let (mut board, _) = begun(map, 0);
        for theme in [&Theme::DARK, &Theme::PLAIN, &ASCII, &LIGHT, &SIXTEEN] {
            board.press(Input::Key(Key::Char('o')));
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
                    board.miniature(area, &mut Canvas::new(&mut buffer, &mut zones, theme));
                    let is_drawn = buffer.content().iter().any(|cell| cell.symbol() != " ");
                    assert_eq!(is_drawn, has_room, "miniature {width}x{height}");
                }
            }
        }
    }
}
