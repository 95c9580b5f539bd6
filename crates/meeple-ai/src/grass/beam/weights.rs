//! What the beam weighs.

use super::options::{Aim, BeamOptions};
use super::prices::{CELL, LARGEST, Tariff};
use crate::maths::powf_f32;
use meeple_games::grass::ROUNDS;

/// The parameters as they are reckoned with. Values are in squares: 1 / sqrt(k) for the surety
/// of a square of side k.
#[derive(Debug, Clone, Copy)]
pub(super) struct Weights {
    /// What cells cost, in eighths: nooks are hard to fill.
    pub(super) tariff: Tariff,
    /// What a cell next to another's costs while a coupon is held, in eighths.
    pub(super) beside: i16,
    /// The cells of a window that one more turn is expected to fill,
    pub(super) turn: f32,
    /// one more robbery,
    pub(super) theft: f32,
    /// one more coupon.
    pub(super) purchase: f32,
    /// How uncertain all that is, in cells: at once,
    pub(super) doubt: f32,
    /// and for the square root of the turns.
    pub(super) drift: f32,
    /// Whether something may still come where no turn is left: nothing but coupons does, but
    /// who plays to win was tuned with that hope.
    pub(super) hopes: bool,
    /// What the surety of each side is worth.
    pub(super) sides: [f32; LARGEST + 1],
    /// What a full square of at least 2x2 is worth by itself.
    pub(super) square: f32,
    /// A cell of grass, which breaks ties.
    pub(super) grass: f32,
    /// A coupon, with all turns still to come.
    pub(super) coupon: f32,
    /// Bonuses, once captured: an exchange square,
    pub(super) exchange: f32,
    /// a stone,
    pub(super) stone: f32,
    /// a robbery that may come,
    pub(super) robbery: f32,
    /// and one that is to be committed now.
    pub(super) robbery_held: f32,
    /// How likely a bonus is captured, by turns left and sides missing.
    pub(super) capture: [[f32; 5]; ROUNDS as usize + 1],
    /// The same for one that coupons can still surround at the end.
    pub(super) bought: f32,
    /// What counts against a seat of what the best other expects,
    pub(super) best_other: f32,
    /// and of what all others expect.
    pub(super) all_others: f32,
    /// What one more tile laid in thought adds to a value on the average.
    pub(super) step: f32,
    /// Where to start: what counts against each cell off the centre,
    pub(super) off_centre: f32,
    /// for each cell apart from the others,
    pub(super) apart: f32,
    /// for each cell around that is nearer than to all others,
    pub(super) room: f32,
    /// and for each bonus near by.
    pub(super) bonus_near: f32,
}

impl Weights {
    /// The weights for so many players, as far as the options do not say otherwise.
    pub(super) fn of(options: &BeamOptions, seats: usize) -> Self {
        let usual = match options.aim {
            Aim::Win => Weights::for_seats(seats),
            Aim::Square => Weights::for_the_square(seats),
        };
        let given = |option: Option<u32>, unit: f32, usual: f32| {
            option.map_or(usual, |number| number as f32 / unit)
        };
        Weights {
            turn: given(options.turn, 10.0, usual.turn),
            purchase: given(options.purchase, 10.0, usual.purchase),
            doubt: given(options.doubt, 10.0, usual.doubt),
            drift: given(options.drift, 10.0, usual.drift),
            square: given(options.square, 1000.0, usual.square),
            grass: given(options.grass, 1000.0, usual.grass),
            coupon: given(options.coupon, 100.0, usual.coupon),
            exchange: given(options.exchange, 100.0, usual.exchange),
            robbery: given(options.robbery, 100.0, usual.robbery),
            robbery_held: given(options.held, 100.0, usual.robbery_held),
            best_other: given(options.other, 100.0, usual.best_other),
            step: given(options.step, 1000.0, usual.step),
            ..usual
        }
    }

