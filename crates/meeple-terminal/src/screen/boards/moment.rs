//! The position a board shows.

use meeple_core::{Game, GameHistory, SeatInfo};
use meeple_view::{View, ViewScene, words::to_sentence};
use std::cell::OnceCell;

/// A position of a game, with its players and its picture.
pub(super) struct Moment<V: View> {
    /// How many deals and moves led here.
    pub(super) ply: usize,
    pub(super) position: V::Game,
    pub(super) seats: Vec<SeatInfo>,
    pub(super) picture: V::Picture,
    moves: OnceCell<Vec<V::LegalMove>>,
}

impl<V: View> Moment<V> {
    /// Copies a scene after `ply` deals and moves.
    pub(super) fn of(scene: &ViewScene<'_, V::Game>, ply: usize) -> Self {
        Moment {
            ply,
            position: scene.position.clone(),
            seats: scene.seats.to_vec(),
            picture: V::picture(scene),
            moves: OnceCell::new(),
        }
    }

    /// Returns the legal moves, computed when they are first needed.
    pub(super) fn moves(&self) -> &[V::LegalMove] {
        self.moves.get_or_init(|| V::legal_moves(&self.position).collect())
    }

    /// Returns the position and its players, without history.
    pub(super) fn scene(&self) -> ViewScene<'_, V::Game> {
        ViewScene::without_history(&self.position, &self.seats)
    }

    /// Returns whether this is the position of `game` after `ply` deals and moves.
    pub(super) fn is_at(&self, game: &GameHistory, ply: usize) -> bool {
        self.ply == ply && self.was_reached_in(game)
    }

    /// Returns whether the game has passed through this position.
    pub(super) fn was_reached_in(&self, game: &GameHistory) -> bool {
        let position = game.position_at(self.ply);
        position.and_then(|position| position.as_any().downcast_ref()) == Some(&self.position)
    }

    /// Explains in a sentence why a move is illegal; `None` if it is legal.
    pub(super) fn refusal(&self, mv: <V::Game as Game>::Move) -> Option<String> {
        let reason = self.position.check_move(mv).err()?;
        Some(to_sentence(&V::explain_illegal(&self.scene(), &reason)))
    }
}
