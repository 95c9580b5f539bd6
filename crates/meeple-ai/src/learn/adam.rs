//! The Adam optimiser: each parameter moves against its gradient, in steps scaled by its own history.

use crate::maths::powi_f32;

/// The decay rates of the mean and of the mean square of the gradient.
const FORGET: (f32, f32) = (0.9, 0.999);
/// Prevents a division by zero for parameters without a gradient so far.
const LEAST: f32 = 1e-8;

/// The optimiser state: the gradient history of each parameter.
#[derive(Debug, Clone)]
pub struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: u32,
}

impl Adam {
    /// Creates the state for this many parameters.
    pub fn new(parameters: usize) -> Self {
        Adam { mean: vec![0.0; parameters], square: vec![0.0; parameters], steps: 0 }
    }

    /// Moves the parameters against the gradient.
    pub fn step(&mut self, parameters: &mut [f32], gradient: &[f32], rate: f32) {
        self.steps += 1;
        let (slow, slower) = FORGET;
        // Bias correction: the averages start at 0.
        let rate =
            rate * (1.0 - powi_f32(slower, self.steps)).sqrt() / (1.0 - powi_f32(slow, self.steps));
        let history = self.mean.iter_mut().zip(&mut self.square);
        for ((parameter, &slope), (mean, square)) in
            parameters.iter_mut().zip(gradient).zip(history)
        {
            *mean = slow * *mean + (1.0 - slow) * slope;
            *square = slower * *square + (1.0 - slower) * slope * slope;
            *parameter -= rate * *mean / (square.sqrt() + LEAST);
        }
    }
}
