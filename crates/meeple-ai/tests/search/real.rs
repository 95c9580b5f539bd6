//! Compares the searches on small positions of the real games, which have transpositions.

use crate::world::{EVERYTHING, Guess, after, lead, moves, nodes, plan};
use meeple_ai::search::{
    Budget, ChanceSampling, Evaluator, Forest, MctsSettings, SearchSettings, SearchState,
    TranspositionTable, max_n, max_n_reference, mcts, negamax, pvs, solve,
};
use meeple_core::{
    Game, Limits, Seat, Turn,
    options::parse,
    rng::{RngStream, seeded},
};
use meeple_games::{
    azul::Azul,
    chomp::{Board, Chomp, reference_winning_move},
    filler::Filler,
    grass::Grass,
};

/// Evaluates every position by the current lead.
#[derive(Debug, Clone, Copy)]
struct Lead;

impl<G: Game> Evaluator<G> for Lead {
    fn value(&mut self, position: &G, seat: Seat) -> f32 {
        lead(position, seat)
    }
}

/// Returns positions of random games in which a seat has more than one move, but at most `most`.
fn few_moves<G: Game>(words: &str, most: usize, wanted: usize) -> Vec<G> {
    let options = parse(words.split_whitespace()).expect("good options");
    let mut found = Vec::new();
    for seed in 0.. {
        let mut game = G::new(&options).expect("good options");
        let mut rng = seeded(seed, RngStream::Deals);
        let mut last = None;
        while Game::turn(&game) != Turn::Over {
            let count = moves(&game).len();
            if (2..=most).contains(&count) && last.is_none() {
                last = Some(game.clone());
            }
            match game.random_move(&mut rng) {
                Some(mv) => game.play_unchecked(mv),
                None => game.apply_random_deal(&mut rng),
            }
        }
        found.extend(last);
        if found.len() >= wanted {
            return found;
        }
    }
    found
}

/// Checks that both searches equal the reference implementation at every depth.
#[track_caller]
fn equal<G: Game>(position: &G, depths: u32) {
    let Turn::Seat(us) = Game::turn(position) else { panic!("a seat is to move") };
    let (limits, chance) = (Limits::default(), ChanceSampling { samples: 2, seed: 3 });
    for depth in 1..=depths {
        let plan: SearchSettings<G::Move> = plan(depth, chance);
        let mut budget = Budget::start(&limits);
        let thought = pvs(position, &mut Lead, &plan, &TranspositionTable::new(10), &mut budget);
        let value = negamax(position, us, depth, chance, &mut Lead);
        let found = thought.expect("a move").values[us.index()];
        assert_eq!(found, f64::from(value), "depth {depth} of {position}");
        let thought = max_n(position, &mut Lead, &plan, &mut Budget::start(&limits));
        let values = max_n_reference(position, depth, chance, &mut Lead);
        let values: Vec<f64> = values.as_slice().iter().map(|&value| value.into()).collect();
        assert_eq!(thought.expect("a move").values, values, "depth {depth} of {position}");
    }
}

fn late<G: Game>(words: &str, most: usize, wanted: usize, depths: u32) {
    for position in few_moves::<G>(words, most, wanted) {
        equal(&position, depths);
    }
}

#[test]
fn late_positions_of_the_games_match_the_reference() {
    for words in ["players=2", "players=3", "players=2 wall=grey"] {
        late::<Azul>(words, 8, 12, 4);
    }
    late::<Filler>("map=map00", 6, 8, 3);
    for words in ["players=2", "players=3"] {
        late::<Grass>(words, 12, 4, 2);
    }
}

#[test]
fn small_bars_of_chomp_are_played_perfectly() {
    let limits = Limits::default();
    let mut start = Chomp::from_board(Board::new(4, 3).expect("a bar"));
    for mv in ["2,3", "1,2", "0,3"] {
        let who_wins = if reference_winning_move(start.board()).is_some() { 1.0 } else { -1.0 };
        let Turn::Seat(us) = Game::turn(&start) else { panic!("a seat is to move") };
        let mut wins = |position: &Chomp, seat: Seat| win(position, seat);
        assert_eq!(negamax(&start, us, 12, EVERYTHING, &mut wins), who_wins, "{start}");
        let table = TranspositionTable::new(10);
        let plan = SearchSettings::default();
        let thought = pvs(&start, &mut wins, &plan, &table, &mut Budget::start(&limits));
        let thought = thought.expect("a move");
        assert_eq!(thought.values[us.index()], f64::from(who_wins), "{start}");
        let solved = solve(&start, &mut wins, 1000, &mut Budget::start(&limits)).expect("small");
        assert_eq!(solved.values.seat(us), who_wins, "{start}");
        let limited = nodes(100_000);
        let mut budget = Budget::start(&limited);
        let grown =
            mcts(&start, &win, &MctsSettings::default(), &mut Forest::default(), &mut budget);
        let grown = grown.expect("a move");
        assert!(grown.is_complete, "{start}");
        for best in [thought.mv, solved.mv.expect("a move"), grown.mv] {
            let next = after(&start, best);
            let is_lost =
                Game::turn(&next) != Turn::Over && reference_winning_move(next.board()).is_none();
            assert_eq!(is_lost, who_wins > 0.0, "{best} in {start}");
        }
        Game::play(&mut start, mv.parse().expect("a bite")).expect("a legal bite");
    }
}

fn win(position: &Chomp, seat: Seat) -> f32 {
    let outcome = position.outcome();
    let rank = outcome.and_then(|outcome| outcome.result(seat)).map(|result| result.rank);
    rank.map_or(0.0, |rank| if rank == 1 { 1.0 } else { -1.0 })
}

#[test]
fn trees_also_grow_in_games_with_chance() {
    let start = few_moves::<Azul>("players=3", 12, 1).remove(0);
    for trees in [1, 3] {
        let answer = || {
            let growth = MctsSettings { trees, seed: 4, ..MctsSettings::default() };
            let limits = nodes(2000);
            let mut budget = Budget::start(&limits);
            mcts(&start, &Guess, &growth, &mut Forest::default(), &mut budget).expect("a move")
        };
        let thought = answer();
        assert_eq!(answer(), thought);
        assert!(thought.visits.iter().sum::<u64>() <= 2000);
        assert!(moves(&start).contains(&thought.mv));
    }
}
