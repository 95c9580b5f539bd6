//! Tables for tests, and random games.

use meeple_core::{
    Contestant, Game, Header, Notes, SeatInfo, Table, TableDue,
    rng::{RngStream, seeded},
};
use meeple_view::AnyView;
use rand::RngExt;
use serde_json::Value;

/// Returns a person with this name.
pub(crate) fn person(name: &str) -> SeatInfo {
    SeatInfo { name: name.into(), colour: None, who: Contestant::Person }
}

/// Returns a computer player with this name.
pub(crate) fn computer(name: &str) -> SeatInfo {
    let who =
        Contestant::Computer { player: name.into(), parameters: meeple_core::OptionValues::new() };
    SeatInfo { name: name.into(), colour: None, who }
}

/// Opens a table with these players.
pub(crate) fn open<G: Game>(options: &G::Options, seats: Vec<SeatInfo>, seed: u64) -> Table {
    let header = Header { seed: Some(seed), ..Header::new::<G>(options, seats) };
    Table::open::<G>(options, header).expect("good options")
}

/// Opens a table at this position.
pub(crate) fn at<G: Game>(position: &str, seats: Vec<SeatInfo>) -> Table {
    let position: G = position.parse().unwrap_or_else(|error| panic!("{error}: {position}"));
    let header = Header::new::<G>(&G::Options::default(), seats);
    Table::start(header, Box::new(position)).expect("a seat for everybody")
}

/// Plays to the end. `choose` picks one of the legal moves, and `look` sees every position.
pub(crate) fn play_out(
    table: &mut Table,
    mut choose: impl FnMut(&Table, &[String], &mut dyn FnMut(usize) -> usize) -> usize,
    mut look: impl FnMut(&Table),
) {
    loop {
        look(table);
        match table.due() {
            TableDue::Deal => table.deal().expect("a deal"),
            TableDue::Seat(seat) => {
                let moves = table.position().legal_move_texts();
                let seed = table.game().header().seed.expect("a seed");
                let ply = table.game().plies().len() as u32;
                let mut rng = seeded(seed, RngStream::Choice { seat, ply });
                let mut below = |count: usize| rng.random_range(0..count as u32) as usize;
                let mv = &moves[choose(table, &moves, &mut below)];
                table.play(seat, mv, Notes::default()).expect("a legal move")
            }
            TableDue::End => table.end().expect("the end"),
            TableDue::Over => break,
        };
    }
}

/// Checks what holds for every game: the moves are the game's own, in its order, and every text is one line
/// without control characters.
pub(crate) fn check_words(view: &dyn AnyView, table: &Table) {
    let game = table.game();
    let moves: Vec<String> =
        view.legal_moves(table.position()).iter().map(|mv| text(&mv["move"])).collect();
    assert_eq!(moves, table.position().legal_move_texts());
    let ply = game.plies().len();
    let picture = view.picture_at(game, ply).expect("a picture");
    all_texts(&picture, &mut |text| assert_printable(text));
    if ply > 0 {
        let told = view.narrate(game, ply).expect("the last ply is told");
        std::iter::once(&told.did).chain(&told.followed).for_each(|line| assert_printable(line));
        assert!(told.followed.iter().all(|line| !line.is_empty()), "{told:?}");
    }
    assert_eq!(view.ending(game).is_some(), table.due() == TableDue::Over);
    if let Some(ending) = view.ending(game) {
        assert_printable(&ending.sentence);
        assert_eq!(ending.standing.len(), game.header().seats.len());
    }
}

/// Returns the text of a JSON value.
pub(crate) fn text(value: &Value) -> String {
    value.as_str().expect("text").to_owned()
}

fn all_texts(value: &Value, look: &mut dyn FnMut(&str)) {
    match value {
        Value::String(text) => look(text),
        Value::Array(values) => values.iter().for_each(|value| all_texts(value, look)),
        Value::Object(fields) => fields.values().for_each(|value| all_texts(value, look)),
        Value::Null => panic!("a picture leaves away what is not there"),
        Value::Bool(_) | Value::Number(_) => {}
    }
}

fn assert_printable(text: &str) {
    assert_eq!(meeple_core::text::printable(text), text, "not printable");
}
