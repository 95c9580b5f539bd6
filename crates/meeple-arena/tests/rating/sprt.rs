//! Tests the sequential test: its error rate is what it claims, and its length doesn't depend on the draw
//! rate.

use crate::support::{Dice, TOURNAMENTS, simulate};
use meeple_arena::rating::{BlockShares, Hypothesis, Sprt, SprtError};

/// Maximum rate of wrong decisions: one in twenty, plus three standard errors of a thousand runs.
const WRONG: f64 = 0.05 + 3.0 * 0.0069;
/// How much the mean length may depend on draws: three standard errors of both means (their deviation is
/// about the mean), plus some because blocks have few different shares.
const LONGER: f64 = 0.15;
/// The two hypotheses, in normalised Elo.
const HYPOTHESES: [f64; 2] = [0.0, 60.0];

/// Games of two players, in blocks of both seatings.
#[derive(Clone, Copy)]
struct SimulatedGames {
    /// Probability of a draw.
    draws: f64,
    /// Advantage of the first seat, as a fraction of the decisive games.
    seat: f64,
    /// Advantage of the better player, likewise.
    better: f64,
}

impl SimulatedGames {
    /// Creates games in which one player is better by this much normalised Elo.
    fn better_by(draws: f64, seat: f64, elo: f64) -> Self {
        let (mut low, mut high) = (seat - 1.0, 1.0 - seat);
        for _ in 0..60 {
            let better = f64::midpoint(low, high);
            let games = SimulatedGames { draws, seat, better };
            *if games.normalised_elo() < elo { &mut low } else { &mut high } = better;
        }
        let games = SimulatedGames { draws, seat, better: low };
        assert!((games.normalised_elo() - elo).abs() < 1e-6, "nobody can be that much better");
        games
    }

    /// Returns the probability that the better player wins in this seat (1 or -1).
    fn wins(self, seat: f64) -> f64 {
        (1.0 - self.draws) * f64::midpoint(1.0, self.better + seat * self.seat)
    }

    /// Computes the normalised Elo by its definition: (mean - 1/2) / standard deviation of one game, in units
    /// of 800 / ln 10. The games of a block are independent given their seats.
    fn normalised_elo(self) -> f64 {
        let mean = |seat| self.wins(seat) + self.draws / 2.0;
        let variance = |seat: f64| self.wins(seat) + self.draws / 4.0 - mean(seat) * mean(seat);
        let block = (variance(1.0) + variance(-1.0)) / 4.0;
        let share = f64::midpoint(mean(1.0), mean(-1.0));
        (share - 0.5) / (2.0 * block).sqrt() * 800.0 / std::f64::consts::LN_10
    }

    fn block(self, dice: &mut Dice) -> f64 {
        let mut game = |seat| match dice.uniform() {
            drawn if drawn < self.wins(seat) => 1.0,
            drawn if drawn < self.wins(seat) + self.draws => 0.5,
            _ => 0.0,
        };
        f64::midpoint(game(1.0), game(-1.0))
    }
}

/// Returns how often H1 is accepted, and the average number of blocks of a test.
fn verdicts(seed: u64, games: SimulatedGames) -> (f64, f64) {
    let [elo0, elo1] = HYPOTHESES;
    let sprt = Sprt::new(elo0, elo1).unwrap();
    let run = |dice: &mut Dice| {
        let mut shares = BlockShares::default();
        for blocks in 1.. {
            shares.add(games.block(dice));
            if let Some(decision) = sprt.state(&shares, 2).decision {
                return (f64::from(u8::from(decision == Hypothesis::H1)), f64::from(blocks));
            }
        }
        unreachable!("the loop has no end")
    };
    let (accepted, blocks) = simulate(seed, run);
    (accepted / TOURNAMENTS as f64, blocks / TOURNAMENTS as f64)
}

#[test]
fn verdicts_are_wrong_as_rarely_as_promised_and_draws_do_not_matter() {
    let mut lengths = Vec::new();
    for (seed, (draws, seat)) in [(0.1, 0.0), (0.7, 0.3)].into_iter().enumerate() {
        let [h0, h1] = HYPOTHESES.map(|elo| {
            verdicts(200 + 2 * seed as u64, SimulatedGames::better_by(draws, seat, elo))
        });
        println!("draws {draws}: H1 accepted under H0 {:.3}, under H1 {:.3}", h0.0, h1.0);
        println!("draws {draws}: blocks under H0 {:.1}, under H1 {:.1}", h0.1, h1.1);
        assert!(h0.0 <= WRONG, "H1 was accepted though H0 was true: {}", h0.0);
        assert!(h1.0 >= 1.0 - WRONG, "H0 was accepted though H1 was true: {}", 1.0 - h1.0);
        lengths.push([h0.1, h1.1]);
    }
    for (few, many) in lengths[0].iter().zip(lengths[1]) {
        assert!(
            (many / few - 1.0).abs() <= LONGER,
            "{few} blocks with few draws, {many} with many"
        );
    }
}

