//! Readable examples of Laying Grass's pictures, moves and narration.

use crate::{
    NASTY, picture,
    random_games::{at, computer, open, person},
};
use meeple_core::{Notes, Seat, SeatInfo, Table, TableDue};
use meeple_games::{
    GameKind,
    grass::{Grass, Options},
};
use meeple_view::{NarratedPly, View, ViewScene, grass::GrassView, view};
use serde_json::json;

const DEFAULTS: &str = "players=2 shapes=show final=anywhere tie=grass round=1 turn=0 coupons=1,1 \
    spent=no pending=0,0 stolen=- queue=- discarded=- tiles=- single=BB:0,TT:1 bonus=- captured=- stones=-";

/// Returns a table with Ann, Bo and others, at the default position with these words replaced.
fn table(words: &str) -> Table {
    let key = |word: &str| word.split('=').next().map(str::to_owned);
    let given: Vec<&str> = words.split_whitespace().collect();
    let chosen = DEFAULTS
        .split_whitespace()
        .map(|default| *given.iter().find(|word| key(word) == key(default)).unwrap_or(&default));
    let position = chosen.collect::<Vec<_>>().join(" ");
    let players = if position.starts_with("players=3") { 3 } else { 2 };
    at::<Grass>(&position, ["Ann", "Bo", "Cy"][..players].iter().map(|name| person(name)).collect())
}

/// Plays these deals and moves, and returns the narration ply by ply.
fn narrations(table: &mut Table, plies: &[&str]) -> Vec<NarratedPly> {
    let mut told = Vec::new();
    for ply in plies {
        match table.due() {
            TableDue::Deal => table.apply_deal(ply).expect("a possible deal"),
            TableDue::Seat(seat) => table.play(seat, ply, Notes::default()).expect("legal"),
            due => panic!("{ply}, but {due:?} is due"),
        };
        let game = table.game();
        told.push(view(GameKind::Grass).narrate(game, game.plies().len()).expect("a ply"));
    }
    told
}

/// Checks the narration of one move or deal, and of its consequences.
#[track_caller]
fn says(table: &mut Table, ply: &str, did: &str, followed: &[&str]) {
    let told = narrations(table, &[ply]).remove(0);
    assert_eq!(told.did, did);
    assert_eq!(told.followed, followed, "{ply}");
}

#[test]
fn captures_robberies_and_exchanges_are_narrated() {
    let mut table = table("round=2 queue=7,10,47,5,1,2,?13 tiles=8:SR:1,12:BC:0 bonus=CC:R,FF:S");
    says(&mut table, "lay CB", "Ann lays tile 7 at B3", &["Ann captures C3: a tile to steal"]);
    assert_eq!(picture(&table).due, "Ann's turn to steal a tile");
    says(&mut table, "steal SR", "Ann steals tile 8 from Bo at R19", &[]);
    assert_eq!(picture(&table).due, "Ann's turn to lay the stolen tile 8");
    says(&mut table, "lay EB r", "Ann lays the stolen tile 8 at B5, turned right", &[]);
    says(&mut table, "tile 96", "", &[]);
    let due = "Bo's turn to lay tile 10, or spend a coupon first";
    assert_eq!(picture(&table).due, due);
    says(&mut table, "exchange 2", "Bo exchanges tile 10 for tile 5", &[]);
    narrations(&mut table, &["tile 95", "tile 94"]);
    assert_eq!(picture(&table).due, "Bo's turn to lay tile 5");
}

#[test]
fn stones_are_narrated() {
    let mut table = table("round=2 queue=7,10,47,5,1,2,?13 tiles=8:SR:1,12:BC:0 bonus=CC:S");
    says(&mut table, "lay CB", "Ann lays tile 7 at B3", &["Ann captures C3: a stone to place"]);
    says(&mut table, "stone FA", "Ann places a stone on A6", &[]);
    narrations(&mut table, &["tile 96"]);
    says(&mut table, "remove FA", "Bo removes the stone on A6 for a coupon", &[]);
}

#[test]
fn a_robbery_with_nothing_to_steal_is_narrated() {
    let mut table = table("round=2 queue=7,10,47,5,1,2,?13 tiles=12:BC:0 discarded=8 bonus=CC:R");
    let followed =
        ["Ann captures C3: a tile to steal", "There is nothing to steal: 1 robbery is lost"];
    says(&mut table, "lay CB", "Ann lays tile 7 at B3", &followed);
}

