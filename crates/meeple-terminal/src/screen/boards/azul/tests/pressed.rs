//! What can be done, with keys and with the mouse.

use super::*;
use crate::screen::{
    boards::azul::choosing,
    input::{Direction, Spot},
};
use meeple_core::rng::{Stream, seeded};
use rand::{Rng, RngExt};
use std::collections::BTreeSet;

fn key(letter: char) -> Input {
    Input::Key(Key::Char(letter))
}

fn spot(part: u8, column: i16, row: i16) -> Target {
    Target::Spot(Spot { part, column, row })
}

/// Something that a person might do.
fn anything(rng: &mut impl Rng) -> Input {
    let keys = [Key::Enter, Key::Enter, Key::Tab, Key::BackTab, Key::Esc, Key::Home];
    let directions = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
    let target = spot(rng.random_range(0..4), rng.random_range(-2..12), rng.random_range(-2..8));
    match rng.random_range(0..7) {
        0 | 1 => Input::Key(keys[rng.random_range(0..keys.len())]),
        2 => Input::Key(Key::Arrow(directions[rng.random_range(0..4)])),
        3 => key(['0', '1', '3', '5', '9', 'h', 'j', 'k', 'l', ' ', 'x'][rng.random_range(0..11)]),
        4 => Input::Point(target),
        5 => Input::Press(target),
        _ => Input::Other(None),
    }
}

/// Somebody who presses keys, or anything, until a move is made.
fn choose(board: &mut AzulBoard, mut next: impl FnMut() -> Input) -> String {
    loop {
        if let Reply::Play(mv) = board.press(next()) {
            return mv;
        }
    }
}

#[test]
fn whole_games_are_played_with_keys_alone() {
    let keys = [Key::Tab, Key::Arrow(Direction::Down), Key::Char('l'), Key::Char('0')];
    for (seed, options) in
        [["players=2", "wall=colour"], ["players=3", "wall=grey"]].iter().enumerate()
    {
        let (mut table, mut board) = (table(options), AzulBoard::default());
        let mut rng = seeded(seed as u64, Stream::Other(0));
        go_on(&mut table);
        while let Some(seat) = due(&table) {
            show(&mut board, &table, Motion::Shown(Instant::now()));
            let mv = choose(&mut board, || match rng.random_range(0..6) {
                0 | 1 => Input::Key(Key::Enter),
                key => Input::Key(keys[key - 2]),
            });
            table.play(seat, &mv, Notes::default()).expect("a legal move");
            go_on(&mut table);
        }
        show(&mut board, &table, Motion::None);
        assert_eq!(
            board.picture().map(|picture| picture.phase),
            Some(meeple_view::azul::Stage::Over)
        );
    }
}

#[test]
fn whatever_is_pressed_only_legal_moves_are_made() {
    for (seed, options) in
        [["players=2", "wall=grey"], ["players=4", "wall=colour"]].iter().enumerate()
    {
        let (mut table, mut board) = (table(options), AzulBoard::default());
        let mut rng = seeded(seed as u64, Stream::Other(1));
        let mut made = 0;
        for _ in 0..6000 {
            go_on(&mut table);
            let Some(seat) = due(&table) else { break };
            show(&mut board, &table, Motion::Shown(Instant::now()));
            let input = anything(&mut rng);
            match board.press(input) {
                Reply::Play(mv) => {
                    assert!(table.position().legal_texts().contains(&mv), "{mv} after {input:?}");
                    table.play(seat, &mv, Notes::default()).expect("a legal move");
                    made += 1;
                }
                Reply::Refused(why) => assert!(why.ends_with('.'), "{why}"),
                Reply::Ignored | Reply::Changed => {}
            }
            let _ = (board.preview(), board.keys(), board.seats(), board.due());
        }
        assert!(made > 10, "only {made} moves");
    }
}

#[test]
fn every_legal_move_can_be_made_with_keys() {
    for table in [table(&["players=2"]), played(table(&["players=3"]), 5, 3)] {
        let mut made = BTreeSet::new();
        let piles = shown(&table).moment.map_or(0, |moment| moment.piles.len());
        for pile in 0..piles {
            for place in ['1', '2', '3', '4', '5', '0'] {
                let mut board = shown(&table);
                for _ in 0..pile {
                    board.press(Input::Key(Key::Tab));
                }
                board.press(Input::Key(Key::Enter));
                board.press(key(place));
                if let Reply::Play(mv) = board.press(Input::Key(Key::Enter)) {
                    made.insert(mv);
                }
            }
        }
        assert_eq!(made, table.position().legal_texts().into_iter().collect());
    }
}

