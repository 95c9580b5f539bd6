//! A game as the page replays it: positions, narration, points and lead changes.
//!
//! The first position is stored in full, every later one as its changes. Everything is compressed and encoded
//! as base64, so nothing in it can end the element that contains it.

use super::json_diff::json_diff;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use flate2::{Compression, write::ZlibEncoder};
use meeple_core::{Event, GameHistory, Millis, Seat, text::printable};
use meeple_view::AnyView;
use serde::Serialize;
use serde_json::Value;
use std::io::Write as _;

/// How a game is shown.
#[derive(Clone, Copy)]
pub(super) enum ReplayStyle {
    /// As drawings, if the page can draw this game.
    Drawn(&'static dyn AnyView),
    /// As the text of its positions.
    Text(&'static dyn AnyView),
}

#[derive(Serialize)]
struct EmbeddedReplay<'a> {
    game: &'a str,
    seats: Vec<ReplaySeat>,
    first: Value,
    plies: Vec<ReplayPly>,
    /// Every seat's points before the first ply and after each ply.
    points: Vec<Vec<i32>>,
    /// The plies at which the lead changed.
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
    /// Number of plies played before the fault.
    ply: usize,
    seat: Seat,
    verdict: String,
    seen: String,
}

/// Returns the compressed replay as embedded in the page. `marks` are those of the seats.
pub(super) fn pack_replay(
    game: &GameHistory,
    shown: ReplayStyle,
    marks: &[Option<usize>],
) -> String {
    let replay = EmbeddedReplay::from_match(game, shown, marks);
    // One write for everything: every write to the encoder has a cost.
    let text = serde_json::to_vec(&replay).expect("a replay is plain data");
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&text).expect("a Vec takes everything");
    STANDARD.encode(encoder.finish().expect("a Vec takes everything"))
}

impl<'a> EmbeddedReplay<'a> {
    fn from_match(game: &'a GameHistory, shown: ReplayStyle, marks: &[Option<usize>]) -> Self {
        let points: Vec<Vec<i32>> = (0..=game.plies().len()).map(|ply| points(game, ply)).collect();
        let seats = game.header().seats.iter().enumerate();
        let first = shown.position_json(game, 0);
        EmbeddedReplay {
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

impl ReplayStyle {
    fn view(self) -> &'static dyn AnyView {
        match self {
            ReplayStyle::Drawn(view) | ReplayStyle::Text(view) => view,
        }
    }

    fn position_json(self, game: &GameHistory, ply: usize) -> Value {
        let text = || game.position_at(ply).map_or(Value::Null, |at| at.to_string().into());
        match self {
            ReplayStyle::Drawn(view) => view.picture_at(game, ply).unwrap_or_else(text),
            ReplayStyle::Text(_) => text(),
        }
    }
}

fn plies(game: &GameHistory, shown: ReplayStyle, first: &Value) -> Vec<ReplayPly> {
    let mut before = first.clone();
    let plies = game.plies().iter().enumerate().map(|(index, ply)| {
        let after = shown.position_json(game, index + 1);
        let changes = json_diff(&before, &after);
        before = after;
        let narration = shown.view().narrate(game, index + 1).unwrap_or_default();
        let (seat, text, ms, comment) = match &*ply.event {
            Event::Move { seat, mv, ms, comment, .. } => (Some(*seat), mv.as_str(), *ms, comment),
            Event::Deal { deal } => (None, deal.as_str(), None, &None),
            _ => (None, "", None, &None),
        };
        // A ply may have only consequences, such as being stuck; without any narration its notation is shown.
        let is_narrated = !narration.did.is_empty() || !narration.followed.is_empty();
        ReplayPly {
            seat,
            did: if is_narrated { narration.did } else { printable(text) },
            followed: narration.followed,
            changes,
            ms: ms.map(Millis::as_f64),
            comment: comment.as_deref().map(printable),
        }
    });
    plies.collect()
}

fn points(game: &GameHistory, ply: usize) -> Vec<i32> {
    let position = game.position_at(ply);
    let seats = 0..game.header().seats.len();
    seats.map(|seat| position.map_or(0, |position| position.points(Seat::new(seat)))).collect()
}

/// Returns the plies after which the sole leader differs from the previous sole leader.
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

/// Returns the sole leader, if there is one.
fn leader(points: &[i32]) -> Option<usize> {
    let most = points.iter().max()?;
    let mut ahead = points.iter().enumerate().filter(|(_, points)| *points == most);
    ahead.next().filter(|_| ahead.next().is_none()).map(|(seat, _)| seat)
}

/// Returns the faults and resignations of a game.
fn faults(game: &GameHistory) -> Vec<ReplayFault> {
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
                let (verdict, seen) = ("resigned".into(), String::new());
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
