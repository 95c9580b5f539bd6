//! Azul as a game: the conformance suite, texts, options and the figures
//! of random play.

use meeple_core::{
    Game, ParseError, Turn,
    conformance::Suite,
    options::parse,
    perft::dealt,
    rng::{Stream, seeded},
};
use meeple_games::azul::{
    Azul, AzulMove, AzulOptions, Deal, PlainAzul, PlayerBoard, Row, TileColor, WallSide,
    can_place_in_pattern_line,
};
use proptest::prelude::*;
use rand::seq::IndexedRandom;

fn options(words: &str) -> AzulOptions {
    parse(words.split(' ')).expect("good options")
}

fn start(words: &str) -> Azul {
    Azul::new(&options(words)).expect("good options")
}

const NO_MOVES: &[&str] = &[
    "",
    "blue",
    "2 blue",
    "2 blue 3 ",
    " 2 blue 3",
    "2  blue 3",
    "2 blue 3 4",
    "0 blue 3",
    "02 blue 3",
    "+2 blue 3",
    "2 blue 0",
    "256 blue 1",
    "2 Blue 3",
    "2 b 3",
    "center red floor",
    "floor red centre",
    "wall",
    "wall 1",
    "wall 0 1",
    "wall 1 x",
    "٢ blue ٣",
];

/// Deals that cannot be: none at all, too few, a colour that is not there, a foreign text.
fn bad_deals(game: &Azul) -> Vec<String> {
    let mut texts = vec![String::new(), "BBBB".into(), "XXXX".into(), "starter 9".into()];
    let factories = game.factory_count();
    texts.push(["-"].repeat(factories).join(" "));
    texts.push(["BBBBB"].repeat(factories).join(" "));
    if factories > FACTORIES_OF_ONE_COLOUR {
        texts.push(["KKKK"].repeat(factories).join(" "));
    }
    texts
}

/// Twenty tiles of a colour fill five factories.
const FACTORIES_OF_ONE_COLOUR: usize = 5;

#[test]
fn azul_passes_the_conformance_suite() {
    let all = [
        "players=2",
        "players=3 starter=2",
        "players=4 starter=drawn",
        "players=2 wall=grey starter=1",
        "players=4 wall=grey",
    ];
    Suite::<Azul>::new(all.map(options))
        .games(4)
        .most_plies(2000)
        .bad_moves(NO_MOVES)
        .bad_deals(bad_deals)
        .check();
}

/// Mean rounds, moves and scores of so many uniformly random games, each with its standard error.
fn random_play(players: usize, games: u64) -> [(f64, f64); 3] {
    let first = start(&format!("players={players}"));
    let mut rng = seeded(2024, Stream::Deals);
    let mut samples = [const { Vec::new() }; 3];
    for _ in 0..games {
        let (mut game, mut moves) = (first, 0);
        while game.turn() != Turn::Over {
            if let Some(mv) = game.random_move(&mut rng) {
                game.play_unchecked(mv);
                moves += 1;
            } else {
                let deal = game.sample_deal(&mut rng).expect("a deal is due");
                game.apply_deal(&deal).expect("it is possible");
            }
        }
        let scores: f64 = game.boards().iter().map(|board| f64::from(board.score())).sum();
        samples[0].push(f64::from(game.round()));
        samples[1].push(f64::from(moves));
        samples[2].push(scores / players as f64);
    }
    samples.map(|sample| mean_and_error(&sample))
}

fn mean_and_error(sample: &[f64]) -> (f64, f64) {
    let size = sample.len() as f64;
    let mean = sample.iter().sum::<f64>() / size;
    let squares: f64 = sample.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (size * (size - 1.0))).sqrt())
}

/// Rounds, moves and points a seat of random play with 2, 3 and 4 players: means of
/// 200,000 games, whose standard errors are below 0.003, 0.05 and 0.007.
const FIGURES: [(usize, [f64; 3]); 3] =
    [(2, [6.602, 70.40, 2.968]), (3, [6.684, 89.92, 2.445]), (4, [6.781, 108.31, 2.064])];

