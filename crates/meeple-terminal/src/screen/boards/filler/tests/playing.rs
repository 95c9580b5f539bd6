//! Tests of playing on the board.

use super::*;

#[test]
fn a_game_is_played_to_its_end_with_keys_alone() {
    let (person, mut table, mut board) = (Seat::new(1), table("map00", 11), FillerBoard::default());
    let mut laid = 0;
    while go_on(&mut table, person) {
        show(&mut board, &table, Some(person));
        // The piece starts at a legal placement; look at two more.
        key(&mut board, KeyPress::Char('n'));
        key(&mut board, KeyPress::Tab);
        let InputResult::Play(mv) = key(&mut board, KeyPress::Enter) else {
            panic!("{:?}", board.preview());
        };
        laid += usize::from(mv != "stop");
        play(&mut table, &mv);
    }
    show(&mut board, &table, None);
    assert_eq!(board.due(), "The game is over.");
    assert_eq!(board.preview(), MovePreview::Nothing);
    assert_eq!(board.seats()[1].detail, format!("{laid} pieces, stuck"));
    assert!(laid > 5, "{laid}");
}

#[test]
fn a_refusal_says_why() {
    let (mut board, _) = begun("@..../...../....$", 0);
    // The piece is 1x2, held at its upper cell.
    for (column, row, expected) in [
        (2, 1, "none of your cells"),
        (4, 1, "belongs to player 2"),
        (0, 2, "off the board"),
        (0, 0, "Play(\"0,0\")"),
    ] {
        board.handle_input(UserInput::Point(spot(0, column, row)));
        let reply = format!("{:?}", key(&mut board, KeyPress::Enter));
        assert!(reply.contains(expected), "{reply}");
    }
}

#[test]
fn stopping_asks_for_confirmation_unless_it_is_the_only_move() {
    let (mut board, _) = begun("map00", 0);
    assert_eq!(key(&mut board, KeyPress::Esc), InputResult::Ignored);
    assert_eq!(key(&mut board, KeyPress::Char('s')), InputResult::Changed);
    let asks = "Stop for good and let player 2 go on alone? Enter stops, Esc continues.";
    assert_eq!(board.preview(), MovePreview::Legal(asks.into()));
    let click = UserInput::Press(spot(0, 9, 2));
    assert_eq!(board.handle_input(click), InputResult::Ignored);
    assert_eq!(key(&mut board, KeyPress::Esc), InputResult::Changed);
    assert!(matches!(key(&mut board, KeyPress::Enter), InputResult::Play(mv) if mv != "stop"));
    key(&mut board, KeyPress::Char('s'));
    assert_eq!(key(&mut board, KeyPress::Enter), InputResult::Play("stop".into()));

    let (mut board, _) = begun("@", 0);
    assert!(board.due().starts_with("The piece fits nowhere: player 1 can only stop"));
    assert_eq!(key(&mut board, KeyPress::Enter), InputResult::Play("stop".into()));
}

#[test]
fn a_click_lays_what_pointing_there_showed() {
    for (map, theme) in [("map00", Theme::PLAIN), ("map01", Theme::DARK), ("map02", Theme::DARK)] {
        let (mut board, _) = begun(map, 4);
        let (column, row) = board.hand.as_ref().expect("a piece").held_at();
        let layout = |board: &FillerBoard| {
            let smallest = if theme.has_colour() { CellSize::Half } else { CellSize::Single };
            let shown = board.shown.as_ref().expect("a game is shown");
            board.layout(&shown.picture, Rect::new(0, 0, 53, 22), smallest)
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
        let held = board.hand.as_ref().and_then(HeldPiece::placement).map(|mv| mv.mv.clone());
        let pressed = board.handle_input(UserInput::Press(there));
        assert_eq!(pressed, InputResult::Play(held.expect("it is legal there")), "{words}");
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
    let over = spot(HALVES, 0, 0);
    assert_eq!(
        board.handle_input(UserInput::Wheel(WheelDirection::Up, Some(over))),
        InputResult::Changed
    );
    assert_eq!(rows(&board).first, first - 3);
    let bar = spot(ROW_BAR, 0, 99);
    assert_eq!(board.handle_input(UserInput::Press(bar)), InputResult::Changed);
    assert_eq!(rows(&board).cells().end, 100);
    assert_eq!(key(&mut board, KeyPress::Char('n')), InputResult::Changed);
    let held = board.hand.as_ref().expect("a piece").held_at();
    assert!(rows(&board).cells().contains(&(held.1 as usize)), "a key comes back to the piece");
}
