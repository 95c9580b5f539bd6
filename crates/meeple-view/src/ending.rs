//! How a game ended: the standing, and why, in words.

use crate::{
    Scene, View,
    words::{capitalised, listed, verb},
};
use meeple_core::{End, EndedBy, Game, Match, Outcome, Seat, SeatResult, text::printable};
use serde::Serialize;

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ending {
    /// Who ended it.
    pub by: EndedBy,
    /// Everybody, the best first.
    pub standing: Vec<Standing>,
    /// Why, and who has won: one sentence.
    pub sentence: String,
}

/// What became of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// The seat.
    pub seat: Seat,
    /// Who sat there.
    pub name: String,
    /// 1 is the best.
    pub rank: u8,
    /// Points as the game counts them.
    pub score: i32,
    /// What else was achieved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub achievement: Option<String>,
}

impl Ending {
    /// How this match ended, once it has.
    pub fn of<V: View>(game: &Match) -> Option<Self> {
        let (end, scene) = (game.end()?, Scene::<V::Game>::now(game)?);
        let seats = end.results.iter().enumerate();
        let mut standing: Vec<Standing> =
            seats.map(|(index, result)| stand::<V>(&scene, Seat::new(index), *result)).collect();
        standing.sort_by_key(|standing| standing.rank); // stable: seats that share a rank stay
        let reason = match end.by {
            EndedBy::Rules => match scene.position.outcome() {
                Some(outcome) => V::tell_reason(&scene, &adjusted(&outcome, end)),
                None => printable(&end.reason),
            },
            EndedBy::Forfeit | EndedBy::Resignation => printable(&end.reason),
        };
        let sentence = capitalised(&format!("{reason}: {}.", winners(&standing)));
        Some(Ending { by: end.by, standing, sentence })
    }
}

fn stand<V: View>(scene: &Scene<'_, V::Game>, seat: Seat, result: SeatResult) -> Standing {
    let SeatResult { score, rank } = result;
    let name = scene.name(seat).to_owned();
    Standing { seat, name, rank, score, achievement: V::achievement(scene, seat) }
}

/// The outcome with the ranks of the end: who left comes last.
fn adjusted(outcome: &Outcome, end: &End) -> Outcome {
    Outcome { results: end.results.iter().copied().collect(), reason: outcome.reason.clone() }
}

fn winners(standing: &[Standing]) -> String {
    let winners: Vec<&str> =
        standing.iter().filter(|seat| seat.rank == 1).map(|seat| seat.name.as_str()).collect();
    match winners[..] {
        [name] => format!("{name} {}", verb(name, "win")),
        _ if winners.len() == standing.len() => "a draw".into(),
        _ => format!("{} share the win", listed(&winners)),
    }
}
