//! What is practised: the positions that come with the program, by stage, and one's own mistakes;
//! and how new positions are made, from games of our players.

use super::progress::mistakes;
use crate::{game_ui::GameUi, screen::desk::Desk};
use meeple_ai::{
    advice::{AnyAdviser, Question, adviser},
    practice::{Stage, positions},
    roster::{Resources, roster},
};
use meeple_core::{
    AnyGame, Contestant, Due, Header, Limits, Match, Notes, SeatInfo, Turn,
    rng::{Stream, seeded},
};
use meeple_games::GameKind;
use meeple_session::opening::without_players;
use rand::RngExt;

/// What is practised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// A stage of the game.
    Set(Stage),
    /// One's own mistakes.
    Mistakes,
}

impl Source {
    /// All of them.
    pub(super) const ALL: [Source; 4] = [
        Source::Set(Stage::Opening),
        Source::Set(Stage::Middle),
        Source::Set(Stage::End),
        Source::Mistakes,
    ];

    /// Its word.
    pub(super) fn word(self) -> &'static str {
        match self {
            Source::Set(stage) => stage.word(),
            Source::Mistakes => "my mistakes",
        }
    }

    /// The positions.
    pub(super) fn positions(self, kind: GameKind, desk: &Desk) -> Vec<String> {
        match self {
            Source::Mistakes => mistakes(kind, desk),
            Source::Set(stage) => positions(kind, stage).map(String::from).collect(),
        }
    }
}

/// A match that begins with this position, the person on the seat to move.
pub(super) fn begin(kind: GameKind, position: &str) -> Option<Match> {
    let position = kind.read_position(position).ok()?;
    let Turn::Seat(mover) = position.turn() else { return None };
    let seat = |index| SeatInfo {
        name: if index == mover.index() { "you".into() } else { format!("player {}", index + 1) },
        colour: None,
        who: Contestant::Person,
    };
    let seats = (0..position.seats()).map(seat).collect();
    let usual = without_players(kind, &[], 0).ok()?;
    let header = Header { seats, ..usual.game().header().clone() };
    Match::start(header, position).ok()
}

/// How many positions are looked at to judge a position, and how much moves must differ.
const NODES: u64 = 20_000;
const SPREAD: f64 = 0.05;

/// A position of this stage from the game of this seed, if it is worth practising.
pub fn generate(kind: GameKind, stage: Stage, seed: u64, resources: &Resources) -> Option<String> {
    let mut rng = seeded(seed, Stream::Other(1));
    let sizes = GameUi::of(kind).sizes.iter();
    let options: Vec<String> = sizes
        .map(|(option, range)| format!("{option}={}", rng.random_range(range.clone())))
        .collect();
    let game = whole_game(kind, &options, seed, resources)?;
    let plies = game.line().len();
    let third = Stage::ALL.iter().position(|&other| other == stage)?;
    let (first, end) = (plies * third / 3, plies * (third + 1) / 3);
    let ply = rng.random_range(first..end.max(first + 1));
    let position = game.position_at(ply)?;
    let mut adviser = adviser(kind, resources);
    is_worth(position, &mut *adviser, seed).then(|| position.to_string())
}

/// A game between players who err.
fn whole_game(
    kind: GameKind,
    options: &[String],
    seed: u64,
    resources: &Resources,
) -> Option<Match> {
    let mut table = without_players(kind, options, seed).ok()?;
    let mut player = roster(kind).seat("normal", resources).ok()?;
    loop {
        match table.due() {
            Due::Deal => drop(table.deal().ok()?),
            Due::Seat(seat) => {
                let mut rng = table.generator(seat);
                let choice = player.choose_text(table.position(), &Limits::default(), &mut rng);
                table.play(seat, &choice.ok()?.mv, Notes::default()).ok()?;
            }
            Due::End | Due::Over => return Some(table.game().clone()),
        }
    }
}

/// Whether there is something to be found: the best move is better than most.
fn is_worth(position: &dyn AnyGame, adviser: &mut dyn AnyAdviser, seed: u64) -> bool {
    let moves = position.legal_texts();
    if !matches!(position.turn(), Turn::Seat(_)) || moves.len() < 4 {
        return false;
    }
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut rng = seeded(seed, Stream::Other(2));
    let Ok(advice) =
        adviser.advise_text(position, &Question::top(moves.len().min(8)), &limits, &mut rng)
    else {
        return false;
    };
    let (Some(best), Some(last)) = (advice.moves.first(), advice.moves.last()) else {
        return false;
    };
    // Nobody learns from a position that is lost, or won by every move.
    best.chance > 0.1 && best.chance - last.chance >= SPREAD
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_of_every_set_can_be_practised() {
        let desk = Desk::at_once(crate::screen::theme::Theme::PLAIN);
        for &kind in GameKind::ALL {
            for source in &Source::ALL[..3] {
                for position in source.positions(kind, &desk) {
                    let game =
                        begin(kind, &position).unwrap_or_else(|| panic!("{kind}: {position}"));
                    assert_eq!(game.position().to_string(), position);
                }
            }
        }
    }
}
