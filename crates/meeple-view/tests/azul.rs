//! Tests that Azul's pictures, moves and words agree with the rules.

use meeple_core::{
    Contestant, Event, Game, Header, Notes, Seat, SeatInfo, Table, TableDue, Turn, options,
    text::printable,
};
use meeple_games::{
    GameKind,
    azul::{Azul, Move, Options, Phase, PlayerBoard, ScoreLine, TileCounts, WallRow, WallSide},
};
use meeple_view::{
    NarratedPly, View, ViewScene,
    azul::{
        AzulView, ColourGroup, FloorSlotContent, LegalMove, ShownDestination, ShownDraft,
        ShownPlayerBoard, ShownPosition, ShownSource, ShownTiling, TilePile, WallCell,
    },
    view,
};
use serde_json::{Value, json};

/// Every number of players, both walls, and both ways to determine the starter.
const GAMES: [&str; 6] = [
    "players=2",
    "players=3 starter=drawn",
    "players=4 starter=2",
    "players=2 wall=grey starter=drawn",
    "players=3 wall=grey",
    "players=4 wall=grey",
];

fn seats(names: &[&str]) -> Vec<SeatInfo> {
    let seat =
        |name: &&str| SeatInfo { name: (*name).into(), colour: None, who: Contestant::Person };
    names.iter().map(seat).collect()
}

fn open(words: &str, seed: u64) -> Table {
    let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    let options: Options = options::parse(&words).expect("good options");
    let names = ["you", "Bo\u{1b}[2J\n", "Cy", "Di"];
    let players = options.players.expect("it is given") as usize;
    let header = Header::new::<Azul>(&options, seats(&names[..players]));
    Table::open::<Azul>(&options, Header { seed: Some(seed), ..header }).expect("a good game")
}

/// Plays at random to the end; `look` sees the table before and after each ply.
fn play_out(table: &mut Table, mut look: impl FnMut(&Table)) {
    look(table);
    loop {
        match table.due() {
            TableDue::Deal => drop(table.deal().expect("a deal is due")),
            TableDue::Seat(seat) => {
                let mv = position(table).random_move(&mut table.rng_for(seat));
                let mv = mv.expect("a seat that is due has a move").to_string();
                table.play(seat, &mv, Notes::default()).expect("the move is legal");
            }
            TableDue::End => drop(table.end().expect("the end is due")),
            TableDue::Over => return,
        }
        look(table);
    }
}

fn position(table: &Table) -> &Azul {
    table.position_as().expect("this is Azul")
}

