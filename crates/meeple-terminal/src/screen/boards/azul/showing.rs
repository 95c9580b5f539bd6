//! The scoring of a round, shown tile by tile.
//!
//! ```text
//! the round ends ──► step 1 ──► step 2 ──► ... ──► the game as it stands
//!                      └─────────┴── any key ─────────────┘
//! ```
//!
//! Meanwhile the board is as it was after the scoring and before the next deal, so that what is
//! told can be seen; whatever happens in the game has happened already.

use super::moment::Moment;
use crate::screen::boards::{Motion, Role};
use meeple_core::{Match, Seat};
use meeple_view::{
    Scene, View,
    azul::{AzulPicture, AzulView, Scored},
};
use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

/// How long a step is shown.
pub(super) const STEP: Duration = Duration::from_millis(350);
/// Whoever leaps further through a game does not want to be shown what lies between.
const LEAP: usize = 12;

/// Scorings that are being shown.
#[derive(Default)]
pub(super) struct Showing {
    scorings: VecDeque<AzulPicture>,
    /// The step of the first of them.
    at: usize,
    until: Option<Instant>,
    /// How far the game has been shown.
    seen: usize,
}

impl Showing {
    /// A ply of a game is shown, after another moment or as the first one. Only what is new in a
    /// game that goes on is played; who looks back sees it standing.
    pub(super) fn follow(&mut self, before: Option<&Moment>, game: &Match, ply: usize, role: Role) {
        let last = game.line().len();
        let went_on = before.is_some_and(|before| {
            let from = before.ply();
            ply == last && from < ply && ply - from <= LEAP && before.is_on_the_way_of(game)
        });
        let now = match role.motion {
            Motion::Shown(now) if went_on => Some(now),
            Motion::Shown(_) | Motion::None => None,
        };
        // Where nobody plays, the game does not wait for what is shown.
        if now.is_none() || role.own.is_none() {
            self.skip();
        }
        let seen = before.map_or(last, |before| self.seen.max(before.ply()));
        if now.is_some() {
            let pictures = (seen + 1..=ply)
                .filter_map(|ply| Some(AzulView::picture(&Scene::at(game, ply)?)))
                .filter(|picture| !picture.scored.is_empty());
            self.scorings.extend(pictures);
        }
        self.seen = seen.max(ply).min(last);
        if self.until.is_none() && !self.scorings.is_empty() {
            self.until = now.map(|now| now + STEP);
        }
    }

    /// Ends it; whether there was anything.
    pub(super) fn skip(&mut self) -> bool {
        let was_shown = !self.scorings.is_empty();
        *self = Showing { seen: self.seen, ..Showing::default() };
        was_shown
    }

    /// Goes on to the next step if it is time; whether anything changed.
    pub(super) fn tick(&mut self, now: Instant) -> bool {
        if self.until.is_none_or(|until| now < until) {
            return false;
        }
        self.at += 1;
        if self.scorings.front().is_none_or(|picture| self.at >= picture.scored.len()) {
            self.scorings.pop_front();
            self.at = 0;
        }
        self.until = (!self.scorings.is_empty()).then_some(now + STEP);
        true
    }

    /// When the next step comes.
    pub(super) fn wakes(&self) -> Option<Instant> {
        self.until
    }

    /// The board meanwhile.
    pub(super) fn picture(&self) -> Option<&AzulPicture> {
        self.scorings.front()
    }

    /// What has been scored up to this step, this step last.
    pub(super) fn told(&self) -> &[Scored] {
        let scored = self.picture().map_or(&[][..], |picture| &picture.scored);
        &scored[..scored.len().min(self.at + 1)]
    }

    /// The score of a seat after this step, if it changes while this is shown.
    pub(super) fn score(&self, seat: Seat) -> Option<u16> {
        let is_theirs = |scored: &&Scored| scored.seat == seat;
        if let Some(scored) = self.told().iter().rev().find(is_theirs) {
            return Some(scored.score);
        }
        let later = self.picture()?.scored.iter().find(is_theirs)?;
        u16::try_from(i32::from(later.score) - later.points).ok()
    }
}
