//! A network that compares two sides, with the same first layer for both.
//!
//! ```text
//! inputs of mine   ─► first layer ─┐
//!                                  ├─► second layer ─► margin, win     f(mine, theirs)
//! inputs of theirs ─► first layer ─┘      ▲
//!                               extras ───┘        output = (f(mine, theirs) - f(theirs, mine)) / 2
//! ```
//!
//! Inputs are on or off, and few are on: each unit of the first layer is a sum over the active inputs.
//! Swapping the sides always negates the output. In addition, a linear sum over the inputs goes
//! directly to the margin. The features of a side are computed once ([`SideFeatures`]) and can then be
//! compared cheaply as often as a search needs it.

use super::train::Trainable;
use crate::maths::{ln_f32, logistic_f32};
use rand::{Rng, RngExt};
use std::ops::Range;

/// The number of units in each of the two layers.
pub const WIDTH: usize = 32;
/// The number of extra inputs that relate the two sides; swapping the sides negates them.
pub const EXTRAS: usize = 2;
/// The margin is learned in units of this many points.
const POINTS: f32 = 10.0;
/// The weight of the win chance in the loss, relative to the margin.
const WIN: f32 = 0.25;

type Units = [f32; WIDTH];

/// The network.
#[derive(Debug, Clone, PartialEq)]
pub struct PairNet {
    inputs: usize,
    parameters: Vec<f32>,
}

/// A training sample: two sides and the result.
#[derive(Debug, Clone, PartialEq)]
pub struct PairSample {
    /// The active inputs of each side.
    pub sides: [Vec<u16>; 2],
    /// The extra inputs that relate the two sides.
    pub extras: [f32; EXTRAS],
    /// The current margin in points.
    pub lead: f32,
    /// How much the margin grows until the end, in points.
    pub margin: f32,
    /// The result of the first side: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub win: f32,
}

/// The first layer's sums over the active inputs of a side, before the activation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Accumulator {
    units: Units,
    skip: f32,
}

/// The features of a side: what it adds to the second layer as own and as opposing side, and directly
/// to the margin.
#[derive(Debug, Clone, PartialEq)]
pub struct SideFeatures {
    mine: Units,
    theirs: Units,
    skip: f32,
}

/// The offset of each part in the parameter list.
struct Parts {
    skip: usize,
    first_bias: usize,
    mine: usize,
    theirs: usize,
    extra: usize,
    bias: usize,
    margin: usize,
    win: usize,
    /// The weight of the total margin in the win chance.
    lead: usize,
    end: usize,
}

impl Parts {
    const fn of(inputs: usize) -> Self {
        let skip = inputs * WIDTH;
        let first_bias = skip + inputs;
        let mine = first_bias + WIDTH;
        let theirs = mine + WIDTH * WIDTH;
        let extra = theirs + WIDTH * WIDTH;
        let bias = extra + EXTRAS * WIDTH;
        let margin = bias + WIDTH;
        let win = margin + WIDTH;
        let lead = win + WIDTH;
        Parts { skip, first_bias, mine, theirs, extra, bias, margin, win, lead, end: lead + 1 }
    }
}

impl PairNet {
    /// Returns the number of parameters for this many inputs.
    pub const fn size(inputs: usize) -> usize {
        Parts::of(inputs).end
    }

    /// Creates an untrained network with random weights.
    pub fn new(inputs: usize, rng: &mut dyn Rng) -> Self {
        let parts = Parts::of(inputs);
        let mut net = PairNet { inputs, parameters: vec![0.0; parts.end] };
        let mut scatter = |range: Range<usize>, scale: f32| {
            for weight in &mut net.parameters[range] {
                *weight = scale * (2.0 * rng.random::<f32>() - 1.0);
            }
        };
        scatter(0..parts.skip, 0.15);
        scatter(parts.mine..parts.bias, 0.2);
        scatter(parts.margin..parts.lead, 0.2);
        net.parameters[parts.lead] = 0.5;
        net
    }