fn picture(table: &Table) -> ShownPosition {
    AzulView::picture(&ViewScene::current(table.game()).expect("this is Azul"))
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

fn counts(groups: &[ColourGroup]) -> TileCounts {
    let mut tiles = TileCounts::EMPTY;
    for group in groups {
        tiles[group.colour] += group.count;
    }
    tiles
}

fn tiles_of(board: &ShownPlayerBoard) -> TileCounts {
    let mut tiles = TileCounts::EMPTY;
    for line in &board.lines {
        line.colour.iter().for_each(|&colour| tiles[colour] += line.filled);
    }
    board.wall.iter().flatten().flatten().for_each(|&colour| tiles[colour] += 1);
    for slot in &board.floor.slots {
        if let Some(FloorSlotContent::Tile(colour)) = slot.holds {
            tiles[colour] += 1;
        }
    }
    tiles
}

/// Checks that the picture agrees with the position: no tile is lost, and the numbers match.
fn check_picture(table: &Table) {
    let (game, picture) = (position(table), picture(table));
    let heaps = [&picture.centre, &picture.bag, &picture.lid];
    let heaps = heaps.into_iter().chain(&picture.factories);
    let tiles = heaps.fold(TileCounts::EMPTY, |tiles, heap: &TilePile| {
        assert_eq!(heap.total, counts(&heap.groups).total());
        tiles.with(counts(&heap.groups))
    });
    let tiles = picture.boards.iter().fold(tiles, |tiles, board| tiles.with(tiles_of(board)));
    assert_eq!(tiles, TileCounts::new([20; 5]), "{game}");
    assert_eq!((picture.round, picture.starter), (game.round(), game.starter()));
    assert_eq!(
        picture.to_move.map_or(Turn::Over, Turn::Seat),
        match game.turn() {
            Turn::Chance => Turn::Over,
            turn => turn,
        }
    );
    for (board, shown) in game.boards().iter().zip(&picture.boards) {
        check_board(game, board, shown);
    }
    let has_marker = picture.boards.iter().filter(|board| board.has_marker).count();
    assert_eq!(has_marker + usize::from(picture.marker_in_centre), 1, "one marker: {game}");
    let json = serde_json::to_value(&picture).expect("plain data");
    assert!(json.to_string().len() < 16 * 1024);
    for text in texts(&json) {
        assert!(!text.is_empty() && text == printable(text), "{text:?}");
    }
}

fn check_board(game: &Azul, board: &PlayerBoard, shown: &ShownPlayerBoard) {
    assert_eq!(i32::from(shown.score), game.points(shown.seat));
    assert_eq!(shown.floor.cost, board.floor().penalty());
    let used = shown.floor.slots.iter().filter(|slot| slot.holds.is_some());
    assert_eq!(used.clone().map(|slot| slot.cost).sum::<u16>(), shown.floor.cost);
    assert_eq!(used.count(), board.floor().slots_used());
    for (row, line) in WallRow::ALL.into_iter().zip(&shown.lines) {
        assert_eq!((line.line, line.full), (row.capacity(), board.is_line_full(row)));
        assert_eq!(
            (line.colour, line.filled),
            (board.line(row).colour, board.line(row).count_filled)
        );
    }
    let complete = (shown.complete_rows, shown.complete_columns, shown.complete_colours);
    let wall = board.wall();
    assert_eq!(complete, (wall.complete_rows(), wall.complete_columns(), wall.complete_colours()));
}

fn check_moves(table: &Table) {
    let game = position(table);
    let moves = AzulView::legal_moves(game).collect::<Vec<_>>();
    let mut words = Vec::new();
    for mv in &moves {
        match mv {
            LegalMove::Draft(draft) => {
                words.push(draft.mv.clone());
                check_draft(game, draft);
            }
            LegalMove::Wall(tiling) => {
                words.push(tiling.mv.clone());
                check_tiling(game, tiling);
            }
        }
    }
    assert_eq!(words, table.position().legal_move_texts());
}

fn mover(game: &Azul) -> (Seat, &PlayerBoard) {
    let Turn::Seat(seat) = game.turn() else { panic!("nobody is to move") };
    (seat, game.board(seat).expect("who moves has a board"))
}

/// Checks that a draft has the effects it describes.
fn check_draft(game: &Azul, draft: &ShownDraft) {
    let mv: Move = draft.mv.parse().expect("a move");
    let (seat, before) = mover(game);
    let mut after = *game;
    after.play(mv).expect("a legal move");
    assert_eq!(draft.takes, draft.fits + draft.falls);
    assert_eq!(draft.ends_draft, after.phase() != Phase::Draft, "{}", draft.mv);
    let cost = draft.cost + draft.marker_cost;
    if draft.ends_draft {
        return check_last_draft(game, draft, before.floor().penalty() + cost);
    }
    assert_eq!(draft.takes_marker, game.marker() != after.marker());
    let board = after.board(seat).expect("who moves has a board");
    assert_eq!(cost, board.floor().penalty() - before.floor().penalty(), "{}", draft.mv);
    assert_eq!(u32::from(draft.to_lid), after.lid().total() - game.lid().total());
    let mut centre = game.market().centre().with(counts(&draft.slides));
    if draft.source == ShownSource::Centre {
        centre[draft.colour] -= draft.takes;
    }
    assert_eq!(after.market().centre(), centre);
    match draft.place {
        ShownDestination::Floor => {
            assert_eq!((draft.fits, draft.misses, draft.fills_line), (0, 0, false));
        }
        ShownDestination::Line(number) => {
            let row = WallRow::new(usize::from(number) - 1).expect("a row");
            let (was, is) = (before.line(row).count_filled, board.line(row).count_filled);
            assert_eq!((draft.fits, draft.misses), (is - was, number - is));
            assert_eq!(draft.fills_line, board.is_line_full(row));
        }
    }
}

/// Checks the draft that ends a round: the floor is paid for at once, or tiles for the grey wall come first.
fn check_last_draft(game: &Azul, draft: &ShownDraft, cost: u16) {
    let mv: Move = draft.mv.parse().expect("a move");
    let (seat, _) = mover(game);
    let mut after = *game;
    after.play(mv).expect("a legal move");
    if draft.takes_marker && after.phase() == Phase::Deal {
        assert_eq!(after.starter(), seat);
    }
    if game.side() == WallSide::Colour {
        let paid = game.score_lines(mv).into_iter().find_map(|line| match line {
            ScoreLine::Floor { seat: payer, penalty, .. } if payer == seat => Some(penalty),
            _ => None,
        });
        assert_eq!(paid.unwrap_or(0), cost, "{}", draft.mv);
    }
}

/// Checks that a tile scores the points it describes, with as many tiles as its runs have.
fn check_tiling(game: &Azul, tiling: &ShownTiling) {
    let lines = game.score_lines(tiling.mv.parse().expect("a move"));
    let Some(ScoreLine::Tile { horizontal, vertical, points, colour, .. }) = lines.first() else {
        panic!("{}: no tile is scored: {lines:?}", tiling.mv);
    };
    assert_eq!((tiling.points, tiling.colour), (*points, *colour));
    assert_eq!(tiling.run.len(), usize::from(horizontal + vertical - 1));
}

/// Checks that the scores add up, and that each run has as many tiles as the rules have counted.
fn check_scored(table: &Table) {
    let Some(ply) = table.game().plies().last() else { return };
    let before: &Azul = ply.before.as_any().downcast_ref().expect("this is Azul");
    let picture = picture(table);
    let mut scores: Vec<i32> = before.boards().iter().map(|board| board.score().into()).collect();
    for scored in &picture.scored {
        let score = &mut scores[scored.seat.index()];
        *score += scored.points;
        assert_eq!(i32::from(scored.score), *score, "{}", scored.sentence);
    }
    let shown: Vec<i32> = picture.boards.iter().map(|board| board.score.into()).collect();
    assert_eq!(scores, shown);
    let Event::Move { mv, .. } = &*ply.event else { return };
    let runs = before.score_lines(mv.parse().expect("a move")).into_iter().filter_map(|line| {
        let ScoreLine::Tile { horizontal, vertical, .. } = line else { return None };
        Some(usize::from(horizontal + vertical - 1))
    });
    let tiles = picture.scored.iter().filter_map(|scored| scored.tile.as_ref());
    assert!(runs.eq(tiles.map(|tile| tile.run.len())), "{:?}", picture.scored);
}

#[test]
fn random_games_are_shown_as_they_happen() {
    for words in GAMES {
        for seed in 0..3 {
            play_out(&mut open(words, seed), |table| {
                check_picture(table);
                check_moves(table);
                check_scored(table);
            });
        }
    }
}

#[test]
fn every_sentence_of_random_games_is_one_printable_line() {
    for words in GAMES {
        for seed in 0..3 {
            let mut table = open(words, seed);
            play_out(&mut table, |_| {});
            let game = table.game();
            for ply in 1..=game.plies().len() {
                let NarratedPly { did, followed } =
                    view(GameKind::Azul).narrate(game, ply).expect("a ply");
                for text in followed.iter().chain([&did]) {
                    assert!(!text.is_empty() && *text == printable(text), "{text:?}");
                    assert!(!text.contains("you takes") && !text.contains("you starts"), "{text}");
                }
            }
            let ending = view(GameKind::Azul).ending(game).expect("it is over");
            assert_eq!(ending.sentence, printable(&ending.sentence));
        }
    }
}

/// A table for two with only the last tiles of round 5 left. All tiles that aren't elsewhere are in the lid.
struct LateTable<'a> {
    wall: &'a str,
    marker: &'a str,
    centre: &'a str,
    scores: &'a str,
    /// The lines, wall and floor of each seat.
    boards: [[&'a str; 3]; 2],
}

const EMPTY_LINES: &str = "-,-,-,-,-";
const EMPTY_WALL: &str = ".....,.....,.....,.....,.....";
/// The first row lacks only its last cell, which is white.
const LONG_ROW: &str = "BYRK.,.....,.....,.....,.....";

const LATE: LateTable<'static> = LateTable {
    wall: "colour",
    marker: "1",
    centre: "W",
    scores: "0,0",
    boards: [[EMPTY_LINES, EMPTY_WALL, "-"], [EMPTY_LINES, EMPTY_WALL, "M"]],
};

impl LateTable<'_> {
    #[track_caller]
    fn table(&self) -> Table {
        let LateTable { wall, marker, centre, scores, boards } = self;
        let boards = [0, 1].map(|seat| {
            let [lines, wall, floor] = boards[seat];
            format!("lines{seat}={lines} wall{seat}={wall} floor{seat}={floor}")
        });
        let rest = format!("centre={centre} scores={scores} {}", boards.join(" "));
        let lid = ['B', 'Y', 'R', 'K', 'W'].map(|letter| {
            let used = rest.chars().filter(|&other| other == letter).count();
            (20 - used).to_string()
        });
        let lid = lid.join(",");
        let text = format!(
            "players=2 wall={wall} round=5 starter=0 turn=0 marker={marker} bag=0,0,0,0,0 \
             lid={lid} factories=-,-,-,-,- {rest}"
        );
        let position =
            Azul::parse_exercise(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let header = Header::new::<Azul>(&Options::default(), seats(&["Ann", "you"]));
        Table::start(header, Box::new(position)).expect("two sit here")
    }
}

fn play(table: &mut Table, mv: &str) -> NarratedPly {
    let TableDue::Seat(seat) = table.due() else { panic!("{mv}: nobody is to move") };
    table.play(seat, mv, Notes::default()).expect("a legal move");
    view(GameKind::Azul).narrate(table.game(), table.game().plies().len()).expect("a move was made")
}

#[track_caller]
fn drafted(late: &LateTable<'_>, mv: &str, did: &str) {
    assert_eq!(play(&mut late.table(), mv).did, did);
}

#[test]
fn drafts_are_narrated_with_their_cost_and_the_marker() {
    let four = LateTable { centre: "BBBBW", marker: "centre", ..LATE };
    let four = |floor| LateTable {
        boards: [[EMPTY_LINES, EMPTY_WALL, floor], [EMPTY_LINES, EMPTY_WALL, "-"]],
        ..four
    };
    let marked = "Ann takes 4 blue and the marker from the centre: ";
    drafted(&four("-"), "centre blue 5", &format!("{marked}line 5 needs 1 more, -1 point"));
    drafted(&four("-"), "centre blue 4", &format!("{marked}line 4 is full, -1 point"));
    drafted(
        &four("-"),
        "centre blue 2",
        &format!("{marked}line 2 is full, 2 to the floor, -4 points"),
    );
    drafted(&four("-"), "centre blue floor", &format!("{marked}all to the floor, -8 points"));
    // A7: one slot is left, and the marker takes it.
    let full = "line 3 is full, 1 to the floor, -3 points, the floor is full";
    drafted(&four("YYYYYY"), "centre blue 3", &format!("{marked}{full}"));
    // A7: no slot is left, not even for the marker.
    let full = "line 4 is full, the floor is full";
    drafted(&four("YYYYYYY"), "centre blue 4", &format!("{marked}{full}"));
}

#[test]
fn a_marker_without_a_slot_is_still_shown_with_who_has_it() {
    let boards = [[EMPTY_LINES, EMPTY_WALL, "YYYYYYY"], [EMPTY_LINES, EMPTY_WALL, "-"]];
    let mut table = LateTable { centre: "BW", marker: "centre", boards, ..LATE }.table();
    play(&mut table, "centre blue 1"); // A7
    let picture = picture(&table);
    assert!(picture.boards[0].has_marker && !picture.marker_in_centre);
    assert!(
        picture.boards[0]
            .floor
            .slots
            .iter()
            .all(|slot| slot.holds != Some(FloorSlotContent::Marker))
    );
}

#[test]
fn the_end_of_a_round_is_narrated_tile_by_tile() {
    let wall = ".Y...,.....,.....,.....,.....";
    let boards = [["-,BB,-,-,-", wall, "KK"], [EMPTY_LINES, EMPTY_WALL, "M"]];
    let mut table = LateTable { scores: "5,0", boards, ..LATE }.table();
    let told = play(&mut table, "centre white 1");
    assert_eq!(told.did, "Ann takes 1 white from the centre: line 1 is full");
    let expected = [
        "End of round 5:",
        "Ann: white on E1, alone: +1 point, total 6",
        "Ann: blue on B2, 2 down: +2 points, total 8",
        "Ann: 2 floor slots used: -2 points, total 6",
        "you: 1 floor slot used: -1 point, but never below 0, total 0",
        "You took the marker and start round 6.",
    ];
    assert_eq!(told.followed, expected);
    let scored = picture(&table).scored;
    let tile = scored[1].tile.as_ref().expect("a tile went to the wall");
    assert_eq!(tile.run, [WallCell { row: 1, column: 2 }, WallCell { row: 2, column: 2 }]);
    assert_eq!(picture(&table).due, "Round 6 is dealt next.");
}

#[test]
fn deals_are_narrated() {
    let mut table = LATE.table();
    play(&mut table, "centre white floor");
    table.apply_deal("BBBB YYYY RRRR KKKK BYRK").expect("the lid has them");
    let told = view(GameKind::Azul).narrate(table.game(), 2).expect("a deal was made");
    assert_eq!(told.did, "Round 6: you start. Factories: BBBB YYYY RRRR KKKK BYRK");
    assert_eq!(told.followed, ["The bag ran out and was refilled from the lid."]);
    assert_eq!(picture(&table).due, "Your turn to take tiles.");
}

#[test]
fn a_drawn_starter_and_an_untaken_marker_are_narrated() {
    let mut table = open("players=2 starter=drawn", 0);
    table.apply_deal("starter 0").expect("the starter is due");
    let told = view(GameKind::Azul).narrate(table.game(), 1).expect("a deal was made");
    assert_eq!(told.did, "You start, by a random draw.");
    table.apply_deal("BBBB YYYY RRRR KKKK WWWW").expect("the bag has them");
    for mv in ["1 blue 4", "2 yellow 4", "3 red 3", "4 black 3"] {
        play(&mut table, mv);
    }
    let told = play(&mut table, "5 white floor");
    let last = told.followed.last().map(String::as_str);
    assert_eq!(last, Some("Nobody took the marker: you start round 2 again."));
}

#[test]
fn the_grey_wall_is_narrated() {
    let mut table = LateTable { wall: "grey", ..LATE }.table();
    assert_eq!(play(&mut table, "centre white 1").followed, ["End of round 5:"]);
    let due = "Line 1 is full of white: Ann chooses its cell on the wall.";
    assert_eq!((picture(&table).due.as_str(), picture(&table).line_to_tile), (due, Some(1)));
    let told = play(&mut table, "wall 1 3");
    assert_eq!(told.did, "Ann puts white on C1");
    assert_eq!(told.followed[0], "Ann: white on C1, alone: +1 point, total 1");

    let no_cell = "BYRK.,....W,.....,.....,.....";
    let boards = [[EMPTY_LINES, no_cell, "-"], LATE.boards[1]];
    let told = play(&mut LateTable { wall: "grey", boards, ..LATE }.table(), "centre white 1");
    assert_eq!(told.followed[1], "Ann: no cell for white in row 1: 1 tile falls to the floor");
}

#[track_caller]
fn ends(late: &LateTable<'_>, sentence: &str) {
    let mut table = late.table();
    play(&mut table, "centre white 1");
    table.end().expect("the end is due");
    let ending = view(GameKind::Azul).ending(table.game()).expect("it is over");
    assert_eq!(ending.sentence, sentence);
    let best = ending.standing[0].achievement.as_deref();
    assert_eq!(best, Some("1 complete row"), "Ann has it");
}

#[test]
fn the_end_says_how_a_tie_was_broken() {
    // A12: Ann completes the first row, 5 points and 2 more, and pays 1 for the floor.
    let ann = [EMPTY_LINES, LONG_ROW, "R"];
    let short = [EMPTY_LINES, "BYR..,WBY..,.....,.....,.....", "M"];
    let late = |scores, other| LateTable { scores, boards: [ann, other], ..LATE };
    ends(&late("10,12", short), "A row is complete: Ann wins.");
    let decided = "A row is complete, and at 16 points complete rows decide, Ann 1 to you 0: \
                   Ann wins.";
    ends(&late("10,17", short), decided);
    let equal = "A row is complete, and Ann and you are equal with 16 points and 1 complete \
                 row: a draw.";
    ends(&late("10,10", ["W,-,-,-,-", LONG_ROW, "M"]), equal);
}

#[test]
fn refusals_say_why() {
    let boards = [["-,YY,-,-,-", LONG_ROW, "-"], LATE.boards[1]];
    let mut table = LateTable { centre: "BW", boards, ..LATE }.table();
    let refused = |table: &Table, mv: &str| {
        view(GameKind::Azul).explain_illegal(table.game(), mv).unwrap_or_default()
    };
    assert_eq!(refused(&table, "centre blue 1"), "the wall already holds blue in row 1");
    assert_eq!(refused(&table, "centre blue 2"), "line 2 is complete");
    assert_eq!(refused(&table, "1 blue 3"), "factory 1 has no blue tile");
    assert_eq!(refused(&table, "centre blue 3"), "", "it is legal");
    play(&mut table, "centre white 1");
    play(&mut table, "centre blue floor");
    let over = "the game is over: a row is complete";
    assert_eq!(refused(&table, "centre blue 3"), over);
}

#[test]
fn a_late_table_as_json() {
    let boards = [["-,BB,-,-,-", LONG_ROW, "KK"], LATE.boards[1]];
    let table = LateTable { scores: "10,0", boards, ..LATE }.table();
    let mut picture = view(GameKind::Azul).picture_at(table.game(), 0).expect("this is Azul");
    let board = picture["boards"][0].take();
    assert_eq!(
        board,
        json!({
            "seat": 0,
            "name": "Ann",
            "score": 10,
            "has_marker": false,
            "lines": [
                { "line": 1, "colour": null, "filled": 0, "full": false, "column": null },
                { "line": 2, "colour": "blue", "filled": 2, "full": true, "column": 2 },
                { "line": 3, "colour": null, "filled": 0, "full": false, "column": null },
                { "line": 4, "colour": null, "filled": 0, "full": false, "column": null },
                { "line": 5, "colour": null, "filled": 0, "full": false, "column": null },
            ],
            "wall": [
                ["blue", "yellow", "red", "black", null],
                [null, null, null, null, null],
                [null, null, null, null, null],
                [null, null, null, null, null],
                [null, null, null, null, null],
            ],
            "floor": {
                "slots": [
                    { "cost": 1, "holds": "black" },
                    { "cost": 1, "holds": "black" },
                    { "cost": 2, "holds": null },
                    { "cost": 2, "holds": null },
                    { "cost": 2, "holds": null },
                    { "cost": 3, "holds": null },
                    { "cost": 3, "holds": null },
                ],
                "cost": 2,
            },
            "complete_rows": 0,
            "complete_columns": 0,
            "complete_colours": 0,
        })
    );
    let marked = json!({ "cost": 1, "holds": "marker" });
    assert_eq!(picture["boards"][1]["floor"]["slots"][0], marked);
    picture["boards"].take();
    let empty = json!({ "total": 0, "groups": [] });
    assert_eq!(
        picture,
        json!({
            "round": 5,
            "phase": "draft",
            "to_move": 0,
            "due": "Ann's turn to take tiles.",
            "line_to_tile": null,
            "starter": 0,
            "marker_in_centre": false,
            "factories": [empty, empty, empty, empty, empty],
            "centre": { "total": 1, "groups": [{ "colour": "white", "count": 1 }] },
            "bag": empty,
            "lid": { "total": 91, "groups": [
                { "colour": "blue", "count": 17 },
                { "colour": "yellow", "count": 19 },
                { "colour": "red", "count": 19 },
                { "colour": "black", "count": 17 },
                { "colour": "white", "count": 19 },
            ] },
            "wall_colours": [
                ["blue", "yellow", "red", "black", "white"],
                ["white", "blue", "yellow", "red", "black"],
                ["black", "white", "blue", "yellow", "red"],
                ["red", "black", "white", "blue", "yellow"],
                ["yellow", "red", "black", "white", "blue"],
            ],
            "boards": null,
            "last_move": null,
            "scored": [],
        })
    );
}

#[test]
fn moves_are_named_in_words_and_cells_of_the_wall_by_column_and_row() {
    let table = LATE.table();
    let name = |mv: &str| view(GameKind::Azul).move_name(table.position(), mv);
    for (mv, expected) in [
        ("2 blue 3", "blue from factory 2 to line 3"),
        ("centre red floor", "red from the centre to the floor"),
        ("wall 4 3", "C4"),
    ] {
        assert_eq!(name(mv).as_deref(), Some(expected));
    }
    assert_eq!(name("2 blue"), None);
}

#[test]
fn errors_on_the_grey_wall_name_its_cells() {
    let wall = "..W..,.....,.....,.....,.....";
    let boards = [["-,BB,-,-,-", wall, "-"], LATE.boards[1]];
    let mut table = LateTable { wall: "grey", boards, ..LATE }.table();
    play(&mut table, "centre white floor");
    for (mv, expected) in [
        ("2 blue 3", "line 2 is full: choose its cell on the wall, such as C2"),
        ("wall 2 6", "there is no column 6: the columns are A to E, or 1 to 5"),
    ] {
        let refusal = view(GameKind::Azul).explain_illegal(table.game(), mv);
        assert_eq!(refusal.as_deref(), Some(expected));
    }
}

#[test]
fn a_draft_as_json() {
    let mut table = open("players=2", 0);
    table.apply_deal("BBBY YYYY RRRR KKKK WWWW").expect("the bag has them");
    let moves = view(GameKind::Azul).legal_moves(table.position());
    assert_eq!(
        moves[1],
        json!({
            "kind": "draft",
            "move": "1 blue 2",
            "source": 1,
            "colour": "blue",
            "place": 2,
            "takes": 3,
            "slides": [{ "colour": "yellow", "count": 1 }],
            "fits": 2,
            "misses": 0,
            "fills_line": true,
            "falls": 1,
            "to_lid": 0,
            "cost": 1,
            "takes_marker": false,
            "marker_cost": 0,
            "ends_draft": false,
        })
    );
    play(&mut table, "1 blue 2");
    let last = serde_json::to_value(picture(&table).last_move).expect("plain data");
    assert_eq!((&last["seat"], &last["move"]), (&json!(0), &json!("1 blue 2")));
}
