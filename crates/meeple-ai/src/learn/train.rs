//! Training: samples in random order, in batches, over and over.

use super::adam::Adam;
use rand::{Rng, seq::SliceRandom};

/// Something that learns from samples.
pub trait Learn {
    /// What it learns from.
    type Sample;

    /// All that it can change.
    fn parameters(&mut self) -> &mut [f32];

    /// How wrong it is about a sample; how that changes with each parameter is added to the
    /// gradient.
    fn learn(&self, sample: &Self::Sample, gradient: &mut [f32]) -> f32;
}

/// How long and how boldly to learn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Course {
    /// How often each sample is seen.
    pub epochs: usize,
    /// How many samples decide a step.
    pub batch: usize,
    /// How far a step goes at first; at the end a tenth of it.
    pub rate: f32,
}

/// Teaches all samples and returns how wrong it was on average in the last epoch; `report` is
/// told what part is done after each batch, and ends it by saying false.
pub fn train<L: Learn>(
    learner: &mut L,
    samples: &[L::Sample],
    course: &Course,
    rng: &mut dyn Rng,
    mut report: impl FnMut(f64) -> bool,
) -> f32 {
    let count = learner.parameters().len();
    let (mut adam, mut gradient) = (Adam::new(count), vec![0.0; count]);
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let batches = samples.len().div_ceil(course.batch.max(1)) * course.epochs;
    let (mut done, mut wrong) = (0, 0.0);
    for _ in 0..course.epochs {
        order.shuffle(rng);
        wrong = 0.0;
        for batch in order.chunks(course.batch.max(1)) {
            gradient.fill(0.0);
            for &at in batch {
                wrong += f64::from(learner.learn(&samples[at], &mut gradient));
            }
            let mean = 1.0 / batch.len() as f32;
            for slope in &mut gradient {
                *slope *= mean;
            }
            let part = f64::from(done) / batches as f64;
            adam.step(learner.parameters(), &gradient, course.rate * (1.0 - 0.9 * part as f32));
            done += 1;
            if !report(f64::from(done) / batches as f64) {
                return (wrong / samples.len().max(1) as f64) as f32;
            }
        }
    }
    (wrong / samples.len().max(1) as f64) as f32
}
