//! Benchmarks of search: positions and playouts per second for each game on one core, the gain from a second
//! thread, and Connect Four searched by two other libraries.
//!
//! Our [`pvs`] and the iterative deepening of `minimax`, with a transposition table and null windows, search
//! the same positions to the same depth. Both tables have a megabyte and are new for each position, earlier
//! wins count more, and undecided positions count nothing. Our `mcts` and `board-game` make as many visits
//! from the same positions, each ending in a playout drawn from the same generator; both skip proven
//! positions.

use crate::{
    connect_four::{MinimaxPosition, MinimaxRules, SharedRng},
    table::{BenchGoal, BenchTable},
};
use board_game::{ai::mcts::mcts_build_tree, board::Board as _, games::connect4::Connect4};
use connect_four::{Column, ConnectFour};
use meeple_ai::search::{
    Budget, ChanceSampling, Evaluator, Forest, MctsSettings, Rollout, SearchSettings, SearchState,
    SeatValues, TranspositionTable, mcts, pvs, pvs_on_threads,
};
use meeple_core::{
    Game, Limits, Seat, Turn,
    options::parse,
    rng::{RngStream, seeded},
};
use meeple_games::{azul::Azul, chomp::Chomp, filler::Filler, grass::Grass};
use minimax::{Game as _, IterativeOptions, IterativeSearch, Strategy};
use rand::Rng;
use std::{num::NonZeroUsize, time::Duration};

/// Adds all rows about search.
pub(crate) fn rows(bench: &mut BenchTable) {
    game::<Chomp>(bench, "width=7 height=6");
    game::<Filler>(bench, "map=map00");
    game::<Azul>(bench, "players=2");
    game::<Grass>(bench, "players=2");
    against_minimax(bench);
    against_board_game(bench);
    threads(bench);
}

/// Evaluates a seat's lead in points over its best opponent; cheap, so that the search itself is measured.
#[derive(Debug, Clone, Copy)]
struct PointsLead;

impl<G: Game> Evaluator<G> for PointsLead {
    fn value(&mut self, position: &G, seat: Seat) -> f32 {
        let others = (0..Game::seats(position)).map(Seat::new).filter(|&other| other != seat);
        let most = others.map(|other| position.points(other)).max();
        (position.points(seat) - most.unwrap_or(0)) as f32
    }
}

/// Returns positions from the middle of random games.
fn midgame_positions<G: Game>(words: &str) -> Vec<G> {
    let options = parse(words.split_whitespace()).expect("good options");
    let start = G::new(&options).expect("good options");
    let middle = |seed| {
        let length = random_walk(&start, seed, usize::MAX).1;
        (length / 3..length)
            .map(|plies| random_walk(&start, seed, plies).0)
            .find(is_due)
            .expect("a seat's turn")
    };
    (0..8).map(middle).collect()
}

fn is_due<G: Game>(game: &G) -> bool {
    matches!(Game::turn(game), Turn::Seat(_))
}

/// Plays this many random plies; also returns how many were played.
fn random_walk<G: Game>(start: &G, seed: u64, plies: usize) -> (G, usize) {
    let (mut game, mut rng) = (start.clone(), seeded(seed, RngStream::Deals));
    for ply in 0..plies {
        match game.random_move(&mut rng) {
            Some(mv) => game.play_unchecked(mv),
            None if Game::turn(&game) == Turn::Over => return (game, ply),
            None => game.apply_random_deal(&mut rng),
        }
    }
    (game, plies)
}

