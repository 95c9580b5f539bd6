//! Tests of all boards, and what the tests of a single board share.

use super::*;
use crate::screen::input::{Direction, Spot, Target, WheelDirection, Zones};
use meeple_core::{
    Notes, Table, TableDue,
    rng::{RngStream, seeded},
};
use meeple_session::open_table::preview;
use rand::{Rng, RngExt as _, seq::IndexedRandom as _};
use ratatui::buffer::Buffer;

/// Opens a table; the same seed deals the same game.
pub(super) fn table(kind: GameKind, options: &[&str], seed: u64) -> Table {
    let options: Vec<String> = options.iter().map(|&option| option.into()).collect();
    Table::resume(preview(kind, &options, seed).expect("options of the game"))
}

/// Deals until a player is to move; returns `None` at the end of the game.
pub(super) fn next_mover(table: &mut Table) -> Option<Seat> {
    loop {
        match table.due() {
            TableDue::Deal => drop(table.deal().expect("a deal is due")),
            TableDue::End => drop(table.end().expect("the end is due")),
            TableDue::Seat(seat) => return Some(seat),
            TableDue::Over => return None,
        }
    }
}

/// Plays a move of the seat to move.
pub(super) fn play(table: &mut Table, mv: &str) {
    let seat = next_mover(table).expect("the game goes on");
    table.play(seat, mv, Notes::default()).expect("a legal move");
}

/// Plays the legal move with the index `count / part`, if the game isn't over.
pub(super) fn play_part(table: &mut Table, part: usize) {
    if next_mover(table).is_some() {
        let mut texts = table.position().legal_move_texts();
        let mv = texts.swap_remove(texts.len() / part);
        play(table, &mv);
    }
}

/// Shows the current position to a player.
pub(super) fn show(board: &mut dyn BoardWidget, table: &Table, mover: Option<Seat>) {
    let role = ViewerRole { mover, own: mover, motion: Animation::None };
    board.show(table.game(), table.game().plies().len(), role);
}

pub(super) fn press(board: &mut dyn BoardWidget, keys: &str) {
    for key in keys.chars() {
        board.handle_input(UserInput::Key(KeyPress::Char(key)));
    }
}

pub(super) fn key(board: &mut dyn BoardWidget, key: KeyPress) -> InputResult {
    board.handle_input(UserInput::Key(key))
}

pub(super) fn spot(part: u8, column: i16, row: i16) -> Target {
    Target::Spot(Spot { part, column, row })
}

/// Draws something in an area of this size; returns the buffer and the clickable zones.
pub(super) fn painted(
    (width, height): (u16, u16),
    theme: Theme,
    draw: impl FnOnce(Rect, &mut Canvas<'_>),
) -> (Buffer, Zones) {
    let (mut buffer, mut zones) = (Buffer::empty(Rect::new(0, 0, width, height)), Zones::default());
    draw(buffer.area, &mut Canvas::new(&mut buffer, &mut zones, &theme));
    (buffer, zones)
}

pub(super) fn drawn(board: &dyn BoardWidget, size: (u16, u16), theme: Theme) -> (Buffer, Zones) {
    painted(size, theme, |area, canvas| board.draw(area, canvas))
}

pub(super) fn miniature(board: &dyn BoardWidget, size: (u16, u16), theme: Theme) -> Vec<String> {
    lines(&painted(size, theme, |area, canvas| board.miniature(area, canvas)).0)
}

pub(super) fn lines(buffer: &Buffer) -> Vec<String> {
    let line = |y| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..buffer.area.height).map(|y| line(y).trim_end().to_owned()).collect()
}

/// Creates a suggested move without an evaluation.
pub(super) fn advised(mv: &str) -> Advised<String> {
    Advised {
        mv: mv.into(),
        value: 0.0,
        chance: 0.5,
        visits: None,
        line: Vec::new(),
        reasons: Vec::new(),
    }
}

#[test]
fn every_board_can_be_drawn_in_every_size() {
    for (kind, options, moves) in [
        (GameKind::Chomp, &["width=9", "height=6"][..], 1),
        (GameKind::Filler, &["map=map00"], 0),
        (GameKind::Filler, &["map=map02"], 0),
        (GameKind::Filler, &["map=@.$"], 0),
        (GameKind::Azul, &["players=2"], 0),
        (GameKind::Azul, &["players=4", "wall=grey"], 12),
        (GameKind::Azul, &["players=2"], 400),
        (GameKind::Grass, &["players=2"], 12),
        (GameKind::Grass, &["players=5"], 4),
    ] {
        let mut table = table(kind, options, 7);
        (0..moves).for_each(|_| play_part(&mut table, 3));
        let mover = next_mover(&mut table);
        for viewer in [mover, None] {
            let mut board = board(kind);
            show(&mut *board, &table, viewer);
            key(&mut *board, KeyPress::Char('o')); // Filler's overlay
            for (width, height) in
                (0..=60).flat_map(|width| (0..=25).map(move |high| (width, high)))
            {
                // The themes take turns.
                let theme = Theme::ALL[usize::from(width + height) % Theme::ALL.len()];
                let buffer = drawn(&*board, (width, height), theme).0;
                let is_drawn = buffer.content().iter().any(|cell| cell.symbol() != " ");
                // A corner of Azul's table may be empty.
                let least = if kind == GameKind::Azul { (20, 6) } else { (3, 1) };
                let has_room = width > least.0 && height > least.1;
                assert!(is_drawn || !has_room, "{kind} {width}x{height}");
                let small = miniature(&*board, (width, height), theme).concat();
                let is_drawn = !small.is_empty() || theme.has_colour();
                assert!(is_drawn || !has_room, "{kind} {width}x{height}");
            }
        }
    }
}

