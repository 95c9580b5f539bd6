//! Properties of Laying Grass's pictures, moves and narration that hold in every position.

use crate::{
    NASTY, picture,
    random_games::{check_words, computer, open, person, play_out},
};
use meeple_core::{
    Game, Seat, SeatInfo, Table, Turn,
    rng::{RngStream, seeded},
};
use meeple_games::{
    GameKind,
    grass::{Cell, CellSet, FinalTiles, Grass, Options, Orientation, Phase, ShapeList, TieBreak},
};
use meeple_view::{
    NarratedPly, View,
    grass::{GrassView, LegalMove, LegalMoveKind, ShownBonus, ShownOrientation, ShownPosition},
    view,
};
use std::collections::BTreeSet;

fn seats(players: u32) -> Vec<SeatInfo> {
    let mut seats = vec![person("you"), computer(NASTY)];
    seats.extend((2..players).map(|seat| person(&format!("p{seat}"))));
    seats
}

/// Plays a game with random moves among those that look best for capturing bonus squares, so that stones and
/// robberies occur; `look` sees every position.
fn eager_game(options: &Options, seed: u64, look: impl FnMut(&Table)) {
    let mut table = open::<Grass>(options, seats(options.players.unwrap_or(2)), seed);
    let choose = |table: &Table, moves: &[String], below: &mut dyn FnMut(usize) -> usize| {
        let (game, all) =
            (position(table), GrassView::legal_moves(position(table)).collect::<Vec<_>>());
        let tries: Vec<usize> = (0..40).map(|_| below(moves.len())).collect();
        let last = moves.len() - 1; // `stop` or `discard`, where they are legal
        let tries = tries.into_iter().chain([last]);
        tries.max_by_key(|&index| eagerness(game, &all[index].choice)).expect("some were tried")
    };
    play_out(&mut table, choose, look);
}

fn eagerness(game: &Grass, choice: &LegalMoveKind) -> i32 {
    match choice {
        LegalMoveKind::Lay { cells, captures, loses, .. } => {
            let bonuses = game.board().bonuses().iter().map(|bonus| bonus.cell);
            let beside: CellSet = bonuses.collect::<CellSet>().neighbours();
            let near = cells.iter().filter(|&&cell| beside.contains(cell)).count();
            100 * captures.len() as i32 + 2 * near as i32 - 9 * loses.len() as i32
        }
        LegalMoveKind::Remove { .. } => 3,
        LegalMoveKind::Exchange { number, .. } => i32::from(*number) - 3,
        _ => 0,
    }
}

/// Returns options for each number of players; other seeds give other rule variants.
fn variants(seed: usize) -> Vec<Options> {
    let all = (2..=9).map(|players| {
        let pick = |step: usize| (players as usize + seed) / step % 2;
        Options {
            players: Some(players),
            shapes: [ShapeList::Show, ShapeList::Seed][pick(1)],
            final_tiles: [FinalTiles::Anywhere, FinalTiles::Adjacent][pick(2)],
            tie: [TieBreak::Grass, TieBreak::InSquare][pick(4)],
        }
    });
    all.collect()
}

fn position(table: &Table) -> &Grass {
    table.position_as().expect("a game of Laying Grass")
}

#[test]
fn random_games_are_shown_and_narrated_in_printable_words() {
    for seed in 0..2 {
        for options in variants(3 * seed) {
            eager_game(&options, seed as u64, |table| check_words(view(GameKind::Grass), table));
        }
    }
}

#[test]
fn a_legal_move_does_what_its_description_says() {
    let mut kinds = BTreeSet::new();
    for seed in 0..2 {
        for options in variants(3 * seed) {
            eager_game(&options, seed as u64, |table| {
                let before = position(table);
                let moves = GrassView::legal_moves(before).collect::<Vec<_>>();
                // Most moves are placements, so check a few of all moves and a few of the others.
                let some = moves.iter().step_by(1 + moves.len() / 6);
                let others =
                    moves.iter().filter(|mv| !matches!(mv.choice, LegalMoveKind::Lay { .. }));
                let dead = dead(before);
                for mv in some.chain(others.take(6)) {
                    kinds.insert(does_what_it_says(before, &dead, mv));
                }
            });
        }
    }
    let all = [
        "captures", "closes", "discard", "exchange", "in vain", "lay", "loses", "remove", "steal",
        "stone", "stop",
    ];
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), all, "the games show them all");
}

