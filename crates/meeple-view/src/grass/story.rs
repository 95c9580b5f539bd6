//! What followed from a deal or a move by the rules: captures, losses, tiles that fit nowhere.

use super::tiles::drawn_by;
use crate::{Scene, words::verb};
use meeple_core::{Event, Seat};
use meeple_games::grass::{BonusKind, Deal, Grass, Move, Phase, ROUNDS, TileNumber, TileQueue};

/// All of it, line by line, in the order in which it happened.
pub(super) fn consequences(after: &Scene<'_, Grass>, before: &Grass) -> Vec<String> {
    let Some(happened) = Happened::last(after) else { return Vec::new() };
    let mut lines = captures(after, before);
    lines.extend(lost_squares(after.position, before));
    lines.extend(lost_bonuses(after.position, before, happened));
    lines.extend(stolen_in_vain(after, before, happened));
    lines.extend(skipped(after, before, happened));
    let game = after.position;
    if game.round() != before.round() && game.phase() != Phase::Over {
        lines.push(round(game));
    }
    lines
}

/// The round: `Round 3 of 9`.
fn round(game: &Grass) -> String {
    match game.round() {
        round @ 0..=ROUNDS => format!("Round {round} of {ROUNDS}"),
        _ => "Final coupons (G14)".into(),
    }
}

/// The last deal or move.
#[derive(Clone, Copy)]
enum Happened {
    Move(Seat, Move),
    Tile(TileNumber),
    Bonuses,
}

impl Happened {
    fn last(scene: &Scene<'_, Grass>) -> Option<Self> {
        Some(match &*scene.line.last()?.event {
            Event::Move { seat, mv, .. } => Happened::Move(*seat, mv.parse().ok()?),
            Event::Deal { deal } => match deal.parse().ok()? {
                Deal::Tile(tile) => Happened::Tile(tile),
                Deal::Bonuses(_) => Happened::Bonuses,
            },
            _ => return None,
        })
    }
}

fn captures(after: &Scene<'_, Grass>, before: &Grass) -> Vec<String> {
    let (board, old) = (after.position.board(), before.board());
    let captured = board.captured().iter().filter(|bonus| !old.is_captured(bonus.cell));
    let told = captured.map(|bonus| {
        let owner = board.owner(bonus.cell).map_or("nobody", |seat| after.name(seat));
        let gives = match bonus.kind {
            BonusKind::Exchange => "one more coupon",
            BonusKind::Stone => "a stone to place",
            BonusKind::Robbery => "a tile to steal",
        };
        format!("{owner} {} {}: {gives} (G10)", verb(owner, "capture"), bonus.cell)
    });
    told.collect()
}

/// G5, G9: bonus squares that a tile has covered.
fn lost_squares(game: &Grass, before: &Grass) -> Vec<String> {
    let board = game.board();
    let is_covered = |cell| board.owner(cell).is_some() && !board.is_captured(cell);
    let lost = before.board().bonuses().iter().filter(|bonus| is_covered(bonus.cell));
    let rule = if before.phase() == Phase::Start { "G5" } else { "G9" };
    let told = lost.map(|bonus| {
        format!("The bonus square {} on {} is lost ({rule})", bonus.kind.letter(), bonus.cell)
    });
    told.collect()
}

/// G11, G12: stones without an empty cell, robberies without anything to steal.
fn lost_bonuses(game: &Grass, before: &Grass, happened: Happened) -> Vec<String> {
    let Happened::Move(seat, mv) = happened else { return Vec::new() };
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
        lines.push(format!("No cell is empty: {} lost (G11)", are(stones, "stone", "stones")));
    }
    if robberies > 0 {
        let lost = are(robberies, "robbery", "robberies");
        lines.push(format!("There is nothing to steal: {lost} lost (G12)"));
    }
    lines
}

/// `1 stone is`, `2 stones are`.
fn are(number: usize, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one} is") } else { format!("{number} {many} are") }
}

/// G12: a stolen tile that fits nowhere.
fn stolen_in_vain(after: &Scene<'_, Grass>, before: &Grass, happened: Happened) -> Option<String> {
    let Happened::Move(seat, Move::Steal(cell)) = happened else { return None };
    let (tile, _) = before.board().tile_at(cell)?;
    let is_gone = after.position.discarded().any(|gone| gone == tile);
    is_gone.then(|| fits_nowhere(tile, after.name(seat), "G12"))
}

/// G6: drawn tiles that fit nowhere, each with whose it was.
fn skipped(after: &Scene<'_, Grass>, before: &Grass, happened: Happened) -> Vec<String> {
    let mut queue = *before.queue();
    happen(&mut queue, before, happened);
    let mut lines = Vec::new();
    while queue.len() > after.position.queue().len() {
        let name = drawn_by(before, queue.len()).map_or("nobody", |seat| after.name(seat));
        lines.push(fits_nowhere(queue.draw(), name, "G6"));
    }
    lines
}

/// What a deal or a move itself does to the queue.
fn happen(queue: &mut TileQueue, before: &Grass, happened: Happened) {
    match happened {
        Happened::Move(_, Move::Exchange(number)) => queue.exchange(usize::from(number) - 1),
        Happened::Move(_, Move::Lay { .. } | Move::Discard) if before.phase() == Phase::Tile => {
            queue.draw();
        }
        Happened::Tile(tile) => queue.decide(tile),
        Happened::Move(..) | Happened::Bonuses => {}
    }
}

fn fits_nowhere(tile: TileNumber, name: &str, rule: &str) -> String {
    format!("Tile {tile} fits nowhere for {name} and is discarded ({rule})")
}
