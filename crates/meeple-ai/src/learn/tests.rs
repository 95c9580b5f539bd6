//! Checks the networks against a reference with matrix products, and gradients against finite
//! differences.

use super::*;
use meeple_core::rng::{RngStream, seeded};
use rand::{Rng, RngExt};

const INPUTS: usize = 12;

fn pair_net(seed: u64) -> PairNet {
    let mut rng = seeded(seed, RngStream::Deals);
    let mut net = PairNet::new(INPUTS, &mut rng);
    for parameter in net.parameters() {
        *parameter += 0.3 * (rng.random::<f32>() - 0.5); // the biases and the direct sum, too
    }
    net
}

fn some_inputs(rng: &mut dyn Rng) -> Vec<u16> {
    (0..INPUTS as u16).filter(|_| rng.random::<f32>() < 0.4).collect()
}

fn pair_sample(rng: &mut dyn Rng) -> PairSample {
    PairSample {
        sides: [some_inputs(rng), some_inputs(rng)],
        extras: [rng.random::<f32>() - 0.5, 1.0],
        lead: 20.0 * rng.random::<f32>() - 10.0,
        margin: 20.0 * rng.random::<f32>() - 10.0,
        win: 1.0,
    }
}

/// Returns the margin and the win chance, computed as in play.
fn said(net: &PairNet, sample: &PairSample) -> (f32, f32) {
    let [mine, theirs] =
        sample.sides.each_ref().map(|on| net.features(&net.activate(net.accumulator(), on)));
    let margin = net.margin(&mine, &theirs, sample.extras);
    (margin, net.chance(&mine, &theirs, sample.extras, sample.lead))
}

/// Multiplies a matrix with a vector, number by number.
fn product(matrix: &[f32], vector: &[f32]) -> Vec<f64> {
    let mut sums = vec![0.0; WIDTH];
    for (row, &times) in matrix.chunks(WIDTH).zip(vector) {
        for (sum, &weight) in sums.iter_mut().zip(row) {
            *sum += f64::from(weight) * f64::from(times);
        }
    }
    sums
}

/// The reference implementation of the margin, with products of whole matrices and vectors.
fn plain_margin(net: &PairNet, sample: &PairSample) -> f64 {
    let mut rest = net.all();
    let mut part = |size: usize| {
        let (part, after) = rest.split_at(size);
        rest = after;
        part
    };
    let (eyes, skip, eye_bias) = (part(INPUTS * WIDTH), part(INPUTS), part(WIDTH));
    let (mine, theirs) = (part(WIDTH * WIDTH), part(WIDTH * WIDTH));
    let (extra, bias, heads) = (part(EXTRAS * WIDTH), part(WIDTH), part(WIDTH));
    let on = |side: usize| -> Vec<f32> {
        let is_on = |input: usize| sample.sides[side].contains(&(input as u16));
        (0..INPUTS).map(|input| f32::from(u8::from(is_on(input)))).collect()
    };
    let seen = |side: usize| -> Vec<f32> {
        let sums = product(eyes, &on(side)).into_iter().zip(eye_bias);
        sums.map(|(sum, &bias)| (sum as f32 + bias).max(0.0)).collect()
    };
    let feels = |own: usize, sign: f32| -> f64 {
        let parts = [
            product(mine, &seen(own)),
            product(theirs, &seen(1 - own)),
            product(extra, &sample.extras.map(|number| sign * number)),
        ];
        let unit = |at: usize| {
            let sum: f64 = parts.iter().map(|part| part[at]).sum();
            (sum + f64::from(bias[at])).max(0.0) * f64::from(heads[at])
        };
        (0..WIDTH).map(unit).sum()
    };
    let straight = |side: usize| -> f64 {
        on(side).iter().zip(skip).map(|(on, skip)| f64::from(on * skip)).sum()
    };
    10.0 * ((feels(0, 1.0) - feels(1, -1.0)) / 2.0 + straight(0) - straight(1))
}

#[test]
fn two_sides_are_compared_like_plain_matrix_products() {
    let mut rng = seeded(1, RngStream::Deals);
    for seed in 0..100 {
        let (net, sample) = (pair_net(seed), pair_sample(&mut rng));
        let (margin, plain) = (said(&net, &sample).0, plain_margin(&net, &sample));
        assert!((f64::from(margin) - plain).abs() < 1e-3, "{margin} {plain}");
    }
}

