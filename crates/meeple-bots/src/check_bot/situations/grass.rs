//! Laying Grass: every verb, nine seats.

use super::{Situation, SituationHistory, Situations};

pub(super) const SITUATIONS: Situations = Situations {
    kinds: &[
        (
            Situation {
                what: "the start tile",
                options: "",
                before: SituationHistory::Walk { seed: 0, plies: 0 },
                hint: "The first move is a 1x1 tile: `lay Bc` (G5).",
            },
            |mv| mv.starts_with("lay "),
        ),
        (
            Situation {
                what: "a tile, or a coupon for another",
                options: "",
                before: SituationHistory::Walk { seed: 0, plies: 9 },
                hint: "`exchange 3` spends a coupon (G7); the tile is laid by a second move.",
            },
            |mv| mv.starts_with("exchange "),
        ),
        (
            Situation {
                what: "a stone to remove",
                options: "players=3",
                before: SituationHistory::Walk { seed: 21, plies: 29 },
                hint: "`remove Dd` spends a coupon on a stone (G8).",
            },
            |mv| mv.starts_with("remove "),
        ),
        (
            Situation {
                what: "a tile that fits nowhere",
                options: "players=3",
                before: SituationHistory::Walk { seed: 0, plies: 62 },
                hint: "There is no `lay` among the moves here: the tile fits nowhere (G6).",
            },
            |mv| mv == "discard",
        ),
        (
            Situation {
                what: "a stone",
                options: "players=3",
                before: SituationHistory::Walk { seed: 21, plies: 27 },
                hint: "A captured stone is placed by a move of its own: `stone EE` (G11).",
            },
            |mv| mv.starts_with("stone "),
        ),
        (
            Situation {
                what: "a robbery",
                options: "players=3",
                before: SituationHistory::Walk { seed: 32, plies: 61 },
                hint: "A robbery is a move of its own: `steal FF` (G12).",
            },
            |mv| mv.starts_with("steal "),
        ),
        (
            Situation {
                what: "the stolen tile",
                options: "players=3",
                before: SituationHistory::Walk { seed: 32, plies: 62 },
                hint: "A stolen tile is laid at once, by the same seat (G12).",
            },
            |mv| mv.starts_with("lay "),
        ),
        (
            Situation {
                what: "a 1x1 tile at the end",
                options: "players=3",
                before: SituationHistory::Walk { seed: 0, plies: 65 },
                hint: "After round 9 coupons buy 1x1 tiles, or one says `stop` (G14).",
            },
            |mv| mv.starts_with("lay "),
        ),
    ],
    odd: &[
        Situation {
            what: "nine players, last seat",
            options: "players=9",
            before: SituationHistory::Walk { seed: 0, plies: 40 },
            hint: "There are nine seats and 30x30 cells here: rows and columns go on with a to d.",
        },
        Situation {
            what: "all options at once",
            options: "players=5 shapes=seed final=adjacent tie=in-square",
            before: SituationHistory::Walk { seed: 4, plies: 60 },
            hint: "All options of the game are set here.",
        },
    ],
    stuck: &[
        Situation {
            what: "nothing can be laid",
            options: "players=3",
            before: SituationHistory::Walk { seed: 21, plies: 39 },
            hint: "There is no `lay` among the moves here: the tile fits nowhere (G6).",
        },
        Situation {
            what: "one legal move",
            options: "players=3",
            before: SituationHistory::Walk { seed: 2, plies: 56 },
            hint: "There is one legal move here, and it has to be answered like any other.",
        },
    ],
    games: ["", ""],
    giving_up: None,
};