/// Returns a random key, click, wheel turn, or pointer movement.
fn anything(zones: &Zones, rng: &mut impl Rng) -> UserInput {
    const KEYS: [KeyPress; 8] = [
        KeyPress::Enter,
        KeyPress::Enter,
        KeyPress::Esc,
        KeyPress::Tab,
        KeyPress::BackTab,
        KeyPress::Home,
        KeyPress::Arrow(Direction::Up),
        KeyPress::Arrow(Direction::Left),
    ];
    let letters: Vec<char> = "hjlnNrRfxos 013579".chars().collect();
    let drawn = zones.at(rng.random_range(0..53), rng.random_range(0..22));
    let wild = spot(rng.random_range(0..6), rng.random_range(-10..120), rng.random_range(-10..120));
    let target = drawn.unwrap_or(wild);
    match rng.random_range(0..12) {
        0 | 1 => UserInput::Press(target),
        2 => UserInput::Press(wild),
        3 => UserInput::Point(target),
        4 => UserInput::Other(drawn),
        5 => UserInput::Wheel(WheelDirection::Up, drawn),
        6 => UserInput::Wheel(WheelDirection::Down, Some(wild)),
        7 | 8 => UserInput::Key(KeyPress::Char(*letters.choose(rng).expect("there are letters"))),
        _ => UserInput::Key(*KEYS.choose(rng).expect("there are keys")),
    }
}

#[test]
fn whatever_is_pressed_only_legal_moves_are_played() {
    for (kind, options, inputs) in [
        (GameKind::Chomp, &["width=9", "height=6"][..], 500),
        (GameKind::Filler, &["map=map00"], 4_000),
        (GameKind::Filler, &["map=map02"], 800),
        (GameKind::Filler, &["map=@.$"], 200),
        (GameKind::Azul, &["players=2", "wall=grey"], 4_000),
        (GameKind::Azul, &["players=4"], 4_000),
        (GameKind::Grass, &["players=2"], 3_000),
        (GameKind::Grass, &["players=5"], 3_000),
    ] {
        let (mut rng, mut seed, mut played) = (seeded(11, RngStream::Other(0)), 3, 0);
        let (mut game, mut board) = (table(kind, options, seed), board(kind));
        for _ in 0..inputs {
            let Some(seat) = next_mover(&mut game) else {
                seed += 1;
                game = table(kind, options, seed);
                continue;
            };
            show(&mut *board, &game, Some(seat));
            let zones = drawn(&*board, (53, 22), Theme::PLAIN).1;
            match board.handle_input(anything(&zones, &mut rng)) {
                InputResult::Play(mv) => {
                    assert!(game.position().legal_move_texts().contains(&mv), "{kind}: {mv}");
                    play(&mut game, &mv);
                    played += 1;
                }
                InputResult::Refused(why) => {
                    assert!(why.ends_with('.') && why.len() > 10, "{why:?}");
                }
                InputResult::Ignored | InputResult::Changed => {}
            }
            let (MovePreview::Legal(words) | MovePreview::Refused(words)) = board.preview() else {
                continue;
            };
            assert!(!words.is_empty(), "{kind}: nothing is said");
            let _ = (board.keys(), board.seats(), board.due());
        }
        assert!(played >= inputs / 100, "{kind} {options:?}: only {played} moves");
    }
}

#[test]
fn a_selection_stays_while_the_position_is_the_same() {
    for (kind, options, keys) in [
        (GameKind::Chomp, &["width=9", "height=6"][..], "jl"),
        (GameKind::Filler, &["map=map00"], "kkkk"),
        (GameKind::Azul, &["players=2"], "3 "),
        (GameKind::Grass, &["players=2"], "nnrl"),
    ] {
        let (mut table, mut board) = (table(kind, options, 7), board(kind));
        let plies = if kind == GameKind::Chomp { 0 } else { 6 };
        (0..plies).for_each(|_| play_part(&mut table, 2));
        let mover = next_mover(&mut table);
        show(&mut *board, &table, mover);
        let first = board.preview();
        assert!(matches!(first, MovePreview::Legal(_)), "{kind}: {first:?}");
        press(&mut *board, keys);
        let selected = board.preview();
        assert_ne!(selected, first, "{kind}");
        show(&mut *board, &table, mover);
        assert_eq!(board.preview(), selected, "{kind}");
        play_part(&mut table, 2);
        let mover = next_mover(&mut table);
        show(&mut *board, &table, mover);
        let next = board.preview();
        assert!(matches!(next, MovePreview::Legal(_)), "{kind}: {next:?}");
        assert_ne!(next, selected, "{kind}");
    }
}
