//! Animates the scoring of a round, tile by tile.
//!
//! ```text
//! the round ends ──► step 1 ──► step 2 ──► ... ──► the current position
//!                      └─────────┴── any key ─────────────┘
//! ```
//!
//! Meanwhile the board is shown as it was after the scoring and before the next deal. The game
//! itself doesn't wait.

use crate::screen::boards::{Animation, Moment, ViewerRole};
use meeple_core::{GameHistory, Seat};
use meeple_view::{
    View, ViewScene,
    azul::{AzulView, ScoreChange, ShownPosition},
};
use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

/// How long a step is shown.
pub(super) const STEP: Duration = Duration::from_millis(350);
/// Jumps through a game by more than this many plies aren't animated.
const MAX_ANIMATED_PLIES: usize = 12;

/// The scorings being shown.
#[derive(Default)]
pub(super) struct ScoringAnimation {
    scorings: VecDeque<ShownPosition>,
    /// The current step of the first scoring.
    at: usize,
    until: Option<Instant>,
    /// The ply up to which the game has been shown.
    seen: usize,
}

impl ScoringAnimation {
    /// Starts the animation when a new ply is shown. Only new plies of a running game are animated;
    /// looking back at earlier positions shows them as they are.
    pub(super) fn show_ply(
        &mut self,
        before: Option<&Moment<AzulView>>,
        game: &GameHistory,
        ply: usize,
        role: ViewerRole,
    ) {
        let last = game.plies().len();
        let went_on = before.is_some_and(|before| {
            let from = before.ply;
            ply == last
                && from < ply
                && ply - from <= MAX_ANIMATED_PLIES
                && before.was_reached_in(game)
        });
        let now = match role.motion {
            Animation::On(now) if went_on => Some(now),
            Animation::On(_) | Animation::None => None,
        };
        // If no person plays, the game doesn't wait for the animation.
        if now.is_none() || role.own.is_none() {
            self.skip();
        }
        let seen = before.map_or(last, |before| self.seen.max(before.ply));
        if now.is_some() {
            let pictures = (seen + 1..=ply)
                .filter_map(|ply| Some(AzulView::picture(&ViewScene::at(game, ply)?)))
                .filter(|picture| !picture.scored.is_empty());
            self.scorings.extend(pictures);
        }
        self.seen = seen.max(ply).min(last);
        if self.until.is_none() && !self.scorings.is_empty() {
            self.until = now.map(|now| now + STEP);
        }
    }

    /// Ends the animation; returns whether one was running.
    pub(super) fn skip(&mut self) -> bool {
        let was_shown = !self.scorings.is_empty();
        *self = ScoringAnimation { seen: self.seen, ..ScoringAnimation::default() };
        was_shown
    }

    /// Moves on to the next step if it is due; returns whether anything changed.
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

    /// Returns when the next step is due.
    pub(super) fn next_wakeup(&self) -> Option<Instant> {
        self.until
    }

    /// Returns the position to draw while the animation runs.
    pub(super) fn picture(&self) -> Option<&ShownPosition> {
        self.scorings.front()
    }

    /// Returns the scoring steps shown so far, the current one last.
    pub(super) fn steps_so_far(&self) -> &[ScoreChange] {
        let scored = self.picture().map_or(&[][..], |picture| &picture.scored);
        &scored[..scored.len().min(self.at + 1)]
    }

    /// Returns a seat's score after this step, if it changes during the animation.
    pub(super) fn score(&self, seat: Seat) -> Option<u16> {
        let is_theirs = |scored: &&ScoreChange| scored.seat == seat;
        if let Some(scored) = self.steps_so_far().iter().rev().find(is_theirs) {
            return Some(scored.score);
        }
        let later = self.picture()?.scored.iter().find(is_theirs)?;
        u16::try_from(i32::from(later.score) - later.points).ok()
    }
}