    /// Creates a network with these parameters; `None` if their number is wrong.
    pub fn with(inputs: usize, parameters: Vec<f32>) -> Option<Self> {
        (parameters.len() == Self::size(inputs)).then_some(PairNet { inputs, parameters })
    }

    /// Returns all parameters.
    pub fn all(&self) -> &[f32] {
        &self.parameters
    }

    fn parts(&self) -> Parts {
        Parts::of(self.inputs)
    }

    fn units(&self, at: usize) -> &Units {
        self.parameters[at..at + WIDTH].try_into().expect("a number for each unit")
    }

    /// Returns the first layer's sums without any active input.
    pub fn accumulator(&self) -> Accumulator {
        Accumulator { units: *self.units(self.parts().first_bias), skip: 0.0 }
    }

    /// Adds these active inputs to the sums.
    #[must_use]
    pub fn activate(&self, mut sums: Accumulator, on: &[u16]) -> Accumulator {
        let skip = &self.parameters[self.parts().skip..];
        for &input in on {
            add(&mut sums.units, self.units(usize::from(input) * WIDTH), 1.0);
            sums.skip += skip[usize::from(input)];
        }
        sums
    }

    /// Computes the features of a side from its first-layer sums.
    pub fn features(&self, sums: &Accumulator) -> SideFeatures {
        let parts = self.parts();
        let (mut mine, mut theirs) = ([0.0; WIDTH], [0.0; WIDTH]);
        for (unit, &activation) in
            sums.units.iter().enumerate().filter(|(_, activation)| **activation > 0.0)
        {
            add(&mut mine, self.units(parts.mine + unit * WIDTH), activation);
            add(&mut theirs, self.units(parts.theirs + unit * WIDTH), activation);
        }
        SideFeatures { mine, theirs, skip: sums.skip }
    }

    /// Predicts by how many points the margin grows.
    pub fn margin(&self, mine: &SideFeatures, theirs: &SideFeatures, extras: [f32; EXTRAS]) -> f32 {
        let parts = self.parts();
        let heads = self.units(parts.margin);
        let own = dot(&self.second_layer(mine, theirs, extras), heads);
        let other = dot(&self.second_layer(theirs, mine, extras.map(|extra| -extra)), heads);
        POINTS * ((own - other) / 2.0 + mine.skip - theirs.skip)
    }

    /// Predicts the chance that the first side wins if the current margin is `lead`.
    pub fn chance(
        &self,
        mine: &SideFeatures,
        theirs: &SideFeatures,
        extras: [f32; EXTRAS],
        lead: f32,
    ) -> f32 {
        let parts = self.parts();
        let heads = self.units(parts.win);
        let own = dot(&self.second_layer(mine, theirs, extras), heads);
        let other = dot(&self.second_layer(theirs, mine, extras.map(|extra| -extra)), heads);
        let whole = (lead + self.margin(mine, theirs, extras)) / POINTS;
        logistic_f32((own - other) / 2.0 + self.parameters[parts.lead] * whole)
    }

    /// Returns the activations of the second layer (`ReLU`).
    fn second_layer(
        &self,
        mine: &SideFeatures,
        theirs: &SideFeatures,
        extras: [f32; EXTRAS],
    ) -> Units {
        let parts = self.parts();
        let mut units = *self.units(parts.bias);
        for (at, unit) in units.iter_mut().enumerate() {
            *unit += mine.mine[at] + theirs.theirs[at];
        }
        for (which, extra) in extras.into_iter().enumerate() {
            add(&mut units, self.units(parts.extra + which * WIDTH), extra);
        }
        units.map(|unit| unit.max(0.0))
    }
}

fn add(sum: &mut Units, more: &Units, times: f32) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += times * more;
    }
}

