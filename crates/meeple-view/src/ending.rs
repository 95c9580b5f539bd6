//! The result of a finished game: the standings, and the reason in words.

use crate::{
    View, ViewScene,
    words::{capitalise, conjugate, join_names},
};
use meeple_core::{
    EndEvent, EndedBy, Game, GameHistory, Outcome, Seat, SeatResult, text::printable,
};
use serde::Serialize;

/// The result of a finished game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GameResult {
    /// What ended the game: the rules, a forfeit or a resignation.
    pub by: EndedBy,
    /// All seats, the best first.
    pub standing: Vec<SeatStanding>,
    /// Why the game ended and who has won, in one sentence.
    pub sentence: String,
}

/// The result of one seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeatStanding {
    /// The seat.
    pub seat: Seat,
    /// The player's name.
    pub name: String,
    /// The rank; 1 is the best, and equal results share a rank.
    pub rank: u8,
    /// Points as the game counts them.
    pub score: i32,
    /// The points with their unit: `12 points`.
    #[serde(skip)]
    pub score_text: String,
    /// What else was achieved, if it is informative.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub achievement: Option<String>,
}

impl GameResult {
    /// Returns the result of this game, once it is over.
    pub fn of<V: View>(game: &GameHistory) -> Option<Self> {
        let (end, scene) = (game.end()?, ViewScene::<V::Game>::current(game)?);
        let seats = end.results.iter().enumerate();
        let mut standing: Vec<SeatStanding> = seats
            .map(|(index, result)| seat_standing::<V>(&scene, Seat::new(index), *result))
            .collect();
        standing.sort_by_key(|standing| standing.rank); // stable: seats of equal rank keep their order
        let reason = match end.by {
            EndedBy::Rules => match scene.position.outcome() {
                Some(outcome) => V::explain_end(&scene, &adjusted(&outcome, end)),
                None => printable(&end.reason),
            },
            EndedBy::Forfeit | EndedBy::Resignation => printable(&end.reason),
        };
        let sentence = capitalise(&format!("{reason}: {}.", winners(&standing)));
        Some(GameResult { by: end.by, standing, sentence })
    }
}

fn seat_standing<V: View>(
    scene: &ViewScene<'_, V::Game>,
    seat: Seat,
    result: SeatResult,
) -> SeatStanding {
    let SeatResult { score, rank } = result;
    let name = scene.name(seat).to_owned();
    let score_text = V::format_score(scene.position, score);
    let achievement = V::achievement(scene, seat);
    SeatStanding { seat, name, rank, score, score_text, achievement }
}

/// Returns the outcome with the ranks of the end event, in which players who left come last.
fn adjusted(outcome: &Outcome, end: &EndEvent) -> Outcome {
    Outcome { results: end.results.iter().copied().collect(), reason: outcome.reason.clone() }
}

fn winners(standing: &[SeatStanding]) -> String {
    let winners: Vec<&str> =
        standing.iter().filter(|seat| seat.rank == 1).map(|seat| seat.name.as_str()).collect();
    match winners[..] {
        [name] => format!("{name} {}", conjugate(name, "win")),
        _ if winners.len() == standing.len() => "a draw".into(),
        _ => format!("{} share the win", join_names(&winners)),
    }
}
