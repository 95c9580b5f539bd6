//! Compares Laying Grass with its reference implementation, move by move, over all options.
//!
//! Players with different preferences make sure that everything happens: some chase bonus squares,
//! some crowd each other so that tiles don't fit.

use meeple_core::{
    Game, Turn,
    rng::{RngStream, SeededRng, seeded},
};
use meeple_games::grass::{
    BonusKind, FinalTiles, Grass, Move, Options, Phase, ReferenceGrass, ShapeList, TieBreak,
};
use rand::{RngExt, seq::IndexedRandom};
use std::collections::BTreeMap;

/// The number of games with 2, 3, ... 9 players.
const GAMES: [u64; 8] = [1000, 480, 280, 80, 60, 50, 40, 30];

/// The events that must happen at least once.
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
struct EventTally(BTreeMap<&'static str, u64>);

impl EventTally {
    fn add(&mut self, what: &'static str, count: usize) {
        assert!(KINDS.contains(&what), "{what} is not in the list");
        *self.0.entry(what).or_default() += count as u64;
    }

    fn add_game(&mut self, options: &Options) {
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

    /// Counts the effects of a move, given the positions before and after it.
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
            (Move::Place { .. }, Phase::Stolen) => {
                self.add("robbery, its tile captures", usize::from(e + s + r > 0));
                self.add("robbery, nested", r);
            }
            (Move::Place { .. }, Phase::Final) => {
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

/// What a player prefers when choosing moves.
#[derive(Clone, Copy, PartialEq)]
enum MovePreference {
    /// No preference.
    Random,
    /// Prefers capturing bonus squares.
    Chase,
    /// Starts next to the others in a corner, so that soon nothing fits.
    Crowd,
}

fn choose(game: &Grass, legal: &[Move], temper: MovePreference, rng: &mut SeededRng) -> Move {
    let bare = |mv: &&Move| !matches!(mv, Move::Place { .. });
    let others: Vec<&Move> = legal.iter().filter(bare).collect();
    if !others.is_empty() && others.len() < legal.len() && rng.random_range(0..8) == 0 {
        return **others.choose(rng).expect("there is one");
    }
    match temper {
        MovePreference::Crowd if game.phase() == Phase::Start => legal[0],
        MovePreference::Chase if rng.random_range(0..20) > 0 => {
            let value = |mv: &&Move| (closeness(game, **mv), rng.random_range(0..1000));
            *legal.iter().max_by_key(value).expect("there is a legal move")
        }
        _ => *legal.choose(rng).expect("there is a legal move"),
    }
}

/// Returns how close a move brings the player to capturing bonus squares.
fn closeness(game: &Grass, mv: Move) -> usize {
    let Turn::Seat(seat) = game.turn() else { return 0 };
    if !matches!(mv, Move::Place { .. }) {
        return 0;
    }
    let mut next = game.clone();
    next.play_unchecked(mv);
    let (board, own) = (next.board(), next.board().territory(seat));
    let near = |cell: meeple_games::grass::Cell| {
        let sides = cell.neighbours(board.side()).filter(|&side| own.contains(side)).count();
        sides * sides * sides
    };
    let open: usize = board.bonuses().iter().map(|bonus| near(bonus.cell)).sum();
    open + 100 * board.captured().len()
}

fn play_in_lockstep(options: &Options, seed: u64, tally: &mut EventTally) {
    let mut rng = seeded(seed, RngStream::Other(options.players.unwrap_or(2)));
    let mut fast = Grass::new(options).expect("good options");
    let mut plain = ReferenceGrass::new(options);
    let temper = [
        MovePreference::Random,
        MovePreference::Chase,
        MovePreference::Chase,
        MovePreference::Crowd,
    ][seed as usize % 4];
    tally.add_game(options);
    loop {
        assert_eq!(fast.to_string(), plain.position_text(), "seed {seed}");
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

fn check_outcome(fast: &Grass, plain: &ReferenceGrass) {
    let outcome = fast.outcome().expect("the game is over");
    let standings = plain.standings();
    for (result, standing) in outcome.results.iter().zip(&standings) {
        let better = standings.iter().filter(|other| *other > standing).count();
        assert_eq!(usize::from(result.rank), better + 1, "{fast}");
        assert_eq!(result.score as usize, standing.0, "{fast}");
    }
}

#[test]
fn two_thousand_games_match_the_reference() {
    let mut tally = EventTally::default();
    for (players, games) in (2..).zip(GAMES) {
        for seed in 0..games {
            let options = Options {
                players: Some(players),
                shapes: [ShapeList::Show, ShapeList::Seed][seed as usize / 4 % 2],
                final_tiles: [FinalTiles::Anywhere, FinalTiles::Adjacent][seed as usize / 8 % 2],
                tie: [TieBreak::Grass, TieBreak::InSquare][seed as usize / 16 % 2],
            };
            play_in_lockstep(&options, seed, &mut tally);
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
