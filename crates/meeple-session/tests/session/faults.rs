//! Players that fail, resign or stay away.

use crate::support::{ANN, BO, TestSession, seconds};
use meeple_core::{Choice, ChooseError, Consequence, EndedBy, Event, Seat, Verdict};
use meeple_games::{GameKind, filler::forty_two_fault_rule};
use meeple_session::{
    Action, COMPUTER_GRACE, Due, Notice, OPPONENT, PROGRAM_TIME, Referee, Refusal, Reply,
    SessionConfig, TimeControl,
};
use std::time::Duration;

fn crash() -> Verdict {
    Verdict::InternalError { reason: "it fell over".into() }
}

fn reply(mv: &str, time: Duration) -> Reply<'static> {
    Reply::new(Ok(Choice::from_move(mv.into())), time)
}

/// Returns the computer player that is asked to move; panics if none is.
#[track_caller]
fn computer(game: &TestSession) -> String {
    match game.session.due() {
        Due::Computer(meeple_core::Contestant::Computer { player, .. }, _) => player,
        due => panic!("a computer player is due, not {due:?}"),
    }
}

#[test]
fn a_late_program_loses_a_game_of_two() {
    let mut game = TestSession::chomp(&["Ann", "bot"]);
    game.play(ANN, "3,3");
    let Due::Program(request) = game.session.due() else { panic!("the program is due") };
    assert_eq!(request.limits.time, Some(PROGRAM_TIME));
    let late = reply("3,2", PROGRAM_TIME + Duration::from_micros(1));
    game.apply(Action::Answer(request.ticket, &late)).expect("it was asked");
    let end = game.session.game().end().expect("it is over");
    assert_eq!((end.by, end.results[0].rank), (EndedBy::Forfeit, 1));
    assert!(game.session.has_failed_program());
    assert_eq!(game.notices(), ["bot failed: late: answered after 10.001 s, but had 10 s"]);
}

#[test]
fn an_answer_just_in_time_counts() {
    let mut game = TestSession::chomp(&["Ann", "bot"]);
    game.play(ANN, "3,3");
    let answer = reply("3,2", PROGRAM_TIME);
    game.apply(Action::Answer(game.ticket(), &answer)).expect("it was asked");
    assert_eq!(game.moves(), ["3,3", "3,2"]);
    assert!(!game.session.has_failed_program());
}

#[test]
fn a_crash_among_three_lets_the_others_go_on() {
    let mut game = TestSession::new(GameKind::Azul, "players=3", &["bot", "bot", "bot"]);
    let seat = game.session.seat_to_move().expect("a seat is to move");
    game.fail(game.ticket(), crash()).expect("it was asked");
    assert!(game.session.game().has_left(seat) && !game.session.is_over());
    assert_eq!((game.session.seat_to_move(), computer(&game).as_str()), (Some(seat), OPPONENT));
    assert_eq!(game.notices()[1], "bot is out. normal plays on in this seat.");
    game.play_any();
    let Event::Move { comment, .. } = &*game.last_event() else { panic!("a move") };
    assert_eq!(comment.as_deref(), Some("moved by a stand-in"));
}

#[test]
fn an_illegal_move_among_three_is_explained_and_the_others_go_on() {
    let mut game = TestSession::new(GameKind::Azul, "players=3", &["bot", "bot", "bot"]);
    let seat = game.session.seat_to_move().expect("a seat is to move");
    let legal = game.session.game().position().legal_move_texts().remove(0);
    game.answer(game.ticket(), "centre blue 1").expect("it was asked");
    let Some(Notice::Failed { verdict, message, .. }) = game.last.notices.first() else {
        panic!("it failed")
    };
    assert_eq!(*verdict, "illegal");
    assert!(message.ends_with(&format!("; {legal} would have been legal")), "{message}");
    assert!(game.session.game().has_left(seat) && !game.session.is_over(), "the others go on");
    assert_eq!((game.session.seat_to_move(), computer(&game).as_str()), (Some(seat), OPPONENT));
    assert!(!game.session.has_failed_program(), "an illegal move is part of a game");
}

