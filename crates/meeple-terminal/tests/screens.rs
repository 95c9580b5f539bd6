//! Snapshot tests of every screen, small and large, with and without colours. `tests/screens/` has
//! one file for each; use `cat` to view those with colours.
//!
//! After changing a screen, write the snapshots again and review the diff: `MEEPLE_SCREENS=write
//! cargo test -p meeple-terminal --test screens`.

use meeple_core::rng::{RngStream, seeded};
use meeple_games::GameKind;
use meeple_terminal::{
    prompt::GameSetup,
    screen::{Appearance, HeadlessScreen, apply_random_event},
};
use rand::RngExt;
use std::{env, fs, path::Path, time::Duration};

const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (140, 45);

/// The format of a snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SnapshotFormat {
    Letters,
    Colours,
}

#[track_caller]
fn same(screen: &HeadlessScreen, name: &str, seen: SnapshotFormat) {
    let (shown, ending) = match seen {
        SnapshotFormat::Letters => (screen.text(), "txt"),
        SnapshotFormat::Colours => (screen.coloured(), "ansi"),
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/screens/{name}.{ending}"));
    if env::var_os("MEEPLE_SCREENS").is_some() {
        fs::write(&path, &shown).expect("it can be written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(shown == expected, "{name} is not as it was:\n{shown}\nbut was\n{expected}");
}

fn setting(options: &str, seats: &str) -> GameSetup {
    let words =
        |text: &str, at| text.split(at).filter(|word| !word.is_empty()).map(Into::into).collect();
    GameSetup {
        options: words(options, ' '),
        seats: words(seats, ','),
        seed: Some(5),
        ..GameSetup::default()
    }
}

/// The games shown in the snapshots of one game kind.
struct SnapshotGames {
    /// Options and seats of a game with a person.
    played: (&'static str, &'static str),
    /// Some moves in it, as keys.
    moves: &'static str,
    /// Options and number of seats of a game played to its end.
    whole: (&'static str, usize),
}

fn scenes(kind: GameKind) -> SnapshotGames {
    match kind {
        GameKind::Chomp => SnapshotGames {
            played: ("width=9 height=6", "you:name=Ann,easy"),
            moves: "<Down><Down><Down><Right><Right><Right><Right><Right><Right><Enter>",
            whole: ("width=9 height=6", 2),
        },
        GameKind::Filler => SnapshotGames {
            played: ("map=map00", "you:name=Ann,easy"),
            moves: "n<Enter>n<Enter>nn<Enter>n<Enter>nnn",
            whole: ("map=map00", 2),
        },
        GameKind::Azul => SnapshotGames {
            played: ("players=2", "you:name=Ann,greedy"),
            moves: "<Tab><Enter><Down><Enter><Tab><Enter><Enter><Enter>",
            whole: ("players=3", 3),
        },
        GameKind::Grass => SnapshotGames {
            played: ("players=2", "you:name=Ann,greedy"),
            moves: "<Enter>n<Enter>n<Enter>nr",
            whole: ("players=3", 3),
        },
    }
}

/// Starts a game and presses these keys.
fn game(kind: GameKind, look: Appearance, size: (u16, u16), keys: &str) -> HeadlessScreen {
    let (options, seats) = scenes(kind).played;
    let screen = HeadlessScreen::play(look, size, kind, setting(options, seats));
    let mut screen = screen.expect("it can be set up");
    screen.press(keys);
    screen
}

/// Compares a screen small and large, with and without colours.
fn in_every_form(name: &str, screen: impl Fn(Appearance, (u16, u16)) -> HeadlessScreen) {
    same(&screen(Appearance::Plain, SMALL), name, SnapshotFormat::Letters);
    same(&screen(Appearance::Dark, SMALL), name, SnapshotFormat::Colours);
    same(&screen(Appearance::Plain, LARGE), &format!("{name}-large"), SnapshotFormat::Letters);
    same(&screen(Appearance::Dark, LARGE), &format!("{name}-large"), SnapshotFormat::Colours);
}

#[test]
fn every_game_looks_as_it_did() {
    for &kind in GameKind::ALL {
        in_every_form(kind.name(), |look, size| game(kind, look, size, scenes(kind).moves));
        let letters = game(kind, Appearance::Letters, SMALL, scenes(kind).moves);
        same(&letters, &format!("{kind}-letters"), SnapshotFormat::Letters);
        let light = game(kind, Appearance::Light, SMALL, scenes(kind).moves);
        same(&light, &format!("{kind}-light"), SnapshotFormat::Colours);
    }
}

#[test]
fn a_window_that_changes_in_the_middle_looks_as_one_that_had_that_size() {
    for &kind in GameKind::ALL {
        let mut screen = game(kind, Appearance::Plain, SMALL, scenes(kind).moves);
        screen.resize(LARGE.0, LARGE.1);
        same(&screen, &format!("{kind}-large"), SnapshotFormat::Letters);
        screen.resize(SMALL.0, SMALL.1);
        same(&screen, kind.name(), SnapshotFormat::Letters);
    }
}

#[test]
fn every_other_page_looks_as_it_did() {
    for (name, keys) in [
        ("home", ""),
        ("new-azul", "3"),
        ("new-grass", "4<Down><Down><Right>++"),
        ("seats", "2<Down><Down><Enter>"),
        ("rules", "mf"),
        ("practice", "p"),
        ("puzzle", "p<Enter>"),
        ("answer", "p<Enter><Enter>"),
        ("settings", "s"),
        ("replays", "r"),
        ("help", "?"),
    ] {
        in_every_form(name, |look, size| {
            let mut screen = HeadlessScreen::new(look, size.0, size.1);
            screen.press(keys);
            screen
        });
    }
}

#[test]
fn hints_the_menu_the_end_and_the_replay_look_as_they_did() {
    let give_up = "<Esc><Down><Down><Down><Down><Enter><Down><Enter>";
    let replay =
        format!("{}{give_up}<Enter><Down><Down><Enter>a<End>", scenes(GameKind::Chomp).moves);
    for (name, keys) in [
        ("hint", "i"),
        ("hints", "ii"),
        ("menu", "<Esc>"),
        ("given-up", give_up),
        ("over", &format!("{give_up}<Enter>")),
        ("replay", &replay),
    ] {
        in_every_form(name, |look, size| game(GameKind::Chomp, look, size, keys));
    }
}

#[test]
fn the_end_of_every_game_looks_as_it_did() {
    for &kind in GameKind::ALL {
        let (options, players) = scenes(kind).whole;
        let seats = vec!["random".to_owned(); players];
        let setting = GameSetup { seats, ..setting(options, "") };
        in_every_form(&format!("{kind}-over"), |look, size| {
            let screen = HeadlessScreen::play(look, size, kind, setting.clone());
            let mut screen = screen.expect("it can be set up");
            screen.advance_time(Duration::from_secs(300));
            screen
        });
    }
}

#[test]
fn a_small_window_says_what_it_needs() {
    let mut screen = game(GameKind::Azul, Appearance::Plain, (59, 20), "");
    assert!(screen.text().starts_with("This window is 59x20. Meeple needs 60x20"));
    screen.resize(60, 20);
    assert!(screen.text().contains("Ann"), "{}", screen.text());
}

/// Sends random keys, clicks, wheel turns, resizes and time in every appearance: nothing may panic,
/// and the game can always be read back from its record. `cargo xtask bench screen` does the same
/// as often as it can.
#[test]
fn anything_may_happen() {
    for (seed, look) in (1..).zip(Appearance::ALL) {
        let mut rng = seeded(seed, RngStream::Other(0));
        let mut screen = HeadlessScreen::new(look, SMALL.0, SMALL.1);
        let (mut games, mut longest) = (0, 0);
        for step in 0..8_000 {
            apply_random_event(&mut screen, [rng.random(), rng.random()]);
            if step % 50 == 0 {
                screen.check_record().unwrap_or_else(|why| panic!("{look:?} after {step}: {why}"));
                longest = longest.max(screen.plies());
            }
            if screen.is_exiting() {
                games += 1;
                screen = HeadlessScreen::new(look, SMALL.0, SMALL.1);
            }
        }
        assert!(games > 0 && longest > 3, "{look:?}: left {games} times, {longest} plies at most");
    }
}
