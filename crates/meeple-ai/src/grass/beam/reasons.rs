//! Explains in words why a move is good, based on the terms of the evaluation.

use super::{
    beam_position::BeamPosition,
    beam_thinker::MoveIdea,
    cell_prices::LARGEST_WINDOW,
    evaluation::{BeamEvaluation, EvaluationInput},
    owned_squares::full_squares,
};
use meeple_core::{Game, Seat, text::format_count};
use meeple_games::grass::{BonusKind, BonusSquare, Grass, Move, Phase};

/// Smallest chance worth mentioning.
const LIKELY: f32 = 0.5;
/// Smallest change of a chance worth mentioning.
const CHANGE: f32 = 0.1;

/// Lists the reasons for and against a move, most important first.
pub(super) fn reasons(
    yardstick: &BeamEvaluation,
    game: &Grass,
    seat: usize,
    idea: &MoveIdea,
) -> Vec<String> {
    let mut after = game.clone();
    let mut why = Vec::new();
    // A coupon or a theft is judged together with the placement that follows.
    for (at, &mv) in idea.line.iter().enumerate() {
        if !after.is_legal(mv) {
            break;
        }
        why.extend(theft_reason(&after, mv));
        after.play_unchecked(mv);
        let goes_on = matches!(mv, Move::Exchange(_) | Move::Remove(_) | Move::Steal(_));
        if !goes_on || at > 0 {
            break;
        }
    }
    let (before, now) = (BeamPosition::from_game(game), BeamPosition::from_game(&after));
    if let (Phase::Start, Move::Place { corner, .. }) = (game.phase(), idea.mv) {
        why.extend(yardstick.start_reasons(&before, seat, corner));
    }
    why.extend(bonus_reasons(game, &after, seat));
    why.extend(own_reasons(yardstick, [&before, &now], game, &after, seat));
    let others = before.other_seats(seat);
    why.extend(others.filter_map(|other| opponent_loss(yardstick, [&before, &now], other)));
    if why.is_empty() {
        let grown = now.holdings[seat].grass.saturating_sub(before.holdings[seat].grass);
        why.extend((grown > 0).then(|| format_count(grown.into(), "more cell") + " of grass"));
    }
    why
}

/// Describes whose tile is stolen and what that breaks.
fn theft_reason(game: &Grass, mv: Move) -> Option<String> {
    let Move::Steal(cell) = mv else { return None };
    let (tile, placed) = game.board().tile_at(cell)?;
    let cells = tile.tile(game.shapes()).size();
    let mut board = game.board().clone();
    let had = board.largest_square(placed.owner);
    board.steal(cell);
    let left = board.largest_square(placed.owner);
    let whom = opponent_name(game.seats(), placed.owner.index());
    Some(if left < had {
        format!("breaks the {had}x{had} square of {whom}: {left}x{left} is left")
    } else {
        format!("takes {cells} cells from {whom}")
    })
}

/// Describes the bonuses that are captured or lost under the tile.
fn bonus_reasons(game: &Grass, after: &Grass, seat: usize) -> Vec<String> {
    let [before, now] = [game, after].map(Grass::board);
    let gone = |bonus: &&BonusSquare| !now.bonuses().contains(bonus);
    let describe = |bonus: &BonusSquare| {
        let is_ours = now.owner(bonus.cell) == Some(Seat::new(seat));
        match (now.is_captured(bonus.cell), bonus.kind) {
            (true, BonusKind::Exchange) => "captures a coupon".to_owned(),
            (true, BonusKind::Stone) => "captures a stone".to_owned(),
            (true, BonusKind::Robbery) => "captures a robbery".to_owned(),
            (false, _) if is_ours => {
                format!("covers the bonus on {}, which is lost", bonus.cell.name())
            }
            (false, _) => String::new(),
        }
    };
    let words = before.bonuses().iter().filter(gone).map(describe);
    words.filter(|words| !words.is_empty()).collect()
}

/// Describes a new largest square and larger squares that became more or less likely.
fn own_reasons(
    yardstick: &BeamEvaluation,
    [before, now]: [&BeamPosition; 2],
    game: &Grass,
    after: &Grass,
    seat: usize,
) -> Vec<String> {
    let mut why = Vec::new();
    let [had, has] = [game, after].map(|game| game.board().largest_square(Seat::new(seat)));
    if has > had && has > 1 {
        why.push(format!("makes a {has}x{has} square"));
    }
    // Each turn played lowers the chances, so both positions are compared with the turns left after the move.
    let mut then = before.clone();
    then.holdings[seat].turns = now.holdings[seat].turns;
    let [old, new] = [&then, now].map(|meadow| chances(yardstick, meadow, seat));
    let risen = (usize::from(has) + 1..=LARGEST_WINDOW)
        .rev()
        .find(|&side| new[side] >= LIKELY && new[side] - old[side] >= CHANGE);
    if let Some(side) = risen {
        why.push(format!("makes a {side}x{side} square likely ({:.0} %)", 100.0 * new[side]));
    }
    let fallen = (usize::from(has) + 1..=LARGEST_WINDOW)
        .find(|&side| old[side] >= LIKELY && old[side] - new[side] >= CHANGE);
    if let Some(side) = fallen.filter(|_| risen.is_none()) {
        why.push(format!("makes a {side}x{side} square less likely ({:.0} %)", 100.0 * new[side]));
    }
    why
}

/// Describes the square an opponent can no longer expect.
fn opponent_loss(
    yardstick: &BeamEvaluation,
    [before, now]: [&BeamPosition; 2],
    other: usize,
) -> Option<String> {
    let [old, new] = [before, now].map(|meadow| chances(yardstick, meadow, other));
    let likely = |chances: &[f32]| (2..=LARGEST_WINDOW).rev().find(|&side| chances[side] >= LIKELY);
    let (had, left) = (likely(&old)?, likely(&new).unwrap_or(1));
    let whom = opponent_name(before.seats, other);
    if left < had {
        return Some(format!("leaves {whom} with {left}x{left} at best"));
    }
    let side = (had..=LARGEST_WINDOW).find(|&side| old[side] - new[side] >= CHANGE)?;
    Some(format!("makes a {side}x{side} square less likely for {whom}"))
}

fn opponent_name(seats: usize, other: usize) -> String {
    if seats == 2 { "the opponent".into() } else { format!("player {}", other + 1) }
}

/// Returns the chance to complete a square, indexed by its side.
fn chances(
    yardstick: &BeamEvaluation,
    meadow: &BeamPosition,
    seat: usize,
) -> [f32; LARGEST_WINDOW + 1] {
    let (own, hand, lawn) = (&meadow.cells[seat], meadow.holdings[seat], meadow.terrain(seat));
    let squares = full_squares(own, meadow.side);
    let stand = EvaluationInput { own, squares, hand, lawn: &lawn, bonuses: &meadow.bonuses };
    let (_, _, cheapest) = yardstick.evaluate(&stand);
    yardstick.chances(&cheapest, hand)
}
