//! Azul as a game: texts, options and the statistics of random play.

use meeple_core::{
    Game, ParseError, Turn,
    options::parse,
    rng::{RngStream, seeded},
};
use meeple_games::azul::{
    Azul, Deal, Move, Options, PlayerBoard, ReferenceAzul, TileColour, WallRow, WallSide,
    can_place_in_pattern_line,
};
use proptest::prelude::*;
use rand::seq::IndexedRandom;

fn options(words: &str) -> Options {
    parse(words.split(' ')).expect("good options")
}

fn start(words: &str) -> Azul {
    Azul::new(&options(words)).expect("good options")
}

/// Returns the mean rounds, moves and scores of uniformly random games, each with its standard
/// error.
fn random_play(players: usize, games: u64) -> [(f64, f64); 3] {
    let first = start(&format!("players={players}"));
    let mut rng = seeded(2024, RngStream::Deals);
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
    let squares: f64 = sample.iter().map(|value| (value - mean) * (value - mean)).sum();
    (mean, (squares / (size * (size - 1.0))).sqrt())
}

/// Rounds, moves and points per seat in random play with 2, 3 and 4 players: means of 200,000 games
/// with standard errors below 0.003, 0.05 and 0.007.
const FIGURES: [(usize, [f64; 3]); 3] =
    [(2, [6.602, 70.40, 2.968]), (3, [6.684, 89.92, 2.445]), (4, [6.781, 108.31, 2.064])];

#[test]
fn random_play_has_the_expected_statistics() {
    for (players, figures) in FIGURES {
        for (known, (mean, error)) in figures.into_iter().zip(random_play(players, 5000)) {
            let far = (mean - known).abs() / error;
            assert!(far < 5.0, "{players} players: {mean} +- {error}, not {known}");
        }
    }
}

