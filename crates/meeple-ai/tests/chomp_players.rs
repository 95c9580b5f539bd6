//! Tests for the Chomp players: they eat the poison only if they must, win won positions, and say when
//! they guess.

mod support;

use meeple_ai::{
    advice::{Advice, Adviser, Question},
    chomp::{
        CasualOptions, CasualPlayer, ChompAdviser, PerfectOptions, PerfectPlayer, RandomBites,
        SharedSolver, Stall, positions_in_box,
    },
    roster::{Resources, roster},
};
use meeple_core::{
    Choice, ChooseError, Contestant, Event, Game, Limits, Player, Seat,
    rng::{RngStream, seeded},
};
use meeple_games::{
    GameKind,
    chomp::{Board, Chomp, Move},
};

fn on(width: usize, height: usize, rows: &[u8]) -> Chomp {
    Chomp::from_board(Board::with_rows(width, height, rows).expect("good rows"))
}

fn whole(width: usize, height: usize) -> Chomp {
    Chomp::from_board(Board::new(width, height).expect("a good size"))
}

fn perfect(stall: Stall, slip: u32) -> PerfectPlayer {
    let options = PerfectOptions { stall: Some(stall), slip: Some(slip) };
    PerfectPlayer::new(options, SharedSolver::default())
}

/// Plays to the end and returns the winner; fails if a player eats the poison.
fn winner(start: &Chomp, seats: [&str; 2], seed: u64) -> Seat {
    let table = support::play(start, &seats, seed);
    let eats = |event: &Event| matches!(event, Event::Move { mv, .. } if mv == "0,0");
    assert!(!table.game().log().iter().any(|event| eats(event)), "{seats:?} in {start}");
    table.game().outcome().expect("over").winners().next().expect("somebody wins")
}

#[test]
fn perfect_play_wins_every_won_game_and_every_game_that_the_other_spoils() {
    for seed in 0..200 {
        let (width, height) = (2 + seed as usize % 7, 1 + seed as usize / 7 % 6);
        let winner = winner(&whole(width, height), ["perfect", "random"], seed);
        assert_eq!(winner, Seat::new(0), "{width}x{height}");
    }
    // Lost for seat 0, even with perfect play.
    for rows in [&[5, 5, 2, 2][..], &[3, 1, 1], &[7, 6]] {
        let start = on(7, 4, rows);
        assert_eq!(winner(&start, ["perfect", "perfect:stall=nibble"], 1), Seat::new(1));
        assert_eq!(winner(&start, ["perfect:stall=nibble", "perfect"], 1), Seat::new(1));
    }
}

#[test]
fn the_poison_is_never_eaten_while_there_is_another_bite() {
    for seed in 0..100 {
        winner(&whole(5, 4), ["random", "random"], seed);
        winner(&whole(4, 5), ["perfect:slip=100", "perfect:stall=nibble:slip=50"], seed);
        winner(&on(2, 1, &[2]), ["random", "random"], seed);
        winner(&on(1, 2, &[1, 1]), ["perfect:slip=100", "random"], seed);
        winner(&whole(5, 4), ["easy", "casual:sight=0:shapes=unknown:overlooks=100"], seed);
        winner(&on(2, 1, &[2]), ["easy", "normal"], seed);
    }
}

#[track_caller]
fn answers(player: &mut PerfectPlayer, position: &Chomp, bite: &str, remark: Option<&str>) {
    let choice = player.choose(position, &Limits::default(), &mut seeded(1, RngStream::Other(1)));
    let choice = choice.expect("a move is due");
    assert_eq!((choice.mv.to_string().as_str(), choice.remark.as_deref()), (bite, remark));
}

