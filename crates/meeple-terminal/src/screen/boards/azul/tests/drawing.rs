//! Tests of what is drawn.

use super::*;
use crate::screen::boards::{advised, azul::scoring_animation::STEP};
use meeple_view::azul::ScoreReason;
use ratatui::style::Modifier;

/// Compares a drawing with the expected one, which starts after its first line break.
fn check(drawn: &str, expected: &str) {
    let expected: Vec<&str> = expected.lines().skip(1).map(str::trim_end).collect();
    assert_eq!(drawn.trim_end(), expected.join("\n").trim_end(), "\n{drawn}");
}

#[test]
fn two_at_a_table_in_52_by_22() {
    let mut board = shown(&played(table(&["players=2"]), 2, 3));
    board.handle_input(UserInput::Key(KeyPress::Enter));
    check(&drawn(&board, (52, 22), Theme::PLAIN), TWO);
}

#[test]
fn four_at_a_table_in_52_by_22_with_letters_only() {
    let board = shown(&played(table(&["players=4"]), 9, 3));
    check(&drawn(&board, (52, 22), ASCII), FOUR);
}

#[test]
fn three_at_a_table_with_room() {
    let board = shown(&played(table(&["players=3"]), 40, 4));
    check(&drawn(&board, (76, 33), Theme::DARK), THREE);
}

#[test]
fn nothing_jumps_when_something_is_chosen() {
    let mut board = shown(&table(&["players=2"]));
    let frames = |drawn: String| {
        let keep = |letter| if "╭╮╰╯│─\n".contains(letter) { letter } else { ' ' };
        drawn.lines().take(11).map(|line| line.chars().map(keep).collect()).collect::<Vec<String>>()
    };
    let before = frames(drawn(&board, (52, 22), Theme::PLAIN));
    board.handle_input(UserInput::Key(KeyPress::Char('0')));
    board.handle_input(UserInput::Key(KeyPress::Char('3')));
    let count = |frames: &[String]| frames.concat().matches('╭').count();
    let after = frames(drawn(&board, (52, 22), Theme::PLAIN));
    assert_eq!((count(&before), count(&after)), (6, 6));
    for (before, after) in before.iter().zip(&after) {
        let corners =
            |line: &str| line.match_indices(['╭', '╮']).map(|(at, _)| at).collect::<Vec<_>>();
        assert_eq!(corners(before), corners(after));
    }
}

#[test]
fn every_size_and_theme_can_be_drawn() {
    let over = played(table(&["players=2"]), 400, 2);
    assert_eq!(over.due(), TableDue::Over);
    let tables = [table(&["players=2"]), played(table(&["players=4", "wall=grey"]), 12, 3), over];
    for table in tables {
        let mut board = shown(&table);
        board.handle_input(UserInput::Key(KeyPress::Enter));
        for (width, height) in
            (0..=60).flat_map(|width| (0..=25).map(move |height| (width, height)))
        {
            for theme in [Theme::DARK, Theme::PLAIN, ASCII, LIGHT] {
                let (mut buffer, _) = buffer_of(&board, (width, height), theme);
                let mut zones = Zones::default();
                let area = buffer.area;
                board.miniature(area, &mut Canvas::new(&mut buffer, &mut zones, &theme));
            }
        }
    }
}

#[test]
fn the_cursor_is_seen_in_the_smallest_window() {
    let mut board = shown(&table(&["players=4"]));
    let reversed = |board: &AzulBoard| {
        let (buffer, _) = buffer_of(board, (20, 6), Theme::PLAIN);
        buffer.content.iter().any(|cell| cell.modifier.contains(Modifier::REVERSED))
    };
    for _ in 0..board.moment.as_ref().map_or(0, |moment| moment.piles.len()) {
        assert!(reversed(&board), "{:?}", board.choosing);
        board.handle_input(UserInput::Key(KeyPress::Tab));
    }
    board.handle_input(UserInput::Key(KeyPress::Enter));
    for line in ['1', '2', '3', '4', '5', '0'] {
        board.handle_input(UserInput::Key(KeyPress::Char(line)));
        assert!(reversed(&board), "{:?}", board.choosing);
    }
}