#[test]
fn the_reference_has_the_same_statistics_of_random_play() {
    // Deals and moves are chosen independently, so this checks that both implementations draw
    // without bias.
    let mut rng = seeded(7, RngStream::Deals);
    let (mut moves, mut points, games) = (Vec::new(), Vec::new(), 1000);
    for _ in 0..games {
        let (mut game, mut count) = (ReferenceAzul::new(2, WallSide::Colour, 0), 0);
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

#[track_caller]
fn bad<T: std::str::FromStr<Err = ParseError> + std::fmt::Debug>(text: &str, message: &str) {
    let error = text.parse::<T>().expect_err("the text is bad");
    assert_eq!(error.to_string(), message);
}

#[test]
fn a_bad_move_is_refused_where_it_goes_wrong() {
    let form = "a move is SOURCE COLOUR LINE, such as 2 blue 3 or centre red floor";
    bad::<Move>("2 blue", &format!("bad move at character 7: {form}"));
    bad::<Move>("2  blue 3", &format!("bad move at character 3: {form}"));
    bad::<Move>(
        "2 bleu 3",
        "bad move at character 3: there is no colour \"bleu\" (did you mean \"blue\"?)",
    );
    bad::<Move>(
        "center red floor",
        "bad move at character 1: expected a number from 1 or \"centre\" or \"wall\", not \"center\" \
         (did you mean \"centre\"?)",
    );
    bad::<Move>(
        "1 red flor",
        "bad move at character 7: expected a number from 1 or \"floor\", not \"flor\" \
         (did you mean \"floor\"?)",
    );
    bad::<Move>(
        "wall 3",
        "bad move at character 7: a move on the wall is wall ROW COLUMN, such as wall 3 5",
    );
}

#[test]
fn a_bad_deal_is_refused_where_it_goes_wrong() {
    let form = "a factory is up to four of the letters B Y R K W, or - for none";
    bad::<Deal>("BBYR BBYG", &format!("bad deal at character 6: {form}"));
    bad::<Deal>("BBYR  BBYK", &format!("bad deal at character 6: {form}"));
    bad::<Deal>("BBYRK", &format!("bad deal at character 1: {form}"));
    bad::<Deal>("starter 4", "bad deal at character 9: the starter is a seat, 0 to 3");
    let ten = ["-"].repeat(10).join(" ");
    bad::<Deal>(&ten, "bad deal at character 1: there are at most 9 factories");
    let deal: Deal = "KBYB YYYY -".parse().expect("letters in any order");
    assert_eq!(deal.to_string(), "BBYK YYYY -");
}

/// Two players in round 3, from a real game: seat 0 is to move, seat 1 has the marker.
const POSITION: &str = "players=2 wall=colour round=3 starter=0 turn=0 marker=1 bag=7,3,7,13,10 \
    lid=5,10,9,0,2 factories=-,BYYK,BYKW,BBBY,- centre=BBYK scores=0,3 \
    lines0=-,K,-,Y,K wall0=...K.,.....,.W...,...B.,Y.... floor0=- \
    lines1=W,W,W,-,WWW wall1=..RK.,...R.,....R,R....,..... floor1=M";

/// Checks that the position with some words changed is refused for this reason.
#[track_caller]
fn impossible(changes: &[(&str, &str)], reason: &str) {
    let mut text = POSITION.to_owned();
    for (from, to) in changes {
        assert_eq!(text.matches(from).count(), 1, "{from} in {text}");
        text = text.replace(from, to);
    }
    let error = text.parse::<Azul>().expect_err(&text);
    assert_eq!(error.reason, reason, "{text}");
}

#[test]
fn an_inconsistent_position_is_refused_with_the_reason() {
    assert!(POSITION.parse::<Azul>().is_ok());
    let table = [
        ("bag=7,3", "bag=8,3", "there should be 20 blue tiles, not 21 (A1)"),
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
        ("wall0=...K.", "wall0=Y..K.", "seat 0: yellow lies on the blue cell of row 1 (A3)"),
        ("wall0=...K.", "wall0=...K", "a row of the wall has five cells (A2)"),
        ("lines0=-", "lines0=K", "seat 0: line 1 holds black, which its wall row has (A6)"),
        ("lines0=-,K", "lines0=-,YYY", "line 2 has room for 2 (A2)"),
        ("lines0=-,K", "lines0=-,YR", "a line has one colour (A6)"),
        (
            "floor0=-",
            "floor0=RRRRRRRR",
            "seat 0: 8 slots of the floor are used, but there are 7 (A2)",
        ),
        ("factories=-,BYYK", "factories=-,BYYKK", "a factory has at most 4 tiles (A1)"),
        ("scores=0,3", "scores=0,999", "a score is 0 to 345 (A11)"),
        (
            "scores=0,3",
            "scores=0,51",
            "seat 1 has a score of 51, but its wall gives at most 50 (A10, A12)",
        ),
        ("wall=colour", "wall=gray", "wall is colour or grey"),
    ];
    for (from, to, reason) in table {
        impossible(&[(from, to)], reason);
    }
    impossible(
        &[("bag=7,3,7,13,10", "bag=6,2,6,13,9"), ("wall0=...K.", "wall0=BYRKW")],
        "seat 0 has a complete row, so the game is over (A12)",
    );
}

#[test]
fn an_unreachable_position_is_refused_with_the_reason() {
    // Two players draw 20 tiles a round: after three deals 40 of the 100 are left (A1).
    impossible(
        &[("round=3", "round=2")],
        "in round 2 the bag should hold 60 of its tiles, not 40 (A1, A13)",
    );
    impossible(
        &[("bag=7,3,7,13,10", "bag=8,3,7,13,10"), ("lid=5,", "lid=4,")],
        "in round 3 the bag should hold 40 of its tiles, not 41 (A1, A13)",
    );
    impossible(
        &[("lid=5,10,9,0,2", "lid=5,9,8,0,2"), ("wall0=...K.", "wall0=.YRK.")],
        "seat 0: row 1 of the wall has 3 tiles, but a round adds only one and 2 rounds have been \
         tiled (A10)",
    );
    // Four lines of red tiles: seat 1's rows 2, 3 and 4 put 1, 2 and 3 of them in the lid.
    impossible(
        &[("lid=5,10,9,0,2", "lid=5,10,5,0,6"), ("bag=7,3,7,13,10", "bag=7,3,11,13,6")],
        "the lines of the red tiles on the walls left 6 for the lid (A10)",
    );
    impossible(
        &[("factories=-,BYYK", "factories=-,BYY"), ("lid=5,10,9,0", "lid=5,10,9,1")],
        "factory 2 has 3 tiles, but four are dealt, and all are taken together (A5, A13)",
    );
    impossible(
        &[("centre=BBYK", "centre=BBYYYYK"), ("lid=5,10", "lid=5,7")],
        "the centre has 7 tiles, but only 2 factories are empty (A5)",
    );
    impossible(
        &[("turn=0", "turn=1"), ("marker=1", "marker=centre"), ("floor1=M", "floor1=-")],
        "nobody has taken from the centre and 2 factories are empty, so it is seat 0's turn, not \
         seat 1's (A4, A5)",
    );
    impossible(
        &[("floor0=-", "floor0=BYYYY"), ("lid=5,10", "lid=4,6")],
        "the floors and full lines hold more than the 4 tiles of this round's draft (A10, A11)",
    );
    impossible(
        &[
            ("lines0=-,K,-,Y,K", "lines0=-,-,-,-,-"),
            ("lines1=W,W,W,-,WWW", "lines1=W,-,-,-,-"),
            ("lid=5,10,9,0,2", "lid=5,11,9,2,7"),
        ],
        "4 tiles drafted in this round, but lines and floors hold 1 (A6, A7)",
    );
}

#[test]
fn before_the_first_draft_nothing_can_have_been_taken() {
    let dealt = "players=2 wall=colour round=1 starter=0 turn=0 marker=centre bag=17,16,15,16,16 \
        lid=0,0,0,0,0 factories=BBYK,YRRW,BKWW,YYRR,RKKW centre=- scores=0,0 \
        lines0=-,-,-,-,- wall0=.....,.....,.....,.....,..... floor0=- \
        lines1=-,-,-,-,- wall1=.....,.....,.....,.....,..... floor1=-";
    assert!(dealt.parse::<Azul>().is_ok());
    let taken = dealt.replace("marker=centre", "marker=0").replace("floor0=-", "floor0=M");
    let error = taken.parse::<Azul>().expect_err("nothing was in the centre").reason;
    assert_eq!(error, "seat 0 has the marker, but no factory is empty (A5)");
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    let error = Azul::new(&options("players=3 starter=3")).expect_err("three seats");
    assert_eq!(error.to_string(), "starter=3, but with 3 players the seats are 0 to 2");
    for players in [0, 1, 5] {
        let options = Options { players: Some(players), ..Options::default() };
        let error = Azul::new(&options).expect_err("too few or too many").to_string();
        assert_eq!(error, format!("Azul is for 2 to 4 players, not {players}"));
    }
    let error = parse::<Options>(["wall=gray"]).expect_err("no such wall").to_string();
    assert!(error.contains("did you mean \"grey\"?"), "{error}");
}

#[test]
fn a_position_fits_in_a_few_cache_lines() {
    assert!(size_of::<Azul>() <= 5 * 64, "{} bytes", size_of::<Azul>());
}

/// Returns the position after this many random deals and moves.
fn wander(words: &str, seed: u64, plies: usize) -> Azul {
    let mut game = start(words);
    let mut rng = seeded(seed, RngStream::Deals);
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
    fn cached_facts_match_the_board(game in reached()) {
        for board in game.boards() {
            let again = rebuilt(board);
            prop_assert_eq!(*board, again);
            for colour in TileColour::ALL {
                let plainly: Vec<WallRow> = WallRow::ALL
                    .into_iter()
                    .filter(|&row| can_place_in_pattern_line(board, row, colour))
                    .collect();
                prop_assert_eq!(board.open_rows(colour).collect::<Vec<_>>(), plainly);
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
        drop((text.parse::<Azul>(), text.parse::<Move>(), text.parse::<Deal>()));
    }

    #[test]
    fn any_move_is_legal_exactly_if_it_is_listed(
        game in reached(), source in 0..12_u8, colour in 0..5_usize, line in 0..7_u8
    ) {
        let source = if source == 0 { "centre".into() } else { source.to_string() };
        let line = if line == 0 { "floor".into() } else { line.to_string() };
        let mv = format!("{source} {} {line}", TileColour::ALL[colour]);
        let mv: Move = mv.parse().expect("a move");
        prop_assert_eq!(game.is_legal(mv), game.legal_moves().any(|other| other == mv));
    }
}

fn rebuilt(board: &PlayerBoard) -> PlayerBoard {
    let lines = WallRow::ALL.map(|row| board.line(row));
    PlayerBoard::new(lines, *board.wall(), *board.floor(), board.score())
}