#[test]
fn a_lost_position_is_stalled_as_asked() {
    let lost = on(5, 4, &[5, 5, 2, 2]);
    answers(&mut perfect(Stall::Nibble, 0), &lost, "3,1", None);
    answers(&mut perfect(Stall::Nibble, 0), &on(3, 3, &[3, 1, 1]), "2,0", None);
    answers(&mut perfect(Stall::Nibble, 0), &on(5, 4, &[5, 5, 5, 5]), "2,2", None);
    // With equal arms every bite has exactly one answer; the smallest bite lasts longest.
    answers(&mut perfect(Stall::Resist, 0), &on(3, 3, &[3, 1, 1]), "0,2", None);
}

/// Counts the bites of a player over a hundred seeds.
fn bites(spec: &str, position: &Chomp) -> std::collections::BTreeMap<String, u32> {
    let mut player = roster(GameKind::Chomp).seat(spec, &Resources::default()).expect("good");
    let mut bites = std::collections::BTreeMap::new();
    for seed in 0..100 {
        let mut rng = seeded(seed, RngStream::Other(1));
        let choice = player.choose_text(position, &Limits::default(), &mut rng);
        *bites.entry(choice.expect("a move is due").mv).or_default() += 1;
    }
    bites
}

#[test]
fn casual_players_see_small_positions_and_known_shapes_unless_overlooked() {
    let sharp = "casual:overlooks=0";
    // The square, an L that can be made equal, two rows, and a bite that leaves 8 squares, which the
    // player can solve.
    for (rows, best) in
        [(&[9; 9][..], "1,1"), (&[9, 1, 1, 1], "0,4"), (&[9, 9], "1,8"), (&[4, 4, 4], "1,2")]
    {
        assert_eq!(bites(sharp, &on(9, 9, rows)).into_iter().next_back(), Some((best.into(), 100)));
    }
    let blind = bites("casual:overlooks=0:shapes=unknown", &whole(9, 9));
    assert!(blind.len() > 20 && !blind.contains_key("0,0"), "{blind:?}");
    // A player that overlooks a third bites 1,1 in two of three games, and never loses knowingly.
    let careless = bites("casual:overlooks=33", &whole(9, 9));
    assert!((50..85).contains(&careless["1,1"]), "{careless:?}");
    let absurd = ["0,1", "1,0"]; // these leave a line, which loses at once
    assert!(absurd.iter().all(|bite| !careless.contains_key(*bite)), "{careless:?}");
}

#[test]
fn casual_players_obey_the_limits() {
    let mut player = CasualPlayer::new(&CasualOptions::default());
    let mut rng = seeded(1, RngStream::Other(1));
    let few = Limits { nodes: Some(7), ..Limits::default() };
    let choice = player.choose(&whole(9, 9), &few, &mut rng).expect("a move is due");
    assert_eq!(choice.nodes, Some(7));
    let none = Limits { nodes: Some(0), ..Limits::default() };
    let choice = player.choose(&whole(9, 9), &none, &mut rng).expect("a move is due");
    assert_eq!(choice.mv.to_string(), "8,8");
    assert_eq!(player.choose(&on(5, 4, &[1]), &few, &mut rng), Err(ChooseError::NotNow));
    few.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(player.choose(&whole(9, 9), &few, &mut rng), Err(ChooseError::Stopped));
}

fn advise(position: &Chomp, top: usize, also: &[&str]) -> Advice<Move> {
    let also = also.iter().map(|bite| bite.parse().expect("a bite")).collect();
    let mut rng = seeded(1, RngStream::Other(1));
    let advice = ChompAdviser::default().advise(
        position,
        &Question { top, also },
        &Limits::default(),
        &mut rng,
    );
    advice.expect("a move is due")
}

#[track_caller]
fn reasons(position: &Chomp, bite: &str, expected: &[&str]) {
    let advice = advise(position, 0, &[bite]);
    assert_eq!(advice.moves.len(), 1);
    assert_eq!(advice.moves[0].reasons, expected);
}

