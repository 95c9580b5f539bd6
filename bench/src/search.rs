//! Search: positions and playouts a second for each game on one core, what a second thread adds,
//! and the same Connect Four searched by two other libraries.
//!
//! With `minimax` the same positions are searched to the same depth, by its iterative deepening
//! with a table and null windows and by our [`pvs`]; both tables have a megabyte and are new for
//! each position, a win counts more the sooner it comes, and what is not decided counts nothing.
//! With `board-game` as many visits are made from the same positions, each ending in a playout
//! drawn from the same generator; both leave out what is proven.

use crate::{
    connect_four::{Rules, Shared, Stack},
    table::{Bench, Goal},
};
use board_game::{ai::mcts::mcts_build_tree, board::Board as _, games::connect4::Connect4};
use connect_four::{Column, ConnectFour};
use meeple_ai::search::{
    Budget, Chance, Evaluate, Forest, Growth, Plan, Rollout, State, Table, Values, mcts, pvs,
    pvs_on_threads,
};
use meeple_core::{
    Game, Limits, Seat, Turn,
    options::parse,
    rng::{Stream, seeded},
};
use meeple_games::{azul::Azul, chomp::Chomp, filler::Filler, grass::Grass};
use minimax::{Game as _, IterativeOptions, IterativeSearch, Strategy};
use rand::Rng;
use std::{num::NonZeroUsize, time::Duration};

/// All of search's rows.
pub(crate) fn rows(bench: &mut Bench) {
    game::<Chomp>(bench, "width=7 height=6");
    game::<Filler>(bench, "map=map00");
    game::<Azul>(bench, "players=2");
    game::<Grass>(bench, "players=2");
    against_minimax(bench);
    against_board_game(bench);
    threads(bench);
}

/// A seat's points beyond those of the best other: cheap, so that the search is measured.
#[derive(Debug, Clone, Copy)]
struct Lead;

impl<G: Game> Evaluate<G> for Lead {
    fn value(&mut self, position: &G, seat: Seat) -> f32 {
        let others = (0..Game::seats(position)).map(Seat::new).filter(|&other| other != seat);
        let most = others.map(|other| position.points(other)).max();
        (position.points(seat) - most.unwrap_or(0)) as f32
    }
}

/// Positions in the middle of random games.
fn middles<G: Game>(words: &str) -> Vec<G> {
    let options = parse(words.split_whitespace()).expect("good options");
    let start = G::new(&options).expect("good options");
    let middle = |seed| {
        let length = walk(&start, seed, usize::MAX).1;
        (length / 3..length)
            .map(|plies| walk(&start, seed, plies).0)
            .find(is_due)
            .expect("a seat's turn")
    };
    (0..8).map(middle).collect()
}

fn is_due<G: Game>(game: &G) -> bool {
    matches!(Game::turn(game), Turn::Seat(_))
}

/// A random game for so many plies, and how many there were.
fn walk<G: Game>(start: &G, seed: u64, plies: usize) -> (G, usize) {
    let (mut game, mut rng) = (start.clone(), seeded(seed, Stream::Deals));
    for ply in 0..plies {
        match game.random_move(&mut rng) {
            Some(mv) => game.play_unchecked(mv),
            None if Game::turn(&game) == Turn::Over => return (game, ply),
            None => game.deal(&mut rng),
        }
    }
    (game, plies)
}

