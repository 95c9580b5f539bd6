//! Tests for Filler's players: the choices of the stand-ins, the four scores of heat, optimised code
//! against reference implementations, legality of all answers, and relative strength.

mod support;

use meeple_ai::{
    advice::{Advice, Adviser, Question},
    filler::{
        Bender, Champion, ChampionAdviser, ChampionOptions, H2D2, HeatMap, HeatPlacer, PieceTurn,
        Placer, RandomFillerPlayer, Terminator, TerritoryPlacer, WallE,
        distances::{UNREACHED, manhattan_to_enemy, plain, steps_from},
        enemy_distance,
    },
    grade::Grade,
    roster::{PlayerKind, roster},
    search::Budget,
};
use meeple_core::{
    Event, Game, Limits, Player, Seat,
    rng::{RngStream, seeded},
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

fn hand<'a>(board: &'a Board, piece: &'a Piece) -> PieceTurn<'a> {
    PieceTurn { board, piece, seat: Seat::new(0), margins: Margins::Overhang }
}

/// Checks where a player places this piece on this board, over several seeds; `none` means nowhere.
#[track_caller]
fn answers(mut placer: impl Placer, line: &str, text: &str, expected: &[&str]) {
    let (board, piece, limits) = (board(line), piece(text), Limits::default());
    let mut answer = |seed| {
        let mut budget = Budget::start(&limits);
        let choice =
            placer.place(hand(&board, &piece), &mut budget, &mut seeded(seed, RngStream::Deals));
        choice.map_or("none".into(), |choice| choice.mv.to_string())
    };
    let mut given: Vec<String> = (0..40).map(&mut answer).collect();
    given.sort();
    given.dedup();
    assert_eq!(given, expected);
}

#[test]
fn stand_ins_take_the_largest_the_middle_and_the_smallest_distance() {
    //   .....      a domino over 1,1: its new cell is 0,1 (3 steps from $) or 2,1 (1 step)
    //   .@...
    //   ..$..
    let cross = "...../.@.../..$..";
    answers(Terminator, cross, "2x1:OO", &["1,1"]);
    answers(H2D2, cross, "2x1:OO", &["0,1"]);
    //   .....      the new cells are summed
    //   .@..$
    //   .....
    let line = "...../.@..$/.....";
    answers(H2D2, line, "1x2:O/O", &["1,0", "1,1"]); // both 4: ties are broken at random
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
    // -1,-1 is the only legal placement (F3)
    answers(Terminator, line, overhang, &["none"]);
    answers(Bender, line, overhang, &["none"]);
    answers(H2D2, line, overhang, &["none"]);
    answers(WallE, line, overhang, &["none"]);
    answers(TerritoryPlacer, line, overhang, &["-1,-1"]);
}

#[test]
fn every_heat_score_matches_its_definition() {
    //   0123
    // 0 ....     heat = 4 + 3 - distance to the nearest $
    // 1 .@$.
    // 2 ....
    let (board, piece) = (board("..../.@$./...."), piece("2x2:.O/OO"));
    let map = HeatMap::new(hand(&board, &piece));
    let heats: Vec<u32> =
        (0..3).flat_map(|y| (0..4).map(move |x| (x, y))).map(|(x, y)| map.heat(x, y)).collect();
    assert_eq!(heats, [4, 5, 6, 5, 5, 0, 0, 6, 4, 5, 6, 5]);
    let at = Placement { column: 0, row: 1 }; // covers 1,1 (own cell), 0,2 and 1,2
    assert!((map.heat_score(at) - 3.0).abs() < 1e-9); // (0 + 4 + 5) / 3
    // $ is a neighbour of 1,1 and of 1,2.
    assert_eq!(map.blocking_score(at), 5 * 2);
    // Empty neighbours: 1,1 has 8 - 1 (the $) = 7; 0,2 has 0,1 and 1,2; 1,2 has 0,1, 0,2, 2,2.
    assert_eq!(map.expansion_score(at), 7 + 2 + 3);
    assert_eq!(map.efficiency_score(), 2 * 3);
    let total = 100.0 * 3.0 + 20.0 * 10.0 + 5.0 * 12.0 + 10.0 * 6.0;
    assert!((map.total_score(at) - total).abs() < 1e-9);
}

#[test]
fn heat_takes_the_first_of_the_best_row_by_row() {
    answers(HeatPlacer, "...../.@.../...../.$.../.....", "1x2:O/O", &["1,1"]);
    answers(HeatPlacer, "..../$.@./....", "2x1:OO", &["1,1"]);
    answers(HeatPlacer, ".../.@./...", "1x2:O/O", &["1,0"]); // no opponent: all scores are equal
}

#[test]
fn territory_cuts_the_enemy_off() {
    // One free column between two rooms; closing the gap secures the upper room.
    answers(TerritoryPlacer, ".......@/......../......../$.......", "2x2:.O/O.", &["6,0"]);
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
    fn sweeps_match_their_references(board in any_board(), seat in 0..2usize) {
        let seat = Seat::new(seat);
        prop_assert_eq!(manhattan_to_enemy(&board, seat), plain::manhattan_to_enemy(&board, seat));
        prop_assert_eq!(steps_from(&board, board.owned(seat)), plain::steps_from(&board, seat));
    }
}

#[test]
fn a_sweep_reports_unreachable_cells() {
    let walled = board(".$@/$$./...");
    assert_eq!(steps_from(&walled, walled.owned(Seat::new(0))).distance(0, 0), UNREACHED);
    let alone = board("@..");
    assert_eq!(manhattan_to_enemy(&alone, Seat::new(0)).distance(2, 0), 3 + 1);
}

fn map00() -> Filler {
    Filler::from_board(standard_map("map00").expect("a map"))
}

/// Returns all players of the roster; players with a pace get limits that keep the tests fast.
fn names() -> impl Iterator<Item = String> + Clone {
    let paced = |kind: &PlayerKind| match kind.pace {
        Some(_) => format!("{}:nodes=50", kind.name),
        None => kind.name.into(),
    };
    roster(GameKind::Filler).players.iter().map(paced)
}

#[test]
fn no_player_stops_while_there_is_a_placement() {
    for (name, seed) in names().zip(0..) {
        let table = play(&map00(), &[&name, "wall_e"], seed);
        let game = table.game();
        for (ply, position) in game.plies().iter().zip((0..).map_while(|at| game.position_at(at))) {
            if !matches!(&*ply.event, Event::Move { mv, .. } if mv == "stop") {
                continue;
            }
            // The stand-ins never answer a negative column or row (F3).
            let open = |mv: &String| mv != "stop" && !mv.contains('-');
            assert!(!position.legal_move_texts().iter().any(open), "{name} stops in {position}");
        }
    }
}

#[test]
fn every_player_plays_on_boards_of_every_width() {
    let mut names = names().cycle();
    for width in [1, 2, 63, 64, 65, 129, 200, 256] {
        let mut rows = vec![".".repeat(width); 20];
        rows[3].replace_range(0..1, "@");
        rows[15].replace_range(width - 1..width, "$");
        let board = Board::from_rows(rows.iter().map(String::as_str)).expect("a good board");
        for _ in 0..2 {
            let seats: Vec<String> = names.by_ref().take(2).collect();
            play(&Filler::from_board(board.clone()), &[&seats[0], &seats[1]], width as u64);
        }
    }
}

#[test]
fn a_player_without_a_placement_returns_none() {
    let (line, text) = ("@$/..", "2x1:OO");
    answers(Champion::default(), line, text, &["none"]);
    answers(TerritoryPlacer, line, text, &["none"]);
    answers(HeatPlacer, line, text, &["none"]);
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
fn equal_players_split_every_pair() {
    // Both games of a pair have the same pieces, so two equal players play the same game twice.
    assert_eq!(pairs_won(&map00(), ["terminator", "terminator"], 0..5), 0);
}

#[test]
fn the_stand_in_that_goes_for_the_enemy_beats_the_one_that_flees() {
    is_better(&map00(), ["terminator", "h2_d2"], 1_618_000);
}

#[test]
fn champion_beats_terminator() {
    // Fewer samples and games than the default, to be faster.
    is_better(&map00(), ["champion:samples=4:games=24", "terminator"], 1_414_500);
}

#[test]
fn hard_beats_easy() {
    // Neighbouring levels differ too little to show in so few games.
    is_better(&map00(), ["hard", "easy"], 1_732_000);
}

#[test]
fn the_random_player_stops_only_where_it_must() {
    // Two placements and `stop`: a uniform choice would stop in 1 of 3 games.
    let fits = Filler::with_piece_in_hand(
        board(".@./..."),
        Seat::new(0),
        piece("2x1:OO"),
        Margins::Overhang,
    );
    let mut rng = seeded(1, RngStream::Deals);
    let mut choose = |game: &Filler| {
        RandomFillerPlayer.choose(game, &Limits::default(), &mut rng).expect("it is to move").mv
    };
    assert!((0..100).all(|_| choose(&fits) != Move::Stop));
    let stuck = Filler::with_piece_in_hand(
        board("@$/$."),
        Seat::new(0),
        piece("2x1:OO"),
        Margins::Overhang,
    );
    assert_eq!(choose(&stuck), Move::Stop);
}

#[test]
fn a_player_that_errs_never_plays_an_absurd_move() {
    // Both rooms depend on the gap: only closing it is within 3 cells of the best.
    let careless = ChampionOptions {
        samples: Some(0),
        overlooks: Some(90),
        blur: Some(50),
        tolerates: Some(3),
        ..ChampionOptions::default()
    };
    answers(Champion::new(careless), CORNERS, "2x2:.O/O.", &["6,0"]);
}

/// Two players in opposite corners: the diagonal piece goes along the edge or towards the middle.
const CORNERS: &str = ".......@/......../......../$.......";

fn advice(game: &Filler, also: &[Move], limits: &Limits) -> Advice<Move> {
    let question = Question { top: 2, also: also.to_vec() };
    let mut rng = seeded(3, RngStream::Deals);
    ChampionAdviser::default().advise(game, &question, limits, &mut rng).expect("a move is due")
}

fn asked(line: &str, text: &str) -> Filler {
    Filler::with_piece_in_hand(board(line), Seat::new(0), piece(text), Margins::Overhang)
}

#[test]
fn advice_ranks_best_and_requested_moves_in_one_unit() {
    let game = asked("........../.@......../........../........../........$.", "2x2:OO/.O");
    let all: Vec<Move> = game.legal_moves().collect();
    let advice = advice(&game, &all, &Limits::default());
    assert_eq!(advice.moves.len(), all.len());
    assert!(advice.moves.is_sorted_by(|a, b| a.value >= b.value && a.chance >= b.chance));
    assert_eq!(advice.appraisal.values, [advice.moves[0].value, -advice.moves[0].value]);
    assert!(advice.moves.iter().all(|advised| !advised.reasons.is_empty()));
    let last = advice.moves.last().expect("there are moves");
    assert_eq!(last.mv, Move::Stop);
    assert_eq!(Grade::of(advice.moves[0].chance, last.chance), Grade::Blunder);
    assert_eq!(last.reasons[0], "places nothing more for the rest of the game");
}

#[test]
fn reasons_name_what_is_weighed() {
    let open = asked(CORNERS, "2x2:.O/O.");
    let best = &advice(&open, &[], &Limits::default()).moves[0];
    let said = best.reasons.join("; ");
    assert!(said.contains("the opponent reaches "), "{said}");
    // A single cell is left at the border: taking it is best, and a reason says so.
    let gap = asked("@..../.@@@@/$$$$$/.....", "2x1:OO");
    let said = advice(&gap, &[], &Limits::default()).moves[0].reasons.join("; ");
    assert!(said.contains("closes the border"), "{said}");
    let closed = asked("@..../@@@@@/$$$$$/.....", "2x1:OO");
    let said = advice(&closed, &[], &Limits::default()).moves[0].reasons.join("; ");
    assert!(said.contains("sampled pieces still fit; "), "{said}");
    assert!(said.contains("free cell"), "{said}");
}

/// A board on which $ can't reach the room of @.
const CLOSED: &str = "@......./......../..@...../......../@@@@@@@@/$$$$$$$$/........";

#[test]
fn on_uncontested_ground_advice_agrees_with_the_player() {
    for text in ["2x2:OO/OO", "3x1:OOO", "2x2:OO/.O", "1x3:O/O/O"] {
        let game = asked(CLOSED, text);
        let mut rng = seeded(3, RngStream::Deals);
        let (board, piece, limits) = (board(CLOSED), piece(text), Limits::default());
        let hand = hand(&board, &piece);
        let choice = Champion::default().place(hand, &mut Budget::start(&limits), &mut rng);
        let choice = choice.expect("a piece that fits");
        let advice = advice(&game, &[], &Limits::default());
        assert_eq!(advice.moves[0].mv, Move::Place(choice.mv), "{text}: on the same draws");
        let fit = (0.64 * choice.ranking[0].value).round();
        assert_eq!(advice.moves[0].reasons[0], format!("{fit} of 64 sampled pieces still fit"));
    }
}

#[test]
fn on_uncontested_ground_advice_includes_the_requested_move_even_without_time() {
    let game = asked(CLOSED, "2x2:OO/OO");
    let all: Vec<Move> = game.legal_moves().collect();
    let value = |also: &[Move], limits| {
        let advice = advice(&game, also, limits);
        assert!(advice.moves.is_sorted_by(|a, b| a.value >= b.value));
        assert!(also.iter().all(|mv| advice.moves.iter().any(|advised| advised.mv == *mv)));
        advice.moves[0].value
    };
    let none = Limits { nodes: Some(0), ..Limits::default() };
    assert!(value(&all, &none) >= value(&all, &Limits::default()), "nothing is said to be lost");
}

#[test]
fn advice_exists_without_time_and_for_a_stuck_player() {
    let none = Limits { nodes: Some(0), ..Limits::default() };
    let game = asked(CORNERS, "2x2:.O/O.");
    let also: Vec<Move> = game.legal_moves().collect();
    let answer = advice(&game, &also, &none);
    assert_eq!((answer.moves.len(), answer.nodes), (also.len(), 0));
    let stuck = advice(&asked("@$/$.", "2x1:OO"), &[], &Limits::default());
    assert_eq!(stuck.moves.iter().map(|advised| advised.mv).collect::<Vec<_>>(), [Move::Stop]);
}

#[test]
fn positions_are_appraised_where_a_piece_is_due_and_at_the_end() {
    let appraise = |game: &Filler| {
        let mut rng = seeded(3, RngStream::Deals);
        ChampionAdviser::default().appraise(game, &Limits::default(), &mut rng).expect("a value")
    };
    // Most of the board is nearer to @, whichever seat moves next.
    let ahead =
        appraise(&Filler::from_board(board("......../...@..../......../......../$.......")));
    assert!(ahead.values[0] > 0.0 && ahead.chances[0] > 0.5, "{ahead:?}");
    assert!((ahead.chances[0] + ahead.chances[1] - 1.0).abs() < 1e-9);
    let table = play(&map00(), &["terminator", "h2_d2"], 7);
    let over = table.game().position_at(table.game().plies().len()).expect("the last position");
    let over: Filler = over.to_string().parse().expect("a position");
    let lead = f64::from(over.score(Seat::new(0))) - f64::from(over.score(Seat::new(1)));
    assert_eq!(appraise(&over).values, [lead, -lead]);
}
