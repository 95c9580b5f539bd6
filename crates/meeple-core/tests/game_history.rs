//! Tests what a game accepts, refuses and derives from its log, with games a few moves long.

use meeple_core::{
    Consequence, Contestant, EndedBy, Event, EventError, Game as _, GameHistory, Header, Notes,
    Seat, SeatInfo, Turn,
    tree_game::{TreeGame, TreeOptions},
};

/// Chance, then both seats in turn, then chance again.
const TWO_DEALS: &str = "?(h*1:0(a:1(c:?(x*1:1,0|y*1:0,1))))";
/// Three seats, one after the other, twice.
const THREE: &str = "0(a:1(b:2(c:0(d:1(e:2(f:3,2,1|g:1,2,3))))))";

fn start(tree: &str, seats: usize) -> GameHistory {
    let options = TreeOptions { tree: tree.into() };
    let position: TreeGame = format!("tree={tree}").parse().expect("a good tree");
    GameHistory::start(header(&options, seats), Box::new(position))
        .expect("as many seats as players")
}

fn header(options: &TreeOptions, seats: usize) -> Header {
    let seat =
        |name: &&str| SeatInfo { name: (*name).into(), colour: None, who: Contestant::Person };
    Header::new::<TreeGame>(options, ["Ann", "Bo", "Cy"][..seats].iter().map(seat).collect())
}

fn mv(seat: usize, mv: &str) -> Event {
    Event::new_move(Seat::new(seat), mv, Notes::default())
}

fn deal(deal: &str) -> Event {
    Event::Deal { deal: deal.into() }
}

fn fault(seat: usize, then: Consequence) -> Event {
    let (verdict, seen) = ("broken".into(), "no answer".into());
    Event::Fault { seat: Seat::new(seat), verdict, seen, then, stderr: Vec::new() }
}

fn resign(seat: usize) -> Event {
    Event::Resign { seat: Seat::new(seat) }
}

