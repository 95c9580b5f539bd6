//! Undo, redo, and who has to agree.

use crate::support::{ANN, BO, CY, TestSession, seconds};
use meeple_core::{Choice, Event};
use meeple_games::GameKind;
use meeple_session::{Action, Due, People, Refusal, Reply};
use std::time::Duration;

const UNDO: Action<'static> = Action::Undo { by: None, at: None };

fn apart(kind: GameKind, options: &str, seats: &[&str]) -> TestSession {
    TestSession::with(kind, options, seats, |config| meeple_session::SessionConfig {
        people: People::Apart,
        ..config
    })
}

#[test]
fn undo_takes_back_the_last_own_choice_and_what_followed() {
    let mut game = TestSession::chomp(&["Ann", "hard"]);
    game.play(ANN, "3,3");
    game.answer(game.ticket(), "3,2").expect("it was asked");
    assert_eq!(game.moves().len(), 2);
    game.apply(UNDO).expect("there is something to undo");
    assert!(game.moves().is_empty() && game.is_due(ANN));
    assert_eq!(*game.last_event(), Event::Undo { plies: 2 });
}

#[test]
fn undo_after_a_deal_takes_the_deal_back_too_and_it_is_dealt_again() {
    let mut game = TestSession::new(GameKind::Filler, "", &["Ann", "hard"]);
    let first = game.session.game().position().to_string();
    game.play_any();
    let dealt = game.session.game().position().to_string();
    game.apply(UNDO).expect("there is something to undo");
    assert_eq!(game.session.game().position().to_string(), first);
    game.play_any();
    assert_eq!(game.session.game().position().to_string(), dealt, "the same deal again");
}

#[test]
fn undo_against_a_program_asks_it_again_and_its_old_answer_is_stale() {
    let mut game = TestSession::chomp(&["Ann", "bot"]);
    game.play(ANN, "3,3");
    let old = game.ticket();
    game.apply(UNDO).expect("there is something to undo");
    assert_eq!(game.answer(old, "1,1"), Err(Refusal::StaleAnswer));
    game.play(ANN, "2,2");
    assert_ne!(game.ticket(), old);
    game.answer(game.ticket(), "1,1").expect("it was asked");
}

#[test]
fn on_a_shared_screen_the_last_choice_of_a_person_is_undone() {
    let mut game = TestSession::chomp(&["Ann", "Bo"]);
    game.play(ANN, "3,3").play(BO, "3,2");
    game.apply(UNDO).expect("there is something to undo");
    assert!(game.is_due(BO) && game.moves() == ["3,3"]);
    game.apply(UNDO).expect("there is more");
    assert!(game.is_due(ANN));
    game.refused(UNDO, &Refusal::NothingToUndo);
}

#[test]
fn a_move_without_a_choice_is_not_what_is_taken_back() {
    // With two squares, only the poison is left after the first bite and the game is over; with
    // three squares there is a choice first.
    let mut game = TestSession::new(GameKind::Filler, "map=map00", &["Ann", "Bo"]);
    while !matches!(game.session.due(), Due::Over) {
        let forced = game.events().iter().any(
            |event| matches!(&**event, Event::Move { mv, ms: None, .. } if mv.as_str() == "stop"),
        );
        if forced {
            break;
        }
        game.play_any();
    }
    let line = game.session.game().plies();
    let stop = line
        .iter()
        .rposition(|ply| matches!(&*ply.event, Event::Move { mv, .. } if mv.as_str() == "stop"))
        .expect("a player gets stuck");
    assert_eq!(line[stop].before.legal_move_texts(), ["stop"], "nobody was asked");
    game.apply(UNDO).expect("the choice before it");
    assert!(game.session.game().plies().len() < stop, "further back than the forced move");
}

#[test]
fn what_is_over_is_not_taken_back() {
    let mut game = TestSession::new(GameKind::Chomp, "width=2 height=1", &["Ann", "Bo"]);
    game.play(ANN, "0,1");
    assert!(game.session.is_over());
    game.refused(UNDO, &Refusal::Over);
}

