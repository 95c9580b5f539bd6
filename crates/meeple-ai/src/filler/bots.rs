//! The list of bots, and how a bot sits down at Meeple's own games.

use super::{Bender, Bot, Champion, H2D2, Heat, Terminator, Territory, View, WallE};
use crate::roster::{Resources, Seatable};
use meeple_core::{Choice, Limits, NoChoice, Player, options::NoOptions};
use meeple_games::filler::{Filler, Move};
use rand::Rng;

/// A bot that can be built by its name.
#[derive(Debug, Clone, Copy)]
pub struct BotKind {
    /// The word that names it.
    pub name: &'static str,
    /// How it plays, in a few words.
    pub about: &'static str,
    /// Makes one.
    pub build: fn() -> Box<dyn Bot>,
}

impl BotKind {
    const fn of<B: Bot + Default + 'static>(name: &'static str, about: &'static str) -> Self {
        BotKind { name, about, build: || Box::new(B::default()) }
    }
}

/// Every bot, the strongest first.
pub const BOTS: &[BotKind] = &[
    BotKind::of::<Champion>("champion", CHAMPION),
    BotKind::of::<Territory>("territory", TERRITORY),
    BotKind::of::<Heat>("heat", HEAT),
    BotKind::of::<Terminator>("terminator", TERMINATOR),
    BotKind::of::<Bender>("bender", BENDER),
    BotKind::of::<WallE>("wall_e", WALL_E),
    BotKind::of::<H2D2>("h2_d2", H2_D2),
];

pub(super) const CHAMPION: &str = "soft territory, and what the enemy may answer";
pub(super) const TERRITORY: &str = "takes the most cells that it reaches before the enemy";
pub(super) const HEAT: &str = "goes where it is hot: near the enemy, with room to grow";
pub(super) const TERMINATOR: &str = "goes for the enemy";
pub(super) const BENDER: &str = "keeps a middle distance from the enemy";
pub(super) const WALL_E: &str = "lays its piece anywhere";
pub(super) const H2_D2: &str = "keeps as far from the enemy as it can";

/// The bot of this name.
pub fn bot(name: &str) -> Option<Box<dyn Bot>> {
    BOTS.iter().find(|kind| kind.name == name).map(|kind| (kind.build)())
}

/// A bot on a chair: where it finds no placement, it stops (F5).
#[derive(Debug, Clone, Default)]
pub struct BotPlayer<B>(B);

impl<B: Bot> Player<Filler> for BotPlayer<B> {
    fn choose(
        &mut self,
        position: &Filler,
        _: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<Move>, NoChoice> {
        choose_move(&mut self.0, position, rng)
    }
}

/// What a bot does in a position of Meeple's own game.
pub(super) fn choose_move(
    bot: &mut impl Bot,
    position: &Filler,
    rng: &mut dyn Rng,
) -> Result<Choice<Move>, NoChoice> {
    let view = View::of(position).ok_or(NoChoice::NotNow)?;
    let placed = bot.place(view, rng).map(|at| Choice::silent(Move::Place(at)));
    Ok(placed.unwrap_or_else(|| Choice::with_remark(Move::Stop, "it found no placement")))
}

impl<B: Bot + Default + 'static> Seatable<Filler> for BotPlayer<B> {
    type Options = NoOptions;
    fn seat(_: NoOptions, _: &Resources) -> Self {
        BotPlayer(B::default())
    }
}
