//! Snapshot tests of every page, at 80x24 and where the layout differs also at 120x40, some of them
//! with colours. `tests/screens/` has one file for each; use `cat` to view those with colours.
//!
//! Computer players, their ratings and all advice are scripted, so tuning a player changes nothing
//! here. After changing a screen, write the snapshots again and review the diff:
//! `MEEPLE_SCREENS=write cargo test -p meeple-terminal --test screens`.

use meeple_core::rng::{RngStream, seeded};
use meeple_games::GameKind;
use meeple_terminal::{
    prompt::GameSetup,
    screen::{Appearance, HeadlessScreen, apply_random_event},
};
use rand::RngExt;
use std::{collections::BTreeSet, env, fs, path::Path, time::Duration};

const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (120, 40);

/// A form of a page: the end of the snapshot's name, the appearance and the size.
type Form = (&'static str, Appearance, (u16, u16));

const TEXT: Form = (".txt", Appearance::Plain, SMALL);
const LARGE_TEXT: Form = ("-large.txt", Appearance::Plain, LARGE);
const ASCII: Form = ("-letters.txt", Appearance::Letters, SMALL);
const DARK: Form = (".ansi", Appearance::Dark, SMALL);
const LIGHT: Form = ("-light.ansi", Appearance::Light, SMALL);

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/screens"))
}