/// Plays the move and compares the result with its description; returns the kind of move.
fn does_what_it_says(
    before: &Grass,
    dead_before: &CellSet,
    LegalMove { mv, choice }: &LegalMove,
) -> &'static str {
    let Turn::Seat(seat) = before.turn() else { panic!("a move out of turn") };
    let mut after = before.clone();
    after.play(mv.parse().expect("a move")).expect("a legal move");
    let (old, new) = (before.board(), after.board());
    let rows = |cells: &[Cell]| cells.iter().copied().collect::<CellSet>();
    match choice {
        LegalMoveKind::Lay {
            tile,
            orientation,
            corner,
            cells,
            captures,
            loses,
            closes,
            square,
        } => {
            let turn = if *orientation == Orientation::AS_DRAWN { "" } else { " " };
            assert_eq!(*mv, format!("lay {corner}{turn}{orientation}"));
            assert_eq!(*tile, before.tile_in_hand().map(|tile| tile.index() as u8 + 1));
            let captured: CellSet = captures.iter().map(|bonus| bonus.cell).collect();
            let added = new.territory(seat).without(old.territory(seat));
            assert_eq!(added, rows(cells).or(&captured), "{mv}");
            let squares = |bonuses: &[meeple_games::grass::BonusSquare]| -> BTreeSet<String> {
                bonuses.iter().map(|b| format!("{}{}", b.cell, b.kind.letter())).collect()
            };
            let named = |bonuses: &[ShownBonus]| -> BTreeSet<String> {
                let letter = |bonus: &ShownBonus| bonus.bonus[..1].to_uppercase();
                bonuses.iter().map(|b| format!("{}{}", b.cell, letter(b))).collect()
            };
            let now = &squares(new.captured()) - &squares(old.captured());
            assert_eq!(named(captures), now, "{mv}");
            let gone = &squares(old.bonuses()) - &squares(new.bonuses());
            assert_eq!(named(loses), &gone - &now, "{mv}");
            let dead: Vec<Cell> = dead(&after).without(dead_before).cells().collect();
            assert_eq!(*closes, dead, "{mv}");
            assert_eq!(i32::from(*square), after.points(seat), "{mv}");
            match (captures.is_empty(), loses.is_empty(), closes.is_empty()) {
                (false, ..) => "captures",
                (_, false, _) => "loses",
                (.., false) => "closes",
                _ => "lay",
            }
        }
        LegalMoveKind::Exchange { tile, fits, .. } => {
            come_into_view(&mut after);
            is_in_hand_or_gone(&after, Phase::Tile, *tile, *fits, seat);
            "exchange"
        }
        LegalMoveKind::Remove { cell, fits } => {
            assert!(old.stones().contains(*cell) && !new.stones().contains(*cell));
            let tile = before.tile_in_hand().expect("a tile in hand").index() as u8 + 1;
            is_in_hand_or_gone(&after, Phase::Tile, tile, *fits, seat);
            "remove"
        }
        LegalMoveKind::Stone { cell } => {
            assert!(!old.stones().contains(*cell) && new.stones().contains(*cell));
            "stone"
        }
        LegalMoveKind::Steal { cell, tile, owner, cells, fits } => {
            let taken = old.territory(*owner).without(new.territory(*owner));
            assert_eq!(taken, rows(cells));
            assert!(cells.contains(cell));
            is_in_hand_or_gone(&after, Phase::Stolen, *tile, *fits, seat);
            if *fits { "steal" } else { "in vain" }
        }
        LegalMoveKind::Discard { tile } => {
            assert!(after.discarded().any(|gone| gone.index() as u8 + 1 == *tile));
            "discard"
        }
        LegalMoveKind::Stop => {
            assert_eq!((mv.as_str(), old), ("stop", new));
            "stop"
        }
    }
}

/// Returns the free cells next to the cells of two players (G9), computed cell by cell.
fn dead(game: &Grass) -> CellSet {
    let board = game.board();
    let is_dead = |cell: &Cell| {
        let owners: BTreeSet<Seat> =
            cell.neighbours(board.side()).filter_map(|next| board.owner(next)).collect();
        owners.len() > 1 && board.owner(*cell).is_none() && !board.stones().contains(*cell)
    };
    CellSet::square(board.side()).cells().filter(is_dead).collect()
}