    /// The usual weights for so many players. Most come from earlier experiments against
    /// `window`. How much a turn fills and how uncertain that is was picked as the best of
    /// eleven changes on the same 25 deals, so its 100 % there says little; on fresh deals
    /// against the old numbers it is not shown to be better:
    ///
    /// ```text
    /// beam:width=4:candidates=1                     94 % of 50 games against window, sides 5.72 : 4.68
    /// beam:width=4:candidates=1:turn=36:drift=10   100 % of the same games, 5.80 : 4.52; on fresh
    ///                           deals 52.1 +- 5.4 % of 120 games against turn=30:drift=15
    /// robbery=40:held=40  88 %, 5.66 : 4.78       coupon=15  92 %, 5.72 : 4.62
    /// square=10  94 %, 5.58 : 4.34                square=35  92 %, 5.58 : 4.80
    /// grass=25   92 %, 5.76 : 4.66                turn=42    96 %, 5.58 : 4.42    (2026-11-16)
    /// ```
    ///
    /// A larger own side was looked for and not found. `beam:width=16:candidates=1` against
    /// `window`, 100 games from seed 5000, 99 % and 5.89 as it is:
    ///
    /// ```text
    /// other=70  97 %, 5.91    other=50  97 %, 6.01    other=40  97 %, 6.05    other=30  96 %, 6.05
    ///     but other=50 has 44.6 +- 6.9 % of 120 games against other=100
    /// robbery=50:held=50  96 %, 5.88              turn=30:drift=15:other=50  90 %, 5.97
    /// exchange=15:coupon=15:other=50  90 %, 5.89  sides 6 and 7 worth 1.5 times as much  94 %, 5.89
    /// the other counts less the further one is ahead, not at all from 0.5 on  97 %, 5.98; as
    ///     `hard` 95 %, 6.06, but on fresh deals (317 games from seed 880001) 95.3 +- 2.2 %, 5.85,
    ///     and 45.0 +- 6.4 % of 100 games against `hard` without
    /// ```
    ///
    /// Where to start among more than two: nine at one table, each a `beam` with other numbers, 324
    /// games from seed 128000001; four, 344 games from 129000001. Standard errors: of wins 1.7 and
    /// 2.3 %, of ranks 0.14 and 0.06 (2026-11-17):
    ///
    /// ```text
    /// apart 0.1, room 0, bonus_near 0.3      nine  8.8 %, rank 5.72     four  23.1 %, rank 2.61
    ///            room 0.02, 0.3                    9.9 %, 4.95                26.6 %, 2.50
    ///            room 0.04, 0.15                  13.6 %, 4.59                26.4 %, 2.32
    ///            room 0.04, 0.3                   10.2 %, 4.89
    ///            room 0.08, 0.3                   14.0 %, 4.53                23.9 %, 2.48
    /// apart 0.2, room 0.02, 0.3                    9.4 %, 5.05
    ///            room 0.04, 0.3                   12.3 %, 4.85
    /// ```
    fn for_seats(seats: usize) -> Self {
        let (best_other, all_others) = if seats == 2 { (1.0, 0.0) } else { (0.5, 0.17) };
        let (off_centre, bonus_near) = if seats == 2 { (0.01, 0.3) } else { (0.0, 0.15) };
        let (apart, room) = if seats == 2 { (0.0, 0.0) } else { (0.1, 0.04) };
        Weights {
            tariff: Tariff { free: [CELL, 9, 11, 12, 40], prize: 3, beside: 48 },
            beside: 48,
            turn: 3.6,
            theft: 3.0,
            purchase: 4.0,
            doubt: 1.0,
            drift: 1.0,
            hopes: true,
            sides: worth_of_sides(-0.5),
            square: 0.02,
            grass: 0.01,
            coupon: 0.3,
            exchange: 0.3,
            stone: 0.1,
            robbery: 0.7,
            robbery_held: 0.7,
            capture: CAPTURES,
            bought: 0.8,
            best_other,
            all_others,
            step: 0.0,
            off_centre,
            apart,
            room,
            bonus_near,
        }
    }
}

