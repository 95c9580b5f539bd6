//! Filler: margins that hang over each side of the board, odd maps, pieces that fit nowhere.
//!
//! ```text
//! .$        a piece .O    goes only to column -1:  O$
//! @$                .O                             O$
//! ```

use super::{Situation, SituationHistory, Situations};

const OVERHANG: &str = "Only the filled cells of a piece count (F3): its empty margins may hang \
                        out of the board on every side, so columns and rows may be negative.";

pub(super) const SITUATIONS: Situations = Situations {
    kinds: &[
        (
            Situation {
                what: "a piece in the middle of a game",
                options: "map=map00",
                before: SituationHistory::Walk { seed: 3, plies: 12 },
                hint: "Small letters are cells of the latest pieces, and belong to their players.",
            },
            |mv| mv != "stop",
        ),
        (
            Situation {
                what: "a negative column",
                options: "map=.$......../@$......../$$........\
                          /........../........../........../..........\
                          /........../........../..........",
                before: SituationHistory::Line(&["2x2:.O/.O"]),
                hint: OVERHANG,
            },
            |mv| mv.starts_with('-'),
        ),
        (
            Situation {
                what: "a negative row",
                options: "map=@.$......./$$$.......\
                          /........../........../........../..........\
                          /........../........../........../..........",
                before: SituationHistory::Line(&["2x2:../OO"]),
                hint: OVERHANG,
            },
            |mv| mv.ends_with(",-1"),
        ),
        (
            Situation {
                what: "a margin beyond the right edge",
                options: "map=........$./........$@/........$$\
                          /........../........../........../..........\
                          /........../........../..........",
                before: SituationHistory::Line(&["2x2:O./O."]),
                hint: OVERHANG,
            },
            |mv| mv == "9,0",
        ),
        (
            Situation {
                what: "a margin beyond the bottom",
                options: "map=........../........../........../..........\
                          /........../........../........../..........\
                          /.........$/.......$@.",
                before: SituationHistory::Line(&["2x2:OO/.."]),
                hint: OVERHANG,
            },
            |mv| mv == "8,9",
        ),
    ],
    odd: &[
        Situation {
            what: "the smallest map",
            options: "map=@/.",
            before: SituationHistory::Line(&["1x2:O/O"]),
            hint: "The map has one column and two rows here, and nobody else is on it.",
        },
        Situation {
            what: "several start cells, last seat",
            options: "map=$...$...../.@...@..../$...$...../........../..........",
            before: SituationHistory::Line(&["2x1:OO", "1,1", "2x1:OO"]),
            hint: "A player may begin with several cells, and the bot is player 2 here: its cells \
                   are `$` and `s` (`X` in 42's dialect).",
        },
        Situation {
            what: "a map of one column",
            options: "map=./@/././$",
            before: SituationHistory::Line(&["1x2:O/O"]),
            hint: "The map has one column here.",
        },
        Situation {
            what: "a map wider than a hundred columns",
            options: "map=.......................................\
                      .......................................\
                      ................................@.....$",
            before: SituationHistory::Line(&["2x1:OO"]),
            hint: "The map has 117 columns here: its size is in the head, and numbers of columns \
                   go on after 99.",
        },
        Situation {
            what: "the largest map of the schools",
            options: "map=map02",
            before: SituationHistory::Walk { seed: 2, plies: 3 },
            hint: "The map has 99 columns and 100 rows here, and pieces are larger.",
        },
    ],
    stuck: &[
        Situation {
            what: "a piece that fits nowhere",
            options: "map=@$/$.",
            before: SituationHistory::Line(&["1x2:O/O"]),
            hint: STUCK,
        },
        Situation {
            what: "no cell of its own",
            options: "map=@./..",
            before: SituationHistory::Line(&["1x2:O/O", "0,0", "1x2:O/O"]),
            hint: STUCK,
        },
    ],
    games: ["map=map00", "map=map01"],
    giving_up: Some("stop"),
};

const STUCK: &str = "A piece that fits nowhere is asked about all the same: whatever is answered \
                     then means that nothing is laid, and the bot must go on running.";
