//! Filler's bots: the stand-ins' choices, heat's four scores, sweeps against their twins,
//! and that everybody always answers something legal.

use meeple_ai::{
    filler::{
        BOTS, HeatMap, RandomPlacements, View, bot,
        distances::{UNREACHED, manhattan_to_enemy, plain, steps_from},
        duel::{Tally, play},
        enemy_distance,
    },
    roster::{Resources, Seated, roster},
};
use meeple_core::{
    AnyGame, Game, Limits, Player, Seat,
    rng::{Stream, seeded},
};
use meeple_games::{
    GameKind,
    filler::{Board, Filler, Margins, Move, Piece, Placement, standard_map},
};
use proptest::prelude::*;

fn board(line: &str) -> Board {
    Board::from_line(line).expect("a good board")
}

fn piece(text: &str) -> Piece {
    text.parse().expect("a good piece")
}

fn view<'a>(board: &'a Board, piece: &'a Piece) -> View<'a> {
    View { board, piece, seat: Seat::new(0), margins: Margins::Overhang }
}

/// What a bot answers on this board, over several seeds.
#[track_caller]
fn answers(name: &str, line: &str, text: &str, expected: &[&str]) {
    let (board, piece) = (board(line), piece(text));
    let mut bot = bot(name).expect("a bot");
    let mut given: Vec<String> = (0..40)
        .map(|seed| bot.place(view(&board, &piece), &mut seeded(seed, Stream::Deals)))
        .map(|at| at.map_or("none".into(), |at| at.to_string()))
        .collect();
    given.sort();
    given.dedup();
    assert_eq!(given, expected, "{name}");
}

#[test]
fn stand_ins_take_the_largest_the_middle_and_the_smallest_distance() {
    //   .....      a domino on 1,1: its new cell is 0,1 (3 steps from $) or 2,1 (1 step)
    //   .@...
    //   ..$..
    let cross = "...../.@.../..$..";
    answers("terminator", cross, "2x1:OO", &["1,1"]);
    answers("h2_d2", cross, "2x1:OO", &["0,1"]);
    //   .....      the new cells are summed
    //   .@..$
    //   .....
    let line = "...../.@..$/.....";
    answers("h2_d2", line, "1x2:O/O", &["1,0", "1,1"]); // both 4: ties at random
    answers("terminator", line, "3x1:OOO", &["1,1"]); // 2,1 and 3,1: 2 + 1
    answers("h2_d2", line, "3x1:O.O", &["1,1"]); // only 3,1 is new; -1,1 is never answered
    answers("wall_e", line, "2x1:OO", &["0,1", "1,1"]);
}

#[test]
fn bender_takes_the_middle_of_the_distinct_values() {
    //   .....
    //   @@@@@      a domino upwards or downwards from any cell of the line
    //   .....
    //   ....$
    let line = "...../@@@@@/...../....$";
    // Below row 1: the new cell c,2 is (4-c)+1 from $, above: (4-c)+3: values 1 2 3 4 5 6 7.
    answers("bender", line, "1x2:O/O", &["1,1", "3,0"]); // both are 4
    answers("terminator", line, "1x2:O/O", &["4,1"]);
    answers("h2_d2", line, "1x2:O/O", &["0,0"]);
}

#[test]
fn stand_ins_with_only_negative_placements_find_none() {
    let (line, overhang) = ("@..$/..../....", "2x2:../.O");
    for name in ["terminator", "bender", "h2_d2", "wall_e"] {
        answers(name, line, overhang, &["none"]); // -1,-1 is the only one (F3)
    }
    answers("territory", line, overhang, &["-1,-1"]);
}

#[test]
fn every_score_of_heat_is_as_defined() {
    //   0123
    // 0 ....     heat = 4 + 3 - distance to the nearest $
    // 1 .@$.
    // 2 ....
    let (board, piece) = (board("..../.@$./...."), piece("2x2:.O/OO"));
    let view = view(&board, &piece);
    let map = HeatMap::new(view);
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
    answers("heat", "...../.@.../...../.$.../.....", "1x2:O/O", &["1,1"]);
    answers("heat", "..../$.@./....", "2x1:OO", &["1,1"]);
    answers("heat", ".../.@./...", "1x2:O/O", &["1,0"]); // nobody else there: all scores equal
}

