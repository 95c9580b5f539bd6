//! Checks that values are bit-identical on every platform and with every compiler.
//!
//! `golden_bits.txt` holds the answers of players and advisers in a few positions: the move, then the
//! bits of its values. If you change a player on purpose, regenerate the file and review the
//! difference:
//!
//! ```sh
//! MEEPLE_GOLDEN=write cargo test -p meeple-ai --test golden_bits && git diff
//! ```
//!
//! If the file differs on one platform only, something depends on the platform: a maths function (see
//! `clippy.toml`), the size of `usize`, or the order of a hash table.

mod support;

use meeple_ai::{
    advice::{Question, adviser},
    roster::{Resources, roster},
};
use meeple_core::{
    AnyGame, Game, Limits, Turn,
    rng::{RngStream, seeded},
};
use meeple_games::{GameKind, azul::Azul, chomp::Chomp, filler::Filler, grass::Grass};
use std::{env, fmt::Write as _, fs, path::Path};
use support::{play, start};

/// A game, the players that play it (repeated around the table), and the players whose answers are
/// compared.
struct Case {
    kind: GameKind,
    options: &'static str,
    players: &'static [&'static str],
    asked: &'static [&'static str],
}

const CASES: [Case; 7] = [
    Case {
        kind: GameKind::Chomp,
        options: "width=7 height=6",
        players: &["random"],
        asked: &["normal", "hard", "mcts:nodes=300"],
    },
    Case {
        kind: GameKind::Filler,
        options: "map=map00",
        players: &["territory", "terminator"], // a close game, so that the champion plays games to the end
        asked: &["hard", "champion:games=0:nodes=20k", "champion:nodes=40k", "mcts:nodes=100"],
    },
    Case {
        kind: GameKind::Azul,
        options: "players=2",
        players: &["random"],
        asked: &[
            "normal",
            "hard:nodes=2k",
            "alphabeta:evaluation=handmade:nodes=2k",
            "mcts:nodes=300",
        ],
    },
    Case {
        kind: GameKind::Azul,
        options: "players=2 wall=grey",
        players: &["random"],
        asked: &["hard:nodes=1k"],
    },
    Case {
        kind: GameKind::Azul,
        options: "players=4",
        players: &["random"],
        asked: &["hard:nodes=1k"],
    },
    Case {
        kind: GameKind::Grass,
        options: "players=2",
        players: &["random"],
        asked: &["normal", "hard:nodes=2k", "beam:nodes=2k", "window", "mcts:nodes=100"],
    },
    Case {
        kind: GameKind::Grass,
        options: "players=5",
        players: &["random"],
        asked: &["hard:nodes=2k", "window"],
    },
];

/// The node limit of an adviser.
const ADVISER_NODES: u64 = 2000;

#[test]
fn answers_are_the_same_to_the_last_bit() {
    let mut found = String::new();
    for case in CASES {
        for (ply, position) in positions(&case) {
            writeln!(found, "{} {}, ply {ply}", case.kind, case.options).expect("it fits");
            for spec in case.asked {
                write_row(&mut found, spec, &player_answer(case.kind, spec, &*position));
            }
            write_row(&mut found, "adviser", &advice(case.kind, &*position));
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden_bits.txt");
    if env::var_os("MEEPLE_GOLDEN").is_some() {
        fs::write(&path, &found).expect("it can be written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected, "an answer is not what it was");
    }
    assert_eq!(found.lines().count(), expected.lines().count(), "rows:\n{found}");
}

/// Returns an early and a late position of a game, each with the number of plies before it.
fn positions(case: &Case) -> Vec<(usize, Box<dyn AnyGame>)> {
    match case.kind {
        GameKind::Chomp => positions_of::<Chomp>(case),
        GameKind::Filler => positions_of::<Filler>(case),
        GameKind::Azul => positions_of::<Azul>(case),
        GameKind::Grass => positions_of::<Grass>(case),
    }
}

fn positions_of<G: Game>(case: &Case) -> Vec<(usize, Box<dyn AnyGame>)> {
    let first = start::<G>(case.options);
    let players: Vec<&str> = case.players.iter().copied().cycle().take(first.seats()).collect();
    let table = play(&first, &players, 11);
    let game = table.game();
    let plies = game.plies().len();
    let at = |ply: usize| game.position_at(ply).expect("it was played");
    let is_due = |ply: &usize| matches!(at(*ply).turn(), Turn::Seat(_));
    let starts = [plies / 4, plies * 5 / 8];
    let found = starts.iter().filter_map(|&from| (from..plies).find(is_due));
    found.map(|ply| (ply, at(ply).boxed_clone())).collect()
}

/// Returns a player's move, the move's value and the value of each seat, if it reports them.
fn player_answer(kind: GameKind, spec: &str, position: &dyn AnyGame) -> (String, Vec<f64>) {
    let mut player = roster(kind).seat(spec, &Resources::default()).expect("in the roster");
    let rng = &mut seeded(5, RngStream::Other(1));
    let choice = player.choose_text(position, &Limits::default(), rng).expect("a move is due");
    let best = choice.ranking.first().map(|best| best.value);
    (choice.mv, best.into_iter().chain(choice.values).collect())
}

/// Returns the adviser's best move, its value and chance, and each seat's chance.
fn advice(kind: GameKind, position: &dyn AnyGame) -> (String, Vec<f64>) {
    let limits = Limits { nodes: Some(ADVISER_NODES), ..Limits::default() };
    let (rng, question) = (&mut seeded(5, RngStream::Other(2)), Question::top(1));
    let advice = adviser(kind, &Resources::default())
        .advise_text(position, &question, &limits, rng)
        .expect("a move is due");
    let best = &advice.moves[0];
    let values = [best.value, best.chance].into_iter().chain(advice.appraisal.chances);
    (best.mv.clone(), values.collect())
}

fn write_row(table: &mut String, who: &str, (mv, values): &(String, Vec<f64>)) {
    let bits = values.iter().map(|value| format!(" {:016x}", value.to_bits()));
    let row = format!("    {who:<39} {mv:<15}{}", bits.collect::<String>());
    writeln!(table, "{}", row.trim_end()).expect("it fits");
}

/// Checks the maths functions themselves, so that a change of `libm` is recognised as such. Each row
/// has a value that other maths libraries round differently.
#[test]
fn functions_are_the_same_to_the_last_bit() {
    let check = |name: &str, found: [f64; 3], expected: [u64; 3]| {
        let found = found.map(f64::to_bits);
        assert_eq!(found, expected, "{name}: {found:016x?}");
    };
    check(
        "exp",
        [-20.3, 0.1, 2.5].map(libm::exp),
        [0x3e1a_3b8d_c86d_1c8e, 0x3ff1_aec7_b35a_00d4, 0x4028_5d6f_d931_e0bb],
    );
    check(
        "log",
        [0.21, 2.3, 700.0].map(libm::log),
        [0xbff8_f869_c5f5_f6f4, 0x3fea_a731_0871_7b6a, 0x401a_344e_6741_ebab],
    );
    check(
        "pow",
        [(7.0, -0.5), (0.4, 5.0), (11.0, -0.2)].map(|(base, exponent)| libm::pow(base, exponent)),
        [0x3fd8_3091_e6a7_f7e6, 0x3f84_f8b5_88e3_68f2, 0x3fe3_cf35_3243_fdd4],
    );
}
