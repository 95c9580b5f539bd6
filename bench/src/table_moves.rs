//! Measures the overhead of a table: every move chosen through `AnyPlayer`, formatted, parsed, checked and
//! logged, compared with the rules alone. Both sides play random legal moves.

use crate::{entry::BenchEntry, table::BenchTable};
use connect_four::ConnectFour;
use meeple_core::{
    AnyPlayer, Contestant, Game, Header, Limits, Notes, SeatInfo, Table, TableDue,
    player::{RandomPlayer, erase},
    rng::{RngStream, seeded},
};
use meeple_games::GameKind;
use rand::Rng;

/// Adds a row for every game.
pub(crate) fn rows(bench: &mut BenchTable) {
    for &kind in GameKind::ALL {
        (BenchEntry::for_game(kind).at_a_table)(bench);
    }
    row::<ConnectFour>(bench);
}

/// Adds the row of this game.
pub(crate) fn row<G: Game>(bench: &mut BenchTable) {
    let what = format!("{}: random moves at a table", G::NAME);
    let (mut seed, mut rng) = (0, seeded(0, RngStream::Deals));
    let at_a_table = || {
        seed += 1;
        play_at_a_table::<G>(seed)
    };
    let bare = || play::<G>(&mut rng);
    bench.compare_rates(&what, "/s", at_a_table, "the bare rules", bare, None);
}

/// Plays one game at a table; returns the number of moves.
pub(crate) fn play_at_a_table<G: Game>(seed: u64) -> u64 {
    let options = G::Options::default();
    let seats = G::new(&options).expect("the usual options").seats();
    let name = |index| SeatInfo {
        name: format!("random {index}"),
        colour: None,
        who: Contestant::Computer {
            player: "random".into(),
            parameters: meeple_core::OptionValues::new(),
        },
    };
    let header = Header::new::<G>(&options, (0..seats).map(name).collect());
    let header = Header { seed: Some(seed), ..header };
    let mut table = Table::open::<G>(&options, header).expect("the usual options");
    let mut players: Vec<Box<dyn AnyPlayer>> =
        (0..seats).map(|_| erase::<G>(RandomPlayer)).collect();
    let mut moves = 0;
    loop {
        match table.due() {
            TableDue::Deal => drop(table.deal().expect("a seed has every deal")),
            TableDue::Seat(seat) => {
                let (player, mut rng) = (&mut players[seat.index()], table.rng_for(seat));
                let choice = player.choose_text(table.position(), &Limits::default(), &mut rng);
                let mv = choice.expect("a move is due").mv;
                table.play(seat, &mv, Notes::default()).expect("a random move is legal");
                moves += 1;
            }
            TableDue::End => drop(table.end().expect("it is due")),
            TableDue::Over => return moves,
        }
    }
}

/// Plays one game with the rules alone; returns the number of moves.
fn play<G: Game>(rng: &mut impl Rng) -> u64 {
    let mut game = G::new(&G::Options::default()).expect("the usual options");
    let mut moves = 0;
    loop {
        if let Some(mv) = game.random_move(rng) {
            game.play_unchecked(mv);
            moves += 1;
        } else if let Some(deal) = game.sample_deal(rng) {
            game.apply_deal(&deal).expect("a sampled deal is possible");
        } else {
            return moves;
        }
    }
}
