//! Detection of stalemates: whether any player can still get a tile and place it (A15).
//!
//! Tiles that nobody places circulate forever: from the table via the floors into the lid, back
//! into the bag, and onto the table again.

use super::{
    constants::TILES_PER_FACTORY,
    game::Azul,
    tile::{TileColour, TileCounts},
};

impl Azul {
    /// Returns whether, right after a deal, some tile can still reach a player who could put it on
    /// a line, in this round or a later one (A15).
    pub(super) fn can_continue(&self) -> bool {
        // Fast path: nearly always the starter can place something at once.
        let takes = |seat: usize, colour: TileColour| self.boards[seat].open_row_bits(colour) != 0;
        let starter = usize::from(self.starter);
        let on_table = |colour: &TileColour| self.market.source_count(*colour) > 0;
        if TileColour::ALL.into_iter().filter(on_table).any(|colour| takes(starter, colour)) {
            return true;
        }
        let loose = self.market.tiles().with(self.supply.bag).with(self.supply.lid);
        let seats = (0..seats_that_get_tiles(loose, self.players()))
            .map(|after| (starter + after) % self.players());
        loose.colours().any(|colour| seats.clone().any(|seat| takes(seat, colour)))
    }
}

/// Returns how many seats, from the starter on, ever get a tile while nobody places any and only
/// these tiles circulate.
///
/// With two colours, both can be dealt to the same factory: the first taker sends one of them to
/// the centre, the next seat takes it from there together with the marker, and so every seat starts
/// at some point. With one colour, nothing ever goes to the centre and the starter stays the same
/// (A14), so one seat moves per filled factory.
fn seats_that_get_tiles(loose: TileCounts, players: usize) -> usize {
    let one_colour = loose.colours().count() < 2;
    let factories = (loose.total() as usize).div_ceil(TILES_PER_FACTORY);
    if one_colour { factories.min(players) } else { players }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeSet, HashSet};

    /// The table during a round in which everything is dropped, as lists of colours: the factories,
    /// then the centre.
    type Table = Vec<Vec<usize>>;

    /// Returns every way to deal these counts of colours.
    fn deals(counts: [usize; 3]) -> HashSet<Table> {
        let mut all = HashSet::from([Vec::new()]);
        for place in 0..counts.iter().sum::<usize>() {
            let mut next = HashSet::new();
            for table in all {
                for (colour, &count) in counts.iter().enumerate() {
                    let used = table.iter().flatten().filter(|&&other| other == colour).count();
                    if used < count {
                        let mut table: Table = table.clone();
                        if place.is_multiple_of(TILES_PER_FACTORY) {
                            table.push(Vec::new());
                        }
                        let factory = table.last_mut().expect("it was begun");
                        factory.push(colour);
                        factory.sort_unstable();
                        next.insert(table);
                    }
                }
            }
            all = next;
        }
        all
    }

    /// Plays a round in every possible way; collects who takes what and who may start the next
    /// round.
    fn play(
        (table, marker_taken): (&Table, Option<usize>),
        (seat, starter, players): (usize, usize, usize),
        takes: &mut BTreeSet<(usize, usize)>,
        starters: &mut BTreeSet<usize>,
    ) {
        if table.iter().all(Vec::is_empty) {
            starters.insert(marker_taken.unwrap_or(starter));
            return;
        }
        let centre = table.len() - 1;
        for (source, tiles) in table.iter().enumerate() {
            for colour in tiles.iter().copied().collect::<BTreeSet<_>>() {
                takes.insert((seat, colour));
                let mut after = table.clone();
                let rest = std::mem::take(&mut after[source]);
                after[centre].extend(rest.into_iter().filter(|&other| other != colour));
                let marker =
                    if source == centre { marker_taken.or(Some(seat)) } else { marker_taken };
                let next = ((seat + 1) % players, starter, players);
                play((&after, marker), next, takes, starters);
            }
        }
    }

    #[test]
    fn who_moves_is_what_playing_every_deal_shows() {
        for players in 2..=4 {
            for counts in [
                [1, 0, 0],
                [4, 0, 0],
                [5, 0, 0],
                [9, 0, 0],
                [13, 0, 0],
                [20, 0, 0],
                [1, 1, 0],
                [3, 1, 0],
                [4, 1, 0],
                [2, 2, 1],
                [6, 1, 0],
            ] {
                let (mut takes, mut starters) = (BTreeSet::new(), BTreeSet::from([0]));
                let mut asked = BTreeSet::new();
                while let Some(starter) = starters.difference(&asked).next().copied() {
                    asked.insert(starter);
                    for mut table in deals(counts) {
                        table.push(Vec::new());
                        let who = (starter, starter, players);
                        play((&table, None), who, &mut takes, &mut starters);
                    }
                }
                let [blue, yellow, red] = counts.map(|count| count as u8);
                let loose = TileCounts::new([blue, yellow, red, 0, 0]);
                let moving = seats_that_get_tiles(loose, players);
                let colours = (0..3).filter(|&colour| counts[colour] > 0);
                let expected = (0..moving).flat_map(|seat| colours.clone().map(move |c| (seat, c)));
                assert_eq!(takes, expected.collect(), "{players} players, {counts:?}");
            }
        }
    }
}