#[test]
fn random_play_has_its_figures() {
    for (players, figures) in FIGURES {
        for (known, (mean, error)) in figures.into_iter().zip(random_play(players, 5000)) {
            let far = (mean - known).abs() / error;
            assert!(far < 5.0, "{players} players: {mean} +- {error}, not {known}");
        }
    }
}

#[test]
fn other_programs_have_seen_the_same_random_play() {
    // Figures told by others, with two digits, of samples of unknown size: they agree with
    // ours as well as two samples do if theirs were of a hundred games.
    let told = [(2, [6.5, 69.0, 2.7]), (3, [6.6, 90.0, 2.3]), (4, [6.9, 110.0, 2.4])];
    for (players, figures) in told {
        for (told, (mean, error)) in figures.into_iter().zip(random_play(players, 1000)) {
            let error_of_a_hundred = error * 10_f64.sqrt();
            let far = (mean - told).abs() / error.hypot(error_of_a_hundred);
            assert!(far < 4.0, "{players} players: {mean} +- {error}, not {told}");
        }
    }
}

#[test]
fn the_plain_twin_plays_at_random_with_the_same_figures() {
    // Its deals and its choices are its own, so this holds for both: drawn without bias.
    let mut rng = seeded(7, Stream::Deals);
    let (mut moves, mut points, games) = (Vec::new(), Vec::new(), 1000);
    for _ in 0..games {
        let (mut game, mut count) = (PlainAzul::new(2, WallSide::Colour, 0), 0);
        while !game.is_over() {
            if game.is_deal_due() {
                game.deal(&mut rng);
            } else {
                game.play(*game.legal_moves().choose(&mut rng).expect("there is a move"));
                count += 1;
            }
        }
        moves.push(f64::from(count));
        points.push(f64::from(game.results().iter().map(|(score, _)| score).sum::<i32>()) / 2.0);
    }
    for (sample, known) in [(moves, FIGURES[0].1[1]), (points, FIGURES[0].1[2])] {
        let (mean, error) = mean_and_error(&sample);
        assert!((mean - known).abs() < 5.0 * error, "{mean} +- {error}, not {known}");
    }
}

#[test]
fn random_moves_are_spread_evenly() {
    let game = dealt(&start("players=2"), 5);
    let moves: Vec<AzulMove> = game.legal_moves().collect();
    let mut rng = seeded(1, Stream::Deals);
    let draws = 200 * moves.len();
    let mut counts = vec![0_i32; moves.len()];
    for _ in 0..draws {
        let mv = game.random_move(&mut rng).expect("there are moves");
        counts[moves.iter().position(|&other| other == mv).expect("it is legal")] += 1;
    }
    // 200 expected of each, standard deviation 14: six of them are never exceeded by chance.
    let far = counts.iter().map(|count| (count - 200).abs()).max();
    assert!(far < Some(85), "{counts:?}");
}

#[track_caller]
fn bad<T: std::str::FromStr<Err = ParseError> + std::fmt::Debug>(text: &str, message: &str) {
    let error = text.parse::<T>().expect_err("the text is bad");
    assert_eq!(error.to_string(), message);
}

#[test]
fn a_bad_move_is_refused_where_it_goes_wrong() {
    let form = "a move is SOURCE COLOUR LINE, such as 2 blue 3 or centre red floor";
    bad::<AzulMove>("2 blue", &format!("bad move at column 7: {form}"));
    bad::<AzulMove>("2  blue 3", &format!("bad move at column 3: {form}"));
    bad::<AzulMove>(
        "2 bleu 3",
        "bad move at column 3: there is no colour \"bleu\" (did you mean \"blue\"?)",
    );
    bad::<AzulMove>(
        "center red floor",
        "bad move at column 1: expected a number from 1 or \"centre\" or \"wall\", not \"center\" \
         (did you mean \"centre\"?)",
    );
    bad::<AzulMove>(
        "1 red flor",
        "bad move at column 7: expected a number from 1 or \"floor\", not \"flor\" \
         (did you mean \"floor\"?)",
    );
    bad::<AzulMove>(
        "wall 3",
        "bad move at column 7: a move on the wall is wall ROW COLUMN, such as wall 3 5",
    );
}

