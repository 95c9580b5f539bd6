//! Tests tables with games small enough to read at a glance.

use meeple_core::{
    Consequence, Contestant, EndedBy, Event, Header, Millis, Notes, Penalty, Seat, SeatInfo, Table,
    TableDue, TypedDeals, Verdict,
    tree_game::{TreeGame, TreeOptions},
};
use std::time::Duration;

/// Chance, then both seats in turn, then the end.
const COIN: &str = "?(h*1:0(a:1(c:1,0|d:0,1)|b:1,0)|t*1:0(a:1(c:0,1|d:0,1)|b:0,1))";
/// Three seats, one after the other.
const THREE: &str = "0(a:1(b:2(c:3,2,1|d:1,2,3)))";

fn table(tree: &str, seats: usize) -> Table {
    let options = TreeOptions { tree: tree.into() };
    let names = ["Ann", "Bo", "Cy"];
    let seat =
        |name: &&str| SeatInfo { name: (*name).into(), colour: None, who: Contestant::Person };
    let header = Header::new::<TreeGame>(&options, names[..seats].iter().map(seat).collect());
    Table::open::<TreeGame>(&options, Header { seed: Some(5), ..header }).expect("a good tree")
}

fn play(table: &mut Table, seat: usize, mv: &str) {
    table.play(Seat::new(seat), mv, Notes::default()).expect("a legal move");
}

fn ranks(table: &Table) -> Vec<u8> {
    table.game().end().expect("it has ended").results.iter().map(|result| result.rank).collect()
}

