//! How far and how wide the beam looks: `beam:width=64:depth=3:candidates=6`.

use crate::search::Oversight;
use meeple_core::{Key, Options};

/// What a beam plays for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Aim {
    /// To win, by whatever margin.
    #[default]
    Win,
    /// For a large square of its own, and to win by it.
    Square,
}

impl Aim {
    const ALL: [Aim; 2] = [Aim::Win, Aim::Square];
    const WORDS: [&'static str; 2] = ["win", "square"];
}

/// How the beam thinks; what is not given is as help shows it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BeamOptions {
    /// What it plays for; the weights that are not given follow from it.
    pub aim: Aim,
    /// Boards kept at each step.
    pub width: Option<u32>,
    /// Own tiles laid in thought.
    pub depth: Option<u32>,
    /// Moves whose consequences are foreseen.
    pub candidates: Option<u32>,
    /// Rounds that are foreseen, with everybody's replies.
    pub rounds: Option<u32>,
    /// How often the unseen tiles are drawn in thought.
    pub samples: Option<u32>,
    /// Boards kept at each step after a round that was foreseen.
    pub ahead: Option<u32>,
    /// Boards kept at each step when a reply is foreseen.
    pub reply: Option<u32>,
    /// Tenths of a cell that one more turn is expected to fill.
    pub turn: Option<u32>,
    /// The same for a coupon.
    pub purchase: Option<u32>,
    /// How uncertain that is, in tenths of a cell,
    pub doubt: Option<u32>,
    /// and for the square root of the turns.
    pub drift: Option<u32>,
    /// Thousandths that a full square is worth by itself.
    pub square: Option<u32>,
    /// Thousandths that a cell of grass is worth.
    pub grass: Option<u32>,
    /// Hundredths that a coupon is worth with all turns to come.
    pub coupon: Option<u32>,
    /// Hundredths that capturing an exchange square is worth.
    pub exchange: Option<u32>,
    /// Hundredths that a robbery to come is worth.
    pub robbery: Option<u32>,
    /// And one that is to be committed now.
    pub held: Option<u32>,
    /// Hundredths of the best other's value that count against.
    pub other: Option<u32>,
    /// Thousandths that a tile laid in thought adds.
    pub step: Option<u32>,
    /// How many of a hundred moves are overlooked.
    pub overlooks: Option<u32>,
    /// By how many hundredths a move is misjudged.
    pub blur: Option<u32>,
    /// Hundredths by which a move may be worse than the best.
    pub tolerates: Option<u32>,
}

