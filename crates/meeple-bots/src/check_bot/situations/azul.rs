//! Azul: factories, the centre, the floor, the grey wall.

use super::{Situation, SituationHistory, Situations};

pub(super) const SITUATIONS: Situations = Situations {
    kinds: &[
        (
            Situation {
                what: "from a factory",
                options: "",
                before: SituationHistory::Walk { seed: 0, plies: 1 },
                hint: "A draft is source, colour and place: `2 blue 3`.",
            },
            |mv| mv.starts_with(|first: char| first.is_ascii_digit()),
        ),
        (
            Situation {
                what: "from the centre, with the marker",
                options: "",
                before: SituationHistory::Walk { seed: 0, plies: 2 },
                hint: "Tiles may also be taken from the centre: `centre red 2`.",
            },
            |mv| mv.starts_with("centre "),
        ),
        (
            Situation {
                what: "only to the floor",
                options: "",
                before: SituationHistory::Walk { seed: 0, plies: 45 },
                hint: "No line takes these tiles (A6): all legal moves go to the floor.",
            },
            |mv| mv.ends_with(" floor"),
        ),
        (
            Situation {
                what: "a cell of the grey wall",
                options: "wall=grey",
                before: SituationHistory::Walk { seed: 0, plies: 10 },
                hint: "On the grey side a full line's tile is put on the wall by a move of its \
                       own: `wall 3 5` (A16). Such turns have no factories to choose from.",
            },
            |mv| mv.starts_with("wall "),
        ),
    ],
    odd: &[
        Situation {
            what: "four players, last seat",
            options: "players=4",
            before: SituationHistory::Walk { seed: 1, plies: 4 },
            hint: "There are four seats and nine factories here, and the bot sits on seat 3.",
        },
        Situation {
            what: "all options at once",
            options: "players=3 wall=grey starter=drawn",
            before: SituationHistory::Walk { seed: 1, plies: 30 },
            hint: "The starter is drawn here: `events` may hold deals such as `starter 2`.",
        },
    ],
    stuck: &[Situation {
        what: "one legal move",
        options: "",
        before: SituationHistory::Walk { seed: 0, plies: 20 },
        hint: "There is one legal move here, and it has to be answered like any other.",
    }],
    games: ["", ""],
    giving_up: None,
};
