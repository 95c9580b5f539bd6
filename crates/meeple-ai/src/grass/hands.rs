//! Trying every move: what the board would be, and how good somebody finds it.

use meeple_core::{Choice, Game, Limits, NoChoice, Seat, Turn};
use meeple_games::grass::{
    Board, BonusKind, Grass, LayRule, Lays, Move, Phase, Placed, TileNumber,
};
use rand::{Rng, RngExt};
use std::cmp::Ordering;

/// A position after a move, as far as it matters to who made it.
pub(super) struct Outlook<'a> {
    /// The board.
    pub(super) board: &'a Board,
    /// Coupons left.
    pub(super) coupons: u8,
    /// Robberies that are still to be committed.
    pub(super) robberies: u8,
    /// Turns with a tile that are still to come.
    pub(super) turns: u8,
}

/// How somebody judges what a move leads to; more is better.
pub(super) trait Judge {
    /// For the seat that lays a tile, or lets one of the next be laid.
    fn laid(&self, outlook: &Outlook, seat: Seat) -> f64;
    /// For the seat that places a stone or robs: what it takes from the others counts.
    fn hurt(&self, outlook: &Outlook, seat: Seat) -> f64;
}

/// The move that the judge finds best; among equals any.
pub(super) fn choose(
    judge: &impl Judge,
    game: &Grass,
    limits: &Limits,
    rng: &mut dyn Rng,
) -> Result<Choice<Move>, NoChoice> {
    let Turn::Seat(seat) = game.turn() else { return Err(NoChoice::NotNow) };
    let (mut best, mut equals) = (None, 0_u32);
    let mut best_value = f64::NEG_INFINITY;
    for mv in game.legal_moves() {
        if limits.is_stopped() {
            return Err(NoChoice::Stopped);
        }
        let value = value(judge, game, seat, mv);
        let is_better = match value.total_cmp(&best_value) {
            Ordering::Less => false,
            Ordering::Equal => {
                equals += 1;
                rng.random_range(0..equals) == 0
            }
            Ordering::Greater => {
                equals = 1;
                true
            }
        };
        if is_better {
            (best, best_value) = (Some(mv), value);
        }
    }
    best.map(Choice::silent).ok_or(NoChoice::NotNow)
}

fn value(judge: &impl Judge, game: &Grass, seat: Seat, mv: Move) -> f64 {
    let coupons = game.holdings(seat).coupons;
    match mv {
        Move::Exchange(number) => {
            let tile = game.queue().next_tiles().nth(usize::from(number) - 1);
            best_lay(judge, game, game.board(), (seat, coupons - 1), tile)
        }
        Move::Remove(cell) => {
            let mut board = game.board().clone();
            board.remove_stone(cell);
            best_lay(judge, game, &board, (seat, coupons - 1), game.tile_in_hand())
        }
        _ => {
            let (before, mut next) = (game.phase(), game.clone());
            next.play_unchecked(mv);
            let held = next.holdings(seat);
            let outlook = Outlook {
                board: next.board(),
                coupons: held.coupons,
                robberies: held.robberies,
                turns: turns_left(game),
            };
            match before {
                Phase::Stone | Phase::Robbery => judge.hurt(&outlook, seat),
                _ => judge.laid(&outlook, seat),
            }
        }
    }
}

/// The best that can be made of this tile, once it is in hand.
fn best_lay(
    judge: &impl Judge,
    game: &Grass,
    board: &Board,
    (seat, coupons): (Seat, u8),
    tile: Option<TileNumber>,
) -> f64 {
    let Some(tile) = tile else { return f64::NEG_INFINITY };
    let ground = board.ground(seat, LayRule::Beside);
    let mut best = f64::NEG_INFINITY;
    for mv in Lays::new(ground, tile.orientations(game.shapes())) {
        let Move::Lay { corner, orientation } = mv else { continue };
        let mut board = board.clone();
        board.place(tile, Placed { owner: seat, corner, orientation });
        let kinds = board.capture(seat);
        let count = |kind| kinds.iter().filter(|&&other| other == kind).count() as u8;
        let outlook = Outlook {
            board: &board,
            coupons: coupons + count(BonusKind::Exchange),
            robberies: count(BonusKind::Robbery),
            turns: turns_left(game),
        };
        best = best.max(judge.laid(&outlook, seat));
    }
    best
}

/// The turns with a tile that follow the one of now.
fn turns_left(game: &Grass) -> u8 {
    meeple_games::grass::ROUNDS.saturating_sub(game.round())
}
