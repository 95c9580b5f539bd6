//! Benchmarks of Connect Four behind Meeple's trait and behind those of two other libraries, on equal work.
//!
//! `board-game` includes the game. For `minimax` it is implemented below like that library's own example,
//! except for the hash, which is Meeple's. All three draw from the same generator.

use crate::table::BenchTable;
use board_game::{board::Board as _, games::connect4::Connect4};
use connect_four::ConnectFour;
use internal_iterator::InternalIterator;
use meeple_core::{
    Game, PositionHasher,
    rng::{RngStream, SeededRng, seeded},
};
use minimax::{Game as _, Winner};
use rand::{Rng, RngExt};
use std::hint::black_box;

/// Adds all rows of Connect Four.
pub(crate) fn rows(bench: &mut BenchTable) {
    let generator = || seeded(1, RngStream::Deals);
    let (mut rng, mut theirs) = (generator(), generator());
    let mut moves = Vec::new();
    bench.compare_rates(
        "connect-four: moves of random games, minimax",
        "/s",
        || (0..100).map(|_| play(&mut rng)).sum(),
        "minimax",
        || (0..100).map(|_| play_minimax(&mut moves, &mut theirs)).sum(),
        None,
    );
    let (mut rng, mut theirs) = (generator(), SharedRng(generator()));
    bench.compare_rates(
        "connect-four: moves of random games, board-game",
        "/s",
        || (0..100).map(|_| play(&mut rng)).sum(),
        "board-game",
        || (0..100).map(|_| play_board_game(&mut theirs)).sum(),
        None,
    );
    let (start, depth) = (ConnectFour::default(), 7);
    assert_eq!(perft(&start, depth), 823_536);
    let mut lists = Vec::new();
    let mut perft_minimax = || perft_minimax(&mut lists, &mut MinimaxPosition::default(), depth);
    assert_eq!(perft_minimax(), 823_536, "both count the same");
    assert_eq!(perft_board_game(&Connect4::default(), depth), 823_536, "both count the same");
    bench.compare(
        "connect-four: perft 7, minimax",
        || perft(&start, depth),
        "minimax",
        perft_minimax,
        None,
    );
    bench.compare(
        "connect-four: perft 7, board-game",
        || perft(&start, depth),
        "board-game",
        || perft_board_game(&Connect4::default(), depth),
        None,
    );
}

fn play(rng: &mut impl Rng) -> u64 {
    let (mut game, mut moves) = (ConnectFour::default(), 0);
    while let Some(mv) = game.random_move(rng) {
        game.play_unchecked(mv);
        moves += 1;
    }
    moves
}

/// Plays a random game with `minimax`, which has no random moves: its callers draw from the list.
fn play_minimax(list: &mut Vec<u8>, rng: &mut impl Rng) -> u64 {
    let (mut stack, mut moves) = (MinimaxPosition::default(), 0);
    loop {
        list.clear();
        if MinimaxRules::generate_moves(&stack, list).is_some() {
            return moves;
        }
        let mv = list[rng.random_range(0..list.len())];
        stack = MinimaxRules::apply(&mut stack, mv).expect("it gives the next position");
        moves += 1;
    }
}

fn play_board_game(rng: &mut SharedRng) -> u64 {
    let (mut board, mut moves) = (Connect4::default(), 0);
    while board.play_random_available_move(rng).is_ok() {
        moves += 1;
    }
    moves
}

/// Counts leaves by making every move, with the same loop for all three libraries. `black_box` keeps the
/// compiler from skipping the last moves, whose result is unused, where it can see through the rules.
fn perft(game: &ConnectFour, depth: u32) -> u64 {
    if depth == 0 {
        black_box(game);
        return 1;
    }
    let next = |mv| {
        let mut next = *game;
        next.play_unchecked(mv);
        perft(&next, depth - 1)
    };
    game.legal_moves().map(next).sum()
}

/// Reuses the move lists, as that library's own searches do.
fn perft_minimax(lists: &mut Vec<Vec<u8>>, stack: &mut MinimaxPosition, depth: u32) -> u64 {
    if depth == 0 {
        black_box(stack);
        return 1;
    }
    let mut moves = lists.pop().unwrap_or_default();
    moves.clear();
    let mut count = 0;
    if MinimaxRules::generate_moves(stack, &mut moves).is_none() {
        for &mv in &moves {
            let mut next = MinimaxRules::apply(stack, mv).expect("it gives the next position");
            count += perft_minimax(lists, &mut next, depth - 1);
        }
    }
    lists.push(moves);
    count
}

fn perft_board_game(board: &Connect4, depth: u32) -> u64 {
    if depth == 0 {
        black_box(board);
        return 1;
    }
    let Ok(children) = board.children() else { return 0 };
    let mut count = 0;
    children.for_each(|(_, child)| count += perft_board_game(&child, depth - 1));
    count
}

/// Meeple's generator behind the trait that `board-game` requires.
pub(crate) struct SharedRng(pub(crate) SeededRng);

impl rand_08::RngCore for SharedRng {
    fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }

    fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.0.fill_bytes(bytes);
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), rand_08::Error> {
        self.0.fill_bytes(bytes);
        Ok(())
    }
}

/// A position for `minimax`.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct MinimaxPosition {
    all: u64,
    to_move: u64,
    moves: u8,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct MinimaxRules;

impl minimax::Game for MinimaxRules {
    type S = MinimaxPosition;
    type M = u8;

    fn generate_moves(stack: &MinimaxPosition, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = Self::get_winner(stack);
        if winner.is_none() {
            moves.extend((0..7).filter(|column| stack.all >> (7 * column) & 63 < 63));
        }
        winner
    }

    fn get_winner(stack: &MinimaxPosition) -> Option<Winner> {
        let discs = stack.all ^ stack.to_move;
        let has_line = |step: u32| {
            let pairs = discs & (discs >> step);
            pairs & (pairs >> (2 * step)) != 0
        };
        if has_line(1) || has_line(7) || has_line(8) || has_line(6) {
            return Some(Winner::PlayerJustMoved);
        }
        (stack.moves == 42).then_some(Winner::Draw)
    }

    fn apply(stack: &mut MinimaxPosition, column: u8) -> Option<MinimaxPosition> {
        let disc = ((stack.all >> (7 * column) & 63) + 1) << (7 * column);
        let to_move = stack.to_move ^ stack.all;
        Some(MinimaxPosition { all: stack.all | disc, to_move, moves: stack.moves + 1 })
    }

    /// The same hash as Meeple's.
    fn zobrist_hash(stack: &MinimaxPosition) -> u64 {
        PositionHasher::hash([stack.to_move, stack.all])
    }
}