#[test]
fn territory_cuts_the_enemy_off() {
    // One free column between two rooms; closing the gap keeps the upper room ours.
    answers("territory", ".......@/......../......../$.......", "2x2:.O/O.", &["6,0"]);
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

#[test]
fn everybody_answers_legally_in_whole_games() {
    let start = Filler::on(standard_map("map00").expect("a map"));
    for (index, kind) in BOTS.iter().enumerate() {
        let mut game = start.clone();
        let mut other = bot("wall_e").expect("a bot");
        let mut one = (kind.build)();
        let mut rng = seeded(index as u64, Stream::Deals);
        while let Some(piece) = game.sample_deal(&mut rng) {
            game.apply_deal(&piece).expect("a sampled deal");
            let Some(view) = View::of(&game) else { continue };
            let mover = if view.seat.index() == 0 { &mut one } else { &mut other };
            let Some(at) = mover.place(view, &mut rng) else {
                let negative = |at: Placement| at.column < 0 || at.row < 0;
                assert!(view.placements().all(negative), "{} found none in {game}", kind.name);
                game.play(Move::Stop).expect("a player may stop");
                continue;
            };
            game.play(Move::Place(at)).expect("a legal placement");
        }
    }
}

#[test]
fn bots_play_on_boards_of_every_width() {
    for width in [1, 2, 63, 64, 65, 129, 200] {
        let mut rows = vec![".".repeat(width); 20];
        rows[3].replace_range(0..1, "@");
        rows[15].replace_range(width - 1..width, "$");
        let start = Filler::on(Board::from_rows(rows.iter().map(String::as_str)).expect("good"));
        let (mut game, mut rng) = (start, seeded(width as u64, Stream::Deals));
        for kind in BOTS.iter().cycle().take(4 * BOTS.len()) {
            let Some(piece) = game.sample_deal(&mut rng) else { break };
            game.apply_deal(&piece).expect("a sampled deal");
            let Some(view) = View::of(&game) else { continue };
            let at = (kind.build)().place(view, &mut rng);
            game.play(at.map_or(Move::Stop, Move::Place)).expect("a legal answer");
        }
    }
}

#[test]
fn a_bot_with_no_placement_answers_none() {
    let (board, piece) = (board("@$/.."), piece("2x1:OO"));
    for kind in BOTS {
        let at = (kind.build)().place(view(&board, &piece), &mut seeded(1, Stream::Deals));
        assert_eq!(at, None, "{}", kind.name);
    }
}

#[test]
fn distances_are_summed_over_new_cells_only() {
    let (board, piece) = (board("@...$"), piece("3x1:OOO"));
    let sum = enemy_distance(view(&board, &piece));
    assert_eq!(sum(Placement { column: 0, row: 0 }), 3 + 2);
}

#[test]
fn the_two_games_of_a_pair_deal_the_same_pieces() {
    let start = Filler::on(standard_map("map00").expect("a map"));
    let bots = || (bot("terminator").expect("a bot"), bot("terminator").expect("a bot"));
    let (mut a, mut b) = bots();
    let game = play(&start, a.as_mut(), b.as_mut(), 7);
    let (mut c, mut d) = bots();
    assert_eq!(game, play(&start, d.as_mut(), c.as_mut(), 7), "equal bots, equal games");
    let mut tally = Tally::default();
    tally.play_pair(&start, a.as_mut(), b.as_mut(), 7);
    assert_eq!((tally.wins, tally.losses, tally.share()), (1, 1, 0.5));
    assert_eq!(tally.cells, tally.enemy_cells);
}

#[test]
fn the_stronger_stand_in_wins_nearly_always() {
    let start = Filler::on(standard_map("map00").expect("a map"));
    let (mut terminator, mut h2_d2) =
        (bot("terminator").expect("a bot"), bot("h2_d2").expect("a bot"));
    let mut tally = Tally::default();
    (0..10).for_each(|seed| tally.play_pair(&start, terminator.as_mut(), h2_d2.as_mut(), seed));
    assert!(tally.wins >= 18, "{tally}");
}

#[test]
fn the_roster_seats_every_bot() {
    let mut game = Filler::on(standard_map("map00").expect("a map"));
    let deal = game.sample_deal(&mut seeded(1, Stream::Deals)).expect("a deal is due");
    game.apply_deal(&deal).expect("a sampled deal");
    for kind in BOTS {
        let mut seated =
            Seated::new(GameKind::Filler, kind.name, &Resources::default()).expect("seated");
        let mut rng = seeded(1, Stream::Seat(Seat::new(0)));
        let choice =
            seated.player.choose_text(&game, &Limits::default(), &mut rng).expect("a choice");
        let mut erased: Box<dyn AnyGame> = Box::new(game.clone());
        erased.play_text(&choice.mv).expect("a legal move");
    }
    assert_eq!(roster(GameKind::Filler)[0].name, BOTS[0].name, "the strongest is first");
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
