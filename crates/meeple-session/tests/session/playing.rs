//! Playing: deals, refusals, log entries, hints, rematches, resuming.

use crate::support::{ANN, BO, CY, TestSession, seat, seconds};
use meeple_core::{Choice, Event, Table, TypedDeals};
use meeple_games::GameKind;
use meeple_session::{
    Action, Due, LogEntry, Notice, People, Refusal, Reply, SeatKind, Session, SessionConfig,
    ShownMoves, TimeControl, Update, open_table, rotate_seats,
};
use std::time::Instant;

fn apart(config: SessionConfig) -> SessionConfig {
    SessionConfig { people: People::Apart, ..config }
}

#[test]
fn the_first_update_has_the_start_and_the_first_deal() {
    let game = TestSession::new(GameKind::Azul, "", &["Ann", "normal"]);
    let events = game.events();
    assert!(matches!(*events[0], Event::Start(_)) && matches!(*events[1], Event::Deal { .. }));
    assert_eq!(events.len(), game.session.game().log().len(), "nothing is left out");
    assert_eq!(game.last.narrated_from, 0);
}

#[test]
fn a_persons_move_has_its_time_in_whole_milliseconds() {
    let mut game = TestSession::chomp(&["Ann", "Bo"]);
    game.wait(std::time::Duration::from_micros(1_234_567)).play(ANN, "3,3");
    let Event::Move { ms: Some(ms), .. } = &*game.last_event() else { panic!("a timed move") };
    assert_eq!(ms.to_string(), "1234");
}

#[test]
fn an_illegal_move_is_refused_with_a_reason_and_a_legal_move() {
    let mut game = TestSession::chomp(&["Ann", "Bo"]);
    game.play(ANN, "3,3");
    let played = game.apply(Action::Play { seat: BO, mv: "3,3", at: None });
    let Err(Refusal::Illegal { mv, message, legal }) = played else { panic!("{played:?}") };
    assert_eq!((mv.as_str(), legal.as_deref()), ("3,3", Some("0,0")));
    assert!(message.starts_with(char::is_uppercase) && message.ends_with('.'), "{message}");
    assert_eq!(game.moves(), ["3,3"]);
}

#[test]
fn what_is_no_move_is_refused_and_its_control_codes_do_not_reach_a_screen() {
    let mut game = TestSession::chomp(&["Ann", "Bo"]);
    let played = game.apply(Action::Play { seat: ANN, mv: "\u{1b}[2J", at: None });
    let Err(Refusal::Illegal { message, .. }) = played else { panic!("{played:?}") };
    assert!(!message.contains('\u{1b}'), "{message:?}");
}

#[test]
fn only_the_person_to_move_moves_and_only_on_the_board_they_saw() {
    let mut game = TestSession::chomp(&["Ann", "hard"]);
    let play = |seat, at| Action::Play { seat, mv: "3,3", at };
    game.refused(play(BO, None), &Refusal::NotYourTurn);
    game.refused(play(ANN, Some(4)), &Refusal::Stale { meant: 4, at: 0 });
    game.play(ANN, "3,3");
    game.refused(play(BO, None), &Refusal::NotYourTurn); // nobody can move for the computer
}

#[test]
fn an_answer_counts_once() {
    let mut game = TestSession::chomp(&["Ann", "hard"]);
    game.play(ANN, "3,3");
    let ticket = game.ticket();
    game.answer(ticket, "3,2").expect("it was asked");
    assert_eq!(game.answer(ticket, "3,1"), Err(Refusal::StaleAnswer));
}

#[test]
fn what_a_player_says_is_in_the_record_and_shown() {
    let mut game = TestSession::chomp(&["Ann", "bot"]);
    game.play(ANN, "3,3");
    let choice = Choice {
        remark: Some("a \u{7}bell".into()),
        values: vec![0.1, 0.9],
        nodes: Some(5),
        info: vec!["depth 3".into()],
        ..Choice::from_move("3,2".to_owned())
    };
    let reply = Reply::new(Ok(choice), seconds(1));
    game.apply(Action::Answer(game.ticket(), &reply)).expect("a legal move");
    let Event::Move { value, nodes, comment, info, .. } = &*game.last_event() else {
        panic!("a move")
    };
    assert_eq!((*value, *nodes, info.len()), (Some(0.9), Some(5), 1));
    assert!(comment.is_some());
    assert!(matches!(game.last.notices[..], [Notice::Remark { .. }]));
    assert!(!game.notices()[0].contains('\u{7}'));
}

