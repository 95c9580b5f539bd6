//! Connect Four behind our trait and behind those of two other libraries, on equal work.
//!
//! `board-game` has the game itself; for `minimax` it stands below as that library's own example
//! has it, but for the hash, which is ours. All three draw from the same generator.

use crate::table::Bench;
use board_game::{board::Board as _, games::connect4::Connect4};
use connect_four::ConnectFour;
use internal_iterator::InternalIterator;
use meeple_core::{
    Game, Mixer,
    rng::{Stream, seeded},
};
use minimax::{Game as _, Winner};
use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;
use std::hint::black_box;

/// All of Connect Four's rows.
pub(crate) fn rows(bench: &mut Bench) {
    let generator = || seeded(1, Stream::Deals);
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
    let (mut rng, mut theirs) = (generator(), Shared(generator()));
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
    let mut perft_minimax = || perft_minimax(&mut lists, &mut Stack::default(), depth);
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

/// That library has no random moves: its callers draw from the list.
fn play_minimax(list: &mut Vec<u8>, rng: &mut impl Rng) -> u64 {
    let (mut stack, mut moves) = (Stack::default(), 0);
    loop {
        list.clear();
        if Rules::generate_moves(&stack, list).is_some() {
            return moves;
        }
        let mv = list[rng.random_range(0..list.len())];
        stack = Rules::apply(&mut stack, mv).expect("it gives the next position");
        moves += 1;
    }
}

fn play_board_game(rng: &mut Shared) -> u64 {
    let (mut board, mut moves) = (Connect4::default(), 0);
    while board.play_random_available_move(rng).is_ok() {
        moves += 1;
    }
    moves
}

/// The same loop three times: every move is made and none is merely counted. The compiler would
/// leave out the last ones, which nobody looks at, where it can see through the rules.
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

/// The lists are used again, as that library's own searches do.
fn perft_minimax(lists: &mut Vec<Vec<u8>>, stack: &mut Stack, depth: u32) -> u64 {
    if depth == 0 {
        black_box(stack);
        return 1;
    }
    let mut moves = lists.pop().unwrap_or_default();
    moves.clear();
    let mut count = 0;
    if Rules::generate_moves(stack, &mut moves).is_none() {
        for &mv in &moves {
            let mut next = Rules::apply(stack, mv).expect("it gives the next position");
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

/// Our generator behind the trait that `board-game` asks for.
pub(crate) struct Shared(pub(crate) ChaCha8Rng);

impl rand_08::RngCore for Shared {
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
pub(crate) struct Stack {
    all: u64,
    to_move: u64,
    moves: u8,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Rules;

impl minimax::Game for Rules {
    type S = Stack;
    type M = u8;

    fn generate_moves(stack: &Stack, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = Self::get_winner(stack);
        if winner.is_none() {
            moves.extend((0..7).filter(|column| stack.all >> (7 * column) & 63 < 63));
        }
        winner
    }

    fn get_winner(stack: &Stack) -> Option<Winner> {
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

    fn apply(stack: &mut Stack, column: u8) -> Option<Stack> {
        let disc = ((stack.all >> (7 * column) & 63) + 1) << (7 * column);
        let to_move = stack.to_move ^ stack.all;
        Some(Stack { all: stack.all | disc, to_move, moves: stack.moves + 1 })
    }

    /// As ours.
    fn zobrist_hash(stack: &Stack) -> u64 {
        Mixer::hash([stack.to_move, stack.all])
    }
}