/// Bo is walled in at TT: the tile 77, a large cross, fits nowhere.
const WALLED_IN: &str = "round=2 queue=12,77,47,5,1,2,?13 tiles=7:CB:0,32:BC:0 bonus=FF:E \
    captured=CC:S:0 stones=ST";

#[test]
fn a_tile_that_fits_nowhere_is_narrated_with_its_owner() {
    let mut skipped = table(&format!("{WALLED_IN} coupons=1,0"));
    says(&mut skipped, "lay EB", "Ann lays tile 12 at B5", &[]);
    let followed = ["Tile 77 fits nowhere for Bo and is discarded", "Round 3 of 9"];
    says(&mut skipped, "tile 96", "", &followed);

    let mut chosen = table(&format!("{WALLED_IN} coupons=1,1"));
    narrations(&mut chosen, &["lay EB", "tile 96"]);
    let due = "tile 77 fits nowhere, Bo may spend a coupon or discard it";
    assert_eq!(picture(&chosen).due, due);
    let did = "Bo discards tile 77, which fits nowhere";
    says(&mut chosen, "discard", did, &["Round 3 of 9"]);
}

#[test]
fn the_opening_is_narrated() {
    let mut table = open::<Grass>(&Options::default(), vec![person("you"), computer(NASTY)], 1);
    assert_eq!(picture(&table).due, "Placing the bonus squares");
    let placed = "Bonus squares: 3 exchange (E), 1 stone (S), 2 robbery (R)";
    says(&mut table, "bonuses E=BB,BD,BF S=DB R=DD,FF", placed, &[]);
    assert_eq!(picture(&table).due, "Drawing the next tile");
    narrations(&mut table, &["tile 17", "tile 4", "tile 90", "tile 33", "tile 8", "tile 61"]);
    assert_eq!(picture(&table).due, "your turn to lay the start tile");
    let lost = ["The bonus square on B2 (E) is lost"];
    says(&mut table, "lay BB", "you lay the start tile on B2", &lost);
    let name = "Bo\\u{1b}[2J\\n";
    says(&mut table, "lay CC", &format!("{name} lays the start tile on C3"), &["Round 1 of 9"]);
}

/// Returns the final sentence of a game with these tiles after round 9, when the last player has stopped.
fn ending_with(tiles: &str, words: &str, before_the_end: impl Fn(&mut Table)) -> String {
    let players = if words.starts_with("players=3") { 3 } else { 2 };
    let laid: Vec<&str> =
        tiles.split(',').map(|tile| tile.split(':').next().expect("a number")).collect();
    let unlaid = (19..96).map(|tile: usize| tile.to_string());
    let unlaid = unlaid.filter(|tile| !laid.contains(&tile.as_str()));
    let gone: Vec<String> = unlaid.take(9 * players - laid.len()).collect();
    let (queue, gone) = (["1,2,3", "1,2,3,4,5"][players - 2], gone.join(","));
    let rest = format!("round=final turn={} queue={queue} discarded={gone}", players - 1);
    let mut table = table(&format!("{words} {rest} tiles={tiles}"));
    before_the_end(&mut table);
    narrations(&mut table, &["stop"]);
    table.end().expect("the end");
    view(GameKind::Grass).ending(table.game()).expect("it has ended").sentence
}

#[test]
fn the_end_is_narrated_with_the_tie_break() {
    let end = |tiles, words, sentence: &str| {
        assert_eq!(ending_with(tiles, words, |_| ()), sentence);
    };
    let two = "coupons=0,1";
    // Ann: BB and ##/## beside it. Bo: TT and ### beside it.
    end("6:BC:0,8:TQ:1", two, "The largest square is 2x2: Ann wins.");
    end("12:BC:0,32:TR:1", two, "Equal squares of 1x1 and equal grass, 3 each: a draw.");
    end(
        "12:BC:0,8:TQ:1",
        two,
        "Equal squares of 1x1, the most grass decides, Bo 4 cells, Ann 3 cells: Bo wins.",
    );
    // Both have 3x3; Ann's holds a captured square, but Ann has more grass.
    let squares = "32:BC:0,7:CB:0,6:EB:0,8:RR:1,18:SR:1,74:TR:1";
    end(
        squares,
        "coupons=0,1 captured=CC:E:0",
        "Equal squares of 3x3, the most grass decides, Ann 12 cells, Bo 9 cells: Ann wins.",
    );
    end(
        squares,
        "coupons=0,1 captured=CC:E:0 tie=in-square",
        "Equal squares of 3x3, the most grass in the square decides, Bo 9 cells, Ann 8 cells: Bo wins.",
    );
}

