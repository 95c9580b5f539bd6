//! Tests of playing with keys and the mouse.

use super::{super::pending_move::MoveKind, *};
use crate::screen::input::Direction;
use meeple_view::grass::{LegalMove, LegalMoveKind};
use std::collections::BTreeSet;

/// Moves a cell of the selection to another cell with arrow keys.
fn walk(board: &mut GrassBoard, at: fn(&PendingMove) -> Cell, to: Cell) {
    for _ in 0..60 {
        let from = at(&board.aim);
        let arrow = if from.row < to.row {
            Direction::Down
        } else if from.row > to.row {
            Direction::Up
        } else if from.column < to.column {
            Direction::Right
        } else if from.column > to.column {
            Direction::Left
        } else {
            return;
        };
        key(board, KeyPress::Arrow(arrow));
    }
}

/// Selects and plays a move with keys only.
fn chosen(board: &mut GrassBoard, wanted: &LegalMove) -> InputResult {
    match &wanted.choice {
        LegalMoveKind::Lay { corner, orientation, .. } => {
            for turn in "rrrrfrrrr".chars() {
                if board.aim.orientation != *orientation {
                    key(board, KeyPress::Char(turn));
                }
            }
            walk(board, |aim| aim.corner, *corner);
        }
        LegalMoveKind::Stone { cell } => walk(board, |aim| aim.target, *cell),
        LegalMoveKind::Exchange { number, .. } => press(board, &number.to_string()),
        LegalMoveKind::Remove { cell, .. } => {
            for _ in 0..10 {
                if (board.aim.step, board.aim.target) != (MoveKind::Remove, *cell) {
                    press(board, "x");
                }
            }
        }
        LegalMoveKind::Steal { cells, .. } => {
            for _ in 0..100 {
                if !cells.contains(&board.aim.target) {
                    key(board, KeyPress::Tab);
                }
            }
        }
        LegalMoveKind::Discard { .. } => {}
        LegalMoveKind::Stop => return key(board, KeyPress::Char('s')),
    }
    key(board, KeyPress::Enter)
}

/// Returns a move that favours capturing bonus squares and uses every kind of move.
fn eager(shown: &GrassMoment) -> &LegalMove {
    let round = shown.picture.round;
    let near = |cells: &[Cell]| {
        let around = cells.iter().flat_map(|cell| cell.neighbours(shown.picture.side));
        around.filter(|cell| shown.picture.bonuses.iter().any(|bonus| bonus.cell == *cell)).count()
    };
    let worth = |legal: &&LegalMove| match &legal.choice {
        LegalMoveKind::Remove { .. } => 5_000,
        LegalMoveKind::Exchange { number: 2, .. } if round == 3 => 4_000,
        LegalMoveKind::Lay { captures, loses, cells, .. } => {
            1_000 + 500 * captures.len() as i32 + 10 * near(cells) as i32 - 100 * loses.len() as i32
        }
        LegalMoveKind::Exchange { .. } | LegalMoveKind::Stop => 0,
        LegalMoveKind::Stone { .. }
        | LegalMoveKind::Steal { .. }
        | LegalMoveKind::Discard { .. } => 100,
    };
    shown.moves().iter().max_by_key(worth).expect("somebody is to move")
}

#[test]
fn whole_games_are_played_with_keys_alone() {
    let (mut phases, mut kinds) = (BTreeSet::new(), BTreeSet::new());
    for (players, seed) in [(2, 1), (2, 2), (2, 3), (3, 4), (5, 5)] {
        let options = [format!("players={players}")];
        let mut table = table(GameKind::Grass, &[&options[0]], seed);
        let mut board = GrassBoard::default();
        while let Some(seat) = next_mover(&mut table) {
            show(&mut board, &table, Some(seat));
            let shown = board.shown.as_ref().expect("a position is shown");
            let wanted = eager(shown).clone();
            phases.insert(shown.picture.phase);
            for line in board.seats() {
                assert!(!line.detail.is_empty() && line.detail.len() <= 22, "{line:?}");
            }
            assert!(board.keys().iter().any(|hint| hint.key == KeyPress::Enter), "{:?}", board.aim);
            kinds.insert(wanted.mv.split(' ').next().unwrap_or_default().to_owned());
            let InputResult::Play(mv) = chosen(&mut board, &wanted) else {
                panic!("{} cannot be chosen: {:?}", wanted.mv, board.aim);
            };
            // Any cell of a tile identifies it.
            let is_theft = matches!(wanted.choice, LegalMoveKind::Steal { .. });
            assert!(mv == wanted.mv || is_theft, "{mv} instead of {}", wanted.mv);
            play(&mut table, &mv);
        }
        show(&mut board, &table, None);
        assert!(board.due().starts_with("The game is over"));
        assert_eq!(key(&mut board, KeyPress::Enter), InputResult::Ignored);
    }
    let all = ["final", "robbery", "start", "stolen", "stone", "tile"];
    assert_eq!(phases.into_iter().collect::<Vec<_>>(), all);
    let all = ["exchange", "lay", "remove", "steal", "stone"];
    assert!(all.iter().all(|kind| kinds.contains(*kind)), "{kinds:?}");
}