#[test]
fn deals_can_be_typed_in_and_redone() {
    let table = open_table::open_anonymous(GameKind::Filler, &[], 7).expect("a good game");
    let header = meeple_core::Header {
        deals: Some(TypedDeals::WORD.into()),
        seats: vec![seat("Ann"), seat("Bo")],
        ..table.game().header().clone()
    };
    let table = Table::start(header, table.position().boxed_clone()).expect("two seats");
    let now = Instant::now();
    let session = Session::start(table, SessionConfig::for_game(GameKind::Filler), now);
    let mut game = TestSession { session, now, log: Vec::new(), last: Update::default() };
    game.advance();
    assert!(matches!(game.session.due(), Due::Deal));
    assert!(matches!(game.apply(Action::Deal("nonsense")), Err(Refusal::BadDeal(_))));
    game.apply(Action::Deal("2x1:OO")).expect("a piece");
    assert!(game.is_due(ANN));
    assert!(matches!(game.apply(Action::Deal("2x1:OO")), Err(Refusal::BadDeal(_))));
    game.play_any().apply(Action::Deal("1x2:O/O")).expect("a piece");
    let played = game.moves();
    game.apply(Action::Undo { by: None, at: None }).expect("Ann's move can be undone");
    assert!(game.is_due(ANN) && game.moves().is_empty());
    game.apply(Action::Redo).expect("it was undone");
    assert!(game.is_due(BO), "the move and the typed deal after it");
    assert_eq!(game.moves(), played);
}

#[test]
fn resuming_from_what_was_stored_gives_the_same_session() {
    let mut game = TestSession::new(GameKind::Azul, "", &["Ann", "bot"]);
    for _ in 0..6 {
        game.wait(seconds(1)).play_any();
    }
    let again = game.restarted();
    assert_eq!(again.session.game().log(), game.session.game().log());
    assert_eq!(again.session.narration(), game.session.narration());
    assert_eq!(format!("{:?}", again.session.due()), {
        // Requests are numbered from the start again after a restart; nothing else differs.
        let due = format!("{:?}", game.session.due());
        let moment = due.find("moment: ").map(|at| at + 8);
        moment.map_or(due.clone(), |at| {
            let end = at + due[at..].find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
            format!("{}0{}", &due[..at], &due[end..])
        })
    });
}

#[test]
fn what_was_not_stored_is_forgotten_by_resuming_from_the_log() {
    let mut game = TestSession::chomp(&["Ann", "Bo"]);
    game.play(ANN, "3,3");
    let stored = game.restarted();
    game.play(BO, "2,2");
    assert_eq!(stored.moves(), ["3,3"]);
    assert!(stored.is_due(BO));
}

#[test]
fn a_rematch_needs_everybody() {
    let mut game = TestSession::with(GameKind::Chomp, "width=2 height=1", &["Ann", "Bo"], apart);
    game.refused(Action::Rematch(ANN), &Refusal::NotOver);
    game.play(ANN, "0,1");
    game.apply(Action::Rematch(ANN)).expect("it may be asked");
    assert!(!game.last.is_rematch);
    game.apply(Action::Rematch(ANN)).expect("it may be asked twice");
    assert!(!game.last.is_rematch);
    assert_eq!(game.session.snapshot(0, game.now).rematch, [ANN]);
    game.apply(Action::Rematch(BO)).expect("the other agrees");
    assert!(game.last.is_rematch);
}

#[test]
fn a_rematch_needs_those_too_who_resigned_or_are_away() {
    let mut game = TestSession::with(GameKind::Azul, "players=3", &["Ann", "Bo", "Cy"], apart);
    game.apply(Action::StandIn(CY)).expect("Cy is away");
    for seat in [ANN, BO] {
        game.apply(Action::Resign(seat)).expect("a resignation");
    }
    assert!(game.session.is_over());
    for seat in [CY, ANN] {
        game.apply(Action::Rematch(seat)).expect("a rematch");
        assert!(!game.last.is_rematch, "Bo has not asked");
    }
    game.apply(Action::Rematch(BO)).expect("a rematch");
    assert!(game.last.is_rematch);
}

#[test]
fn against_a_computer_or_on_a_shared_screen_a_rematch_needs_one() {
    for (seats, change) in [
        (["Ann", "hard"], apart as fn(SessionConfig) -> SessionConfig),
        (["Ann", "Bo"], |config| config),
    ] {
        let mut game = TestSession::with(GameKind::Chomp, "width=2 height=1", &seats, change);
        game.play(ANN, "0,1");
        game.apply(Action::Rematch(ANN)).expect("it may be asked");
        assert!(game.last.is_rematch, "{seats:?}");
    }
    let mut game = TestSession::with(GameKind::Chomp, "width=2 height=1", &["Ann", "hard"], apart);
    game.play(ANN, "0,1");
    game.refused(Action::Rematch(BO), &Refusal::NoSeat(BO));
}

