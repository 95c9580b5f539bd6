//! The seatings of a block: which player sits where in each of its games.
//!
//! ```text
//! balanced, four seats: each player once in every seat, and once right after every other
//! A B D C
//! B C A D
//! C D B A
//! D A C B
//! ```

use serde::{Deserialize, Serialize};

/// Which seatings are played in a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seatings {
    /// Each player is equally often in each seat, and equally often right after each other player. This takes
    /// as many games as there are seats, or twice as many if that number is odd. For two and three seats
    /// these are all orders.
    #[default]
    Balanced,
    /// Every order: 2 games for two seats, 24 for four, 720 for six.
    All,
}

/// Maximum number of seats for which every order is played.
pub(super) const MAX_SEATS_FOR_ALL: usize = 6;

impl Seatings {
    /// Returns the games of a block: for each game, the player (by index) in each seat. `All` is balanced for
    /// more than six seats.
    pub fn orders(self, seats: usize) -> Vec<Vec<usize>> {
        match self {
            Seatings::All if seats <= MAX_SEATS_FOR_ALL => all(seats),
            Seatings::All | Seatings::Balanced => balanced(seats),
        }
    }
}

/// Williams's design. The first row zigzags (0, 1, n-1, 2, n-2, ...), so that all steps between neighbours
/// differ; the other rows are the same, shifted. An odd number of seats also needs the mirrored rows.
fn balanced(seats: usize) -> Vec<Vec<usize>> {
    let zigzag = |place: usize| match place {
        0 => 0,
        odd if odd % 2 == 1 => odd.div_ceil(2),
        even => seats - even / 2,
    };
    let row = |shift: usize| (0..seats).map(|place| (zigzag(place) + shift) % seats).collect();
    let mut rows: Vec<Vec<usize>> = (0..seats).map(row).collect();
    if seats % 2 == 1 && seats > 1 {
        let mirrored = rows.iter().map(|row| row.iter().rev().copied().collect());
        rows.extend(mirrored.collect::<Vec<_>>());
    }
    rows
}

/// Returns every order, sorted lexicographically.
fn all(seats: usize) -> Vec<Vec<usize>> {
    if seats == 0 {
        return vec![Vec::new()];
    }
    let shorter = all(seats - 1);
    let with_first = |first: usize| {
        let rename = move |player: usize| if player >= first { player + 1 } else { player };
        let rest = shorter.iter().map(move |order| order.iter().map(move |&p| rename(p)));
        rest.map(move |order| std::iter::once(first).chain(order).collect())
    };
    (0..seats).flat_map(with_first).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn balanced_seatings_put_everybody_everywhere_as_often() {
        for seats in 2..=9 {
            let orders = Seatings::Balanced.orders(seats);
            let times = if seats % 2 == 0 { 1 } else { 2 };
            assert_eq!(orders.len(), times * seats);
            let mut on_seat = BTreeMap::<(usize, usize), usize>::new();
            let mut behind = BTreeMap::<(usize, usize), usize>::new();
            for order in &orders {
                for (seat, &player) in order.iter().enumerate() {
                    *on_seat.entry((player, seat)).or_default() += 1;
                }
                for pair in order.windows(2) {
                    *behind.entry((pair[0], pair[1])).or_default() += 1;
                }
            }
            assert_eq!(on_seat.len(), seats * seats);
            assert!(on_seat.values().all(|&count| count == times), "{seats}");
            assert_eq!(behind.len(), seats * (seats - 1));
            assert!(behind.values().all(|&count| count == times), "{seats}");
        }
    }

    #[test]
    fn two_and_three_seats_have_all_orders_either_way() {
        for seats in [2, 3] {
            let sorted = |seatings: Seatings| BTreeSet::from_iter(seatings.orders(seats));
            assert_eq!(sorted(Seatings::Balanced), sorted(Seatings::All));
        }
        assert_eq!(Seatings::All.orders(4).len(), 24);
        assert_eq!(BTreeSet::from_iter(Seatings::All.orders(5)).len(), 120);
        assert_eq!(Seatings::All.orders(9).len(), 18);
    }

    #[test]
    fn two_change_sides() {
        assert_eq!(Seatings::Balanced.orders(2), [[0, 1], [1, 0]]);
    }
}
