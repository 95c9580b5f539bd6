//! Tests of what can be done with keys and with the mouse.

use super::*;
use crate::screen::{
    boards::azul::selection,
    input::{Direction, Spot},
};
use meeple_core::rng::{RngStream, seeded};
use rand::RngExt;
use std::collections::BTreeSet;

/// Feeds inputs to the board until a move is played; returns the move.
fn choose(board: &mut AzulBoard, mut next: impl FnMut() -> UserInput) -> String {
    loop {
        if let InputResult::Play(mv) = board.handle_input(next()) {
            return mv;
        }
    }
}

#[test]
fn whole_games_are_played_with_keys_alone() {
    let keys =
        [KeyPress::Tab, KeyPress::Arrow(Direction::Down), KeyPress::Char('l'), KeyPress::Char('0')];
    for (seed, options) in
        [["players=2", "wall=colour"], ["players=3", "wall=grey"]].iter().enumerate()
    {
        let (mut table, mut board) = (table(options), AzulBoard::default());
        let mut rng = seeded(seed as u64, RngStream::Other(0));
        go_on(&mut table);
        while due(&table).is_some() {
            show(&mut board, &table, Animation::On(Instant::now()));
            let mv = choose(&mut board, || match rng.random_range(0..6) {
                0 | 1 => UserInput::Key(KeyPress::Enter),
                key => UserInput::Key(keys[key - 2]),
            });
            play(&mut table, &mv);
            go_on(&mut table);
        }
        show(&mut board, &table, Animation::None);
        assert_eq!(
            board.picture().map(|picture| picture.phase),
            Some(meeple_view::azul::ShownPhase::Over)
        );
    }
}

#[test]
fn every_legal_move_can_be_made_with_keys() {
    for table in [table(&["players=2"]), played(table(&["players=3"]), 5, 3)] {
        let mut made = BTreeSet::new();
        let piles = shown(&table).info.map_or(0, |info| info.piles.len());
        for pile in 0..piles {
            for place in ['1', '2', '3', '4', '5', '0'] {
                let mut board = shown(&table);
                for _ in 0..pile {
                    key(&mut board, KeyPress::Tab);
                }
                key(&mut board, KeyPress::Enter);
                key(&mut board, KeyPress::Char(place));
                if let InputResult::Play(mv) = key(&mut board, KeyPress::Enter) {
                    made.insert(mv);
                }
            }
        }
        assert_eq!(made, table.position().legal_move_texts().into_iter().collect());
    }
}

#[test]
fn every_legal_move_can_be_made_with_the_mouse() {
    let table = table(&["players=2"]);
    let board = shown(&table);
    let (buffer, zones) = drawn(&board, (52, 22), Theme::PLAIN);
    let mut spots: BTreeSet<Spot> = BTreeSet::new();
    for at in buffer.area.positions() {
        if let Some(Target::Spot(spot)) = zones.at(at.x, at.y) {
            spots.insert(spot);
        }
    }
    let mut made = BTreeSet::new();
    for &pile in spots.iter().filter(|spot| spot.part == selection::PILES) {
        for &place in spots.iter().filter(|spot| spot.part == selection::LINES) {
            let mut board = shown(&table);
            assert_eq!(
                board.handle_input(UserInput::Press(Target::Spot(pile))),
                InputResult::Changed
            );
            if let InputResult::Play(mv) = board.handle_input(UserInput::Press(Target::Spot(place)))
            {
                made.insert(mv);
            }
        }
    }
    assert_eq!(made, table.position().legal_move_texts().into_iter().collect());
}

#[test]
fn pointing_shows_what_a_click_would_do() {
    let table = table(&["players=2"]);
    let mut board = shown(&table);
    let info = board.info.as_ref().expect("a moment");
    let piles: Vec<Target> = info
        .piles
        .iter()
        .map(|pile| {
            let (column, row) = selection::pile_spot(pile.source, pile.colour);
            spot(selection::PILES, column, row)
        })
        .collect();
    let first = board.preview();
    assert_eq!(board.handle_input(UserInput::Point(piles[1])), InputResult::Changed);
    let second = board.preview();
    assert_ne!(first, second);
    board.handle_input(UserInput::Press(piles[1]));
    // On the way to the lines the mouse may cross other piles: the selection is kept.
    board.handle_input(UserInput::Point(piles[0]));
    assert_eq!(board.preview(), first);
    board.handle_input(UserInput::Point(spot(selection::LINES, 0, 4)));
    let MovePreview::Legal(words) = board.preview() else { panic!("line 5 takes everything") };
    assert!(words.contains("to line 5: "), "{words}");
    let InputResult::Play(mv) = board.handle_input(UserInput::Press(spot(selection::LINES, 0, 4)))
    else {
        panic!("line 5 takes everything")
    };
    assert!(table.position().legal_move_texts().contains(&mv));
}

#[test]
fn escape_goes_one_step_back_and_no_further() {
    let mut board = shown(&table(&["players=2"]));
    key(&mut board, KeyPress::Tab);
    let before = board.selection;
    assert_eq!(key(&mut board, KeyPress::Enter), InputResult::Changed);
    assert_eq!(key(&mut board, KeyPress::Esc), InputResult::Changed);
    assert_eq!(board.selection, before);
    assert_eq!(key(&mut board, KeyPress::Esc), InputResult::Ignored);
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
        key(&mut board, KeyPress::Enter);
        for line in ['1', '2', '3', '4', '5', '0'] {
            key(&mut board, KeyPress::Char(line));
            let preview = board.preview();
            match key(&mut board, KeyPress::Enter) {
                InputResult::Refused(why) => {
                    assert_eq!(preview, MovePreview::Refused(why.clone()));
                    refusals.insert(why);
                }
                InputResult::Play(_) => assert!(matches!(preview, MovePreview::Legal(_))),
                reply => panic!("{reply:?}"),
            }
        }
    }
    // A6
    let reasons = ["is complete.", " tiles, not ", "The wall already holds "];
    let given = |why: &String, reason: &str| why.contains(reason);
    assert!(refusals.iter().all(|why| reasons.iter().any(|reason| given(why, reason))));
    assert!(reasons.iter().all(|reason| refusals.iter().any(|why| given(why, reason))));
}

#[test]
fn on_the_grey_wall_cells_are_offered_with_their_points() {
    let mut table = table(&["players=2", "wall=grey"]);
    while shown(&table).info.is_none_or(|info| !info.is_tiling() || info.moment.moves().len() < 2) {
        table = played(table, 1, 3);
    }
    let mut board = shown(&table);
    let info = board.info.as_ref().expect("a moment");
    let (row, cells) =
        (info.moment.picture.line_to_tile.expect("a line"), info.moment.moves().len());
    let drawn = text(&board);
    let line = drawn.lines().find(|line| line.starts_with(&row.to_string())).unwrap_or_default();
    assert_eq!(line.matches('+').count(), cells, "\n{drawn}");
    let mut made = BTreeSet::new();
    for column in 0..5 {
        let cell = spot(selection::WALL, column, i16::from(row) - 1);
        made.extend(match board.handle_input(UserInput::Press(cell)) {
            InputResult::Play(mv) => Some(mv),
            _ => None,
        });
    }
    assert_eq!(made, table.position().legal_move_texts().into_iter().collect());
}
