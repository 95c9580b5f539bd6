//! Tests a match of Filler: both sides get the same pieces, for any number of jobs.

use meeple_ai::roster::Resources;
use meeple_arena::tournament::{self, GameDetail, PlayedGame, Tournament, TournamentEvent};
use meeple_bots::{
    PlayerLauncher, Protocol,
    school::{AnswerReading, Dialect},
};
use meeple_core::{Event, Header, SeatInfo, Table};
use meeple_games::{
    GameKind,
    filler::{Filler, Options},
};

const DIALECT: Dialect = Dialect::Edu;

fn launcher() -> PlayerLauncher {
    let protocol = Protocol::Filler { dialect: DIALECT, reading: AnswerReading::Lenient };
    PlayerLauncher { protocol, ..PlayerLauncher::for_game(GameKind::Filler, Resources::default()) }
}

fn open(seed: u64, seats: Vec<SeatInfo>) -> Table {
    let score = DIALECT.scoring();
    let options = Options { map: Some("map00".into()), score, ..Options::default() };
    let header = Header::new::<Filler>(&options, seats);
    let header = Header { seed: Some(seed), time: "2026-01-01T00:00:00Z".into(), ..header };
    Table::open::<Filler>(&options, header).expect("good options")
}

#[test]
fn a_match_plays_both_sides_with_the_same_pieces_whatever_the_jobs() {
    let play = |jobs| {
        let launcher = launcher();
        let entrants = launcher.parse_contestants(["random", "wall_e"]).expect("good contestants");
        let options = Options::default();
        let tournament = Tournament {
            open_table: Box::new(|seed, seats| Ok(open(seed, seats))),
            seed: 7,
            games: 5,
            jobs,
            detail: GameDetail::Games,
            ..Tournament::new_match::<Filler>(options, launcher, entrants)
        };
        let mut games: Vec<PlayedGame> = Vec::new();
        let ledger = tournament::play(&tournament, None, &mut |news| {
            if let TournamentEvent::Played(game) = news {
                games.push(game.clone());
            }
        });
        (games, ledger.expect("good options"))
    };
    let (games, ledger) = play(2);
    let numbers: Vec<(usize, u64, usize)> =
        games.iter().map(|game| (game.line.block, game.line.seed, game.line.seats[0])).collect();
    assert_eq!(numbers, [(0, 7, 0), (0, 7, 1), (1, 8, 0), (1, 8, 1), (2, 9, 0)]);
    assert!(ledger.is_complete);
    let standing = ledger.standings();
    let wins: u64 = standing.rows.iter().map(|row| row.wins).sum();
    assert_eq!((standing.games, wins + standing.shared_wins), (5, 5));

    let first_deals = |game: &PlayedGame| {
        let deals = game.record.iter().filter(|event| matches!(***event, Event::Deal { .. }));
        deals.take(6).cloned().collect::<Vec<_>>()
    };
    assert_eq!(first_deals(&games[0]), first_deals(&games[1]));
    assert_ne!(first_deals(&games[0]), first_deals(&games[2]));

    // Times differ; moves and deals don't.
    let (alone, _) = play(1);
    for (left, right) in games.iter().zip(&alone) {
        let told =
            |game: &PlayedGame| (game.line.scores.clone(), game.line.winner(), game.line.plies);
        assert_eq!(told(left), told(right));
    }
}
