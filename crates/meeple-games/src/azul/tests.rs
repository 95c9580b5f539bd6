//! Tests of Azul's rules, each naming the rule it checks.
//!
//! The positions contain only what matters for a rule, so most of them could not occur in a game;
//! they are consistent in every other respect.

use super::{
    Azul, Destination, DraftAction, EndBonus, EndReason, FACTORY_COUNT_2P, FLOOR_LINE_SLOTS,
    FLOOR_PENALTIES, FloorLine, IllegalMove, Marker, Move, PATTERN_LINE_COUNT, Phase, PlayerBoard,
    ReferenceAzul, ScoreLine, Source, TILES_PER_COLOUR, TILES_PER_FACTORY, TOTAL_TILES, TileColour,
    TileCounts, WallColumn, WallRow, can_place_in_pattern_line, check_draft, list_legal_actions,
    points_for_runs, wall_colour_at, wall_column_of,
};
use meeple_core::{Game, Seat, Turn};

const EMPTY: &str = ".....,.....,.....,.....,.....";
const SOME: &str = ".....,.....,KW...,.....,.....";

/// A two-player position given by its relevant parts: all remaining tiles are in the bag.
#[derive(Clone, Copy)]
struct PositionSketch<'a> {
    table: &'a str,
    marker: &'a str,
    turn: &'a str,
    scores: &'a str,
    boards: [[&'a str; 3]; 2],
}

const SKETCH: PositionSketch<'static> = PositionSketch {
    table: "factories=-,-,-,-,- centre=-",
    marker: "centre",
    turn: "0",
    scores: "0,0",
    boards: [["-,-,-,-,-", EMPTY, "-"]; 2],
};

impl PositionSketch<'_> {
    #[track_caller]
    fn position(self) -> Azul {
        let boards = self.boards.iter().enumerate().map(|(seat, [lines, wall, floor])| {
            format!(" lines{seat}={lines} wall{seat}={wall} floor{seat}={floor}")
        });
        let boards = boards.collect::<Vec<_>>().concat();
        let rest = format!("{} scores={}{boards}", self.table, self.scores);
        // Tiles are the only things written with the colours' capital letters.
        let bag = ['B', 'Y', 'R', 'K', 'W'].map(|letter| {
            let used = rest.chars().filter(|&other| other == letter).count();
            (20 - used).to_string()
        });
        let text = format!(
            "players=2 wall=colour round=2 starter=0 turn={} marker={} bag={} lid=0,0,0,0,0 {rest}",
            self.turn,
            self.marker,
            bag.join(","),
        );
        position(&text)
    }
}

