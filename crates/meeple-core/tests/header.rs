//! A record's header opens the game it describes, and no other.

use meeple_core::{
    Contestant, Header, SeatInfo,
    tree_game::{TreeGame, TreeOptions},
};

fn header() -> Header {
    let seat = |name: &str| SeatInfo { name: name.into(), colour: None, who: Contestant::Person };
    Header::new::<TreeGame>(&TreeOptions::default(), vec![seat("Ann"), seat("Bo")])
}

#[track_caller]
fn refused(header: &Header, reason: &str) {
    assert_eq!(header.open::<TreeGame>().map(|game| game.to_string()), Err(reason.into()));
}

#[test]
fn only_the_same_game_by_the_same_rules_is_opened() {
    assert!(header().open::<TreeGame>().is_ok());
    refused(&Header { game: "go".into(), ..header() }, "this is a record of go, not tree");
    let other = header().rules + 1;
    let reason = format!(
        "recorded with version {other} of the rules of tree; this program has version {}",
        header().rules
    );
    refused(&Header { rules: other, ..header() }, &reason);
}
