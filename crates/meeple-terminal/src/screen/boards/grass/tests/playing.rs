//! What is pressed.

use super::{super::aim::Step, *};
use crate::screen::input::{Direction, Spot, Target, Turned};
use meeple_core::rng::{Stream, seeded};
use meeple_view::grass::Choice;
use rand::{RngExt as _, seq::IndexedRandom as _};
use std::collections::BTreeSet;

const KEYS: &[Key] = &[
    Key::Enter,
    Key::Esc,
    Key::Tab,
    Key::BackTab,
    Key::Char(' '),
    Key::Char('r'),
    Key::Char('R'),
    Key::Char('f'),
    Key::Char('n'),
    Key::Char('N'),
    Key::Char('x'),
    Key::Char('s'),
    Key::Char('1'),
    Key::Char('5'),
    Key::Char('9'),
    Key::Char('h'),
    Key::Char('j'),
    Key::Arrow(Direction::Up),
    Key::Arrow(Direction::Right),
    Key::Arrow(Direction::Down),
    Key::Arrow(Direction::Left),
];

fn key(board: &mut GrassBoard, key: Key) -> Reply {
    board.press(Input::Key(key))
}

/// Moves a cell to another one with arrows.
fn walk(board: &mut GrassBoard, at: fn(&Aim) -> Cell, to: Cell) {
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
        key(board, Key::Arrow(arrow));
    }
}

/// Chooses this move with keys alone.
fn chosen(board: &mut GrassBoard, wanted: &LegalMove) -> Reply {
    match &wanted.choice {
        Choice::Lay { corner, orientation, .. } => {
            for turn in "rrrrfrrrr".chars() {
                if board.aim.orientation != *orientation {
                    key(board, Key::Char(turn));
                }
            }
            walk(board, |aim| aim.corner, *corner);
        }
        Choice::Stone { cell } => walk(board, |aim| aim.target, *cell),
        Choice::Exchange { number, .. } => press(board, &number.to_string()),
        Choice::Remove { cell, .. } => {
            for _ in 0..10 {
                if (board.aim.step, board.aim.target) != (Step::Remove, *cell) {
                    press(board, "x");
                }
            }
        }
        Choice::Steal { cells, .. } => {
            for _ in 0..100 {
                if !cells.contains(&board.aim.target) {
                    key(board, Key::Tab);
                }
            }
        }
        Choice::Discard { .. } => {}
        Choice::Stop => return key(board, Key::Char('s')),
    }
    key(board, Key::Enter)
}

/// A move of somebody who wants to capture bonus squares and to try everything.
fn eager(shown: &Shown) -> &LegalMove {
    let round = shown.picture.round;
    let near = |cells: &[Cell]| {
        let around = cells.iter().flat_map(|cell| cell.neighbours(shown.picture.side));
        around.filter(|cell| shown.picture.bonuses.iter().any(|bonus| bonus.cell == *cell)).count()
    };
    let worth = |legal: &&LegalMove| match &legal.choice {
        Choice::Remove { .. } => 5_000,
        Choice::Exchange { number: 2, .. } if round == 3 => 4_000,
        Choice::Lay { captures, loses, cells, .. } => {
            1_000 + 500 * captures.len() as i32 + 10 * near(cells) as i32 - 100 * loses.len() as i32
        }
        Choice::Exchange { .. } | Choice::Stop => 0,
        Choice::Stone { .. } | Choice::Steal { .. } | Choice::Discard { .. } => 100,
    };
    shown.moves.iter().max_by_key(worth).expect("somebody is to move")
}

