//! Laying Grass against its slow twin, move by move, over all options.
//!
//! Players of different tempers make sure that everything happens: some chase
//! bonus squares, some crowd each other so that tiles do not fit.

use meeple_core::{
    Game, Turn,
    rng::{Stream, seeded},
};
use meeple_games::grass::{
    BonusKind, FinalTiles, Grass, GrassOptions, Move, Phase, PlainGrass, ShapeList, TieBreak,
};
use rand::{RngExt, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;

/// How many games with 2, 3, ... 9 players.
const GAMES: [u64; 8] = [1000, 480, 280, 80, 60, 50, 40, 30];

/// Everything that must have happened at least once.
const KINDS: [&str; 20] = [
    "game, 2 players",
    "game, 9 players",
    "game, shapes=seed",
    "game, final=adjacent",
    "game, tie=in-square",
    "exchange",
    "stone removed",
    "stone placed",
    "capture E",
    "capture S",
    "capture R",
    "bonus covered",
    "robbery",
    "robbery, nested",
    "robbery, its tile captures",
    "stolen tile fits nowhere",
    "discard, chosen",
    "discard, by itself",
    "final tile",
    "final tile captures",
];

#[derive(Default)]
struct Tally(BTreeMap<&'static str, u64>);

impl Tally {
    fn add(&mut self, what: &'static str, count: usize) {
        assert!(KINDS.contains(&what), "{what} is not in the list");
        *self.0.entry(what).or_default() += count as u64;
    }

    fn add_game(&mut self, options: &GrassOptions) {
        match options.players {
            Some(2) => self.add("game, 2 players", 1),
            Some(9) => self.add("game, 9 players", 1),
            _ => {}
        }
        self.add("game, shapes=seed", usize::from(options.shapes == ShapeList::Seed));
        let adjacent = options.final_tiles == FinalTiles::Adjacent;
        self.add("game, final=adjacent", usize::from(adjacent));
        self.add("game, tie=in-square", usize::from(options.tie == TieBreak::InSquare));
    }

    /// What a move did, seen from the positions before and after it.
    fn add_move(&mut self, before: &Grass, mv: Move, after: &Grass) {
        let captured = |game: &Grass, kind: BonusKind| {
            game.board().captured().iter().filter(|bonus| bonus.kind == kind).count()
        };
        let new = |kind| captured(after, kind) - captured(before, kind);
        let [e, s, r] = BonusKind::ALL.map(new);
        self.add("capture E", e);
        self.add("capture S", s);
        self.add("capture R", r);
        let open = |game: &Grass| game.board().bonuses().len();
        self.add("bonus covered", open(before) - open(after) - e - s - r);
        let discards = after.discarded().count() - before.discarded().count();
        match (mv, before.phase()) {
            (Move::Exchange(_), _) => self.add("exchange", 1),
            (Move::Remove(_), _) => self.add("stone removed", 1),
            (Move::Stone(_), _) => self.add("stone placed", 1),
            (Move::Steal(_), _) => {
                self.add("robbery", 1);
                let fits = after.phase() == Phase::Stolen;
                self.add("stolen tile fits nowhere", usize::from(!fits));
            }
            (Move::Discard, _) => self.add("discard, chosen", 1),
            (Move::Lay { .. }, Phase::Stolen) => {
                self.add("robbery, its tile captures", usize::from(e + s + r > 0));
                self.add("robbery, nested", r);
            }
            (Move::Lay { .. }, Phase::Final) => {
                self.add("final tile", 1);
                self.add("final tile captures", usize::from(e + s + r > 0));
            }
            _ => {}
        }
        if !matches!(mv, Move::Discard | Move::Steal(_)) {
            self.add("discard, by itself", discards);
        }
    }
}

/// How somebody who wants something to happen chooses.
#[derive(Clone, Copy, PartialEq)]
enum Temper {
    /// Anything.
    Random,
    /// Bonus squares.
    Chase,
    /// Starts side by side in a corner, so that soon nothing fits.
    Crowd,
}

fn choose(game: &Grass, legal: &[Move], temper: Temper, rng: &mut ChaCha8Rng) -> Move {
    let bare = |mv: &&Move| !matches!(mv, Move::Lay { .. });
    let others: Vec<&Move> = legal.iter().filter(bare).collect();
    if !others.is_empty() && others.len() < legal.len() && rng.random_range(0..8) == 0 {
        return **others.choose(rng).expect("there is one");
    }
    match temper {
        Temper::Crowd if game.phase() == Phase::Start => legal[0],
        Temper::Chase if rng.random_range(0..20) > 0 => {
            let value = |mv: &&Move| (closeness(game, **mv), rng.random_range(0..1000));
            *legal.iter().max_by_key(value).expect("there is a legal move")
        }
        _ => *legal.choose(rng).expect("there is a legal move"),
    }
}

/// How near a move brings the player to capturing.
fn closeness(game: &Grass, mv: Move) -> usize {
    let Turn::Seat(seat) = game.turn() else { return 0 };
    if !matches!(mv, Move::Lay { .. }) {
        return 0;
    }
    let mut next = game.clone();
    next.play_unchecked(mv);
    let (board, own) = (next.board(), next.board().territory(seat));
    let near = |cell: meeple_games::grass::Cell| {
        let sides = cell.neighbours(board.side()).filter(|&side| own.has(side)).count();
        sides * sides * sides
    };
    let open: usize = board.bonuses().iter().map(|bonus| near(bonus.cell)).sum();
    open + 100 * board.captured().len()
}

fn play_in_lock_step(options: &GrassOptions, seed: u64, tally: &mut Tally) {
    let mut rng = seeded(seed, Stream::Other(options.players.unwrap_or(2)));
    let mut fast = Grass::new(options).expect("good options");
    let mut plain = PlainGrass::new(options);
    let temper = [Temper::Random, Temper::Chase, Temper::Chase, Temper::Crowd][seed as usize % 4];
    tally.add_game(options);
    loop {
        assert_eq!(fast.to_string(), plain.text(), "seed {seed}");
        assert_eq!(fast.turn(), plain.turn(), "{fast}");
        match fast.turn() {
            Turn::Over => break,
            Turn::Chance => {
                let deal = fast.sample_deal(&mut rng).expect("a deal is due");
                fast.apply_deal(&deal).expect("a sampled deal is possible");
                plain.apply_deal(&deal);
            }
            Turn::Seat(_) => {
                let legal: Vec<Move> = fast.legal_moves().collect();
                if options.players == Some(2) || rng.random_range(0..4) == 0 {
                    assert_eq!(legal, plain.legal_moves(), "{fast}");
                }
                let mv = choose(&fast, &legal, temper, &mut rng);
                let before = fast.clone();
                fast.play(mv).expect("a listed move is legal");
                plain.play(mv);
                tally.add_move(&before, mv, &fast);
            }
        }
    }
    check_outcome(&fast, &plain);
}

fn check_outcome(fast: &Grass, plain: &PlainGrass) {
    let outcome = fast.outcome().expect("the game is over");
    let standings = plain.standings();
    for (result, standing) in outcome.results.iter().zip(&standings) {
        let better = standings.iter().filter(|other| *other > standing).count();
        assert_eq!(usize::from(result.rank), better + 1, "{fast}");
        assert_eq!(result.score as usize, standing.0, "{fast}");
    }
}

#[test]
fn two_thousand_games_go_the_same_way_as_the_plain_ones() {
    let mut tally = Tally::default();
    for (players, games) in (2..).zip(GAMES) {
        for seed in 0..games {
            let options = GrassOptions {
                players: Some(players),
                shapes: [ShapeList::Show, ShapeList::Seed][seed as usize / 4 % 2],
                final_tiles: [FinalTiles::Anywhere, FinalTiles::Adjacent][seed as usize / 8 % 2],
                tie: [TieBreak::Grass, TieBreak::InSquare][seed as usize / 16 % 2],
            };
            play_in_lock_step(&options, seed, &mut tally);
        }
    }
    for kind in KINDS {
        let count = tally.0.get(kind).copied().unwrap_or(0);
        println!("{count:>7}  {kind}");
    }
    for kind in KINDS {
        assert!(tally.0.get(kind).is_some_and(|&count| count > 0), "{kind} never occurred");
    }
}