#[test]
fn the_end_names_shared_winners_and_those_who_left() {
    let three = "players=3 coupons=0,0,1 single=BB:0,TT:1,BT:2";
    assert_eq!(
        ending_with("12:BC:0,32:TR:1", three, |_| ()),
        "Equal squares of 1x1, the most grass decides, Ann 3 cells, Bo 3 cells, Cy 1 cell: \
         Ann and Bo share the win."
    );
    let leaves = |seat| {
        move |table: &mut Table| {
            table.resign(Seat::new(seat)).expect("still in the game");
        }
    };
    assert_eq!(
        ending_with("6:BC:0,32:TR:1,8:CR:2", three, leaves(0)),
        "Equal squares of 1x1, the most grass decides, Cy 4 cells, Bo 3 cells: Cy wins."
    );
    assert_eq!(
        ending_with("6:BC:0,8:RR:1,18:SR:1,74:TR:1,32:CS:2", three, leaves(1)),
        "The largest square of those who stayed is 2x2: Ann wins."
    );
}

#[test]
fn an_achievement_shows_what_breaks_ties() {
    let achieved = |tie: &str| {
        let tiles = "queue=10,47,5,1,2,3,?12 tiles=6:EB:0,7:CB:0,12:BC:0 captured=CC:E:0";
        let table = table(&format!("round=2 turn=1 {tiles} tie={tie}"));
        let scene = ViewScene::current(table.game()).expect("Laying Grass");
        GrassView::achievement(&scene, Seat::new(0)).expect("something")
    };
    assert_eq!(achieved("grass"), "12 cells of grass");
    assert_eq!(achieved("in-square"), "8 cells of grass in the square");
}

#[test]
fn a_refusal_says_you_and_names_the_others() {
    let table = table("round=2 queue=10,47,5,1,2,3,?13 tiles=7:CB:0,12:BC:0 captured=CC:E:0");
    let refusal =
        |mv: &str| view(GameKind::Grass).explain_illegal(table.game(), mv).expect("illegal");
    assert_eq!(refusal("lay BB"), "B2 is already your grass");
    assert_eq!(refusal("lay CC"), "C3 is a square that you have captured");
    assert_eq!(refusal("lay SS"), "T20 is already the grass of Bo");
    assert_eq!(refusal("lay RS"), "T19 would lie next to T20, which belongs to Bo");
}

#[test]
fn a_placement_is_named_after_the_first_cell_of_the_turned_tile() {
    // Tile 5 is .#./###.
    let table = table("round=2 queue=5,47,10,1,2,3,?13 tiles=7:CB:0,12:BC:0 captured=CC:E:0");
    let name = |mv: &str| view(GameKind::Grass).move_name(table.position(), mv).expect("a move");
    for (mv, expected) in [
        ("lay EB", "C5"),
        ("lay EB r", "B5 turned right"),
        ("lay EB rr", "B5 turned around"),
        ("lay EB rrr", "C5 turned left"),
        ("lay EB fr", "B5 flipped and turned right"),
        ("exchange 3", "exchange for next tile 3"),
        ("remove Bc", "remove the stone on AC2"),
        ("stone EE", "stone on E5"),
        ("steal DD", "steal the tile on B3"),
        ("discard", "discard"),
    ] {
        assert_eq!(name(mv), expected, "{mv}");
    }
}

#[test]
fn every_seat_has_a_colour_and_its_chosen_one_if_free() {
    let options = Options { players: Some(4), ..Options::default() };
    let chosen = [None, Some("purple"), Some("pink"), Some("purple")];
    let seat = |colour: Option<&str>| SeatInfo { colour: colour.map(Into::into), ..person("Ann") };
    let table = open::<Grass>(&options, chosen.map(seat).into(), 1);
    let colours: Vec<&str> = picture(&table).seats.iter().map(|player| player.colour).collect();
    assert_eq!(colours, ["red", "purple", "green", "yellow"]);
}

