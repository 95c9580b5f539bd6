//! Runs the conformance suite on every game.

use meeple_core::{GameOptions, conformance::ConformanceSuite, options::parse};
use meeple_games::{GameKind, azul::Azul, chomp::Chomp, filler::Filler, grass::Grass};
use std::thread;

#[test]
fn every_game_passes_the_conformance_suite() {
    let start = |&kind: &GameKind| (kind, thread::spawn(move || check(kind)));
    let suites: Vec<_> = GameKind::ALL.iter().map(start).collect();
    for (kind, suite) in suites {
        assert!(suite.join().is_ok(), "{kind} breaks a promise; which one is said above");
    }
}

fn check(kind: GameKind) {
    match kind {
        GameKind::Chomp => check_chomp(),
        GameKind::Filler => check_filler(),
        GameKind::Azul => check_azul(),
        GameKind::Grass => check_grass(),
    }
}

/// Parses each line as options.
fn all<O: GameOptions>(lines: &[&str]) -> Vec<O> {
    lines.iter().map(|line| parse(line.split_whitespace()).expect("good options")).collect()
}

fn check_chomp() {
    let bars = ["width=5 height=4", "width=1 height=9", "width=255 height=3", "rows=9,6,6,1"];
    ConformanceSuite::<Chomp>::new(all(&bars))
        .max_plies(1000)
        .bad_moves(&["", "1", "1,", ",1", "1;2", "-1,0", "1,2 ", "١,٢", "256,0"])
        .probe_moves(&["0,0", "0,254", "254,254", "4,0", "0,5"])
        .check();
    ConformanceSuite::<Chomp>::new(all(&["width=255 height=255"])).games(1).check();
}

fn check_filler() {
    let impossible =
        |_: &Filler| ["", "1x1:O", "2x2:OO/OO", "3x1:O.O", "99x1:OO"].map(String::from).to_vec();
    let small =
        ["map=....@...../........../........../........../........../.....$....", "map=.@/$."];
    ConformanceSuite::<Filler>::new(all(&small))
        .games(20)
        .bad_moves(&["", "7", "7 2", "7,", ",2", "7,2 ", "+7,2", "7,2,1", "Stop", "40000,0"])
        .probe_moves(&["stop", "-1,-1", "0,0", "32767,32767", "-32768,-32768", "19,14"])
        .bad_deals(impossible)
        .check();
    ConformanceSuite::<Filler>::new(all(&["", "map=42-map00 margins=inside score=pieces"]))
        .games(3)
        .bad_deals(impossible)
        .check();
    let school = ["pieces=school", "map=.@/$. pieces=school"];
    ConformanceSuite::<Filler>::new(all(&school)).games(5).bad_deals(impossible).check();
    // F11 may deal large and completely filled pieces, but never a single cell.
    let impossible = |_: &Filler| ["", "1x1:O", "3x1:O.O", "99x1:OO"].map(String::from).to_vec();
    let forty_two = ["map=42-map00 score=pieces pieces=42", "map=@../.../.../..$ pieces=42"];
    ConformanceSuite::<Filler>::new(all(&forty_two)).games(5).bad_deals(impossible).check();
}

fn check_azul() {
    let tables = [
        "players=2",
        "players=3 starter=2",
        "players=4 starter=drawn",
        "players=2 wall=grey starter=1",
        "players=4 wall=grey",
    ];
    // No tiles, too few factories, an unknown colour, too many of one colour, unrelated text.
    let impossible = |game: &Azul| {
        let factories = game.factory_count();
        let mut texts = vec![String::new(), "BBBB".into(), "XXXX".into(), "starter 9".into()];
        texts.push(["-"].repeat(factories).join(" "));
        texts.push(["BBBBB"].repeat(factories).join(" "));
        texts.extend((factories > 5).then(|| ["KKKK"].repeat(factories).join(" "))); // 20 tiles
        texts
    };
    ConformanceSuite::<Azul>::new(all(&tables))
        .games(4)
        .max_plies(2000)
        .bad_moves(&[
            "",
            "blue",
            "2 blue",
            "2 blue 3 ",
            " 2 blue 3",
            "2  blue 3",
            "2 blue 3 4",
            "0 blue 3",
            "02 blue 3",
            "+2 blue 3",
            "2 blue 0",
            "256 blue 1",
            "2 Blue 3",
            "2 b 3",
            "center red floor",
            "floor red centre",
            "wall",
            "wall 1",
            "wall 0 1",
            "wall 1 x",
            "٢ blue ٣",
        ])
        .probe_moves(&[
            "9 blue 1",
            "10 white floor",
            "centre red 6",
            "1 black 255",
            "wall 1 1",
            "wall 5 5",
            "wall 6 1",
            "wall 1 6",
        ])
        .bad_deals(impossible)
        .check();
}

fn check_grass() {
    let impossible = |game: &Grass| {
        let bad = ["", "tile", "tile 0", "tile 97", "bonuses E=BB S= R="];
        let mut texts = bad.map(String::from).to_vec();
        if game.queue().front().is_some() {
            texts.extend(game.queue().tiles().flatten().map(|tile| format!("tile {tile}")));
            texts.push("bonuses E=BB,BD,BF S=DB R=DD,DF".into());
        } else if game.board().bonuses().is_empty() {
            texts.push("tile 1".into());
            texts.push("bonuses E=AB,BD,BF S=DB R=DD,DF".into());
        }
        texts
    };
    let suite = |lines: &[&str]| {
        ConformanceSuite::<Grass>::new(all(lines))
            .bad_moves(&[
                "",
                "lay",
                "lay B",
                "lay Be rf",
                "lay BB r ",
                " lay BB",
                "exchange",
                "exchange 0",
                "BB",
            ])
            .probe_moves(&[
                "lay dd",
                "lay AA frrr",
                "exchange 1",
                "exchange 6",
                "remove AA",
                "discard",
                "stone dd",
                "steal AA",
                "stop",
            ])
            .bad_deals(impossible)
    };
    suite(&["players=2", "players=3 shapes=seed tie=in-square"]).games(3).check();
    suite(&["players=5 final=adjacent", "players=9"]).games(1).max_plies(300).check();
}
