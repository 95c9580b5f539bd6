//! What is said: whose turn it is, what somebody did, what came of it.

use super::draw;
use crate::plain::Scene;
use meeple_core::{Game, Outcome, Seat, Turn};
use meeple_games::grass::{BonusKind, Grass, Move, Orientation, Phase, ROUNDS};
use std::fmt::Write;

/// Lines of the heading are no wider.
const WIDEST: usize = 78;

/// The round and who is to move; then everybody's colour, square and coupons.
pub(super) fn heading(scene: &Scene<'_, Grass>) -> String {
    let game = scene.position;
    let mut text = match game.turn() {
        Turn::Seat(seat) => format!("{}: {}\n", round(game), player(scene, seat)),
        _ => format!("{}: {}\n", round(game), game.phase()),
    };
    let mut width = 0;
    for seat in (0..game.seats()).map(Seat::new) {
        let (side, coupons) = (game.board().largest_square(seat), game.holdings(seat).coupons);
        let noun = if coupons == 1 { "coupon" } else { "coupons" };
        let held = format!(": {side}x{side}, {coupons} {noun}");
        let wide = plain_player(scene, seat).chars().count() + held.len() + 3;
        if width > 0 && width + wide > WIDEST {
            text.truncate(text.trim_end().len());
            text.push('\n');
            width = 0;
        }
        width += wide;
        let _ = write!(text, "{}{held}   ", player(scene, seat));
    }
    text.trim_end().to_owned() + "\n"
}

fn round(game: &Grass) -> String {
    match (game.phase(), game.round()) {
        (Phase::Over, _) => "The end".into(),
        (_, round @ 0..=ROUNDS) => format!("Round {round} of {ROUNDS}"),
        _ => "Final coupons".into(),
    }
}

/// A player's number on the board, name and colour; in that colour where there are any.
fn player(scene: &Scene<'_, Grass>, seat: Seat) -> String {
    scene.paint.style(draw::style(scene, seat), &plain_player(scene, seat))
}

fn plain_player(scene: &Scene<'_, Grass>, seat: Seat) -> String {
    let (number, name) = (seat.index() + 1, scene.name(seat));
    let colour = scene.seats.get(seat.index()).and_then(|info| info.colour.as_deref());
    colour.map_or(format!("{number} {name}"), |colour| format!("{number} {name} ({colour})"))
}

/// What a seat does, seen before it is done.
pub(super) fn moved(scene: &Scene<'_, Grass>, seat: Seat, mv: Move) -> String {
    let (game, name) = (scene.position, scene.name(seat));
    let turned = |orientation: Orientation| {
        if orientation == Orientation::AS_DRAWN { String::new() } else { format!(" {orientation}") }
    };
    let tile = game.tile_in_hand();
    match mv {
        Move::Lay { corner, orientation } => match tile {
            Some(tile) => format!("{name} lays tile {tile} at {corner}{}", turned(orientation)),
            None => format!("{name} lays a 1x1 tile on {corner}"),
        },
        Move::Exchange(number) => {
            let taken = game.queue().next_tiles().nth(usize::from(number) - 1);
            let taken = taken.map_or(String::new(), |tile| format!(", tile {tile}"));
            format!("{name} exchanges for number {number}{taken}")
        }
        Move::Remove(cell) => format!("{name} removes the stone on {cell}"),
        Move::Discard => format!("{name} discards the tile"),
        Move::Stone(cell) => format!("{name} places a stone on {cell}"),
        Move::Steal(cell) => match game.board().tile_at(cell) {
            Some((tile, placed)) => {
                format!("{name} steals tile {tile} of {} at {cell}", scene.name(placed.owner))
            }
            None => format!("{name} steals at {cell}"),
        },
        Move::Stop => format!("{name} stops"),
    }
}

/// Captures, tiles that fit nowhere, bonuses that are lost.
pub(super) fn consequences(scene: &Scene<'_, Grass>, before: &Grass) -> String {
    let (game, old) = (scene.position, before.board());
    let mut text = String::new();
    for bonus in game.board().captured().iter().filter(|bonus| !old.is_captured(bonus.cell)) {
        let owner = game.board().owner(bonus.cell).map_or("nobody", |seat| scene.name(seat));
        let gives = match bonus.kind {
            BonusKind::Exchange => "one more coupon",
            BonusKind::Stone => "a stone to place",
            BonusKind::Robbery => "a tile to steal",
        };
        let _ = writeln!(text, "{owner} captures {}: {gives} (G10)", bonus.cell);
    }
    let covered = |cell| !game.board().is_captured(cell) && game.board().owner(cell).is_some();
    for bonus in old.bonuses().iter().filter(|bonus| covered(bonus.cell)) {
        let _ = writeln!(
            text,
            "The bonus square {} on {} is lost (G9)",
            bonus.kind.letter(),
            bonus.cell
        );
    }
    let gone: Vec<_> = before.discarded().collect();
    for tile in game.discarded().filter(|tile| !gone.contains(tile)) {
        let _ = writeln!(text, "Tile {tile} fits nowhere and is discarded (G6)");
    }
    if game.round() != before.round() {
        let _ = writeln!(text, "{}", round(game));
    }
    text
}

/// Everybody's square and grass, and who wins.
pub(super) fn end(scene: &Scene<'_, Grass>, outcome: &Outcome) -> String {
    let mut text = String::new();
    for (index, result) in outcome.results.iter().enumerate() {
        let seat = Seat::new(index);
        let grass = scene.position.board().grass(seat).len();
        let (name, side) = (player(scene, seat), result.score);
        let _ = writeln!(text, "{}. {name}: {side}x{side}, {grass} cells of grass", result.rank);
    }
    let names: Vec<&str> = outcome.winners().map(|seat| scene.name(seat)).collect();
    let verb = if names.len() > 1 || names == ["you"] { "win" } else { "wins" };
    let mut reason = outcome.reason.to_string();
    if let Some(first) = reason.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let _ = writeln!(text, "{reason}: {} {verb}.", names.join(" and "));
    text
}
