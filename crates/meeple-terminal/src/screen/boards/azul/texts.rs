//! Describes the move under the cursor in words.

use super::{
    position_info::{Pile, PositionInfo},
    selection::{AzulSelection, ChoiceStep},
};
use crate::screen::boards::MovePreview;
use meeple_view::{
    azul::{
        ColourGroup, ShownDestination, ShownDraft, ShownPlayerBoard, ShownSource, ShownTiling,
        WallCell,
    },
    words::{capitalise, join_names},
};

/// Returns what the move under the cursor would do, or why it is illegal.
pub(super) fn preview(info: &PositionInfo, choosing: AzulSelection) -> MovePreview {
    if let ChoiceStep::Cell(column) = choosing.step {
        return match info.tiling(column) {
            Some(tiling) => MovePreview::Legal(describe_tiling(tiling)),
            None => info.cell_refusal(column).map_or(MovePreview::Nothing, MovePreview::Refused),
        };
    }
    if let Some((pile, place)) = choosing.selected_place(info) {
        return match info.draft(pile, place) {
            Some(draft) => MovePreview::Legal(describe_draft(draft)),
            None => info.refusal(pile, place).map_or(MovePreview::Nothing, MovePreview::Refused),
        };
    }
    let Some(pile) = choosing.pile(info) else { return MovePreview::Nothing };
    MovePreview::Legal(describe_pile(pile, info.drafts(pile).next()))
}

/// `White to B3: +4.`
fn describe_tiling(tiling: &ShownTiling) -> String {
    let ShownTiling { colour, row, column, points, .. } = *tiling;
    capitalise(&format!("{colour} to {}: +{points}.", WallCell { row, column }.name()))
}

/// `2 blue from factory 2. 1 red and 1 white slide to the centre.`
fn describe_pile(pile: Pile, draft: Option<&ShownDraft>) -> String {
    let from = source(pile.source);
    let rest = draft.map(describe_rest).unwrap_or_default();
    format!("{} {} from {from}.{rest}", pile.count, pile.colour)
}

/// `3 red from factory 2 to line 2: 2 fit, 1 falls, -1. The line will be full.`
fn describe_draft(draft: &ShownDraft) -> String {
    let ShownDraft { takes, colour, fits, falls, misses, .. } = *draft;
    let fall = if falls == 1 { "falls" } else { "fall" };
    let what = match draft.place {
        ShownDestination::Floor => format!("floor: {}", cost(draft.cost)),
        ShownDestination::Line(line) if falls > 0 => {
            format!("line {line}: {fits} fit, {falls} {fall}: {}", cost(draft.cost))
        }
        ShownDestination::Line(line) if takes == 1 => format!("line {line}: it fits"),
        ShownDestination::Line(line) => format!("line {line}: all fit"),
    };
    let line = match draft.place {
        ShownDestination::Floor => String::new(),
        ShownDestination::Line(_) if draft.fills_line => " The line will be full.".into(),
        ShownDestination::Line(_) => format!(" The line will need {misses} more."),
    };
    let lid = match draft.to_lid {
        0 => String::new(),
        lid => format!(" {lid} to the lid: the floor is full."),
    };
    let end = if draft.ends_draft { " The round ends." } else { "" };
    let rest = describe_rest(draft);
    format!("{takes} {colour} from {} to {what}.{line}{lid}{rest}{end}", source(draft.source))
}

/// Describes the marker taken along and the tiles that slide to the centre.
fn describe_rest(draft: &ShownDraft) -> String {
    let marker = match (draft.takes_marker, draft.marker_cost) {
        (false, _) => String::new(),
        (true, points) => format!(" You also take the marker: {}.", cost(points)),
    };
    let slides: Vec<String> = draft
        .slides
        .iter()
        .map(|ColourGroup { colour, count }| format!("{count} {colour}"))
        .collect();
    let total: u8 = draft.slides.iter().map(|group| group.count).sum();
    let slides = match total {
        0 => String::new(),
        total => {
            let all = join_names(&slides.iter().map(String::as_str).collect::<Vec<_>>());
            format!(" {all} {} to the centre.", if total == 1 { "slides" } else { "slide" })
        }
    };
    format!("{marker}{slides}")
}

fn cost(points: u16) -> String {
    if points == 0 { "no cost".into() } else { format!("-{points}") }
}

fn source(source: ShownSource) -> String {
    match source {
        ShownSource::Factory(number) => format!("factory {number}"),
        ShownSource::Centre => "the centre".into(),
    }
}

/// Returns further details about a player in a few words.
pub(super) fn detail(board: &ShownPlayerBoard) -> String {
    let marker = board.has_marker.then(|| "marker".to_owned());
    let floor = (board.floor.cost > 0).then(|| format!("floor -{}", board.floor.cost));
    let parts: Vec<String> = marker.into_iter().chain(floor).collect();
    parts.join(", ")
}
