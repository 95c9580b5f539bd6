//! Tests the SPSA search with simulated players of known strength: it finds the optimum, stays within its
//! ranges and is reproducible.

use meeple_arena::tuning::{ParameterRange, Spsa, SpsaTrial};
use meeple_core::rng::{RngStream, seeded};
use proptest::prelude::*;
use rand::RngExt;

/// Curvature for which half of a range is worth 100 Elo, in log-odds per squared range.
const CURVATURE: f64 = 100.0 / 400.0 * std::f64::consts::LN_10 / 0.25;
/// Games per step.
const BATCH: usize = 20;

fn ranges() -> [ParameterRange; 4] {
    ["a=0..100", "b=4..30", "c=0..7", "d=1000..50000"].map(|text| text.parse().expect("good"))
}

fn part(range: &ParameterRange, value: f64) -> f64 {
    (value - f64::from(range.low)) / range.width()
}

/// Returns the strength of a player with these parameters, in log-odds; without an optimum the parameters
/// make no difference.
fn strength(ranges: &[ParameterRange], optimum: Option<&[f64]>, values: &[u32]) -> f64 {
    let places = ranges.iter().zip(values).map(|(range, &value)| part(range, value.into()));
    let off = places
        .zip(optimum.unwrap_or_default())
        .map(|(place, best)| (place - best) * (place - best));
    -CURVATURE * off.sum::<f64>()
}

/// Plays one step's games at random; returns plus's share of the points.
fn share(ranges: &[ParameterRange], optimum: Option<&[f64]>, trial: &SpsaTrial, seed: u64) -> f64 {
    let [plus, minus] = [&trial.plus, &trial.minus].map(|set| strength(ranges, optimum, set));
    let chance = 1.0 / (1.0 + libm::exp(minus - plus));
    let mut rng = seeded(seed, RngStream::Other(1_000_000 + trial.step as u32));
    let won = (0..BATCH).filter(|_| rng.random::<f64>() < chance).count();
    won as f64 / BATCH as f64
}

/// Runs a search that starts in the middle of each range.
fn search(ranges: &[ParameterRange], optimum: Option<&[f64]>, seed: u64, games: usize) -> Spsa {
    let start: Vec<u32> = ranges.iter().map(|range| range.low.midpoint(range.high)).collect();
    let mut search = Spsa::new(ranges.to_vec(), &start, seed, games / BATCH);
    while let Some(trial) = search.next_trial() {
        search.learn(&trial, share(ranges, optimum, &trial, seed));
    }
    search
}

/// Returns each parameter's distance between the result and `place`, as a fraction of the range.
fn errors(search: &Spsa, place: &[f64]) -> Vec<f64> {
    let found = search.ranges().iter().zip(search.result());
    found
        .zip(place)
        .map(|((range, value), best)| (part(range, value.into()) - best).abs())
        .collect()
}

#[test]
fn a_known_optimum_is_found_in_4000_games() {
    let places = [0.8, 0.25, 4.0 / 7.0, 0.1];
    for count in 1..=4 {
        let (ranges, optimum) = (&ranges()[..count], &places[..count]);
        let errors: Vec<f64> = (1..=10)
            .flat_map(|seed| errors(&search(ranges, Some(optimum), seed, 4000), optimum))
            .collect();
        let mean = errors.iter().sum::<f64>() / errors.len() as f64;
        let worst = errors.iter().copied().fold(0.0, f64::max);
        assert!(mean < 0.05 && worst < 0.15, "{count} parameters: {mean} {worst} {errors:?}");
    }
}

#[test]
fn what_does_not_matter_strays_by_less_than_a_quarter_of_its_range() {
    let stray = |seed| errors(&search(&ranges(), None, seed, 2000), &[0.5; 4])[0];
    let mean = (1..=100).map(stray).map(|error| error * error).sum::<f64>() / 100.0;
    assert!(mean.sqrt() < 0.25, "{}", mean.sqrt());
}

#[test]
fn the_same_seed_searches_the_same_way() {
    let found = |seed| search(&ranges(), Some(&[0.3; 4]), seed, 1000);
    assert_eq!(found(7), found(7));
    assert_ne!(found(7).result(), found(8).result());
}

#[test]
fn both_directions_are_tried_about_equally_often() {
    let search = search(&ranges(), None, 5, 20_000);
    let mut again = Spsa::new(ranges().to_vec(), &[50, 17, 3, 25_000], 5, search.steps_done());
    let mut up = [0; 4];
    while let Some(trial) = again.next_trial() {
        trial.delta.iter().zip(&mut up).for_each(|(&sign, up)| *up += usize::from(sign > 0));
        again.learn(&trial, 0.5);
    }
    assert!(up.iter().all(|up| (400..=600).contains(up)), "{up:?}");
}

prop_compose! {
    fn any_range()(low in 0..u32::MAX, width in 1..u32::MAX) -> ParameterRange {
        ParameterRange { name: "x".into(), low, high: low.saturating_add(width) }
    }
}

proptest! {
    #[test]
    fn values_stay_in_range_and_the_sides_always_differ(
        ranges in prop::collection::vec(prop_oneof![any_range(), Just("x=0..1".parse().expect("good"))], 1..5),
        shares in prop::collection::vec(prop_oneof![Just(0.0), Just(1.0), 0.0..=1.0_f64], 1..60),
        start in any::<u64>(),
    ) {
        let within = |range: &ParameterRange, value: u32| (range.low..=range.high).contains(&value);
        let begin = |range: &ParameterRange| {
            range.low + (start % (u64::from(range.high - range.low) + 1)) as u32
        };
        let starts: Vec<u32> = ranges.iter().map(begin).collect();
        let mut search = Spsa::new(ranges.clone(), &starts, start, shares.len());
        for share in shares {
            let trial = search.next_trial().expect("there are as many steps as shares");
            for (at, range) in ranges.iter().enumerate() {
                let (plus, minus) = (trial.plus[at], trial.minus[at]);
                prop_assert!(within(range, plus) && within(range, minus), "{trial:?} {range}");
                prop_assert_eq!(plus.cmp(&minus) as i8, trial.delta[at], "{:?} {}", trial, range);
            }
            search.learn(&trial, share);
            let found = search.result();
            prop_assert!(ranges.iter().zip(found).all(|(range, value)| within(range, value)));
        }
        prop_assert_eq!(search.next_trial(), None);
    }
}
