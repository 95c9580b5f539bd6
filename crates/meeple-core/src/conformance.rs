//! The conformance suite that every game must pass.
//!
//! It plays random games and checks at every position what the [`Game`] trait promises. A game's
//! test supplies options to try, texts that are not moves, moves that must be refused unless they
//! are listed, and impossible deals:
//!
//! ```
//! use meeple_core::{conformance::ConformanceSuite, tree_game::{TreeGame, TreeOptions}};
//!
//! ConformanceSuite::<TreeGame>::new([TreeOptions::default()])
//!     .bad_moves(&["", "no such branch"])
//!     .probe_moves(&["left", "right"])
//!     .check();
//! ```

mod hashes;
mod refusals;
#[cfg(test)]
mod tests;
mod uniformity;

use crate::{
    AnyGame, Contestant, Event, Game, Header, Notes, OptionValues, Replay, Seat, SeatInfo, Table,
    TableDue, Turn,
    rng::{RngStream, SeededRng, seeded},
};
use hashes::SeenHashes;
use rand::RngExt;
use refusals::{SeenMoves, check_nothing_after};
use std::collections::HashSet;
use uniformity::UniformityCheck;

/// A conformance test of one game: what to try, and how often.
#[derive(Debug)]
pub struct ConformanceSuite<G: Game> {
    options: Vec<G::Options>,
    games: u64,
    most_plies: usize,
    bad_moves: &'static [&'static str],
    probe_moves: &'static [&'static str],
    bad_deals: fn(&G) -> Vec<String>,
}

/// Everything seen in the games of a suite so far.
struct SuiteState<G: Game> {
    moves: SeenMoves<G>,
    hashes: SeenHashes,
    even: UniformityCheck<G>,
}

impl<G: Game> ConformanceSuite<G> {
    /// Creates a suite that plays with these options.
    pub fn new(options: impl IntoIterator<Item = G::Options>) -> Self {
        let options = options.into_iter().collect();
        ConformanceSuite {
            options,
            games: 10,
            most_plies: 100_000,
            bad_moves: &[],
            probe_moves: &[],
            bad_deals: |_| Vec::new(),
        }
    }

    /// Sets how many random games to play with each set of options.
    #[must_use]
    pub fn games(mut self, games: u64) -> Self {
        self.games = games;
        self
    }

    /// Sets the maximum number of deals and moves in a random game.
    #[must_use]
    pub fn max_plies(mut self, plies: usize) -> Self {
        self.most_plies = plies;
        self
    }