#[test]
fn a_program_is_answered_in_its_own_spelling() {
    let mut game = TestSession::chomp(&["Ann", "bot"]);
    game.play(ANN, "3,3");
    let spelled = |mv: &str| mv.replace(',', "/");
    let answer = Reply { spell: &spelled, ..reply("9,9", seconds(1)) };
    game.apply(Action::Answer(game.ticket(), &answer)).expect("it was asked");
    let message = game.notices()[0].to_owned();
    assert!(message.contains("chose \"9/9\"") && message.contains("0/0 would"), "{message}");
}

#[test]
fn an_illegal_placement_in_filler_is_a_stop_and_the_game_goes_on() {
    let mut game = TestSession::new(GameKind::Filler, "", &["bot", "Bo"]);
    let seat = game.session.seat_to_move().expect("a seat is to move");
    assert_eq!(seat, ANN);
    game.answer(game.ticket(), "-5,-5").expect("it was asked");
    let log = game.events();
    let fault = log.iter().find_map(|event| match &**event {
        Event::Fault { then, .. } => Some(*then),
        _ => None,
    });
    assert_eq!(fault, Some(Consequence::Plays));
    assert!(game.moves().contains(&"stop".to_owned()) && !game.session.is_over());
    assert!(game.is_due(BO));
}

#[test]
fn a_late_answer_in_filler_depends_on_the_school() {
    let play = |change: fn(SessionConfig) -> SessionConfig| {
        let mut game = TestSession::with(GameKind::Filler, "", &["bot", "Bo"], change);
        let late = Verdict::TimeOut { limit: seconds(10), heard: Vec::new() };
        game.fail(game.ticket(), late).expect("it was asked");
        game.session.is_over()
    };
    assert!(play(|config| config), "01-edu ends the game");
    let by_42 = |config| SessionConfig { referee: Referee::new(forty_two_fault_rule), ..config };
    assert!(!play(by_42), "42 lets the other go on");
}

#[test]
fn a_computer_player_without_a_move_fails_and_a_stopped_one_is_asked_again() {
    let mut game = TestSession::chomp(&["Ann", "hard"]);
    game.play(ANN, "3,3");
    let ticket = game.ticket();
    let stopped = Reply::new(Err(ChooseError::Stopped), seconds(1));
    game.apply(Action::Answer(ticket, &stopped)).expect("it was asked");
    assert_eq!(game.ticket(), ticket, "the same question");
    let broken = Reply::new(Err(ChooseError::NotNow), seconds(1));
    game.apply(Action::Answer(ticket, &broken)).expect("it was asked");
    assert_eq!(game.notices(), ["hard failed: broken: no move is due"]);
    assert!(game.session.is_over() && !game.session.has_failed_program());
}

#[test]
fn a_computer_player_may_be_a_little_late() {
    let limited = |config| SessionConfig { control: TimeControl::Move(seconds(1)), ..config };
    let game = || {
        let mut game = TestSession::with(GameKind::Chomp, "", &["Ann", "hard"], limited);
        game.play(ANN, "3,3");
        game
    };
    let (mut within, mut beyond) = (game(), game());
    let answer = reply("3,2", seconds(1) + COMPUTER_GRACE);
    within.apply(Action::Answer(within.ticket(), &answer)).expect("it was asked");
    assert_eq!(within.moves().len(), 2);
    let answer = reply("3,2", seconds(2));
    beyond.apply(Action::Answer(beyond.ticket(), &answer)).expect("it was asked");
    assert!(beyond.session.is_over());
    // Without a clock, nobody loses because of a slow machine.
    let free = |config: SessionConfig| config.with_time(Some(seconds(1)));
    let mut free = TestSession::with(GameKind::Chomp, "", &["Ann", "hard"], free);
    free.play(ANN, "3,3");
    free.apply(Action::Answer(free.ticket(), &answer)).expect("it was asked");
    assert_eq!(free.moves().len(), 2);
}

#[test]
fn a_program_that_could_not_start_has_lost() {
    let mut game = TestSession::chomp(&["Ann", "bot"]);
    let verdict = Verdict::CannotStart { program: "./bot".into(), reason: "no such file".into() };
    game.apply(Action::Fail(BO, &verdict)).expect("the game goes on");
    assert_eq!(game.session.game().end().map(|end| end.by), Some(EndedBy::Forfeit));
    let again = game.apply(Action::Fail(BO, &verdict));
    assert_eq!(again, Err(Refusal::Over));
}