#[test]
fn redo_plays_again_what_was_found_but_not_the_time() {
    let mut game = TestSession::chomp(&["Ann", "bot"]);
    game.wait(seconds(3)).play(ANN, "3,3");
    let choice = Choice {
        remark: Some("why not".into()),
        values: vec![0.25, 0.75],
        ..Choice::from_move("3,2".to_owned())
    };
    let reply = Reply::new(Ok(choice), seconds(1));
    game.apply(Action::Answer(game.ticket(), &reply)).expect("a legal move");
    game.apply(UNDO).expect("there is something to undo");
    game.apply(Action::Redo).expect("there is something to redo");
    assert_eq!(game.moves(), ["3,3", "3,2"]);
    let Event::Move { ms, value, comment, .. } = &*game.last_event() else { panic!("a move") };
    assert_eq!((*ms, *value, comment.as_deref()), (None, Some(0.75), Some("why not")));
    game.refused(Action::Redo, &Refusal::NothingToRedo);
}

#[test]
fn another_move_leaves_nothing_to_redo() {
    let mut game = TestSession::chomp(&["Ann", "Bo"]);
    game.play(ANN, "3,3");
    game.apply(UNDO).expect("there is something to undo");
    game.play(ANN, "2,2");
    game.refused(Action::Redo, &Refusal::NothingToRedo);
}

#[test]
fn narration_and_numbers_follow_an_undo() {
    let mut game = TestSession::chomp(&["Ann", "Bo"]);
    game.play(ANN, "3,3").play(BO, "2,2");
    game.apply(UNDO).expect("there is something to undo");
    assert_eq!((game.last.narrated_from, game.session.narration().len()), (1, 1));
    game.play(BO, "1,4");
    assert_eq!(game.last.narrated_from, 1);
    let words: Vec<&str> =
        game.session.narration().iter().map(|told| told.words.did.as_str()).collect();
    assert!(words[1].contains("E2"), "{words:?}");
}

#[test]
fn a_take_back_asks_the_other_person() {
    let mut game = apart(GameKind::Chomp, "width=5 height=4", &["Ann", "Bo"]);
    game.play(ANN, "3,3");
    game.apply(Action::Undo { by: Some(ANN), at: Some(1) }).expect("it may be asked");
    assert_eq!(game.moves().len(), 1, "nothing is taken back yet");
    let snapshot = game.session.snapshot(0, game.now);
    let offer = snapshot.take_back.expect("everybody sees it");
    assert_eq!((offer.by, offer.agreed), (ANN, &[ANN][..]));
    game.apply(Action::Accept(BO)).expect("there is an offer");
    assert!(game.moves().is_empty());
    assert!(game.session.snapshot(0, game.now).take_back.is_none());
    game.refused(Action::Accept(BO), &Refusal::NoOffer);
}

#[test]
fn a_declined_take_back_changes_nothing() {
    let mut game = apart(GameKind::Chomp, "width=5 height=4", &["Ann", "Bo"]);
    game.play(ANN, "3,3");
    game.apply(Action::Undo { by: Some(ANN), at: None }).expect("it may be asked");
    game.apply(Action::Decline(BO)).expect("there is an offer");
    assert_eq!(game.moves(), ["3,3"]);
    game.refused(Action::Accept(BO), &Refusal::NoOffer);
    game.refused(Action::Decline(BO), &Refusal::NoOffer);
}

#[test]
fn a_take_back_request_is_dropped_when_the_game_continues() {
    let mut game = apart(GameKind::Chomp, "width=5 height=4", &["Ann", "Bo"]);
    game.play(ANN, "3,3");
    game.apply(Action::Undo { by: Some(ANN), at: None }).expect("it may be asked");
    game.play(BO, "2,2");
    game.refused(Action::Accept(BO), &Refusal::NoOffer);
}

#[test]
fn both_others_must_agree_to_a_take_back_unless_one_has_left() {
    let table = || apart(GameKind::Azul, "players=3", &["Ann", "Bo", "Cy"]);
    let ask = |game: &mut TestSession| {
        let mover = game.session.seat_to_move().expect("a seat is to move");
        game.play_any();
        game.apply(Action::Undo { by: Some(mover), at: None }).expect("it may be asked");
        mover
    };
    let mut game = table();
    let by = ask(&mut game);
    let [next, last] = [ANN, BO, CY]
        .into_iter()
        .filter(|&seat| seat != by)
        .collect::<Vec<_>>()
        .try_into()
        .expect("two others");
    game.apply(Action::Accept(next)).expect("there is an offer");
    assert_eq!(game.moves().len(), 1, "the third has not agreed");
    game.apply(Action::Accept(last)).expect("there is an offer");
    assert!(game.moves().is_empty());

    let mut game = table();
    game.apply(Action::Resign(CY)).expect("anybody may resign");
    assert_eq!(ask(&mut game), ANN, "Ann starts");
    game.refused(Action::Accept(CY), &Refusal::Left);
    game.refused(Action::Decline(CY), &Refusal::Left);
    game.apply(Action::Accept(BO)).expect("there is an offer");
    assert!(game.moves().is_empty(), "a player who has left is not asked");
}

