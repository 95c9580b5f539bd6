//! Clocks stay exact through undo, restart and interruption.

use crate::support::{ANN, BO, TestSession, seconds};
use meeple_core::{Choice, EndedBy, Event, Seat};
use meeple_games::GameKind;
use meeple_session::{
    Action, COMPUTER_GRACE, Due, LogEntry, People, Refusal, Reply, SessionConfig, TimeControl,
};
use std::time::Duration;

fn minutes(seats: &[&str]) -> TestSession {
    TestSession::with(GameKind::Chomp, "width=5 height=4", seats, |config| SessionConfig {
        control: TimeControl::Game { time: seconds(60), increment: seconds(2) },
        people: People::Apart,
        ..config
    })
}

#[track_caller]
fn left(game: &TestSession, seat: Seat) -> Duration {
    game.session.time_left(game.now).expect("there is a clock")[seat.index()]
}

#[test]
fn a_clock_runs_for_the_seat_to_move_and_gains_its_increment() {
    let mut game = minutes(&["Ann", "Bo"]);
    game.wait(seconds(5));
    assert_eq!((left(&game, ANN), left(&game, BO)), (seconds(55), seconds(60)));
    game.play(ANN, "3,3").wait(seconds(1));
    assert_eq!((left(&game, ANN), left(&game, BO)), (seconds(57), seconds(59)));
}

#[test]
fn a_flag_falls_at_the_deadline_and_not_before() {
    let mut game = minutes(&["Ann", "Bo"]);
    let deadline = game.session.deadline().expect("a clock runs");
    assert_eq!(deadline, game.now + seconds(60));
    game.wait(Duration::from_nanos(59_999_999_999));
    game.apply(Action::Tick).expect("it is checked");
    assert!(!game.session.is_over());
    game.wait(Duration::from_nanos(1));
    game.apply(Action::Tick).expect("it is checked");
    let end = game.session.game().end().expect("the flag fell");
    assert_eq!((end.by, end.results[1].rank), (EndedBy::Forfeit, 1));
    assert_eq!(
        game.notices(),
        ["Ann failed: flag: used up its 60 s + 2 s a move, and no answer came"]
    );
    assert_eq!(game.session.deadline(), None);
}

#[test]
fn a_turn_can_begin_later_than_the_move_before_it() {
    let mut game = minutes(&["Ann", "Bo"]);
    game.wait(seconds(5)).play(ANN, "3,3").wait(seconds(30)); // Bo doesn't see the move
    game.session.begin_turn(game.now);
    assert_eq!((left(&game, ANN), left(&game, BO)), (seconds(57), seconds(60)));
    assert_eq!(game.session.deadline(), Some(game.now + seconds(60)));
    game.wait(seconds(1)).play(BO, "3,2");
    assert_eq!(left(&game, BO), seconds(61));
    let restarted = game.restarted();
    assert_eq!((left(&restarted, ANN), left(&restarted, BO)), (seconds(57), seconds(61)));
}

#[test]
fn a_take_back_gives_no_time_back_and_a_restart_changes_nothing() {
    let mut game = minutes(&["Ann", "Bo"]);
    game.wait(seconds(5)).play(ANN, "3,3").wait(seconds(3));
    game.apply(Action::Undo { by: Some(ANN), at: None }).expect("it may be asked");
    game.apply(Action::Accept(BO)).expect("there is an offer");
    // Ann thought for 5 s and gained 2 s; Bo thought for 3 s.
    assert_eq!((left(&game, ANN), left(&game, BO)), (seconds(57), seconds(57)));
    let restarted = game.restarted();
    assert_eq!((left(&restarted, ANN), left(&restarted, BO)), (seconds(57), seconds(57)));
    assert_eq!(restarted.session.deadline(), Some(restarted.now + seconds(57)));
}

#[test]
fn the_running_turn_survives_a_restart_as_far_as_it_was_logged() {
    let mut game = minutes(&["Ann", "Bo"]);
    game.wait(seconds(4)).apply(Action::Checkpoint).expect("it can be logged");
    assert!(matches!(game.last.entries[..], [LogEntry::Spent(_)]));
    game.wait(seconds(3)).apply(Action::Checkpoint).expect("it can be logged");
    assert_eq!(left(&game, ANN), seconds(53));
    let mut restarted = game.restarted();
    assert_eq!(left(&restarted, ANN), seconds(53));
    assert_eq!(restarted.session.turn_time(restarted.now), seconds(7));
    restarted.wait(seconds(1)).play(ANN, "3,3");
    let Event::Move { ms: Some(ms), .. } = &*restarted.last_event() else { panic!("a move") };
    assert_eq!(ms.to_duration(), seconds(8), "the whole turn");
    assert_eq!(left(&restarted, ANN), seconds(60 - 8 + 2), "charged once");
    assert_eq!(left(&restarted.restarted(), ANN), seconds(60 - 8 + 2));
}

