//! Whether a position can come up in a game, as far as that can be told.

use super::{
    BonusKind, Cell, FinalTiles, Grass, ROUNDS, VISIBLE,
    game::{FINAL, OVER},
    tiles_in_play,
};
use meeple_core::{Game, Seat, text::counted};

/// The word of the position's text that is wrong, and why.
pub(super) type Impossible = (&'static str, String);

/// Refuses what no game can lead to.
pub(super) fn check(game: &Grass) -> Result<(), Impossible> {
    check_turn(game)?;
    check_queue(game)?;
    for seat in (0..game.seats()).map(Seat::new) {
        check_player(game, seat)?;
    }
    check_pending(game)?;
    check_board(game)?;
    let mut settled = game.clone();
    if settled.step() {
        let due = game.phase();
        let reason = format!("the game would not wait here, although {due}");
        return Err(("turn", reason));
    }
    Ok(())
}

/// How many turns with a tile (G6) have drawn it.
fn tiles_drawn(game: &Grass) -> usize {
    let turns = match game.round {
        0 => 0,
        round => usize::from(round.min(FINAL) - 1) * game.seats(),
    };
    let in_round = (1..=ROUNDS).contains(&game.round);
    let now = if in_round { game.to_move.index() + usize::from(is_resolving(game)) } else { 0 };
    turns + now
}

/// Whether the tile of the turn is laid and its bonuses are being used.
fn is_resolving(game: &Grass) -> bool {
    let held = game.holdings(game.to_move);
    held.stones + held.robberies > 0 || game.stolen.is_some()
}

fn check_turn(game: &Grass) -> Result<(), Impossible> {
    if game.round == OVER && game.to_move != Seat::new(0) {
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

fn check_queue(game: &Grass) -> Result<(), Impossible> {
    let due = tiles_in_play(game.seats()) - tiles_drawn(game);
    let there = game.queue.len();
    if there != due {
        let due = counted(due, "tile");
        return Err(("queue", format!("the queue should have {due}, not {there} (G3, G6)")));
    }
    let known = game.queue.tiles().take_while(Option::is_some).count();
    let (undecided, visible) = (game.queue.tiles().any(|tile| tile.is_none()), VISIBLE);
    if undecided && known > visible {
        return Err(("queue", format!("more than {visible} tiles are visible (G3)")));
    }
    let laid =
        game.board.tiles().count() + game.discarded().count() + usize::from(game.stolen.is_some());
    let drawn = tiles_drawn(game);
    if laid != drawn {
        let drawn = counted(drawn, "tile");
        let reason = format!("{drawn} drawn, but {laid} laid or discarded (G6)");
        return Err(("tiles", reason));
    }
    Ok(())
}

fn check_player(game: &Grass, seat: Seat) -> Result<(), Impossible> {
    let has_started = game.round > 0 || seat < game.to_move;
    let board = &game.board;
    let singles = board.singles().and(board.territory(seat)).len() as usize;
    let bought = match singles.checked_sub(usize::from(has_started)) {
        Some(bought) if bought == 0 || (has_started && game.round >= FINAL) => bought,
        _ => {
            let singles = counted(singles, "single tile");
            return Err(("single", format!("seat {seat} has {singles} (G5, G14)")));
        }
    };
    let captured = captured(game, seat, BonusKind::Exchange);
    let spent_now = usize::from(game.coupon_spent && seat == game.to_move);
    let coupons = usize::from(game.holdings(seat).coupons);
    if coupons + bought + spent_now > 1 + captured {
        let coupons = counted(coupons, "coupon");
        return Err(("coupons", format!("seat {seat} cannot have {coupons} (G4, G10)")));
    }
    Ok(())
}

fn check_pending(game: &Grass) -> Result<(), Impossible> {
    let (seat, held) = (game.to_move, game.holdings(game.to_move));
    if is_resolving(game) && !(1..=FINAL).contains(&game.round) {
        return Err(("pending", "bonuses are used in rounds 1 to 9 and at the end (G10)".into()));
    }
    let (stones, robberies) = (usize::from(held.stones), usize::from(held.robberies));
    let stolen = usize::from(game.stolen.is_some());
    if stones > captured(game, seat, BonusKind::Stone) {
        let squares = counted(stones, "square");
        return Err(("pending", format!("seat {seat} has not captured {squares} S (G11)")));
    }
    if robberies + stolen > captured(game, seat, BonusKind::Robbery) {
        let squares = counted(robberies + stolen, "square");
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
    let own = |cell| game.board.territory(seat).has(cell);
    game.board.captured().iter().filter(|bonus| bonus.kind == kind && own(bonus.cell)).count()
}

fn check_board(game: &Grass) -> Result<(), Impossible> {
    let (board, side) = (&game.board, game.board.side());
    let seats = || (0..game.seats()).map(Seat::new);
    if let Some(bonus) =
        board.bonuses().iter().find(|b| seats().any(|s| board.surrounds(s, b.cell)))
    {
        return Err(("bonus", format!("{} is surrounded, so it is captured (G10)", bonus.cell)));
    }
    let anywhere = game.round >= FINAL && game.final_tiles == FinalTiles::Anywhere;
    for seat in seats() {
        let around = board.territory(seat).neighbours();
        for other in seats().filter(|&other| other != seat) {
            for cell in around.and(board.territory(other)).cells() {
                let own = |next: &Cell| board.territory(seat).has(*next);
                let single = |next| board.singles().has(next) || board.singles().has(cell);
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
