//! Laying Grass in words: what happens next, what was done, and why the game ended as it did.

use crate::{
    ViewScene,
    words::{conjugate, format_count},
};
use meeple_core::{Game, Outcome, Seat, Turn};
use meeple_games::grass::{
    BonusKind, Deal, Grass, IllegalMove, Move, Orientation, Phase, TieBreak,
};

/// Returns what happens next: `Ann is to lay tile 17`.
pub(super) fn describe_next(scene: &ViewScene<'_, Grass>) -> String {
    let game = scene.position;
    let Turn::Seat(seat) = game.turn() else {
        return match game.phase() {
            Phase::Deal if game.queue().front().is_none() && game.board().bonuses().is_empty() => {
                "The bonus squares are to be placed (G2)".into()
            }
            Phase::Deal => "A tile comes into view (G3)".into(),
            _ => "The game is over".into(),
        };
    };
    let name = scene.name(seat);
    let is_to = format!("{name} {} to", conjugate(name, "are"));
    let tile = game.tile_in_hand().map_or(String::new(), |tile| tile.to_string());
    match game.phase() {
        Phase::Start => format!("{is_to} lay the start tile (G5)"),
        Phase::Stone => format!("{is_to} place a stone (G11)"),
        Phase::Robbery => format!("{is_to} steal a tile (G12)"),
        Phase::Stolen => format!("{is_to} lay the stolen tile {tile} (G12)"),
        Phase::Final => format!("{name} may lay a 1x1 tile for a coupon, or stop (G14)"),
        _ if game.is_legal(Move::Discard) => {
            format!("Tile {tile} fits nowhere: {name} may spend a coupon or discard it (G6)")
        }
        _ if can_spend_coupon(game) => {
            format!("{is_to} lay tile {tile}, and may spend a coupon before (G6)")
        }
        _ => format!("{is_to} lay tile {tile} (G6)"),
    }
}

fn can_spend_coupon(game: &Grass) -> bool {
    let stone = game.board().stones().cells().next();
    let removes = stone.is_some_and(|cell| game.is_legal(Move::Remove(cell)));
    removes || game.is_legal(Move::Exchange(1))
}

/// Narrates a move, given the position before it.
pub(super) fn narrate_move(before: &ViewScene<'_, Grass>, seat: Seat, mv: Move) -> String {
    let (game, name) = (before.position, before.name(seat));
    let does = |does: &str| format!("{name} {}", conjugate(name, does));
    let tile = game.tile_in_hand().map_or("a tile".into(), |tile| format!("tile {tile}"));
    match mv {
        Move::Place { corner, orientation } => {
            let turned = orientation_suffix(orientation);
            match game.phase() {
                Phase::Start => format!("{} the start tile on {corner}", does("lay")),
                Phase::Final => format!("{} a 1x1 tile on {corner} for a coupon", does("lay")),
                Phase::Stolen => format!("{} the stolen {tile} at {corner}{turned}", does("lay")),
                _ => format!("{} {tile} at {corner}{turned}", does("lay")),
            }
        }
        Move::Exchange(number) => {
            let got = game.queue().next_tiles().nth(usize::from(number).saturating_sub(1));
            let got = got.map_or("a tile".into(), |got| format!("tile {got}"));
            format!("{} {tile} for {got}, number {number} of the next", does("exchange"))
        }
        Move::Remove(cell) => format!("{} the stone on {cell} for a coupon", does("remove")),
        Move::Discard => format!("{} {tile}, which fits nowhere (G6)", does("discard")),
        Move::Stone(cell) => format!("{} a stone on {cell}", does("place")),
        Move::Steal(cell) => match game.board().tile_at(cell) {
            Some((tile, placed)) => {
                let owner = before.name(placed.owner);
                format!("{} tile {tile} from {owner} at {cell}", does("steal"))
            }
            None => format!("{} at {cell}", does("steal")),
        },
        Move::Stop => does("stop"),
    }
}

fn orientation_suffix(orientation: Orientation) -> String {
    if orientation == Orientation::AS_DRAWN { String::new() } else { format!(" {orientation}") }
}

/// Narrates a deal. A dealt tile needs no words, because it shows among the next ones.
pub(super) fn narrate_deal(deal: &Deal) -> String {
    let Deal::Bonuses(bonuses) = deal else { return String::new() };
    let count = |kind| bonuses.iter().filter(|bonus| bonus.kind == kind).count();
    let [exchange, stone, robbery] = BonusKind::ALL.map(count);
    format!("The bonus squares are placed: {exchange} E, {stone} S, {robbery} R (G2)")
}

/// Uses the players' names, which the rules' own message can't.
pub(super) fn explain_illegal(scene: &ViewScene<'_, Grass>, reason: &IllegalMove) -> String {
    let own = |owner: Seat| scene.position.turn() == Turn::Seat(owner);
    match reason {
        IllegalMove::OnGrass { cell, owner } if own(*owner) => {
            format!("{cell} is already your grass (G9)")
        }
        IllegalMove::OnGrass { cell, owner } => {
            format!("{cell} is already the grass of {} (G9)", scene.name(*owner))
        }
        IllegalMove::OnCaptured { cell, owner } if own(*owner) => {
            format!("{cell} is a square that you have captured (G9)")
        }
        IllegalMove::OnCaptured { cell, owner } => {
            format!("{cell} is a square captured by {} (G9)", scene.name(*owner))
        }
        IllegalMove::NextToOther { cell, neighbour, rule, owner } => {
            let name = scene.name(*owner);
            format!("{cell} would lie next to {neighbour}, which belongs to {name} ({rule})")
        }
        other => other.to_string(),
    }
}

/// Returns a seat's number in the tie-break between equal squares (G15).
pub(super) fn achievement(game: &Grass, seat: Seat) -> String {
    let grass = format_count(game.tie_break_grass(seat) as usize, "cell");
    let place = if game.tie_break_rule() == TieBreak::InSquare { " in the square" } else { "" };
    format!("{grass} of grass{place}")
}

/// Explains why the winner won. A seat that stands at least as well as the winner but hasn't won has left the
/// game early.
pub(super) fn explain_end(scene: &ViewScene<'_, Grass>, outcome: &Outcome) -> String {
    let game = scene.position;
    let standing = |seat| (game.board().largest_square(seat), game.tie_break_grass(seat));
    let winners: Vec<Seat> = outcome.winners().collect();
    let Some(&winner) = winners.first() else { return outcome.reason.to_string() };
    let (side, most) = standing(winner);
    let (left, others): (Vec<Seat>, Vec<Seat>) = (0..game.seats())
        .map(Seat::new)
        .filter(|seat| !winners.contains(seat))
        .partition(|&seat| standing(seat) >= (side, most));
    let behind: Vec<Seat> = others.into_iter().filter(|&seat| standing(seat).0 == side).collect();
    let inside = if game.tie_break_rule() == TieBreak::InSquare { " in the square" } else { "" };
    if !behind.is_empty() {
        let grass = |&seat: &Seat| format!("{} {}", scene.name(seat), standing(seat).1);
        let numbers: Vec<String> = winners.iter().chain(&behind).map(grass).collect();
        let numbers = numbers.join(", ");
        format!("equal squares of {side}x{side}, the most grass{inside} decides (G15), {numbers}")
    } else if winners.len() > 1 {
        format!("equal squares of {side}x{side} and equal grass{inside}, {most} each (G15)")
    } else {
        let stayed = if left.is_empty() { "" } else { " of those who stayed" };
        format!("the largest square{stayed} is {side}x{side}")
    }
}