/// Returns the dot product, with eight partial sums that the compiler can vectorise.
fn dot(a: &Units, b: &Units) -> f32 {
    let mut sums = [0.0; 8];
    for (a, b) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum()
}

impl Trainable for PairNet {
    type Sample = PairSample;

    fn parameters(&mut self) -> &mut [f32] {
        &mut self.parameters
    }

    /// The loss is half the squared error of the margin plus `WIN` times the cross entropy of the win.
    fn learn(&self, sample: &PairSample, gradient: &mut [f32]) -> f32 {
        let parts = self.parts();
        let accumulators = sample.sides.each_ref().map(|on| self.activate(self.accumulator(), on));
        let features = accumulators.each_ref().map(|sums| self.features(sums));
        let turned = sample.extras.map(|extra| -extra);
        let judged = [
            self.second_layer(&features[0], &features[1], sample.extras),
            self.second_layer(&features[1], &features[0], turned),
        ];
        let margin = self.margin(&features[0], &features[1], sample.extras);
        let chance = self.chance(&features[0], &features[1], sample.extras, sample.lead);
        let error = (margin - sample.margin) / POINTS;
        let doubt = WIN * (chance - sample.win);
        gradient[parts.lead] += doubt * (sample.lead + margin) / POINTS;
        let mut slopes = [[0.0; WIDTH]; 2]; // of the second layer, from each side's point of view
        for (side, sign) in [(0, 0.5), (1, -0.5)] {
            for unit in (0..WIDTH).filter(|&unit| judged[side][unit] > 0.0) {
                gradient[parts.margin + unit] += sign * error * judged[side][unit];
                gradient[parts.win + unit] += sign * doubt * judged[side][unit];
                slopes[side][unit] = sign
                    * (error * self.parameters[parts.margin + unit]
                        + doubt * self.parameters[parts.win + unit]);
            }
        }
        for (which, extra) in sample.extras.into_iter().enumerate() {
            for unit in 0..WIDTH {
                gradient[parts.extra + which * WIDTH + unit] +=
                    extra * (slopes[0][unit] - slopes[1][unit]);
            }
        }
        for unit in 0..WIDTH {
            gradient[parts.bias + unit] += slopes[0][unit] + slopes[1][unit];
        }
        let [a, b] = &sample.sides;
        self.teach_eyes((a, &accumulators[0]), [&slopes[0], &slopes[1]], error, gradient);
        self.teach_eyes((b, &accumulators[1]), [&slopes[1], &slopes[0]], -error, gradient);
        let cross = sample.win * ln_f32(chance.max(1e-6))
            + (1.0 - sample.win) * ln_f32((1.0 - chance).max(1e-6));
        error * error / 2.0 - WIN * cross
    }
}

impl PairNet {
    /// Adds the first-layer gradient of one side; `judges` holds the second layer's slopes with this side
    /// as the own and as the opposing side.
    fn teach_eyes(
        &self,
        (on, sums): (&[u16], &Accumulator),
        judges: [&Units; 2],
        skip: f32,
        gradient: &mut [f32],
    ) {
        let parts = self.parts();
        let mut slopes = [0.0; WIDTH];
        for (unit, &activation) in
            sums.units.iter().enumerate().filter(|(_, activation)| **activation > 0.0)
        {
            for (start, slope) in [(parts.mine, judges[0]), (parts.theirs, judges[1])] {
                let at = start + unit * WIDTH;
                slopes[unit] += dot(self.units(at), slope);
                for (weight, slope) in gradient[at..at + WIDTH].iter_mut().zip(slope) {
                    *weight += activation * slope;
                }
            }
        }
        let starts = on.iter().map(|&input| usize::from(input) * WIDTH).chain([parts.first_bias]);
        for at in starts {
            for (weight, slope) in gradient[at..at + WIDTH].iter_mut().zip(slopes) {
                *weight += slope;
            }
        }
        for &input in on {
            gradient[parts.skip + usize::from(input)] += skip;
        }
    }
}
