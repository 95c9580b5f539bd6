//! Training with shuffled samples in batches over several epochs.

use super::adam::Adam;
use rand::{Rng, seq::SliceRandom};

/// A model that can be trained with samples.
pub trait Trainable {
    /// The type of the training samples.
    type Sample;

    /// Returns all trainable parameters.
    fn parameters(&mut self) -> &mut [f32];

    /// Returns the loss for a sample, and adds its derivative with respect to each parameter to
    /// `gradient`.
    fn learn(&self, sample: &Self::Sample, gradient: &mut [f32]) -> f32;
}

/// The training settings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrainingOptions {
    /// How often each sample is used.
    pub epochs: usize,
    /// The number of samples per step.
    pub batch: usize,
    /// The initial learning rate; it falls linearly to a tenth.
    pub rate: f32,
}

/// Trains with all samples and returns the mean loss of the last epoch. `report` receives the finished
/// fraction after each batch and stops the training by returning false.
pub fn train<L: Trainable>(
    learner: &mut L,
    samples: &[L::Sample],
    options: &TrainingOptions,
    rng: &mut dyn Rng,
    mut report: impl FnMut(f64) -> bool,
) -> f32 {
    let count = learner.parameters().len();
    let (mut adam, mut gradient) = (Adam::new(count), vec![0.0; count]);
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let batches = samples.len().div_ceil(options.batch.max(1)) * options.epochs;
    let (mut done, mut wrong) = (0, 0.0);
    for _ in 0..options.epochs {
        order.shuffle(rng);
        wrong = 0.0;
        for batch in order.chunks(options.batch.max(1)) {
            gradient.fill(0.0);
            for &at in batch {
                wrong += f64::from(learner.learn(&samples[at], &mut gradient));
            }
            let mean = 1.0 / batch.len() as f32;
            for slope in &mut gradient {
                *slope *= mean;
            }
            let part = f64::from(done) / batches as f64;
            adam.step(learner.parameters(), &gradient, options.rate * (1.0 - 0.9 * part as f32));
            done += 1;
            if !report(f64::from(done) / batches as f64) {
                return (wrong / samples.len().max(1) as f64) as f32;
            }
        }
    }
    (wrong / samples.len().max(1) as f64) as f32
}
