//! Practice sets: the built-in positions of each stage of a game, and the user's own mistakes. Also
//! generates new positions from games of computer players.

use super::progress::mistakes;
use crate::{game_ui::GameUi, screen::app_context::AppContext};
use meeple_ai::{
    advice::{AnyAdviser, Question, adviser},
    practice::{GameStage, positions},
    roster::{Resources, roster},
};
use meeple_core::{
    AnyGame, Contestant, GameHistory, Header, Limits, Notes, SeatInfo, TableDue, Turn,
    rng::{RngStream, seeded},
};
use meeple_games::GameKind;
use meeple_session::open_table::open_anonymous;
use rand::RngExt;

/// A set of positions to practise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PracticeSet {
    /// The positions of a stage of the game.
    Stage(GameStage),
    /// The user's own mistakes.
    Mistakes,
}

impl PracticeSet {
    /// All sets.
    pub(super) const ALL: [PracticeSet; 4] = [
        PracticeSet::Stage(GameStage::Opening),
        PracticeSet::Stage(GameStage::Middle),
        PracticeSet::Stage(GameStage::End),
        PracticeSet::Mistakes,
    ];

    /// Returns the name of the set.
    pub(super) fn word(self) -> &'static str {
        match self {
            PracticeSet::Stage(stage) => stage.word(),
            PracticeSet::Mistakes => "my mistakes",
        }
    }

    /// Returns the positions of the set; an error says why they can't be read.
    pub(super) fn positions(self, kind: GameKind, ctx: &AppContext) -> Result<Vec<String>, String> {
        match self {
            PracticeSet::Mistakes => mistakes(kind, ctx),
            PracticeSet::Stage(stage) => Ok(positions(kind, stage).map(String::from).collect()),
        }
    }
}

/// Starts a game at this position, with the user in the seat to move; `None` if the text is invalid or no
/// seat is to move.
pub(super) fn start_match(kind: GameKind, position: &str) -> Option<GameHistory> {
    let position = kind.parse_position(position).ok()?;
    let Turn::Seat(mover) = position.turn() else { return None };
    let seat = |index| SeatInfo {
        name: if index == mover.index() { "you".into() } else { format!("player {}", index + 1) },
        colour: None,
        who: Contestant::Person,
    };
    let seats = (0..position.seats()).map(seat).collect();
    let usual = open_anonymous(kind, &[], 0).ok()?;
    let header = Header { seats, ..usual.game().header().clone() };
    GameHistory::start(header, position).ok()
}

/// The node limit for judging a generated position.
const JUDGING_NODES: u64 = 20_000;
/// The least difference in win chance between the best and the worst listed move.
const MIN_CHANCE_GAP: f64 = 0.05;

/// Plays a game with this seed and returns a random position of this stage, if it is worth practising.
pub fn generate(
    kind: GameKind,
    stage: GameStage,
    seed: u64,
    resources: &Resources,
) -> Option<String> {
    let mut rng = seeded(seed, RngStream::Other(1));
    let sizes = GameUi::of(kind).sizes.iter();
    let options: Vec<String> = sizes
        .map(|(option, range)| format!("{option}={}", rng.random_range(range.clone())))
        .collect();
    let game = whole_game(kind, &options, seed, resources)?;
    let plies = game.plies().len();
    let third = GameStage::ALL.iter().position(|&other| other == stage)?;
    let (first, end) = (plies * third / 3, plies * (third + 1) / 3);
    let ply = rng.random_range(first..end.max(first + 1));
    let position = game.position_at(ply)?;
    let mut adviser = adviser(kind, resources);
    is_worth_practising(position, &mut *adviser, seed).then(|| position.to_string())
}

/// Plays a game in which `normal` moves for every seat; its mistakes lead to instructive positions.
fn whole_game(
    kind: GameKind,
    options: &[String],
    seed: u64,
    resources: &Resources,
) -> Option<GameHistory> {
    let mut table = open_anonymous(kind, options, seed).ok()?;
    let mut player = roster(kind).seat("normal", resources).ok()?;
    loop {
        match table.due() {
            TableDue::Deal => drop(table.deal().ok()?),
            TableDue::Seat(seat) => {
                let mut rng = table.rng_for(seat);
                let choice = player.choose_text(table.position(), &Limits::default(), &mut rng);
                table.play(seat, &choice.ok()?.mv, Notes::default()).ok()?;
            }
            TableDue::End | TableDue::Over => return Some(table.game().clone()),
        }
    }
}

/// Returns whether the choice matters: the best move is clearly better than the worst of those the
/// adviser lists.
fn is_worth_practising(position: &dyn AnyGame, adviser: &mut dyn AnyAdviser, seed: u64) -> bool {
    let moves = position.legal_move_texts();
    if !matches!(position.turn(), Turn::Seat(_)) || moves.len() < 4 {
        return false;
    }
    let limits = Limits { nodes: Some(JUDGING_NODES), ..Limits::default() };
    let mut rng = seeded(seed, RngStream::Other(2));
    let Ok(advice) =
        adviser.advise_text(position, &Question::top(moves.len().min(8)), &limits, &mut rng)
    else {
        return false;
    };
    let (Some(best), Some(last)) = (advice.moves.first(), advice.moves.last()) else {
        return false;
    };
    // Positions that are lost, or won by every move, teach nothing.
    best.chance > 0.1 && best.chance - last.chance >= MIN_CHANCE_GAP
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_position_can_be_practised() {
        for &kind in GameKind::ALL {
            for stage in GameStage::ALL {
                for position in positions(kind, stage) {
                    let game =
                        start_match(kind, position).unwrap_or_else(|| panic!("{kind}: {position}"));
                    assert_eq!(game.position().to_string(), position);
                }
            }
        }
    }
}