#[test]
fn whole_games_are_played_with_keys_alone() {
    let (mut phases, mut kinds) = (BTreeSet::new(), BTreeSet::new());
    for (players, seed) in [(2, 1), (2, 2), (2, 3), (3, 4), (5, 5)] {
        let (mut table, mut board) = (table(players, seed), GrassBoard::default());
        while let Some(seat) = deal(&mut table) {
            show(&mut board, &table, Some(seat));
            let shown = board.shown.as_ref().expect("a position is shown");
            let wanted = eager(shown).clone();
            phases.insert(shown.picture.phase);
            for line in board.seats() {
                assert!(!line.detail.is_empty() && line.detail.len() <= 22, "{line:?}");
            }
            assert!(board.keys().iter().any(|hint| hint.key == Key::Enter), "{:?}", board.aim);
            kinds.insert(wanted.mv.split(' ').next().unwrap_or_default().to_owned());
            let Reply::Play(mv) = chosen(&mut board, &wanted) else {
                panic!("{} cannot be chosen: {:?}", wanted.mv, board.aim);
            };
            // Every cell of a tile names it.
            let is_theft = matches!(wanted.choice, Choice::Steal { .. });
            assert!(mv == wanted.mv || is_theft, "{mv} instead of {}", wanted.mv);
            play(&mut table, seat, &mv);
        }
        show(&mut board, &table, None);
        assert_eq!(board.due(), "The game is over");
        assert_eq!(key(&mut board, Key::Enter), Reply::Ignored);
    }
    let all = ["final", "robbery", "start", "stolen", "stone", "tile"];
    assert_eq!(phases.into_iter().collect::<Vec<_>>(), all);
    let all = ["exchange", "lay", "remove", "steal", "stone"];
    assert!(all.iter().all(|kind| kinds.contains(*kind)), "{kinds:?}");
}

/// Something a person might do.
fn anything(zones: &Zones, rng: &mut impl rand::Rng) -> Input {
    let target = zones.at(rng.random_range(0..53), rng.random_range(0..22));
    match (rng.random_range(0..10), target) {
        (0, Some(target)) => Input::Press(target),
        (1 | 2, Some(target)) => Input::Point(target),
        (3, target) => Input::Other(target),
        (4, target) => Input::Wheel(Turned::Up, target),
        (5, target) => Input::Wheel(Turned::Down, target),
        _ => Input::Key(*KEYS.choose(rng).expect("there are keys")),
    }
}

#[test]
fn whatever_is_pressed_only_legal_moves_are_played() {
    let mut rng = seeded(11, Stream::Other(0));
    let mut made = 0;
    for (players, seed) in [(2, 21), (2, 22), (4, 23), (6, 24)] {
        let (mut table, mut board) = (table(players, seed), GrassBoard::default());
        let mut inputs = 0;
        while let Some(seat) = deal(&mut table) {
            if seat.index() > 0 {
                let mv = table.position().legal_texts()[0].clone();
                play(&mut table, seat, &mv);
                continue;
            }
            show(&mut board, &table, Some(seat));
            let (_, zones) = drawn(&board, (53, 22), Theme::PLAIN);
            let reply = board.press(anything(&zones, &mut rng));
            let is_refused = matches!(board.preview(), Preview::Refused(_));
            match reply {
                Reply::Play(mv) => {
                    assert!(table.position().legal_texts().contains(&mv), "{mv} is not legal");
                    play(&mut table, seat, &mv);
                    made += 1;
                }
                Reply::Refused(why) => {
                    assert!(why.ends_with('.') && why.len() > 10, "{why:?}");
                    assert!(is_refused || why.contains("coupon") || why.contains("stone"), "{why}");
                }
                Reply::Changed | Reply::Ignored => {}
            }
            inputs += 1;
            if inputs == 3_000 {
                break;
            }
        }
    }
    assert!(made >= 40, "only {made} moves");
}

#[test]
fn what_was_chosen_stays_while_the_position_is_the_same() {
    let (mut table, seat) = played(2, &["lay HH", "lay MM"]);
    let mut board = GrassBoard::default();
    show(&mut board, &table, Some(seat));
    press(&mut board, "nnrl");
    let aim = board.aim;
    show(&mut board, &table, Some(seat));
    assert_eq!(board.aim, aim);
    press(&mut board, "1");
    assert!(matches!(board.preview(), Preview::Does(words) if words.contains("last coupon")));
    let mv = table.position().legal_texts()[0].clone();
    play(&mut table, seat, &mv);
    let next = deal(&mut table).expect("the game goes on");
    show(&mut board, &table, Some(next));
    assert_eq!(board.aim.step, Step::Lay);
}

