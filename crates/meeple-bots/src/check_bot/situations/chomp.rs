//! Chomp: bites, a bar with a single safe bite, small, long and large bars.

use super::{Situation, SituationHistory, Situations};

pub(super) const SITUATIONS: Situations = Situations {
    kinds: &[
        (
            Situation {
                what: "a bite",
                options: "",
                before: SituationHistory::Line(&[]),
                hint: "A bite is `row,column`, both counted from 0 at the top left.",
            },
            |mv| mv.contains(','),
        ),
        (
            Situation {
                what: "a bite into a bitten bar",
                options: "",
                before: SituationHistory::Line(&["2,2"]),
                hint: "Squares that are eaten cannot be bitten again: `moves` has those that can.",
            },
            |mv| mv.contains(','),
        ),
        (
            Situation {
                what: "one bite that leaves the poison",
                options: "width=1 height=2",
                before: SituationHistory::Line(&[]),
                hint: "The bar has one column here.",
            },
            |mv| mv == "1,0",
        ),
    ],
    odd: &[
        Situation {
            what: "the smallest bar",
            options: "width=2 height=1",
            before: SituationHistory::Line(&[]),
            hint: "The bar has two squares here.",
        },
        Situation {
            what: "a long bar, last seat",
            options: "width=255 height=1",
            before: SituationHistory::Line(&["0,254"]),
            hint: "The bar has 255 columns here, and the bot sits on seat 1.",
        },
        Situation {
            what: "a large bar",
            options: "width=60 height=60",
            before: SituationHistory::Line(&[]),
            hint: "There are 3600 legal moves here, and the message is long.",
        },
        Situation {
            what: "a bar that begins bitten",
            options: "rows=9,9,8,6,6,6,6,3,1,1,1,1,1,1,1,1,1",
            before: SituationHistory::Line(&[]),
            hint: "Options may hold lists: this game began with a bitten bar.",
        },
    ],
    stuck: &[Situation {
        what: "whoever does not bite here eats the poison",
        options: "width=5 height=4 rows=1,1",
        before: SituationHistory::Line(&[]),
        hint: "A bot always answers, also when little is left.",
    }],
    games: ["", "width=7 height=5"],
    giving_up: None,
};
