//! A view whose game is not known: pictures and moves are JSON.

use crate::{Ending, Scene, View};
use meeple_core::{AnyGame, Event, Game, Match, SeatInfo};
use serde::Serialize;
use serde_json::{
    Value,
    value::{RawValue, to_raw_value},
};
use std::marker::PhantomData;

/// Why they can always be written.
const PLAIN: &str = "pictures and moves are plain data with text keys";

/// [`View`], erased ([`erase`]). Whoever asks for another game than the view's gets nothing.
pub trait AnyView: Sync {
    /// [`View::picture`] of a position with nothing behind it.
    fn picture(&self, position: &dyn AnyGame, seats: &[SeatInfo]) -> Option<Value>;

    /// [`View::picture`] of a game after `ply` deals and moves.
    fn picture_at(&self, game: &Match, ply: usize) -> Option<Value>;

    /// [`View::legal_moves`].
    fn legal_moves(&self, position: &dyn AnyGame) -> Vec<Value>;

    /// [`AnyView::picture`], written as JSON behind what is there; `null` of another game.
    fn write_picture(&self, position: &dyn AnyGame, seats: &[SeatInfo], out: &mut Vec<u8>);

    /// [`AnyView::picture_at`] as it stands, written as JSON behind what is there.
    fn write_picture_now(&self, game: &Match, out: &mut Vec<u8>);

    /// [`AnyView::legal_moves`], written as JSON behind what is there.
    fn write_legal_moves(&self, position: &dyn AnyGame, out: &mut Vec<u8>);

    /// What the `ply`-th deal or move of the line was (counted from 1), and what followed.
    fn tell(&self, game: &Match, ply: usize) -> Option<Told>;

    /// Why this move is refused now, in words; `None` if it is legal, or no move at all.
    fn refusal(&self, game: &Match, mv: &str) -> Option<String>;

    /// [`View::automatic`], as text.
    fn automatic(&self, position: &dyn AnyGame) -> Option<String>;

    /// [`AnyView::picture_at`] as JSON text; `null` if there is no such ply.
    fn raw_picture(&self, game: &Match, ply: usize) -> Box<RawValue>;

    /// [`AnyView::legal_moves`] as JSON text; an empty list where no position is given.
    fn raw_legal_moves(&self, position: Option<&dyn AnyGame>) -> Box<RawValue>;

    /// How the game ended, once it has.
    fn ending(&self, game: &Match) -> Option<Ending>;
}

/// What happened, in words.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Told {
    /// What was done; empty where it need not be said.
    pub did: String,
    /// What followed from it by the rules, line by line.
    pub followed: Vec<String>,
}

impl Told {
    /// What the `ply`-th deal or move of the line was (counted from 1), and what followed;
    /// `None` if there is none, or it is another game.
    pub fn of<V: View>(game: &Match, ply: usize) -> Option<Self> {
        let index = ply.checked_sub(1)?;
        let before = Scene::<V::Game>::at(game, index)?;
        let after = Scene::<V::Game>::at(game, ply)?;
        let did = match &*game.line()[index].event {
            Event::Move { seat, mv, .. } => V::tell_move(&before, *seat, mv.parse().ok()?),
            Event::Deal { deal } => V::tell_deal(&before, &deal.parse().ok()?),
            _ => String::new(),
        };
        Some(Told { did, followed: V::tell_consequences(&after, before.position) })
    }

    /// All of it, line by line; lines with nothing to say are left out.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        let all = std::iter::once(&self.did).chain(&self.followed);
        all.map(String::as_str).filter(|line| !line.is_empty())
    }
}

/// This view for positions whose game is not known.
pub const fn erase<V: View>() -> &'static dyn AnyView {
    &Erased::<V>(PhantomData)
}

struct Erased<V>(PhantomData<fn(V)>);

impl<V: View> AnyView for Erased<V> {
    fn picture(&self, position: &dyn AnyGame, seats: &[SeatInfo]) -> Option<Value> {
        let position = position.as_any().downcast_ref()?;
        Some(json(&V::picture(&Scene::of(position, seats))))
    }

    fn picture_at(&self, game: &Match, ply: usize) -> Option<Value> {
        Some(json(&V::picture(&Scene::at(game, ply)?)))
    }

    fn legal_moves(&self, position: &dyn AnyGame) -> Vec<Value> {
        let position = position.as_any().downcast_ref();
        position.map_or(Vec::new(), |position| V::legal_moves(position).iter().map(json).collect())
    }

    fn write_picture(&self, position: &dyn AnyGame, seats: &[SeatInfo], out: &mut Vec<u8>) {
        let position = position.as_any().downcast_ref();
        write(out, &position.map(|position| V::picture(&Scene::of(position, seats))));
    }

    fn write_picture_now(&self, game: &Match, out: &mut Vec<u8>) {
        write(out, &Scene::<V::Game>::now(game).map(|scene| V::picture(&scene)));
    }

    fn write_legal_moves(&self, position: &dyn AnyGame, out: &mut Vec<u8>) {
        let position = position.as_any().downcast_ref();
        write(out, &position.map_or(Vec::new(), V::legal_moves));
    }

    fn tell(&self, game: &Match, ply: usize) -> Option<Told> {
        Told::of::<V>(game, ply)
    }

    fn refusal(&self, game: &Match, mv: &str) -> Option<String> {
        let scene = Scene::<V::Game>::now(game)?;
        let reason = scene.position.explain(mv.parse().ok()?).err()?;
        Some(V::tell_refusal(&scene, &reason))
    }

    fn automatic(&self, position: &dyn AnyGame) -> Option<String> {
        V::automatic(position.as_any().downcast_ref()?).map(|mv| mv.to_string())
    }

    fn raw_picture(&self, game: &Match, ply: usize) -> Box<RawValue> {
        let scene = Scene::<V::Game>::at(game, ply);
        to_raw_value(&scene.map(|scene| V::picture(&scene))).expect(PLAIN)
    }

    fn raw_legal_moves(&self, position: Option<&dyn AnyGame>) -> Box<RawValue> {
        let position = position.and_then(|position| position.as_any().downcast_ref());
        to_raw_value(&position.map_or(Vec::new(), V::legal_moves)).expect(PLAIN)
    }

    fn ending(&self, game: &Match) -> Option<Ending> {
        Ending::of::<V>(game)
    }
}

fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect(PLAIN)
}

fn write(out: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(out, value).expect(PLAIN);
}
