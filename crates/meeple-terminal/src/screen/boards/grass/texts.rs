//! Texts: what is due, what the selected move would do, and what each player has.

use super::{
    GrassMoment,
    pending_move::{self, MoveKind, PendingMove},
};
use crate::screen::{
    boards::{KeyHint, MovePreview, SeatLine},
    input::KeyPress,
};
use meeple_core::Seat;
use meeple_view::{
    grass::{GrassSeat, LegalMoveKind, ShownBonus, ShownPosition},
    words::format_count,
};

/// Returns the keys that work now.
pub(super) fn keys(shown: &GrassMoment, aim: PendingMove) -> Vec<KeyHint> {
    let arrows = KeyHint::labelled("arrows", KeyPress::Char('n'), "move");
    let back = KeyHint::new(KeyPress::Esc, "back");
    let has = |is_meant: fn(&LegalMoveKind) -> bool| {
        shown.moves().iter().any(|legal| is_meant(&legal.choice))
    };
    let removes = has(|choice| matches!(choice, LegalMoveKind::Remove { .. }));
    let coupon = [
        can_exchange(shown).then(|| KeyHint::labelled("1-5", KeyPress::Char('1'), "swap")),
        removes.then(|| KeyHint::new(KeyPress::Char('x'), "stone")),
    ];
    let mut keys = match aim.step {
        MoveKind::None => Vec::new(),
        MoveKind::Lay => {
            let mut keys = vec![arrows, KeyHint::new(KeyPress::Enter, "lay")];
            let looks = shown.picture.hand.as_ref().map_or(1, |hand| hand.looks.len());
            if looks > 1 {
                keys.push(KeyHint::new(KeyPress::Char('r'), "turn"));
                keys.push(KeyHint::new(KeyPress::Char('f'), "flip"));
            }
            keys.push(KeyHint::new(KeyPress::Char('n'), "next"));
            keys
        }
        MoveKind::Discard => vec![KeyHint::new(KeyPress::Enter, "discard")],
        MoveKind::Exchange(_) => return vec![KeyHint::new(KeyPress::Enter, "swap"), back],
        MoveKind::Remove => {
            let next = KeyHint::new(KeyPress::Char('x'), "next stone");
            return vec![KeyHint::new(KeyPress::Enter, "remove"), next, back];
        }
        MoveKind::Stone => vec![arrows, KeyHint::new(KeyPress::Enter, "place")],
        MoveKind::Steal => {
            vec![KeyHint::new(KeyPress::Tab, "next tile"), KeyHint::new(KeyPress::Enter, "steal")]
        }
    };
    keys.extend(coupon.into_iter().flatten());
    if has(|choice| *choice == LegalMoveKind::Stop) {
        keys.push(KeyHint::new(KeyPress::Char('s'), "stop"));
    }
    keys
}

/// Returns all players, with the side length of their largest square as the score.
pub(super) fn seats(picture: &ShownPosition) -> Vec<SeatLine> {
    let detail = |seat: &GrassSeat| {
        let stones = (seat.stones > 0).then(|| format_count(seat.stones.into(), "stone"));
        let robberies = match seat.robberies {
            0 => None,
            1 => Some("1 robbery".into()),
            number => Some(format!("{number} robberies")),
        };
        // Pending stones and robberies are more important than the cell count.
        if stones.is_some() || robberies.is_some() {
            return stones.into_iter().chain(robberies).collect::<Vec<_>>().join(", ");
        }
        let coupons = format_count(seat.coupons.into(), "coupon");
        format!("{}, {coupons}", format_count(seat.tie_break as usize, "cell"))
    };
    let line = |seat: &GrassSeat| SeatLine {
        seat: seat.seat,
        name: seat.name.clone(),
        score: format!("{0}x{0}", seat.square),
        detail: detail(seat),
    };
    picture.seats.iter().map(line).collect()
}

/// Returns what the game is waiting for.
pub(super) fn due_text(picture: &ShownPosition) -> String {
    let ShownPosition { round, rounds, due, .. } = picture;
    match picture.phase {
        "over" | "deal" => due.clone(),
        _ if (1..=*rounds).contains(round) => format!("Round {round} of {rounds}: {due}"),
        _ => due.clone(),
    }
}

/// Returns what the person to move should do.
pub(super) fn prompt_text(shown: &GrassMoment) -> String {
    let picture = &shown.picture;
    let tile = picture.hand.as_ref().and_then(|hand| hand.tile).unwrap_or_default();
    match pending_move::due(shown) {
        MoveKind::Lay => match picture.phase {
            "start" => {
                "Lay your start tile: all your grass grows from it. Surround E, S or R on all \
                        four sides to capture it. The largest square wins."
                    .into()
            }
            "stolen" => format!("Lay the stolen tile {tile} next to your grass."),
            "final" => "Lay a 1x1 tile for a coupon, or stop.".into(),
            _ => {
                let (round, rounds) = (picture.round, picture.rounds);
                let coupon = if can_exchange(shown) { " 1-5 preview an exchange." } else { "" };
                format!("Round {round} of {rounds}: lay tile {tile} next to your grass.{coupon}")
            }
        },
        MoveKind::Discard => format!("Tile {tile} fits nowhere: spend a coupon or discard it."),
        MoveKind::Stone => "Place a stone: nothing can be laid there.".into(),
        MoveKind::Steal => "Steal another player's tile and lay it yourself.".into(),
        MoveKind::None | MoveKind::Exchange(_) | MoveKind::Remove => due_text(picture),
    }
}

