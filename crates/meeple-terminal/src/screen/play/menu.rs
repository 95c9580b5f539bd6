//! The menu of a game.

use super::LiveGame;
use crate::screen::{boards::KeyHint, input::KeyPress, popup_list::PopupList};

/// The keys of a menu.
pub(super) const KEYS: [KeyHint; 3] = [
    KeyHint::labelled("↑ ↓", KeyPress::Tab, "choose"),
    KeyHint::new(KeyPress::Enter, "do it"),
    KeyHint::new(KeyPress::Esc, "back"),
];

/// An entry of the menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MenuItem {
    Continue,
    Hint,
    Undo,
    Rules,
    /// Asks for confirmation first.
    AskResign,
    Resign,
    Rematch,
    Replay,
    Leave,
}

/// A list of entries.
pub(super) type Menu = PopupList<MenuItem>;

/// Creates the menu of a running or finished game.
pub(super) fn game_menu(live: &LiveGame) -> Menu {
    let rules = (MenuItem::Rules, "Rules of the game");
    let leave = (MenuItem::Leave, "Home; the game is saved");
    if live.session().is_over() {
        over_menu()
    } else if live.session().people().next().is_none() {
        menu("menu", &[(MenuItem::Continue, "Continue"), rules, leave])
    } else {
        let choices = [
            (MenuItem::Continue, "Continue"),
            (MenuItem::Hint, "Give me a hint"),
            (MenuItem::Undo, "Undo my last move"),
            rules,
            (MenuItem::AskResign, "Resign"),
            leave,
        ];
        menu("menu", &choices)
    }
}

/// Creates the menu of a finished game.
pub(super) fn over_menu() -> Menu {
    let choices = [
        (MenuItem::Continue, "Look at the board"),
        (MenuItem::Rematch, "Rematch, swap seats"),
        (MenuItem::Replay, "Replay and analysis"),
        (MenuItem::Leave, "Home"),
    ];
    menu("the game is over", &choices)
}

/// Creates the menu that asks to confirm resigning.
pub(super) fn resign_menu() -> Menu {
    menu("resign?", &[(MenuItem::Continue, "No, continue"), (MenuItem::Resign, "Yes, resign")])
}

fn menu(title: &'static str, choices: &[(MenuItem, &str)]) -> Menu {
    let entry = |&(item, words): &(MenuItem, &str)| (item, [words, "", ""].map(String::from));
    let entries = choices.iter().map(entry).collect();
    Menu { title, max_width: 34, entries, closed: MenuItem::Continue, at: 0 }
}