#[test]
fn advice_is_exact_and_says_why() {
    let bar = whole(5, 4);
    let advice = advise(&bar, 2, &["0,0", "1,1"]);
    assert_eq!(advice.appraisal.chances, [1.0, 0.0]);
    let moves: Vec<(String, f64)> =
        advice.moves.iter().map(|advised| (advised.mv.to_string(), advised.chance)).collect();
    assert_eq!(moves.len(), 4);
    assert_eq!((&*moves[0].0, moves[0].1, &*moves[3].0), ("2,2", 1.0, "0,0"));
    assert!(moves[1..].iter().all(|&(_, chance)| chance == 0.0), "{moves:?}");
    assert_eq!((advice.depth, advice.moves[0].line.len()), (Some(11), 11));
    assert_eq!(advice.proof.as_deref(), Some("proven by a certificate of 14 lost positions"));
    reasons(&bar, "2,2", &["every reply loses, at most 10 more bites"]);
    reasons(&bar, "0,0", &["eats the poison"]);
    let arms = ["loses only to E1", "leaves an L with unequal arms, which can be made equal"];
    reasons(&bar, "1,1", &arms);
    let equal = ["leaves an L with equal arms", "every reply loses, at most 6 more bites"];
    reasons(&whole(4, 4), "1,1", &equal);
    reasons(&on(5, 4, &[2]), "0,1", &["leaves only the poison"]);
    let more = [
        "leaves two lines, the first one square longer",
        "every reply loses, at most 6 more bites",
    ];
    reasons(&whole(4, 2), "1,3", &more);
    let line = "leaves a single line, which is bitten off beside the poison";
    reasons(&whole(4, 2), "1,0", &["loses only to B1", line]);
    reasons(
        &on(3, 3, &[3, 1, 1]),
        "0,2",
        &[
            "loses only to A3",
            "leaves an L with unequal arms, which can be made equal",
            "lasts 3 more bites",
        ],
    );
}

#[test]
fn a_position_is_appraised_for_both_seats_even_at_the_end_or_if_unsolved() {
    let appraise = |position: &str, chances: [f64; 2]| {
        let position: Chomp = position.parse().expect("a position");
        let mut rng = seeded(1, RngStream::Other(1));
        let appraisal = ChompAdviser::default()
            .appraise(&position, &Limits::default(), &mut rng)
            .expect("it is");
        assert_eq!(appraisal.chances, chances, "{position}");
        assert_eq!(appraisal.values, chances.map(|chance| 2.0 * chance - 1.0), "{position}");
    };
    appraise("width=5 height=4 rows=5,5,5,5 turn=0", [1.0, 0.0]);
    appraise("width=5 height=4 rows=5,5,5,5 turn=1", [0.0, 1.0]);
    appraise("width=5 height=4 rows=5,5,2,2 turn=1", [1.0, 0.0]);
    appraise("width=5 height=4 rows=1,0,0,0 turn=0", [0.0, 1.0]);
    let rows = |count| vec!["99"; count].join(",");
    appraise(&format!("width=99 height=99 rows={} turn=1", rows(99)), [0.0, 1.0]);
    appraise(&format!("width=99 height=98 rows={} turn=0", rows(98)), [0.5, 0.5]);
}

#[test]
fn on_a_large_bar_advice_says_what_is_known_and_what_is_a_guess() {
    let square = advise(&whole(99, 99), 3, &["0,0", "1,0"]);
    let words: Vec<&str> = square.moves.iter().map(|advised| &*advised.reasons[0]).collect();
    let expected = [
        "wins: the opponent is lost from there",
        "eats the poison",
        "loses: the opponent wins from there",
    ];
    assert_eq!(words, expected);
    let other = advise(&whole(99, 98), 3, &[]);
    assert_eq!(other.moves[0].reasons, ["a guess: the bar is too large to solve"]);
    assert_eq!((other.moves[0].chance, other.proof), (0.5, None));
}

const GUESS: Option<&str> = Some("a guess: the bar is too large to solve");
const PROVEN: Option<&str> = Some("proven without solving the bar: this wins");
const LOST: Option<&str> =
    Some("proven without solving the bar: this is lost against perfect play");

