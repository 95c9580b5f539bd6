//! Compares Azul with its reference implementation in lockstep: the same legal moves in the same
//! order, the same positions, the same results, and always a hundred tiles.
//!
//! Uniformly random games rarely reach the special cases, so some players hoard tiles without ever
//! completing a row and some drop everything: then the supply runs out, floors overflow, nobody
//! takes the marker, and games end in every possible way. The test counts what happened and fails
//! if something never did.

use meeple_core::{
    Game, Turn,
    perft::{after_deals, perft},
    rng::{RngStream, seeded},
};
use meeple_games::azul::{
    Azul, Deal, Destination, EndReason, FactoryTiles, Marker, Move, Options, ReferenceAzul,
    ScoreLine, Source, Starter, TileColour, TileCounts, WallRow, WallSide,
};
use rand::{Rng, RngExt, seq::IndexedRandom};
use std::collections::{BTreeMap, BTreeSet};

/// How the players of a game choose their moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MovePolicy {
    /// Chooses uniformly among all legal moves.
    Random,
    /// Fills lines, but never one that completes a row of the wall.
    Hoard,
    /// Hoards and makes every row end with black, so that the supply runs out.
    Starve,
    /// Drops everything.
    Drop,
    /// Switches between the other policies.
    Mixed,
}

