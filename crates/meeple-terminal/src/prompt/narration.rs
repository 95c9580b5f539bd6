//! Shows a finished game as text: one position, or the whole game from the start.

use super::{Prompt, game::GameOf};
use crate::paint::Paint;
use meeple_ai::roster::Resources;
use meeple_core::{
    Event, GameHistory,
    text::{format_count, printable},
};
use meeple_view::{GameResult, NarratedPly, ViewScene};

/// Draws the board after `ply` deals and moves.
pub(super) fn draw_at<P: Prompt>(game: &GameHistory, ply: usize, paint: Paint) -> String {
    P::new(&Resources::default()).draw(&scene_at::<P>(game, ply), paint)
}

/// Narrates a whole game from the start. Moves that were taken back are left out; faults and resignations are
/// included.
pub(super) fn narrate<P: Prompt>(game: &GameHistory, paint: Paint) -> String {
    let prompt = P::new(&Resources::default());
    let draw = |ply: usize| prompt.draw(&scene_at::<P>(game, ply), paint);
    let mut parts = vec![title(game), draw(0)];
    for ply in 1..=game.plies().len() {
        let NarratedPly { did, followed } =
            NarratedPly::of::<P::View>(game, ply).unwrap_or_default();
        parts.push(format!("{ply}. {did}"));
        parts.extend(followed);
        parts.push(draw(ply));
    }
    parts.extend(game.log().iter().filter_map(|event| fault_line(game, event)));
    parts.extend(match GameResult::of::<P::View>(game) {
        Some(ending) => end_lines(&ending),
        None => vec![format!("Unfinished after {}.", format_count(game.plies().len(), "ply"))],
    });
    let told = parts.iter().map(|part| part.trim_end()).filter(|part| !part.is_empty());
    told.collect::<Vec<_>>().join("\n") + "\n"
}

/// Returns the game, the players and the date.
pub(super) fn title(game: &GameHistory) -> String {
    let header = game.header();
    let names: Vec<String> = header.seats.iter().map(|seat| printable(&seat.name)).collect();
    format!("{}: {}, {}", header.game, names.join(" against "), printable(&header.time))
}

/// Returns the final standings, if there are scores to show, and the last sentence.
pub(super) fn end_lines(ending: &GameResult) -> Vec<String> {
    let has_scores = ending.standing.iter().any(|seat| seat.score > 1);
    let standing = ending.standing.iter().filter(|_| has_scores).map(|seat| {
        let achievement = seat.achievement.as_ref().map(|more| format!(", {more}"));
        let achievement = achievement.unwrap_or_default();
        format!("{}. {}: {}{achievement}", seat.rank, seat.name, seat.score_text)
    });
    standing.chain([ending.sentence.clone()]).collect()
}

/// Describes the fault of a player, if the event is one.
fn fault_line(game: &GameHistory, event: &Event) -> Option<String> {
    let Event::Fault { seat, verdict, seen, .. } = event else { return None };
    let name = game.header().seats.get(seat.index()).map_or("nobody", |info| info.name.as_str());
    Some(format!("{} failed: {}: {}", printable(name), printable(verdict), printable(seen)))
}

pub(super) fn scene_at<P: Prompt>(game: &GameHistory, ply: usize) -> ViewScene<'_, GameOf<P>> {
    ViewScene::at(game, ply).expect("the match plays this game, and the ply is in its line")
}
