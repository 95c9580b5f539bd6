//! Records are verified: honest ones pass, and whatever is changed in one is noticed.

use meeple_core::{
    Event, GameHistory, Header, Notes, Replay, Table, TableDue,
    deals::TypedDeals,
    rng::{RngExt, RngStream, seeded},
};
use meeple_games::{GameKind, open_record};
use meeple_session::{
    fair_seed::{self, Verified, VerifyError, verify},
    open_table::{anonymous_seats, open},
};

/// The games, with options that make them short and have two, three and four players.
const GAMES: [(GameKind, &str); 9] = [
    (GameKind::Chomp, "width=5 height=4"),
    (GameKind::Filler, FAIR),
    (GameKind::Filler, FORTY_TWO),
    (GameKind::Filler, SCHOOL),
    (GameKind::Azul, ""),
    (GameKind::Azul, "players=3"),
    (GameKind::Azul, "players=4 wall=grey"),
    (GameKind::Grass, ""),
    (GameKind::Grass, "players=4"),
];

const FAIR: &str = "map=............/............/.@........../............/\
    ............/............/............/..........$./............/............";
const SCHOOL: &str = "pieces=school map=............/............/.@........../............/\
    ............/............/............/..........$./............/............";
const FORTY_TWO: &str = "pieces=42 map=............/............/.@........../............/\
    ............/............/............/..........$./............/............";

/// Opens a table with a commitment.
fn table((kind, options): (GameKind, &str), seed: u64) -> Table {
    let options: Vec<String> = options.split_whitespace().map(Into::into).collect();
    let opened = open(kind, &options, seed, "", &|seats| Ok(anonymous_seats(seats)));
    let opened = opened.expect("a game");
    let salt = fair_seed::salt([seed as u8; 16]);
    let commitment = Some(fair_seed::commitment(seed, &salt));
    let header = Header { commitment, salt: Some(salt), ..opened.game().header().clone() };
    let position = open_record(&header).expect("a starting position");
    Table::start(header, position).expect("a table")
}

/// Plays random moves; now and then the last plies are taken back. Returns the record.
fn play(game: (GameKind, &str), seed: u64) -> String {
    let mut table = table(game, seed);
    let mut rng = seeded(seed, RngStream::Other(1));
    let mut undos = 3;
    loop {
        match table.due() {
            TableDue::Deal => table.deal().expect("a deal"),
            TableDue::Seat(_) if undos > 0 && rng.random_range(0..8) == 0 => {
                undos -= 1;
                let plies = table.game().plies().len().min(rng.random_range(1..4));
                table.undo(plies).expect("plies that were made")
            }
            TableDue::Seat(seat) => {
                let moves = table.position().legal_move_texts();
                let mv = &moves[rng.random_range(0..moves.len())];
                table.play(seat, mv, Notes::default()).expect("a legal move")
            }
            TableDue::End => table.end().expect("the end"),
            TableDue::Over => break,
        };
    }
    record(table.game())
}

fn record(game: &GameHistory) -> String {
    let lines: Vec<String> = game.log().iter().map(ToString::to_string).collect();
    lines.join("\n") + "\n"
}

fn read(record: &str) -> GameHistory {
    Replay::read(record.as_bytes(), open_record).expect("a good record").game
}

/// Returns a record with another header.
fn with_header(record: &str, change: impl FnOnce(Header) -> Header) -> GameHistory {
    let (first, rest) = record.split_once('\n').expect("several lines");
    let Ok(Event::Start(header)) = serde_json::from_str(first) else { panic!("a start") };
    read(&format!("{}\n{rest}", Event::Start(change(header))))
}

fn deals(game: &GameHistory) -> usize {
    game.log().iter().filter(|event| matches!(***event, Event::Deal { .. })).count()
}

#[test]
fn a_thousand_games_are_verified() {
    let mut seen = [0; 9];
    for seed in 0..1_000 {
        let which = seed as usize % GAMES.len();
        let game = read(&play(GAMES[which], seed));
        let expected = Verified { has_commitment: true, deals: deals(&game) };
        assert_eq!(verify(&game), Ok(expected), "{:?}, seed {seed}", GAMES[which]);
        seen[which] += expected.deals;
    }
    assert!(seen[0] == 0 && seen[1..].iter().all(|&deals| deals > 100), "{seen:?}");
}

