//! Checks that every player of every game observes its limits: it always answers legally, uses no more
//! nodes than allowed, gives the same answer for the same limit, and none if it was stopped.

mod support;

use meeple_ai::roster::{Resources, Roster, roster};
use meeple_core::{
    AnyGame, AnyPlayer, Choice, ChooseError, Game, Limits, Turn,
    rng::{RngStream, seeded},
};
use meeple_games::{GameKind, azul::Azul, chomp::Chomp, filler::Filler, grass::Grass};
use std::{sync::atomic::Ordering, time::Duration};
use support::{play, start};

/// Returns positions of random games in which a seat is to move.
fn positions() -> Vec<(Roster, Box<dyn AnyGame>)> {
    let mut all = Vec::new();
    for words in ["width=5 height=4", "width=9 height=8", "width=40 height=31"] {
        gather::<Chomp>(words, &mut all);
    }
    for words in ["map=map00", "map=map01", "map=map00 margins=inside"] {
        gather::<Filler>(words, &mut all);
    }
    for words in ["players=2", "players=4 wall=grey"] {
        gather::<Azul>(words, &mut all);
    }
    for words in ["players=2", "players=5"] {
        gather::<Grass>(words, &mut all);
    }
    all
}

fn gather<G: Game>(words: &str, into: &mut Vec<(Roster, Box<dyn AnyGame>)>) {
    let first = start::<G>(words);
    let table = play(&first, &vec!["random"; first.seats()], 11);
    let is_due = |position: &&dyn AnyGame| matches!(position.turn(), Turn::Seat(_));
    let game = table.game();
    let due: Vec<&dyn AnyGame> =
        (0..game.plies().len()).filter_map(|at| game.position_at(at)).filter(is_due).collect();
    let kind: GameKind = G::NAME.parse().expect("a game");
    into.extend(
        due.iter().step_by(due.len().div_ceil(3)).map(|at| (roster(kind), at.boxed_clone())),
    );
}

type Answer = Result<Choice<String>, ChooseError>;

/// Creates a player without any history. Players with a pace get a node limit: a time limit would make
/// answers vary, and more nodes would only make the test slower.
fn seated(roster: Roster, name: &str) -> Box<dyn AnyPlayer> {
    let thinks = roster.find(name).is_some_and(|kind| kind.pace.is_some());
    let spec = if thinks { format!("{name}:nodes=2000") } else { name.to_owned() };
    roster.seat(&spec, &Resources::default()).expect("in the roster")
}

/// Returns the answer of a new player.
fn fresh(roster: Roster, name: &str, position: &dyn AnyGame, limits: &Limits) -> Answer {
    let mut player = seated(roster, name);
    player.choose_text(position, limits, &mut seeded(5, RngStream::Other(1)))
}

/// Asks every player in every position and checks the answer.
fn ask(limits: &Limits, check: impl Fn(&str, &dyn AnyGame, &dyn Fn(&Limits) -> Answer, Answer)) {
    for (roster, position) in positions() {
        for kind in roster.players {
            let again = |limits: &Limits| fresh(roster, kind.name, &*position, limits);
            check(kind.name, &*position, &again, again(limits));
        }
    }
}

#[track_caller]
fn legal(name: &str, position: &dyn AnyGame, answer: Answer) -> Choice<String> {
    let choice = answer.unwrap_or_else(|error| panic!("{name} in {position}: {error}"));
    if let Err(error) = position.check_move_text(&choice.mv) {
        panic!("{name} in {position}: {error}");
    }
    choice
}

#[test]
fn a_node_limit_is_obeyed_and_gives_the_same_answer_twice() {
    for nodes in [0, 1, 10, 1000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        ask(&limits, |name, position, again, answer| {
            let choice = legal(name, position, answer);
            let looked = choice.nodes.unwrap_or(0);
            assert!(looked <= nodes, "{name}: {looked} of {nodes} nodes in {position}");
            assert_eq!(again(&limits), Ok(choice), "{name} in {position}");
        });
    }
}

#[test]
fn earlier_searches_do_not_change_an_answer() {
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    for (roster, position) in positions() {
        for kind in roster.players {
            let mut player = seated(roster, kind.name);
            let mut choose = |limits: &Limits| {
                player.choose_text(&*position, limits, &mut seeded(5, RngStream::Other(1)))
            };
            choose(&Limits::default()).expect("a move is due");
            let expected = fresh(roster, kind.name, &*position, &limits);
            assert_eq!(choose(&limits), expected, "{} in {position}", kind.name);
        }
    }
}

#[test]
fn without_time_there_is_still_a_legal_answer() {
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    ask(&limits, |name, position, _, answer| {
        let choice = legal(name, position, answer);
        assert_eq!(choice.nodes.unwrap_or(0), 0, "{name} in {position}");
    });
}

#[test]
fn limits_that_do_not_bind_change_nothing() {
    let hour = Some(Duration::from_secs(3600));
    let wide = Limits { nodes: Some(u64::MAX), time: hour, ..Limits::default() };
    ask(&Limits::default(), |name, position, again, answer| {
        assert_eq!(again(&wide), answer, "{name} in {position}");
    });
}

#[test]
fn a_stopped_player_gives_no_answer() {
    let limits = Limits::default();
    limits.stop.store(true, Ordering::Relaxed);
    ask(&limits, |name, position, _, answer| {
        assert_eq!(answer, Err(ChooseError::Stopped), "{name} in {position}");
    });
}

#[test]
fn a_ranking_begins_with_the_best_and_is_short() {
    ask(&Limits::default(), |name, position, _, answer| {
        let choice = legal(name, position, answer);
        assert!(choice.ranking.len() <= 20, "{name} in {position}");
        assert!(choice.ranking.is_sorted_by(|a, b| a.value >= b.value), "{name} in {position}");
        if let Some(best) = choice.ranking.first() {
            assert_eq!(choice.mv, best.mv, "{name} in {position}");
        }
    });
}
