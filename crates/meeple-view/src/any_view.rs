//! A type-erased view, for code that doesn't know the game: pictures and moves are JSON.

use crate::{GameResult, View, ViewScene};
use meeple_core::{AnyGame, Event, Game, GameHistory, SeatInfo};
use serde::Serialize;
use serde_json::{
    Value,
    value::{RawValue, to_raw_value},
};
use std::marker::PhantomData;

/// Why serialising can't fail.
const PLAIN: &str = "pictures and moves are plain data with text keys";

/// A type-erased [`View`] (see [`erase`]). For a position of another game, methods return `None` or an empty
/// list.
pub trait AnyView: Sync {
    /// Returns [`View::picture`] of a position without history.
    fn picture(&self, position: &dyn AnyGame, seats: &[SeatInfo]) -> Option<Value>;

    /// Returns [`View::picture`] of a game after `ply` deals and moves.
    fn picture_at(&self, game: &GameHistory, ply: usize) -> Option<Value>;

    /// Returns [`View::legal_moves`].
    fn legal_moves(&self, position: &dyn AnyGame) -> Vec<Value>;

    /// Appends [`AnyView::picture`] to `out` as JSON; `null` for another game.
    fn write_picture(&self, position: &dyn AnyGame, seats: &[SeatInfo], out: &mut Vec<u8>);

    /// Appends the first of [`AnyView::legal_moves`] to `out` as JSON: as many as fit into this many bytes. Returns
    /// whether these are all.
    fn write_legal_moves(
        &self,
        position: &dyn AnyGame,
        max_bytes: usize,
        out: &mut Vec<u8>,
    ) -> bool;

    /// Returns [`View::move_name`] of a move given by its text; `None` if the text is not a move.
    fn move_name(&self, position: &dyn AnyGame, mv: &str) -> Option<String>;

    /// Names the moves of a continuation, which starts at `position`. Moves behind a deal that isn't known keep
    /// the game's own notation.
    fn line_names(&self, position: &dyn AnyGame, line: &[String]) -> Vec<String> {
        let mut position = Some(position.boxed_clone());
        let name = |mv: &String| {
            let name = position.as_deref().and_then(|position| self.move_name(position, mv));
            position = position.take().filter(|_| name.is_some());
            position = position.take().and_then(|mut next| next.play_text(mv).ok().map(|()| next));
            name.unwrap_or_else(|| mv.clone())
        };
        line.iter().map(name).collect()
    }

    /// Narrates the `ply`-th deal or move (counted from 1) and its consequences.
    fn narrate(&self, game: &GameHistory, ply: usize) -> Option<NarratedPly>;

    /// Explains why this move is illegal now; `None` if it is legal, or not a move at all.
    fn explain_illegal(&self, game: &GameHistory, mv: &str) -> Option<String>;

    /// Returns [`View::forced_move`] as text.
    fn forced_move(&self, position: &dyn AnyGame) -> Option<String>;

    /// Returns [`AnyView::picture_at`] as JSON text; `null` if there is no such ply.
    fn raw_picture(&self, game: &GameHistory, ply: usize) -> Box<RawValue>;

    /// Returns the first of [`AnyView::legal_moves`] as JSON text: as many as fit into this many bytes.
    fn list_moves(&self, position: &dyn AnyGame, max_bytes: usize) -> MoveList {
        let mut json = Vec::new();
        let is_complete = self.write_legal_moves(position, max_bytes, &mut json);
        let json = String::from_utf8(json).expect(PLAIN);
        MoveList { json: RawValue::from_string(json).expect(PLAIN), is_complete }
    }

    /// Returns how the game ended, once it has.
    fn ending(&self, game: &GameHistory) -> Option<GameResult>;
}

/// Legal moves as JSON text.
#[derive(Debug)]
pub struct MoveList {
    /// The list.
    pub json: Box<RawValue>,
    /// Whether it has all legal moves.
    pub is_complete: bool,
}

/// The narration of one ply.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct NarratedPly {
    /// What was done; empty if it needn't be said.
    pub did: String,
    /// What followed by the rules, line by line.
    pub followed: Vec<String>,
}