/// How often each event happened.
#[derive(Debug, Default)]
struct EventCounts(BTreeMap<&'static str, u64>);

/// The events that must happen at least once.
const KINDS: [&str; 16] = [
    "the lid was poured into the bag (A13)",
    "the bag was just enough, and the lid stayed (A13)",
    "factories stayed short (A13)",
    "the marker found a full floor (A7)",
    "a floor overflowed into the lid (A7)",
    "nobody took the marker (A14)",
    "the last to move starts the next round (A9)",
    "a score was held at 0 (A11)",
    "a line found no cell (A16)",
    "a tile scored in a crossing (A10)",
    "ends: a complete row (A12)",
    "ends: no tile to deal (A15)",
    "ends: nothing can be placed (A15)",
    "ends: truncated (A15)",
    "shared wins (A12)",
    "ties broken by rows (A12)",
];

impl EventCounts {
    fn record(&mut self, what: &'static str, happened: bool) {
        assert!(what == "games" || KINDS.contains(&what), "{what} is not in the list");
        *self.0.entry(what).or_default() += u64::from(happened);
    }

    fn add(&mut self, other: EventCounts) {
        for (what, count) in other.0 {
            *self.0.entry(what).or_default() += count;
        }
    }
}

#[test]
fn the_fast_game_and_the_reference_never_differ() {
    let threads: Vec<_> =
        (0..2).map(|part| std::thread::spawn(move || play_part(part, 2))).collect();
    let mut counts = EventCounts::default();
    for thread in threads {
        counts.add(thread.join().expect("both agree"));
    }
    eprintln!("{counts:#?}");
    assert!(counts.0["games"] >= 10_000, "{counts:?}");
    let happened = |kind: &str| counts.0.get(kind).is_some_and(|&count| count > 0);
    let never: Vec<_> = KINDS.into_iter().filter(|kind| !happened(kind)).collect();
    assert_eq!(never, [""; 0], "these never happened");
}

/// Plays every `parts`th game of the test.
fn play_part(part: u64, parts: u64) -> EventCounts {
    let policies = [
        (MovePolicy::Random, 1500),
        (MovePolicy::Mixed, 160),
        (MovePolicy::Hoard, 6),
        (MovePolicy::Starve, 12),
        (MovePolicy::Drop, 1),
    ];
    let mut counts = EventCounts::default();
    play_late_games(part, parts, &mut counts);
    for players in 2..=4 {
        for side in [WallSide::Colour, WallSide::Grey] {
            for (policy, games) in policies {
                for seed in (part..games).step_by(parts as usize) {
                    let starter = seed as usize % players;
                    let plain = ReferenceAzul::new(players, side, starter);
                    play_in_lockstep(
                        start(players, side, starter),
                        plain,
                        policy,
                        seed,
                        &mut counts,
                    );
                }
            }
        }
    }
    counts
}

/// Nearly all tiles are on the boards; the remaining ones fit on some line.
const LATE: [&str; 3] = [
    "players=4 wall=SIDE round=9 starter=1 turn=deal marker=centre bag=0,0,0,0,0 \
     lid=0,0,0,1,0 factories=-,-,-,-,-,-,-,-,- centre=- scores=21,30,4,17 \
     lines0=-,K,Y,YY,BBBB wall0=BYRK.,WBYR.,KWB.R,RKWB.,YRKW. floor0=- \
     lines1=-,B,B,KKK,WWW wall1=BYR.W,W.Y.K,KW.YR,R.WBY,.RK.. floor1=- \
     lines2=-,-,K,WWW,YYY wall2=.YRK.,WBY..,.WB.R,RK.BY,.RK.B floor2=- \
     lines3=-,-,RR,YY,RRR wall3=B..KW,W..RK,K.BY.,R.WB.,Y.KWB floor3=-",
    "players=4 wall=SIDE round=9 starter=1 turn=deal marker=centre bag=0,0,0,0,0 \
     lid=1,0,0,1,0 factories=-,-,-,-,-,-,-,-,- centre=- scores=21,30,4,17 \
     lines0=-,-,K,KK,WWW wall0=BY.KW,.BYRK,.WBYR,R..BY,.R..B floor0=- \
     lines1=-,R,YY,KKK,BBB wall1=BYR..,WBY.K,KWB.R,R.WBY,..KW. floor1=- \
     lines2=-,-,Y,RRR,YYYY wall2=BYRK.,WB.RK,.WB.R,.KWBY,.RKW. floor2=- \
     lines3=-,-,KK,RR,WWW wall3=B.R.W,W.YRK,.WBYR,.KW.Y,Y...B floor3=-",
    "players=4 wall=SIDE round=9 starter=1 turn=deal marker=centre bag=0,0,0,0,0 \
     lid=0,0,2,1,0 factories=-,-,-,-,-,-,-,-,- centre=- scores=21,30,4,17 \
     lines0=-,Y,YY,YY,YYY wall0=BYR..,WB.R.,KW..R,.KWB.,.RKWB floor0=- \
     lines1=-,K,KK,BB,BBB wall1=BYRK.,W.YR.,.WBYR,RKW.Y,YRKW. floor1=- \
     lines2=-,-,RR,WWW,KKK wall2=BY.K.,.BYR.,KWB..,RK.BY,YR.WB floor2=- \
     lines3=-,-,W,RR,WWW wall3=B..KW,WB.RK,K.BY.,.KWB.,YR... floor3=-",
];

/// Plays on from positions with the last tiles, in which the supply runs out for good (A13, A15).
fn play_late_games(part: u64, parts: u64, counts: &mut EventCounts) {
    for text in LATE {
        for side in WallSide::NAMES {
            for starter in ["starter=0", "starter=1", "starter=2", "starter=3"] {
                let text = text.replace("SIDE", side).replace("starter=1", starter);
                let quick: Azul = text.parse().expect("a good position");
                for policy in [MovePolicy::Random, MovePolicy::Hoard, MovePolicy::Mixed] {
                    for seed in (part..8).step_by(parts as usize) {
                        play_in_lockstep(
                            quick,
                            ReferenceAzul::from_game(&quick),
                            policy,
                            seed,
                            counts,
                        );
                    }
                }
            }
        }
    }
}

fn play_in_lockstep(
    mut quick: Azul,
    mut plain: ReferenceAzul,
    policy: MovePolicy,
    seed: u64,
    counts: &mut EventCounts,
) {
    let mut rng = seeded(seed, RngStream::Deals);
    let mut legal = Vec::new();
    loop {
        // Formatting takes longer than playing: most games compare texts only where a round begins
        // or ends.
        if seed.is_multiple_of(4) || !matches!(quick.turn(), Turn::Seat(_)) {
            let text = quick.to_string();
            assert_eq!(text, plain.position_text());
            assert_eq!(text.parse(), Ok(quick), "a position of a game was refused: {text}");
        }
        assert_eq!(plain.tile_count(), 100, "{quick}");
        legal.clear();
        legal.extend(quick.legal_moves());
        assert_eq!(legal, plain.legal_moves(), "{quick}");
        match quick.turn() {
            Turn::Over => break,
            Turn::Chance => deal_both(&mut quick, &mut plain, &mut rng, counts),
            Turn::Seat(_) => {
                let mv = choose(&quick, &legal, policy, &mut rng);
                note_move(&quick, mv, counts);
                quick.play_unchecked(mv);
                plain.play(mv);
            }
        }
    }
    assert!(plain.is_over());
    let outcome = quick.outcome().expect("it is over");
    let results = outcome.results.iter().map(|r| (r.score, usize::from(r.rank)));
    assert_eq!(results.collect::<Vec<_>>(), plain.results());
    note_end(&quick, counts);
}

fn start(players: usize, side: WallSide, starter: usize) -> Azul {
    Azul::new(&Options {
        players: Some(players as u32),
        wall: Some(side),
        starter: Some(Starter::Seat(meeple_core::Seat::new(starter))),
    })
    .expect("good options")
}

/// Deals to both games; they take turns in drawing the tiles.
fn deal_both(
    quick: &mut Azul,
    plain: &mut ReferenceAzul,
    rng: &mut impl Rng,
    counts: &mut EventCounts,
) {
    let needed = 4 * quick.factory_count() as u32;
    let (bag, lid) = (quick.bag().total(), quick.lid().total());
    counts.record("the lid was poured into the bag (A13)", bag < needed && lid > 0);
    counts.record("the bag was just enough, and the lid stayed (A13)", bag == needed && lid > 0);
    counts.record("factories stayed short (A13)", bag + lid < needed);
    if quick.round().is_multiple_of(2) {
        let deal = quick.sample_deal(rng).expect("a deal is due");
        quick.apply_deal(&deal).expect("a sampled deal is possible");
        let Deal::Factories(offer) = deal else { panic!("the starter was given") };
        assert!(
            plain
                .fill_factories(&offer.factories().iter().copied().map(listed).collect::<Vec<_>>())
        );
    } else {
        let drawn: Vec<TileCounts> = plain.deal(rng).iter().map(|tiles| counted(tiles)).collect();
        let deal = Deal::Factories(FactoryTiles::new(&drawn).expect("not too many"));
        quick.apply_deal(&deal).expect("what the reference drew is possible");
    }
}

fn listed(tiles: TileCounts) -> Vec<TileColour> {
    tiles.colours().flat_map(|colour| vec![colour; tiles[colour].into()]).collect()
}

fn counted(tiles: &[TileColour]) -> TileCounts {
    let mut counts = TileCounts::EMPTY;
    for &tile in tiles {
        counts[tile] += 1;
    }
    counts
}

fn choose(game: &Azul, legal: &[Move], policy: MovePolicy, rng: &mut impl Rng) -> Move {
    let policy = match policy {
        MovePolicy::Mixed => {
            [MovePolicy::Random, MovePolicy::Hoard, MovePolicy::Drop][rng.random_range(0..3)]
        }
        other => other,
    };
    let wanted: Vec<Move> = match policy {
        MovePolicy::Hoard => legal.iter().copied().filter(|&mv| hoards(game, mv)).collect(),
        MovePolicy::Starve => legal.iter().copied().filter(|&mv| starves(game, mv)).collect(),
        MovePolicy::Drop => legal.iter().copied().filter(|&mv| drops(mv)).collect(),
        _ => Vec::new(),
    };
    let dropping: Vec<Move> = legal.iter().copied().filter(|&mv| drops(mv)).collect();
    let second = if policy == MovePolicy::Random { &[] } else { dropping.as_slice() };
    let lists = [wanted.as_slice(), second, legal];
    let list = lists.into_iter().find(|list| !list.is_empty()).expect("there are moves");
    *list.choose(rng).expect("it is not empty")
}

fn drops(mv: Move) -> bool {
    matches!(mv, Move::Draft(action) if action.destination == Destination::Floor)
}

/// Returns whether the move goes to a line without filling one whose tile would be the fifth of its
/// row.
fn hoards(game: &Azul, mv: Move) -> bool {
    place_on_line(game, mv).is_some_and(|line| line.count < line.room || line.on_wall < 4)
}

/// Returns whether the move hoards without surplus tiles; black only goes where it is the fifth of
/// its row and never fills the line.
fn starves(game: &Azul, mv: Move) -> bool {
    place_on_line(game, mv).is_some_and(|line| match line.colour {
        TileColour::Black => line.count < line.room && line.on_wall == 4,
        _ => line.count <= line.room,
    })
}

struct LinePlacement {
    colour: TileColour,
    count: u8,
    room: u8,
    /// The number of tiles in the wall's row.
    on_wall: usize,
}

fn place_on_line(game: &Azul, mv: Move) -> Option<LinePlacement> {
    let (Move::Draft(action), Turn::Seat(seat)) = (mv, game.turn()) else { return None };
    let Destination::PatternLine(row) = action.destination else { return None };
    let (row, board) = (WallRow::new(row.into())?, game.board(seat)?);
    let colour = action.colour;
    let count = game.market().tiles_at(action.source)[colour];
    let room = row.capacity() - board.line(row).count_filled;
    let on_wall =
        TileColour::ALL.iter().filter(|&&colour| board.wall().row_has_colour(row, colour));
    Some(LinePlacement { colour, count, room, on_wall: on_wall.count() })
}

fn note_move(game: &Azul, mv: Move, counts: &mut EventCounts) {
    let Turn::Seat(seat) = game.turn() else { panic!("a move without a mover") };
    let board = game.board(seat).expect("the mover plays");
    if let Move::Draft(action) = mv {
        let takes_marker = action.source == Source::Centre && game.marker() == Marker::Centre;
        let full = board.floor().slots_used() == 7;
        counts.record("the marker found a full floor (A7)", takes_marker && full);
        let taken = usize::from(game.market().tiles_at(action.source)[action.colour]);
        let overflow = drops(mv) && board.floor().slots_used() + taken > 7;
        counts.record("a floor overflowed into the lid (A7)", overflow);
        let last = game.market().tiles().total() as usize == taken;
        let untaken = last && game.marker() == Marker::Centre && !takes_marker;
        counts.record("nobody took the marker (A14)", untaken);
        let again = last && game.marker() == Marker::Taken(seat);
        counts.record("the last to move starts the next round (A9)", again);
    }
    for line in game.score_lines(mv) {
        match line {
            ScoreLine::Floor { penalty, lost, .. } => {
                counts.record("a score was held at 0 (A11)", lost < penalty);
            }
            ScoreLine::NoCell { .. } => counts.record("a line found no cell (A16)", true),
            ScoreLine::Tile { horizontal, vertical, .. } => {
                counts.record("a tile scored in a crossing (A10)", horizontal > 1 && vertical > 1);
            }
            ScoreLine::Bonus { .. } => {}
        }
    }
}

fn note_end(game: &Azul, counts: &mut EventCounts) {
    let end = game.end_reason().expect("it is over");
    let outcome = game.outcome().expect("it is over");
    counts.record("games", true);
    counts.record("ends: a complete row (A12)", end == EndReason::CompleteRow);
    let on_table = !game.market().is_empty();
    counts.record("ends: no tile to deal (A15)", end == EndReason::Stalemate && !on_table);
    counts.record("ends: nothing can be placed (A15)", end == EndReason::Stalemate && on_table);
    counts.record("ends: truncated (A15)", end == EndReason::Truncated);
    counts.record("shared wins (A12)", outcome.winners().count() > 1);
    let best = outcome.results.iter().map(|result| result.score).max();
    let tied = outcome.results.iter().filter(|result| Some(result.score) == best).count();
    counts.record("ties broken by rows (A12)", tied > outcome.winners().count());
}

#[test]
fn perft_counts_match_the_reference() {
    // The deals come from the seed. The last entries start after some random moves and cross the
    // end of a round into the next deal.
    let table = [
        (2, WallSide::Colour, 0, [72, 4752, 242_364].as_slice()),
        (3, WallSide::Grey, 0, &[114, 12_312]),
        (4, WallSide::Colour, 0, &[150, 21_600]),
        (4, WallSide::Colour, 10, &[25, 360]),
        (2, WallSide::Colour, 8, &[7, 47, 88, 4996]),
        (2, WallSide::Grey, 12, &[5, 25, 1225, 62_600]),
    ];
    for (players, side, moves, counts) in table {
        let mut quick = after_deals(&start(players, side, 0), 1);
        let mut plain = ReferenceAzul::new(players, side, 0);
        assert!(plain.fill_factories(&offered(&quick)));
        let mut rng = seeded(players as u64, RngStream::Deals);
        for _ in 0..moves {
            let legal: Vec<_> = quick.legal_moves().collect();
            let mv = *legal.choose(&mut rng).expect("the round is not over");
            quick.play_unchecked(mv);
            plain.play(mv);
        }
        let mut rounds = BTreeSet::new();
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(&quick, depth, 1), count, "{quick} at depth {depth}");
            assert_eq!(reference_perft(&quick, &plain, depth, &mut rounds), count, "{quick}");
        }
        assert_eq!(
            rounds.len(),
            if moves >= 8 && players == 2 { 2 } else { 1 },
            "rounds met from {quick}"
        );
    }
}

fn offered(game: &Azul) -> Vec<Vec<TileColour>> {
    (0..game.factory_count()).map(|index| listed(game.market().factory(index))).collect()
}

/// Counts sequences of moves of the reference implementation; the fast one runs along for its
/// deals.
fn reference_perft(
    quick: &Azul,
    plain: &ReferenceAzul,
    depth: u32,
    rounds: &mut BTreeSet<u8>,
) -> u64 {
    rounds.insert(quick.round());
    if plain.is_deal_due() {
        let (quick, mut plain) = (after_deals(quick, 1), plain.clone());
        assert!(plain.fill_factories(&offered(&quick)));
        return reference_perft(&quick, &plain, depth, rounds);
    }
    if depth == 0 {
        return 1;
    }
    let mut after = |mv: Move| {
        let (mut quick, mut plain) = (*quick, plain.clone());
        quick.play_unchecked(mv);
        plain.play(mv);
        reference_perft(&quick, &plain, depth - 1, rounds)
    };
    plain.legal_moves().into_iter().map(&mut after).sum()
}
