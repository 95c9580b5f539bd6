//! Laying Grass in words: what happens next, what was done, and why the game ended as it did.

use super::move_name::{describe_orientation, first_cell, move_name, stolen_cell};
use crate::{
    ViewScene,
    words::{conjugate, format_count, whose_turn},
};
use meeple_core::{Game, Outcome, Seat, Turn};
use meeple_games::grass::{BonusKind, Deal, Grass, IllegalMove, Move, Phase, TieBreak};

/// Returns what happens next: `Ann's turn to lay tile 17`.
pub(super) fn describe_next(scene: &ViewScene<'_, Grass>) -> String {
    let game = scene.position;
    let Turn::Seat(seat) = game.turn() else {
        return match game.phase() {
            // G2
            Phase::Deal if game.queue().front().is_none() && game.board().bonuses().is_empty() => {
                "Placing the bonus squares".into()
            }
            Phase::Deal => "Drawing the next tile".into(), // G3
            _ => "The game is over".into(),
        };
    };
    let name = scene.name(seat);
    let turn = whose_turn(name);
    let tile = game.tile_in_hand().map_or(String::new(), |tile| tile.to_string());
    match game.phase() {
        Phase::Start => format!("{turn} to lay the start tile"),
        Phase::Stone => format!("{turn} to place a stone"),
        Phase::Robbery => format!("{turn} to steal a tile"),
        Phase::Stolen => format!("{turn} to lay the stolen tile {tile}"),
        Phase::Final => format!("{turn} to buy a 1x1 tile with a coupon, or stop"),
        _ if game.is_legal(Move::Discard) => {
            format!("tile {tile} fits nowhere, {name} may spend a coupon or discard it")
        }
        _ if can_spend_coupon(game) => {
            format!("{turn} to lay tile {tile}, or spend a coupon first")
        }
        _ => format!("{turn} to lay tile {tile}"),
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
            let cell = first_cell(game, corner, orientation);
            let turned = describe_orientation(orientation);
            let turned = turned.map_or(String::new(), |turned| format!(", {turned}"));
            match game.phase() {
                Phase::Start => format!("{} the start tile on {cell}", does("lay")),
                Phase::Final => format!("{} a 1x1 tile on {cell} for a coupon", does("lay")),
                Phase::Stolen => format!("{} the stolen {tile} at {cell}{turned}", does("lay")),
                _ => format!("{} {tile} at {cell}{turned}", does("lay")),
            }
        }
        Move::Exchange(number) => {
            let got = game.queue().next_tiles().nth(usize::from(number).saturating_sub(1));
            let got = got.map_or("a tile".into(), |got| format!("tile {got}"));
            format!("{} {tile} for {got}", does("exchange"))
        }
        Move::Remove(cell) => {
            format!("{} the stone on {} for a coupon", does("remove"), cell.name())
        }
        Move::Discard => format!("{} {tile}, which fits nowhere", does("discard")), // G6
        Move::Stone(cell) => format!("{} a stone on {}", does("place"), cell.name()),
        Move::Steal(cell) => match game.board().tile_at(cell) {
            Some((tile, placed)) => {
                let (owner, cell) = (before.name(placed.owner), stolen_cell(game, cell));
                format!("{} tile {tile} from {owner} at {cell}", does("steal"))
            }
            None => format!("{} at {}", does("steal"), cell.name()),
        },
        Move::Stop => does("stop"),
    }
}

/// Narrates a deal. A dealt tile needs no words, because it shows among the next ones.
pub(super) fn narrate_deal(deal: &Deal) -> String {
    let Deal::Bonuses(bonuses) = deal else { return String::new() };
    let count = |kind| bonuses.iter().filter(|bonus| bonus.kind == kind).count();
    let [exchange, stone, robbery] = BonusKind::ALL.map(count);
    // G2
    format!("Bonus squares: {exchange} exchange (E), {stone} stone (S), {robbery} robbery (R)")
}