#[test]
fn in_a_rematch_another_player_starts() {
    let mut game = TestSession::with(GameKind::Chomp, "width=2 height=1", &["Ann", "Bo"], apart);
    game.play(ANN, "0,1"); // the last square is forced
    for seat in [ANN, BO] {
        game.apply(Action::Rematch(seat)).expect("the game is over");
    }
    assert!(game.last.is_rematch);
    let mut seats = game.session.game().header().seats.clone();
    rotate_seats(&mut seats);
    let names: Vec<&str> = seats.iter().map(|seat| seat.name.as_str()).collect();
    let rematch = TestSession::chomp(&names);
    let starts = rematch.session.seat_to_move().expect("a seat is to move");
    assert_eq!(rematch.session.name(starts), "Bo");
}

#[test]
fn hints_are_for_the_player_to_move_without_a_clock_or_other_people() {
    let game = TestSession::chomp(&["Ann", "Bo"]);
    assert_eq!(game.session.check_hint(ANN, None), Ok(()), "they share a screen");
    assert_eq!(game.session.check_hint(BO, None), Err(Refusal::NotYourTurn));
    let stale = Err(Refusal::Stale { meant: 3, at: 0 });
    assert_eq!(game.session.check_hint(ANN, Some(3)), stale);
    let two = TestSession::with(GameKind::Chomp, "", &["Ann", "Bo"], apart);
    assert_eq!(two.session.check_hint(ANN, None), Err(Refusal::NoHintAgainstPeople));
    let alone = TestSession::with(GameKind::Chomp, "", &["Ann", "hard"], apart);
    assert_eq!(alone.session.check_hint(ANN, None), Ok(()));
    let clock = |config| SessionConfig { control: TimeControl::Move(seconds(9)), ..config };
    let timed = TestSession::with(GameKind::Chomp, "", &["Ann", "hard"], clock);
    assert_eq!(timed.session.check_hint(ANN, None), Err(Refusal::NoHintOnClock));
}

fn written(moves: ShownMoves<'_>) -> Vec<u8> {
    let mut json = Vec::new();
    moves.write(&mut json);
    json
}

#[test]
fn a_snapshot_shows_the_players_and_the_possible_actions() {
    let mut game = TestSession::new(GameKind::Azul, "players=3", &["Ann", "hard", "bot"]);
    let seats = game.session.seat_snapshots();
    let kinds: Vec<SeatKind> = seats.iter().map(|seat| seat.kind).collect();
    assert_eq!(kinds, [SeatKind::Person, SeatKind::Computer, SeatKind::Program]);
    let snapshot = game.session.snapshot(0, game.now);
    let moves: Vec<serde_json::Value> =
        serde_json::from_slice(&written(snapshot.moves)).expect("the moves are JSON");
    assert_eq!(moves.len(), game.session.game().position().legal_move_texts().len());
    assert!(snapshot.picture.get().starts_with('{') && snapshot.ending.is_none());
    game.apply(Action::Resign(ANN)).expect("anybody may resign");
    assert!(game.session.seat_snapshots()[0].gone);
}

#[test]
fn what_followed_from_a_move_can_be_seen_before_what_was_dealt_next() {
    let mut game = TestSession::new(GameKind::Azul, "", &["Ann", "Bo"]);
    let ply = loop {
        game.play_any();
        let from = game.last.narrated_from;
        if let Some(ply) = game.session.consequences_since(from) {
            break ply;
        }
    };
    let line = game.session.game().plies();
    assert!(matches!(*line[ply].event, Event::Deal { .. }), "the next round was dealt");
    let snapshot = game.session.snapshot_at(ply, ply - 1, game.now);
    assert_eq!((snapshot.ply, snapshot.to_move), (ply, None));
    assert_eq!(written(snapshot.moves), b"[]");
    assert_eq!(snapshot.narration.len(), 1);
}

#[test]
fn everything_that_is_handed_out_is_the_log_in_its_order() {
    let clock = TimeControl::Game { time: seconds(60), increment: seconds(0) };
    let change = |config| SessionConfig { control: clock, ..config };
    let mut game = TestSession::with(GameKind::Chomp, "", &["Ann", "Bo"], change);
    game.wait(seconds(1)).play(ANN, "3,3").wait(seconds(2));
    game.apply(Action::Undo { by: None, at: None }).expect("there is something to undo");
    let kinds: Vec<&str> = game
        .log
        .iter()
        .map(|entry| match entry {
            LogEntry::Spent(_) => "spent",
            LogEntry::Event(event) => match **event {
                Event::Start(_) => "start",
                Event::Move { .. } => "move",
                Event::Undo { .. } => "undo",
                _ => "other",
            },
        })
        .collect();
    assert_eq!(kinds, ["start", "move", "spent", "undo"]);
}