    /// Sets texts that must not parse as moves.
    #[must_use]
    pub fn bad_moves(mut self, texts: &'static [&'static str]) -> Self {
        self.bad_moves = texts;
        self
    }

    /// Sets moves to try in every position: they must be refused wherever they are not listed, and
    /// so must moves that were legal in other positions.
    #[must_use]
    pub fn probe_moves(mut self, texts: &'static [&'static str]) -> Self {
        self.probe_moves = texts;
        self
    }

    /// Sets deals that must be refused; called with each position in which a deal is due.
    #[must_use]
    pub fn bad_deals(mut self, texts: fn(&G) -> Vec<String>) -> Self {
        self.bad_deals = texts;
        self
    }

    /// Runs the suite.
    ///
    /// # Panics
    /// If the game breaks a promise; the message says which, and in which position.
    pub fn check(&self) {
        for text in self.bad_moves {
            assert!(text.parse::<G::Move>().is_err(), "{text:?} was taken for a move");
        }
        let (moves, hashes) = (SeenMoves::new(self.probe_moves), SeenHashes::default());
        let mut met = SuiteState { moves, hashes, even: UniformityCheck::new() };
        for options in &self.options {
            for seed in 0..self.games {
                self.check_game(options, seed, &mut met);
            }
            std::mem::replace(&mut met.even, UniformityCheck::new()).finish();
        }
        met.hashes.finish();
    }

    fn check_game(&self, options: &G::Options, seed: u64, met: &mut SuiteState<G>) {
        let mut rng = seeded(seed, RngStream::Deals);
        let mut table = table::<G>(options, seed);
        let mut deals = Vec::new();
        while table.due() != TableDue::End {
            let ply = table.game().plies().len();
            let mut game = position::<G>(&table);
            assert!(ply < self.most_plies, "the game goes on after {ply} plies: {game}");
            check_text(&game);
            met.hashes.observe(&game);
            match table.due() {
                TableDue::Deal => {
                    self.check_deal(&mut game, &mut deals, &mut rng);
                    table.deal().expect("the table draws possible deals");
                }
                TableDue::Seat(seat) => {
                    let mv = check_move(&mut game, seat, met, &mut rng).to_string();
                    table.play(seat, &mv, Notes::default()).expect("the game has accepted it");
                    assert_eq!(position::<G>(&table), game, "the table has another position");
                }
                TableDue::End | TableDue::Over => unreachable!("the loop ends there"),
            }
        }
        let mut game = position::<G>(&table);
        check_text(&game);
        met.hashes.observe(&game);
        check_nothing_after(&mut game, &met.moves, &deals, &mut rng);
        check_outcome(&game);
        check_again::<G>(&table);
        table.end().expect("the end is due");
        check_record(&table, &game, &mut rng);
    }

    fn check_deal(&self, game: &mut G, deals: &mut Vec<G::Deal>, rng: &mut SeededRng) {
        assert_eq!(game.legal_moves().count(), 0, "moves while a deal is due: {game}");
        assert_eq!(game.random_move(rng), None, "a random move while a deal is due: {game}");
        assert!(game.outcome().is_none(), "an outcome while a deal is due: {game}");
        for text in (self.bad_deals)(game) {
            let before = game.clone();
            let refused = AnyGame::apply_deal_text(game, &text).is_err();
            assert!(refused, "the impossible deal {text:?} was accepted: {before}");
            assert_eq!(*game, before, "a refused deal changed the position");
        }
        let deal = game.sample_deal(rng).expect("a deal is due");
        let text = deal.to_string();
        assert_eq!(text.parse::<G::Deal>().as_ref(), Ok(&deal), "the deal's text changed it");
        game.apply_deal(&deal).expect("a sampled deal is possible");
        if game.turn() != Turn::Chance {
            let after = game.clone();
            assert!(game.apply_deal(&deal).is_err(), "a deal out of turn was accepted: {after}");
            assert_eq!(*game, after, "a refused deal changed the position");
        }
        deals.push(deal);
    }
}

/// Checks that a position's text parses to the same position.
fn check_text<G: Game>(game: &G) {
    let text = game.to_string();
    assert!(!text.contains('\n'), "a position is one line: {text}");
    let again: G = text.parse().unwrap_or_else(|error| panic!("{error} in the game's own {text}"));
    assert_eq!(again, *game, "the position's text changed it: {text}");
    assert_eq!(again.hash64(), game.hash64(), "equal positions, different hashes: {text}");
    assert_eq!(again.to_string(), text, "the text of the same position changed");
    for cut in (0..text.len()).filter(|&cut| text.is_char_boundary(cut)) {
        drop(text[..cut].parse::<G>()); // may parse or not, but must not panic
    }
}

/// Checks that exactly the listed moves are legal, refusals change nothing, and `play` agrees with
/// `play_unchecked`.
fn check_move<G: Game>(
    game: &mut G,
    seat: Seat,
    met: &mut SuiteState<G>,
    rng: &mut SeededRng,
) -> G::Move {
    assert!(seat.index() < game.seats(), "a seat that is not there: {game}");
    assert!(game.outcome().is_none(), "an outcome while a seat is to move: {game}");
    assert!(game.sample_deal(rng).is_none(), "a deal while a seat is to move: {game}");
    let list = check_list(game);
    met.moves.check_refused(game, &list, rng);
    met.moves.observe(&list);
    let chosen = game.random_move(rng).expect("there are legal moves");
    assert!(list.contains(&chosen), "random_move made up {chosen}: {game}");
    met.even.observe(game, &list);
    let mv = list[rng.random_range(0..list.len())];
    let mut unchecked = game.clone();
    unchecked.play_unchecked(mv);
    game.play(mv).expect("a listed move is legal");
    assert_eq!(*game, unchecked, "play and play_unchecked disagree on {mv}");
    mv
}

/// Checks that every listed move is legal and listed once, in a stable order.
fn check_list<G: Game>(game: &G) -> Vec<G::Move> {
    let list: Vec<G::Move> = game.legal_moves().collect();
    assert!(!list.is_empty(), "a seat is to move but cannot: {game}");
    let again = game.clone();
    assert!(again.legal_moves().eq(list.iter().copied()), "the order of moves changed: {game}");
    let different: HashSet<G::Move> = list.iter().copied().collect();
    assert_eq!(list.len(), different.len(), "a move is listed twice: {game}");
    for &mv in &list {
        assert!(
            game.is_legal(mv) && game.check_move(mv).is_ok(),
            "{mv} is listed, not legal: {game}"
        );
        assert_eq!(mv.to_string().parse::<G::Move>().as_ref(), Ok(&mv), "the text changed {mv}");
    }
    list
}