#[test]
fn a_bad_deal_is_refused_where_it_goes_wrong() {
    let form = "a factory is up to four of the letters B Y R K W, or - for none";
    bad::<Deal>("BBYR BBYG", &format!("bad deal at column 6: {form}"));
    bad::<Deal>("BBYR  BBYK", &format!("bad deal at column 6: {form}"));
    bad::<Deal>("BBYRK", &format!("bad deal at column 1: {form}"));
    bad::<Deal>("starter 4", "bad deal at column 9: the starter is a seat, 0 to 3");
    let ten = ["-"].repeat(10).join(" ");
    bad::<Deal>(&ten, "bad deal at column 1: there are at most 9 factories");
    let deal: Deal = "KBYB YYYY -".parse().expect("letters in any order");
    assert_eq!(deal.to_string(), "BBYK YYYY -");
}

const POSITION: &str = "players=2 wall=colour round=3 starter=0 turn=0 marker=1 bag=10,13,13,9,14 \
    lid=3,3,3,3,3 factories=-,BBYW,-,RRKK,- centre=YYRW scores=12,9 \
    lines0=-,-,-,-,- wall0=B..K.,.B..K,..B..,.K...,..... floor0=- \
    lines1=-,KK,-,-,- wall1=BY...,WB...,....R,.K...,..... floor1=M";

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    assert!(POSITION.parse::<Azul>().is_ok());
    let table = [
        ("bag=10,13", "bag=11,13", "there should be 20 blue tiles, not 21 (A1)"),
        ("players=2", "players=5", "players should be 2 to 4, not 5"),
        ("players=2", "players=3", "factories should have 7 parts, not 5"),
        ("round=3", "round=61", "round should be 1 to 60, not 61"),
        ("round=3", "round=+3", "numbers have no sign"),
        ("turn=0", "turn=2", "turn should be a seat, starter, deal or over, not 2"),
        ("turn=0", "turn=deal", "the table is not empty (A9)"),
        ("turn=0", "turn=over", "turn=over, but a line is full (A10, A11)"),
        (
            "marker=1",
            "marker=0",
            "seat 0: the marker's place on the floor does not fit marker=0 (A5)",
        ),
        ("wall0=B..K.", "wall0=Y..K.", "seat 0: yellow lies on the blue cell of row 1 (A3)"),
        ("wall0=B..K.", "wall0=B..K", "a row of the wall has five cells (A2)"),
        ("lines0=-", "lines0=B", "seat 0: line 1 holds blue, which its wall row has (A6)"),
        ("lines0=-,-", "lines0=-,YYY", "line 2 has room for 2 (A2)"),
        ("lines0=-,-", "lines0=-,YR", "a line has one colour (A6)"),
        (
            "floor0=-",
            "floor0=RRRRRRRR",
            "seat 0: 8 slots of the floor are used, but there are 7 (A2)",
        ),
        ("factories=-,BBYW", "factories=-,BBYWW", "a factory has at most 4 tiles (A1)"),
        ("scores=12,9", "scores=12,999", "a score is 0 to 345 (A11)"),
        (
            "scores=12,9",
            "scores=12,71",
            "seat 1 has a score of 71, but its wall gives at most 60 (A10, A12)",
        ),
        ("wall=colour", "wall=gray", "wall is colour or grey"),
    ];
    for (from, to, reason) in table {
        let text = POSITION.replace(from, to);
        let error = text.parse::<Azul>().expect_err(to);
        assert_eq!(error.reason, reason, "{text}");
    }
    let row = POSITION.replace("bag=10,13,13,9,14", "bag=10,12,12,9,13");
    let row = row.replace("wall0=B..K.", "wall0=BYRKW");
    let reason = row.parse::<Azul>().expect_err("it is over").reason;
    assert_eq!(reason, "seat 0 has a complete row, so the game is over (A12)");
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    let error = Azul::new(&options("players=3 starter=3")).expect_err("three seats");
    assert_eq!(error.to_string(), "starter=3, but the seats are 0 to 2 (A4)");
    let error = parse::<AzulOptions>(["wall=gray"]).expect_err("no such wall").to_string();
    assert!(error.contains("did you mean \"grey\"?"), "{error}");
}