fn come_into_view(game: &mut Grass) {
    let mut rng = seeded(1, RngStream::Deals);
    while let Some(deal) = game.sample_deal(&mut rng) {
        game.apply_deal(&deal).expect("a possible deal");
    }
}

#[track_caller]
fn is_in_hand_or_gone(game: &Grass, phase: Phase, tile: u8, fits: bool, seat: Seat) {
    let in_hand = game.phase() == phase
        && game.turn() == Turn::Seat(seat)
        && game.tile_in_hand().is_some_and(|hand| hand.index() as u8 + 1 == tile);
    let gone = game.discarded().any(|gone| gone.index() as u8 + 1 == tile);
    assert_eq!((in_hand, gone), (fits, !fits));
}

#[test]
fn the_numbers_in_a_picture_match_the_position() {
    for options in variants(0) {
        let mut before: Option<ShownPosition> = None;
        eager_game(&options, 11, |table| {
            let (game, picture) = (position(table), picture(table));
            check_players(game, &picture);
            check_board(game, &picture);
            check_hand(game, &picture);
            if let Some(before) = &before {
                check_what_lasts(before, &picture);
            }
            before = Some(picture);
        });
    }
}

fn check_players(game: &Grass, picture: &ShownPosition) {
    let marks = picture.board.concat();
    for player in &picture.seats {
        let digit = player.seat.to_string();
        assert_eq!(player.territory as usize, marks.matches(&digit).count());
        assert_eq!(i32::from(player.square), game.points(player.seat));
        let captured = picture.captured.iter().filter(|square| square.owner == player.seat);
        assert_eq!(player.grass as usize + captured.count(), player.territory as usize);
        for corner in &player.squares {
            let (row, column) = (usize::from(corner.row), usize::from(corner.column));
            let side = usize::from(player.square);
            let rows = picture.board[row..row + side].iter();
            assert!(rows.clone().all(|row| row[column..column + side] == digit.repeat(side)));
        }
        let held = picture.to_move == Some(player.seat);
        assert!(held || player.stones + player.robberies == 0);
    }
    let colours: BTreeSet<&str> = picture.seats.iter().map(|player| player.colour).collect();
    assert_eq!(colours.len(), picture.seats.len(), "G4: each has another colour");
    if let Some(outcome) = game.outcome() {
        let ranked = |player: &meeple_view::grass::GrassSeat| (player.square, player.tie_break);
        let best = picture.seats.iter().map(ranked).max();
        for winner in outcome.winners() {
            assert_eq!(Some(ranked(&picture.seats[winner.index()])), best);
        }
    }
}

fn check_board(game: &Grass, picture: &ShownPosition) {
    let mut covered = picture.singles.len() + picture.captured.len();
    for tile in &picture.tiles {
        covered += tile.cells.len();
        assert!(tile.cells.iter().all(|&cell| game.board().owner(cell) == Some(tile.owner)));
        let beside = |other: &&meeple_view::grass::ShownTile| {
            let around = other.cells.iter().flat_map(|cell| cell.neighbours(picture.side));
            other.tile != tile.tile && around.into_iter().any(|cell| tile.cells.contains(&cell))
        };
        let others = picture.tiles.iter().filter(beside);
        assert!(others.into_iter().all(|other| other.letter != tile.letter));
    }
    let marks = picture.board.concat();
    assert_eq!(covered, marks.matches(|mark: char| mark.is_ascii_digit()).count());
    assert_eq!(picture.bonuses.len(), marks.matches(|mark| "ESR".contains(mark)).count());
    assert_eq!(picture.stones.len(), marks.matches('#').count());
    let closed = |cell: Cell| {
        picture.open_to[usize::from(cell.row)].as_bytes()[usize::from(cell.column)] == b'x'
    };
    let dead = dead(game);
    assert!(CellSet::square(picture.side).cells().all(|cell| closed(cell) == dead.contains(cell)));
    if let (Turn::Seat(seat), Phase::Start | Phase::Tile | Phase::Stolen) =
        (game.turn(), game.phase())
    {
        for mv in GrassView::legal_moves(game) {
            let LegalMoveKind::Lay { cells, .. } = mv.choice else { continue };
            let open =
                |cell: Cell| picture.open_to[usize::from(cell.row)].chars().nth(cell.column.into());
            let may = |&cell: &Cell| {
                [Some('.'), char::from_digit(seat.index() as u32, 10)].contains(&open(cell))
            };
            assert!(cells.iter().all(may), "{}", mv.mv);
        }
    }
}

