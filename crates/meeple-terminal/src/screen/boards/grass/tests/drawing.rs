//! Tests of what is drawn.

use super::{
    super::{
        cell_face::CellFace,
        shown_board::{BoardSquare, CellContent},
    },
    *,
};
use crate::screen::{
    input::{Spot, Target},
    theme::{ACCENT, Palette, Shade, SymbolSet},
};
use ratatui::style::{Color, Modifier};

/// Six rounds of two players; the first player is to move.
const MOVES: [&str; 12] = [
    "lay AA",
    "lay AC",
    "lay BA r",
    "lay AD",
    "lay BB r",
    "lay AE",
    "lay DB",
    "lay BF rr",
    "lay HD",
    "lay AI",
    "lay GF",
    "lay AL",
];

const ASCII: Theme = Theme { signs: SymbolSet::Ascii, ..Theme::PLAIN };

#[track_caller]
fn check(board: &GrassBoard, size: (u16, u16), theme: Theme, expected: &str) {
    let found = lines(&drawn(board, size, theme).0).join("\n");
    assert_eq!(found.trim_end(), expected.trim_matches('\n').trim_end(), "\n{found}");
}

#[test]
fn a_meadow_of_20_fits_with_its_tiles_beside_it() {
    check(
        &asked(2, &MOVES),
        (52, 22),
        Theme::PLAIN,
        r"
  A B C D E F G H I J K L M N O P Q R S T  next
A ●*░░■*■a■b■b■b■b■b■a░ ░ ■b░ · · · · · ·  1 ▄█▄
B ┏2●┓░░■a■a■a■c■c■a■aE⇄░ ■b░ · · · · · ·  ■ ▀ ▀
C ┗●●┛░░■a░ ■a■a■c■a■a■a■b■b■b░ · · · · ·
D ●a●b●a░░· ░ ■c■c░ ░ ░ ░ ■b░ · · · · · ·
E ●a+ ●a+ ░ ■c■c░ · · · ░ ■b░ · · · · · ·  2   █
F + ●a●a+ ░ ■c░░+ · · · · ░ · · · · · · ·  ● ▀▀█▀▀
G + ●a+ + + ░░●a●a+ · · · · · · · · · · ·      ▀
H + ●a●a●b●b●b●a+ · · E⇄· · · · · · · · ·
I + ●a+ ●b+ + ●aE⇄· · · · · · · · · · · ·  3 ▄▄█▀
J · + + ●b+ ●a●a●a[]· []· · · · · · · · ·  ■ █▄
K · R!+ ●b+ + + + [][][]· · · · · · · · ·
L · · + ●b+ · · · · []· · · · · · · · · ·
M · · · + · · · · [][S· · · · · · · · · ·  4  █▀
N · · · · · · · · · · · · · · · · · · · ·  ● ▄█
O · · · · · · · · · · · · · · · · · · · ·
P · · · · · · · · · · · · · · · · · · · ·
Q · · · · · · · · · · · · · · · · · · · ·  5 █▄
R · · · · · · · · · · R!· · · · · · · · ·  ■ █
S · · · · · · · · · · · · · · · · · · · ·    ▀
T · · · · · · · · · · · · · · · · · · · ·
  E⇄ coupon S▪ stone R! rob ░░ dead + own",
    );
}

#[test]
fn letters_are_enough() {
    let mut board = asked(2, &MOVES);
    press(&mut board, "hh");
    check(
        &board,
        (52, 22),
        ASCII,
        r"
  A B C D E F G H I J K L M N O P Q R S T  next
A @*::$*$a$b$b$b$b$b$a: : $b: . . . . . .  1 .:.
B /2@\::$a$a$a$c$c$a$aE~: $b: . . . . . .  $ ' '
C \@@/::$a: $a$a$c$a$a$a$b$b$b: . . . . .
D @a@b@a::. : $c$c: : : : $b: . . . . . .
E @a+ @a+ : $c$c: . . . : $b: . . . . . .  2   :
F + @a@a+ : $c::+ . . . . : . . . . . . .  @ '':''
G + @a+ + + ::@a@a+ . . . . . . . . . . .      '
H + @a@a@b@b@b@a+ . . E~. . . . . . . . .
I + @a+ @b+ + @aE~. . . . . . . . . . . .  3 ..:'
J . + + @b+ @a!a@aXX. . . . . . . . . . .  $ :.
K . R!+ @b+ + XXXXXX. . . . . . . . . . .
L . . + @b+ . . XX. . . . . . . . . . . .
M . . . + . . XXXX. S#. . . . . . . . . .  4  :'
N . . . . . . . . . . . . . . . . . . . .  @ .:
O . . . . . . . . . . . . . . . . . . . .
P . . . . . . . . . . . . . . . . . . . .
Q . . . . . . . . . . . . . . . . . . . .  5 :.
R . . . . . . . . . . R!. . . . . . . . .  $ :
S . . . . . . . . . . . . . . . . . . . .    '
T . . . . . . . . . . . . . . . . . . . .
  E~ coupon S# stone R! rob :: dead + own",
    );
    assert_eq!(board.preview(), MovePreview::Refused("G10 is already your grass.".into()));
}

#[test]
fn much_room_shows_the_tiles_large() {
    check(
        &asked(2, &MOVES[..4]),
        (75, 38),
        Theme::PLAIN,
        r"
                                                  next
                                                  ▸ ██████





                                                  1 ██████████
         A B C D E F G H I J K L M N O P Q R S T  ■
       A ●*░░■*■a░ ░ · · · · · · · · · · · · · ·
       B ●a+ ░ ■a■a■a░ · · · E⇄· · · · · · · · ·
       C ●a+ ░ ■a░ ■a■a░ · · · · · · · · · · · ·
       D ●a+ · ░░· ░ ░ · · · · · · · · · · · · ·
       E ●a[][][]· · · · · · · · · · · · · · · ·  2   ██
       F + · · · · · · · · · · · · · · · · · · ·  ●   ██
       G · · · · · · · · · · · · · · · · · · · ·    ████
       H · · · · · · · · · · E⇄· · · · · · · · ·    ██
       I · · · · · · · E⇄· · · · · · · · · · · ·    ████
       J · · · · · · · · · · · · · · · · · · · ·    ██
       K · R!· · · · · · · · · · · · · · · · · ·  3     ██
       L · · · · · · · · · · · · · · · · · · · ·  ■   ████
       M · · · · · · · · · S▪· · · · · · · · · ·    ████
       N · · · · · · · · · · · · · · · · · · · ·    ██
       O · · · · · · · · · · · · · · · · · · · ·    ████
       P · · · · · · · · · · · · · · · · · · · ·
       Q · · · · · · · · · · · · · · · · · · · ·  4 ██████
       R · · · · · · · · · · R!· · · · · · · · ·  ● ██
       S · · · · · · · · · · · · · · · · · · · ·    ██
       T · · · · · · · · · · · · · · · · · · · ·    ██
         E⇄ coupon S▪ stone R! rob ░░ dead + own    ██

                                                  5   ██
                                                  ■ ████
                                                    ██████",
    );
}

#[test]
fn a_meadow_of_30_is_cut_around_the_tile_with_a_map_of_all_of_it() {
    let starts = ["lay EE", "lay EZ", "lay PP", "lay ZE", "lay ZZ"];
    check(
        &asked(5, &starts),
        (52, 22),
        Theme::PLAIN,
        r"
  A B C D E F G H I J K L M N O P Q R S T  next
A · · · · · · · · · · · · · · · · · · · ·  1 █▄▄
B · · · · · · · · · · · · · · · · · · · ·  ■ ▀ ▀▀
C · · · · · · · · · · · · · · · · · · · ·
D · · · · + · S▪· · · · · · · · · · · · ·  2 ▀▀▀
E · · · + ●*[][][][]· · · · · · · · · · ·  ▲
F · · · · + · · E⇄· · · · · · · · · · · ·
G · · · · · · · · · · · · · · · · · · · ·  3 ▀▀▀▀▀
H · · · · · · · · · · · E⇄· · · · · · · ·  ◆
I · · · · · · · · · · · · · · · · · · · ·
J · · · · · · · · · · · · · · · · · · · ·  4  █
K · · · · · · · · · · · · · · · · · · · ·  ★ █▀
L · · · · · E⇄· · · · · · · · · · · · · ·    █▀
M · · · · · · · · · · · · · E⇄· · · · · ·  5  ▄█
N · · · · · · · · · · R!· · · · · · · · ·  ● █▀
O · · · · · · · · · · · · · · · ░ · · · ·    ▀▀
P · · · · · · · · · · · · · · ░ ▲*░ · · ·  ·●◎····■·
Q · · · · · · · · · · · · · · · ░ · · · ·  ·E·E····R
R · · · · · · · · · · · · · · · · · · · ·  ···R▲·E··
S · · · · · · · · · · · · · · · · E⇄· · ·  ···R·E···
T · · · · · · · · · · · · · · · · · · · ·  ·◆··SE·★S
  E⇄ coupon S▪ stone R! rob ░░ dead + own",
    );
}

#[test]
fn a_miniature_shows_all_of_it() {
    let board = asked(2, &MOVES);
    let (mut buffer, mut zones) = (Buffer::empty(Rect::new(0, 0, 20, 6)), Zones::default());
    board.miniature(buffer.area, &mut Canvas::new(&mut buffer, &mut zones, &Theme::PLAIN));
    let expected = [
        "    ●●■■■■■■■■·",
        "    ●●■■■■■■· ·",
        "    ●●●●●●E · ·",
        "    R ●●S · · ·",
        "    · · · · · ·",
        "    · · · R · ·",
    ];
    assert_eq!(lines(&buffer), expected);
}

#[test]
fn the_last_move_is_underlined_and_nothing_else() {
    let (mut board, (table, _)) = (GrassBoard::default(), played(2, &MOVES));
    show(&mut board, &table, None);
    let (buffer, zones) = drawn(&board, (52, 22), Theme::PLAIN);
    let mut underlined = Vec::new();
    for at in buffer.area.positions() {
        if let Some(Target::Spot(Spot { part: MEADOW, column, row })) = zones.at(at.x, at.y)
            && buffer[at].modifier.contains(Modifier::UNDERLINED)
        {
            underlined.push(Cell::new(row as usize, column as usize));
        }
    }
    let shown = board.shown.as_ref().expect("a position is shown");
    assert_eq!(underlined, shown.picture.last_change.as_ref().expect("a move").cells);
}

#[test]
fn only_what_may_be_done_has_the_accent() {
    let mut board = asked(2, &MOVES);
    let accented = |board: &GrassBoard| {
        let (buffer, _) = drawn(board, (52, 22), Theme::DARK);
        let accent = Theme::DARK.colour(ACCENT);
        buffer.content.iter().filter(|cell| cell.bg == accent).count()
    };
    let cells =
        board.shown.as_ref().map(|shown| shown.cells(board.aim.corner, board.aim.orientation));
    assert_eq!(accented(&board), 2 * cells.expect("a tile is in hand").len());
    press(&mut board, "hh"); // onto other grass
    assert_eq!(accented(&board), 0);
}

/// Returns the contrast ratio of two colours as in the accessibility guidelines, from 1 to 21.
fn contrast(a: Color, b: Color) -> f64 {
    let light = |colour: Color| {
        let Color::Rgb(red, green, blue) = colour else { panic!("{colour:?} has no hue") };
        let [red, green, blue] = [red, green, blue].map(|byte| {
            let part = f64::from(byte) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { libm::pow((part + 0.055) / 1.055, 2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let (a, b) = (light(a), light(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn letters_can_be_read_on_every_patch() {
    for (shade, palette) in [Shade::Dark, Shade::Light]
        .into_iter()
        .flat_map(|shade| [Palette::Usual, Palette::ColourBlind].map(|palette| (shade, palette)))
    {
        let theme = Theme { shade, palette, ..Theme::DARK };
        for (seat, letter) in (0..9).flat_map(|seat| ['a', 'b', 'c'].map(|letter| (seat, letter))) {
            for is_last in [false, true] {
                let ground = CellContent::Grass(Seat::new(seat), letter);
                let face = CellFace::of(BoardSquare { ground, is_last }, None, theme);
                let (_, style) = face.signs[1];
                let (fore, back) = style.fg.zip(style.bg).expect("a patch has colours");
                let found = contrast(fore, back);
                assert!(found >= 3.5, "{letter} of seat {seat} in {shade:?}: {found}");
            }
        }
    }
}

#[test]
fn the_best_moves_are_numbered_where_they_go() {
    let mut board = asked(2, &MOVES[..2]);
    let advised = |mv: &str| Advised {
        mv: mv.to_owned(),
        value: 0.0,
        chance: 0.5,
        visits: None,
        line: Vec::new(),
        reasons: Vec::new(),
    };
    board.show_advice(&[advised("lay BA r"), advised("exchange 2"), advised("lay BA")]);
    let text = lines(&drawn(&board, (52, 22), Theme::PLAIN).0);
    let column: String = text[1..7].iter().filter_map(|line| line.chars().nth(3)).collect();
    assert_eq!(column, "*1111 ", "{text:#?}");
    assert!(text.iter().any(|line| line.contains("✓2")), "{text:#?}");
    board.show_advice(&[]);
    assert!(!lines(&drawn(&board, (52, 22), Theme::PLAIN).0).concat().contains('✓'));
}

#[test]
fn everything_can_be_drawn_at_every_size() {
    let light = Theme { shade: Shade::Light, ..Theme::DARK };
    for (players, moves) in [(2, &MOVES[..]), (5, &["lay EE", "lay EZ", "lay PP", "lay ZE"][..])] {
        let (table, seat) = played(players, moves);
        for mover in [Some(seat), None] {
            let mut board = GrassBoard::default();
            show(&mut board, &table, mover);
            for theme in [Theme::DARK, Theme::PLAIN, ASCII, light] {
                for size in (0..=60).flat_map(|width| (0..=25).map(move |height| (width, height))) {
                    let (buffer, mut zones) = drawn(&board, size, theme);
                    let mut small = Buffer::empty(buffer.area);
                    board.miniature(small.area, &mut Canvas::new(&mut small, &mut zones, &theme));
                }
            }
        }
    }
}
