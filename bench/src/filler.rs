//! Benchmarks of Filler: placements, heat maps and whole games.

use crate::{
    entry::BenchEntry,
    table::{BenchGoal, BenchTable},
    table_moves,
};
use meeple_ai::{
    filler::distances::{self, manhattan_to_enemy},
    roster::Resources,
};
use meeple_arena::tournament::{self, Tournament};
use meeple_bots::PlayerLauncher;
use meeple_core::{
    Game, Seat, Turn,
    options::parse,
    rng::{RngStream, seeded},
};
use meeple_games::{
    GameKind,
    filler::{
        Board, Filler, Margins, Move, Piece, draw_piece, find_valid_placements, reference,
        standard_map,
    },
};

/// The benchmarks of Filler.
pub(crate) static ENTRY: BenchEntry =
    BenchEntry { rows, at_a_table: table_moves::row::<Filler>, on_screen: (&["map=map02"], 2) };

/// Adds all rows of Filler.
fn rows(bench: &mut BenchTable) {
    placements(bench);
    heat(bench);
    for map in ["map00", "map01", "map02"] {
        games(bench, map);
    }
}

fn start(map: &str) -> Filler {
    Filler::from_board(standard_map(map).expect("a standard map"))
}

/// Returns map02 after random play has covered half of its cells.
fn half_full() -> Board {
    let (mut game, mut rng) = (start("map02"), seeded(2, RngStream::Deals));
    let half = (game.board().width() * game.board().height() / 2) as u32;
    let covered = |game: &Filler| [0, 1].map(|seat| game.board().count(Seat::new(seat)));
    while covered(&game).iter().sum::<u32>() < half {
        step(&mut game, &mut rng);
    }
    game.board().clone()
}

/// Deals one piece and places it at random, or stops if it doesn't fit.
fn step(game: &mut Filler, rng: &mut impl rand::Rng) {
    let deal = game.sample_deal(rng).expect("the game goes on");
    game.apply_deal(&deal).expect("a sampled deal");
    let placement = game.random_placement(rng);
    game.play_unchecked(placement.map_or(Move::Stop, Move::Place));
}

fn placements(bench: &mut BenchTable) {
    let what = "filler: valid placements of 20 pieces on a half-full map02";
    if !bench.is_selected(what) {
        return;
    }
    let board = half_full();
    let mut rng = seeded(3, RngStream::Deals);
    let pieces: Vec<Piece> = (0..20).map(|_| draw_piece(&board, &mut rng)).collect();
    let seat = Seat::new(0);
    let cells = reference::to_grid(board.rows());
    let drawn: Vec<reference::CharGrid> =
        pieces.iter().map(|piece| reference::to_grid(piece.rows())).collect();
    let fast = |piece: &Piece| {
        find_valid_placements(&board, piece, seat, Margins::Overhang).collect::<Vec<_>>().len()
    };
    bench.compare(
        what,
        || pieces.iter().map(fast).sum::<usize>(),
        "plain loops",
        || {
            drawn
                .iter()
                .map(|piece| reference::find_valid_placements(&cells, piece, 0).len())
                .sum::<usize>()
        },
        Some(BenchGoal::RatioAtLeast(50.0)),
    );
}

fn heat(bench: &mut BenchTable) {
    let what = "filler: distances to the enemy on a half-full map02";
    if !bench.is_selected(what) {
        return;
    }
    let (board, seat) = (half_full(), Seat::new(0));
    bench.compare(
        what,
        || manhattan_to_enemy(&board, seat),
        "cells x enemies",
        || distances::plain::manhattan_to_enemy(&board, seat),
        Some(BenchGoal::RatioAtLeast(100.0)),
    );
}

fn games(bench: &mut BenchTable, map: &str) {
    let start = start(map);
    let mut rng = seeded(1, RngStream::Deals);
    let playout = || {
        let mut game = start.clone();
        while game.turn() != Turn::Over {
            step(&mut game, &mut rng);
        }
        1
    };
    let goal = (map == "map00").then_some(BenchGoal::AtLeast(20_000.0));
    bench.rate(&format!("filler: random games on {map}"), "/s", playout, goal);
    for player in ["terminator", "wall_e"] {
        let mut block = against_itself(player, map);
        let blocks = || {
            block.seed += 1;
            let ledger = tournament::play(&block, None, &mut |_| ());
            ledger.expect("the options are good").lines.len() as u64
        };
        bench.rate(&format!("filler: {player} against itself on {map}"), "/s", blocks, None);
    }
}

/// Creates one block of a player against itself: two games on the same pieces.
fn against_itself(player: &str, map: &str) -> Tournament {
    let launcher = PlayerLauncher::for_game(GameKind::Filler, Resources::default());
    let contestants = launcher.parse_contestants([player, player]).expect("it is in the roster");
    let options = parse([format!("map={map}")]).expect("a standard map");
    Tournament::new_match::<Filler>(options, launcher, contestants)
}
