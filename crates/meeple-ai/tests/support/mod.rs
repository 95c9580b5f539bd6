//! Games between players of the roster, at a table, as everywhere.

#![allow(dead_code, reason = "not every test needs everything")]

use meeple_ai::roster::{Resources, roster};
use meeple_core::{
    AnyPlayer, Contestant, Due, Game, Header, Limits, Notes, SeatInfo, Table, options::parse,
};
use meeple_games::GameKind;
use std::ops::Range;

/// The first position of a game with these options.
pub(crate) fn start<G: Game>(words: &str) -> G {
    G::new(&parse(words.split_whitespace()).expect("good options")).expect("good options")
}

/// A player of the roster.
pub(crate) fn seat<G: Game>(spec: &str) -> Box<dyn AnyPlayer> {
    let kind: GameKind = G::NAME.parse().expect("a game");
    roster(kind).seat(spec, &Resources::default()).expect("in the roster")
}

/// A whole game; the table refuses whatever is not legal.
pub(crate) fn play<G: Game>(start: &G, specs: &[&str], seed: u64) -> Table {
    let mut players: Vec<Box<dyn AnyPlayer>> = specs.iter().map(|spec| seat::<G>(spec)).collect();
    let info =
        |spec: &&str| SeatInfo { name: (*spec).into(), colour: None, who: Contestant::Person };
    let seats = specs.iter().map(info).collect();
    let header = Header { seed: Some(seed), ..Header::new::<G>(&G::Options::default(), seats) };
    let mut table = Table::start(header, Box::new(start.clone())).expect("a seat for everybody");
    loop {
        match table.due() {
            Due::Deal => drop(table.deal().expect("a deal is due")),
            Due::Seat(seat) => {
                let mut rng = table.generator(seat);
                let player = &mut players[seat.index()];
                let choice = player.choose_text(table.position(), &Limits::default(), &mut rng);
                let mv = choice.expect("a move is due").mv;
                table.play(seat, &mv, Notes::default()).expect("a legal move");
            }
            Due::End => drop(table.end().expect("the end is due")),
            Due::Over => return table,
        }
    }
}

/// How many pairs of games the first of two players wins: two games of one seed, once on each
/// seat, so that both get the same deals. A pair is won by whoever has more of its two points.
pub(crate) fn pairs_won<G: Game>(
    start: &G,
    [first, second]: [&str; 2],
    seeds: Range<u64>,
) -> usize {
    let won = |&seed: &u64| {
        let there = points(&play(start, &[first, second], seed), 0);
        there + points(&play(start, &[second, first], seed), 1) > 2
    };
    seeds.filter(won).count()
}

/// 2 for a win, 1 for a shared one.
fn points(table: &Table, seat: usize) -> usize {
    let results = &table.game().end().expect("it is over").results;
    let winners = results.iter().filter(|result| result.rank == 1).count();
    match results[seat].rank {
        1 => 2 / winners,
        _ => 0,
    }
}

/// Of 20 pairs the better one wins 15 at least, which one of two equals does once in 48 times:
/// the sum of `C(20, k) / 2^20` from 15 to 20. The seeds were chosen before the first game.
#[track_caller]
pub(crate) fn is_better<G: Game>(start: &G, [better, worse]: [&str; 2], first_seed: u64) {
    let won = pairs_won(start, [better, worse], first_seed..first_seed + 20);
    assert!(won >= 15, "{better} won {won} of 20 pairs against {worse}");
}
