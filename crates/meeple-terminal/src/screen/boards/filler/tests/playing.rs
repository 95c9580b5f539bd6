//! Tests of playing on the board.

use super::*;
use crate::screen::input::Direction;

/// A deterministic pseudo-random number generator.
struct InputRng(u64);

impl InputRng {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn input(&mut self) -> UserInput {
        const KEYS: [KeyPress; 13] = [
            KeyPress::Arrow(Direction::Up),
            KeyPress::Arrow(Direction::Down),
            KeyPress::Arrow(Direction::Left),
            KeyPress::Char('l'),
            KeyPress::Char('n'),
            KeyPress::BackTab,
            KeyPress::Char('o'),
            KeyPress::Char('s'),
            KeyPress::Esc,
            KeyPress::Enter,
            KeyPress::Char(' '),
            KeyPress::Home,
            KeyPress::Char('z'),
        ];
        let spot = Spot {
            part: self.below(6) as u8,
            column: self.below(120) as i16 - 10,
            row: self.below(120) as i16 - 10,
        };
        let target = Target::Spot(spot);
        match self.below(8) {
            0 => UserInput::Press(target),
            1 => UserInput::Point(target),
            2 => UserInput::Wheel(WheelDirection::Up, Some(target)),
            3 => UserInput::Wheel(WheelDirection::Down, Some(target)),
            _ => UserInput::Key(KEYS[self.below(KEYS.len())]),
        }
    }
}

