//! Checks whether a position can occur in a game, as far as that can be determined.

use super::{
    BonusKind, Cell, FinalTiles, Grass, ROUNDS, VISIBLE_TILES,
    game::{FINAL_ROUND, ROUND_OVER},
    tiles_in_play,
};
use meeple_core::{Game, Seat, text::format_count};

/// The key of the wrong word in the position's text, and the reason.
pub(super) type UnreachablePosition = (&'static str, String);

/// Refuses positions that no game can reach.
pub(super) fn check_reachable(game: &Grass) -> Result<(), UnreachablePosition> {
    check_turn(game)?;
    check_queue(game)?;
    for seat in (0..game.seats()).map(Seat::new) {
        check_player(game, seat)?;
    }
    check_pending(game)?;
    check_board(game)?;
    let mut settled = game.clone();
    if settled.run_forced_step() {
        let due = game.phase();
        let reason = format!("the game would not wait here, although {due}");
        return Err(("turn", reason));
    }
    Ok(())
}

/// Returns the number of tiles drawn so far: one for each turn of rounds 1 to 9 (G6).
fn tiles_drawn(game: &Grass) -> usize {
    let turns = match game.round {
        0 => 0,
        round => usize::from(round.min(FINAL_ROUND) - 1) * game.seats(),
    };
    let in_round = (1..=ROUNDS).contains(&game.round);
    let now = if in_round { game.to_move.index() + usize::from(is_resolving(game)) } else { 0 };
    turns + now
}

/// Returns whether this turn's tile has been placed and its bonuses are being used.
fn is_resolving(game: &Grass) -> bool {
    let held = game.holdings(game.to_move);
    held.stones + held.robberies > 0 || game.stolen.is_some()
}

fn check_turn(game: &Grass) -> Result<(), UnreachablePosition> {
    if game.round == ROUND_OVER && game.to_move != Seat::new(0) {
        return Err(("turn", "turn should be 0 once the game is over".into()));
    }
    if !game.bonuses_dealt {
        let fresh = game.round == 0
            && game.to_move == Seat::new(0)
            && game.queue.tiles().all(|tile| tile.is_none());
        return fresh
            .then_some(())
            .ok_or(("bonus", "the bonus squares are dealt first (G2)".into()));
    }
    if game.coupon_spent && !(1..=ROUNDS).contains(&game.round) {
        return Err(("spent", "a coupon is spent so only in rounds 1 to 9 (G6)".into()));
    }
    Ok(())
}

fn check_queue(game: &Grass) -> Result<(), UnreachablePosition> {
    let due = tiles_in_play(game.seats()) - tiles_drawn(game);
    let there = game.queue.len();
    if there != due {
        let due = format_count(due, "tile");
        return Err(("queue", format!("the queue should have {due}, not {there} (G3, G6)")));
    }
    let known = game.queue.tiles().take_while(Option::is_some).count();
    let (undecided, visible) = (game.queue.tiles().any(|tile| tile.is_none()), VISIBLE_TILES);
    if undecided && known > visible {
        return Err(("queue", format!("more than {visible} tiles are visible (G3)")));
    }
    let laid =
        game.board.tiles().count() + game.discarded().count() + usize::from(game.stolen.is_some());
    let drawn = tiles_drawn(game);
    if laid != drawn {
        let drawn = format_count(drawn, "tile");
        let reason = format!("{drawn} drawn, but {laid} laid or discarded (G6)");
        return Err(("tiles", reason));
    }
    Ok(())
}

fn check_player(game: &Grass, seat: Seat) -> Result<(), UnreachablePosition> {
    let has_started = game.round > 0 || seat < game.to_move;
    let board = &game.board;
    let singles = board.singles().and(board.territory(seat)).len() as usize;
    let bought = match singles.checked_sub(usize::from(has_started)) {
        Some(bought) if bought == 0 || (has_started && game.round >= FINAL_ROUND) => bought,
        _ => {
            let singles = format_count(singles, "single tile");
            return Err(("single", format!("seat {seat} has {singles} (G5, G14)")));
        }
    };
    let captured = captured(game, seat, BonusKind::Exchange);
    let spent_now = usize::from(game.coupon_spent && seat == game.to_move);
    let coupons = usize::from(game.holdings(seat).coupons);
    if coupons + bought + spent_now > 1 + captured {
        let coupons = format_count(coupons, "coupon");
        return Err(("coupons", format!("seat {seat} cannot have {coupons} (G4, G10)")));
    }
    Ok(())
}

fn check_pending(game: &Grass) -> Result<(), UnreachablePosition> {
    let (seat, held) = (game.to_move, game.holdings(game.to_move));
    if is_resolving(game) && !(1..=FINAL_ROUND).contains(&game.round) {
        return Err(("pending", "bonuses are used in rounds 1 to 9 and at the end (G10)".into()));
    }
    let (stones, robberies) = (usize::from(held.stones), usize::from(held.robberies));
    let stolen = usize::from(game.stolen.is_some());
    if stones > captured(game, seat, BonusKind::Stone) {
        let squares = format_count(stones, "square");
        return Err(("pending", format!("seat {seat} has not captured {squares} S (G11)")));
    }
    if robberies + stolen > captured(game, seat, BonusKind::Robbery) {
        let squares = format_count(robberies + stolen, "square");
        return Err(("pending", format!("seat {seat} has not captured {squares} R (G12)")));
    }
    if stolen > 0 && stones > 0 {
        return Err(("stolen", "stones are placed before a tile is stolen (G11)".into()));
    }
    let all: usize =
        (0..game.seats()).map(|seat| captured(game, Seat::new(seat), BonusKind::Stone)).sum();
    if game.board.stones().len() as usize + stones > all {
        return Err(("stones", "there are more stones than captured squares S (G11)".into()));
    }
    Ok(())
}

fn captured(game: &Grass, seat: Seat, kind: BonusKind) -> usize {
    let own = |cell| game.board.territory(seat).contains(cell);
    game.board.captured().iter().filter(|bonus| bonus.kind == kind && own(bonus.cell)).count()
}

fn check_board(game: &Grass) -> Result<(), UnreachablePosition> {
    let (board, side) = (&game.board, game.board.side());
    let seats = || (0..game.seats()).map(Seat::new);
    if let Some(bonus) =
        board.bonuses().iter().find(|b| seats().any(|s| board.surrounds(s, b.cell)))
    {
        return Err(("bonus", format!("{} is surrounded, so it is captured (G10)", bonus.cell)));
    }
    let anywhere = game.round >= FINAL_ROUND && game.final_tiles == FinalTiles::Anywhere;
    for seat in seats() {
        let around = board.territory(seat).neighbours();
        for other in seats().filter(|&other| other != seat) {
            for cell in around.and(board.territory(other)).cells() {
                let own = |next: &Cell| board.territory(seat).contains(*next);
                let single =
                    |next| board.singles().contains(next) || board.singles().contains(cell);
                for next in cell.neighbours(side).filter(own) {
                    if !(anywhere && single(next)) {
                        let reason =
                            format!("{next} of seat {seat} touches {cell} of seat {other} (G9)");
                        return Err(("tiles", reason));
                    }
                }
            }
        }
    }
    Ok(())
}
