//! The players of Chomp: they never eat the poison in need, win what is won, and say when they guess.

use meeple_ai::{
    chomp::{PerfectOptions, PerfectPlayer, RandomBites, SharedSolver, Stall},
    roster::{Resources, Seated, roster},
};
use meeple_core::{
    Game, Limits, NoChoice, Player, Seat, Turn,
    rng::{Stream, seeded},
};
use meeple_games::{
    GameKind,
    chomp::{Bite, Board, Chomp},
};

fn on(width: usize, height: usize, rows: &[u8]) -> Chomp {
    Chomp::on(Board::with_rows(width, height, rows).expect("good rows"))
}

fn whole(width: usize, height: usize) -> Chomp {
    Chomp::on(Board::new(width, height).expect("a good size"))
}

fn perfect(stall: Stall, slip: u32) -> PerfectPlayer {
    let options = PerfectOptions { stall: Some(stall), slip: Some(slip) };
    PerfectPlayer::new(options, SharedSolver::default())
}

type Anyone<'a> = &'a mut dyn Player<Chomp>;

/// Plays to the end; returns the winner. Nobody may eat the poison in need.
fn play(start: &Chomp, [first, second]: [Anyone<'_>; 2], seed: u64) -> Seat {
    let mut game = start.clone();
    let mut rng = seeded(seed, Stream::Other(1));
    while let Turn::Seat(seat) = game.turn() {
        let player = if seat.index() == 0 { &mut *first } else { &mut *second };
        let choice = player.choose(&game, &Limits::default(), &mut rng);
        let bite = choice.expect("a move is due").mv;
        assert_ne!(bite, Bite::POISON, "in {game}");
        game.play(bite).expect("a legal bite");
    }
    game.outcome().expect("over").winners().next().expect("somebody wins")
}

#[test]
fn perfect_play_wins_every_won_game_and_every_game_that_the_other_spoils() {
    let mut player = perfect(Stall::Resist, 0);
    for seed in 0..200 {
        let (width, height) = (2 + seed as usize % 7, 1 + seed as usize / 7 % 6);
        let winner = play(&whole(width, height), [&mut player, &mut RandomBites], seed);
        assert_eq!(winner, Seat::new(0), "{width}x{height}");
    }
    // Lost for seat 0, who plays perfectly all the same.
    let (mut first, mut second) = (perfect(Stall::Resist, 0), perfect(Stall::Nibble, 0));
    for rows in [&[5, 5, 2, 2][..], &[3, 1, 1], &[7, 6]] {
        let start = on(7, 4, rows);
        assert_eq!(play(&start, [&mut first, &mut second], 1), Seat::new(1));
        assert_eq!(play(&start, [&mut second, &mut first], 1), Seat::new(1));
    }
}

#[test]
fn nobody_eats_the_poison_while_there_is_another_bite() {
    for seed in 0..100 {
        play(&whole(5, 4), [&mut RandomBites, &mut RandomBites], seed);
        play(
            &whole(4, 5),
            [&mut perfect(Stall::Resist, 100), &mut perfect(Stall::Nibble, 50)],
            seed,
        );
        play(&on(2, 1, &[2]), [&mut RandomBites, &mut RandomBites], seed);
        play(&on(1, 2, &[1, 1]), [&mut perfect(Stall::Resist, 100), &mut RandomBites], seed);
    }
}

#[track_caller]
fn answers(player: &mut PerfectPlayer, position: &Chomp, bite: &str, remark: Option<&str>) {
    let choice = player.choose(position, &Limits::default(), &mut seeded(1, Stream::Other(1)));
    let choice = choice.expect("a move is due");
    assert_eq!((choice.mv.to_string().as_str(), choice.remark.as_deref()), (bite, remark));
}

#[test]
fn a_lost_position_is_stalled_as_asked() {
    let lost = on(5, 4, &[5, 5, 2, 2]);
    answers(&mut perfect(Stall::Nibble, 0), &lost, "3,1", None);
    answers(&mut perfect(Stall::Nibble, 0), &on(3, 3, &[3, 1, 1]), "2,0", None);
    answers(&mut perfect(Stall::Nibble, 0), &on(5, 4, &[5, 5, 5, 5]), "2,2", None);
    // With arms of equal length every bite is answered by one; the shortest bite lasts longest.
    answers(&mut perfect(Stall::Resist, 0), &on(3, 3, &[3, 1, 1]), "0,2", None);
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
    // Two columns of which the first has one square more are lost, and 0,2 leaves them.
    let two_more = [[100].as_slice(), &[2; 99], &[1]].concat();
    answers(&mut player, &on(255, 255, &two_more), "0,2", PROVEN);
}

#[test]
fn a_large_bar_is_not_spoiled_by_a_bite_that_hands_over_what_is_known() {
    // 41 rows: nibbling at the last would leave arms of equal length, and 1,1 to the opponent.
    let mut rows = [[40].as_slice(), &[38; 38], &[1, 1]].concat();
    answers(&mut perfect(Stall::Resist, 0), &on(40, 41, &rows), "38,37", GUESS);
    rows.push(1);
    answers(&mut perfect(Stall::Resist, 0), &on(40, 42, &rows), "41,0", GUESS);
}

#[test]
fn games_on_large_bars_are_legal_and_become_exact() {
    let mut player = perfect(Stall::Resist, 0);
    for seed in 0..3 {
        let winner = play(&whole(100, 100), [&mut player, &mut RandomBites], seed);
        assert_eq!(winner, Seat::new(0));
        play(&whole(60, 70), [&mut RandomBites, &mut player], seed);
    }
}

#[test]
fn a_stopped_player_and_one_whose_game_is_over_give_no_move() {
    let limits = Limits::default();
    limits.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let mut rng = seeded(1, Stream::Other(1));
    let mut player = perfect(Stall::Resist, 0);
    assert_eq!(player.choose(&whole(12, 11), &limits, &mut rng), Err(NoChoice::Stopped));
    let over = on(5, 4, &[1]);
    assert_eq!(player.choose(&over, &Limits::default(), &mut rng), Err(NoChoice::NotNow));
    assert_eq!(RandomBites.choose(&over, &Limits::default(), &mut rng), Err(NoChoice::NotNow));
}

#[test]
fn the_roster_seats_them_and_refuses_bad_parameters() {
    let names: Vec<&str> = roster(GameKind::Chomp).iter().map(|kind| kind.name).collect();
    assert_eq!(names, ["perfect", "random"]);
    let resources = Resources::default();
    let seat = |spec| Seated::new(GameKind::Chomp, spec, &resources);
    let seated = seat("perfect:stall=nibble:slip=10").expect("a good player");
    let parameters = serde_json::Value::Object(seated.parameters);
    assert_eq!(parameters.to_string(), r#"{"stall":"nibble","slip":10}"#);
    let refuse = |spec| seat(spec).err().expect("a bad player").to_string();
    assert_eq!(
        refuse("perfect:slip=101"),
        "player perfect: bad value \"101\" for slip: (possible: 0..=100)"
    );
    assert_eq!(
        refuse("perfekt"),
        "no computer player \"perfekt\" plays chomp: did you mean \"perfect\"? (players: perfect, random)"
    );
}

#[test]
fn all_seats_share_one_table() {
    let resources = Resources::default();
    let mut seated = Seated::new(GameKind::Chomp, "perfect", &resources).expect("a good player");
    let mut rng = seeded(1, Stream::Other(1));
    let choice = seated.player.choose_text(&whole(5, 4), &Limits::default(), &mut rng);
    assert_eq!(choice.expect("a move is due").mv, "2,2");
    let sides = |solver: &mut meeple_ai::chomp::Solver| {
        solver.table().map(|table| (table.longer_side(), table.shorter_side()))
    };
    assert_eq!(resources.chomp.with(sides), Some((5, 4)));
}