#[test]
fn on_a_large_bar_facts_are_proven_and_guesses_are_labelled() {
    let mut player = perfect(Stall::Resist, 0);
    answers(&mut player, &whole(100, 100), "1,1", PROVEN);
    answers(&mut player, &whole(255, 255), "1,1", PROVEN);
    answers(&mut player, &whole(100, 99), "98,99", GUESS);
    let arms = |across: u8, down: usize| {
        let mut rows = vec![1; down];
        rows[0] = across;
        on(255, 255, &rows)
    };
    answers(&mut player, &arms(200, 120), "0,120", PROVEN);
    answers(&mut player, &arms(120, 200), "120,0", PROVEN);
    answers(&mut player, &arms(120, 120), "119,0", LOST);
    // 0,2 leaves two columns of which the first has one square more, which are lost.
    let two_more = [[100].as_slice(), &[2; 99], &[1]].concat();
    answers(&mut player, &on(255, 255, &two_more), "0,2", PROVEN);
}

#[test]
fn on_a_large_bar_no_bite_hands_over_a_known_win() {
    // 41 rows: the smallest bite would leave equal arms, so that the opponent wins with 1,1.
    let mut rows = [[40].as_slice(), &[38; 38], &[1, 1]].concat();
    answers(&mut perfect(Stall::Resist, 0), &on(40, 41, &rows), "38,37", GUESS);
    rows.push(1);
    answers(&mut perfect(Stall::Resist, 0), &on(40, 42, &rows), "41,0", GUESS);
}

#[test]
fn games_on_large_bars_are_legal_and_become_exact() {
    for seed in 0..3 {
        assert_eq!(winner(&whole(100, 100), ["perfect", "random"], seed), Seat::new(0));
        winner(&whole(60, 70), ["random", "perfect"], seed);
    }
}

fn choice(position: &Chomp, limits: &Limits) -> Choice<Move> {
    let mut rng = seeded(1, RngStream::Other(1));
    perfect(Stall::Resist, 0).choose(position, limits, &mut rng).expect("a move is due")
}

fn texts(bites: impl IntoIterator<Item = Move>) -> Vec<String> {
    bites.into_iter().map(|bite| bite.to_string()).collect()
}

#[test]
fn a_solved_position_is_ranked_and_its_line_ends_at_the_poison() {
    let start = on(3, 2, &[3, 3]);
    let choice = choice(&start, &Limits::default());
    assert_eq!(choice.values, [1.0, -1.0]);
    // The only win comes first, then bites answered by an L, then bites that leave a single row or column.
    let ranking = texts(choice.ranking.iter().map(|ranked| ranked.mv));
    assert_eq!(ranking, ["1,2", "0,2", "1,1", "0,1", "1,0"]);
    assert!(choice.ranking[0].value > 0.9 && choice.ranking[1].value < -0.9);
    assert!(choice.ranking.is_sorted_by(|a, b| a.value >= b.value));
    let mut game = start;
    for &bite in &choice.line {
        game.play(bite).expect("a legal bite");
    }
    assert_eq!(choice.depth, Some(choice.line.len() as u32));
    let winner = game.outcome().expect("the line ends with the game").winners().next();
    assert_eq!(winner, Some(Seat::new(0)));
}

#[test]
fn values_are_in_the_order_of_the_seats() {
    let mut game = whole(5, 4);
    game.play(Move { row: 3, column: 4 }).expect("a legal bite");
    let reply = choice(&game, &Limits::default());
    assert_eq!(reply.values, [-1.0, 1.0], "it was a mistake");
    let lost = choice(&on(5, 4, &[5, 5, 2, 2]), &Limits::default());
    assert_eq!(lost.values, [-1.0, 1.0], "there is nothing to win");
    assert_eq!(choice(&whole(100, 100), &Limits::default()).values, [1.0, -1.0], "proven");
    assert!(choice(&whole(100, 99), &Limits::default()).values.is_empty(), "a guess");
}