#[test]
fn the_mouse_shows_what_a_click_does_and_does_it() {
    let mut board = asked(2, &["lay HH"]);
    let cell = |column, row| Target::Spot(Spot { part: MEADOW, column, row });
    assert_eq!(board.press(Input::Point(cell(3, 2))), Reply::Changed);
    assert_eq!(board.preview(), Preview::Does("CD: your grass begins here.".into()));
    assert_eq!(
        board.press(Input::Press(cell(7, 6))),
        Reply::Refused("GH would lie next to HH, which belongs to player 1 (G5).".into())
    );
    assert_eq!(board.press(Input::Press(cell(19, 19))), Reply::Play("lay TT".into()));
}

#[test]
fn a_tile_is_exchanged_after_a_look_at_it() {
    let mut board = asked(2, &["lay HH", "lay MM"]);
    let card = Target::Spot(Spot { part: CARDS, column: 2, row: 0 });
    assert_eq!(key(&mut board, Key::Char('2')), Reply::Changed);
    assert_eq!(key(&mut board, Key::Esc), Reply::Changed);
    assert_eq!(key(&mut board, Key::Esc), Reply::Ignored);
    assert_eq!(board.press(Input::Point(card)), Reply::Changed);
    assert_eq!(board.press(Input::Press(card)), Reply::Play("exchange 2".into()));

    let mut board = asked(2, &["lay HH", "lay MM", "exchange 2"]);
    press(&mut board, "1");
    let why = "You have already spent a coupon in this turn (G6).";
    assert_eq!(board.preview(), Preview::Refused(why.into()));
    assert_eq!(key(&mut board, Key::Enter), Reply::Refused(why.into()));
    let why = "There is no stone to take away (G8).";
    assert_eq!(key(&mut board, Key::Char('x')), Reply::Refused(why.into()));
}

#[test]
fn every_place_where_a_tile_fits_is_jumped_to() {
    let mut board = asked(2, &["lay HH", "lay MM"]);
    let all = board.shown.as_ref().map_or(0, |shown| {
        shown.moves.iter().filter(|legal| matches!(legal.choice, Choice::Lay { .. })).count()
    });
    let mut seen = BTreeSet::new();
    for _ in 0..all {
        key(&mut board, Key::Tab);
        assert!(matches!(board.preview(), Preview::Does(_)));
        seen.insert((board.aim.orientation, board.aim.corner));
    }
    assert_eq!(seen.len(), all);
    let here = board.aim;
    key(&mut board, Key::Char('n'));
    key(&mut board, Key::Char('N'));
    assert_eq!(board.aim, here);
}

#[test]
fn a_cut_meadow_stays_where_it_is_under_the_mouse() {
    let mut board = asked(5, &["lay EE", "lay EZ", "lay PP", "lay ZE", "lay ZZ"]);
    let (_, before) = drawn(&board, (52, 22), Theme::PLAIN);
    for (x, y) in [(2, 1), (41, 20), (20, 10), (3, 18)] {
        let target = before.at(x, y).expect("a cell");
        board.press(Input::Point(target));
        let (_, after) = drawn(&board, (52, 22), Theme::PLAIN);
        assert_eq!(after.at(x, y), Some(target));
        assert_eq!(key(&mut board, Key::Esc), Reply::Ignored);
    }
    // The map leads elsewhere, and so do arrows.
    let corner = before.at(51, 20).expect("a point of the map");
    assert_eq!(board.press(Input::Press(corner)), Reply::Changed);
    let (buffer, after) = drawn(&board, (52, 22), Theme::PLAIN);
    assert_ne!(after.at(2, 1), before.at(2, 1));
    assert!(lines(&buffer)[20].starts_with('d'), "{:#?}", lines(&buffer));
}