#[test]
fn a_position_fits_in_a_few_cache_lines() {
    assert!(size_of::<Azul>() <= 5 * 64, "{} bytes", size_of::<Azul>());
}

/// The position after so many random deals and moves.
fn wander(words: &str, seed: u64, plies: usize) -> Azul {
    let mut game = start(words);
    let mut rng = seeded(seed, Stream::Deals);
    for _ in 0..plies {
        match game.turn() {
            Turn::Over => break,
            Turn::Chance => {
                let deal = game.sample_deal(&mut rng).expect("a deal is due");
                game.apply_deal(&deal).expect("it is possible");
            }
            Turn::Seat(_) => {
                let mv = game.random_move(&mut rng).expect("there are moves");
                game.play_unchecked(mv);
            }
        }
    }
    game
}

fn reached() -> impl Strategy<Value = Azul> {
    let words = prop::sample::select(vec!["players=2", "players=3 wall=grey", "players=4"]);
    (words, any::<u64>(), 0..120_usize).prop_map(|(words, seed, plies)| wander(words, seed, plies))
}

proptest! {
    #[test]
    fn what_is_remembered_is_what_the_board_says(game in reached()) {
        for board in game.boards() {
            let again = rebuilt(board);
            prop_assert_eq!(*board, again);
            for color in TileColor::ALL {
                let plainly: Vec<Row> = Row::ALL
                    .into_iter()
                    .filter(|&row| can_place_in_pattern_line(board, row, color))
                    .collect();
                prop_assert_eq!(board.open_rows(color).collect::<Vec<_>>(), plainly);
            }
        }
    }

    #[test]
    fn a_changed_letter_is_refused_or_means_another_position(
        game in reached(), at in any::<prop::sample::Index>(), letter in "[-,.=BYRKWM0-9 ]"
    ) {
        let mut text = game.to_string();
        let at = at.index(text.len());
        text.replace_range(at..=at, &letter);
        if let Ok(other) = text.parse::<Azul>() {
            prop_assert_eq!(other.to_string().parse(), Ok(other));
        }
    }

    #[test]
    fn no_text_makes_a_parser_panic(text in "[a-z0-9 =,.BYRKWM-]{0,60}") {
        drop((text.parse::<Azul>(), text.parse::<AzulMove>(), text.parse::<Deal>()));
    }

    #[test]
    fn any_move_is_legal_exactly_if_it_is_listed(
        game in reached(), source in 0..12_u8, color in 0..5_usize, line in 0..7_u8
    ) {
        let source = if source == 0 { "centre".into() } else { source.to_string() };
        let line = if line == 0 { "floor".into() } else { line.to_string() };
        let mv = format!("{source} {} {line}", TileColor::ALL[color]);
        let mv: AzulMove = mv.parse().expect("a move");
        prop_assert_eq!(game.is_legal(mv), game.legal_moves().any(|other| other == mv));
    }
}

fn rebuilt(board: &PlayerBoard) -> PlayerBoard {
    let lines = Row::ALL.map(|row| board.line(row));
    PlayerBoard::new(lines, *board.wall(), *board.floor(), board.score())
}