impl NarratedPly {
    /// Narrates the `ply`-th deal or move (counted from 1) and its consequences; `None` if there is no such
    /// ply, or it is another game.
    pub fn of<V: View>(game: &GameHistory, ply: usize) -> Option<Self> {
        let index = ply.checked_sub(1)?;
        let before = ViewScene::<V::Game>::at(game, index)?;
        let after = ViewScene::<V::Game>::at(game, ply)?;
        let did = match &*game.plies()[index].event {
            Event::Move { seat, mv, .. } => V::narrate_move(&before, *seat, mv.parse().ok()?),
            Event::Deal { deal } => V::narrate_deal(&before, &deal.parse().ok()?),
            _ => String::new(),
        };
        Some(NarratedPly { did, followed: V::narrate_consequences(&after, before.position) })
    }

    /// Returns all lines that aren't empty.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        let all = std::iter::once(&self.did).chain(&self.followed);
        all.map(String::as_str).filter(|line| !line.is_empty())
    }
}

/// Returns the type-erased form of this view.
pub const fn erase<V: View>() -> &'static dyn AnyView {
    &ErasedView::<V>(PhantomData)
}

struct ErasedView<V>(PhantomData<fn(V)>);

impl<V: View> AnyView for ErasedView<V> {
    fn picture(&self, position: &dyn AnyGame, seats: &[SeatInfo]) -> Option<Value> {
        let position = position.as_any().downcast_ref()?;
        Some(json(&V::picture(&ViewScene::without_history(position, seats))))
    }

    fn picture_at(&self, game: &GameHistory, ply: usize) -> Option<Value> {
        Some(json(&V::picture(&ViewScene::at(game, ply)?)))
    }

    fn legal_moves(&self, position: &dyn AnyGame) -> Vec<Value> {
        let position = position.as_any().downcast_ref();
        position.map_or(Vec::new(), |game| V::legal_moves(game).map(|mv| json(&mv)).collect())
    }

    fn write_picture(&self, position: &dyn AnyGame, seats: &[SeatInfo], out: &mut Vec<u8>) {
        let position = position.as_any().downcast_ref();
        write(
            out,
            &position.map(|position| V::picture(&ViewScene::without_history(position, seats))),
        );
    }

    fn write_legal_moves(
        &self,
        position: &dyn AnyGame,
        max_bytes: usize,
        out: &mut Vec<u8>,
    ) -> bool {
        let (start, mut is_complete) = (out.len(), true);
        out.push(b'[');
        let position = position.as_any().downcast_ref();
        for mv in position.into_iter().flat_map(V::legal_moves) {
            let before = out.len();
            if before > start + 1 {
                out.push(b',');
            }
            V::write_legal_move(&mv, out);
            if out.len() - start >= max_bytes {
                out.truncate(before);
                is_complete = false;
                break;
            }
        }
        out.push(b']');
        is_complete
    }

    fn move_name(&self, position: &dyn AnyGame, mv: &str) -> Option<String> {
        Some(V::move_name(position.as_any().downcast_ref()?, mv.parse().ok()?))
    }

    fn narrate(&self, game: &GameHistory, ply: usize) -> Option<NarratedPly> {
        NarratedPly::of::<V>(game, ply)
    }

    fn explain_illegal(&self, game: &GameHistory, mv: &str) -> Option<String> {
        let scene = ViewScene::<V::Game>::current(game)?;
        let reason = scene.position.check_move(mv.parse().ok()?).err()?;
        Some(V::explain_illegal(&scene, &reason))
    }

    fn forced_move(&self, position: &dyn AnyGame) -> Option<String> {
        V::forced_move(position.as_any().downcast_ref()?).map(|mv| mv.to_string())
    }

    fn raw_picture(&self, game: &GameHistory, ply: usize) -> Box<RawValue> {
        let scene = ViewScene::<V::Game>::at(game, ply);
        to_raw_value(&scene.map(|scene| V::picture(&scene))).expect(PLAIN)
    }

    fn ending(&self, game: &GameHistory) -> Option<GameResult> {
        GameResult::of::<V>(game)
    }
}

fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect(PLAIN)
}

fn write(out: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(out, value).expect(PLAIN);
}