#[test]
fn resigning_ends_a_game_of_two() {
    let mut game = TestSession::chomp(&["Ann", "Bo"]);
    game.apply(Action::Resign(BO)).expect("also when it is not their turn");
    let end = game.session.game().end().expect("it is over");
    assert_eq!((end.by, end.results[0].rank), (EndedBy::Resignation, 1));
    game.refused(Action::Resign(ANN), &Refusal::Over);
}

#[test]
fn resigning_among_nine_leaves_the_seat_to_a_computer_player() {
    let people = ["A", "B", "C", "D", "E", "F", "G", "H", "I"];
    let mut game = TestSession::new(GameKind::Grass, "players=9", &people);
    let seat = game.session.seat_to_move().expect("a seat is to move");
    game.apply(Action::Resign(seat)).expect("anybody may resign");
    assert_eq!(computer(&game), OPPONENT);
    assert_eq!(
        game.notices(),
        [format!("{} resigned. normal plays on in this seat.", people[seat.index()])]
    );
    game.refused(Action::Resign(seat), &Refusal::Left);
    game.refused(Action::Play { seat, mv: "lay AA", at: None }, &Refusal::Left);
    for other in game.session.people().take(6).collect::<Vec<_>>() {
        game.apply(Action::Resign(other)).expect("anybody may resign");
    }
    assert!(!game.session.is_over() && game.session.people().count() == 2);
    let loser = game.session.people().next().expect("two are left");
    game.apply(Action::Resign(loser)).expect("anybody may resign");
    let end = game.session.game().end().expect("nobody is left to play against");
    assert_eq!(end.by, EndedBy::Resignation);
}

#[test]
fn a_stand_in_moves_until_the_person_returns() {
    let mut game = TestSession::chomp(&["Ann", "Bo"]);
    game.apply(Action::StandIn(ANN)).expect("the game goes on");
    assert_eq!(computer(&game), OPPONENT);
    let old = game.ticket();
    game.apply(Action::Return(ANN)).expect("the game goes on");
    assert!(game.is_due(ANN));
    assert_eq!(game.answer(old, "3,3"), Err(Refusal::StaleAnswer), "nobody asks it any more");
    game.apply(Action::StandIn(ANN)).expect("the game goes on");
    game.play(ANN, "3,3");
    assert!(!game.session.has_stand_in(ANN), "who moves is there");
    game.refused(Action::StandIn(Seat::new(7)), &Refusal::NoSeat(Seat::new(7)));
}

#[test]
fn a_stand_in_may_be_another_player() {
    let change = |config: SessionConfig| config.with_stand_in(GameKind::Chomp, "hard");
    let mut game = TestSession::with(GameKind::Chomp, "", &["Ann", "Bo"], change);
    game.apply(Action::StandIn(ANN)).expect("the game goes on");
    assert_eq!(computer(&game), "hard");
}

#[test]
fn a_stand_in_for_a_seat_that_is_not_due_asks_nobody_again() {
    let mut game = TestSession::chomp(&["hard", "Bo"]);
    let ticket = game.ticket();
    game.apply(Action::StandIn(BO)).expect("the game goes on");
    assert_eq!(game.ticket(), ticket, "the computer player is still thinking about the same turn");
    game.apply(Action::StandIn(ANN)).expect("the game goes on");
    let asked = game.ticket();
    game.apply(Action::StandIn(ANN)).expect("nothing changes");
    assert_eq!(game.ticket(), asked, "there was a stand-in already");
}

#[test]
fn only_a_stand_ins_move_says_that_it_was_one() {
    let mut game = TestSession::chomp(&["Ann", "hard"]);
    game.apply(Action::StandIn(ANN)).expect("the game goes on");
    game.answer(game.ticket(), "3,3").expect("it was asked");
    game.answer(game.ticket(), "3,2").expect("it was asked");
    let comment = |event: &Event| match event {
        Event::Move { comment, .. } => Some(comment.clone()),
        _ => None,
    };
    let comments: Vec<Option<String>> =
        game.events().iter().filter_map(|event| comment(event)).collect();
    assert!(comments[0].is_some(), "the stand-in's move");
    assert_eq!(comments[1], None, "the computer player's own move");
}
