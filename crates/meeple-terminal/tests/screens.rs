//! Every screen as it looks, small and large, with and without colours: `tests/screens/` has a
//! file for each, no longer than the screen itself. `cat` shows those with colours.
//!
//! Whoever changes a screen writes them anew and looks at what has changed:
//! `MEEPLE_SCREENS=write cargo test -p meeple-terminal --test screens`.

use meeple_core::rng::{Stream, seeded};
use meeple_games::GameKind;
use meeple_terminal::{
    prompt::Setting,
    screen::{Look, Rehearsal, happens},
};
use rand::RngExt;
use std::{env, fs, path::Path, time::Duration};

const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (140, 45);

/// How a screen is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Seen {
    Letters,
    Colours,
}

#[track_caller]
fn same(screen: &Rehearsal, name: &str, seen: Seen) {
    let (shown, ending) = match seen {
        Seen::Letters => (screen.text(), "txt"),
        Seen::Colours => (screen.coloured(), "ansi"),
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/screens/{name}.{ending}"));
    if env::var_os("MEEPLE_SCREENS").is_some() {
        fs::write(&path, &shown).expect("it can be written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(shown == expected, "{name} is not as it was:\n{shown}\nbut was\n{expected}");
}

fn setting(options: &str, seats: &str) -> Setting {
    let words =
        |text: &str, at| text.split(at).filter(|word| !word.is_empty()).map(Into::into).collect();
    Setting {
        options: words(options, ' '),
        seats: words(seats, ','),
        seed: Some(5),
        ..Setting::default()
    }
}

/// What is shown of a game.
struct Scenes {
    /// The options and the seats of a game that a person plays.
    played: (&'static str, &'static str),
    /// Some moves of it, by keys.
    moves: &'static str,
    /// The options and the number of seats of a game that is played to its end.
    whole: (&'static str, usize),
}

fn scenes(kind: GameKind) -> Scenes {
    match kind {
        GameKind::Chomp => Scenes {
            played: ("width=9 height=6", "you:name=Ann,easy"),
            moves: "<Down><Down><Down><Right><Right><Right><Right><Right><Right><Enter>",
            whole: ("width=9 height=6", 2),
        },
        GameKind::Filler => Scenes {
            played: ("map=map00", "you:name=Ann,easy"),
            moves: "n<Enter>n<Enter>nn<Enter>n<Enter>nnn",
            whole: ("map=map00", 2),
        },
        GameKind::Azul => Scenes {
            played: ("players=2", "you:name=Ann,greedy"),
            moves: "<Tab><Enter><Down><Enter><Tab><Enter><Enter><Enter>",
            whole: ("players=3", 3),
        },
        GameKind::Grass => Scenes {
            played: ("players=2", "you:name=Ann,greedy"),
            moves: "<Enter>n<Enter>n<Enter>nr",
            whole: ("players=3", 3),
        },
    }
}

/// A game with these keys pressed.
fn game(kind: GameKind, look: Look, size: (u16, u16), keys: &str) -> Rehearsal {
    let (options, seats) = scenes(kind).played;
    let screen = Rehearsal::play(look, size, kind, setting(options, seats));
    let mut screen = screen.expect("it can be set up");
    screen.press(keys);
    screen
}

/// Compares a screen small and large, with colours and without.
fn in_every_form(name: &str, screen: impl Fn(Look, (u16, u16)) -> Rehearsal) {
    same(&screen(Look::Plain, SMALL), name, Seen::Letters);
    same(&screen(Look::Dark, SMALL), name, Seen::Colours);
    same(&screen(Look::Plain, LARGE), &format!("{name}-large"), Seen::Letters);
    same(&screen(Look::Dark, LARGE), &format!("{name}-large"), Seen::Colours);
}

#[test]
fn every_game_looks_as_it_did() {
    for &kind in GameKind::ALL {
        in_every_form(kind.name(), |look, size| game(kind, look, size, scenes(kind).moves));
        let letters = game(kind, Look::Letters, SMALL, scenes(kind).moves);
        same(&letters, &format!("{kind}-letters"), Seen::Letters);
        let light = game(kind, Look::Light, SMALL, scenes(kind).moves);
        same(&light, &format!("{kind}-light"), Seen::Colours);
    }
}

#[test]
fn a_window_that_changes_in_the_middle_looks_as_one_that_had_that_size() {
    for &kind in GameKind::ALL {
        let mut screen = game(kind, Look::Plain, SMALL, scenes(kind).moves);
        screen.resize(LARGE.0, LARGE.1);
        same(&screen, &format!("{kind}-large"), Seen::Letters);
        screen.resize(SMALL.0, SMALL.1);
        same(&screen, kind.name(), Seen::Letters);
    }
}

#[test]
fn every_other_page_looks_as_it_did() {
    for (name, keys) in [
        ("home", ""),
        ("new-azul", "3"),
        ("new-grass", "4<Down><Down><Right>++"),
        ("seats", "2<Down><Down><Enter>"),
        ("rules", "m"),
        ("practice", "p"),
        ("puzzle", "p<Enter>"),
        ("answer", "p<Enter><Enter>"),
        ("settings", "s"),
        ("replays", "r"),
        ("help", "?"),
    ] {
        in_every_form(name, |look, size| {
            let mut screen = Rehearsal::new(look, size.0, size.1);
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
        let setting = Setting { seats, ..setting(options, "") };
        in_every_form(&format!("{kind}-over"), |look, size| {
            let screen = Rehearsal::play(look, size, kind, setting.clone());
            let mut screen = screen.expect("it can be set up");
            screen.wait(Duration::from_secs(300));
            screen
        });
    }
}

#[test]
fn a_small_window_says_what_it_needs() {
    let mut screen = game(GameKind::Azul, Look::Plain, (59, 20), "");
    assert!(screen.text().starts_with("This window is 59x20. Meeple needs 60x20"));
    screen.resize(60, 20);
    assert!(screen.text().contains("Ann"), "{}", screen.text());
}

/// Keys, clicks, wheels, windows and time at random, in every look: nothing panics, and the game
/// that is played can always be read again from its record. `cargo xtask bench screen` does the
/// same as often as it can.
#[test]
fn anything_may_happen() {
    for (seed, look) in (1..).zip(Look::ALL) {
        let mut rng = seeded(seed, Stream::Other(0));
        let mut screen = Rehearsal::new(look, SMALL.0, SMALL.1);
        let (mut games, mut longest) = (0, 0);
        for step in 0..8_000 {
            happens(&mut screen, [rng.random(), rng.random()]);
            if step % 50 == 0 {
                screen.check().unwrap_or_else(|why| panic!("{look:?} after {step}: {why}"));
                longest = longest.max(screen.plies());
            }
            if screen.is_left() {
                games += 1;
                screen = Rehearsal::new(look, SMALL.0, SMALL.1);
            }
        }
        assert!(games > 0 && longest > 3, "{look:?}: left {games} times, {longest} plies at most");
    }
}
