//! A game as the page replays it: pictures, words, points, and where the lead changed.
//!
//! The first picture is whole, every other what changed in it. All of it is
//! deflated and spelled in base64, so nothing in it can end the element in
//! which it lies.

use super::changes::changes;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use flate2::{Compression, write::ZlibEncoder};
use meeple_core::{Event, Match, Millis, Seat, text::printable};
use meeple_view::AnyView;
use serde::Serialize;
use serde_json::Value;
use std::io::Write as _;

/// How a game is shown: by pictures, where the page can draw them, or by its positions' text.
#[derive(Clone, Copy)]
pub(super) enum Shown {
    /// By pictures.
    Drawn(&'static dyn AnyView),
    /// By positions' texts.
    Spelled(&'static dyn AnyView),
}

#[derive(Serialize)]
struct Replay<'a> {
    game: &'a str,
    seats: Vec<ReplaySeat>,
    first: Value,
    plies: Vec<ReplayPly>,
    /// Everybody's points, before the first ply and after each.
    points: Vec<Vec<i32>>,
    /// The plies that changed who is ahead.
    leads: Vec<usize>,
    faults: Vec<ReplayFault>,
    ending: String,
}

#[derive(Serialize)]
struct ReplaySeat {
    name: String,
    mark: Option<usize>,
}

#[derive(Serialize)]
struct ReplayPly {
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<Seat>,
    did: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    followed: Vec<String>,
    changes: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
}

#[derive(Serialize)]
struct ReplayFault {
    /// After how many plies.
    ply: usize,
    seat: Seat,
    verdict: String,
    seen: String,
}

/// The game as it lies in the page. `marks` are those of the seats.
pub(super) fn packed(game: &Match, shown: Shown, marks: &[Option<usize>]) -> String {
    let replay = Replay::of(game, shown, marks);
    // In one piece: each write has a price.
    let text = serde_json::to_vec(&replay).expect("a replay is plain data");
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&text).expect("a Vec takes everything");
    STANDARD.encode(encoder.finish().expect("a Vec takes everything"))
}

impl<'a> Replay<'a> {
    fn of(game: &'a Match, shown: Shown, marks: &[Option<usize>]) -> Self {
        let points: Vec<Vec<i32>> = (0..=game.line().len()).map(|ply| points(game, ply)).collect();
        let seats = game.header().seats.iter().enumerate();
        let first = shown.picture(game, 0);
        Replay {
            game: &game.header().game,
            seats: seats
                .map(|(index, info)| ReplaySeat {
                    name: printable(&info.name),
                    mark: marks.get(index).copied().flatten(),
                })
                .collect(),
            plies: plies(game, shown, &first),
            first,
            leads: lead_changes(&points),
            points,
            faults: faults(game),
            ending: shown
                .view()
                .ending(game)
                .map_or("It was cut off here.".into(), |ending| ending.sentence),
        }
    }
}

impl Shown {
    fn view(self) -> &'static dyn AnyView {
        match self {
            Shown::Drawn(view) | Shown::Spelled(view) => view,
        }
    }

    fn picture(self, game: &Match, ply: usize) -> Value {
        let text = || game.position_at(ply).map_or(Value::Null, |at| at.to_string().into());
        match self {
            Shown::Drawn(view) => view.picture_at(game, ply).unwrap_or_else(text),
            Shown::Spelled(_) => text(),
        }
    }
}

fn plies(game: &Match, shown: Shown, first: &Value) -> Vec<ReplayPly> {
    let mut before = first.clone();
    let plies = game.line().iter().enumerate().map(|(index, ply)| {
        let after = shown.picture(game, index + 1);
        let changes = changes(&before, &after);
        before = after;
        let told = shown.view().tell(game, index + 1).unwrap_or_default();
        let (seat, text, ms, comment) = match &*ply.event {
            Event::Move { seat, mv, ms, comment, .. } => (Some(*seat), mv.as_str(), *ms, comment),
            Event::Deal { deal } => (None, deal.as_str(), None, &None),
            _ => (None, "", None, &None),
        };
        // What is not told in words, such as being stuck, is what followed; else it is spelled.
        let is_told = !told.did.is_empty() || !told.followed.is_empty();
        ReplayPly {
            seat,
            did: if is_told { told.did } else { printable(text) },
            followed: told.followed,
            changes,
            ms: ms.map(Millis::as_f64),
            comment: comment.as_deref().map(printable),
        }
    });
    plies.collect()
}

fn points(game: &Match, ply: usize) -> Vec<i32> {
    let position = game.position_at(ply);
    let seats = 0..game.header().seats.len();
    seats.map(|seat| position.map_or(0, |position| position.points(Seat::new(seat)))).collect()
}

/// The plies after which somebody else is alone ahead than the last one who was.
fn lead_changes(points: &[Vec<i32>]) -> Vec<usize> {
    let mut last = None;
    let mut changes = Vec::new();
    for (ply, points) in points.iter().enumerate() {
        let Some(leader) = leader(points) else { continue };
        if last.is_some_and(|last| last != leader) {
            changes.push(ply);
        }
        last = Some(leader);
    }
    changes
}

/// Who is alone ahead.
fn leader(points: &[i32]) -> Option<usize> {
    let most = points.iter().max()?;
    let mut ahead = points.iter().enumerate().filter(|(_, points)| *points == most);
    ahead.next().filter(|_| ahead.next().is_none()).map(|(seat, _)| seat)
}

/// Who failed or gave up, and when.
fn faults(game: &Match) -> Vec<ReplayFault> {
    let mut ply = 0;
    let mut faults = Vec::new();
    for event in game.log() {
        match &**event {
            Event::Deal { .. } | Event::Move { .. } => ply += 1,
            Event::Undo { plies } => ply -= plies,
            Event::Fault { seat, verdict, seen, .. } => {
                let (verdict, seen) = (printable(verdict), printable(seen));
                faults.push(ReplayFault { ply, seat: *seat, verdict, seen });
            }
            Event::Resign { seat } => {
                let (verdict, seen) = ("gave up".into(), String::new());
                faults.push(ReplayFault { ply, seat: *seat, verdict, seen });
            }
            Event::Start(_) | Event::End(_) => {}
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(points: &[[i32; 2]], expected: &[usize]) {
        let points: Vec<Vec<i32>> = points.iter().map(|points| points.to_vec()).collect();
        assert_eq!(lead_changes(&points), expected);
    }

    #[test]
    fn the_lead_changes_when_another_is_alone_ahead() {
        check(&[[0, 0], [1, 0], [1, 1], [1, 2], [3, 2]], &[3, 4]);
    }

    #[test]
    fn the_first_leader_and_a_tie_change_nothing() {
        check(&[[0, 0], [0, 2], [2, 2], [2, 3]], &[]);
    }
}