/// Names cells for people, and players by their names.
pub(super) fn explain_illegal(scene: &ViewScene<'_, Grass>, reason: &IllegalMove) -> String {
    let game = scene.position;
    let own = |owner: Seat| game.turn() == Turn::Seat(owner);
    match *reason {
        IllegalMove::NotNow { what, now } => {
            format!("{what} is not possible now: {}", instruction(now))
        }
        IllegalMove::OffBoard { cell, last } => {
            format!("{} is off the board, which ends at {}", cell.name(), last.name())
        }
        IllegalMove::LeavesBoard { last, .. } => {
            format!("the tile would extend beyond the board, which ends at {}", last.name())
        }
        IllegalMove::OnGrass { cell, owner } if own(owner) => {
            format!("{} is already your grass", cell.name())
        }
        IllegalMove::OnGrass { cell, owner } => {
            format!("{} is already the grass of {}", cell.name(), scene.name(owner))
        }
        IllegalMove::OnCaptured { cell, owner } if own(owner) => {
            format!("{} is a square that you have captured", cell.name())
        }
        IllegalMove::OnCaptured { cell, owner } => {
            format!("{} is a square captured by {}", cell.name(), scene.name(owner))
        }
        IllegalMove::OnStone { cell } => format!("a stone lies on {}", cell.name()),
        IllegalMove::NextToOther { cell, neighbour, owner, .. } => {
            let (cell, neighbour, name) = (cell.name(), neighbour.name(), scene.name(owner));
            format!("{cell} would lie next to {neighbour}, which belongs to {name}")
        }
        IllegalMove::NotNextToOwn { .. } => "the tile must touch your grass".into(),
        IllegalMove::DuplicateOrientation { first, .. } => {
            let first = describe_orientation(first).unwrap_or("as drawn".into());
            format!("this orientation looks the same as the tile {first}")
        }
        IllegalMove::NoStone { cell } => format!("no stone lies on {}", cell.name()),
        IllegalMove::MustPlace { corner, orientation } => {
            let example = move_name(game, Move::Place { corner, orientation });
            format!("the tile fits, for example at {example}, so it must be laid")
        }
        IllegalMove::NotEmpty { cell } => {
            format!("{} is not empty: a stone is placed on an empty cell", cell.name())
        }
        IllegalMove::NothingToSteal { cell } => {
            format!("there is nothing to steal on {}", cell.name())
        }
        IllegalMove::OwnTile { cell } => {
            format!("{} is yours: steal another player's tile", cell.name())
        }
        IllegalMove::SingleTile { cell } => {
            format!("{} is a 1x1 tile, which cannot be stolen", cell.name())
        }
        IllegalMove::CapturedSquare { cell } => {
            format!("{} is a captured square, which cannot be stolen", cell.name())
        }
        IllegalMove::NoCoupon | IllegalMove::CouponSpent | IllegalMove::NoSuchTile { .. } => {
            reason.to_string()
        }
    }
}

/// Says what to do in a phase.
pub fn instruction(phase: Phase) -> &'static str {
    match phase {
        Phase::Deal => "wait for the next tile",
        Phase::Start => "lay your start tile, for example on K11",
        Phase::Tile => "lay the tile, for example on K11, or spend a coupon",
        Phase::Stone => "place a stone, for example on K11",
        Phase::Robbery => "steal a tile, for example the one on K11",
        Phase::Stolen => "lay the stolen tile, for example on K11",
        Phase::Final => "buy a 1x1 tile with a coupon, for example for K11, or stop",
        Phase::Over => "the game is over",
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
    // G15
    if !behind.is_empty() {
        let grass = |&seat: &Seat| {
            let cells = format_count(standing(seat).1 as usize, "cell");
            format!("{} {cells}", scene.name(seat))
        };
        let numbers: Vec<String> = winners.iter().chain(&behind).map(grass).collect();
        let numbers = numbers.join(", ");
        format!("equal squares of {side}x{side}, the most grass{inside} decides, {numbers}")
    } else if winners.len() > 1 {
        format!("equal squares of {side}x{side} and equal grass{inside}, {most} each")
    } else {
        let stayed = if left.is_empty() { "" } else { " of those who stayed" };
        format!("the largest square{stayed} is {side}x{side}")
    }
}
