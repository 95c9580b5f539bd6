//! Why a move is good, in words made of what it is judged by.

use super::{
    compact::full_squares,
    meadow::Meadow,
    prices::LARGEST,
    thinker::Idea,
    value::{Stand, Yardstick},
};
use meeple_core::{Game, Seat, text::counted};
use meeple_games::grass::{Bonus, BonusKind, Grass, Move, Phase};

/// A chance that is worth a word.
const LIKELY: f32 = 0.5;
/// A change of a chance that is worth a word.
const CHANGE: f32 = 0.1;

/// What speaks for a move and against it, the weightiest first.
pub(super) fn reasons(
    yardstick: &Yardstick,
    game: &Grass,
    seat: usize,
    idea: &Idea,
) -> Vec<String> {
    let mut after = game.clone();
    let mut why = Vec::new();
    // A coupon or a theft is judged by the lay that follows.
    for (at, &mv) in idea.line.iter().enumerate() {
        if !after.is_legal(mv) {
            break;
        }
        why.extend(theft(&after, mv));
        after.play_unchecked(mv);
        let goes_on = matches!(mv, Move::Exchange(_) | Move::Remove(_) | Move::Steal(_));
        if !goes_on || at > 0 {
            break;
        }
    }
    let (before, now) = (Meadow::of(game), Meadow::of(&after));
    if let (Phase::Start, Move::Lay { corner, .. }) = (game.phase(), idea.mv) {
        why.extend(yardstick.why_start(&before, seat, corner));
    }
    why.extend(bonuses(game, &after, seat));
    why.extend(own(yardstick, [&before, &now], game, &after, seat));
    let others = before.others(seat);
    why.extend(others.filter_map(|other| others_loss(yardstick, [&before, &now], other)));
    if why.is_empty() {
        let grown = now.hands[seat].grass.saturating_sub(before.hands[seat].grass);
        why.extend((grown > 0).then(|| counted(grown.into(), "more cell") + " of grass"));
    }
    why
}

/// Whose tile is stolen.
fn theft(game: &Grass, mv: Move) -> Option<String> {
    let Move::Steal(cell) = mv else { return None };
    let (tile, placed) = game.board().tile_at(cell)?;
    let cells = tile.tile(game.shapes()).size();
    let mut board = game.board().clone();
    let had = board.largest_square(placed.owner);
    board.steal(cell);
    let left = board.largest_square(placed.owner);
    let whom = them(game.seats(), placed.owner.index());
    Some(if left < had {
        format!("breaks the {had}x{had} of {whom}: {left}x{left} is left")
    } else {
        format!("takes {cells} cells from {whom}")
    })
}

/// Bonuses that are captured, and those that are lost under the tile.
fn bonuses(game: &Grass, after: &Grass, seat: usize) -> Vec<String> {
    let [before, now] = [game, after].map(Grass::board);
    let gone = |bonus: &&Bonus| !now.bonuses().contains(bonus);
    let describe = |bonus: &Bonus| {
        let is_ours = now.owner(bonus.cell) == Some(Seat::new(seat));
        match (now.is_captured(bonus.cell), bonus.kind) {
            (true, BonusKind::Exchange) => "captures a coupon".to_owned(),
            (true, BonusKind::Stone) => "captures a stone".to_owned(),
            (true, BonusKind::Robbery) => "captures a robbery".to_owned(),
            (false, _) if is_ours => {
                format!("covers the bonus on {}, which is lost", bonus.cell)
            }
            (false, _) => String::new(),
        }
    };
    let words = before.bonuses().iter().filter(gone).map(describe);
    words.filter(|words| !words.is_empty()).collect()
}

/// The square that is had now, and the larger one that has become likely.
fn own(
    yardstick: &Yardstick,
    [before, now]: [&Meadow; 2],
    game: &Grass,
    after: &Grass,
    seat: usize,
) -> Vec<String> {
    let mut why = Vec::new();
    let [had, has] = [game, after].map(|game| game.board().largest_square(Seat::new(seat)));
    if has > had && has > 1 {
        why.push(format!("makes a {has}x{has}"));
    }
    // A turn that is over takes its chances along: both are seen with the turns that are left.
    let mut then = before.clone();
    then.hands[seat].turns = now.hands[seat].turns;
    let [old, new] = [&then, now].map(|meadow| chances(yardstick, meadow, seat));
    let risen = (usize::from(has) + 1..=LARGEST)
        .rev()
        .find(|&side| new[side] >= LIKELY && new[side] - old[side] >= CHANGE);
    if let Some(side) = risen {
        why.push(format!("makes a {side}x{side} reachable ({:.0} %)", 100.0 * new[side]));
    }
    let fallen = (usize::from(has) + 1..=LARGEST)
        .find(|&side| old[side] >= LIKELY && old[side] - new[side] >= CHANGE);
    if let Some(side) = fallen.filter(|_| risen.is_none()) {
        why.push(format!("makes a {side}x{side} less likely ({:.0} %)", 100.0 * new[side]));
    }
    why
}

/// What somebody else can no longer hope for.
fn others_loss(yardstick: &Yardstick, [before, now]: [&Meadow; 2], other: usize) -> Option<String> {
    let [old, new] = [before, now].map(|meadow| chances(yardstick, meadow, other));
    let likely = |chances: &[f32]| (2..=LARGEST).rev().find(|&side| chances[side] >= LIKELY);
    let (had, left) = (likely(&old)?, likely(&new).unwrap_or(1));
    let whom = them(before.seats, other);
    if left < had {
        return Some(format!("leaves {whom} {left}x{left} at best"));
    }
    let side = (had..=LARGEST).find(|&side| old[side] - new[side] >= CHANGE)?;
    Some(format!("makes a {side}x{side} less likely for {whom}"))
}

fn them(seats: usize, other: usize) -> String {
    if seats == 2 { "them".into() } else { format!("seat {other}") }
}

/// The chance of each side.
fn chances(yardstick: &Yardstick, meadow: &Meadow, seat: usize) -> [f32; LARGEST + 1] {
    let (own, hand, lawn) = (&meadow.own[seat], meadow.hands[seat], meadow.lawn(seat));
    let squares = full_squares(own, meadow.side);
    let stand = Stand { own, squares, hand, lawn: &lawn, bonuses: &meadow.bonuses };
    let (_, _, cheapest) = yardstick.judge(&stand);
    yardstick.chances(&cheapest, hand)
}
