//! Azul against its plain twin, in lock-step: the same legal moves in the same
//! order, the same positions, the same results, and always a hundred tiles.
//!
//! Uniformly random games seldom get into trouble, so some players hoard tiles
//! without ever completing a row and some drop everything: then the supply runs
//! out, floors overflow, nobody takes the marker, and games end in every way. The
//! test counts what happened, and fails if something never did.

use meeple_core::{
    Game, Turn,
    perft::{dealt, perft},
    rng::{Stream, seeded},
};
use meeple_games::azul::{
    Azul, AzulMove, AzulOptions, Deal, Destination, End, Marker, Offer, PlainAzul, Row, ScoreLine,
    Source, Starter, TileColor, TileCounts, WallSide,
};
use rand::{Rng, RngExt, seq::IndexedRandom};
use std::collections::{BTreeMap, BTreeSet};

/// How the players of a game choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Policy {
    /// Every legal move alike.
    Random,
    /// Fills lines, but never one that completes a row of the wall.
    Hoard,
    /// Hoards, and lets every row end with black, so that the supply runs dry.
    Starve,
    /// Drops everything.
    Drop,
    /// Now so, now so.
    Mixed,
}

/// How often each thing happened.
#[derive(Debug, Default)]
struct Counts(BTreeMap<&'static str, u64>);

/// Everything that must have happened at least once.
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

impl Counts {
    fn note(&mut self, what: &'static str, happened: bool) {
        assert!(what == "games" || KINDS.contains(&what), "{what} is not in the list");
        *self.0.entry(what).or_default() += u64::from(happened);
    }

    fn add(&mut self, other: Counts) {
        for (what, count) in other.0 {
            *self.0.entry(what).or_default() += count;
        }
    }
}

#[test]
fn the_quick_game_and_its_plain_twin_never_differ() {
    let threads: Vec<_> =
        (0..2).map(|part| std::thread::spawn(move || play_part(part, 2))).collect();
    let mut counts = Counts::default();
    for thread in threads {
        counts.add(thread.join().expect("the twins agree"));
    }
    eprintln!("{counts:#?}");
    assert!(counts.0["games"] >= 10_000, "{counts:?}");
    let happened = |kind: &str| counts.0.get(kind).is_some_and(|&count| count > 0);
    let never: Vec<_> = KINDS.into_iter().filter(|kind| !happened(kind)).collect();
    assert_eq!(never, [""; 0], "these never happened");
}

/// Every `parts`th game of the plan.
fn play_part(part: u64, parts: u64) -> Counts {
    let policies = [
        (Policy::Random, 1500),
        (Policy::Mixed, 160),
        (Policy::Hoard, 6),
        (Policy::Starve, 12),
        (Policy::Drop, 1),
    ];
    let mut counts = Counts::default();
    play_late_games(part, parts, &mut counts);
    for players in 2..=4 {
        for side in [WallSide::Colour, WallSide::Grey] {
            for (policy, games) in policies {
                for seed in (part..games).step_by(parts as usize) {
                    let starter = seed as usize % players;
                    let plain = PlainAzul::new(players, side, starter);
                    play_twins(start(players, side, starter), plain, policy, seed, &mut counts);
                }
            }
        }
    }
    counts
}

/// Nearly everything lies on the boards; what is left fits on some line.
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

/// From the last tiles on, the supply runs out for good (A13, A15).
fn play_late_games(part: u64, parts: u64, counts: &mut Counts) {
    for text in LATE {
        for side in WallSide::WORDS {
            for starter in ["starter=0", "starter=1", "starter=2", "starter=3"] {
                let text = text.replace("SIDE", side).replace("starter=1", starter);
                let quick: Azul = text.parse().expect("a good position");
                for policy in [Policy::Random, Policy::Hoard, Policy::Mixed] {
                    for seed in (part..8).step_by(parts as usize) {
                        play_twins(quick, PlainAzul::at(&quick), policy, seed, counts);
                    }
                }
            }
        }
    }
}

fn play_twins(
    mut quick: Azul,
    mut plain: PlainAzul,
    policy: Policy,
    seed: u64,
    counts: &mut Counts,
) {
    let mut rng = seeded(seed, Stream::Deals);
    let mut legal = Vec::new();
    loop {
        // Spelling takes longer than playing: in most games only where a round begins or ends.
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
    Azul::new(&AzulOptions {
        players: Some(players as u32),
        wall: Some(side),
        starter: Some(Starter::Seat(meeple_core::Seat::new(starter))),
    })
    .expect("good options")
}

/// By turns one of them draws and the other one follows.
fn deal_both(quick: &mut Azul, plain: &mut PlainAzul, rng: &mut impl Rng, counts: &mut Counts) {
    let needed = 4 * quick.factory_count() as u32;
    let (bag, lid) = (quick.bag().total(), quick.lid().total());
    counts.note("the lid was poured into the bag (A13)", bag < needed && lid > 0);
    counts.note("the bag was just enough, and the lid stayed (A13)", bag == needed && lid > 0);
    counts.note("factories stayed short (A13)", bag + lid < needed);
    if quick.round().is_multiple_of(2) {
        let deal = quick.sample_deal(rng).expect("a deal is due");
        quick.apply_deal(&deal).expect("a sampled deal is possible");
        let Deal::Factories(offer) = deal else { panic!("the starter was given") };
        assert!(plain.fill(&offer.factories().iter().copied().map(listed).collect::<Vec<_>>()));
    } else {
        let drawn: Vec<TileCounts> = plain.deal(rng).iter().map(|tiles| counted(tiles)).collect();
        let deal = Deal::Factories(Offer::new(&drawn).expect("not too many"));
        quick.apply_deal(&deal).expect("what the plain twin drew is possible");
    }
}

fn listed(tiles: TileCounts) -> Vec<TileColor> {
    tiles.colors().flat_map(|color| vec![color; tiles[color].into()]).collect()
}

fn counted(tiles: &[TileColor]) -> TileCounts {
    let mut counts = TileCounts::EMPTY;
    for &tile in tiles {
        counts[tile] += 1;
    }
    counts
}

fn choose(game: &Azul, legal: &[AzulMove], policy: Policy, rng: &mut impl Rng) -> AzulMove {
    let policy = match policy {
        Policy::Mixed => [Policy::Random, Policy::Hoard, Policy::Drop][rng.random_range(0..3)],
        other => other,
    };
    let wanted: Vec<AzulMove> = match policy {
        Policy::Hoard => legal.iter().copied().filter(|&mv| hoards(game, mv)).collect(),
        Policy::Starve => legal.iter().copied().filter(|&mv| starves(game, mv)).collect(),
        Policy::Drop => legal.iter().copied().filter(|&mv| drops(mv)).collect(),
        _ => Vec::new(),
    };
    let dropping: Vec<AzulMove> = legal.iter().copied().filter(|&mv| drops(mv)).collect();
    let second = if policy == Policy::Random { &[] } else { dropping.as_slice() };
    let lists = [wanted.as_slice(), second, legal];
    let list = lists.into_iter().find(|list| !list.is_empty()).expect("there are moves");
    *list.choose(rng).expect("it is not empty")
}

fn drops(mv: AzulMove) -> bool {
    matches!(mv, AzulMove::Draft(action) if action.destination == Destination::Floor)
}

/// Goes to a line, and does not fill one whose tile would be the fifth of its row.
fn hoards(game: &Azul, mv: AzulMove) -> bool {
    place_on_line(game, mv).is_some_and(|line| line.count < line.room || line.on_wall < 4)
}

/// Hoards without a tile too many; black goes only where it is the fifth of its
/// row, and never fills the line.
fn starves(game: &Azul, mv: AzulMove) -> bool {
    place_on_line(game, mv).is_some_and(|line| match line.color {
        TileColor::Black => line.count < line.room && line.on_wall == 4,
        _ => line.count <= line.room,
    })
}

struct Placing {
    color: TileColor,
    count: u8,
    room: u8,
    /// Tiles in the wall's row.
    on_wall: usize,
}

fn place_on_line(game: &Azul, mv: AzulMove) -> Option<Placing> {
    let (AzulMove::Draft(action), Turn::Seat(seat)) = (mv, game.turn()) else { return None };
    let Destination::PatternLine(row) = action.destination else { return None };
    let (row, board) = (Row::new(row.into())?, game.board(seat)?);
    let color = action.color;
    let count = game.market().tiles_at(action.source)[color];
    let room = row.capacity() - board.line(row).count_filled;
    let on_wall = TileColor::ALL.iter().filter(|&&color| board.wall().row_has_color(row, color));
    Some(Placing { color, count, room, on_wall: on_wall.count() })
}

fn note_move(game: &Azul, mv: AzulMove, counts: &mut Counts) {
    let Turn::Seat(seat) = game.turn() else { panic!("a move without a mover") };
    let board = game.board(seat).expect("the mover plays");
    if let AzulMove::Draft(action) = mv {
        let takes_marker = action.source == Source::Center && game.marker() == Marker::Center;
        let full = board.floor().slots_used() == 7;
        counts.note("the marker found a full floor (A7)", takes_marker && full);
        let taken = usize::from(game.market().tiles_at(action.source)[action.color]);
        let overflow = drops(mv) && board.floor().slots_used() + taken > 7;
        counts.note("a floor overflowed into the lid (A7)", overflow);
        let last = game.market().tiles().total() as usize == taken;
        let untaken = last && game.marker() == Marker::Center && !takes_marker;
        counts.note("nobody took the marker (A14)", untaken);
        let again = last && game.marker() == Marker::Taken(seat);
        counts.note("the last to move starts the next round (A9)", again);
    }
    for line in game.score_lines(mv) {
        match line {
            ScoreLine::Floor { penalty, lost, .. } => {
                counts.note("a score was held at 0 (A11)", lost < penalty);
            }
            ScoreLine::NoCell { .. } => counts.note("a line found no cell (A16)", true),
            ScoreLine::Tile { horizontal, vertical, .. } => {
                counts.note("a tile scored in a crossing (A10)", horizontal > 1 && vertical > 1);
            }
            ScoreLine::Bonus { .. } => {}
        }
    }
}

fn note_end(game: &Azul, counts: &mut Counts) {
    let end = game.end().expect("it is over");
    let outcome = game.outcome().expect("it is over");
    counts.note("games", true);
    counts.note("ends: a complete row (A12)", end == End::CompleteRow);
    let on_table = !game.market().is_empty();
    counts.note("ends: no tile to deal (A15)", end == End::Stalemate && !on_table);
    counts.note("ends: nothing can be placed (A15)", end == End::Stalemate && on_table);
    counts.note("ends: truncated (A15)", end == End::Truncated);
    counts.note("shared wins (A12)", outcome.winners().count() > 1);
    let best = outcome.results.iter().map(|result| result.score).max();
    let tied = outcome.results.iter().filter(|result| Some(result.score) == best).count();
    counts.note("ties broken by rows (A12)", tied > outcome.winners().count());
}

#[test]
fn perft_counts_are_those_of_the_plain_twin() {
    // The deals come from the seed. After some random moves, the last lines walk over the
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
        let mut quick = dealt(&start(players, side, 0), 1);
        let mut plain = PlainAzul::new(players, side, 0);
        assert!(plain.fill(&offered(&quick)));
        let mut rng = seeded(players as u64, Stream::Deals);
        for _ in 0..moves {
            let legal: Vec<_> = quick.legal_moves().collect();
            let mv = *legal.choose(&mut rng).expect("the round is not over");
            quick.play_unchecked(mv);
            plain.play(mv);
        }
        let mut rounds = BTreeSet::new();
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(&quick, depth, 1), count, "{quick} at depth {depth}");
            assert_eq!(plain_perft(&quick, &plain, depth, &mut rounds), count, "{quick}");
        }
        assert_eq!(
            rounds.len(),
            if moves >= 8 && players == 2 { 2 } else { 1 },
            "rounds met from {quick}"
        );
    }
}

fn offered(game: &Azul) -> Vec<Vec<TileColor>> {
    (0..game.factory_count()).map(|index| listed(game.market().factory(index))).collect()
}

/// Sequences of moves by the plain twin; the quick one is carried along for its deals.
fn plain_perft(quick: &Azul, plain: &PlainAzul, depth: u32, rounds: &mut BTreeSet<u8>) -> u64 {
    rounds.insert(quick.round());
    if plain.is_deal_due() {
        let (quick, mut plain) = (dealt(quick, 1), plain.clone());
        assert!(plain.fill(&offered(&quick)));
        return plain_perft(&quick, &plain, depth, rounds);
    }
    if depth == 0 {
        return 1;
    }
    let mut after = |mv: AzulMove| {
        let (mut quick, mut plain) = (*quick, plain.clone());
        quick.play_unchecked(mv);
        plain.play(mv);
        plain_perft(&quick, &plain, depth - 1, rounds)
    };
    plain.legal_moves().into_iter().map(&mut after).sum()
}
