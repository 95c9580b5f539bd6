//! Tests that need a board too full for any short game to reach.

use super::{
    Cell, CellSet, Grass, IllegalMove, Move, Options, Phase, PlacedTile, ShapeList, TileNumber,
};
use super::{Orientation, Tile};
use meeple_core::{Game, Seat, options::parse, perft::after_deals};

const SEATS: [Seat; 2] = [Seat::new(0), Seat::new(1)];

/// Creates a position in round 1 in which seat 0 has a start tile at AA and this tile in hand. All
/// cells have stones except those drawn with `.`; the drawing is the top left of the board.
fn walled_in(drawing: &[&str], tile: &str) -> Grass {
    let mut game = Grass::new(&Options::default()).expect("the default options");
    game = after_deals(&game, 1);
    game.board = super::Board::new(2, ShapeList::Show);
    game.round = 1;
    let is_free = |cell: Cell| {
        let row = drawing.get(usize::from(cell.row));
        row.and_then(|row| row.as_bytes().get(usize::from(cell.column))) == Some(&b'.')
    };
    CellSet::square(20)
        .cells()
        .filter(|&cell| !is_free(cell))
        .for_each(|c| game.board.place_stone(c));
    for (seat, cell) in SEATS.into_iter().zip([Cell::new(0, 0), Cell::new(19, 19)]) {
        game.board.remove_stone(cell);
        game.board.place_single(seat, cell);
    }
    let drawn: Vec<Option<TileNumber>> = game.queue.tiles().collect();
    let wanted: TileNumber = number(tile);
    let mut tiles: Vec<_> = drawn.into_iter().filter(|other| *other != Some(wanted)).collect();
    tiles.insert(0, Some(wanted));
    tiles.truncate(21);
    game.queue = super::TileQueue::from_parts(&tiles, []);
    game
}

fn number(drawing: &str) -> TileNumber {
    let at = ShapeList::Show.drawings().iter().position(|other| *other == drawing);
    at.and_then(TileNumber::from_index).expect("a tile of the show")
}

fn moves(game: &Grass) -> Vec<String> {
    game.legal_moves().map(|mv| mv.to_string()).collect()
}

#[test]
fn a_tile_is_skipped_only_when_no_orientation_fits() {
    let mut game = walled_in(&["x.", "x.", "x.", "x."], "####");
    game.holdings[0].coupons = 0;
    game.run_forced_steps();
    assert_eq!(moves(&game), ["lay AB r"]); // G6: it fits upright only
    let mut game = walled_in(&["x.", "x.", "x."], "####");
    game.holdings[0].coupons = 0;
    game.run_forced_steps();
    assert_eq!(game.to_move, SEATS[1], "G6: discarded, and the turn ends");
    assert_eq!(game.discarded().collect::<Vec<_>>(), [number("####")]);
}

#[test]
fn a_coupon_may_save_a_tile_that_fits_nowhere() {
    let mut game = walled_in(&["x.", "x.", "x."], "####");
    game.run_forced_steps();
    assert_eq!(game.phase(), Phase::Tile);
    let list = moves(&game);
    assert_eq!(list[..2], ["exchange 1", "exchange 2"]); // G6, G7
    assert_eq!(list.last().map(String::as_str), Some("discard"));
    assert!(list.contains(&"remove DB".to_owned())); // G8

    let mut saved = game.clone();
    saved.play("remove DB".parse().expect("a move")).expect("a stone lies there");
    assert_eq!(moves(&saved), ["lay AB r"]);
    assert_eq!(
        saved.check_move(Move::Discard).map_err(|e| e.to_string()),
        Err("the tile fits, for example at AB r, so it must be laid".into())
    );

    let mut wasted = game.clone();
    wasted.play("remove TA".parse().expect("a move")).expect("a stone lies there");
    assert_eq!(wasted.to_move, SEATS[1], "G6: the coupon is spent and the tile still fits nowhere");

    game.play(Move::Discard).expect("it fits nowhere");
    assert_eq!((game.to_move, game.holdings(SEATS[0]).coupons), (SEATS[1], 1));
}

