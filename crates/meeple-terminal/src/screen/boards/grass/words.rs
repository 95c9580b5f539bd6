//! What is said: what is due, what the move under the cursor would do, who has what.

use super::{
    Shown,
    aim::{self, Aim, Step},
};
use crate::screen::{
    boards::{KeyHint, Preview, SeatLine},
    input::Key,
};
use meeple_core::Seat;
use meeple_view::{
    grass::{BonusSquare, Choice, GrassPicture, GrassSeat},
    words::counted,
};

/// The keys of this moment.
pub(super) fn keys(shown: &Shown, aim: Aim) -> Vec<KeyHint> {
    let arrows = KeyHint::labelled("arrows", Key::Char('n'), "move");
    let back = KeyHint::new(Key::Esc, "back");
    let has =
        |is_meant: fn(&Choice) -> bool| shown.moves.iter().any(|legal| is_meant(&legal.choice));
    let removes = has(|choice| matches!(choice, Choice::Remove { .. }));
    let coupon = [
        swaps(shown).then(|| KeyHint::labelled("1-5", Key::Char('1'), "swap")),
        removes.then(|| KeyHint::new(Key::Char('x'), "stone")),
    ];
    let mut keys = match aim.step {
        Step::Rest => Vec::new(),
        Step::Lay => {
            let mut keys = vec![arrows, KeyHint::new(Key::Enter, "lay")];
            let looks = shown.picture.hand.as_ref().map_or(1, |hand| hand.looks.len());
            if looks > 1 {
                keys.push(KeyHint::new(Key::Char('r'), "turn"));
                keys.push(KeyHint::new(Key::Char('f'), "flip"));
            }
            keys.push(KeyHint::new(Key::Char('n'), "next"));
            keys
        }
        Step::Discard => vec![KeyHint::new(Key::Enter, "give up")],
        Step::Exchange(_) => return vec![KeyHint::new(Key::Enter, "swap"), back],
        Step::Remove => {
            let next = KeyHint::new(Key::Char('x'), "next stone");
            return vec![KeyHint::new(Key::Enter, "take away"), next, back];
        }
        Step::Stone => vec![arrows, KeyHint::new(Key::Enter, "place")],
        Step::Steal => {
            vec![KeyHint::new(Key::Tab, "next tile"), KeyHint::new(Key::Enter, "steal")]
        }
    };
    keys.extend(coupon.into_iter().flatten());
    if has(|choice| *choice == Choice::Stop) {
        keys.push(KeyHint::new(Key::Char('s'), "stop"));
    }
    keys
}

/// Everybody, with the side of the largest square as the score.
pub(super) fn seats(picture: &GrassPicture) -> Vec<SeatLine> {
    let detail = |seat: &GrassSeat| {
        let robberies = match seat.robberies {
            0 => String::new(),
            1 => "1 robbery".into(),
            number => format!("{number} robberies"),
        };
        // What is to be done now says more than what lies.
        match (seat.stones, seat.robberies) {
            (0, 0) => {}
            (0, _) => return robberies,
            (stones, 0) => return counted(stones.into(), "stone"),
            (stones, _) => return format!("{}, {robberies}", counted(stones.into(), "stone")),
        }
        let coupons = counted(seat.coupons.into(), "coupon");
        format!("{}, {coupons}", counted(seat.tie_break as usize, "cell"))
    };
    let line = |seat: &GrassSeat| SeatLine {
        seat: seat.seat,
        name: seat.name.clone(),
        score: format!("{0}x{0}", seat.square),
        detail: detail(seat),
    };
    picture.seats.iter().map(line).collect()
}

/// What everybody waits for.
pub(super) fn awaited(picture: &GrassPicture) -> String {
    match (picture.phase, picture.round) {
        ("over" | "deal", _) | (_, 0) => picture.due.clone(),
        (_, round) if round <= picture.rounds => {
            format!("Round {round} of {}: {}", picture.rounds, picture.due)
        }
        _ => picture.due.clone(),
    }
}

/// What a person is asked to do.
pub(super) fn asked(shown: &Shown) -> String {
    let picture = &shown.picture;
    let tile = picture.hand.as_ref().and_then(|hand| hand.tile).unwrap_or_default();
    match aim::due(shown) {
        Step::Lay => match picture.phase {
            "start" => "Lay your start tile: all your grass grows from it (G5). Grass on all four \
                        sides of E, S or R captures it (G10). The largest square wins."
                .into(),
            "stolen" => format!("Lay the stolen tile {tile} beside your grass (G12)."),
            "final" => "Lay a 1x1 tile for a coupon, or stop (G14).".into(),
            _ => {
                let (round, rounds) = (picture.round, picture.rounds);
                let coupon = if swaps(shown) { " 1-5 show what a coupon brings." } else { "" };
                format!(
                    "Round {round} of {rounds}: lay tile {tile} beside your grass (G9).{coupon}"
                )
            }
        },
        Step::Discard => format!("Tile {tile} fits nowhere: spend a coupon or give it up (G6)."),
        Step::Stone => "Place a stone: nothing can be laid there (G11).".into(),
        Step::Steal => "Steal a tile of somebody else, to lay it yourself (G12).".into(),
        Step::Rest | Step::Exchange(_) | Step::Remove => awaited(picture),
    }
}