/// Measures positions per second of alpha-beta and playouts per second of Monte Carlo tree search.
fn game<G: Game>(bench: &mut BenchTable, words: &str) {
    let name = G::NAME;
    let [searched, played] =
        [format!("search: {name}, positions by pvs"), format!("search: {name}, playouts by mcts")];
    if !bench.is_any_selected(&[&searched, &played]) {
        return;
    }
    let positions = midgame_positions::<G>(words);
    let mut at = positions.iter().cycle();
    let plan = SearchSettings {
        chance: ChanceSampling { samples: 4, seed: 1 },
        ..SearchSettings::default()
    };
    let mut table = TranspositionTable::new(14);
    bench.rate(
        &searched,
        "/s",
        || {
            table.clear();
            let limits = nodes(20_000);
            let mut budget = Budget::start(&limits);
            pvs(at.next().expect("a circle"), &mut PointsLead, &plan, &table, &mut budget);
            budget.nodes()
        },
        None,
    );
    let mut at = positions.iter().cycle();
    bench.rate(
        &played,
        "/s",
        || grow_tree(at.next().expect("a circle"), &Rollout::new(PointsLead), 1000),
        None,
    );
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Grows a new tree with at most `visits` visits; returns how many were made.
fn grow_tree<S, E>(state: &S, evaluation: &E, visits: u64) -> u64
where
    S: SearchState<Move: Send> + Send,
    E: Evaluator<S> + Clone + Send,
{
    let limits = nodes(visits);
    let mut budget = Budget::start(&limits);
    mcts(state, evaluation, &MctsSettings::default(), &mut Forest::default(), &mut budget);
    budget.nodes()
}

/// Connect Four that counts its plies and checks only once for four in a row, as the rules for `minimax` do.
#[derive(Debug, Clone, Copy)]
struct CountedConnectFour {
    game: ConnectFour,
    plies: u8,
    turn: Turn,
}

/// Number of plies on a full board.
const MAX_PLIES: u8 = 42;

impl SearchState for CountedConnectFour {
    type Move = Column;

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        self.turn
    }

    fn moves(&self, into: &mut Vec<Column>) {
        into.extend(self.game.legal_moves());
    }

    fn play(&mut self, mv: Column) {
        self.game.play_unchecked(mv);
        self.plies += 1;
        self.turn = Game::turn(&self.game);
    }

    fn key(&self) -> u64 {
        self.game.hash64()
    }

    fn apply_random_deal(&mut self, _: &mut dyn Rng) {}
}

/// Evaluates a win as 1, minus a little for each ply until then.
#[derive(Debug, Clone, Copy)]
struct SoonestWin;

impl Evaluator<CountedConnectFour> for SoonestWin {
    fn value(&mut self, state: &CountedConnectFour, seat: Seat) -> f32 {
        if state.turn != Turn::Over {
            return 0.0;
        }
        let win = 1.0 - f32::from(state.plies) / 100.0;
        if state.plies == MAX_PLIES {
            return WinOrLoss.value(&state.game, seat) * win;
        }
        // Seat 0 began: the seat that would move next has lost.
        if usize::from(state.plies) % 2 == seat.index() { -win } else { win }
    }

    fn is_cheap(&self) -> bool {
        true
    }

    fn max_value(&self) -> f32 {
        1.0
    }
}

/// Evaluates a win as 1 and a loss as -1.
#[derive(Debug, Clone, Copy)]
struct WinOrLoss;

impl Evaluator<ConnectFour> for WinOrLoss {
    fn value(&mut self, position: &ConnectFour, seat: Seat) -> f32 {
        self.values(position).seat(seat)
    }

    fn values(&mut self, position: &ConnectFour) -> SeatValues {
        let outcome = position.outcome();
        let score = |seat| outcome.as_ref().and_then(|outcome| outcome.result(seat));
        let won = |seat| score(Seat::new(seat)).map_or(0.0, |result| result.score as f32);
        let lead = won(0) - won(1);
        SeatValues::from_fn(2, |seat| if seat.index() == 0 { lead } else { -lead })
    }

    fn max_value(&self) -> f32 {
        1.0
    }
}

struct ZeroEvaluator;

impl minimax::Evaluator for ZeroEvaluator {
    type G = MinimaxRules;
    fn evaluate(&self, _: &MinimaxPosition) -> minimax::Evaluation {
        0
    }
}