/// Checks that the ranks follow competition ranking and agree with the scores.
fn check_outcome<G: Game>(game: &G) {
    let outcome = game.outcome().expect("a game that is over has an outcome");
    let results = &outcome.results;
    assert_eq!(results.len(), game.seats(), "one result a seat: {game}");
    for (index, result) in results.iter().enumerate() {
        let points = game.points(Seat::new(index));
        assert_eq!(points, result.score, "the points of seat {index} are not its score: {game}");
        let better = results.iter().filter(|other| other.rank < result.rank).count();
        assert_eq!(usize::from(result.rank), better + 1, "ranks {results:?}: {game}");
        let unfair =
            |other: &&crate::SeatResult| other.score > result.score && other.rank > result.rank;
        assert_eq!(results.iter().find(unfair), None, "more points, worse rank: {game}");
    }
}

/// Checks that undoing the whole game and replaying the same moves gives the same game, because the
/// deals depend only on the seed.
fn check_again<G: Game>(table: &Table) {
    let line = table.game().plies();
    let mut again = Table::resume(table.game().clone());
    again.undo(line.len()).expect("so many were made");
    for ply in line {
        let added = match &*ply.event {
            Event::Move { seat, mv, .. } => again.play(*seat, mv, Notes::default()),
            _ => again.deal(),
        };
        let added = added.expect("it was possible before");
        assert_eq!(
            added,
            std::slice::from_ref(&ply.event),
            "after undo, the same seed gave another game"
        );
    }
    assert_eq!(
        position::<G>(&again),
        position::<G>(table),
        "after undo, the same seed gave another game"
    );
}

/// Checks that a record reads back as the same game, survives being cut off anywhere after its
/// first line, and that a bad line is reported with its number.
fn check_record<G: Game>(table: &Table, end: &G, rng: &mut SeededRng) {
    let open = |header: &Header| {
        let options = crate::options::from_values::<G::Options>(&header.options);
        let game =
            options.and_then(|options| G::new(&options)).map_err(|error| error.to_string())?;
        Ok(Box::new(game) as Box<dyn AnyGame>)
    };
    let lines: Vec<String> = table.game().log().iter().map(ToString::to_string).collect();
    let text = lines.join("\n") + "\n";
    let replay = Replay::read(text.as_bytes(), open).expect("our own record is good");
    assert_eq!(
        replay.game.position().to_string(),
        end.to_string(),
        "the record gives another position"
    );
    assert_eq!(replay.game.log(), table.game().log(), "the record lost something");
    assert_eq!((replay.cut_line, replay.whole_bytes), (None, text.len()));

    let first = lines[0].len() + 1;
    let cut = rng.random_range(first..text.len());
    let replay = Replay::read(&text.as_bytes()[..cut], open).expect("a cut record is good");
    let whole_lines = text[..cut].matches('\n').count();
    assert!(replay.game.plies().len() >= whole_lines - 1, "the cut lost more than a line");

    let doubled = rng.random_range(1..lines.len());
    let mut twice = lines.clone();
    twice.insert(doubled, r#"{"event":"move","seat":0,"move":"?"}"#.into());
    let error = Replay::read(twice.join("\n").as_bytes(), open).expect_err("`?` is no move");
    assert_eq!(error.line, doubled + 1, "the wrong line is blamed: {error}");
}

fn position<G: Game>(table: &Table) -> G {
    table.position_as::<G>().expect("the table was opened with this game").clone()
}

fn table<G: Game>(options: &G::Options, seed: u64) -> Table {
    let seats = G::new(options).expect("the suite's options are good").seats();
    let who = Contestant::Computer { player: "random".into(), parameters: OptionValues::new() };
    let seat =
        |index: usize| SeatInfo { name: format!("r{index}"), colour: None, who: who.clone() };
    let header = Header::new::<G>(options, (0..seats).map(seat).collect());
    let header = Header { seed: Some(seed), time: "2000-01-01T00:00:00Z".into(), ..header };
    Table::open::<G>(options, header).expect("the seats are named")
}
