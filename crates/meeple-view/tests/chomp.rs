//! Tests that Chomp's pictures, moves and words agree with the rules.

use meeple_core::{
    CellName, Contestant, Game, Header, Notes, Seat, SeatInfo, Table, TableDue, Turn, options,
    text::printable,
};
use meeple_games::{
    GameKind,
    chomp::{Chomp, Options},
};
use meeple_view::{
    View, ViewScene,
    chomp::{ChompView, LegalMove},
    view,
};
use serde_json::{Value, json};

fn seats(names: [&str; 2]) -> Vec<SeatInfo> {
    let seat = |name: &str| SeatInfo { name: name.into(), colour: None, who: Contestant::Person };
    names.map(seat).to_vec()
}

fn open(words: &str, names: [&str; 2], seed: u64) -> Table {
    let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    let options: Options = options::parse(&words).expect("good options");
    let header = Header::new::<Chomp>(&options, seats(names));
    Table::open::<Chomp>(&options, Header { seed: Some(seed), ..header }).expect("a good game")
}

fn bite(table: &mut Table, bites: &[&str]) {
    for mv in bites {
        let TableDue::Seat(seat) = table.due() else { panic!("{mv}: nobody is to move") };
        table.play(seat, mv, Notes::default()).expect("a legal bite");
    }
}

fn position(table: &Table) -> &Chomp {
    table.position_as().expect("this is Chomp")
}

fn told(table: &Table) -> String {
    let game = table.game();
    view(GameKind::Chomp).narrate(game, game.plies().len()).expect("a bite was made").did
}

/// Returns every string in a picture or a move.
fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(values) => values.iter().flat_map(texts).collect(),
        Value::Object(values) => values.values().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

fn check_picture(table: &Table) {
    let (game, plies) = (position(table), table.game().plies().len());
    let scene = ViewScene::<Chomp>::current(table.game()).expect("this is Chomp");
    let picture = ChompView::picture(&scene);
    let squares = picture.rows.iter().map(|&length| u32::from(length)).sum::<u32>();
    assert_eq!((picture.squares_left, squares), (game.board().squares_left(), squares));
    assert_eq!(picture.rows.len(), usize::from(picture.height));
    assert_eq!(picture.to_move.map_or(Turn::Over, Turn::Seat), game.turn());
    assert_eq!(picture.last_bite.is_some(), plies > 0);
    if let Some(last) = picture.last_bite {
        let before: u32 = last.rows_before.iter().map(|&length| u32::from(length)).sum();
        assert_eq!(before - squares, last.bite.takes);
    }
    for seat in picture.seats {
        assert_eq!(seat.score, game.points(seat.seat));
    }
    let json = view(GameKind::Chomp).picture_at(table.game(), plies).expect("this is Chomp");
    for text in texts(&json) {
        assert!(!text.is_empty() && text == printable(text), "{text:?}");
    }
}

fn check_moves(table: &Table) {
    let game = position(table);
    let moves = ChompView::legal_moves(game).collect::<Vec<_>>();
    let mut written = Vec::new();
    assert!(view(GameKind::Chomp).write_legal_moves(game, usize::MAX, &mut written));
    assert_eq!(written, serde_json::to_vec(&moves).expect("plain data"), "as serde writes them");
    let words: Vec<String> = moves.iter().map(|mv| mv.mv.to_string()).collect();
    assert_eq!(words, table.position().legal_move_texts());
    for LegalMove { mv, row, column, takes, poison } in moves {
        let mv = mv.to_string();
        assert_eq!(mv, format!("{row},{column}"));
        let name = CellName { column: column.into(), row: row.into() }.to_string();
        assert_eq!(view(GameKind::Chomp).move_name(game, &mv), Some(name));
        let mut after = game.clone();
        after.play(mv.parse().expect("a bite")).expect("a legal bite");
        assert_eq!(takes, game.board().squares_left() - after.board().squares_left());
        assert_eq!(poison, after.board().is_eaten());
    }
}