#[test]
fn exchanging_the_sides_inverts_the_answer() {
    let mut rng = seeded(2, RngStream::Deals);
    for seed in 0..100 {
        let (net, sample) = (pair_net(seed), pair_sample(&mut rng));
        let [a, b] = sample.sides.clone();
        let extras = sample.extras.map(|extra| -extra);
        let turned = PairSample { sides: [b, a], extras, lead: -sample.lead, ..sample.clone() };
        let ((margin, chance), (other, rest)) = (said(&net, &sample), said(&net, &turned));
        assert!((margin + other).abs() < 1e-3 && (chance + rest - 1.0).abs() < 1e-4);
    }
}

/// Checks every seventh component of the gradient against a small change of its parameter.
fn check_gradient<L: Trainable + Clone>(net: &L, sample: &L::Sample) {
    let count = net.clone().parameters().len();
    let mut gradient = vec![0.0; count];
    net.learn(sample, &mut gradient);
    for at in (0..count).step_by(7) {
        let moved = |step: f32| {
            let mut net = net.clone();
            net.parameters()[at] += step;
            f64::from(net.learn(sample, &mut vec![0.0; count]))
        };
        let slope = (moved(1e-2) - moved(-1e-2)) / 2e-2;
        let error = (slope - f64::from(gradient[at])).abs();
        assert!(error < 0.02 + 0.05 * slope.abs(), "{at}: {slope} is not {}", gradient[at]);
    }
}

#[test]
fn gradients_match_finite_differences() {
    let mut rng = seeded(3, RngStream::Deals);
    for seed in 0..5 {
        let mut net = pair_net(seed);
        // The gradient of the win chance deliberately doesn't flow back into the margin, so the
        // connection between the two is cut here.
        *net.parameters().last_mut().expect("it has parameters") = 0.0;
        check_gradient(&net, &pair_sample(&mut rng));
        let net = DenseNet::new(5, &mut rng);
        let inputs = (0..5).map(|_| rng.random::<f32>()).collect();
        check_gradient(&net, &DenseSample { inputs, target: 0.7 });
    }
}

#[test]
fn a_network_learns_a_simple_function() {
    let mut rng = seeded(4, RngStream::Deals);
    // XNOR: neither input alone tells whether the two are equal.
    let corners = [(0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0), (1.0, 1.0, 1.0)];
    let sample = |(a, b, target)| DenseSample { inputs: vec![a, b], target };
    let samples: Vec<DenseSample> = corners.map(sample).into();
    let mut net = DenseNet::new(2, &mut rng);
    let options = TrainingOptions { epochs: 2000, batch: 4, rate: 0.01 };
    train(&mut net, &samples, &options, &mut rng, |_| true);
    for DenseSample { inputs, target } in &samples {
        assert!((net.answer(inputs) - target).abs() < 0.1, "{inputs:?}");
    }
    // The side with input 0 wins by seven points.
    let taught = |mine: u16| PairSample {
        sides: [vec![mine, 2], vec![1 - mine, 3]],
        extras: [0.0; EXTRAS],
        lead: 0.0,
        margin: if mine == 0 { 7.0 } else { -7.0 },
        win: f32::from(1 - mine),
    };
    let samples: Vec<PairSample> = (0..200).map(|at| taught(at % 2)).collect();
    let mut net = PairNet::new(INPUTS, &mut rng);
    train(
        &mut net,
        &samples,
        &TrainingOptions { epochs: 30, batch: 20, rate: 0.01 },
        &mut rng,
        |_| true,
    );
    let (margin, chance) = said(&net, &samples[0]);
    assert!((margin - 7.0).abs() < 0.5 && chance > 0.8, "{margin} {chance}");
}

#[test]
fn weights_are_read_as_they_were_written_or_refused() {
    let networks = vec![("one".into(), vec![0.5, -1.25]), ("two".into(), vec![3.0])];
    let weights = WeightsFile { notes: vec!["made by hand".into()], networks };
    let bytes = weights.to_bytes();
    assert_eq!(WeightsFile::from_bytes(&bytes), Ok(weights.clone()));
    assert_eq!(weights.net("two"), Ok(vec![3.0]));
    assert_eq!(weights.net("three"), Err(WeightsError::Missing { net: "three".into() }));
    for end in 0..bytes.len() {
        assert!(WeightsFile::from_bytes(&bytes[..end]).is_err(), "cut off at {end}");
    }
    let mut damaged = bytes.clone();
    *damaged.last_mut().expect("bytes") ^= 1;
    assert_eq!(WeightsFile::from_bytes(&damaged), Err(WeightsError::Numbers));
    assert_eq!(WeightsFile::from_bytes(b"anything\n\n"), Err(WeightsError::Head));
    let line = WeightsError::Line { number: 2, line: "one many".into() };
    assert_eq!(WeightsFile::from_bytes(b"meeple weights 1\none many\n\n"), Err(line));
}