#[test]
fn a_changed_seed_salt_or_commitment_is_noticed() {
    for &game in &GAMES {
        let record = play(game, 5);
        let is_noticed = |change: fn(Header) -> Header, is_it: fn(&VerifyError) -> bool| {
            let error = verify(&with_header(&record, change)).expect_err("it was changed");
            assert!(is_it(&error) && error.is_contradiction(), "{game:?}: {error}");
        };
        let commitment = |error: &VerifyError| matches!(error, VerifyError::Commitment { .. });
        is_noticed(|header| Header { seed: Some(6), ..header }, commitment);
        is_noticed(|header| Header { salt: Some(fair_seed::salt([6; 16])), ..header }, commitment);
        is_noticed(|header| Header { commitment: Some(String::new()), ..header }, commitment);
        let upper = |header: Header| {
            let commitment = header.commitment.map(|text| text.to_uppercase());
            Header { commitment, ..header }
        };
        is_noticed(upper, commitment);
        is_noticed(|header| Header { salt: None, ..header }, |error| *error == VerifyError::NoSalt);
        is_noticed(
            |header| Header { commitment: None, ..header },
            |error| *error == VerifyError::NoCommitment,
        );
    }
}

#[test]
fn another_seed_with_a_commitment_of_its_own_does_not_give_the_deals() {
    for &game in &GAMES[1..] {
        let record = play(game, 5);
        let other = with_header(&record, |header| {
            let commitment = header.salt.as_ref().map(|salt| fair_seed::commitment(6, salt));
            Header { seed: Some(6), commitment, ..header }
        });
        let error = verify(&other).expect_err(game.1);
        assert!(matches!(error, VerifyError::Deal { .. }), "{game:?}: {error}");
    }
}

#[test]
fn a_changed_deal_is_noticed_and_named() {
    for &game in &GAMES[1..] {
        let ours = first_deal(game, 5);
        let other = (6..200).map(|seed| first_deal(game, seed)).find(|deal| *deal != ours);
        let other = other.expect("another deal");
        let mut cheat = table(game, 5);
        cheat.apply_deal(&other).expect("the deal of another seed is possible");
        let expected = VerifyError::Deal { ply: 1, line: 2, found: other, expected: ours };
        assert_eq!(verify(cheat.game()), Err(expected), "{game:?}");
    }
}

/// Returns the first deal that follows from a seed.
fn first_deal(game: (GameKind, &str), seed: u64) -> String {
    match &*table(game, seed).deal().expect("a deal")[0] {
        Event::Deal { deal } => deal.clone(),
        event => panic!("{event} is not a deal"),
    }
}

#[test]
fn a_deal_that_changes_after_a_take_back_is_noticed() {
    let mut table = table(GAMES[4], 5);
    table.deal().expect("a deal");
    table.undo(1).expect("it was dealt");
    let mut other = Table::resume(table.game().clone());
    table.deal().expect("the same deal again");
    assert_eq!(verify(table.game()), Ok(Verified { has_commitment: true, deals: 2 }));
    other.apply_deal(&first_deal(GAMES[4], 6)).expect("a possible deal");
    let error = verify(other.game()).expect_err("it was changed");
    assert!(matches!(error, VerifyError::Deal { ply: 1, line: 4, .. }), "{error}");
}

#[test]
fn what_cannot_be_verified_is_said() {
    let record = play(GAMES[4], 5);
    let without = |header| Header { commitment: None, salt: None, ..header };
    let plain = with_header(&record, without);
    let expected = Verified { has_commitment: false, deals: deals(&plain) };
    assert_eq!(verify(&plain), Ok(expected));
    let is_refused = |game: &GameHistory, expected: VerifyError| {
        assert!(!expected.is_contradiction());
        assert_eq!(verify(game), Err(expected));
    };
    let hidden = |header| Header { seed: None, salt: None, ..header };
    is_refused(&with_header(&record, hidden), VerifyError::NoSeed);
    let unfinished: String = record.lines().take(4).map(|line| line.to_owned() + "\n").collect();
    is_refused(&with_header(&unfinished, hidden), VerifyError::NotRevealed);
    let typed = |header| Header { deals: Some(TypedDeals::WORD.into()), ..header };
    is_refused(&with_header(&record, typed), VerifyError::TypedDeals);
}