/// What the move that is aimed at would do, or why it is refused.
pub(super) fn preview(shown: &Shown, aim: Aim) -> Preview {
    match aim.chosen(shown) {
        Some(legal) => Preview::Does(told(shown, &legal.choice)),
        None if aim.step == Step::Rest => Preview::Nothing,
        None => Preview::Refused(aim.refusal(shown)),
    }
}

fn told(shown: &Shown, choice: &Choice) -> String {
    match choice {
        Choice::Lay { .. } => laid(shown, choice),
        Choice::Exchange { tile, fits, .. } => {
            let then = if *fits { "it fits" } else { "it fits nowhere and is discarded (G6)" };
            format!(
                "Exchange for tile {tile}: {then}. {} Enter does it, Esc goes back.",
                cost(shown)
            )
        }
        Choice::Remove { cell, fits } => {
            let then = if *fits { "fits" } else { "still fits nowhere" };
            format!("Take the stone on {cell} away: the tile then {then}. {}", cost(shown))
        }
        Choice::Stone { cell } => format!("A stone on {cell}: nobody can lay anything there."),
        Choice::Steal { tile, owner, cells, fits, .. } => {
            let then = if *fits { "you can lay it" } else { "you cannot lay it: it is discarded" };
            let (name, cells) = (name(shown, *owner), counted(cells.len(), "cell"));
            format!("Steal tile {tile} from {name}, {cells}: {then} (G12).")
        }
        Choice::Discard { tile } => format!("Enter gives tile {tile} up (G6)."),
        Choice::Stop => "Stop.".into(),
    }
}

/// `Your square grows to 5x5. Captures the coupon on Cd.`
fn laid(shown: &Shown, choice: &Choice) -> String {
    let Choice::Lay { corner, captures, loses, closes, square, .. } = choice else {
        return String::new();
    };
    let now = mover(shown).map_or(0, |seat| seat.square);
    let mut words = vec![match shown.picture.phase {
        "start" => format!("{corner}: your grass begins here."),
        _ if *square > now => format!("{corner}: your square grows to {square}x{square}."),
        _ => format!("{corner}: your square stays {now}x{now}."),
    }];
    let captured =
        |bonus: &BonusSquare| format!("Captures {}: {} (G10).", bonus.cell, gives(bonus));
    words.extend(captures.iter().map(captured));
    let lost = |bonus: &BonusSquare| format!("Covers {}, a bonus that is lost (G9).", bonus.cell);
    words.extend(loses.iter().map(lost));
    if !closes.is_empty() {
        words.push(format!("{} dead for everybody.", become_what(closes.len())));
    }
    if shown.picture.phase == "final" {
        words.push(cost(shown));
    }
    words.join(" ")
}

/// `1 cell becomes`, `2 cells become`.
fn become_what(number: usize) -> String {
    format!("{} {}", counted(number, "cell"), if number == 1 { "becomes" } else { "become" })
}

/// Whether a coupon can be spent on one of the next tiles.
fn swaps(shown: &Shown) -> bool {
    shown.moves.iter().any(|legal| matches!(legal.choice, Choice::Exchange { .. }))
}

/// What a coupon leaves.
fn cost(shown: &Shown) -> String {
    match mover(shown).map_or(0, |seat| seat.coupons.saturating_sub(1)) {
        0 => "It costs your last coupon.".into(),
        left => format!("It costs a coupon; {left} left."),
    }
}

fn gives(bonus: &BonusSquare) -> &'static str {
    match bonus.bonus {
        "exchange" => "one more coupon",
        "stone" => "a stone to place",
        _ => "a tile to steal",
    }
}

fn mover(shown: &Shown) -> Option<&GrassSeat> {
    let to_move = shown.picture.to_move?;
    shown.picture.seats.iter().find(|seat| seat.seat == to_move)
}

fn name(shown: &Shown, seat: Seat) -> &str {
    let found = shown.picture.seats.iter().find(|player| player.seat == seat);
    found.map_or("nobody", |player| player.name.as_str())
}