#[test]
fn tiles_can_be_told_apart_without_colours() {
    use crate::screen::boards::azul::tile::TileGlyph;
    use meeple_games::azul::TileColour;
    for theme in [Theme::PLAIN, ASCII, Theme { signs: SymbolSet::Ascii, ..Theme::DARK }] {
        let tiles = TileColour::ALL.map(|colour| TileGlyph::tile(colour, theme).sign().to_owned());
        let free =
            TileColour::ALL.map(|colour| TileGlyph::printed(colour, theme).sign().to_owned());
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
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 2));
        let (area, mut zones) = (buffer.area, Zones::default());
        let mut canvas = Canvas::new(&mut buffer, &mut zones, &Theme::PLAIN);
        let look = TileGlyph::new("+10", ratatui::style::Style::new());
        look.draw((0, 0), size, &mut Pane::new(&mut canvas, area, (4, 2), (0, 0)));
        assert_eq!(lines(&buffer).trim_end(), expected, "{size:?}");
    }
}

#[test]
fn the_last_move_is_softly_marked() {
    let board = shown(&played(table(&["players=2"]), 1, 3));
    let (buffer, _) = buffer_of(&board, (52, 22), Theme::PLAIN);
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
    let with = drawn(&board, (52, 22), Theme::PLAIN);
    // The best move's pile is under the cursor, so its line shows the rank as well.
    assert_eq!((with.matches("#1").count(), with.matches("#2").count()), (2, 1), "\n{with}");
    board.show_advice(&[]);
    assert!(!drawn(&board, (52, 22), Theme::PLAIN).contains('#'));
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
        assert!(board.showing.steps_so_far().last() == Some(scored), "{scored:?}");
        let drawn = drawn(&board, (52, 22), Theme::PLAIN);
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
    assert_eq!(board.handle_input(UserInput::Key(KeyPress::Enter)), InputResult::Changed);
    assert_eq!((board.next_wakeup(), board.choosing), (None, AzulSelection::default()));
    assert_ne!(board.preview(), MovePreview::Nothing);
}

#[test]
fn nothing_moves_where_motion_is_not_wanted() {
    let (mut table, mut board) = (table(&["players=2"]), AzulBoard::default());
    while table.due() != TableDue::Over {
        show(&mut board, &table, Animation::None);
        assert_eq!(board.next_wakeup(), None);
        table = played(table, 1, 3);
        go_on(&mut table);
    }
}

#[test]
fn the_end_is_a_table_with_everything_that_counts() {
    let table = played(table(&["players=3"]), 900, 2);
    assert_eq!(table.due(), TableDue::Over);
    let drawn = drawn(&shown(&table), (52, 22), Theme::PLAIN);
    let top: Vec<&str> = drawn.lines().skip(1).take(5).collect();
    check(&top.join("\n"), FINAL);
}

fn miniature(board: &AzulBoard, (width, height): (u16, u16), theme: Theme) -> String {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    let (area, mut zones) = (buffer.area, Zones::default());
    board.miniature(area, &mut Canvas::new(&mut buffer, &mut zones, &theme));
    lines(&buffer)
}

#[test]
fn a_card_has_as_much_of_the_boards_as_fits() {
    let board = shown(&played(table(&["players=2"]), 2, 3));
    check(&miniature(&board, (30, 8), Theme::PLAIN), CARD);
    check(&miniature(&board, (14, 5), ASCII), SMALL_CARD);
}

const CARD: &str = "
   ●         0  ■         0
       ·│byrkw      W▸byrkw
      ··│wbyrk     ··│wbyrk
     ··Y│kwbyr    ···│kwbyr
    ····│rkwby   ····│rkwby
   ·····│yrkwb  ·····│yrkwb

        BYRK YRRK YRRW
";
const SMALL_CARD: &str = "
     .|byrkw
    ..|wbyrk
   ..Y|kwbyr
  ....|rkwby
 .....|yrkwb
";
const TWO: &str = "
Round 1                               ■ player 2   0
                                            W▸byrkw
╭─ 1 ─────╮ ╭─ 2 ─────╮ ╭─ 3 ─────╮        ··│wbyrk
│ B Y R K │ │         │ │         │       ···│kwbyr
╰─1───────╯ ╰─────────╯ ╰─────────╯      ····│rkwby
╭─ 4 ─────╮ ╭─ 5 ─────╮                 ·····│yrkwb
│ Y R R K │ │ Y R R W │                 WW22233 -2
╰─────────╯ ╰─────────╯
╭─ centre ────────────────────────╮   bag 80 lid 0
│ M  B  2  R  1  W  1             │   B blue   17/ 0
╰─────────────────────────────────╯   Y yellow 16/ 0
                                      R red    14/ 0
● player 1                         0  K black  18/ 0
1▸               B  │ b  y  r  k  w   W white  15/ 0
2▸            ·  ·  │ w  b  y  r  k
3          ·  ·  Y  │ k  w  b  y  r
4▸      ·  ·  ·  ·  │ r  k  w  b  y
5▸   ·  ·  ·  ·  ·  │ y  r  k  w  b