/// Returns what the selected move would do, or why it is illegal.
pub(super) fn preview(shown: &GrassMoment, aim: PendingMove) -> MovePreview {
    match aim.legal_move(shown) {
        Some(legal) => MovePreview::Legal(describe_move(shown, &legal.choice)),
        None if aim.step == MoveKind::None => MovePreview::Nothing,
        None => MovePreview::Refused(aim.refusal(shown)),
    }
}

fn describe_move(shown: &GrassMoment, choice: &LegalMoveKind) -> String {
    match choice {
        LegalMoveKind::Lay { .. } => describe_placement(shown, choice),
        LegalMoveKind::Exchange { tile, fits, .. } => {
            let then = if *fits { "it fits" } else { "it fits nowhere and is discarded" };
            let cost = cost(shown);
            format!("Exchange for tile {tile}: {then}. {cost} Enter exchanges, Esc goes back.")
        }
        LegalMoveKind::Remove { cell, fits } => {
            let then = if *fits { "fits" } else { "still fits nowhere" };
            let (cell, cost) = (cell.name(), cost(shown));
            format!("Remove the stone on {cell}: the tile then {then}. {cost}")
        }
        LegalMoveKind::Stone { cell } => {
            format!("A stone on {}: nobody can lay anything there.", cell.name())
        }
        LegalMoveKind::Steal { tile, owner, cells, fits, .. } => {
            let then = if *fits { "you can lay it" } else { "you cannot lay it: it is discarded" };
            let (name, cells) = (name(shown, *owner), format_count(cells.len(), "cell"));
            format!("Steal tile {tile} from {name}, {cells}: {then}.")
        }
        LegalMoveKind::Discard { tile } => format!("Press Enter to discard tile {tile}."),
        LegalMoveKind::Stop => "Stop.".into(),
    }
}

/// `D2: your square grows to 5x5. Captures C4: one more coupon.`
fn describe_placement(shown: &GrassMoment, choice: &LegalMoveKind) -> String {
    let LegalMoveKind::Lay { cells, captures, loses, closes, square, .. } = choice else {
        return String::new();
    };
    let now = mover(shown).map_or(0, |seat| seat.square);
    let first = cells.first().map_or_else(String::new, |&cell| cell.name().to_string());
    let mut words = vec![match shown.picture.phase {
        "start" => format!("{first}: your grass starts here."),
        _ if *square > now => format!("{first}: your square grows to {square}x{square}."),
        _ => format!("{first}: your square stays {now}x{now}."),
    }];
    let captured =
        |bonus: &ShownBonus| format!("Captures {}: {}.", bonus.cell.name(), gives(bonus));
    words.extend(captures.iter().map(captured));
    let lost = |bonus: &ShownBonus| format!("Covers {}, a bonus that is lost.", bonus.cell.name());
    words.extend(loses.iter().map(lost));
    if !closes.is_empty() {
        let verb = if closes.len() == 1 { "becomes" } else { "become" };
        words.push(format!("{} {verb} closed to everyone.", format_count(closes.len(), "cell")));
    }
    if shown.picture.phase == "final" {
        words.push(cost(shown));
    }
    words.join(" ")
}

/// Returns whether a coupon can be spent on one of the next tiles.
fn can_exchange(shown: &GrassMoment) -> bool {
    shown.moves().iter().any(|legal| matches!(legal.choice, LegalMoveKind::Exchange { .. }))
}

/// Returns what remains after spending a coupon.
fn cost(shown: &GrassMoment) -> String {
    match mover(shown).map_or(0, |seat| seat.coupons.saturating_sub(1)) {
        0 => "It costs your last coupon.".into(),
        left => format!("It costs a coupon; {left} left."),
    }
}

fn gives(bonus: &ShownBonus) -> &'static str {
    match bonus.bonus {
        "exchange" => "one more coupon",
        "stone" => "a stone to place",
        _ => "a tile to steal",
    }
}

fn mover(shown: &GrassMoment) -> Option<&GrassSeat> {
    let to_move = shown.picture.to_move?;
    shown.picture.seats.iter().find(|seat| seat.seat == to_move)
}

fn name(shown: &GrassMoment, seat: Seat) -> &str {
    let found = shown.picture.seats.iter().find(|player| player.seat == seat);
    found.map_or("nobody", |player| player.name.as_str())
}
