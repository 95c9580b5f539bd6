//! What is said of the move under the cursor, in words.

use super::{
    choosing::{Choosing, Step},
    moment::{Moment, Pile},
};
use crate::screen::boards::Preview;
use meeple_view::{
    azul::{Draft, Group, Place, SeatBoard, TakenFrom, Tiling},
    words::{capitalised, listed},
};

/// What would be done, or why it is refused.
pub(super) fn preview(moment: &Moment, choosing: Choosing) -> Preview {
    if let Step::Cell(column) = choosing.step {
        return match moment.tiling(column) {
            Some(tiling) => Preview::Does(tell_tiling(tiling)),
            None => moment.cell_refusal(column).map_or(Preview::Nothing, Preview::Refused),
        };
    }
    if let Some((pile, place)) = choosing.placing(moment) {
        return match moment.draft(pile, place) {
            Some(draft) => Preview::Does(tell_draft(draft)),
            None => moment.refusal(pile, place).map_or(Preview::Nothing, Preview::Refused),
        };
    }
    let Some(pile) = choosing.pile(moment) else { return Preview::Nothing };
    Preview::Does(tell_pile(pile, moment.drafts(pile).next()))
}

/// `White in row 3, column 2: +4.`
fn tell_tiling(tiling: &Tiling) -> String {
    let Tiling { colour, row, column, points, .. } = tiling;
    capitalised(&format!("{colour} in row {row}, column {column}: +{points}."))
}

/// `2 blue from factory 2. 1 red and 1 white slide to the centre.`
fn tell_pile(pile: Pile, draft: Option<&Draft>) -> String {
    let from = source(pile.source);
    let rest = draft.map(tell_rest).unwrap_or_default();
    format!("{} {} from {from}.{rest}", pile.count, pile.colour)
}

/// `3 red from factory 2 to line 2: 2 fit, 1 falls, -1. The line is full then.`
fn tell_draft(draft: &Draft) -> String {
    let Draft { takes, colour, fits, falls, misses, .. } = *draft;
    let fall = if falls == 1 { "falls" } else { "fall" };
    let what = match draft.place {
        Place::Floor => format!("floor: {}", cost(draft.cost)),
        Place::Line(line) if falls > 0 => {
            format!("line {line}: {fits} fit, {falls} {fall}: {}", cost(draft.cost))
        }
        Place::Line(line) if takes == 1 => format!("line {line}: it fits"),
        Place::Line(line) => format!("line {line}: all fit"),
    };
    let line = match draft.place {
        Place::Floor => String::new(),
        Place::Line(_) if draft.fills_line => " The line is full then.".into(),
        Place::Line(_) => format!(" {misses} to go."),
    };
    let lid = match draft.to_lid {
        0 => String::new(),
        lid => format!(" {lid} to the lid: the floor is full (A7)."),
    };
    let end = if draft.ends_draft { " The round ends." } else { "" };
    let rest = tell_rest(draft);
    format!("{takes} {colour} from {} to {what}.{line}{lid}{rest}{end}", source(draft.source))
}

/// What comes along, and what goes elsewhere.
fn tell_rest(draft: &Draft) -> String {
    let marker = match (draft.takes_marker, draft.marker_cost) {
        (false, _) => String::new(),
        (true, points) => format!(" The marker comes with it: {}.", cost(points)),
    };
    let slides: Vec<String> =
        draft.slides.iter().map(|Group { colour, count }| format!("{count} {colour}")).collect();
    let total: u8 = draft.slides.iter().map(|group| group.count).sum();
    let slides = match total {
        0 => String::new(),
        total => {
            let all = listed(&slides.iter().map(String::as_str).collect::<Vec<_>>());
            format!(" {all} {} to the centre.", if total == 1 { "slides" } else { "slide" })
        }
    };
    format!("{marker}{slides}")
}

fn cost(points: u16) -> String {
    if points == 0 { "no cost".into() } else { format!("-{points}") }
}

fn source(source: TakenFrom) -> String {
    match source {
        TakenFrom::Factory(number) => format!("factory {number}"),
        TakenFrom::Centre => "the centre".into(),
    }
}

/// What else is to be said of somebody, in a few words.
pub(super) fn detail(board: &SeatBoard) -> String {
    let marker = board.has_marker.then(|| "marker".to_owned());
    let floor = (board.floor.cost > 0).then(|| format!("floor -{}", board.floor.cost));
    let parts: Vec<String> = marker.into_iter().chain(floor).collect();
    parts.join(", ")
}