#[test]
fn the_mouse_shows_what_a_click_does_and_does_it() {
    let mut board = asked(2, &["lay HH"]);
    let cell = |column, row| spot(MEADOW, column, row);
    assert_eq!(board.handle_input(UserInput::Point(cell(3, 2))), InputResult::Changed);
    assert_eq!(board.preview(), MovePreview::Legal("D3: your grass starts here.".into()));
    let refused = board.handle_input(UserInput::Press(cell(7, 6)));
    assert!(
        matches!(&refused, InputResult::Refused(why) if why.contains("player 1")),
        "{refused:?}"
    );
    assert_eq!(
        board.handle_input(UserInput::Press(cell(19, 19))),
        InputResult::Play("lay TT".into())
    );
}

#[test]
fn a_tile_is_exchanged_after_a_look_at_it() {
    let mut board = asked(2, &["lay HH", "lay MM"]);
    let card = spot(CARDS, 2, 0);
    assert_eq!(key(&mut board, KeyPress::Char('2')), InputResult::Changed);
    assert_eq!(key(&mut board, KeyPress::Esc), InputResult::Changed);
    assert_eq!(key(&mut board, KeyPress::Esc), InputResult::Ignored);
    assert_eq!(board.handle_input(UserInput::Point(card)), InputResult::Changed);
    assert_eq!(board.handle_input(UserInput::Press(card)), InputResult::Play("exchange 2".into()));

    let mut board = asked(2, &["lay HH", "lay MM", "exchange 2"]);
    press(&mut board, "1");
    let MovePreview::Refused(why) = board.preview() else { panic!("one coupon a turn") };
    assert!(why.contains("coupon"), "{why}");
    assert_eq!(key(&mut board, KeyPress::Enter), InputResult::Refused(why));
    let why = "There is no stone to remove.";
    assert_eq!(key(&mut board, KeyPress::Char('x')), InputResult::Refused(why.into()));
}

#[test]
fn every_place_where_a_tile_fits_is_jumped_to() {
    let mut board = asked(2, &["lay HH", "lay MM"]);
    let all = board.shown.as_ref().map_or(0, |shown| {
        shown
            .moves()
            .iter()
            .filter(|legal| matches!(legal.choice, LegalMoveKind::Lay { .. }))
            .count()
    });
    let mut seen = BTreeSet::new();
    for _ in 0..all {
        key(&mut board, KeyPress::Tab);
        assert!(matches!(board.preview(), MovePreview::Legal(_)));
        seen.insert((board.aim.orientation, board.aim.corner));
    }
    assert_eq!(seen.len(), all);
    let here = board.aim;
    key(&mut board, KeyPress::Char('n'));
    key(&mut board, KeyPress::Char('N'));
    assert_eq!(board.aim, here);
}

#[test]
fn a_cut_meadow_stays_where_it_is_under_the_mouse() {
    let mut board = asked(5, &["lay EE", "lay EZ", "lay PP", "lay ZE", "lay ZZ"]);
    let (_, before) = drawn(&board, (53, 22), Theme::PLAIN);
    for (x, y) in [(3, 1), (42, 20), (20, 10), (4, 18)] {
        let target = before.at(x, y).expect("a cell");
        board.handle_input(UserInput::Point(target));
        let (_, after) = drawn(&board, (53, 22), Theme::PLAIN);
        assert_eq!(after.at(x, y), Some(target));
        assert_eq!(key(&mut board, KeyPress::Esc), InputResult::Ignored);
    }
    // A click on the map moves the view.
    let corner = before.at(52, 20).expect("a point of the map");
    assert_eq!(board.handle_input(UserInput::Press(corner)), InputResult::Changed);
    let (buffer, after) = drawn(&board, (53, 22), Theme::PLAIN);
    assert_ne!(after.at(3, 1), before.at(3, 1));
    assert!(lines(&buffer)[20].starts_with("30"), "{:#?}", lines(&buffer));
}