fn apply(game: &mut GameHistory, events: impl IntoIterator<Item = Event>) {
    for event in events {
        let text = event.to_string();
        game.apply(event).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

/// Applies an event that must be refused, and checks that nothing has changed.
fn refusal(game: &mut GameHistory, event: Event) -> EventError {
    let facts = |game: &GameHistory| {
        let gone: Vec<bool> =
            (0..game.position().seats()).map(|seat| game.has_left(Seat::new(seat))).collect();
        (game.log().len(), game.plies().len(), game.position().to_string(), gone, game.due_end())
    };
    let before = facts(game);
    let error = game.apply(event).expect_err("a refusal");
    assert_eq!(facts(game), before);
    error
}

fn ranks(game: &GameHistory) -> Vec<u8> {
    let end = game.due_end().expect("the end is due");
    end.results.iter().map(|result| result.rank).collect()
}

#[test]
fn the_header_names_as_many_players_as_the_game_has_seats() {
    let options = TreeOptions { tree: THREE.into() };
    let position: TreeGame = format!("tree={THREE}").parse().expect("a good tree");
    let refused = GameHistory::start(header(&options, 2), Box::new(position)).map(|_| ());
    assert_eq!(refused, Err(EventError::WrongSeats { given: 2, needed: 3 }));
}

#[test]
fn positions_can_be_looked_up_by_ply() {
    let mut game = start(THREE, 3);
    apply(&mut game, [mv(0, "a"), mv(1, "b")]);
    let turn_after = |plies| game.position_at(plies).map(meeple_core::AnyGame::turn);
    let turns: Vec<_> = (0..4).map(turn_after).collect();
    let seat = |index| Some(Turn::Seat(Seat::new(index)));
    assert_eq!(turns, [seat(0), seat(1), seat(2), None]);
}

#[test]
fn deals_are_counted_without_those_taken_back() {
    let mut game = start(TWO_DEALS, 2);
    assert_eq!(game.deals_made(0), 0);
    apply(&mut game, [deal("h"), mv(0, "a"), mv(1, "c"), deal("x")]);
    assert_eq!((game.deals_made(0), game.deals_made(1)), (2, 0));
    apply(&mut game, [Event::Undo { plies: 1 }]);
    assert_eq!(game.deals_made(0), 1);
    apply(&mut game, [Event::Undo { plies: 2 }]);
    assert_eq!(game.deals_made(0), 1, "two moves were taken back, no deal");
    assert_eq!(game.log().len(), 7, "what was taken back stays in the log");
    assert_eq!(game.plies().len(), 1);
}

#[test]
fn undo_goes_back_to_the_first_position_and_no_further() {
    let mut game = start(THREE, 3);
    let first = game.position().to_string();
    apply(&mut game, [mv(0, "a"), mv(1, "b")]);
    let error = refusal(&mut game, Event::Undo { plies: 3 });
    assert_eq!(error, EventError::UndoTooFar { asked: 3, there: 2 });
    apply(&mut game, [Event::Undo { plies: 2 }]);
    assert_eq!(game.position().to_string(), first);
}

#[test]
fn undoing_beyond_a_departure_brings_the_player_back() {
    for (undone, is_gone) in [(0, true), (1, true), (2, false)] {
        let mut game = start(THREE, 3);
        apply(&mut game, [mv(0, "a"), mv(1, "b"), resign(2), mv(2, "c")]);
        apply(&mut game, [Event::Undo { plies: undone }]);
        assert_eq!(game.has_left(Seat::new(2)), is_gone, "{undone} plies taken back");
        assert!(!game.has_left(Seat::new(0)));
    }
}

#[test]
fn a_game_of_three_goes_on_until_two_have_left() {
    let mut game = start(THREE, 3);
    apply(&mut game, [mv(0, "a"), resign(1)]);
    assert_eq!(game.due_end(), None);
    apply(&mut game, [mv(1, "b"), resign(2)]);
    let end = game.due_end().expect("Ann is alone");
    assert_eq!((end.by, end.reason.as_str()), (EndedBy::Resignation, "Bo gave up; Cy gave up"));
    assert_eq!(ranks(&game), [1, 2, 2]);
    let refused = refusal(&mut game, mv(2, "c"));
    assert_eq!(refused, EventError::OnlyEnd(end.reason.clone()));
    assert_eq!(refusal(&mut game, resign(0)), EventError::OnlyEnd(end.reason.clone()));
    apply(&mut game, [Event::End(end)]);
    assert_eq!(game.due_end(), None, "it is there");
    assert_eq!(refusal_after_end(&mut game), EventError::AfterEnd);
}

fn refusal_after_end(game: &mut GameHistory) -> EventError {
    game.apply(Event::Undo { plies: 1 }).expect_err("nothing follows the end")
}

#[test]
fn a_fault_ends_the_game_removes_the_player_or_costs_only_a_move() {
    let cases = [
        (Consequence::Ends, true, Some(EndedBy::Forfeit)),
        (Consequence::Out, true, None),
        (Consequence::Plays, false, None),
    ];
    for (then, has_left, ends) in cases {
        let mut game = start(THREE, 3);
        apply(&mut game, [mv(0, "a"), fault(1, then)]);
        assert_eq!(game.has_left(Seat::new(1)), has_left, "{then:?}");
        assert_eq!(game.due_end().map(|end| end.by), ends, "{then:?}");
    }
    let mut game = start(THREE, 3);
    apply(&mut game, [fault(1, Consequence::Ends)]);
    let end = game.due_end().expect("the fault ends it");
    assert_eq!(end.reason, "Bo failed: broken: no answer");
    apply(&mut game, [fault(2, Consequence::Ends)]); // two may fail before the end is written
    assert_eq!(ranks(&game), [1, 2, 2]);
}

#[test]
fn players_who_left_rank_last_even_with_the_most_points() {
    let mut game = start(THREE, 3);
    let moves = [mv(0, "a"), mv(1, "b"), mv(2, "c"), mv(0, "d"), mv(1, "e"), mv(2, "f")];
    apply(&mut game, [resign(0)]);
    apply(&mut game, moves);
    let end = game.due_end().expect("over by the rules");
    assert_eq!(end.by, EndedBy::Rules);
    assert_eq!(ranks(&game), [3, 1, 2]);
    let scores: Vec<i32> = end.results.iter().map(|result| result.score).collect();
    assert_eq!(scores, [3, 2, 1]);
}

#[test]
fn refusals_name_what_is_wrong() {
    let mut game = start(THREE, 3);
    let error = refusal(&mut game, mv(1, "b"));
    assert_eq!(error.to_string(), "seat 1 moved, but it is seat 0's turn");
    assert!(matches!(refusal(&mut game, mv(0, "z")), EventError::Move { .. }));
    assert!(matches!(refusal(&mut game, deal("h")), EventError::Deal { .. }));
    let error = refusal(&mut game, resign(3));
    assert_eq!(error, EventError::NoSeat { seat: Seat::new(3), seats: 3 });
    assert_eq!(refusal(&mut game, fault(3, Consequence::Plays)).to_string(), error.to_string());
    apply(&mut game, [resign(1)]);
    let error = refusal(&mut game, resign(1));
    assert_eq!(error, EventError::AlreadyGone { seat: Seat::new(1) });
    let start_again = Event::Start(game.header().clone());
    assert_eq!(refusal(&mut game, start_again), EventError::SecondStart);

    let mut game = start(TWO_DEALS, 2);
    let error = refusal(&mut game, mv(0, "a"));
    assert_eq!(error.to_string(), "seat 0 moved, but a deal is due");
    apply(&mut game, [deal("h"), mv(0, "a"), mv(1, "c"), deal("x")]);
    let error = refusal(&mut game, mv(0, "a"));
    assert_eq!(error.to_string(), "seat 0 moved, but the game is over");
    assert!(matches!(refusal(&mut game, resign(0)), EventError::OnlyEnd(_)));
    assert!(matches!(refusal(&mut game, fault(0, Consequence::Ends)), EventError::OnlyEnd(_)));
    let mut wrong = game.due_end().expect("over by the rules");
    wrong.results.reverse();
    assert_eq!(refusal(&mut game, Event::End(wrong)), EventError::WrongEnd);
    assert_eq!(game.outcome().map(|outcome| outcome.results.len()), Some(2));
}

#[test]
fn no_end_may_be_written_before_it_is_due() {
    let mut decided = start(THREE, 3);
    apply(&mut decided, [fault(1, Consequence::Ends)]);
    let end = decided.due_end().expect("the fault ends it");
    let mut running = start(THREE, 3);
    assert_eq!(refusal(&mut running, Event::End(end)), EventError::WrongEnd);
    assert_eq!(running.end(), None);
    let _: TreeGame = running.position().to_string().parse().expect("a position can be read back");
    assert_eq!(TreeGame::NAME, running.header().game);
}

#[test]
fn nothing_is_dealt_once_the_game_is_decided() {
    let mut game = start(TWO_DEALS, 2);
    apply(&mut game, [resign(1)]);
    let end = game.due_end().expect("the only opponent has resigned");
    assert_eq!(refusal(&mut game, deal("h")), EventError::OnlyEnd(end.reason));
}