#[test]
fn stones_without_an_empty_cell_are_lost() {
    let mut game = walled_in(&["x."], "##");
    game.holdings[0].coupons = 0;
    game.holdings[0].stones = 2;
    assert_eq!(game.phase(), Phase::Stone);
    game.play("stone AB".parse().expect("a move")).expect("AB is empty");
    assert_eq!(game.holdings(SEATS[0]).stones, 0); // G11: the second is lost
    assert_eq!(game.discarded().count(), 1, "G6: and now nothing fits");
}

/// Creates a position in which seat 0 may steal, with these tiles on the board.
fn before_robbery(drawing: &[&str], tiles_there: &[(&str, &str, usize)]) -> Grass {
    let mut game = walled_in(drawing, "##");
    game.queue.draw(); // the tile of this turn has been placed
    for &(tile, corner, owner) in tiles_there {
        let corner: Cell = corner.parse().expect("a cell");
        Tile::from_drawing(tile).cells_at(corner).for_each(|cell| game.board.remove_stone(cell));
        let (owner, orientation) = (Seat::new(owner), Orientation::AS_DRAWN);
        game.board.place(number(tile), PlacedTile { owner, corner, orientation });
    }
    let is_there = |tile: TileNumber| tiles_there.iter().any(|&(other, ..)| number(other) == tile);
    let mut tiles: Vec<_> = game.queue.tiles().collect();
    tiles.retain(|tile| !tile.is_some_and(is_there));
    tiles.resize(game.queue.len(), None);
    let used = tiles_there.iter().map(|&(tile, ..)| number(tile));
    game.queue = super::TileQueue::from_parts(&tiles, used.chain([number("##")]));
    game.holdings[0].robberies = 1;
    game
}

#[test]
fn a_stolen_tile_that_fits_nowhere_is_discarded() {
    let mut game = before_robbery(&["x."], &[("####", "SP", 1)]);
    game.play("steal SR".parse().expect("a move")).expect("a tile lies there");
    assert_eq!((game.stolen, game.to_move), (None, SEATS[1])); // G12
    assert!(game.discarded().any(|tile| tile == number("####")));
    assert!(game.board.empty_cells().contains(Cell::new(18, 15)), "its cells are empty");
}

#[test]
fn a_robbery_with_nothing_to_steal_is_lost() {
    let mut game = before_robbery(&["x."], &[("####", "AB", 0)]);
    game.run_forced_steps();
    assert_eq!((game.holdings(SEATS[0]).robberies, game.to_move), (0, SEATS[1])); // G12
}

#[test]
fn only_another_players_tile_can_be_stolen() {
    let mut game = before_robbery(&["x...."], &[("####", "SP", 1), ("##", "AB", 0)]);
    let bonus = super::BonusSquare { cell: Cell::new(9, 9), kind: super::BonusKind::Exchange };
    game.board.remove_stone(bonus.cell);
    game.board.mark_captured(SEATS[1], bonus);
    let refused = |cell: &str| {
        let error: IllegalMove =
            game.check_move(Move::Steal(cell.parse().expect("a cell"))).expect_err(cell);
        error.to_string()
    };
    assert_eq!(refused("AB"), "AB is your own: a robbery takes another player's tile");
    assert_eq!(refused("AE"), "there is nothing to steal on AE");
    assert_eq!(refused("TT"), "TT is a 1x1 tile: start tiles and final tiles cannot be stolen");
    assert_eq!(refused("JJ"), "JJ is a captured square: it is not a tile and cannot be stolen");
    assert_eq!(refused("Ad"), "Ad is off the board, whose last cell is TT");
    assert_eq!(moves(&game), ["steal SP", "steal SQ", "steal SR", "steal SS"]);
}

#[test]
fn the_options_are_read_and_written() {
    let words = ["players=9", "shapes=seed", "final=adjacent", "tie=in-square"];
    let options: Options = parse(words).expect("good options");
    assert_eq!(meeple_core::options::to_words(&options), words);
    assert!(parse::<Options>(["players=10"]).is_err()); // G1
    let colours = super::Colour::ALL.map(|colour| colour.name().parse());
    assert_eq!(colours, super::Colour::ALL.map(Ok)); // G4
    assert!("pink".parse::<super::Colour>().is_err());
}
