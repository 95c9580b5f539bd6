//! Turns compared moves into a [`Choice`]: best first, at most [`MAX_RANKED`] moves.

use super::Budget;
use meeple_core::{Choice, player::RankedMove};

/// Maximum length of a [`Choice::ranking`].
pub const MAX_RANKED: usize = 20;

/// Chooses the best of these moves, the first on ties; `None` if there are none.
pub fn best_of<M: Copy + PartialEq>(
    mut compared: Vec<RankedMove<M>>,
    budget: &Budget<'_>,
) -> Option<Choice<M>> {
    truncate_ranking(&mut compared);
    let mut choice = Choice::best_of(compared, budget.nodes())?;
    choice.ranking.truncate(MAX_RANKED);
    Some(choice)
}

/// Chooses this move, which the caller picked among the best of the compared moves.
pub fn choice_with_ranking<M: Copy + PartialEq>(
    mv: M,
    mut compared: Vec<RankedMove<M>>,
    budget: &Budget<'_>,
) -> Choice<M> {
    // Sorting is stable, so the chosen move stays first among its equals.
    if let Some(at) = compared.iter().position(|ranked| ranked.mv == mv) {
        compared[..=at].rotate_right(1);
    }
    match best_of(compared, budget) {
        Some(choice) => Choice { mv, ..choice },
        None => Choice { nodes: Some(budget.nodes()), ..Choice::from_move(mv) },
    }
}

/// Drops moves that are certainly not among the first [`MAX_RANKED`]: where evaluating is fast, sorting all of
/// them would take longer.
fn truncate_ranking<M>(compared: &mut Vec<RankedMove<M>>) {
    if compared.len() > MAX_RANKED {
        let mut values: Vec<f64> = compared.iter().map(|ranked| ranked.value).collect();
        let (_, &mut last, _) =
            values.select_nth_unstable_by(MAX_RANKED - 1, |a, b| b.total_cmp(a));
        compared.retain(|ranked| ranked.value.total_cmp(&last).is_ge());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::Limits;

    fn values(values: &[i32]) -> Vec<RankedMove<usize>> {
        values.iter().map(|&value| value.into()).enumerate().map(ranked).collect()
    }

    fn ranked((mv, value): (usize, f64)) -> RankedMove<usize> {
        RankedMove { mv, value }
    }

    #[track_caller]
    fn check(choice: &Choice<usize>, mv: usize, order: &[usize]) {
        let ranking: Vec<usize> = choice.ranking.iter().map(|ranked| ranked.mv).collect();
        assert_eq!((choice.mv, ranking.as_slice()), (mv, order));
    }

    #[test]
    fn the_first_of_the_best_is_chosen_and_the_others_follow() {
        let (limits, compared) = (Limits::default(), values(&[3, 5, 4, 5]));
        let budget = Budget::start(&limits);
        check(&best_of(compared.clone(), &budget).expect("there are four"), 1, &[1, 3, 2, 0]);
        check(&choice_with_ranking(3, compared, &budget), 3, &[3, 1, 2, 0]);
        check(&choice_with_ranking(7, Vec::new(), &budget), 7, &[]);
        assert_eq!(best_of::<u8>(Vec::new(), &budget), None);
    }

    #[test]
    fn a_ranking_has_a_maximum_length() {
        let limits = Limits::default();
        let budget = Budget::start(&limits);
        let upwards: Vec<i32> = (0..50).collect();
        let last: Vec<usize> = (30..50).rev().collect();
        check(&best_of(values(&upwards), &budget).expect("there are fifty"), 49, &last);
        let first: Vec<usize> = (0..20).collect();
        check(&best_of(values(&[1; 50]), &budget).expect("there are fifty"), 0, &first);
    }
}
