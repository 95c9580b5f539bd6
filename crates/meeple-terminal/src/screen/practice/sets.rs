//! What can be practised: the positions that come with the program, by stage, and the user's own
//! mistakes. Also generates new positions from games of computer players.

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
    Set(GameStage),
    /// The user's own mistakes.
    Mistakes,
}

impl PracticeSet {
    /// All sets.
    pub(super) const ALL: [PracticeSet; 4] = [
        PracticeSet::Set(GameStage::Opening),
        PracticeSet::Set(GameStage::Middle),
        PracticeSet::Set(GameStage::End),
        PracticeSet::Mistakes,
    ];

    /// Returns the name of the set.
    pub(super) fn word(self) -> &'static str {
        match self {
            PracticeSet::Set(stage) => stage.word(),
            PracticeSet::Mistakes => "my mistakes",
        }
    }

    /// Returns the positions of the set.
    pub(super) fn positions(self, kind: GameKind, ctx: &AppContext) -> Vec<String> {
        match self {
            PracticeSet::Mistakes => mistakes(kind, ctx),
            PracticeSet::Set(stage) => positions(kind, stage).map(String::from).collect(),
        }
    }
}

/// Starts a match from this position, with the user on the seat to move.
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

/// Nodes for judging a generated position, and how much the win chance of its moves must differ.
const NODES: u64 = 20_000;
const SPREAD: f64 = 0.05;

/// Generates a position of this stage from the game with this seed, if it is worth practising.
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

/// Plays a game between computer players that make mistakes.
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

/// Returns whether there is something to find: the best move is clearly better than the worst
/// listed one.
fn is_worth_practising(position: &dyn AnyGame, adviser: &mut dyn AnyAdviser, seed: u64) -> bool {
    let moves = position.legal_move_texts();
    if !matches!(position.turn(), Turn::Seat(_)) || moves.len() < 4 {
        return false;
    }
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
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
    best.chance > 0.1 && best.chance - last.chance >= SPREAD
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_of_every_set_can_be_practised() {
        let ctx = AppContext::immediate(crate::screen::theme::Theme::PLAIN);
        for &kind in GameKind::ALL {
            for source in &PracticeSet::ALL[..3] {
                for position in source.positions(kind, &ctx) {
                    let game = start_match(kind, &position)
                        .unwrap_or_else(|| panic!("{kind}: {position}"));
                    assert_eq!(game.position().to_string(), position);
                }
            }
        }
    }
}