#[test]
fn blocks_that_are_all_alike_decide() {
    let sprt: Sprt = "0,10".parse().unwrap();
    let decided = |share| sprt.test(&vec![share; 5000], 2).decision;
    assert_eq!(decided(1.0), Some(Hypothesis::H1), "all won");
    assert_eq!(decided(0.0), Some(Hypothesis::H0), "all lost");
    assert_eq!(decided(0.5), Some(Hypothesis::H0), "all split: no better");
    assert_eq!(sprt.test(&[1.0; 5], 2).decision, None, "five wins are not enough");
}

#[test]
fn one_by_one_is_the_same_as_all_at_once() {
    let sprt = Sprt::new(-5.0, 5.0).unwrap();
    let shares = [0.5, 1.0, 0.25, 0.75, 0.5, 0.0, 1.0, 1.0 / 3.0];
    let mut counted = BlockShares::default();
    for number in 0..shares.len() {
        counted.add(shares[number]);
        assert_eq!(sprt.state(&counted, 2), sprt.test(&shares[..=number], 2));
    }
    let state = sprt.test(&shares, 2);
    assert!(
        (state.upper - libm::log(19.0)).abs() < 1e-12
            && (state.lower + libm::log(19.0)).abs() < 1e-12
    );
    assert!(state.llr.is_finite());
}

#[test]
fn the_ratio_is_walds_when_there_are_many_blocks() {
    // For many blocks and small differences the LLR is N (t1 - t0) (t - (t0 + t1) / 2), where t is the
    // distance of the mean from 1/2 in standard deviations of a block.
    let counts = [(0.0, 900), (0.25, 2000), (0.5, 4100), (0.75, 2050), (1.0, 950)];
    let shares: Vec<f64> = counts.iter().flat_map(|&(share, count)| vec![share; count]).collect();
    let blocks = shares.len() as f64;
    let mean = shares.iter().sum::<f64>() / blocks;
    let deviation =
        (shares.iter().map(|share| (share - mean) * (share - mean)).sum::<f64>() / blocks).sqrt();
    let unit = 2_f64.sqrt() * std::f64::consts::LN_10 / 800.0;
    let (t, t1) = ((mean - 0.5) / deviation, 5.0 * unit);
    let expected = blocks * t1 * (t - t1 / 2.0);
    let found = Sprt::new(0.0, 5.0).unwrap().test(&shares, 2).llr;
    assert!((found / expected - 1.0).abs() < 0.01, "{found} is not {expected}");
}

#[test]
fn nonsense_is_refused_with_a_reason() {
    let refused = |text: &str| text.parse::<Sprt>().unwrap_err();
    for text in ["", "5", "a,b", "1,2,3", "0;10"] {
        assert_eq!(refused(text), SprtError::NotTwoNumbers(text.into()));
    }
    assert_eq!(
        refused("10,0").to_string(),
        "the second Elo (0) must be greater than the first (10)"
    );
    assert_eq!(refused("5,5"), SprtError::Order { elo0: 5.0, elo1: 5.0 });
    assert_eq!(
        refused("0,1e9").to_string(),
        "an Elo of 1000000000 is out of range: from -1000 to 1000"
    );
    assert!(matches!(refused("nan,5"), SprtError::OutOfRange(_)));
    assert!(matches!(refused("0,inf"), SprtError::OutOfRange(_)));
    assert_eq!(" 0 , 10 ".parse(), Sprt::new(0.0, 10.0));
}

#[test]
fn any_shares_and_sizes_give_a_number() {
    let sprt = Sprt::new(-1000.0, 1000.0).unwrap();
    for games in [0, 1, 2, 9, 36, 1_000_000] {
        for shares in [&[][..], &[0.5], &[0.0, 1.0], &[1.0; 9], &[-3.0, 7.0, 0.3]] {
            assert!(sprt.test(shares, games).llr.is_finite(), "{shares:?} {games}");
        }
    }
}