#[test]
fn a_game_advances_step_by_step_and_logs_every_event() {
    let mut table = table(COIN, 2);
    assert_eq!(table.due(), TableDue::Deal);
    assert_eq!(table.deal().expect("a deal is due").len(), 1);
    assert_eq!(table.due(), TableDue::Seat(Seat::new(0)));
    let notes = Notes {
        ms: Some(Millis::from_duration(Duration::from_millis(3))),
        value: Some(0.5),
        nodes: Some(9),
        comment: Some("why not".into()),
        info: vec!["depth 1".into()],
    };
    table.play(Seat::new(0), "b", notes).expect("a legal move");
    assert_eq!(table.due(), TableDue::End);
    table.end().expect("the end is due");
    assert_eq!(table.due(), TableDue::Over);
    let lines: Vec<String> = table.game().log().iter().map(ToString::to_string).collect();
    assert!(lines[0].starts_with(r#"{"event":"start","format":2,"game":"tree","#), "{}", lines[0]);
    let mv = r#"{"event":"move","seat":0,"move":"b","ms":3,"value":0.5,"nodes":9,"comment":"why not","info":["depth 1"]}"#;
    assert_eq!(lines[2], mv);
    assert_eq!(lines.len(), 4);
    assert_eq!(table.game().end().expect("ended").by, EndedBy::Rules);
}

#[test]
fn a_refused_event_changes_nothing() {
    let mut table = table(COIN, 2);
    let refused = |table: &Table| (table.game().log().len(), table.position().to_string());
    let before = refused(&table);
    assert!(table.play(Seat::new(0), "a", Notes::default()).is_err(), "a deal is due");
    assert!(table.apply_deal("no such side").is_err());
    assert!(table.undo(1).is_err());
    assert!(table.end().is_err());
    assert!(table.resign(Seat::new(2)).is_err(), "there is no such seat");
    assert_eq!(refused(&table), before);
    table.deal().expect("a deal is due");
    let before = refused(&table);
    assert!(table.deal().is_err());
    assert!(table.play(Seat::new(1), "a", Notes::default()).is_err(), "out of turn");
    assert!(table.play(Seat::new(0), "z", Notes::default()).is_err());
    let verdict = Verdict::InternalError { reason: "gone".into() };
    let bad = Penalty::Plays("z".into());
    assert!(table.fault(Seat::new(0), &verdict, &bad).is_err(), "the move in its stead is illegal");
    assert_eq!(refused(&table), before);
}

#[test]
fn a_fault_that_plays_a_move_needs_the_turn() {
    let mut table = table(THREE, 3);
    let verdict = Verdict::Illegal { mv: "z".into(), reason: "no".into() };
    let before = table.game().log().len();
    let refused = table.fault(Seat::new(1), &verdict, &Penalty::Plays("a".into()));
    assert!(refused.is_err(), "it is seat 0's turn");
    assert_eq!(table.game().log().len(), before, "not even the fault was recorded");
}

#[test]
fn the_same_seed_deals_the_same_again_after_an_undo() {
    let mut table = table(COIN, 2);
    let first = table.deal().expect("a deal is due").to_vec();
    play(&mut table, 0, "a");
    let thought: u64 = rand::Rng::next_u64(&mut table.rng_for(Seat::new(1)));
    table.undo(2).expect("two were made");
    assert_eq!(table.deal().expect("a deal is due"), first);
    play(&mut table, 0, "a");
    let again: u64 = rand::Rng::next_u64(&mut table.rng_for(Seat::new(1)));
    assert_eq!(thought, again, "whoever thinks again thinks the same");
}

#[test]
fn deals_may_come_from_outside() {
    let mut table = table(COIN, 2).with_deals(TypedDeals);
    assert!(table.deal().is_err(), "nobody has decided it");
    table.apply_deal("t").expect("tails is possible");
    assert_eq!(table.due(), TableDue::Seat(Seat::new(0)));
}

#[test]
fn a_fault_ends_the_game_or_is_played_over_or_puts_the_player_out() {
    let verdict = Verdict::Illegal { mv: "z".into(), reason: "no".into() };
    let mut ended = table(COIN, 2);
    ended.deal().expect("a deal is due");
    ended.fault(Seat::new(0), &verdict, &Penalty::Ends).expect("a fault");
    assert_eq!(ended.due(), TableDue::End);
    ended.end().expect("the end is due");
    let end = ended.game().end().expect("ended");
    assert_eq!((end.by, ranks(&ended)), (EndedBy::Forfeit, vec![2, 1]));
    assert_eq!(end.reason, "Ann failed: illegal: chose \"z\": no");

    let mut played = table(COIN, 2);
    played.deal().expect("a deal is due");
    let added = played.fault(Seat::new(0), &verdict, &Penalty::Plays("b".into())).expect("b");
    assert!(matches!(&*added[0], Event::Fault { then: Consequence::Plays, .. }));
    assert!(matches!(&*added[1], Event::Move { .. }));
    played.end().expect("the end is due");
    assert_eq!(played.game().end().expect("ended").by, EndedBy::Rules);

    let mut out = table(THREE, 3);
    out.fault(Seat::new(0), &verdict, &Penalty::Out).expect("a fault");
    assert!(out.game().has_left(Seat::new(0)));
    assert_eq!(out.due(), TableDue::Seat(Seat::new(0)), "somebody must move for it");
    play(&mut out, 0, "a");
    play(&mut out, 1, "b");
    play(&mut out, 2, "c");
    out.end().expect("the end is due");
    assert_eq!(ranks(&out), [3, 1, 2], "whoever left comes last, whatever the score");
}

#[test]
fn a_fault_keeps_what_a_program_wrote_last_and_a_move_its_microseconds() {
    let mut table = table(THREE, 3);
    let notes =
        Notes { ms: Some(Millis::from_duration(Duration::from_micros(52))), ..Notes::default() };
    table.play(Seat::new(0), "a", notes).expect("a legal move");
    let crash = Verdict::Crash { how: "exited with status 3".into() };
    let (verdict, stderr) = (crash, vec!["no memory".into()]);
    let out = Penalty::Out;
    table.fault_with_stderr(Seat::new(1), &verdict, &out, stderr).expect("a fault");
    let lines: Vec<String> = table.game().log().iter().map(ToString::to_string).collect();
    assert_eq!(lines[1], r#"{"event":"move","seat":0,"move":"a","ms":0.052}"#);
    let fault = r#"{"event":"fault","seat":1,"verdict":"crash","seen":"exited with status 3","then":"out","stderr":["no memory"]}"#;
    assert_eq!(lines[2], fault);
    for (line, event) in lines.iter().zip(table.game().log()) {
        let read: Event = serde_json::from_str(line).expect("a line that was written");
        assert_eq!(read, **event);
    }
}

#[test]
fn two_players_who_fail_together_share_the_blame() {
    let verdict = Verdict::CannotStart { program: "x".into(), reason: "no".into() };
    let mut table = table(COIN, 2);
    for seat in [0, 1] {
        table.fault(Seat::new(seat), &verdict, &Penalty::Ends).expect("a fault");
    }
    table.end().expect("the end is due");
    assert_eq!(ranks(&table), [1, 1]);
}

#[test]
fn a_player_who_resigns_ranks_last_and_the_last_one_left_wins() {
    let mut two = table(COIN, 2);
    two.resign(Seat::new(1)).expect("anybody may, at any time");
    assert_eq!(two.due(), TableDue::End);
    assert!(two.resign(Seat::new(0)).is_err(), "the game is decided");
    two.end().expect("the end is due");
    assert_eq!(two.game().end().expect("ended").reason, "Bo gave up");
    assert_eq!(ranks(&two), [1, 2]);

    let mut three = table(THREE, 3);
    three.resign(Seat::new(0)).expect("anybody may");
    assert!(three.resign(Seat::new(0)).is_err(), "once is enough");
    assert_eq!(three.due(), TableDue::Seat(Seat::new(0)));
    three.resign(Seat::new(2)).expect("anybody may");
    three.end().expect("nobody is left to play against");
    assert_eq!(ranks(&three), [2, 1, 2]);
}

#[test]
fn undo_brings_back_a_player_who_left() {
    let mut table = table(THREE, 3);
    play(&mut table, 0, "a");
    table.resign(Seat::new(1)).expect("anybody may");
    table.undo(1).expect("one was made");
    assert!(!table.game().has_left(Seat::new(1)));
    assert_eq!(table.due(), TableDue::Seat(Seat::new(0)));
}

#[test]
fn undo_to_the_moment_a_player_left_does_not_bring_them_back() {
    let mut table = table(THREE, 3);
    play(&mut table, 0, "a");
    table.resign(Seat::new(2)).expect("anybody may");
    play(&mut table, 1, "b");
    table.undo(1).expect("two were made");
    assert!(table.game().has_left(Seat::new(2)), "they had left before that move");
    table.undo(1).expect("one is left");
    assert!(!table.game().has_left(Seat::new(2)));
}

/// Two deals, with one or three moves between them.
const MOVES_BETWEEN: &str = "?(x*1:0(a:?(h*1:1,0|t*1:0,1)|b:1(c:0(d:?(h*1:1,0|t*1:0,1)))))";

#[test]
fn a_deal_depends_on_its_number_and_not_on_earlier_moves() {
    let second_deal = |seed: u64, moves: &[(usize, &str)]| {
        let options = TreeOptions { tree: MOVES_BETWEEN.into() };
        let seats = ["Ann", "Bo"].map(|name| SeatInfo {
            name: name.into(),
            colour: None,
            who: Contestant::Person,
        });
        let header = Header::new::<TreeGame>(&options, seats.into());
        let header = Header { seed: Some(seed), ..header };
        let mut table = Table::open::<TreeGame>(&options, header).expect("a good tree");
        table.deal().expect("a deal is due");
        for (seat, mv) in moves {
            play(&mut table, *seat, mv);
        }
        let [event] = table.deal().expect("another one is due") else { panic!("one event") };
        event.to_string()
    };
    let dealt: Vec<String> = (0..64)
        .map(|seed| {
            let short = second_deal(seed, &[(0, "a")]);
            assert_eq!(short, second_deal(seed, &[(0, "b"), (1, "c"), (0, "d")]), "seed {seed}");
            short
        })
        .collect();
    assert!(dealt.iter().any(|deal| *deal != dealt[0]), "seeds differ, so the test can fail");
}