floor ·  ·  ·  ·  ·  ·  ·
     -1 -1 -2 -2 -2 -3 -3
";
const FOUR: &str = "
Round 1      bag B14 Y11 R12 K14 W13  @ player 1   0
             lid B 0 Y 0 R 0 K 0 W 0        .|byrkw
+- 1 -----+ +- 2 -----+ +- 3 -----+        .W|wbyrk
|         | |         | |         |       WWW>kwbyr
+---------+ +---------+ +---------+      ....|rkwby
+- 4 -----+ +- 5 -----+ +- 6 -----+     ....W|yrkwb
|         | |         | |         |     1122233
+---------+ +---------+ +---------+   % player 3   0
+- 7 -----+ +- 8 -----+ +- 9 -----+         .|byrkw
|         | |         | |         |        ..|wbyrk
+---------+ +---------+ +---------+       ...|kwbyr
+- centre ------------------------+      ..YY|rkwby
| M  B  3  Y  6  R  6  K  5  W  2 |     ....Y|yrkwb
+---------------------------------+     1122233
$ player 2                         0  & player 4   0
1                R  > b  y  r  k  w         .|byrkw
2>-5          .  B  | w  b  y  r  k        ..|wbyrk
3>-1       .  .  .  | k  w  b  y  r       .BB|kwbyr
4>-1    .  .  .  .  | r  k  w  b  y      ....|rkwby
5>-1 .  .  .  .  .  | y  r  k  w  b     .....|yrkwb
floor R  .  .  .  .  .  .         -1    K122233 -1
     -1 -1 -2 -2 -2 -3 -3
";
const THREE: &str = "


 Round 4                                         ■ player 2              0
                                                           · │ ≈ ☼ ★ ▦ ✻
 ╭─ 1 ────────╮ ╭─ 2 ────────╮ ╭─ 3 ────────╮            · · │ ✻ ≈ ☼ ★ ▦
 │ ☼  ★  ▦  ✻ │ │            │ │ ☼  ★  ▦  ✻ │          · ▦ ▦ │ ▦ ✻ ≈ ☼ ★
 ╰─1──────────╯ ╰────────────╯ ╰────────────╯        · ★ ★ ★ │ ★ ▦ ✻ ≈ ☼
 ╭─ 4 ────────╮ ╭─ 5 ────────╮ ╭─ 6 ────────╮      · · · · ≈ │ ☼ ★ ▦ ✻ ≈
 │ ≈  ☼  ★  ✻ │ │ ▦  ▦  ✻  ✻ │ │ ☼  ☼  ▦  ✻ │      1 1 2 2 2 3 3
 ╰────────────╯ ╰────────────╯ ╰────────────╯
 ╭─ 7 ────────╮                                  ▲ player 3              0
 │ ≈  ☼  ▦  ▦ │                                            · │ ≈ ☼ ★ ▦ ✻
 ╰────────────╯                                          ★ ★ ▸ ✻ ≈ ☼ ★ ▦
 ╭─ centre ──────────────────────────────────╮         · · ★ │ ▦ ✻ ≈ ☼ ★
 │ M  ≈  1  ☼  1  ▦  1                       │       · · · ≈ │ ★ ▦ ✻ ≈ ☼
 ╰───────────────────────────────────────────╯     · · · · ★ │ ☼ ★ ▦ ✻ ≈
                                                   1 1 2 2 2 3 3
 ● player 1                                   0
 1                     ·  │  ≈   ☼   ★   ▦   ✻   bag 48 lid 0
                                ▀▀▀     ▀▀▀      ≈ blue   14/ 0
 2▸                ·   ☼  │  ✻   ≈   ☼   ★   ▦   ☼ yellow  9/ 0
                      ▀▀▀                        ★ red     7/ 0
 3             ·   ·   ★  │  ▦   ✻   ≈   ☼   ★   ▦ black   8/ 0
                      ▀▀▀                        ✻ white  10/ 0
 4▸        ·   ·   ·   ·  │  ★   ▦   ✻   ≈   ☼
                                    ▀▀▀
 5▸    ·   ·   ·   ·   ·  │  ☼   ★   ▦   ✻   ≈
                                    ▀▀▀

 floor ·   ·   ·   ·   ·   ·   ·
      -1  -1  -2  -2  -2  -3  -3
";
const FINAL: &str = "
Final table                                 ·│BYrkW
           rows  cols colours points       ··│WBYRK
● player 1 1 +2     0       0     16      ···│KwbyR
■ player 2 1 +2     0       0     14     ·WWW│rkwby
▲ player 3    0     0       0      0    ···BB│yrkwb
";