#[test]
fn random_games_are_shown_and_narrated_as_they_happen() {
    for words in [
        "width=1 height=1",
        "width=7 height=1",
        "width=5 height=4",
        "rows=6,6,2",
        "width=13 height=101",
    ] {
        for seed in 0..5 {
            let mut table = open(words, ["you", "Bo\u{1b}[2J\n"], seed);
            loop {
                check_picture(&table);
                check_moves(&table);
                match table.due() {
                    TableDue::Deal => panic!("Chomp has no deals"),
                    TableDue::Seat(seat) => {
                        let mv = position(&table).random_move(&mut table.rng_for(seat));
                        bite(&mut table, &[&mv.expect("it goes on").to_string()]);
                        let told = told(&table);
                        assert!(told == printable(&told) && !told.contains("you bites"), "{told}");
                    }
                    TableDue::End => drop(table.end().expect("the end is due")),
                    TableDue::Over => break,
                }
            }
            let ending = view(GameKind::Chomp).ending(table.game()).expect("it is over");
            assert_eq!(ending.sentence, printable(&ending.sentence));
        }
    }
}

#[test]
fn bites_are_narrated() {
    let mut table = open("width=5 height=4", ["you", "Ann"], 0);
    bite(&mut table, &["1,2"]);
    assert_eq!(told(&table), "you bite C2: 9 squares");
    bite(&mut table, &["3,1"]);
    assert_eq!(told(&table), "Ann bites B4: 1 square");
    bite(&mut table, &["0,0"]);
    assert_eq!(told(&table), "you bite A1, the poison");
}

#[test]
fn refusals_say_why() {
    let mut table = open("width=3 height=2", ["you", "Ann"], 0);
    let refused = |table: &Table, mv: &str| {
        view(GameKind::Chomp).explain_illegal(table.game(), mv).unwrap_or_default()
    };
    bite(&mut table, &["1,0"]);
    assert_eq!(refused(&table, "1,1"), "B2 is already eaten");
    let outside = "A3 is outside the bar: columns are A to C, rows 1 to 2";
    assert_eq!(refused(&table, "2,0"), outside);
    assert_eq!(refused(&table, "0,1"), "", "it is legal");
    bite(&mut table, &["0,1"]);
    let over = "the game is over: only the poison is left for you";
    assert_eq!(refused(&table, "0,0"), over);
}

#[track_caller]
fn ends(bites: &[&str], sentence: &str) {
    let mut table = open("width=3 height=2", ["you", "Ann"], 0);
    bite(&mut table, bites);
    table.end().expect("the end is due");
    let ending = view(GameKind::Chomp).ending(table.game()).expect("it is over");
    assert_eq!(ending.sentence, sentence);
}

#[test]
fn the_end_says_who_gets_the_poison() {
    ends(&["1,0", "0,1"], "Only the poison is left for you: Ann wins.");
    ends(&["1,0", "0,0"], "Ann ate the poison: you win.");
}

#[test]
fn a_small_bar_as_json() {
    let mut table = open("width=3 height=2", ["you", "Ann"], 0);
    bite(&mut table, &["1,1"]);
    let picture = view(GameKind::Chomp).picture_at(table.game(), 1);
    let expected = json!({
        "width": 3,
        "height": 2,
        "rows": [3, 1],
        "squares_left": 4,
        "poison": { "row": 0, "column": 0 },
        "to_move": 1,
        "due": "Ann's turn to bite.",
        "seats": [
            { "seat": 0, "name": "you", "score": 0 },
            { "seat": 1, "name": "Ann", "score": 0 },
        ],
        "last_bite": {
            "seat": 0,
            "move": "1,1",
            "row": 1,
            "column": 1,
            "takes": 2,
            "poison": false,
            "rows_before": [3, 3],
        },
    });
    assert_eq!(picture, Some(expected));
}

#[test]
fn a_position_without_a_game_is_shown_too() {
    let game: Chomp = "width=2 height=2 rows=2,1 turn=1".parse().expect("a position");
    let names = seats(["Ann", "you"]);
    let picture = ChompView::picture(&ViewScene::without_history(&game, &names));
    assert_eq!((picture.to_move, picture.due.as_str()), (Some(Seat::new(1)), "Your turn to bite."));
    assert_eq!(picture.last_bite, None);
}