#[test]
fn nothing_is_logged_without_a_clock() {
    let mut game = TestSession::chomp(&["Ann", "Bo"]);
    game.wait(seconds(4)).apply(Action::Checkpoint).expect("nothing happens");
    assert!(game.last.entries.is_empty());
    assert_eq!(game.session.deadline(), None);
    assert!(game.session.time_left(game.now).is_none());
    game.wait(seconds(9999)).apply(Action::Tick).expect("nothing happens");
    assert!(!game.session.is_over());
}

#[test]
fn a_time_per_move_starts_again_with_each_move() {
    let by_move = |config| SessionConfig { control: TimeControl::Move(seconds(9)), ..config };
    let mut game = TestSession::with(GameKind::Chomp, "", &["Ann", "Bo"], by_move);
    game.wait(seconds(4));
    assert_eq!((left(&game, ANN), left(&game, BO)), (seconds(5), seconds(9)));
    game.apply(Action::Checkpoint).expect("it can be logged");
    assert_eq!(left(&game.restarted(), ANN), seconds(5));
    game.play(ANN, "3,3");
    assert_eq!((left(&game, ANN), left(&game, BO)), (seconds(9), seconds(9)));
    game.wait(seconds(9)).apply(Action::Tick).expect("it is checked");
    assert_eq!(game.notices(), ["Bo failed: time-out: no answer within 9 s"]);
}

#[test]
fn a_clock_shortens_a_computer_players_time_and_never_lengthens_it() {
    let time = |control| {
        let change = |config| SessionConfig { control, computer_time: Some(seconds(20)), ..config };
        let game = TestSession::with(GameKind::Chomp, "", &["hard", "bot"], change);
        let Due::Computer(_, request) = game.session.due() else { panic!("ours is due") };
        request.limits.time
    };
    let game = |seconds_| TimeControl::Game { time: seconds(seconds_), increment: seconds(0) };
    assert_eq!(time(game(3600)), Some(seconds(20)));
    assert_eq!(time(game(5)), Some(seconds(5)));
    assert_eq!(time(TimeControl::Move(seconds(3600))), Some(seconds(20)));
    assert_eq!(time(TimeControl::None), Some(seconds(20)));
}

#[test]
fn a_program_has_the_whole_of_its_clock() {
    let mut game = minutes(&["bot", "Bo"]);
    let Due::Program(request) = game.session.due() else { panic!("the program is due") };
    assert_eq!(request.limits.time, Some(seconds(60)));
    assert!(request.limits.clock.is_some());
    let reply = Reply::new(Ok(Choice::from_move("3,3".into())), seconds(59));
    game.apply(Action::Answer(request.ticket, &reply)).expect("in time");
    assert_eq!(left(&game, ANN), seconds(3));
}

#[test]
fn a_computer_player_has_a_grace_period_and_a_left_seat_no_deadline() {
    let game = minutes(&["hard", "Bo"]);
    assert_eq!(game.session.deadline(), Some(game.now + seconds(60) + COMPUTER_GRACE));
    let clock = |config| SessionConfig { control: TimeControl::Move(seconds(9)), ..config };
    let mut three = TestSession::with(GameKind::Azul, "players=3", &["Ann", "Bo", "Cy"], clock);
    let seat = three.session.seat_to_move().expect("a seat is to move");
    three.apply(Action::Resign(seat)).expect("anybody may resign");
    assert_eq!(three.session.seat_to_move(), Some(seat));
    assert_eq!(three.session.deadline(), None);
}

#[test]
fn a_snapshot_shows_the_clocks() {
    let mut game = minutes(&["Ann", "Bo"]);
    game.wait(Duration::from_millis(1500));
    let clock = game.session.snapshot(0, game.now).clock.expect("there is a clock");
    assert_eq!(clock.left_ms, [58_500, 60_000]);
    assert_eq!((clock.running, clock.increment_ms), (Some(ANN), 2000));
}

#[test]
fn every_time_control_shows_the_time_left() {
    let with = |control| {
        let change = |config| SessionConfig { control, ..config };
        let mut game = TestSession::with(GameKind::Chomp, "", &["Ann", "Bo"], change);
        game.wait(seconds(4)).apply(Action::Checkpoint).expect("it can be logged");
        game.wait(seconds(1));
        game.session.time_left(game.now)
    };
    assert_eq!(with(TimeControl::None), None);
    assert_eq!(with(TimeControl::Move(seconds(9))), Some(vec![seconds(4), seconds(9)]));
    let control = TimeControl::Game { time: seconds(60), increment: seconds(2) };
    assert_eq!(with(control), Some(vec![seconds(55), seconds(60)]));
}