/// Positions a second by alpha-beta and playouts a second by Monte Carlo tree search.
fn game<G: Game>(bench: &mut Bench, words: &str) {
    let name = G::NAME;
    let [searched, played] =
        [format!("search: {name}, positions by pvs"), format!("search: {name}, playouts by mcts")];
    if !bench.wants_any(&[&searched, &played]) {
        return;
    }
    let positions = middles::<G>(words);
    let mut at = positions.iter().cycle();
    let plan = Plan { chance: Chance { samples: 4, seed: 1 }, ..Plan::default() };
    let mut table = Table::new(14);
    bench.rate(
        &searched,
        "/s",
        || {
            table.clear();
            let limits = nodes(20_000);
            let mut budget = Budget::start(&limits);
            pvs(at.next().expect("a circle"), &mut Lead, &plan, &table, &mut budget);
            budget.nodes()
        },
        None,
    );
    let mut at = positions.iter().cycle();
    bench.rate(
        &played,
        "/s",
        || grown(at.next().expect("a circle"), &Rollout::new(Lead), 1000),
        None,
    );
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// How many visits a new tree took of so many.
fn grown<S, E>(state: &S, evaluation: &E, visits: u64) -> u64
where
    S: State<Move: Send> + Send,
    E: Evaluate<S> + Clone + Send,
{
    let limits = nodes(visits);
    let mut budget = Budget::start(&limits);
    mcts(state, evaluation, &Growth::default(), &mut Forest::default(), &mut budget);
    budget.nodes()
}

/// Connect Four that counts its plies, and finds out only once whether a line of four is there,
/// as the rules for `minimax` do.
#[derive(Debug, Clone, Copy)]
struct Counted {
    game: ConnectFour,
    plies: u8,
    turn: Turn,
}

/// On a full board.
const ALL_PLIES: u8 = 42;

impl State for Counted {
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

    fn deal(&mut self, _: &mut dyn Rng) {}
}

/// A win is 1, less a little for each ply until then.
#[derive(Debug, Clone, Copy)]
struct SoonestWin;

impl Evaluate<Counted> for SoonestWin {
    fn value(&mut self, state: &Counted, seat: Seat) -> f32 {
        if state.turn != Turn::Over {
            return 0.0;
        }
        let win = 1.0 - f32::from(state.plies) / 100.0;
        if state.plies == ALL_PLIES {
            return Win.value(&state.game, seat) * win;
        }
        // Seat 0 began: whoever would move next has lost.
        if usize::from(state.plies) % 2 == seat.index() { -win } else { win }
    }

    fn is_cheap(&self) -> bool {
        true
    }

    fn extreme(&self) -> f32 {
        1.0
    }
}

/// A win is 1 and a loss -1.
#[derive(Debug, Clone, Copy)]
struct Win;

impl Evaluate<ConnectFour> for Win {
    fn value(&mut self, position: &ConnectFour, seat: Seat) -> f32 {
        self.values(position).seat(seat)
    }

    fn values(&mut self, position: &ConnectFour) -> Values {
        let outcome = position.outcome();
        let score = |seat| outcome.as_ref().and_then(|outcome| outcome.of(seat));
        let won = |seat| score(Seat::new(seat)).map_or(0.0, |result| result.score as f32);
        let lead = won(0) - won(1);
        Values::of(2, |seat| if seat.index() == 0 { lead } else { -lead })
    }

    fn extreme(&self) -> f32 {
        1.0
    }
}

struct Nothing;

impl minimax::Evaluator for Nothing {
    type G = Rules;
    fn evaluate(&self, _: &Stack) -> minimax::Evaluation {
        0
    }
}

/// Openings of random games, for each library.
fn openings() -> Vec<(Counted, Stack, Connect4)> {
    let opening = |seed| {
        let plies = 4 + seed as usize % 5;
        let mut rng = seeded(seed, Stream::Deals);
        let mut game = ConnectFour::default();
        let (mut stack, mut board) = (Stack::default(), Connect4::default());
        for _ in 0..plies {
            let mv = game.random_move(&mut rng).expect("nobody has won yet");
            let column: u8 = mv.to_string().parse().expect("a digit");
            game.play_unchecked(mv);
            stack = Rules::apply(&mut stack, column - 1).expect("it gives the next position");
            board.play(column - 1).expect("a legal move");
        }
        let turn = Game::turn(&game);
        (Counted { game, plies: plies as u8, turn }, stack, board)
    };
    (0..6).map(opening).collect()
}

/// How deep Connect Four is searched.
const DEPTH: u32 = 11;

fn against_minimax(bench: &mut Bench) {
    let openings = openings();
    let plan = Plan { depth: DEPTH, ..Plan::default() };
    let limits = Limits::default();
    let ours = |(start, ..): &(Counted, Stack, Connect4)| {
        let mut budget = Budget::start(&limits);
        pvs(start, &mut SoonestWin, &plan, &Table::new(16), &mut budget).expect("a move")
    };
    let theirs = |(_, stack, _): &(Counted, Stack, Connect4)| {
        let options = IterativeOptions::new().with_table_byte_size(1 << 20);
        let mut search = IterativeSearch::new(Nothing, options);
        search.set_max_depth(DEPTH as u8);
        search.choose_move(stack).expect("a move")
    };
    bench.compare(
        "search: connect-four to depth 11, minimax",
        || openings.iter().map(ours).map(|thought| thought.nodes).sum::<u64>(),
        "minimax",
        || openings.iter().map(theirs).map(u64::from).sum::<u64>(),
        Some(Goal::RatioAtLeast(1.0)),
    );
}

/// Visits a tree.
const VISITS: u64 = 10_000;

fn against_board_game(bench: &mut Bench) {
    let openings = openings();
    let (mut ours, mut theirs) = (openings.iter().cycle(), openings.iter().cycle());
    let mut rng = Shared(seeded(1, Stream::Deals));
    bench.compare_rates(
        "search: connect-four playouts by mcts, board-game",
        "/s",
        || grown(&ours.next().expect("a circle").0.game, &Rollout::new(Win), VISITS),
        "board-game",
        || {
            let board = &theirs.next().expect("a circle").2;
            mcts_build_tree(board, VISITS, 1.5, &mut rng)[0].visits as u64
        },
        Some(Goal::RatioAtLeast(1.5)),
    );
}

/// What two threads look at, beside one: in the same time, from the same position.
fn threads(bench: &mut Bench) {
    let start = middles::<Azul>("players=2").remove(0);
    let limits = |threads| Limits {
        threads: NonZeroUsize::new(threads),
        time: Some(Duration::from_millis(100)),
        ..Limits::default()
    };
    let (one, two) = (limits(1), limits(2));
    let plan = Plan { chance: Chance { samples: 4, seed: 1 }, ..Plan::default() };
    let searched = |limits: &Limits| {
        let mut budget = Budget::start(limits);
        pvs_on_threads(&start, &mut Lead, &plan, &Table::new(16), &mut budget);
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
        let rollout = Rollout::new(Lead);
        mcts(&start, &rollout, &Growth::default(), &mut Forest::default(), &mut budget);
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
