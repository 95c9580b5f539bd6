//! A small network with a list of numbers as input, one hidden layer and one output.
//!
//! ```text
//! inputs ─► hidden layer (ReLU) ─► output
//! ```

use super::train::Trainable;
use rand::{Rng, RngExt};

/// The number of hidden units.
pub const HIDDEN: usize = 24;

/// The network. Its parameters are the weights of each input to each hidden unit, the biases of the
/// hidden units, their weights to the output, and the output's bias.
#[derive(Debug, Clone, PartialEq)]
pub struct DenseNet {
    inputs: usize,
    parameters: Vec<f32>,
}

/// A training sample: inputs and the expected output.
#[derive(Debug, Clone, PartialEq)]
pub struct DenseSample {
    /// One number for each input.
    pub inputs: Vec<f32>,
    /// The expected output.
    pub target: f32,
}

impl DenseNet {
    /// Returns the number of parameters for this many inputs.
    pub const fn size(inputs: usize) -> usize {
        inputs * HIDDEN + HIDDEN + HIDDEN + 1
    }

    /// Creates an untrained network with random weights.
    pub fn new(inputs: usize, rng: &mut dyn Rng) -> Self {
        let scale = (2.0 / inputs as f32).sqrt();
        let mut parameters = vec![0.0; Self::size(inputs)];
        let biases = inputs * HIDDEN;
        for weight in &mut parameters[..biases] {
            *weight = scale * (rng.random::<f32>() - 0.5);
        }
        for weight in &mut parameters[biases + HIDDEN..biases + 2 * HIDDEN] {
            *weight = 0.2 * (rng.random::<f32>() - 0.5);
        }
        DenseNet { inputs, parameters }
    }

    /// Creates a network with these parameters; `None` if their number is wrong.
    pub fn with(inputs: usize, parameters: Vec<f32>) -> Option<Self> {
        (parameters.len() == Self::size(inputs)).then_some(DenseNet { inputs, parameters })
    }

    /// Returns all parameters.
    pub fn all(&self) -> &[f32] {
        &self.parameters
    }

    /// Computes the output.
    pub fn answer(&self, inputs: &[f32]) -> f32 {
        let hidden = self.hidden(inputs);
        let (_, last) = self.parameters.split_at(self.inputs * HIDDEN + HIDDEN);
        let sum: f32 = hidden.iter().zip(last).map(|(unit, weight)| unit.max(0.0) * weight).sum();
        sum + last[HIDDEN]
    }

    fn hidden(&self, inputs: &[f32]) -> [f32; HIDDEN] {
        let (weights, rest) = self.parameters.split_at(self.inputs * HIDDEN);
        let mut hidden: [f32; HIDDEN] = rest[..HIDDEN].try_into().expect("a bias for each unit");
        for (weights, &input) in weights.chunks_exact(HIDDEN).zip(inputs) {
            let weights: &[f32; HIDDEN] = weights.try_into().expect("a weight for each unit");
            for (unit, weight) in hidden.iter_mut().zip(weights) {
                *unit += input * weight;
            }
        }
        hidden
    }
}

impl Trainable for DenseNet {
    type Sample = DenseSample;

    fn parameters(&mut self) -> &mut [f32] {
        &mut self.parameters
    }

    /// The loss is half the squared error.
    fn learn(&self, sample: &DenseSample, gradient: &mut [f32]) -> f32 {
        let hidden = self.hidden(&sample.inputs);
        let error = self.answer(&sample.inputs) - sample.target;
        let last = &self.parameters[self.inputs * HIDDEN + HIDDEN..];
        let (first, rest) = gradient.split_at_mut(self.inputs * HIDDEN);
        let (biases, heads) = rest.split_at_mut(HIDDEN);
        heads[HIDDEN] += error;
        let mut slopes = [0.0; HIDDEN];
        for unit in (0..HIDDEN).filter(|&unit| hidden[unit] > 0.0) {
            heads[unit] += error * hidden[unit];
            slopes[unit] = error * last[unit];
            biases[unit] += slopes[unit];
        }
        for (weights, &input) in first.chunks_exact_mut(HIDDEN).zip(&sample.inputs) {
            for (weight, slope) in weights.iter_mut().zip(slopes) {
                *weight += input * slope;
            }
        }
        error * error / 2.0
    }
}
