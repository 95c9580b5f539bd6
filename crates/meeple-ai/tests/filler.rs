//! Filler's players: the stand-ins' choices, heat's four scores, sweeps against their twins,
//! that everybody always answers something legal, and who is better than whom.

mod support;

use meeple_ai::{
    filler::{
        Bender, Champion, H2D2, Hand, Heat, HeatMap, Placer, RandomPlacements, Terminator,
        Territory, WallE,
        distances::{UNREACHED, manhattan_to_enemy, plain, steps_from},
        enemy_distance,
    },
    roster::roster,
    search::Budget,
};
use meeple_core::{
    Event, Limits, Player, Seat,
    rng::{Stream, seeded},
};
use meeple_games::{
    GameKind,
    filler::{Board, Filler, Margins, Move, Piece, Placement, standard_map},
};
use proptest::prelude::*;
use support::{is_better, pairs_won, play};

fn board(line: &str) -> Board {
    Board::from_line(line).expect("a good board")
}

fn piece(text: &str) -> Piece {
    text.parse().expect("a good piece")
}

fn hand<'a>(board: &'a Board, piece: &'a Piece) -> Hand<'a> {
    Hand { board, piece, seat: Seat::new(0), margins: Margins::Overhang }
}

/// Where a player lays this piece on this board, over several seeds; `none` if nowhere.
#[track_caller]
fn answers(mut placer: impl Placer, line: &str, text: &str, expected: &[&str]) {
    let (board, piece, limits) = (board(line), piece(text), Limits::default());
    let mut answer = |seed| {
        let mut budget = Budget::start(&limits);
        let choice =
            placer.place(hand(&board, &piece), &mut budget, &mut seeded(seed, Stream::Deals));
        choice.map_or("none".into(), |choice| choice.mv.to_string())
    };
    let mut given: Vec<String> = (0..40).map(&mut answer).collect();
    given.sort();
    given.dedup();
    assert_eq!(given, expected);
}

#[test]
fn stand_ins_take_the_largest_the_middle_and_the_smallest_distance() {
    //   .....      a domino on 1,1: its new cell is 0,1 (3 steps from $) or 2,1 (1 step)
    //   .@...
    //   ..$..
    let cross = "...../.@.../..$..";
    answers(Terminator, cross, "2x1:OO", &["1,1"]);
    answers(H2D2, cross, "2x1:OO", &["0,1"]);
    //   .....      the new cells are summed
    //   .@..$
    //   .....
    let line = "...../.@..$/.....";
    answers(H2D2, line, "1x2:O/O", &["1,0", "1,1"]); // both 4: ties at random
    answers(Terminator, line, "3x1:OOO", &["1,1"]); // 2,1 and 3,1: 2 + 1
    answers(H2D2, line, "3x1:O.O", &["1,1"]); // only 3,1 is new; -1,1 is never answered
    answers(WallE, line, "2x1:OO", &["0,1", "1,1"]);
}

#[test]
fn bender_takes_the_middle_of_the_distinct_values() {
    //   .....
    //   @@@@@      a domino upwards or downwards from any cell of the line
    //   .....
    //   ....$
    let line = "...../@@@@@/...../....$";
    // Below row 1: the new cell c,2 is (4-c)+1 from $, above: (4-c)+3: values 1 2 3 4 5 6 7.
    answers(Bender, line, "1x2:O/O", &["1,1", "3,0"]); // both are 4
    answers(Terminator, line, "1x2:O/O", &["4,1"]);
    answers(H2D2, line, "1x2:O/O", &["0,0"]);
}

#[test]
fn stand_ins_with_only_negative_placements_find_none() {
    let (line, overhang) = ("@..$/..../....", "2x2:../.O");
    // -1,-1 is the only one (F3)
    answers(Terminator, line, overhang, &["none"]);
    answers(Bender, line, overhang, &["none"]);
    answers(H2D2, line, overhang, &["none"]);
    answers(WallE, line, overhang, &["none"]);
    answers(Territory, line, overhang, &["-1,-1"]);
}

#[test]
fn every_score_of_heat_is_as_defined() {
    //   0123
    // 0 ....     heat = 4 + 3 - distance to the nearest $
    // 1 .@$.
    // 2 ....
    let (board, piece) = (board("..../.@$./...."), piece("2x2:.O/OO"));
    let map = HeatMap::new(hand(&board, &piece));
    let heats: Vec<u32> =
        (0..3).flat_map(|y| (0..4).map(move |x| (x, y))).map(|(x, y)| map.heat(x, y)).collect();
    assert_eq!(heats, [4, 5, 6, 5, 5, 0, 0, 6, 4, 5, 6, 5]);
    let at = Placement { column: 0, row: 1 }; // covers 1,1 (ours), 0,2 and 1,2
    assert!((map.heat_score(at) - 3.0).abs() < 1e-9); // (0 + 4 + 5) / 3
    // $ is a neighbour of 1,1 and of 1,2.
    assert_eq!(map.blocking_score(at), 5 * 2);
    // Empty neighbours: 1,1 has 7 - 1 ($ aside) = 7; 0,2 has 0,1 and 1,2; 1,2 has 0,1, 0,2, 2,2.
    assert_eq!(map.expansion_score(at), 7 + 2 + 3);
    assert_eq!(map.efficiency_score(), 2 * 3);
    let total = 100.0 * 3.0 + 20.0 * 10.0 + 5.0 * 12.0 + 10.0 * 6.0;
    assert!((map.total(at) - total).abs() < 1e-9);
}