/// Compares a screen with its snapshot.
#[track_caller]
fn same(screen: &HeadlessScreen, file: &str) {
    let path = folder().join(file);
    let has_colours = path.extension().is_some_and(|extension| extension == "ansi");
    let shown = if has_colours { screen.coloured() } else { screen.text() };
    if env::var_os("MEEPLE_SCREENS").is_some() {
        fs::write(&path, &shown).expect("it can be written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(shown == expected, "{file} has changed:\n{shown}\nbut was\n{expected}");
}

/// A game and some keys.
struct GameScene {
    kind: GameKind,
    options: &'static str,
    seats: &'static str,
    keys: &'static str,
}

impl GameScene {
    fn open(&self, look: Appearance, size: (u16, u16)) -> HeadlessScreen {
        let words = |text: &str, at| text.split(at).map(Into::into).collect();
        let setting = GameSetup {
            options: words(self.options, ' '),
            seats: words(self.seats, ','),
            seed: Some(5),
            ..GameSetup::default()
        };
        let screen = HeadlessScreen::play_scripted(look, size, self.kind, setting);
        let mut screen = screen.expect("it can be set up");
        screen.press(self.keys);
        screen
    }
}

/// A game of each kind in its middle, with a person to move.
fn middle(kind: GameKind) -> GameScene {
    let (options, seats, keys) = match kind {
        GameKind::Chomp => (
            "width=9 height=6",
            "you:name=Ann,easy",
            "<Down><Down><Down><Right><Right><Right><Right><Right><Right><Enter>",
        ),
        GameKind::Filler => {
            ("map=map00", "you:name=Ann,easy", "n<Enter>n<Enter>nn<Enter>n<Enter>nnn")
        }
        GameKind::Azul => (
            "players=2",
            "you:name=Ann,greedy",
            "<Tab><Enter><Down><Enter><Tab><Enter><Enter><Enter>",
        ),
        GameKind::Grass => ("players=2", "you:name=Ann,greedy", "<Enter>n<Enter>n<Enter>nr"),
    };
    GameScene { kind, options, seats, keys }
}

/// Keys that show what else a board can show in its ASCII snapshot: analysis, or an illegal move.
fn more_keys(kind: GameKind) -> &'static str {
    match kind {
        GameKind::Chomp => "a",
        GameKind::Filler => "okkk",
        GameKind::Azul => "<Enter>",
        GameKind::Grass => "hh",
    }
}

#[test]
fn every_game_looks_as_it_did() {
    for &kind in GameKind::ALL {
        for (end, look, size) in [TEXT, LARGE_TEXT, ASCII, DARK, LIGHT] {
            let mut screen = middle(kind).open(look, size);
            if look == Appearance::Letters {
                screen.press(more_keys(kind));
            }
            same(&screen, &format!("{kind}{end}"));
        }
    }
}

#[test]
fn boards_that_do_not_fit_look_as_they_did() {
    let scene = |kind, options, seats, keys| GameScene { kind, options, seats, keys };
    let (two, four) = ("you:name=Ann,easy", "you:name=Ann,easy,easy,easy");
    let huge = scene(GameKind::Filler, "map=map02", two, "n<Enter>n<Enter>n");
    same(&huge.open(Appearance::Letters, SMALL), "filler-huge.txt");
    let crowd = scene(GameKind::Azul, "players=4", four, "<Enter><Enter><Tab><Enter><Enter>");
    same(&crowd.open(Appearance::Letters, SMALL), "azul-four.txt");
    let five = "you:name=Ann,easy,easy,easy,easy";
    let meadow = scene(GameKind::Grass, "players=5", five, "<Enter>n<Enter>n");
    same(&meadow.open(Appearance::Plain, SMALL), "grass-five.txt");
}

#[test]
fn a_resized_window_looks_as_one_that_had_that_size() {
    for &kind in GameKind::ALL {
        let mut screen = middle(kind).open(Appearance::Plain, SMALL);
        screen.resize(LARGE.0, LARGE.1);
        same(&screen, &format!("{kind}-large.txt"));
        screen.resize(SMALL.0, SMALL.1);
        same(&screen, &format!("{kind}.txt"));
    }
}

/// The pages reached from the home page: name, keys, and forms.
const PAGES: [(&str, &str, &[Form]); 11] = [
    ("home", "", &[TEXT, LARGE_TEXT, DARK]),
    ("new-azul", "3", &[TEXT]),
    ("new-grass", "4<Down><Down><Right>++", &[TEXT, LARGE_TEXT]),
    ("seats", "2<Down><Down><Enter>", &[TEXT, DARK]),
    ("rules", "mf", &[TEXT]),
    ("practice", "p", &[TEXT]),
    ("puzzle", "p<Enter>", &[TEXT]),
    ("answer", "p<Enter><Enter>", &[TEXT]),
    ("settings", "s", &[TEXT, DARK]),
    ("replays", "r", &[TEXT]),
    ("help", "?", &[TEXT]),
];

#[test]
fn every_other_page_looks_as_it_did() {
    for (name, keys, forms) in PAGES {
        for &(end, look, size) in forms {
            let mut screen = HeadlessScreen::scripted(look, size);
            screen.press(keys);
            same(&screen, &format!("{name}{end}"));
        }
    }
}

/// Keys that resign a game, and then open its replay with analysis.
const RESIGN: &str = "<Esc><Down><Down><Down><Down><Enter><Down><Enter>";
const REPLAY: &str = "<Enter><Down><Down><Enter>a<End>";

/// What happens in a game of Chomp after the keys of its scene: name, keys, and forms.
const IN_A_GAME: [(&str, &[&str], &[Form]); 6] = [
    ("hint", &["i"], &[TEXT]),
    ("hints", &["ii"], &[TEXT, LARGE_TEXT, DARK]),
    ("menu", &["<Esc>"], &[TEXT, DARK]),
    ("resigned", &[RESIGN], &[TEXT]),
    ("over", &[RESIGN, "<Enter>"], &[TEXT]),
    ("replay", &[RESIGN, REPLAY], &[TEXT, LARGE_TEXT, DARK]),
];

#[test]
fn hints_the_menu_the_end_and_the_replay_look_as_they_did() {
    for (name, keys, forms) in IN_A_GAME {
        for &(end, look, size) in forms {
            let mut screen = middle(GameKind::Chomp).open(look, size);
            screen.press(&keys.concat());
            same(&screen, &format!("{name}{end}"));
        }
    }
}

#[test]
fn the_end_of_every_game_looks_as_it_did() {
    for &kind in GameKind::ALL {
        let seats = match kind {
            GameKind::Chomp | GameKind::Filler => "easy,easy",
            GameKind::Azul | GameKind::Grass => "easy,easy,easy",
        };
        let options = match kind {
            GameKind::Chomp | GameKind::Filler => middle(kind).options,
            GameKind::Azul | GameKind::Grass => "players=3",
        };
        for (end, look, size) in [TEXT, LARGE_TEXT] {
            let mut screen = GameScene { kind, options, seats, keys: "" }.open(look, size);
            screen.advance_time(Duration::from_secs(300));
            same(&screen, &format!("{kind}-over{end}"));
        }
    }
}

#[test]
fn every_snapshot_belongs_to_a_test() {
    if env::var_os("MEEPLE_SCREENS").is_some() {
        return; // the other tests are writing them
    }
    let forms = |name: &str, forms: &[Form]| -> Vec<String> {
        forms.iter().map(|(end, ..)| format!("{name}{end}")).collect()
    };
    let mut expected: BTreeSet<String> =
        ["filler-huge.txt", "azul-four.txt", "grass-five.txt"].map(Into::into).into();
    for kind in GameKind::ALL {
        expected.extend(forms(kind.name(), &[TEXT, LARGE_TEXT, ASCII, DARK, LIGHT]));
        expected.extend(forms(&format!("{kind}-over"), &[TEXT, LARGE_TEXT]));
    }
    expected.extend(PAGES.iter().flat_map(|(name, _, of)| forms(name, of)));
    expected.extend(IN_A_GAME.iter().flat_map(|(name, _, of)| forms(name, of)));
    let files = fs::read_dir(folder()).expect("the snapshots");
    let found = files.map(|file| file.expect("a file").file_name().into_string().expect("ASCII"));
    assert_eq!(found.collect::<BTreeSet<_>>(), expected);
}

#[test]
fn a_small_window_says_what_it_needs() {
    let mut screen = middle(GameKind::Azul).open(Appearance::Plain, (59, 20));
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
