//! What is said: whose turn it is, what somebody did, what came of it.

use super::draw;
use crate::paint::Paint;
use meeple_core::{Game, Seat, Turn};
use meeple_games::grass::{Grass, Phase, ROUNDS};
use meeple_view::Scene;
use std::fmt::Write;

/// Lines of the heading are no wider.
const WIDEST: usize = 78;

/// The round and who is to move; then everybody's colour, square and coupons.
pub(super) fn heading(scene: &Scene<'_, Grass>, paint: Paint) -> String {
    let game = scene.position;
    let mut text = match game.turn() {
        Turn::Seat(seat) => format!("{}: {}\n", round(game), player(scene, seat, paint)),
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
        let _ = write!(text, "{}{held}   ", player(scene, seat, paint));
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
fn player(scene: &Scene<'_, Grass>, seat: Seat, paint: Paint) -> String {
    paint.style(draw::style(scene, seat), &plain_player(scene, seat))
}

fn plain_player(scene: &Scene<'_, Grass>, seat: Seat) -> String {
    let (number, name) = (seat.index() + 1, scene.name(seat));
    let colour = scene.seats.get(seat.index()).and_then(|info| info.colour.as_deref());
    colour.map_or(format!("{number} {name}"), |colour| format!("{number} {name} ({colour})"))
}