#[test]
fn a_table_beyond_the_limits_is_not_built() {
    let nodes = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
    let (position, positions) = (whole(5, 4), 126);
    let exact = choice(&position, &nodes(positions));
    assert_eq!((exact.mv.to_string().as_str(), exact.nodes), ("2,2", Some(positions)));
    let guess = choice(&position, &nodes(positions - 1));
    assert_eq!(guess.remark.as_deref(), Some("a guess: the limits are too low to solve the bar"));
    // Known shapes are still found without a table.
    let square = choice(&whole(9, 9), &nodes(100));
    assert_eq!((square.mv.to_string().as_str(), square.remark.as_deref()), ("1,1", PROVEN));
    // With so little time the large table isn't even started, and costs no nodes.
    let short = Limits { time: Some(std::time::Duration::from_millis(1)), ..Limits::default() };
    assert!(choice(&whole(16, 15), &short).nodes < positions_in_box(16, 15));
    let at_once = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    assert_eq!(choice(&position, &at_once).mv.to_string(), "3,4", "the smallest bite");
}

#[test]
fn waiting_for_the_solver_counts_towards_the_limits() {
    let solver = SharedSolver::default();
    let mut player = PerfectPlayer::new(PerfectOptions::default(), solver.clone());
    let mut rng = seeded(1, RngStream::Other(1));
    let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    // Another thread holds the solver all the time.
    let choice = solver.with_solver(|_| player.choose(&whole(5, 4), &limits, &mut rng));
    assert_eq!(choice.expect("a move is due").mv.to_string(), "3,4");
    limits.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let choice = solver.with_solver(|_| player.choose(&whole(5, 4), &limits, &mut rng));
    assert_eq!(choice, Err(ChooseError::Stopped));
}

#[test]
fn a_stopped_player_and_one_whose_game_is_over_give_no_move() {
    let limits = Limits::default();
    limits.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let mut rng = seeded(1, RngStream::Other(1));
    let mut player = perfect(Stall::Resist, 0);
    assert_eq!(player.choose(&whole(12, 11), &limits, &mut rng), Err(ChooseError::Stopped));
    let over = on(5, 4, &[1]);
    assert_eq!(player.choose(&over, &Limits::default(), &mut rng), Err(ChooseError::NotNow));
    assert_eq!(RandomBites.choose(&over, &Limits::default(), &mut rng), Err(ChooseError::NotNow));
}

#[test]
fn the_roster_seats_them_and_refuses_bad_parameters() {
    let roster = roster(GameKind::Chomp);
    let names: Vec<&str> = roster.players.iter().map(|kind| kind.name).collect();
    assert_eq!(names, ["perfect", "max", "hard", "casual", "normal", "easy", "mcts", "random"]);
    let read = roster.parse("perfect:stall=nibble:slip=10").expect("a good player");
    let Contestant::Computer { player, parameters } = read else { panic!("a computer player") };
    assert_eq!(
        (player.as_str(), parameters.to_string().as_str()),
        ("perfect", r#"{"stall":"nibble","slip":10}"#)
    );
    let refuse = |spec| roster.parse(spec).expect_err("a bad player").to_string();
    assert_eq!(
        refuse("perfect:slip=101"),
        "player perfect: invalid value \"101\" for slip (possible: 0-100)"
    );
    assert_eq!(
        refuse("perfekt"),
        "no computer player \"perfekt\" plays chomp: did you mean \"perfect\"? \
         (players: perfect, max, hard, casual, normal, easy, mcts, random)"
    );
}

#[test]
fn all_seats_share_one_table() {
    let resources = Resources::default();
    let mut player = roster(GameKind::Chomp).seat("perfect", &resources).expect("a good player");
    let mut rng = seeded(1, RngStream::Other(1));
    let choice = player.choose_text(&whole(5, 4), &Limits::default(), &mut rng);
    assert_eq!(choice.expect("a move is due").mv, "2,2");
    let sides = |solver: &mut meeple_ai::chomp::ChompSolver| {
        solver.table().map(|table| (table.longer_side(), table.shorter_side()))
    };
    assert_eq!(resources.chomp.with_solver(sides), Some((5, 4)));
}
