//! The beam's parameters, such as its depth and width: `beam:width=64:depth=3:candidates=6`.

use crate::search::MistakeModel;
use meeple_core::{GameOptions, OptionKey};

/// The goal a beam player plays for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum BeamGoal {
    /// Win, by any margin.
    #[default]
    Win,
    /// Build a large square of its own, and win by it.
    Square,
}

impl BeamGoal {
    const ALL: [BeamGoal; 2] = [BeamGoal::Win, BeamGoal::Square];
    const WORDS: [&'static str; 2] = ["win", "square"];
}

/// The beam player's parameters; `None` means the default shown in the help.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BeamOptions {
    /// Goal of the player; weights that aren't given follow from it.
    pub aim: BeamGoal,
    /// Boards kept at each step.
    pub width: Option<u32>,
    /// Number of own tiles the beam places.
    pub depth: Option<u32>,
    /// Number of best moves that are examined again with the opponents' replies.
    pub candidates: Option<u32>,
    /// Number of rounds of replies that are played out.
    pub rounds: Option<u32>,
    /// Number of random draws of the unseen tiles.
    pub samples: Option<u32>,
    /// Boards kept at each step once the replies have been played out.
    pub ahead: Option<u32>,
    /// Boards kept at each step when searching for an opponent's reply.
    pub reply: Option<u32>,
    /// Tenths of a cell that one more turn is expected to fill.
    pub turn: Option<u32>,
    /// Tenths of a cell that a coupon is expected to fill.
    pub purchase: Option<u32>,
    /// Constant part of the uncertainty, in tenths of a cell.
    pub doubt: Option<u32>,
    /// Part of the uncertainty that grows with the square root of the turns left, in tenths of a cell.
    pub drift: Option<u32>,
    /// Value of a full square in itself, in thousandths.
    pub square: Option<u32>,
    /// Value of a cell of grass, in thousandths.
    pub grass: Option<u32>,
    /// Value of a coupon with all turns to come, in hundredths.
    pub coupon: Option<u32>,
    /// Value of capturing an exchange square, in hundredths.
    pub exchange: Option<u32>,
    /// Value of a future robbery, in hundredths.
    pub robbery: Option<u32>,
    /// Value of a robbery that can be carried out now, in hundredths.
    pub held: Option<u32>,
    /// Hundredths of the best opponent's value that are subtracted.
    pub other: Option<u32>,
    /// Value that each tile placed by the beam adds, in thousandths.
    pub step: Option<u32>,
    /// Percentage of moves that are overlooked.
    pub overlooks: Option<u32>,
    /// Size of the error in judging a move, in hundredths.
    pub blur: Option<u32>,
    /// Largest allowed loss against the best move, in hundredths.
    pub tolerates: Option<u32>,
}

