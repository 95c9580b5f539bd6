//! Tests of what is drawn.

use super::*;
use crate::screen::{boards::azul::scoring_animation::STEP, theme::SymbolSet};
use meeple_view::azul::ScoreReason;
use ratatui::style::Modifier;

#[test]
fn selecting_a_pile_does_not_move_the_frames() {
    let mut board = shown(&table(&["players=2"]));
    let frames = |drawn: String| {
        let keep = |letter| if "╭╮╰╯│─\n".contains(letter) { letter } else { ' ' };
        drawn.lines().take(11).map(|line| line.chars().map(keep).collect()).collect::<Vec<String>>()
    };
    let before = frames(text(&board));
    key(&mut board, KeyPress::Char('0'));
    key(&mut board, KeyPress::Char('3'));
    let count = |frames: &[String]| frames.concat().matches('╭').count();
    let after = frames(text(&board));
    assert_eq!((count(&before), count(&after)), (6, 6));
    for (before, after) in before.iter().zip(&after) {
        let corners =
            |line: &str| line.match_indices(['╭', '╮']).map(|(at, _)| at).collect::<Vec<_>>();
        assert_eq!(corners(before), corners(after));
    }
}

#[test]
fn the_cursor_is_seen_in_the_smallest_window() {
    let mut board = shown(&table(&["players=4"]));
    let reversed = |board: &AzulBoard| {
        let (buffer, _) = drawn(board, (20, 6), Theme::PLAIN);
        buffer.content.iter().any(|cell| cell.modifier.contains(Modifier::REVERSED))
    };
    for _ in 0..board.info.as_ref().map_or(0, |info| info.piles.len()) {
        assert!(reversed(&board), "{:?}", board.selection);
        key(&mut board, KeyPress::Tab);
    }
    key(&mut board, KeyPress::Enter);
    for line in ['1', '2', '3', '4', '5', '0'] {
        key(&mut board, KeyPress::Char(line));
        assert!(reversed(&board), "{:?}", board.selection);
    }
}

#[test]
fn tiles_can_be_told_apart_without_colours() {
    use crate::screen::boards::azul::tile::TileGlyph;
    use meeple_games::azul::TileColour;
    for theme in [Theme::PLAIN, Theme::ASCII, Theme { signs: SymbolSet::Ascii, ..Theme::DARK }] {
        let tiles = TileColour::ALL.map(|colour| TileGlyph::tile(colour, theme).sign);
        let free = TileColour::ALL.map(|colour| TileGlyph::printed(colour, theme).sign);
        let all: std::collections::BTreeSet<_> = tiles.iter().chain(&free).collect();
        assert_eq!(all.len(), 10, "{theme:?}");
    }
}

#[test]
fn ten_points_never_look_like_one() {
    use crate::screen::boards::azul::tile::{TileGlyph, TileSize};
    let expected = [
        (TileSize::Tiny, "+"),
        (TileSize::Small, "10"),
        (TileSize::Middle, "+10"),
        (TileSize::Large, "+10"),
    ];
    for (size, expected) in expected {
        let look = TileGlyph::new("+10", ratatui::style::Style::new());
        let (buffer, _) = painted((4, 2), Theme::PLAIN, |area, canvas| {
            look.draw((0, 0), size, &mut Pane::new(canvas, area, (4, 2), (0, 0)));
        });
        assert_eq!(lines(&buffer), [expected, ""], "{size:?}");
    }
}

#[test]
fn the_last_move_is_softly_marked() {
    let board = shown(&played(table(&["players=2"]), 1, 3));
    let (buffer, _) = drawn(&board, (52, 22), Theme::PLAIN);
    let marked = |cell: &&ratatui::buffer::Cell| cell.modifier.contains(Modifier::UNDERLINED);
    // The factory with its number, and the pattern line of the player who moved.
    assert!(buffer.content.iter().filter(marked).count() > 12);
}

#[test]
fn the_best_moves_have_their_numbers_on_the_board() {
    let table = table(&["players=2"]);
    let mut board = shown(&table);
    let texts = table.position().legal_move_texts();
    board.show_advice(&[advised(&texts[0]), advised(&texts[8])]);
    let with = text(&board);
    // The best move's pile is under the cursor, so its line shows the rank as well.
    assert_eq!((with.matches("#1").count(), with.matches("#2").count()), (2, 1), "\n{with}");
    board.show_advice(&[]);
    assert!(!text(&board).contains('#'));
}

/// Returns a board that has just started to show the scoring of a round.
fn scoring() -> AzulBoard {
    let (mut table, mut board) = (table(&["players=2"]), AzulBoard::default());
    while board.next_wakeup().is_none() {
        show(&mut board, &table, Animation::On(Instant::now()));
        table = played(table, 1, 3);
        go_on(&mut table);
        show(&mut board, &table, Animation::On(Instant::now()));
    }
    board
}

#[test]
fn a_scoring_is_shown_tile_by_tile_and_then_the_game() {
    let mut board = scoring();
    let picture = board.picture().expect("what is shown").clone();
    assert_eq!(picture.phase, meeple_view::azul::ShownPhase::Deal);
    let mut now = Instant::now() + STEP;
    for scored in &picture.scored {
        assert!(board.animation.steps_so_far().last() == Some(scored), "{scored:?}");
        let drawn = text(&board);
        if scored.what == ScoreReason::Tile {
            assert!(drawn.contains(&format!("+{}", scored.points)), "\n{drawn}");
        }
        let score = board.seats()[scored.seat.index()].score.clone();
        assert_eq!(score, scored.score.to_string());
        assert!(board.tick(now));
        now += STEP;
    }
    assert_eq!((board.next_wakeup(), board.tick(now)), (None, false));
    assert_eq!(
        board.picture().map(|picture| picture.phase),
        Some(meeple_view::azul::ShownPhase::Draft)
    );
}

#[test]
fn any_key_ends_a_scoring_and_makes_no_move() {
    let mut board = scoring();
    assert_eq!(board.preview(), MovePreview::Nothing);
    assert_eq!(key(&mut board, KeyPress::Enter), InputResult::Changed);
    assert_eq!((board.next_wakeup(), board.selection), (None, AzulSelection::default()));
    assert_ne!(board.preview(), MovePreview::Nothing);
}

#[test]
fn without_animation_the_board_needs_no_wakeup() {
    let (mut table, mut board) = (table(&["players=2"]), AzulBoard::default());
    while table.due() != TableDue::Over {
        show(&mut board, &table, Animation::None);
        assert_eq!(board.next_wakeup(), None);
        table = played(table, 1, 3);
        go_on(&mut table);
    }
}

#[test]
fn a_card_has_as_much_of_the_boards_as_fits() {
    let board = shown(&played(table(&["players=2"]), 2, 3));
    let expected = [
        "   ●         0  ■         0",
        "       ·│byrkw      W▸byrkw",
        "      ··│wbyrk     ··│wbyrk",
        "     ··Y│kwbyr    ···│kwbyr",
        "    ····│rkwby   ····│rkwby",
        "   ·····│yrkwb  ·····│yrkwb",
        "",
        "        BYRK YRRK YRRW",
    ];
    assert_eq!(miniature(&board, (30, 8), Theme::PLAIN), expected);
    let expected = ["     .|byrkw", "    ..|wbyrk", "   ..Y|kwbyr", "  ....|rkwby", " .....|yrkwb"];
    assert_eq!(miniature(&board, (14, 5), Theme::ASCII), expected);
}
