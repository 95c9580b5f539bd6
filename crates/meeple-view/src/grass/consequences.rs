//! The consequences of a deal or a move by the rules: captures, losses, tiles that fit nowhere.

use super::tiles::drawn_by;
use crate::{ViewScene, words::conjugate};
use meeple_core::{Event, Seat};
use meeple_games::grass::{BonusKind, Deal, Grass, Move, Phase, ROUNDS, TileNumber, TileQueue};

/// Returns the consequences line by line, in the order in which they happened.
pub(super) fn consequences(after: &ViewScene<'_, Grass>, before: &Grass) -> Vec<String> {
    let Some(happened) = LastPly::last(after) else { return Vec::new() };
    let mut lines = captures(after, before);
    lines.extend(lost_squares(after.position, before));
    lines.extend(lost_bonuses(after.position, before, happened));
    lines.extend(unplaceable_stolen_tile(after, before, happened));
    lines.extend(discarded_draws(after, before, happened));
    let game = after.position;
    if game.round() != before.round() && game.phase() != Phase::Over {
        lines.push(round(game));
    }
    lines
}

/// Names the round: `Round 3 of 9`.
fn round(game: &Grass) -> String {
    match game.round() {
        round @ 0..=ROUNDS => format!("Round {round} of {ROUNDS}"),
        _ => "Final coupons".into(), // G14
    }
}

/// The last deal or move.
#[derive(Clone, Copy)]
enum LastPly {
    Move(Seat, Move),
    Tile(TileNumber),
    Bonuses,
}

impl LastPly {
    fn last(scene: &ViewScene<'_, Grass>) -> Option<Self> {
        Some(match &*scene.plies.last()?.event {
            Event::Move { seat, mv, .. } => LastPly::Move(*seat, mv.parse().ok()?),
            Event::Deal { deal } => match deal.parse().ok()? {
                Deal::Tile(tile) => LastPly::Tile(tile),
                Deal::Bonuses(_) => LastPly::Bonuses,
            },
            _ => return None,
        })
    }
}

/// G10: bonus squares that were captured.
fn captures(after: &ViewScene<'_, Grass>, before: &Grass) -> Vec<String> {
    let (board, old) = (after.position.board(), before.board());
    let captured = board.captured().iter().filter(|bonus| !old.is_captured(bonus.cell));
    let told = captured.map(|bonus| {
        let owner = board.owner(bonus.cell).map_or("nobody", |seat| after.name(seat));
        let gives = match bonus.kind {
            BonusKind::Exchange => "one more coupon",
            BonusKind::Stone => "a stone to place",
            BonusKind::Robbery => "a tile to steal",
        };
        format!("{owner} {} {}: {gives}", conjugate(owner, "capture"), bonus.cell.name())
    });
    told.collect()
}

/// G5, G9: bonus squares that a tile has covered.
fn lost_squares(game: &Grass, before: &Grass) -> Vec<String> {
    let board = game.board();
    let is_covered = |cell| board.owner(cell).is_some() && !board.is_captured(cell);
    let lost = before.board().bonuses().iter().filter(|bonus| is_covered(bonus.cell));
    let told = lost.map(|bonus| {
        let (kind, cell) = (bonus.kind.letter(), bonus.cell.name());
        format!("The bonus square on {cell} ({kind}) is lost")
    });
    told.collect()
}

/// G11, G12: stones without an empty cell, robberies without anything to steal.
fn lost_bonuses(game: &Grass, before: &Grass, happened: LastPly) -> Vec<String> {
    let LastPly::Move(seat, mv) = happened else { return Vec::new() };
    let captured = |game: &Grass, kind| {
        game.board().captured().iter().filter(|bonus| bonus.kind == kind).count()
    };
    let due = |held: u8, kind| usize::from(held) + captured(game, kind) - captured(before, kind);
    let used = [matches!(mv, Move::Stone(_)), matches!(mv, Move::Steal(_))].map(usize::from);
    let (held, left) = (before.holdings(seat), game.holdings(seat));
    let stones = due(held.stones, BonusKind::Stone) - used[0] - usize::from(left.stones);
    let robberies = due(held.robberies, BonusKind::Robbery) - used[1] - usize::from(left.robberies);
    let mut lines = Vec::new();
    if stones > 0 {
        lines
            .push(format!("No cell is empty: {} lost", count_with_verb(stones, "stone", "stones")));
    }
    if robberies > 0 {
        let lost = count_with_verb(robberies, "robbery", "robberies");
        lines.push(format!("There is nothing to steal: {lost} lost"));
    }
    lines
}

/// `1 stone is`, `2 stones are`.
fn count_with_verb(number: usize, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one} is") } else { format!("{number} {many} are") }
}

/// G12: a stolen tile that fits nowhere.
fn unplaceable_stolen_tile(
    after: &ViewScene<'_, Grass>,
    before: &Grass,
    happened: LastPly,
) -> Option<String> {
    let LastPly::Move(seat, Move::Steal(cell)) = happened else { return None };
    let (tile, _) = before.board().tile_at(cell)?;
    let is_gone = after.position.discarded().any(|gone| gone == tile);
    is_gone.then(|| fits_nowhere(tile, after.name(seat)))
}

/// G6: drawn tiles that fit nowhere, each with the player who drew it.
fn discarded_draws(after: &ViewScene<'_, Grass>, before: &Grass, happened: LastPly) -> Vec<String> {
    let mut queue = *before.queue();
    apply_to_queue(&mut queue, before, happened);
    let mut lines = Vec::new();
    while queue.len() > after.position.queue().len() {
        let name = drawn_by(before, queue.len()).map_or("nobody", |seat| after.name(seat));
        lines.push(fits_nowhere(queue.draw(), name));
    }
    lines
}

/// Applies the direct effect of a deal or a move to the queue.
fn apply_to_queue(queue: &mut TileQueue, before: &Grass, happened: LastPly) {
    match happened {
        LastPly::Move(_, Move::Exchange(number)) => queue.exchange(usize::from(number) - 1),
        LastPly::Move(_, Move::Place { .. } | Move::Discard) if before.phase() == Phase::Tile => {
            queue.draw();
        }
        LastPly::Tile(tile) => queue.decide(tile),
        LastPly::Move(..) | LastPly::Bonuses => {}
    }
}

fn fits_nowhere(tile: TileNumber, name: &str) -> String {
    format!("Tile {tile} fits nowhere for {name} and is discarded")
}