impl GameOptions for BeamOptions {
    const KEYS: &'static [OptionKey<Self>] = &[
        OptionKey::choice(
            "aim",
            "goal: win, or make its own square as large as possible",
            &BeamGoal::WORDS,
            |o| (o.aim != BeamGoal::Win).then(|| BeamGoal::WORDS[o.aim as usize]),
            |o, index| o.aim = BeamGoal::ALL[index],
        ),
        OptionKey::number(
            "width",
            "beam width: boards kept per step",
            1..=1024,
            "64",
            |o| o.width,
            |o, n| o.width = Some(n),
        ),
        OptionKey::number(
            "depth",
            "own visible tiles to plan ahead",
            1..=9,
            "3",
            |o| o.depth,
            |o, n| o.depth = Some(n),
        ),
        OptionKey::number(
            "candidates",
            "moves examined in depth; 1: none",
            1..=64,
            "6",
            |o| o.candidates,
            |o, n| o.candidates = Some(n),
        ),
        OptionKey::number(
            "rounds",
            "rounds to look ahead, with all replies",
            1..=8,
            "1",
            |o| o.rounds,
            |o, n| o.rounds = Some(n),
        ),
        OptionKey::number(
            "samples",
            "random draws of unseen tiles; 0: ignore them",
            0..=1000,
            "0",
            |o| o.samples,
            |o, n| o.samples = Some(n),
        ),
        OptionKey::number(
            "ahead",
            "beam width after each round of look-ahead",
            1..=1024,
            "16",
            |o| o.ahead,
            |o, n| o.ahead = Some(n),
        ),
        OptionKey::number(
            "reply",
            "beam width for replies; 1: only the current tile counts",
            1..=1024,
            "1",
            |o| o.reply,
            |o, n| o.reply = Some(n),
        ),
        OptionKey::number(
            "turn",
            "cells that one more turn fills, in tenths",
            0..=200,
            "36",
            |o| o.turn,
            |o, n| o.turn = Some(n),
        ),
        OptionKey::number(
            "purchase",
            "cells that a coupon fills, in tenths",
            0..=200,
            "40",
            |o| o.purchase,
            |o, n| o.purchase = Some(n),
        ),
        OptionKey::number(
            "doubt",
            "uncertainty, in tenths of a cell",
            1..=200,
            "10",
            |o| o.doubt,
            |o, n| o.doubt = Some(n),
        ),
        OptionKey::number(
            "drift",
            "uncertainty per square root of the turns left, in tenths of a cell",
            0..=200,
            "10",
            |o| o.drift,
            |o, n| o.drift = Some(n),
        ),
        OptionKey::number(
            "square",
            "value of a full square, in thousandths",
            0..=1000,
            "20",
            |o| o.square,
            |o, n| o.square = Some(n),
        ),
        OptionKey::number(
            "grass",
            "value of a cell of grass, in thousandths",
            0..=1000,
            "10",
            |o| o.grass,
            |o, n| o.grass = Some(n),
        ),
        OptionKey::number(
            "coupon",
            "value of a coupon at the start of the game, in hundredths",
            0..=1000,
            "30",
            |o| o.coupon,
            |o, n| o.coupon = Some(n),
        ),
        OptionKey::number(
            "exchange",
            "value of an exchange square, in hundredths",
            0..=1000,
            "30",
            |o| o.exchange,
            |o, n| o.exchange = Some(n),
        ),
        OptionKey::number(
            "robbery",
            "value of a future robbery, in hundredths",
            0..=1000,
            "70",
            |o| o.robbery,
            |o, n| o.robbery = Some(n),
        ),
        OptionKey::number(
            "held",
            "value of a robbery due now, in hundredths",
            0..=1000,
            "70",
            |o| o.held,
            |o, n| o.held = Some(n),
        ),
        OptionKey::number(
            "other",
            "weight of the best opponent's value, in hundredths (50 with more than two players)",
            0..=1000,
            "100",
            |o| o.other,
            |o, n| o.other = Some(n),
        ),
        OptionKey::number(
            "step",
            "value of each planned tile, in thousandths",
            0..=1000,
            "0",
            |o| o.step,
            |o, n| o.step = Some(n),
        ),
        OptionKey::number(
            "overlooks",
            "percentage of moves overlooked",
            0..=99,
            "0",
            |o| o.overlooks,
            |o, n| o.overlooks = Some(n),
        ),
        OptionKey::number(
            "blur",
            "size of its judging error, in hundredths",
            0..=1000,
            "0",
            |o| o.blur,
            |o, n| o.blur = Some(n),
        ),
        OptionKey::number(
            "tolerates",
            "largest allowed loss against the best move, in hundredths",
            0..=10000,
            "100",
            |o| o.tolerates,
            |o, n| o.tolerates = Some(n),
        ),
    ];
}

/// The search parameters with defaults filled in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BeamEffort {
    pub(super) width: usize,
    pub(super) depth: usize,
    pub(super) candidates: usize,
    pub(super) rounds: usize,
    pub(super) samples: usize,
    pub(super) ahead: usize,
    pub(super) reply: usize,
}

impl BeamEffort {
    pub(super) fn from_options(options: &BeamOptions) -> Self {
        let given = |option: Option<u32>, usual: usize| option.map_or(usual, |n| n as usize);
        BeamEffort {
            width: given(options.width, 64),
            depth: given(options.depth, 3),
            candidates: given(options.candidates, 6),
            rounds: given(options.rounds, 1),
            samples: given(options.samples, 0),
            ahead: given(options.ahead, 16),
            reply: given(options.reply, 1),
        }
    }
}

/// Returns how the player makes mistakes, if it does.
pub(super) fn oversight(options: &BeamOptions) -> Option<MistakeModel> {
    if options.overlooks.is_none() && options.blur.is_none() {
        return None;
    }
    let hundredths = |option: Option<u32>, usual: u32| f64::from(option.unwrap_or(usual)) / 100.0;
    Some(MistakeModel {
        overlooks: hundredths(options.overlooks, 0),
        blur: hundredths(options.blur, 0),
        tolerates: hundredths(options.tolerates, 100),
    })
}