#[test]
fn every_legal_move_can_be_made_with_the_mouse() {
    let table = table(&["players=2"]);
    let board = shown(&table);
    let (buffer, zones) = buffer_of(&board, (52, 22), Theme::PLAIN);
    let mut spots: BTreeSet<Spot> = BTreeSet::new();
    for at in buffer.area.positions() {
        if let Some(Target::Spot(spot)) = zones.at(at.x, at.y) {
            spots.insert(spot);
        }
    }
    let mut made = BTreeSet::new();
    for &pile in spots.iter().filter(|spot| spot.part == choosing::PILES) {
        for &place in spots.iter().filter(|spot| spot.part == choosing::LINES) {
            let mut board = shown(&table);
            assert_eq!(board.press(Input::Press(Target::Spot(pile))), Reply::Changed);
            if let Reply::Play(mv) = board.press(Input::Press(Target::Spot(place))) {
                made.insert(mv);
            }
        }
    }
    assert_eq!(made, table.position().legal_texts().into_iter().collect());
}

#[test]
fn pointing_shows_what_a_click_would_do() {
    let table = table(&["players=2"]);
    let mut board = shown(&table);
    let moment = board.moment.as_ref().expect("a moment");
    let piles: Vec<Target> = moment
        .piles
        .iter()
        .map(|pile| {
            let (column, row) = choosing::spot_of(pile.source, pile.colour);
            spot(choosing::PILES, column, row)
        })
        .collect();
    let first = board.preview();
    assert_eq!(board.press(Input::Point(piles[1])), Reply::Changed);
    let second = board.preview();
    assert_ne!(first, second);
    board.press(Input::Press(piles[1]));
    // On the way to the lines the mouse may cross other piles: nothing is lost.
    board.press(Input::Point(piles[0]));
    assert_eq!(board.preview(), first);
    board.press(Input::Point(spot(choosing::LINES, 0, 4)));
    let Preview::Does(words) = board.preview() else { panic!("line 5 takes everything") };
    assert!(words.contains("to line 5: "), "{words}");
    let Reply::Play(mv) = board.press(Input::Press(spot(choosing::LINES, 0, 4))) else {
        panic!("line 5 takes everything")
    };
    assert!(table.position().legal_texts().contains(&mv));
}

#[test]
fn escape_goes_one_step_back_and_no_further() {
    let mut board = shown(&table(&["players=2"]));
    board.press(Input::Key(Key::Tab));
    let before = board.choosing;
    assert_eq!(board.press(Input::Key(Key::Enter)), Reply::Changed);
    assert_eq!(board.press(Input::Key(Key::Esc)), Reply::Changed);
    assert_eq!(board.choosing, before);
    assert_eq!(board.press(Input::Key(Key::Esc)), Reply::Ignored);
}

#[test]
fn what_is_chosen_stays_while_the_position_does() {
    let mut table = table(&["players=2"]);
    let mut board = shown(&table);
    board.press(key('3'));
    board.press(Input::Key(Key::Enter));
    let chosen = board.choosing;
    show(&mut board, &table, Motion::None);
    assert_eq!(board.choosing, chosen);
    table = played(table, 1, 2);
    show(&mut board, &table, Motion::None);
    assert_eq!(board.choosing, Choosing::default());
}

#[test]
fn a_refusal_says_why() {
    let mut refusals = BTreeSet::new();
    for moves in 0..60 {
        let table = played(table(&["players=2"]), moves, 3);
        let mut board = shown(&table);
        if due(&table).is_none() {
            continue;
        }
        board.press(Input::Key(Key::Enter));
        for line in ['1', '2', '3', '4', '5', '0'] {
            board.press(key(line));
            let preview = board.preview();
            match board.press(Input::Key(Key::Enter)) {
                Reply::Refused(why) => {
                    assert_eq!(preview, Preview::Refused(why.clone()));
                    refusals.insert(why.rsplit('(').next().unwrap_or_default().to_owned());
                }
                Reply::Play(_) => assert!(matches!(preview, Preview::Does(_))),
                reply => panic!("{reply:?}"),
            }
        }
    }
    assert_eq!(refusals.into_iter().collect::<Vec<_>>(), ["A6)."]);
}

#[test]
fn on_the_grey_wall_cells_are_offered_with_their_points() {
    let mut table = table(&["players=2", "wall=grey"]);
    while shown(&table).moment.is_none_or(|moment| !moment.is_tiling() || moment.moves.len() < 2) {
        table = played(table, 1, 3);
    }
    let mut board = shown(&table);
    let moment = board.moment.as_ref().expect("a moment");
    let (row, cells) = (moment.picture.line_to_tile.expect("a line"), moment.moves.len());
    let drawn = drawn(&board, (52, 22), Theme::PLAIN);
    let line = drawn.lines().find(|line| line.starts_with(&row.to_string())).unwrap_or_default();
    assert_eq!(line.matches('+').count(), cells, "\n{drawn}");
    let mut made = BTreeSet::new();
    for column in 0..5 {
        let cell = spot(choosing::WALL, column, i16::from(row) - 1);
        made.extend(match board.press(Input::Press(cell)) {
            Reply::Play(mv) => Some(mv),
            _ => None,
        });
    }
    assert_eq!(made, table.position().legal_texts().into_iter().collect());
}
