//! Telling a game that was played: one position of it, or all from the start.

use super::{PlainGame, Scene};
use crate::paint::Paint;
use meeple_ai::roster::Resources;
use meeple_core::{Event, Header, Match};

/// The board after `ply` deals and moves.
pub(super) fn draw_at<V: PlainGame>(game: &Match, ply: usize, paint: Paint) -> String {
    V::new(&Resources::default()).draw(&scene_at::<V>(game, ply, paint))
}

/// A whole game, told from the start.
pub(super) fn tell<V: PlainGame>(game: &Match, paint: Paint) -> String {
    let view = V::new(&Resources::default());
    let Header { game: name, seats, time, .. } = game.header();
    let names: Vec<&str> = seats.iter().map(|seat| seat.name.as_str()).collect();
    let mut parts = vec![format!("{name}: {}, {time}", names.join(" against "))];
    parts.push(view.draw(&scene_at::<V>(game, 0, paint)));
    for (index, ply) in game.line().iter().enumerate() {
        let before = scene_at::<V>(game, index, paint);
        let after = scene_at::<V>(game, index + 1, paint);
        let told = match &ply.event {
            Event::Move { seat, mv, .. } => view.tell_move(&before, *seat, reread(mv)),
            Event::Deal { deal } => view.tell_deal(&before, &reread(deal)),
            _ => String::new(),
        };
        parts.push(format!("{}. {told}", index + 1));
        parts.push(view.tell_consequences(&after, before.position));
        parts.push(view.draw(&after));
    }
    let last = scene_at::<V>(game, game.line().len(), paint);
    parts.push(match (game.end(), game.outcome()) {
        (Some(_), Some(outcome)) => view.tell_end(&last, &outcome),
        (Some(end), None) => format!("The game was ended: {}.", end.reason),
        (None, _) if game.line().len() == 1 => "Unfinished after 1 ply.".into(),
        (None, _) => format!("Unfinished after {} plies.", game.line().len()),
    });
    let told = parts.iter().map(|part| part.trim_end()).filter(|part| !part.is_empty());
    told.collect::<Vec<_>>().join("\n") + "\n"
}

/// A text that the match has read before.
pub(super) fn reread<T: std::str::FromStr>(text: &str) -> T {
    text.parse().unwrap_or_else(|_| unreachable!("the match has accepted {text:?}"))
}

pub(super) fn scene_at<V: PlainGame>(game: &Match, ply: usize, paint: Paint) -> Scene<'_, V::Game> {
    let position = game.position_at(ply).expect("the ply is in the line");
    let position = position.as_any().downcast_ref().expect("the match plays this game");
    Scene { position, seats: &game.header().seats, line: &game.line()[..ply], paint }
}