#[test]
fn an_answer_within_the_turn_counts_however_much_of_the_turn_is_logged() {
    let controls = [
        TimeControl::Move(seconds(10)),
        TimeControl::Game { time: seconds(10), increment: seconds(2) },
    ];
    for (control, seat) in controls.into_iter().flat_map(|c| [(c, "bot"), (c, "hard")]) {
        let change = |config| SessionConfig { control, ..config };
        let mut game = TestSession::with(GameKind::Chomp, "", &[seat, "Bo"], change);
        game.wait(seconds(6)).apply(Action::Checkpoint).expect("it can be logged");
        for mut game in [game.restarted(), game] {
            game.wait(seconds(3));
            let reply = Reply::new(Ok(Choice::from_move("3,3".into())), seconds(9));
            game.apply(Action::Answer(game.ticket(), &reply)).expect("it was asked");
            assert_eq!(game.moves(), ["3,3"], "{control:?} {seat}: {:?}", game.notices());
        }
    }
}

#[test]
fn an_answer_after_the_turns_time_is_late_although_part_of_the_turn_is_logged() {
    for (control, verdict) in [
        (TimeControl::Move(seconds(10)), "late: answered after 10.001 s, but had 10 s"),
        (
            TimeControl::Game { time: seconds(10), increment: seconds(2) },
            "flag: used up its 10 s + 2 s a move: its answer came 0.001 s too late",
        ),
    ] {
        let change = |config| SessionConfig { control, ..config };
        let mut game = TestSession::with(GameKind::Chomp, "", &["bot", "Bo"], change);
        game.wait(seconds(6)).apply(Action::Checkpoint).expect("it can be logged");
        let time = Duration::from_millis(10_001);
        let reply = Reply::new(Ok(Choice::from_move("3,3".into())), time);
        game.apply(Action::Answer(game.ticket(), &reply)).expect("it was asked");
        assert_eq!(game.notices(), [format!("bot failed: {verdict}")]);
    }
}

#[test]
fn a_move_at_the_deadline_is_refused_and_one_before_it_counts() {
    let mut game = minutes(&["Ann", "Bo"]);
    game.wait(seconds(60));
    game.refused(Action::Play { seat: ANN, mv: "3,3", at: None }, &Refusal::OutOfTime);
    game.apply(Action::Tick).expect("it is checked");
    assert!(game.session.is_over());
    let mut game = minutes(&["Ann", "Bo"]);
    game.wait(Duration::from_nanos(59_999_999_999)).play(ANN, "3,3");
    assert_eq!(game.moves(), ["3,3"]);
}

#[test]
fn an_illegal_placement_costs_the_time_it_took_and_gains_no_increment() {
    let control = TimeControl::Game { time: seconds(60), increment: seconds(2) };
    let change = |config| SessionConfig { control, ..config };
    for logged in [false, true] {
        let mut game = TestSession::with(GameKind::Filler, "", &["bot", "Bo"], change);
        game.wait(seconds(4));
        if logged {
            game.apply(Action::Checkpoint).expect("it can be logged");
        }
        game.wait(seconds(3));
        let reply = Reply::new(Ok(Choice::from_move("-5,-5".into())), seconds(7));
        game.apply(Action::Answer(game.ticket(), &reply)).expect("it was asked");
        assert!(game.is_due(BO), "the bot's turn is over");
        assert_eq!((left(&game, ANN), left(&game, BO)), (seconds(53), seconds(60)));
        assert_eq!(left(&game.restarted(), ANN), seconds(53));
    }
}

#[test]
fn a_stand_in_is_not_limited_by_the_clock_of_the_player_who_left() {
    let control = TimeControl::Game { time: seconds(10), increment: seconds(0) };
    let change = |config| SessionConfig { control, computer_time: Some(seconds(5)), ..config };
    let seats = ["Ann", "Bo", "Cy"];
    let mut game = TestSession::with(GameKind::Azul, "players=3", &seats, change);
    let seat = game.session.seat_to_move().expect("a seat is to move");
    game.wait(Duration::from_millis(9_999)).apply(Action::Resign(seat)).expect("it may resign");
    let Due::Computer(_, request) = game.session.due() else { panic!("the stand-in is due") };
    assert_eq!((request.limits.time, request.limits.clock), (Some(seconds(5)), None));
    let mv = game.session.game().position().legal_move_texts().remove(0);
    let reply = Reply::new(Ok(Choice::from_move(mv.clone())), seconds(12));
    game.wait(seconds(2)).apply(Action::Answer(request.ticket, &reply)).expect("it was asked");
    assert_eq!(game.moves(), [mv]);
}

#[test]
fn a_move_that_is_made_for_a_player_gains_no_increment() {
    let control = TimeControl::Game { time: seconds(60), increment: seconds(2) };
    let change = |config| SessionConfig { control, ..config };
    let mut game = TestSession::with(GameKind::Chomp, "width=5 height=4", &["Ann", "Bo"], change);
    game.wait(seconds(5)).play(ANN, "3,3");
    assert_eq!(left(&game, ANN), seconds(57));
    game.apply(Action::Undo { by: None, at: None }).expect("they share a screen");
    game.apply(Action::Redo).expect("it was undone");
    assert_eq!(left(&game, ANN), seconds(57), "not twice");
}