#[test]
fn heat_takes_the_first_of_the_best_row_by_row() {
    answers(Heat, "...../.@.../...../.$.../.....", "1x2:O/O", &["1,1"]);
    answers(Heat, "..../$.@./....", "2x1:OO", &["1,1"]);
    answers(Heat, ".../.@./...", "1x2:O/O", &["1,0"]); // nobody else there: all scores equal
}

#[test]
fn territory_cuts_the_enemy_off() {
    // One free column between two rooms; closing the gap keeps the upper room ours.
    answers(Territory, ".......@/......../......../$.......", "2x2:.O/O.", &["6,0"]);
}

fn any_board() -> impl Strategy<Value = Board> {
    let sizes = (1..12usize, 1..12usize);
    sizes.prop_flat_map(|(width, height)| {
        let mark = prop_oneof![8 => Just('.'), 1 => Just('@'), 1 => Just('s')];
        proptest::collection::vec(mark, width * height).prop_map(move |marks| {
            let rows: Vec<String> = marks.chunks(width).map(|row| row.iter().collect()).collect();
            Board::from_rows(rows.iter().map(String::as_str)).expect("a good board")
        })
    })
}

proptest! {
    #[test]
    fn sweeps_find_what_their_slow_twins_find(board in any_board(), seat in 0..2usize) {
        let seat = Seat::new(seat);
        prop_assert_eq!(manhattan_to_enemy(&board, seat), plain::manhattan_to_enemy(&board, seat));
        prop_assert_eq!(steps_from(&board, board.owned(seat)), plain::steps_from(&board, seat));
    }
}

#[test]
fn a_sweep_says_where_it_never_comes() {
    let walled = board(".$@/$$./...");
    assert_eq!(steps_from(&walled, walled.owned(Seat::new(0))).at(0, 0), UNREACHED);
    let alone = board("@..");
    assert_eq!(manhattan_to_enemy(&alone, Seat::new(0)).at(2, 0), 3 + 1);
}

fn map00() -> Filler {
    Filler::on(standard_map("map00").expect("a map"))
}

/// Everybody who can be seated.
fn names() -> impl Iterator<Item = &'static str> + Clone {
    roster(GameKind::Filler).players.iter().map(|kind| kind.name)
}

#[test]
fn nobody_stops_while_there_is_a_placement_to_answer() {
    for (name, seed) in names().zip(0..) {
        let table = play(&map00(), &[name, "wall_e"], seed);
        let game = table.game();
        for (ply, position) in game.line().iter().zip((0..).map_while(|at| game.position_at(at))) {
            if !matches!(&*ply.event, Event::Move { mv, .. } if mv == "stop") {
                continue;
            }
            // Robots answer no negative column or row (F3).
            let open = |mv: &String| mv != "stop" && !mv.contains('-');
            assert!(!position.legal_texts().iter().any(open), "{name} stops in {position}");
        }
    }
}

#[test]
fn everybody_plays_on_boards_of_every_width() {
    let mut names = names().cycle();
    for width in [1, 2, 63, 64, 65, 129, 200, 256] {
        let mut rows = vec![".".repeat(width); 20];
        rows[3].replace_range(0..1, "@");
        rows[15].replace_range(width - 1..width, "$");
        let board = Board::from_rows(rows.iter().map(String::as_str)).expect("a good board");
        for _ in 0..2 {
            let seats: Vec<&str> = names.by_ref().take(2).collect();
            play(&Filler::on(board.clone()), &seats, width as u64);
        }
    }
}

#[test]
fn who_has_no_placement_answers_none() {
    let (line, text) = ("@$/..", "2x1:OO");
    answers(Champion::default(), line, text, &["none"]);
    answers(Territory, line, text, &["none"]);
    answers(Heat, line, text, &["none"]);
    answers(Terminator, line, text, &["none"]);
    answers(Bender, line, text, &["none"]);
    answers(WallE, line, text, &["none"]);
    answers(H2D2, line, text, &["none"]);
}

#[test]
fn distances_are_summed_over_new_cells_only() {
    let (board, piece) = (board("@...$"), piece("3x1:OOO"));
    let sum = enemy_distance(hand(&board, &piece));
    assert_eq!(sum(Placement { column: 0, row: 0 }), 3 + 2);
}

#[test]
fn equals_share_every_pair() {
    // The two games of a pair deal the same pieces, so two of the same kind play the same twice.
    assert_eq!(pairs_won(&map00(), ["terminator", "terminator"], 0..5), 0);
}

#[test]
fn the_stand_in_that_goes_for_the_enemy_beats_the_one_that_flees() {
    is_better(&map00(), ["terminator", "h2_d2"], 1_618_000);
}

#[test]
fn champion_beats_terminator() {
    // With fewer samples than it would take by itself, which is quicker and no stronger.
    is_better(&map00(), ["champion:samples=4", "terminator"], 1_414_500);
}

#[test]
fn the_random_player_stops_only_where_it_must() {
    // Two placements and `stop`: an even choice among the three would stop in 1 of 3 games.
    let fits = Filler::asked(board(".@./..."), Seat::new(0), piece("2x1:OO"), Margins::Overhang);
    let mut rng = seeded(1, Stream::Deals);
    let mut choose = |game: &Filler| {
        RandomPlacements.choose(game, &Limits::default(), &mut rng).expect("it is to move").mv
    };
    assert!((0..100).all(|_| choose(&fits) != Move::Stop));
    let stuck = Filler::asked(board("@$/$."), Seat::new(0), piece("2x1:OO"), Margins::Overhang);
    assert_eq!(choose(&stuck), Move::Stop);
}