impl Weights {
    /// For whoever wants a large square more than a sure win. Sides are worth more beside the
    /// bonuses, what is full and what is held count more, nooks cost more, and what no coupon
    /// fills after the last turn is given up. Chosen among some sixty sets, first on the one and
    /// then on the other of these deals (2026-11-17):
    ///
    /// ```text
    /// meeple match grass beam:aim=square:width=16:candidates=1 window --games 200
    ///                           --seed 41000001       --seed 43000001
    /// aim=win                   96.0 %, side 5.88
    ///     no hope               96.8 %, 5.91          92.5 %, 5.92
    /// aim=square                92.5 %, 6.03          93.2 %, 6.08
    ///     with hope             94.2 %, 5.96
    ///     square=30             (not tried)           92.0 %, 6.12
    ///     coupon=60, sides^-0.1 (not tried)           93.0 %, 6.04
    /// against beam:width=17:candidates=1 without hope 51.6 % [45.4 .. 57.6] of 160 games from seed
    ///     44000001, and that against the same with hope 50.3 % [46.3 .. 54.3]: as strong
    /// with hope, no gain: other=60 94.8 %, 5.89; other=40 92.8 %, 5.88; other=0 87.8 %, 5.76;
    ///     square=0 89.6 %, 5.17 (of 120); square=10 with other=40 94.0 %, 5.83; depth=2 90.4 %,
    ///     5.55 (of 120); bonus_near=0 93.5 %, 5.88; apart=0.05 94.5 %, 5.81; a window cheaper
    ///     for each other about as cheap 95 %, 5.80 to 5.85; a lead that counts less beyond 0.5
    ///     to 2.2 90.2 to 95.0 %, 5.90 to 5.91; exchange=0:robbery=0:held=0 81.2 %, 5.97 (of 120)
    /// ```
    fn for_the_square(seats: usize) -> Self {
        let usual = Weights::for_seats(seats);
        let [open, edge, corner, _, hole] = usual.tariff.free;
        Weights {
            tariff: Tariff { free: [open, edge, corner, 16, hole], ..usual.tariff },
            hopes: false,
            sides: worth_of_sides(-0.2),
            square: 0.025,
            coupon: 0.45,
            ..usual
        }
    }
}

/// What the surety of each side is worth: a power of it.
fn worth_of_sides(power: f32) -> [f32; LARGEST + 1] {
    let mut sides = [0.0; LARGEST + 1];
    for (side, worth) in sides.iter_mut().enumerate().skip(2) {
        *worth = powf_f32(side as f32, power);
    }
    sides
}

/// Measured in self-play, by turns left (0 to 9) and sides missing (0 to 4).
const CAPTURES: [[f32; 5]; ROUNDS as usize + 1] = [
    [1.0, 0.0, 0.0, 0.0, 0.0],
    [1.0, 0.50, 0.32, 0.06, 0.0],
    [1.0, 0.66, 0.34, 0.19, 0.01],
    [1.0, 0.76, 0.47, 0.25, 0.02],
    [1.0, 0.86, 0.61, 0.32, 0.02],
    [1.0, 0.89, 0.70, 0.49, 0.04],
    [1.0, 0.93, 0.79, 0.66, 0.06],
    [1.0, 0.89, 0.81, 0.73, 0.11],
    [1.0, 0.85, 0.83, 0.81, 0.16],
    [1.0, 0.85, 0.83, 0.81, 0.20],
];

/// By the turns that the mover has left, the one of now included: how much surer a win is for
/// each unit that a value is above another's (a logistic curve; for more than two, odds in
/// proportion), fitted once to 54 games between `beam:width=16` and `beam:width=17` on the seeds
/// from 950000 (with turn=30:drift=15), the likeliest for each number of turns, smoothed and rounded down a little.
pub(super) const SHARPNESS: [f64; ROUNDS as usize + 1] =
    [6.0, 4.3, 2.8, 2.7, 2.6, 2.5, 2.3, 2.2, 2.1, 2.0];

/// What the mover's value is too high by, fitted with them: it has laid tiles in thought to which
/// nobody has replied.
pub(super) const LEAD: [f32; ROUNDS as usize + 1] =
    [0.0, 0.0, 0.25, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5];