/// Parses a position that need not have a valid history.
#[track_caller]
fn position(text: &str) -> Azul {
    Azul::parse_exercise(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn seat(index: usize) -> Seat {
    Seat::new(index)
}

fn row(index: usize) -> WallRow {
    WallRow::new(index).expect("a row")
}

fn action(text: &str) -> DraftAction {
    match text.parse() {
        Ok(Move::Draft(action)) => action,
        other => panic!("{text}: {other:?}"),
    }
}

#[track_caller]
fn play(game: &mut Azul, moves: &[&str]) {
    for text in moves {
        let mv: Move = text.parse().expect("a move");
        game.play(mv).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

fn legal(game: &Azul, player: usize) -> Vec<String> {
    list_legal_actions(game, seat(player)).map(|action| action.to_string()).collect()
}

/// Counts the legal moves by their definition and checks the order of the list.
#[track_caller]
fn legal_count(game: &Azul) -> usize {
    let quick: Vec<Move> = game.legal_moves().collect();
    assert_eq!(quick, ReferenceAzul::from_game(game).legal_moves(), "{game}");
    quick.len()
}

#[test]
fn the_numbers_are_those_of_the_box() {
    // A1, A2
    assert_eq!((FACTORY_COUNT_2P, TILES_PER_FACTORY, PATTERN_LINE_COUNT), (5, 4, 5));
    assert_eq!((TILES_PER_COLOUR, TOTAL_TILES), (20, 100));
    assert_eq!(FLOOR_PENALTIES, [-1, -1, -2, -2, -2, -3, -3]);
    assert_eq!(WallRow::ALL.map(WallRow::capacity), [1, 2, 3, 4, 5]);
}

#[test]
fn each_wall_row_is_the_one_above_moved_to_the_right() {
    // A3
    let drawn = ["BYRKW", "WBYRK", "KWBYR", "RKWBY", "YRKWB"];
    for (row, letters) in WallRow::ALL.into_iter().zip(drawn) {
        for (column, letter) in WallColumn::ALL.into_iter().zip(letters.chars()) {
            let colour = TileColour::from_letter(letter).expect("a colour");
            assert_eq!(wall_colour_at(row, column), colour);
            assert_eq!(wall_column_of(row, colour), column);
        }
    }
}

#[test]
fn eleven_heaps_of_one_colour_give_sixty_six_moves() {
    // A5, A6: 3 + 2 + 2 + 2 + 2 choices of source and colour, six destinations each: {B2 R1 Y1} {K3
    // W1} {} {B1 Y3} {R2 K2}, centre {W2 R1}.
    let table = "factories=BBYR,KKKW,-,BYYY,RRKK centre=RWW";
    let game = PositionSketch { table, ..SKETCH }.position();
    assert_eq!(legal_count(&game), 66);
}

#[test]
fn a_fresh_deal_has_six_moves_for_each_colour_of_each_factory() {
    // A6: between 30 and 120 moves.
    for (table, count) in [
        ("factories=BBBB,YYYY,RRRR,KKKK,WWWW centre=-", 30),
        ("factories=BYRK,YRKW,RKWB,KWBY,WBYR centre=-", 120),
        ("factories=BBYR,YYYK,BRKW,WWRR,KKKK centre=-", 72),
    ] {
        assert_eq!(legal_count(&PositionSketch { table, ..SKETCH }.position()), count, "{table}");
    }
}

#[test]
fn known_positions_have_their_number_of_moves() {
    let table = [
        (
            "early_game",
            85,
            "players=2 wall=colour round=1 starter=0 turn=0 marker=centre bag=16,17,15,15,17 \
             lid=0,0,0,0,0 factories=-,-,BYRK,YRKW,BRKW centre=BYRRKW scores=0,0 \
             lines0=B,-,-,-,- wall0=.....,.....,.....,.....,..... floor0=- \
             lines1=-,K,-,-,- wall1=.....,.....,.....,.....,..... floor1=-",
        ),
        (
            "mid_game",
            42,
            "players=2 wall=colour round=3 starter=0 turn=0 marker=1 bag=7,3,7,13,10 \
             lid=5,10,9,0,2 factories=-,BYYK,BYKW,BBBY,- centre=BBYK scores=0,3 \
             lines0=-,K,-,Y,K wall0=...K.,.....,.W...,...B.,Y.... floor0=- \
             lines1=W,W,W,-,WWW wall1=..RK.,...R.,....R,R....,..... floor1=M",
        ),
        (
            "late_game_few_tiles",
            18,
            "players=2 wall=colour round=5 starter=1 turn=0 marker=1 bag=0,0,0,0,0 \
             lid=12,6,13,13,12 factories=-,BBRW,-,-,- centre=BRRKK scores=4,0 \
             lines0=-,-,Y,YYY,- wall0=.Y.K.,WBY..,.WB.R,.K...,....B floor0=- \
             lines1=R,R,YY,YYY,WWWW wall1=BY.K.,WBY.K,....R,.....,Y.K.. floor1=M",
        ),
    ];
    for (name, count, text) in table {
        let game: Azul = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(list_legal_actions(&game, seat(0)).count(), count, "{name}");
        assert_eq!(legal_count(&game), count, "{name}");
    }
}

#[test]
fn an_empty_board_takes_every_colour_on_every_line() {
    let table = "factories=BBYR,YYYK,BRKW,WWRR,KKKK centre=-";
    let moves = legal(&PositionSketch { table, ..SKETCH }.position(), 0);
    assert!(moves.len() > 50);
    assert_eq!(
        moves[..6],
        ["1 blue 1", "1 blue 2", "1 blue 3", "1 blue 4", "1 blue 5", "1 blue floor"]
    );
    assert!(moves.iter().all(|mv| !mv.starts_with("centre")), "an empty centre offers nothing");
}

#[test]
fn a_started_line_takes_only_its_colour() {
    // A6: line 3 holds two red tiles.
    let table = "factories=BBRY,-,-,-,- centre=R";
    let mut sketch = PositionSketch { table, ..SKETCH };
    sketch.boards[0][0] = "-,-,RR,-,-";
    let game = sketch.position();
    let to_line_3: Vec<String> =
        legal(&game, 0).into_iter().filter(|mv| mv.ends_with(" 3")).collect();
    assert_eq!(to_line_3, ["1 red 3", "centre red 3"]);
    let refused = |text: &str| check_draft(&game, seat(0), action(text));
    for colour in [TileColour::Blue, TileColour::Yellow] {
        let held = TileColour::Red;
        let mismatch = IllegalMove::ColourMismatch { row: row(2), held, colour };
        assert_eq!(refused(&format!("1 {colour} 3")), Err(mismatch));
    }
}

#[test]
fn a_colour_on_the_wall_closes_its_line_and_no_other() {
    // A6: yellow is in row 2, column 3.
    let table = "factories=YYBB,-,-,-,- centre=-";
    let mut sketch = PositionSketch { table, ..SKETCH };
    sketch.boards[0][1] = ".....,..Y..,.....,.....,.....";
    let game = sketch.position();
    let yellow: Vec<String> =
        legal(&game, 0).into_iter().filter(|mv| mv.contains("yellow")).collect();
    let expected = ["1 yellow 1", "1 yellow 3", "1 yellow 4", "1 yellow 5", "1 yellow floor"];
    assert_eq!(yellow, expected);
    assert!(legal(&game, 0).contains(&"1 blue 2".to_owned()));
    let conflict = IllegalMove::WallConflict { row: row(1), colour: TileColour::Yellow };
    assert_eq!(check_draft(&game, seat(0), action("1 yellow 2")), Err(conflict));
}

#[test]
fn a_complete_line_takes_nothing() {
    // A6: line 4 holds four blue tiles.
    let table = "factories=BBYR,-,-,-,- centre=KW";
    let mut sketch = PositionSketch { table, ..SKETCH };
    sketch.boards[0][0] = "-,-,-,BBBB,-";
    let game = sketch.position();
    assert!(legal(&game, 0).iter().all(|mv| !mv.ends_with(" 4")));
    assert!(legal(&game, 0).contains(&"1 blue 5".to_owned()));
    let complete = Err(IllegalMove::LineComplete { row: row(3) });
    assert_eq!(check_draft(&game, seat(0), action("1 blue 4")), complete);
    assert_eq!(check_draft(&game, seat(0), action("1 red 4")), complete);
}

#[test]
fn the_marker_in_the_centre_blocks_nothing_and_is_never_taken_alone() {
    // A5
    let table = "factories=-,-,-,-,- centre=BBB";
    let game = PositionSketch { table, ..SKETCH }.position();
    assert_eq!(game.marker(), Marker::Centre);
    assert_eq!(legal_count(&game), 6);
    let table = "factories=BBBB,-,-,-,- centre=-";
    let game = PositionSketch { table, ..SKETCH }.position();
    assert!(legal(&game, 0).iter().all(|mv| mv.starts_with('1')));
}

#[test]
fn when_no_line_takes_a_colour_the_floor_does() {
    // A6: red is in every row.
    let table = "factories=RR,-,-,-,- centre=-";
    let mut sketch = PositionSketch { table, ..SKETCH };
    sketch.boards[0][1] = "..R..,...R.,....R,R....,.R...";
    let game = sketch.position();
    assert_eq!(legal(&game, 0), ["1 red floor"]);
    let board = game.board(seat(0)).expect("a board");
    assert!(!WallRow::ALL.iter().any(|&row| can_place_in_pattern_line(
        board,
        row,
        TileColour::Red
    )));
}

#[test]
fn refusals_name_the_first_reason_that_holds() {
    // A8, in the order of the rule.
    let table = "factories=YYBB,-,-,-,- centre=R";
    let mut sketch = PositionSketch { table, ..SKETCH };
    sketch.boards[0][0] = "-,-,RR,KKKK,-";
    sketch.boards[0][1] = ".....,..Y..,.....,.....,.....";
    let game = sketch.position();
    let check = |player: usize, text: &str, reason: &str| {
        let error = check_draft(&game, seat(player), action(text)).expect_err("refused");
        assert_eq!(error.to_string(), reason, "{text}");
    };
    check(0, "6 black 9", "factory 6 does not exist: the factories are 1 to 5");
    check(0, "2 black 9", "factory 2 has no black tile");
    check(0, "centre black 9", "the centre has no black tile");
    check(0, "1 yellow 9", "line 9 does not exist: the lines are 1 to 5");
    check(0, "1 yellow 4", "line 4 is complete");
    check(0, "1 yellow 3", "line 3 holds red tiles, not yellow");
    check(0, "1 yellow 2", "the wall already holds yellow in row 2");
    check(1, "1 yellow 2", "it is seat 0's turn, not seat 1's");
    check(1, "2 yellow 2", "factory 2 has no yellow tile");
    assert_eq!(check_draft(&game, seat(0), action("1 yellow 1")), Ok(()));
    assert!(game.check_move("wall 1 1".parse().expect("a move")).is_err());
}

#[test]
fn the_order_of_the_list_is_documented() {
    // This also holds for a player who is not to move.
    let table = "factories=-,WY,-,-,- centre=B";
    let game = PositionSketch { table, ..SKETCH }.position();
    let heads: Vec<String> = legal(&game, 1)
        .chunks(6)
        .map(|six| six[0].rsplit_once(' ').expect("three words").0.to_owned())
        .collect();
    assert_eq!(heads, ["2 yellow", "2 white", "centre blue"]);
}

#[test]
fn the_rest_of_a_factory_slides_to_the_centre() {
    // A5
    let table = "factories=BBYR,KKKW,-,-,- centre=R";
    let mut game = PositionSketch { table, ..SKETCH }.position();
    play(&mut game, &["1 blue 2"]);
    assert_eq!(game.market().centre().to_string(), "YRR");
    assert_eq!(game.market().tiles_at(Source::Factory(0)), TileCounts::EMPTY);
    assert_eq!(game.marker(), Marker::Centre);
}

#[test]
fn tiles_a_line_cannot_hold_fall_to_the_floor() {
    // A6: in the second case, line 2 has two places and one of them is taken.
    for (lines, mv, line, on_floor) in [
        ("-,-,-,B,-", "1 blue 4", (3, 4), 1),
        ("-,B,-,-,-", "1 blue 2", (1, 2), 3),
        ("-,-,-,-,-", "1 blue 1", (0, 1), 3),
        ("-,-,-,-,B", "1 blue 5", (4, 5), 0),
    ] {
        let table = "factories=BBBB,YYYY,-,-,- centre=-";
        let mut sketch = PositionSketch { table, ..SKETCH };
        sketch.boards[0][0] = lines;
        let mut game = sketch.position();
        play(&mut game, &[mv]);
        let board = game.board(seat(0)).expect("a board");
        assert_eq!(board.line(row(line.0)).count_filled, line.1, "{mv}");
        assert_eq!(board.floor().slots_used(), on_floor, "{mv}");
    }
}

#[test]
fn penalties_add_up_from_the_left() {
    // A2
    let penalties = (0..=7).map(|tiles| {
        let tiles = TileCounts::new([tiles, 0, 0, 0, 0]);
        FloorLine { tiles, has_marker: false }.penalty()
    });
    assert_eq!(penalties.collect::<Vec<_>>(), [0, 1, 2, 4, 6, 8, 11, 14]);
    let with_marker = FloorLine { tiles: TileCounts::new([5, 0, 0, 0, 0]), has_marker: true };
    assert_eq!(with_marker.penalty(), 11);
}

#[test]
fn a_full_floor_sends_the_rest_to_the_lid() {
    // A7: six tiles on the floor, three more: one gets a slot, two go to the lid.
    let table = "factories=BBBY,-,-,-,- centre=-";
    let mut sketch = PositionSketch { table, ..SKETCH };
    sketch.boards[0][2] = "KKKRRR";
    let mut game = sketch.position();
    play(&mut game, &["1 blue floor"]);
    let board = game.board(seat(0)).expect("a board");
    assert_eq!(board.floor().slots_used(), FLOOR_LINE_SLOTS);
    assert_eq!(board.floor().penalty(), 14);
    assert_eq!(game.lid(), TileCounts::new([2, 0, 0, 0, 0]));
}

#[test]
fn the_marker_goes_to_the_floor_before_the_tiles_of_its_move() {
    // A5, A7: with six tiles on the floor, the marker takes the last slot and the tile goes to the
    // lid.
    let table = "factories=YYYY,-,-,-,- centre=BR";
    let mut sketch = PositionSketch { table, ..SKETCH };
    sketch.boards[0][2] = "KKKRRR";
    let mut game = sketch.position();
    play(&mut game, &["centre blue floor"]);
    assert_eq!(game.marker(), Marker::Taken(seat(0)));
    assert!(game.board(seat(0)).expect("a board").floor().has_marker);
    assert_eq!(game.lid(), TileCounts::new([1, 0, 0, 0, 0]));
}

#[test]
fn a_marker_that_finds_a_full_floor_is_free_and_still_gives_the_start() {
    // A7
    let table = "factories=-,-,-,-,- centre=B";
    let mut sketch = PositionSketch { table, turn: "1", ..SKETCH };
    sketch.boards[1][2] = "KKKRRRR";
    let mut game = sketch.position();
    play(&mut game, &["centre blue 3"]);
    assert_eq!(
        (game.phase(), game.starter(), game.marker()),
        (Phase::Deal, seat(1), Marker::Centre)
    );
}

#[test]
fn without_a_marker_taken_the_starter_stays() {
    // A14, and A9: the draft ends with the last tile.
    let table = "factories=BB,-,-,-,- centre=-";
    let mut game = PositionSketch { table, turn: "1", ..SKETCH }.position();
    play(&mut game, &["1 blue 2"]);
    assert_eq!((game.turn(), game.starter(), game.round()), (Turn::Chance, seat(0), 3));
}

#[test]
fn a_tile_counts_in_both_runs_of_a_crossing() {
    // A10
    for (runs, points) in
        [((1, 1), 1), ((4, 1), 4), ((1, 3), 3), ((4, 3), 7), ((2, 2), 4), ((5, 5), 10)]
    {
        assert_eq!(points_for_runs(runs.0, runs.1), points, "{runs:?}");
    }
}

#[track_caller]
fn tiles(lines: &[ScoreLine]) -> Vec<(usize, usize, u8, u8, u8)> {
    let tile = |line: &ScoreLine| match *line {
        ScoreLine::Tile { row, column, horizontal, vertical, points, .. } => {
            Some((row.index(), column.index(), horizontal, vertical, points))
        }
        _ => None,
    };
    lines.iter().filter_map(tile).collect()
}

#[test]
fn a_row_of_four_crossing_a_column_of_three_scores_seven() {
    // A10: the last tile fills line 3, whose blue cell is in the middle.
    let table = "factories=-,-,-,-,- centre=B";
    let mut sketch = PositionSketch { table, marker: "1", scores: "5,0", ..SKETCH };
    sketch.boards[0] = ["-,-,BB,-,-", "..R..,..Y..,KW.Y.,.....,.....", "-"];
    sketch.boards[1][2] = "M";
    let mut game = sketch.position();
    let lines = game.score_lines("centre blue 3".parse().expect("a move"));
    assert_eq!(tiles(&lines), [(2, 2, 4, 3, 7)]);
    play(&mut game, &["centre blue 3"]);
    assert_eq!(game.board(seat(0)).expect("a board").score(), 12);
    assert_eq!(game.lid(), TileCounts::new([2, 0, 0, 0, 0]), "two of the line go to the lid");
}

#[test]
fn five_lines_of_one_column_score_fifteen_and_seven_more_at_the_end() {
    // A10: tiles placed in the same tiling count. A12: the column's bonus.
    let table = "factories=-,-,-,-,- centre=Y";
    let mut sketch = PositionSketch { table, marker: "1", ..SKETCH };
    sketch.boards[0] = ["B,WW,KKK,RRRR,YYYY", ".....,.....,.....,.....,.....", "-"];
    sketch.boards[1] = ["B,-,-,-,-", ".YRKW,.....,.....,.....,.....", "M"];
    let game = sketch.position();
    let lines = game.score_lines("centre yellow 5".parse().expect("a move"));
    let column =
        [(0, 0, 1, 1, 1), (1, 0, 1, 2, 2), (2, 0, 1, 3, 3), (3, 0, 1, 4, 4), (4, 0, 1, 5, 5)];
    assert_eq!(tiles(&lines)[..5], column);
    let first = |line: &&ScoreLine| matches!(line, ScoreLine::Bonus { seat, bonus: EndBonus::Columns, .. } if seat.index() == 0);
    let bonus = lines.iter().find(first).copied();
    let expected = ScoreLine::Bonus {
        seat: seat(0),
        bonus: EndBonus::Columns,
        complete: 1,
        points: 7,
        score: 22,
    };
    assert_eq!(bonus, Some(expected));
}

#[test]
fn the_score_is_held_at_zero_after_the_wall_points() {
    // A11: 3 points, plus 2 for a tile, minus 6 for the floor.
    let table = "factories=-,-,-,-,- centre=B";
    let mut sketch = PositionSketch { table, marker: "1", scores: "3,0", ..SKETCH };
    sketch.boards[0] = ["-,-,-,-,-", ".Y...,.....,.....,.....,.....", "KKKK"];
    sketch.boards[1][2] = "M";
    let mut game = sketch.position();
    let lines = game.score_lines("centre blue 1".parse().expect("a move"));
    let floor = ScoreLine::Floor { seat: seat(0), slots: 4, penalty: 6, lost: 5, score: 0 };
    assert_eq!(tiles(&lines), [(0, 0, 2, 1, 2)]);
    assert!(lines.contains(&floor), "{lines:?}");
    play(&mut game, &["centre blue 1"]);
    assert_eq!(game.board(seat(0)).expect("a board").score(), 0);
    assert_eq!(game.lid(), TileCounts::new([0, 0, 0, 4, 0]));
}

#[test]
fn a_complete_row_ends_the_game_with_bonuses() {
    // A12: two points for the row; five blue tiles are worth ten.
    let table = "factories=-,-,-,-,- centre=W";
    let mut sketch = PositionSketch { table, marker: "0", scores: "10,14", ..SKETCH };
    sketch.boards[0] = ["-,-,-,-,-", "BYRK.,.B...,..B..,...B.,....B", "M"];
    sketch.boards[1][1] = SOME;
    let mut game = sketch.position();
    play(&mut game, &["centre white 1"]);
    assert_eq!((game.turn(), game.end_reason()), (Turn::Over, Some(EndReason::CompleteRow)));
    let outcome = game.outcome().expect("it is over");
    let scores: Vec<i32> = outcome.results.iter().map(|result| result.score).collect();
    assert_eq!(scores, [10 + 5 - 1 + 2 + 10, 14]);
    assert_eq!(outcome.reason, "a row is complete");
}

#[test]
fn equal_scores_are_decided_by_complete_rows_or_shared() {
    // A12: seat 0's tile scores 5 and its row 2; seat 1 pays 1 for the marker.
    let row = "BYRK.,.....,.....,.....,.....";
    for (scores, [lines, wall], ranks) in [
        ("3,11", ["-,-,-,-,-", SOME], [1, 2]),
        ("3,12", ["-,-,-,-,-", SOME], [2, 1]),
        ("3,4", ["W,-,-,-,-", row], [1, 1]),
    ] {
        let table = "factories=-,-,-,-,- centre=W";
        let boards = [["-,-,-,-,-", row, "-"], [lines, wall, "M"]];
        let mut game = PositionSketch { table, marker: "1", scores, boards, ..SKETCH }.position();
        play(&mut game, &["centre white 1"]);
        let outcome = game.outcome().expect("it is over");
        let found: Vec<u8> = outcome.results.iter().map(|result| result.rank).collect();
        assert_eq!(found, ranks, "{scores}: {outcome:?}");
    }
}

fn after_deal(text: &str, deal: &str) -> Result<Azul, String> {
    let mut game = position(text);
    let deal = deal.parse().expect("a deal");
    game.apply_deal(&deal).map_err(|error| error.reason)?;
    Ok(game)
}

#[test]
fn the_lid_is_poured_in_only_when_the_bag_is_empty_and_more_is_needed() {
    // A13: there are six tiles in the bag, all of which must be drawn first.
    let text = "players=2 wall=colour round=5 starter=0 turn=deal marker=centre bag=2,4,0,0,0 \
        lid=14,13,17,18,18 factories=-,-,-,-,- centre=- scores=9,4 \
        lines0=-,-,-,-,- wall0=BY..W,WBY.K,..B.R,.....,..... floor0=- \
        lines1=-,-,-,-,- wall1=BYRK.,...R.,.....,.....,..... floor1=-";
    let game = after_deal(text, "BBYY YYRR RRKK KKWW WWBB").expect("the bag first, then the lid");
    assert_eq!(game.bag(), TileCounts::new([12, 13, 13, 14, 14]));
    assert_eq!(game.lid(), TileCounts::EMPTY);
    let refused = |deal| after_deal(text, deal).expect_err("impossible");
    assert_eq!(
        refused("BBYY RRRR YYKK KKWW WWBB"),
        "factory 2: yellow tiles are still in the bag, and the lid is poured in only when it is \
         empty"
    );
    assert_eq!(
        refused("BBBY YYYR RRKK KKWW WWBB"),
        "factory 1: there are not that many blue tiles left to draw"
    );
    assert_eq!(refused("BBYY YYRR RRKK KKWW"), "the deal is for 4 of the 5 factories");
    assert_eq!(refused("BBYY YYRR RRKK KKWW WB"), "factory 5 gets 4 tiles, not BW");
}

#[test]
fn a_bag_that_is_just_enough_leaves_the_lid_alone() {
    // A13
    let text = "players=2 wall=colour round=5 starter=0 turn=deal marker=centre bag=4,4,4,4,4 \
        lid=12,12,13,14,14 factories=-,-,-,-,- centre=- scores=9,4 \
        lines0=-,-,-,-,- wall0=BY..W,WBY.K,..B.R,.....,..... floor0=- \
        lines1=-,-,-,-,- wall1=BYRK.,...R.,...Y.,.....,..... floor1=-";
    let game = after_deal(text, "BBBB YYYY RRRR KKKK WWWW").expect("possible");
    assert_eq!((game.bag().total(), game.lid().total()), (0, 65));
}

#[test]
fn a_game_in_which_no_remaining_tile_fits_is_a_stalemate() {
    // A15: three players whose rows all need black, and all black tiles are on pattern lines; the
    // remaining tiles of other colours fit nowhere.
    let wall = "BYR.W,WBYR.,.WBYR,R.WBY,YR.WB";
    let text = format!(
        "players=3 wall=colour round=20 starter=2 turn=deal marker=centre bag=5,5,5,0,5 \
         lid=0,0,0,0,0 factories=-,-,-,-,-,-,- centre=- scores=1,2,3 \
         lines0=-,K,KK,KKK,KKKK wall0={wall} floor0=- \
         lines1=-,K,KK,KKK,KKK wall1={wall} floor1=- lines2=-,K,-,-,- wall2={wall} floor2=-"
    );
    let game = after_deal(&text, "BBBB BYYY YYRR RRRW WWWW - -").expect("possible");
    assert_eq!((game.turn(), game.end_reason()), (Turn::Over, Some(EndReason::Stalemate)));
    let outcome = game.outcome().expect("over");
    assert_eq!(outcome.reason, "stalemate: no tile can be placed any more");
    let scores: Vec<i32> = outcome.results.iter().map(|result| result.score).collect();
    // The bonuses are still scored: four colours for every player.
    assert_eq!(scores, [41, 42, 43]);
    let before = position(&text);
    let deal = "BBBB BYYY YYRR RRRW WWWW - -".parse().expect("a deal");
    assert_eq!(before.score_lines_of_deal(&deal).len(), 9, "three bonuses a seat");
}

#[test]
fn with_one_colour_left_only_players_who_still_get_a_tile_count() {
    // A15: one black tile circulates. Seats 0, 1 and 2 could place it, seat 3 could not; only one
    // factory is filled, so only the starter ever moves.
    let after = |starter: usize| {
        let text = format!(
            "players=4 wall=colour round=9 starter={starter} turn=deal marker=centre \
             bag=0,0,0,0,0 lid=0,0,0,1,0 factories=-,-,-,-,-,-,-,-,- centre=- scores=21,30,4,17 \
             lines0=-,K,Y,YY,BBBB wall0=BYRK.,WBYR.,KWB.R,RKWB.,YRKW. floor0=- \
             lines1=-,B,B,KKK,WWW wall1=BYR.W,W.Y.K,KW.YR,R.WBY,.RK.. floor1=- \
             lines2=-,-,K,WWW,YYY wall2=.YRK.,WBY..,.WB.R,RK.BY,.RK.B floor2=- \
             lines3=-,-,RR,YY,RRR wall3=B..KW,W..RK,K.BY.,R.WB.,Y.KWB floor3=-"
        );
        after_deal(&text, "K - - - - - - - -").expect("possible")
    };
    for starter in 0..3 {
        assert_eq!(after(starter).turn(), Turn::Seat(seat(starter)));
    }
    let stuck = after(3);
    assert_eq!((stuck.turn(), stuck.end_reason()), (Turn::Over, Some(EndReason::Stalemate)));
    assert_eq!(stuck.to_string().parse(), Ok(stuck), "it is a position that a game comes to");
}

#[test]
fn tiles_in_the_bag_that_nobody_could_place_are_not_waited_for() {
    // A15: as above, but half of the tiles that fit nowhere are in the bag.
    let (lines, wall) = ("-,K,KK,KKK,KKKK", "BYR.W,WBYR.,.WBYR,R.WBY,YR.WB");
    let text = format!(
        "players=2 wall=colour round=20 starter=0 turn=deal marker=centre bag=10,10,10,0,10 \
         lid=0,0,0,0,0 factories=-,-,-,-,- centre=- scores=1,2 \
         lines0={lines} wall0={wall} floor0=- lines1={lines} wall1={wall} floor1=-"
    );
    let game = after_deal(&text, "BBBB YYYY RRRR WWWW BYRW").expect("possible");
    assert_eq!((game.turn(), game.end_reason()), (Turn::Over, Some(EndReason::Stalemate)));
    assert_eq!(game.bag().total(), 20);
    assert_eq!(game.to_string().parse(), Ok(game), "it is a position that a game comes to");
}

#[test]
fn the_sixtieth_round_is_the_last() {
    // A15
    let table = "factories=-,-,-,-,- centre=B";
    let mut text = PositionSketch { table, ..SKETCH }.position().to_string();
    text = text.replace("round=2", "round=60");
    let mut game = position(&text);
    play(&mut game, &["centre blue floor"]);
    assert_eq!((game.turn(), game.end_reason()), (Turn::Over, Some(EndReason::Truncated)));
    assert_eq!(game.outcome().expect("over").reason, "truncated after 60 rounds");
}

const GREY: &str = "players=2 wall=grey round=2 starter=1 turn=TURN marker=1 bag=BAG lid=0,0,0,0,0 \
    factories=-,-,-,-,- centre=CENTRE scores=0,0 lines0=B,BB,-,-,- \
    wall0=.....,.....,..B..,.....,..... floor0=- lines1=R,-,-,-,- \
    wall1=.....,.....,.....,.....,..... floor1=M";

#[test]
fn on_the_grey_wall_each_full_line_waits_for_its_cell() {
    // A16: seat 0 tiles first, from the top; blue must not appear twice in a column.
    let text = GREY.replace("TURN", "0").replace("CENTRE", "W").replace("BAG", "16,20,19,20,19");
    let mut game = position(&text);
    assert!(game.check_move("wall 1 1".parse().expect("a move")).is_err());
    play(&mut game, &["centre white 5"]);
    assert_eq!((game.phase(), game.turn()), (Phase::Tile, Turn::Seat(seat(0))));
    let moves: Vec<String> = game.legal_moves().map(|mv| mv.to_string()).collect();
    assert_eq!(moves, ["wall 1 1", "wall 1 2", "wall 1 4", "wall 1 5"]);
    let refused = |game: &Azul, text: &str| {
        game.check_move(text.parse().expect("a move")).expect_err("refused").to_string()
    };
    assert_eq!(refused(&game, "wall 1 3"), "column 3 already holds blue");
    let first = "line 1 comes first: full lines are tiled from top to bottom";
    assert_eq!(refused(&game, "wall 2 1"), first);
    assert_eq!(refused(&game, "wall 1 6"), "column 6 does not exist: the columns are 1 to 5");
    let drafting = "line 1 is full: choose its cell on the wall, wall 1 COLUMN";
    assert_eq!(refused(&game, "centre white 5"), drafting);
    play(&mut game, &["wall 1 4", "wall 2 5"]);
    assert_eq!(game.turn(), Turn::Seat(seat(1)));
    play(&mut game, &["wall 1 1"]);
    assert_eq!((game.turn(), game.starter()), (Turn::Chance, seat(1)));
    assert_eq!(game.boards().iter().map(PlayerBoard::score).collect::<Vec<_>>(), [2, 0]);
}

#[test]
fn a_line_without_a_cell_falls_to_the_floor_before_it_is_paid_for() {
    // A16: blue is in four columns, and the fifth cell of row 2 is taken.
    let text = "players=2 wall=grey round=7 starter=1 turn=1 marker=1 bag=14,20,19,20,19 \
        lid=0,0,0,0,0 factories=-,-,-,-,- centre=W scores=9,0 lines0=-,BB,-,-,- \
        wall0=B....,....R,.B...,..B..,...B. floor0=- lines1=-,-,-,-,- \
        wall1=.....,.....,.....,.....,..... floor1=M";
    let mut game = position(text);
    let mv: Move = "centre white 5".parse().expect("a move");
    let lines = game.score_lines(mv);
    let (s, colour) = (seat(0), TileColour::Blue);
    let fell = [
        ScoreLine::NoCell { seat: s, row: row(1), colour, tiles: 2 },
        ScoreLine::Floor { seat: s, slots: 2, penalty: 2, lost: 2, score: 7 },
    ];
    assert_eq!(lines[..2], fell);
    game.play(mv).expect("legal");
    assert_eq!((game.phase(), game.lid()), (Phase::Deal, TileCounts::new([2, 0, 0, 0, 0])));
}

#[test]
fn typed_moves_match_their_text() {
    let all = [
        (Source::Factory(1), TileColour::Blue, Destination::PatternLine(2), "2 blue 3"),
        (Source::Centre, TileColour::Red, Destination::Floor, "centre red floor"),
    ];
    for (source, colour, destination, text) in all {
        let mv = Move::Draft(DraftAction { source, colour, destination });
        assert_eq!((mv.to_string().as_str(), text.parse()), (text, Ok(mv)));
    }
}
