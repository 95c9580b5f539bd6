//! Laying Grass rule by rule, on drawn boards and example positions.

use meeple_core::{Game, Seat, Turn};
use meeple_games::grass::{
    Board, BonusKind, BonusSquare, Cell, Deal, Grass, Move, Options, Phase, ShapeList,
};

const DEFAULTS: &str = "players=2 shapes=show final=anywhere tie=grass round=1 turn=0 coupons=1,1 \
    spent=no pending=0,0 stolen=- queue=- discarded=- tiles=- single=BB:0,TT:1 bonus=- captured=- stones=-";

/// Returns the text of a position with these words instead of the defaults.
fn text(words: &str) -> String {
    let key = |word: &str| word.split('=').next().map(str::to_owned);
    let given: Vec<&str> = words.split_whitespace().collect();
    let chosen = DEFAULTS.split_whitespace().map(|default| {
        let other = given.iter().find(|word| key(word) == key(default));
        *other.unwrap_or(&default)
    });
    chosen.collect::<Vec<_>>().join(" ")
}

fn position(words: &str) -> Grass {
    text(words).parse().unwrap_or_else(|error| panic!("{error}: {}", text(words)))
}

fn play(game: &mut Grass, moves: &[&str]) {
    for text in moves {
        let mv: Move = text.parse().expect("a move");
        game.play(mv).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

/// Returns the value of this key in the position's text.
fn word(game: &Grass, key: &str) -> String {
    let text = game.to_string();
    let found = text.split(' ').find_map(|word| word.strip_prefix(&format!("{key}=")));
    found.expect("every key is there").to_owned()
}

#[track_caller]
fn refused(game: &Grass, mv: &str, reason: &str) {
    let error = game.check_move(mv.parse().expect("a move")).expect_err("an illegal move");
    assert_eq!(error.to_string(), reason, "{mv}");
    assert!(!game.is_legal(mv.parse().expect("a move")));
}

/// Creates a board of 1x1 tiles: a digit is a seat's cell, `#` a stone, E S R a bonus square.
fn drawn(players: usize, rows: &[&str]) -> Board {
    let mut board = Board::new(players, ShapeList::Show);
    for (row, line) in rows.iter().enumerate() {
        for (column, mark) in line.split(' ').enumerate() {
            let cell = Cell::new(row, column);
            match mark {
                "." => {}
                "#" => board.place_stone(cell),
                "E" => board.add_bonus(BonusSquare { cell, kind: BonusKind::Exchange }),
                "S" => board.add_bonus(BonusSquare { cell, kind: BonusKind::Stone }),
                "R" => board.add_bonus(BonusSquare { cell, kind: BonusKind::Robbery }),
                seat => board.place_single(Seat::new(seat.parse().expect("a seat")), cell),
            }
        }
    }
    board
}

#[test]
fn the_board_grows_with_five_players_and_so_do_the_bonus_squares() {
    for (players, side, [e, s, r]) in [
        (2, 20, [3, 1, 2]),
        (3, 20, [5, 2, 3]),
        (4, 20, [6, 2, 4]),
        (5, 30, [8, 3, 5]),
        (9, 30, [14, 5, 9]),
    ] {
        assert_eq!(Board::new(players, ShapeList::Show).side(), side); // G1
        assert_eq!(BonusKind::ALL.map(|kind| kind.count(players)), [e, s, r]); // G2
    }
}

#[test]
fn six_tiles_are_visible_before_the_start_tiles_are_laid() {
    let mut game = Grass::new(&Options::default()).expect("the default options");
    let mut deals = vec!["bonuses E=BB,BD,BF S=DB R=DD,FF".to_owned()];
    deals.extend([17, 4, 90, 33, 8, 61].map(|number| format!("tile {number}")));
    for deal in deals {
        assert_eq!(game.turn(), Turn::Chance);
        let deal: Deal = deal.parse().expect("a deal");
        game.apply_deal(&deal).expect("a possible deal");
    }
    assert_eq!(word(&game, "queue"), "17,4,90,33,8,61,?15"); // G3
    assert_eq!(word(&game, "coupons"), "1,1"); // G4
    assert_eq!((game.turn(), game.phase()), (Turn::Seat(Seat::new(0)), Phase::Start));
    play(&mut game, &["lay BB"]); // G5: the bonus square is lost
    assert_eq!(word(&game, "bonus"), "BD:E,BF:E,DB:S,DD:R,FF:R");
    refused(&game, "lay BC", "BC would lie next to BB, which belongs to seat 0");
    refused(&game, "lay BB", "BB is already the grass of seat 0");
    refused(&game, "lay CC r", "this orientation looks the same as no turn: write `lay CC`");
    refused(&game, "stop", "stopping is not possible now: lay your start tile with lay CELL");
    play(&mut game, &["lay CC"]); // diagonal neighbours don't count
    assert_eq!((word(&game, "round"), word(&game, "turn")), ("1".into(), "0".into()));
}

#[test]
fn impossible_deals_are_refused() {
    let game = position("queue=17,4,90,33,8,?16");
    let refuse = |text: &str| {
        let mut game = game.clone();
        let error = game.apply_deal(&text.parse().expect("a deal")).expect_err("impossible");
        error.to_string()
    };
    assert_eq!(refuse("tile 90"), "impossible deal: tile 90 was already dealt");
    assert_eq!(
        refuse("bonuses E=BB,BD,BF S=DB R=DD,FF"),
        "impossible deal: the bonus squares were already dealt"
    );
    let mut game = Grass::new(&Options::default()).expect("the default options");
    let error = game.apply_deal(&"tile 1".parse().expect("a deal")).expect_err("impossible");
    assert_eq!(
        error.to_string(),
        "impossible deal: the bonus squares are dealt before the first tile"
    );
}

#[test]
fn exchanged_tiles_wait_at_the_back_in_order() {
    let mut game = position("queue=12,8,6,47,5,10,?15");
    play(&mut game, &["exchange 3"]); // G7
    assert_eq!(word(&game, "queue"), "47,5,10,?15,12,8,6");
    assert_eq!((word(&game, "coupons"), word(&game, "spent")), ("0,1".into(), "yes".into()));
    assert_eq!(game.turn(), Turn::Chance); // G3: three more tiles become visible
    for tile in ["tile 1", "tile 2", "tile 3"] {
        game.apply_deal(&tile.parse().expect("a deal")).expect("a possible deal");
    }
    assert_eq!(word(&game, "queue"), "47,5,10,1,2,3,?12,12,8,6");
    refused(&game, "exchange 1", "you have already spent a coupon in this turn");
    play(&mut game, &["lay BC"]);
    assert_eq!(word(&game, "queue"), "5,10,1,2,3,?12,12,8,6"); // the tile after it is next
    assert_eq!(word(&game, "turn"), "1");
    let spent = position("queue=12,8,6,47,5,10,?15 coupons=0,1");
    refused(&spent, "exchange 1", "you have no coupon left");
}

#[test]
fn at_the_end_of_the_queue_fewer_tiles_can_be_exchanged() {
    let discarded = "discarded=1,2,3,4,5,7,9,10,11,13,14,15,16,17,19,20,21";
    let game = position(&format!("round=9 turn=1 {discarded} queue=60,47,55,27"));
    refused(&game, "exchange 4", "there is no next tile 4: choose 1 to 3");
    refused(&game, "exchange 6", "there is no next tile 6: choose 1 to 3");
    assert!(game.is_legal(Move::Exchange(3)));
}

#[test]
fn a_tile_is_placed_on_free_cells_next_to_its_own_and_away_from_others() {
    // Seat 0 has BB and the tile BC BD; seat 1 has TT and BG BH BI; there is a stone on DB.
    let words = "round=2 tiles=12:BC:0,8:BG:1 queue=6,10,47,5,1,2,?13 players=2 \
        captured=LL:S:1,NN:E:0 stones=DB single=BB:0,TT:1";
    let game = position(words);
    refused(&game, "lay BE", "BF would lie next to BG, which belongs to seat 1");
    refused(&game, "lay AA", "BB is already the grass of seat 0");
    refused(&game, "lay CA", "a stone lies on DB");
    refused(&game, "lay EE", "with its corner at EE the tile touches none of your cells");
    refused(
        &game,
        "lay TA",
        "with its corner at TA the tile leaves the board, whose last cell is TT",
    );
    refused(&game, "lay aA", "aA is off the board, whose last cell is TT");
    refused(&game, "lay KL", "LL is a square captured by seat 1");
    refused(&game, "lay CC f", "this orientation looks the same as no turn: write `lay CC`");
    refused(
        &game,
        "stone EE",
        "placing a stone is not possible now: \
        lay the drawn tile with lay CELL [TURN], or spend a coupon",
    );
    refused(&game, "remove AA", "no stone lies on AA");
    for legal in ["lay CC", "lay CD", "lay MO", "lay OM"] {
        assert!(game.is_legal(legal.parse().expect("a move")), "{legal}");
    }
}

#[test]
fn a_stone_is_removed_for_a_coupon_and_the_tile_laid_on_its_cell() {
    let words = "round=2 tiles=12:BC:0,8:SR:1 queue=6,10,47,5,1,2,?13 captured=LL:S:1 stones=CC";
    let mut game = position(words);
    refused(&game, "lay CB", "a stone lies on CC");
    play(&mut game, &["remove CC", "lay CB"]); // G8
    assert_eq!((word(&game, "coupons"), word(&game, "stones")), ("0,1".into(), "-".into()));
}

/// Seat 0 has BB BC BD and places tile 7 (`#.#/###`) around CC.
const AROUND_CC: &str = "round=2 tiles=12:BC:0,8:SR:1 queue=7,10,47,5,1,2,?13";

#[test]
fn a_surrounded_bonus_square_is_captured() {
    let mut game = position(&format!("{AROUND_CC} bonus=CC:E,FF:S"));
    play(&mut game, &["lay CB"]); // G10
    assert_eq!((word(&game, "coupons"), word(&game, "captured")), ("2,1".into(), "CC:E:0".into()));
    assert_eq!(word(&game, "bonus"), "FF:S");
    assert_eq!(game.board().largest_square(Seat::new(0)), 3); // G15: captured squares count
    assert_eq!(game.board().grass_cells(Seat::new(0)).len(), 8); // but are not grass
    let mut covered = position(&format!("{AROUND_CC} bonus=CB:E"));
    play(&mut covered, &["lay CB"]); // G9: lost
    assert_eq!((word(&covered, "bonus"), word(&covered, "coupons")), ("-".into(), "1,1".into()));
}

#[test]
fn a_captured_stone_is_placed_at_once() {
    let mut game = position(&format!("{AROUND_CC} bonus=CC:S,FF:E"));
    play(&mut game, &["lay CB"]);
    assert_eq!((game.turn(), game.phase()), (Turn::Seat(Seat::new(0)), Phase::Stone)); // G11
    refused(&game, "stone FF", "FF is not empty: a stone is placed on an empty cell");
    refused(&game, "stone BB", "BB is not empty: a stone is placed on an empty cell");
    refused(&game, "lay EE", "laying a tile is not possible now: place a stone with stone CELL");
    play(&mut game, &["stone RT"]);
    assert_eq!((word(&game, "turn"), word(&game, "stones")), ("1".into(), "RT".into()));
}

#[test]
fn a_robbery_takes_the_whole_tile_and_gives_it_to_the_robber() {
    let mut game = position(&format!("{AROUND_CC} bonus=CC:R"));
    play(&mut game, &["lay CB"]);
    assert_eq!(game.phase(), Phase::Robbery); // G12
    refused(&game, "steal TT", "TT is a 1x1 tile: start tiles and final tiles cannot be stolen");
    play(&mut game, &["steal SS"]);
    assert_eq!((word(&game, "stolen"), game.phase()), ("8".into(), Phase::Stolen));
    assert_eq!(game.board().territory(Seat::new(1)).len(), 1);
    play(&mut game, &["lay EB r"]);
    assert_eq!(word(&game, "tiles"), "7:CB:0,8:EBr:0,12:BC:0");
    assert_eq!(word(&game, "turn"), "1");
}

#[test]
fn what_a_stolen_tile_captures_comes_before_what_is_pending() {
    // Placing tile 7 at CB captures CC and EC, two robberies. Placing the stolen tile 61 at CE
    // captures CF.
    let words = "round=4 tiles=12:BC:0,27:BE:0,76:EBrr:0,61:NN:1,8:SR:1,10:QR:1 \
        queue=7,47,5,1,2,3,?9 bonus=CC:R,CF:S,EC:R";
    let mut game = position(words);
    play(&mut game, &["lay CB"]);
    assert_eq!(word(&game, "pending"), "0,2");
    play(&mut game, &["steal NP", "lay CE"]);
    assert_eq!((word(&game, "pending"), game.phase()), ("1,1".into(), Phase::Stone)); // G12
    play(&mut game, &["stone TA", "steal SS", "lay HC r"]);
    assert_eq!((word(&game, "turn"), word(&game, "pending")), ("1".into(), "0,0".into()));
    assert_eq!(word(&game, "captured"), "CC:R:0,CF:S:0,EC:R:0");
}

#[test]
fn a_territory_that_fell_apart_still_counts() {
    // Seat 1 owns TT, and NC ND far from it, because a tile between them was stolen.
    let game = position(
        "round=2 turn=1 tiles=12:NC:1,8:BC:0,6:CC:0 queue=5,10,47,1,2,3,?12 captured=NN:R:0",
    );
    assert!(game.is_legal("lay OC".parse().expect("a move"))); // G13
    assert!(game.is_legal("lay SQ".parse().expect("a move")));
    assert_eq!(game.board().grass_cells(Seat::new(1)).len(), 3);
}

/// After round 9: two tiles are on the board, seat 0's `##/##` and seat 1's `###`.
const LAST: &str = "tiles=6:BC:0,8:SR:1 discarded=1,2,3,4,5,7,9,10,11,13,14,15,16,17,19,20 \
    queue=60,47,55";

#[test]
fn coupons_buy_single_tiles_anywhere_at_the_end() {
    let mut game = position(&format!("round=final {LAST} coupons=2,0 captured=HH:E:0"));
    refused(&game, "lay BD", "BD is already the grass of seat 0");
    play(&mut game, &["lay TS", "stop"]); // G14: next to TT of seat 1
    assert_eq!((game.turn(), word(&game, "coupons")), (Turn::Over, "1,0".into()));
}

#[test]
fn with_final_adjacent_they_must_touch_own_cells() {
    let game = position(&format!("final=adjacent round=final {LAST} coupons=1,0"));
    refused(&game, "lay TS", "TS would lie next to SS, which belongs to seat 1");
    refused(&game, "lay AT", "with its corner at AT the tile touches none of your cells");
    assert!(game.is_legal("lay AB".parse().expect("a move")));
}

#[track_caller]
fn squares(rows: &[&str], side: u8, grass_inside: u32) {
    let board = drawn(2, rows);
    let seat = Seat::new(0);
    assert_eq!((board.largest_square(seat), board.grass_in_square(seat)), (side, grass_inside));
}

#[test]
fn the_largest_square_is_found() {
    squares(&[". .", ". ."], 0, 0); // G15
    squares(&["0 0 0", "0 0 1", "0 . 0"], 2, 4);
    squares(&["0 0 0", "0 0 0", "0 # 0"], 2, 4); // stones don't count
    squares(&["0 0 0 0", ". 0 0 0", ". 0 0 0"], 3, 9);
    let edge = ". . . . . . . . . . . . . . . . . 0 0 0";
    squares(&[edge, edge, edge], 3, 9);
}

#[track_caller]
fn ends(words: &str, ranks: [u8; 2], reason: &str) {
    let game = position(&format!("round=over {words}"));
    let outcome = game.outcome().expect("the game is over");
    assert_eq!(outcome.results.iter().map(|result| result.rank).collect::<Vec<_>>(), ranks);
    assert_eq!(outcome.reason, reason);
}

#[test]
fn the_largest_square_wins_then_the_most_grass() {
    let rest = "queue=60,47,55 coupons=0,0 discarded=1,2,3,4,5,7,9,10,11,13,14,15,16,17";
    let squares = "6:BC:0,44:SR:1";
    let wins = "the largest square wins";
    ends(&format!("{rest},19,20 tiles=6:BC:0,8:SR:1"), [1, 2], wins); // G15
    ends(&format!("{rest},19,20 tiles=8:BC:0,6:SR:1"), [2, 1], wins);
    let grass = "equal squares: the most grass wins";
    ends(&format!("{rest},19 tiles={squares},12:DC:0"), [1, 2], grass);
    ends(&format!("{rest},19 tiles={squares},12:QR:1"), [2, 1], grass);
    let shared = "equal squares and equal grass: a shared win";
    ends(&format!("{rest},19,20 tiles={squares}"), [1, 1], shared);
    // Inside the square both have four cells of grass, regardless of what is outside.
    ends(&format!("tie=in-square {rest},19 tiles={squares},12:DC:0"), [1, 1], shared);
    // Seat 0's 3x3 contains a captured square, seat 1's does not.
    let ring = "7:CB:0,12:BC:0,24:RQ:1,8:RSr:1";
    let rest =
        "queue=60,47,55 coupons=0,0 captured=CC:S:0 discarded=1,2,3,4,5,6,9,10,11,13,14,15,16";
    ends(&format!("tie=in-square {rest},17 tiles={ring}"), [2, 1], grass);
    ends(&format!("tie=grass {rest} tiles={ring},27:BE:0"), [1, 2], grass);
    ends(&format!("tie=in-square {rest} tiles={ring},27:BE:0"), [2, 1], grass);
    // The deciding numbers: eight and nine cells inside the square, or all of the grass.
    let decided = |tie: &str| {
        let game = position(&format!("round=over tie={tie} {rest} tiles={ring},27:BE:0"));
        [0, 1].map(|seat| game.tie_break_grass(Seat::new(seat)))
    };
    assert_eq!(decided("in-square"), [8, 9]);
    assert_eq!(decided("grass"), [8 + 5, 9 + 1]);
}

#[test]
fn a_drawn_board_captures_and_is_drawn_again() {
    let mut board = drawn(2, &[". . 0 .", ". 0 E 0", ". . 0 1"]);
    assert_eq!(board.capture(Seat::new(1)).as_slice(), []);
    assert_eq!(board.capture(Seat::new(0)).as_slice(), [BonusKind::Exchange]);
    let picture = board.to_string();
    let rows: Vec<&str> = picture.lines().take(4).map(|line| &line[..9]).collect();
    assert_eq!(rows, ["  A B C D", "A . . 0 .", "B . 0 0 0", "C . . 0 1"]);
}

#[track_caller]
fn impossible(words: &str, reason: &str) {
    let error = text(words).parse::<Grass>().expect_err("an impossible position");
    assert_eq!(error.reason, reason);
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let queue = "queue=12,8,6,47,5,10,?15";
    impossible("queue=12,8,6,47,5,10,?14", "the queue should have 21 tiles, not 20 (G3, G6)");
    impossible("queue=12,8,6,47,5,12,?15", "tile 12 is in two places (G3)");
    impossible("queue=12,8,6,47,5,10,1,?14", "more than 6 tiles are visible (G3)");
    impossible("queue=12,?9,6,?10", "undecided tiles are next to each other (G7)");
    impossible(&format!("{queue} single=BB:0"), "seat 1 has 0 single tiles (G5, G14)");
    impossible(&format!("{queue} single=BB:0,BC:1"), "BB of seat 0 touches BC of seat 1 (G9)");
    impossible(&format!("{queue} single=BB:0,BB:1"), "something lies on BB already");
    impossible(&format!("{queue} single=BB:0,BZ:1"), "BZ is off the board");
    impossible(&format!("{queue} single=BB:0,TT:2"), "a seat is 0 to 1, not \"2\"");
    impossible(&format!("{queue} coupons=2,1"), "seat 0 cannot have 2 coupons (G4, G10)");
    impossible(&format!("{queue} coupons=1"), "coupons should have one number for each player");
    impossible(
        &format!("{queue} stones=DD"),
        "there are more stones than captured squares S (G11)",
    );
    impossible(&format!("{queue} pending=1,0"), "the queue should have 20 tiles, not 21 (G3, G6)");
    impossible(&format!("{queue} bonus=AB:E"), "the bonus square AB is on the edge");
    impossible(&format!("{queue} bonus=DD:E,DE:S"), "the bonus squares DD and DE are neighbours");
    impossible(&format!("{queue} bonus=DD:S,FF:S"), "too many squares S (G2)");
    impossible(&format!("{queue} bonus=DD:X"), "a bonus square is E, S or R");
    impossible(&format!("{queue} bonus=?"), "the bonus squares are dealt first (G2)");
    impossible(&format!("{queue} tiles=7:DD:0"), "0 tiles drawn, but 1 laid or discarded (G6)");
    impossible(
        &format!("{queue} tiles=7:DDx:0"),
        "an orientation is f or nothing, then up to three r, not \"x\"",
    );
    impossible(&format!("{queue} tiles=7:DDf:0"), "this orientation has another name (G9)");
    impossible(&format!("{queue} round=10"), "round should be 0 to 9, final or over");
    impossible(&format!("{queue} players=1"), "Laying Grass is for 2 to 9 players, not 1");
    impossible(&format!("{queue} stolen=7,9"), "only one tile is stolen at a time");
    impossible(&format!("{queue} tiles="), "tiles should be a list, or - for nothing");
    let around = "round=2 tiles=12:BC:0,7:CB:0 queue=8,10,47,5,1,2,?13 bonus=CC:E";
    impossible(around, "CC is surrounded, so it is captured (G10)");
    impossible(
        "round=final queue=60,47,55 tiles=- coupons=0,0",
        "18 tiles drawn, but 0 laid or discarded (G6)",
    );
    impossible(
        &format!("round=final {LAST} coupons=0,0"),
        "the game would not wait here, although spend a coupon on a 1x1 tile with lay CELL, or stop",
    );
}