fn check_hand(game: &Grass, picture: &ShownPosition) {
    for mv in GrassView::legal_moves(game) {
        if let LegalMoveKind::Exchange { number, tile, .. } = mv.choice {
            let next = &picture.next[usize::from(number) - 1];
            assert_eq!((next.number, next.tile), (number, tile));
        }
    }
    let Some(hand) = &picture.hand else { return };
    let look = |name: Orientation| hand.looks.iter().find(|look| look.orientation == name);
    for from in &hand.looks {
        let rows = |name| &look(name).expect("one of the looks").rows;
        assert_eq!(*rows(from.right), rotated(from));
        assert_eq!(rotated(look(from.left).expect("one of the looks")), from.rows);
        let mirrored: Vec<String> =
            from.rows.iter().map(|row| row.chars().rev().collect()).collect();
        assert_eq!(*rows(from.flipped), mirrored);
    }
}

/// Returns the rows after a quarter turn clockwise.
fn rotated(look: &ShownOrientation) -> Vec<String> {
    let columns = 0..look.rows[0].len();
    let mark = |row: &String, column: usize| char::from(row.as_bytes()[column]);
    columns.map(|column| look.rows.iter().rev().map(|row| mark(row, column)).collect()).collect()
}

/// Checks that a tile keeps its letter while on the board, and that tiles are drawn by the predicted seats.
fn check_what_lasts(before: &ShownPosition, picture: &ShownPosition) {
    for tile in &picture.tiles {
        let old = before.tiles.iter().find(|old| old.tile == tile.tile);
        assert!(old.is_none_or(|old| old.letter == tile.letter));
    }
    let in_hand = picture.hand.as_ref().and_then(|hand| hand.tile);
    let foreseen = before.next.iter().find(|next| Some(next.tile) == in_hand);
    if let Some(next) = foreseen.filter(|_| picture.phase == "tile" && !picture.coupon_spent) {
        assert_eq!(next.drawn_by, picture.to_move);
    }
}

#[test]
fn every_discarded_tile_is_narrated_once_with_its_owner() {
    let mut found = 0;
    for options in variants(0) {
        eager_game(&options, 5, |table| {
            let game = table.game();
            let Some(ply) = game.plies().last() else { return };
            let before: &Grass = ply.before.as_any().downcast_ref().expect("Laying Grass");
            let mut gone: Vec<String> =
                position(table).discarded().map(|tile| tile.to_string()).collect();
            let old: Vec<String> = before.discarded().map(|tile| tile.to_string()).collect();
            gone.retain(|tile| !old.contains(tile));
            let told = view(GameKind::Grass).narrate(game, game.plies().len()).expect("a ply");
            let discards = told.did.split("discards tile ").nth(1);
            let skipped = told.followed.iter().filter_map(|line| line.strip_prefix("Tile "));
            let mut named: Vec<String> = discards
                .into_iter()
                .chain(skipped)
                .map(|line| line.split([' ', ',']).next().expect("a number").to_owned())
                .collect();
            named.sort_by_key(|tile| tile.parse::<u8>().expect("a number"));
            assert_eq!(named, gone, "{told:?}");
            found += gone.len();
            first_skip_is_the_right_seats(before, &ply.event.to_string(), &told);
        });
    }
    assert!(found > 20, "only {found} tiles were discarded");
}

/// Checks that a tile that fits nowhere belongs to the seat to move, or to the next seat if that one has
/// placed its tile.
fn first_skip_is_the_right_seats(before: &Grass, event: &str, told: &NarratedPly) {
    let text = before.to_string();
    let turn = text.split(' ').find_map(|word| word.strip_prefix("turn=")).expect("a turn");
    let turn: usize = turn.parse().expect("a seat");
    let stays = ["deal", "exchange", "remove"].iter().any(|word| event.contains(word));
    let seat = if stays { turn } else { (turn + 1) % before.seats() };
    let names = seats(before.seats() as u32);
    let name = meeple_core::text::printable(&names[seat].name);
    if let Some(line) = told.followed.iter().find(|line| line.ends_with("discarded (G6)")) {
        assert!(line.contains(&format!("fits nowhere for {name} and")), "{event}: {line}");
    }
}