impl Options for BeamOptions {
    const KEYS: &'static [Key<Self>] = &[
        Key::choice(
            "aim",
            "what it plays for; square: the largest of its own, by weights of its own",
            &Aim::WORDS,
            |o| (o.aim != Aim::Win).then(|| Aim::WORDS[o.aim as usize]),
            |o, index| o.aim = Aim::ALL[index],
        ),
        Key::number(
            "width",
            "boards kept at each step",
            1..=1024,
            "64",
            |o| o.width,
            |o, n| o.width = Some(n),
        ),
        Key::number(
            "depth",
            "own tiles laid in thought, as far as they are known",
            1..=9,
            "3",
            |o| o.depth,
            |o, n| o.depth = Some(n),
        ),
        Key::number(
            "candidates",
            "moves whose consequences are foreseen; 1 for none",
            1..=64,
            "6",
            |o| o.candidates,
            |o, n| o.candidates = Some(n),
        ),
        Key::number(
            "rounds",
            "rounds that are foreseen, with everybody's replies",
            1..=8,
            "1",
            |o| o.rounds,
            |o, n| o.rounds = Some(n),
        ),
        Key::number(
            "samples",
            "how often unseen tiles are drawn in thought; 0: what is unseen is left out",
            0..=1000,
            "0",
            |o| o.samples,
            |o, n| o.samples = Some(n),
        ),
        Key::number(
            "ahead",
            "boards kept at each step after a round that was foreseen",
            1..=1024,
            "16",
            |o| o.ahead,
            |o, n| o.ahead = Some(n),
        ),
        Key::number(
            "reply",
            "boards kept at each step when a reply is foreseen; 1: only its own tile counts",
            1..=1024,
            "1",
            |o| o.reply,
            |o, n| o.reply = Some(n),
        ),
        Key::number(
            "turn",
            "tenths of a cell that one more turn is expected to fill",
            0..=200,
            "36",
            |o| o.turn,
            |o, n| o.turn = Some(n),
        ),
        Key::number(
            "purchase",
            "tenths of a cell that a coupon is expected to fill",
            0..=200,
            "40",
            |o| o.purchase,
            |o, n| o.purchase = Some(n),
        ),
        Key::number(
            "doubt",
            "how uncertain that is, in tenths of a cell",
            1..=200,
            "10",
            |o| o.doubt,
            |o, n| o.doubt = Some(n),
        ),
        Key::number(
            "drift",
            "and for the square root of the turns that are left",
            0..=200,
            "10",
            |o| o.drift,
            |o, n| o.drift = Some(n),
        ),
        Key::number(
            "square",
            "thousandths that a full square is worth by itself",
            0..=1000,
            "20",
            |o| o.square,
            |o, n| o.square = Some(n),
        ),
        Key::number(
            "grass",
            "thousandths that a cell of grass is worth",
            0..=1000,
            "10",
            |o| o.grass,
            |o, n| o.grass = Some(n),
        ),
        Key::number(
            "coupon",
            "hundredths that a coupon is worth with all turns to come",
            0..=1000,
            "30",
            |o| o.coupon,
            |o, n| o.coupon = Some(n),
        ),
        Key::number(
            "exchange",
            "hundredths that capturing an exchange square is worth",
            0..=1000,
            "30",
            |o| o.exchange,
            |o, n| o.exchange = Some(n),
        ),
        Key::number(
            "robbery",
            "hundredths that a robbery to come is worth",
            0..=1000,
            "70",
            |o| o.robbery,
            |o, n| o.robbery = Some(n),
        ),
        Key::number(
            "held",
            "hundredths that a robbery is worth which is to be committed now",
            0..=1000,
            "70",
            |o| o.held,
            |o, n| o.held = Some(n),
        ),
        Key::number(
            "other",
            "hundredths of the best other's value that count against; 50 among more than two",
            0..=1000,
            "100",
            |o| o.other,
            |o, n| o.other = Some(n),
        ),
        Key::number(
            "step",
            "thousandths that a tile laid in thought adds on the average",
            0..=1000,
            "0",
            |o| o.step,
            |o, n| o.step = Some(n),
        ),
        Key::number(
            "overlooks",
            "how many of a hundred moves it overlooks",
            0..=99,
            "0",
            |o| o.overlooks,
            |o, n| o.overlooks = Some(n),
        ),
        Key::number(
            "blur",
            "by how many hundredths it misjudges a move",
            0..=1000,
            "0",
            |o| o.blur,
            |o, n| o.blur = Some(n),
        ),
        Key::number(
            "tolerates",
            "hundredths by which a move may be worse than the best at most",
            0..=10000,
            "100",
            |o| o.tolerates,
            |o, n| o.tolerates = Some(n),
        ),
    ];
}

/// The parameters as numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Effort {
    pub(super) width: usize,
    pub(super) depth: usize,
    pub(super) candidates: usize,
    pub(super) rounds: usize,
    pub(super) samples: usize,
    pub(super) ahead: usize,
    pub(super) reply: usize,
}

impl Effort {
    pub(super) fn of(options: &BeamOptions) -> Self {
        let given = |option: Option<u32>, usual: usize| option.map_or(usual, |n| n as usize);
        Effort {
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

/// How the player errs, if it does.
pub(super) fn oversight(options: &BeamOptions) -> Option<Oversight> {
    if options.overlooks.is_none() && options.blur.is_none() {
        return None;
    }
    let hundredths = |option: Option<u32>, usual: u32| f64::from(option.unwrap_or(usual)) / 100.0;
    Some(Oversight {
        overlooks: hundredths(options.overlooks, 0),
        blur: hundredths(options.blur, 0),
        tolerates: hundredths(options.tolerates, 100),
    })
}