#[test]
fn a_player_who_has_left_cannot_undo() {
    let mut game = apart(GameKind::Azul, "players=3", &["Ann", "Bo", "Cy"]);
    let mover = game.session.seat_to_move().expect("a seat is to move");
    game.play_any();
    game.apply(Action::Resign(mover)).expect("anybody may resign");
    game.refused(Action::Undo { by: Some(mover), at: None }, &Refusal::Left);
}

#[test]
fn online_only_own_moves_are_undone() {
    let mut game = apart(GameKind::Chomp, "width=5 height=4", &["Ann", "Bo"]);
    game.play(ANN, "3,3");
    game.refused(Action::Undo { by: Some(BO), at: None }, &Refusal::NothingToUndo);
    game.refused(Action::Undo { by: Some(ANN), at: Some(0) }, &Refusal::Stale { meant: 0, at: 1 });
}

#[test]
fn undo_brings_back_a_player_who_resigned_later() {
    let mut game = TestSession::new(GameKind::Azul, "players=3", &["Ann", "Bo", "Cy"]);
    let first = game.session.seat_to_move().expect("a seat is to move");
    game.play_any();
    let second = game.session.seat_to_move().expect("the next one");
    game.apply(Action::Resign(second)).expect("anybody may resign");
    assert!(!game.session.is_person(second));
    game.apply(UNDO).expect("the first move was chosen");
    assert!(game.session.is_person(second), "taken back to before they left");
    assert_eq!(game.session.seat_to_move(), Some(first));
}

#[test]
fn a_move_records_its_thinking_time() {
    let mut game = apart(GameKind::Chomp, "width=5 height=4", &["Ann", "hard"]);
    game.wait(Duration::from_millis(1500)).play(ANN, "3,3");
    let Event::Move { ms: Some(ms), .. } = &*game.last_event() else { panic!("a timed move") };
    assert_eq!(ms.to_duration(), Duration::from_millis(1500));
}

#[test]
fn people_who_share_a_screen_need_no_consent() {
    let mut game = TestSession::chomp(&["Ann", "Bo"]);
    game.play(ANN, "3,3");
    game.apply(Action::Undo { by: Some(ANN), at: None }).expect("nobody else has to agree");
    assert!(game.moves().is_empty() && game.session.snapshot(0, game.now).take_back.is_none());
}

#[test]
fn the_only_person_at_a_table_needs_no_consent() {
    let mut game = apart(GameKind::Chomp, "width=5 height=4", &["Ann", "hard"]);
    game.play(ANN, "3,3");
    game.apply(Action::Undo { by: Some(ANN), at: None }).expect("nobody else has to agree");
    assert!(game.moves().is_empty() && game.session.snapshot(0, game.now).take_back.is_none());
}

#[test]
fn redo_deals_again_what_was_dealt() {
    let mut game = TestSession::new(GameKind::Azul, "", &["Ann", "Bo"]);
    while game.session.game().plies().iter().filter(|ply| is_deal(&ply.event)).count() < 2 {
        game.play_any();
    }
    let before = game.session.game().position().to_string();
    let plies = game.session.game().plies().len();
    game.apply(UNDO).expect("there is something to undo");
    assert!(game.session.game().plies().len() + 1 < plies, "the deal was taken back as well");
    let entries = game.log.len();
    game.apply(Action::Redo).expect("there is something to redo");
    assert_eq!(game.session.game().position().to_string(), before);
    let redone = &game.events()[entries..];
    assert!(redone.iter().any(|event| is_deal(event)), "the deal is part of what is redone");
}

fn is_deal(event: &Event) -> bool {
    matches!(event, Event::Deal { .. })
}