#[test]
fn every_input_is_answered_and_every_move_is_legal() {
    for (map, inputs) in [("map00", 6000), ("map02", 800), ("@.$", 200), ("@", 50)] {
        let (mut dice, mut board) = (InputRng(map.len() as u64), FillerBoard::default());
        let (mut game, mut played, mut seed) = (table(map, 3), 0, 3);
        for _ in 0..inputs {
            let seat = match game.due() {
                TableDue::Deal => {
                    game.deal().expect("a piece can be dealt");
                    continue;
                }
                TableDue::Seat(seat) => seat,
                TableDue::End | TableDue::Over => {
                    seed += 1;
                    game = table(map, seed);
                    continue;
                }
            };
            show(&mut board, &game, mover(seat));
            if dice.below(8) == 0 {
                drawn(&board, (dice.below(50) as u16, dice.below(30) as u16), Theme::DARK);
            }
            if let InputResult::Play(mv) = board.handle_input(dice.input()) {
                assert!(game.position().legal_move_texts().contains(&mv), "{mv}");
                game.play(seat, &mv, Notes::default()).expect("a legal move");
                played += 1;
            }
            if matches!(board.preview(), MovePreview::Legal(words) | MovePreview::Refused(words) if words.is_empty())
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
        // The piece starts at a legal placement; look at two more.
        for key in [KeyPress::Char('n'), KeyPress::Tab] {
            board.handle_input(UserInput::Key(key));
        }
        let InputResult::Play(mv) = board.handle_input(UserInput::Key(KeyPress::Enter)) else {
            panic!("{:?}", board.preview());
        };
        laid += usize::from(mv != "stop");
        table.play(person, &mv, Notes::default()).expect("a legal move");
    }
    show(&mut board, &table, ViewerRole::default());
    assert_eq!(board.due(), "The game is over.");
    assert_eq!(board.preview(), MovePreview::Nothing);
    assert_eq!(board.seats()[1].detail, format!("{laid} pieces, stuck"));
    assert!(laid > 5, "{laid}");
}

#[test]
fn what_is_held_stays_while_the_position_does() {
    let (mut board, mut table) = begun("map00", 3);
    assert!(matches!(board.preview(), MovePreview::Legal(_)), "it is held where it fits");
    for _ in 0..4 {
        board.handle_input(UserInput::Key(KeyPress::Char('k')));
    }
    let held = board.hand.as_ref().map(HeldPiece::held_at);
    assert!(matches!(board.preview(), MovePreview::Refused(_)));
    show(&mut board, &table, mover(Seat::new(0)));
    assert_eq!(board.hand.as_ref().map(HeldPiece::held_at), held);
    let mv = table.position().legal_move_texts().swap_remove(0);
    table.play(Seat::new(0), &mv, Notes::default()).expect("a legal move");
    assert!(go_on(&mut table, Seat::new(0)));
    show(&mut board, &table, mover(Seat::new(0)));
    assert!(matches!(board.preview(), MovePreview::Legal(_)), "the next one is held where it fits");
}

#[test]
fn a_refusal_says_which_rule_forbids_it() {
    let (mut board, _) = begun("@..../...../....$", 0);
    let refused = |board: &mut FillerBoard, column, row| {
        board.handle_input(UserInput::Point(Target::Spot(Spot { part: 0, column, row })));
        match board.handle_input(UserInput::Key(KeyPress::Enter)) {
            InputResult::Refused(why) => why,
            reply => format!("{reply:?}"),
        }
    };
    // The piece is 1x2, held at its upper cell.
    assert_eq!(
        refused(&mut board, 2, 1),
        "The piece would cover none of your cells; it must cover exactly one."
    );
    assert_eq!(refused(&mut board, 4, 1), "E3 belongs to player 2.");
    assert_eq!(refused(&mut board, 0, 2), "Part of the piece would be off the board.");
    assert_eq!(refused(&mut board, 0, 0), "Play(\"0,0\")");
}

#[test]
fn to_stop_is_asked_first_unless_nothing_else_can_be_done() {
    let (mut board, _) = begun("map00", 0);
    assert_eq!(board.handle_input(UserInput::Key(KeyPress::Esc)), InputResult::Ignored);
    assert_eq!(board.handle_input(UserInput::Key(KeyPress::Char('s'))), InputResult::Changed);
    let asks = "Stop for good, and let player 2 go on alone (F5)? Enter stops, Esc goes on.";
    assert_eq!(board.preview(), MovePreview::Legal(asks.into()));
    let click = UserInput::Press(Target::Spot(Spot { part: 0, column: 9, row: 2 }));
    assert_eq!(board.handle_input(click), InputResult::Ignored);
    assert_eq!(board.handle_input(UserInput::Key(KeyPress::Esc)), InputResult::Changed);
    assert!(
        matches!(board.handle_input(UserInput::Key(KeyPress::Enter)), InputResult::Play(mv) if mv != "stop")
    );
    board.handle_input(UserInput::Key(KeyPress::Char('s')));
    assert_eq!(
        board.handle_input(UserInput::Key(KeyPress::Enter)),
        InputResult::Play("stop".into())
    );

    let (mut board, _) = begun("@", 0);
    assert_eq!(board.due(), "The piece fits nowhere: player 1 can only stop.");
    assert_eq!(
        board.handle_input(UserInput::Key(KeyPress::Enter)),
        InputResult::Play("stop".into())
    );
}

#[test]
fn a_click_lays_what_pointing_there_showed() {
    for (map, theme) in [("map00", Theme::PLAIN), ("map01", Theme::DARK), ("map02", Theme::DARK)] {
        let (mut board, _) = begun(map, 4);
        let (column, row) = board.hand.as_ref().expect("a piece").held_at();
        let layout = |board: &FillerBoard| {
            let halves =
                if theme.has_colour() { HalfBlocks::Available } else { HalfBlocks::Unavailable };
            let shown = board.shown.as_ref().expect("a game is shown");
            board.layout(&shown.picture, Rect::new(0, 0, 53, 22), halves)
        };
        let (_, zones) = drawn(&board, (53, 22), theme);
        let seen = layout(&board);
        let place = seen.place((column as usize, row as usize)).expect("it is seen");
        let there = zones.at(place.x, place.y).expect("it can be clicked");
        let elsewhere = zones.at(seen.cells.right() - 1, seen.cells.y).expect("it can be clicked");
        for target in [elsewhere, there] {
            assert_eq!(board.handle_input(UserInput::Point(target)), InputResult::Changed);
            assert_eq!(layout(&board).scroll, seen.scroll, "the board stays under the mouse");
        }
        let MovePreview::Legal(words) = board.preview() else { panic!("it fitted there before") };
        let InputResult::Play(mv) = board.handle_input(UserInput::Press(there)) else {
            panic!("{words}")
        };
        assert!(words.starts_with(&format!("{mv}: ")), "{mv} is not {words}");
        let refused = board.handle_input(UserInput::Press(elsewhere));
        assert!(matches!(refused, InputResult::Refused(_)), "{map}: {refused:?}");
    }
}

#[test]
fn the_wheel_and_the_bars_look_elsewhere() {
    let (mut board, _) = begun("map02", 1);
    let rows = |board: &FillerBoard| {
        drawn(board, (53, 22), Theme::DARK);
        board.visible_part.get().expect("it was drawn").rows
    };
    let first = rows(&board).first;
    let over = Target::Spot(Spot { part: ClickTarget::Halves as u8, column: 0, row: 0 });
    assert_eq!(
        board.handle_input(UserInput::Wheel(WheelDirection::Up, Some(over))),
        InputResult::Changed
    );
    assert_eq!(rows(&board).first, first - 3);
    let bar = Target::Spot(Spot { part: ClickTarget::RowBar as u8, column: 0, row: 99 });
    assert_eq!(board.handle_input(UserInput::Press(bar)), InputResult::Changed);
    assert_eq!(rows(&board).cells().end, 100);
    assert_eq!(board.handle_input(UserInput::Key(KeyPress::Char('n'))), InputResult::Changed);
    let held = board.hand.as_ref().expect("a piece").held_at();
    assert!(rows(&board).cells().contains(&(held.1 as usize)), "a key comes back to the piece");
}
