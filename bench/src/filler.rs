//! Filler: placements, heat maps and whole games.

use crate::{
    entry::BenchEntry,
    table::{Bench, Goal},
    table_moves,
};
use meeple_ai::{
    filler::distances::{self, manhattan_to_enemy},
    roster::Resources,
};
use meeple_arena::tournament::{self, Tournament};
use meeple_bots::Host;
use meeple_core::{
    Game, Seat, Turn,
    options::parse,
    rng::{Stream, seeded},
};
use meeple_games::{
    GameKind,
    filler::{
        Board, Filler, Margins, Move, Piece, draw_piece, find_valid_placements, plain, standard_map,
    },
};

/// What is measured of Filler.
pub(crate) static ENTRY: BenchEntry =
    BenchEntry { rows, at_a_table: table_moves::row::<Filler>, on_screen: (&["map=map02"], 2) };

/// All of Filler's rows.
fn rows(bench: &mut Bench) {
    placements(bench);
    heat(bench);
    for map in ["map00", "map01", "map02"] {
        games(bench, map);
    }
}

fn start(map: &str) -> Filler {
    Filler::on(standard_map(map).expect("a standard map"))
}

/// map02 after random play has covered half of its cells.
fn half_full() -> Board {
    let (mut game, mut rng) = (start("map02"), seeded(2, Stream::Deals));
    let half = (game.board().width() * game.board().height() / 2) as u32;
    let covered = |game: &Filler| [0, 1].map(|seat| game.board().count(Seat::new(seat)));
    while covered(&game).iter().sum::<u32>() < half {
        step(&mut game, &mut rng);
    }
    game.board().clone()
}

/// One deal, and a random placement, or a stop if there is none.
fn step(game: &mut Filler, rng: &mut impl rand::Rng) {
    let deal = game.sample_deal(rng).expect("the game goes on");
    game.apply_deal(&deal).expect("a sampled deal");
    let placement = game.random_placement(rng);
    game.play_unchecked(placement.map_or(Move::Stop, Move::Place));
}

fn placements(bench: &mut Bench) {
    let what = "filler: valid placements of 20 pieces on a half-full map02";
    if !bench.wants(what) {
        return;
    }
    let board = half_full();
    let mut rng = seeded(3, Stream::Deals);
    let pieces: Vec<Piece> = (0..20).map(|_| draw_piece(&board, &mut rng)).collect();
    let seat = Seat::new(0);
    let cells = plain::grid(board.rows());
    let drawn: Vec<plain::Grid> = pieces.iter().map(|piece| plain::grid(piece.rows())).collect();
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
                .map(|piece| plain::find_valid_placements(&cells, piece, 0).len())
                .sum::<usize>()
        },
        Some(Goal::RatioAtLeast(50.0)),
    );
}

fn heat(bench: &mut Bench) {
    let what = "filler: distances to the enemy on a half-full map02";
    if !bench.wants(what) {
        return;
    }
    let (board, seat) = (half_full(), Seat::new(0));
    bench.compare(
        what,
        || manhattan_to_enemy(&board, seat),
        "cells x enemies",
        || distances::plain::manhattan_to_enemy(&board, seat),
        Some(Goal::RatioAtLeast(100.0)),
    );
}

fn games(bench: &mut Bench, map: &str) {
    let start = start(map);
    let mut rng = seeded(1, Stream::Deals);
    let playout = || {
        let mut game = start.clone();
        while game.turn() != Turn::Over {
            step(&mut game, &mut rng);
        }
        1
    };
    let goal = (map == "map00").then_some(Goal::AtLeast(20_000.0));
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

/// One block: two games on the same pieces.
fn against_itself(player: &str, map: &str) -> Tournament {
    let host = Host::of(GameKind::Filler, Resources::default());
    let contestants = host.read_all([player, player]).expect("it is in the roster");
    let options = parse([format!("map={map}")]).expect("a standard map");
    Tournament::of::<Filler>(options, host, contestants)
}