/// Returns openings of random games, in each library's form.
fn openings() -> Vec<(CountedConnectFour, MinimaxPosition, Connect4)> {
    let opening = |seed| {
        let plies = 4 + seed as usize % 5;
        let mut rng = seeded(seed, RngStream::Deals);
        let mut game = ConnectFour::default();
        let (mut stack, mut board) = (MinimaxPosition::default(), Connect4::default());
        for _ in 0..plies {
            let mv = game.random_move(&mut rng).expect("nobody has won yet");
            let column: u8 = mv.to_string().parse().expect("a digit");
            game.play_unchecked(mv);
            stack =
                MinimaxRules::apply(&mut stack, column - 1).expect("it gives the next position");
            board.play(column - 1).expect("a legal move");
        }
        let turn = Game::turn(&game);
        (CountedConnectFour { game, plies: plies as u8, turn }, stack, board)
    };
    (0..6).map(opening).collect()
}

/// Search depth for Connect Four, in plies.
const DEPTH: u32 = 11;

fn against_minimax(bench: &mut BenchTable) {
    let openings = openings();
    let plan = SearchSettings { depth: DEPTH, ..SearchSettings::default() };
    let limits = Limits::default();
    let ours = |(start, ..): &(CountedConnectFour, MinimaxPosition, Connect4)| {
        let mut budget = Budget::start(&limits);
        pvs(start, &mut SoonestWin, &plan, &TranspositionTable::new(16), &mut budget)
            .expect("a move")
    };
    let theirs = |(_, stack, _): &(CountedConnectFour, MinimaxPosition, Connect4)| {
        let options = IterativeOptions::new().with_table_byte_size(1 << 20);
        let mut search = IterativeSearch::new(ZeroEvaluator, options);
        search.set_max_depth(DEPTH as u8);
        search.choose_move(stack).expect("a move")
    };
    bench.compare(
        "search: connect-four to depth 11, minimax",
        || openings.iter().map(ours).map(|thought| thought.nodes).sum::<u64>(),
        "minimax",
        || openings.iter().map(theirs).map(u64::from).sum::<u64>(),
        Some(BenchGoal::RatioAtLeast(1.0)),
    );
}

/// Visits per tree.
const VISITS: u64 = 10_000;

fn against_board_game(bench: &mut BenchTable) {
    let openings = openings();
    let (mut ours, mut theirs) = (openings.iter().cycle(), openings.iter().cycle());
    let mut rng = SharedRng(seeded(1, RngStream::Deals));
    bench.compare_rates(
        "search: connect-four playouts by mcts, board-game",
        "/s",
        || grow_tree(&ours.next().expect("a circle").0.game, &Rollout::new(WinOrLoss), VISITS),
        "board-game",
        || {
            let board = &theirs.next().expect("a circle").2;
            mcts_build_tree(board, VISITS, 1.5, &mut rng)[0].visits as u64
        },
        Some(BenchGoal::RatioAtLeast(1.5)),
    );
}

/// Compares two threads with one: positions searched in the same time, from the same position.
fn threads(bench: &mut BenchTable) {
    let start = midgame_positions::<Azul>("players=2").remove(0);
    let limits = |threads| Limits {
        threads: NonZeroUsize::new(threads),
        time: Some(Duration::from_millis(100)),
        ..Limits::default()
    };
    let (one, two) = (limits(1), limits(2));
    let plan = SearchSettings {
        chance: ChanceSampling { samples: 4, seed: 1 },
        ..SearchSettings::default()
    };
    let searched = |limits: &Limits| {
        let mut budget = Budget::start(limits);
        pvs_on_threads(&start, &mut PointsLead, &plan, &TranspositionTable::new(16), &mut budget);
        budget.nodes()
    };
    bench.compare_rates(
        "search: azul, positions by pvs on two threads",
        "/s",
        || searched(&two),
        "one thread",
        || searched(&one),
        None,
    );
    let playouts = |limits: &Limits| {
        let mut budget = Budget::start(limits);
        let rollout = Rollout::new(PointsLead);
        mcts(&start, &rollout, &MctsSettings::default(), &mut Forest::default(), &mut budget);
        budget.nodes()
    };
    bench.compare_rates(
        "search: azul, playouts by mcts on two threads",
        "/s",
        || playouts(&two),
        "one thread",
        || playouts(&one),
        None,
    );
}