/// Returns the rows of a board of which only the first are given.
fn first_rows(rows: &[&str]) -> Vec<String> {
    let empty = std::iter::repeat(".".repeat(20));
    rows.iter().map(|row| format!("{row:.<20}")).chain(empty).take(20).collect()
}

#[test]
fn a_picture_as_json() {
    let gone = "discarded=19,20,21,22,23,24,25,26,27,28,29,30,31,33";
    let mut table = table(&format!(
        "round=9 queue=7,6,47,5,1 {gone} tiles=8:BG:1,12:BC:0 single=BB:0,BF:1 bonus=CC:E"
    ));
    narrations(&mut table, &["lay CB"]);
    let picture = view(GameKind::Grass).picture_at(table.game(), 1).expect("a picture");
    let expected = json!({
        "round": 9,
        "rounds": 9,
        "phase": "tile",
        "to_move": 1,
        "due": "Bo's turn to lay tile 6, or spend a coupon first",
        "side": 20,
        "board": first_rows(&["", ".000.1111", ".000", ".000"]),
        "open_to": first_rows(&[".000.1111", "0###x####1", "0###01111", "0###0", ".000"]),
        "tiles": [
            {"tile": 7, "owner": 0, "letter": "b", "corner": "CB", "orientation": "",
             "cells": ["CB", "CD", "DB", "DC", "DD"]},
            {"tile": 8, "owner": 1, "letter": "a", "corner": "BG", "orientation": "",
             "cells": ["BG", "BH", "BI"]},
            {"tile": 12, "owner": 0, "letter": "a", "corner": "BC", "orientation": "",
             "cells": ["BC", "BD"]},
        ],
        "singles": [{"cell": "BB", "owner": 0}, {"cell": "BF", "owner": 1}],
        "bonuses": [],
        "captured": [{"cell": "CC", "bonus": "exchange", "owner": 0}],
        "stones": [],
        "hand": {"tile": 6, "looks": [
            {"orientation": "", "rows": ["##", "##"], "right": "", "left": "", "flipped": ""},
        ]},
        "next": [
            {"number": 1, "tile": 47, "rows": ["####"]},
            {"number": 2, "tile": 5, "rows": [".#.", "###"]},
            {"number": 3, "tile": 1, "rows": ["#..", "###"]},
        ],
        "tiles_left": 4,
        "coupon_spent": false,
        "tie": "grass",
        "seats": [
            {"seat": 0, "name": "Ann", "colour": "purple", "square": 3, "squares": ["BB"],
             "territory": 9, "grass": 8, "tie_break": 8,
             "coupons": 2, "stones": 0, "robberies": 0},
            {"seat": 1, "name": "Bo", "colour": "red", "square": 1,
             "squares": ["BF", "BG", "BH", "BI"], "territory": 4, "grass": 4, "tie_break": 4,
             "coupons": 1, "stones": 0, "robberies": 0},
        ],
        "last_change": {"seat": 0, "move": "lay CB", "cells": ["CB", "CD", "DB", "DC", "DD"]},
    });
    assert_eq!(picture.to_string(), expected.to_string());
}

#[test]
fn legal_moves_as_json() {
    let gone = "discarded=19,20,21,22,23,24,25,26,27,28,29,30,31";
    let table = table(&format!(
        "round=9 queue=6,7,47,5,1 {gone} tiles=8:BH:1,12:BC:0,32:CB:0 single=BB:0,BG:1 bonus=CE:E,FF:S"
    ));
    let moves = view(GameKind::Grass).legal_moves(table.position());
    let find = |text: &str| moves.iter().find(|mv| mv["move"] == text).expect("legal").to_string();
    let lay = json!({
        "move": "lay CD", "kind": "lay", "tile": 6, "orientation": "", "corner": "CD",
        "cells": ["CD", "CE", "DD", "DE"], "captures": [],
        "loses": [{"cell": "CE", "bonus": "exchange"}], "closes": [], "square": 2,
    });
    assert_eq!(find("lay CD"), lay.to_string());
    let exchange = json!({
        "move": "exchange 1", "kind": "exchange", "number": 1, "tile": 7, "fits": true,
    });
    assert_eq!(find("exchange 1"), exchange.to_string());
}
