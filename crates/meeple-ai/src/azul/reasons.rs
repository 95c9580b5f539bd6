//! Explains why a move is good or bad, from counted points and tiles.
//!
//! ```text
//! completes line 3 for 5 points; leaves the next player blue: 4 points on line 2
//! ```

use super::{
    board_evaluation::BoardEvaluation,
    handmade::Handmade,
    round::{CENTRE, DraftMove, DraftRound, FLOOR, Outset, PackedLines, Standings, UNTAKEN},
    tiling::{FLOOR_COSTS, Tiled},
    wall_bits::WallBits,
};
use crate::search::SearchState;
use meeple_core::{Game, Turn};
use meeple_games::azul::{Azul, FLOOR_LINE_SLOTS, Move, ROW_BONUS, TileColour, WallSide};

/// An opponent's gain is mentioned from this many points on.
const WORTH_A_WORD: i32 = 3;

/// A reason and its approximate weight in points, used for sorting.
struct ScoredReason {
    weight: f32,
    text: String,
}

fn reason(weight: f32, text: String) -> ScoredReason {
    ScoredReason { weight, text }
}

/// Returns the reasons for and against a draft, the weightiest first. `reply` is the draft that the
/// search expects next.
pub(crate) fn of_draft(outset: &Outset, draft: DraftMove, reply: Option<DraftMove>) -> Vec<String> {
    let Outset { round, standings, .. } = outset;
    let mut after = *round;
    after.play(draft);
    let mut reasons = own(round, &after, standings, draft);
    reasons.extend(taken_away(round, standings, draft));
    reasons.extend(reply.and_then(|reply| left(&after, standings, reply, round.to_move)));
    reasons.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    reasons.into_iter().map(|reason| reason.text).collect()
}

/// Returns the reasons for tiling a cell of the grey wall.
pub(crate) fn of_cell(position: &Azul, mv: Move) -> Vec<String> {
    let (Move::Wall(action), Turn::Seat(seat)) = (mv, Game::turn(position)) else {
        return Vec::new();
    };
    let (Some(board), Some((_, colour))) = (position.board(seat), position.line_to_tile()) else {
        return Vec::new();
    };
    let before = WallBits::of(board.wall());
    let (row, column) = (usize::from(action.row), usize::from(action.column));
    let mut after = before;
    after.put(row, column, colour.index());
    let score = before.points(row, column);
    let mut reasons = completed(&before, &after);
    reasons.push(reason(score.into(), format!("scores {}", points(score.into()))));
    reasons.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    reasons.into_iter().map(|reason| reason.text).collect()
}

/// Returns the effects of the draft on the player's own board.
fn own(
    round: &DraftRound,
    after: &DraftRound,
    standings: &Standings,
    draft: DraftMove,
) -> Vec<ScoredReason> {
    let seat = usize::from(round.to_move);
    let (board, new) = (&round.boards[seat], &after.boards[seat]);
    let colour = name(draft.colour);
    let taken = round.heap(draft.source).count(draft.colour.into());
    let mut reasons = Vec::new();
    let tiled = [board, new].map(|board| tiled(standings, seat, board.lines));
    if draft.line == FLOOR {
        reasons.push(reason(0.1, format!("drops {taken} {colour} on the floor")));
    } else {
        let (row, line) = (usize::from(draft.line), draft.line + 1);
        let gained = tiled[1].points - tiled[0].points;
        let missing = row as u32 + 1 - new.lines.count(row);
        reasons.push(if missing == 0 {
            reason(gained as f32, format!("completes line {line} for {}", points(gained)))
        } else {
            reason(0.3, format!("line {line} will need {missing} more {colour}"))
        });
    }
    reasons.extend(completed(&tiled[0].wall, &tiled[1].wall));
    let slots = |floor: u8| FLOOR_COSTS[usize::from(floor).min(FLOOR_LINE_SLOTS)];
    let cost = slots(new.floor) - slots(board.floor);
    if cost > 0 {
        reasons.push(reason(cost as f32, format!("costs {} on the floor", points(cost))));
    }
    if draft.source == CENTRE && round.marker == UNTAKEN {
        reasons.push(reason(1.0, "starts the next round".into()));
    }
    reasons
}

/// Returns the rows, columns and colours that are complete `after` but not `before`.
fn completed(before: &WallBits, after: &WallBits) -> Vec<ScoredReason> {
    let mut reasons = Vec::new();
    if after.complete_rows() > before.complete_rows() {
        let text = format!("completes a row: {ROW_BONUS} points at the end, and the game ends");
        reasons.push(reason(6.0, text));
    }
    if after.complete_columns() > before.complete_columns() {
        reasons.push(reason(7.0, "completes a column: 7 points at the end".into()));
    }
    let is_complete =
        |wall: &WallBits, colour: &TileColour| wall.rows_with(colour.index()) == 0b1_1111;
    for colour in TileColour::ALL {
        if is_complete(after, &colour) && !is_complete(before, &colour) {
            reasons.push(reason(10.0, format!("completes {colour}: 10 points at the end")));
        }
    }
    reasons
}

/// Returns the best use that the next player could have made of the same tiles, if it is worth mentioning.
fn taken_away(round: &DraftRound, standings: &Standings, draft: DraftMove) -> Option<ScoredReason> {
    let next = (usize::from(round.to_move) + 1) % usize::from(round.players);
    let taken = round.heap(draft.source).count(draft.colour.into());
    let lines = round.boards[next].lines;
    let before = tiled(standings, next, lines).points;
    let colour = usize::from(draft.colour);
    let fills = |row: &usize| {
        let room = *row as u32 + 1 - lines.count(*row);
        let is_open = round.boards[next].open >> (5 * row + colour) & 1 == 1;
        // With more than one tile left over the next player wouldn't want them.
        is_open && (room..room + 2).contains(&taken)
    };
    let gain = |row: usize| {
        let mut lines = lines;
        lines.set(row, colour, row as u32 + 1);
        (tiled(standings, next, lines).points - before, row)
    };
    let (gain, row) = (0..5).filter(fills).map(gain).max()?;
    let text = || {
        let (colour, line, gain) = (name(draft.colour), row + 1, points(gain));
        format!("keeps {colour} from the next player: {gain} on line {line}")
    };
    (gain >= WORTH_A_WORD).then(|| reason(0.7 * gain as f32, text()))
}

/// Returns what the next player is expected to do with the remaining tiles, if it is worth mentioning.
fn left(
    after: &DraftRound,
    standings: &Standings,
    reply: DraftMove,
    mover: u8,
) -> Option<ScoredReason> {
    let seat = usize::from(after.to_move);
    if after.to_move == mover || reply.line == FLOOR {
        return None;
    }
    let mut then = *after;
    then.play(reply);
    let points = |round: &DraftRound| tiled(standings, seat, round.boards[seat].lines).points;
    let gain = points(&then) - points(after);
    let (colour, line) = (name(reply.colour), reply.line + 1);
    let text = || format!("leaves the next player {colour}: {} on line {line}", self::points(gain));
    (gain >= WORTH_A_WORD).then(|| reason(0.8 * gain as f32, text()))
}

fn tiled(standings: &Standings, seat: usize, lines: PackedLines) -> Tiled {
    let side = standings.side;
    let handmade = Handmade::new(WallSide::Grey);
    Tiled::of(standings.walls[seat], lines, side, |wall| handmade.worth(wall))
}

fn name(colour: u8) -> &'static str {
    TileColour::ALL[usize::from(colour)].name()
}

fn points(count: i32) -> String {
    format!("{count} point{}", if count == 1 { "" } else { "s" })
}
