//! Colours and symbols by meaning, for every kind of terminal.
//!
//! ```text
//! role ──► Tone (light, dark) ──► ColourDepth: true colour │ 256 │ 16 │ none (bold, reversed, underlined)
//! ```
//!
//! Colour is never the only signal: every seat has its own mark, possible actions have a frame or a
//! letter, and without colours the same things are bold or reversed.

use meeple_ai::grade::Grade;
use meeple_core::{Seat, SeatInfo};
use meeple_view::words::capitalise;
use ratatui::style::{Color, Modifier, Style};
use serde::{Deserialize, Serialize};
use std::env;

/// Colours and symbols of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Theme {
    /// How many colours the terminal has.
    pub(crate) depth: ColourDepth,
    /// Light or dark background.
    pub(crate) shade: Shade,
    /// The colours of the seats.
    pub(crate) palette: Palette,
    /// Unicode symbols or ASCII only.
    pub(crate) signs: SymbolSet,
    /// The tone of each seat.
    pub(crate) seats: SeatTones,
}

/// The tone of each seat, as an index into [`TONES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SeatTones([u8; 9]);

/// The tones in the order of the seats.
impl Default for SeatTones {
    fn default() -> Self {
        SeatTones([0, 1, 2, 3, 4, 5, 6, 7, 8])
    }
}

impl SeatTones {
    /// Gives each seat the colour chosen for it; the others keep their default, or get the first
    /// free one if that is taken.
    pub(crate) fn of(seats: &[SeatInfo]) -> Self {
        let mut tones: [Option<u8>; 9] = [None; 9];
        for (tone, info) in tones.iter_mut().zip(seats) {
            let chosen = info.colour.as_deref();
            let found = chosen.and_then(|name| TONES.iter().position(|tone| tone.0 == name));
            *tone = found.map(|at| at as u8);
        }
        for seat in 0..tones.len() {
            if tones[seat].is_none() {
                let mut free = [seat as u8].into_iter().chain(0..TONES.len() as u8);
                tones[seat] = free.find(|&tone| !tones.contains(&Some(tone)));
            }
        }
        SeatTones(tones.map(Option::unwrap_or_default))
    }
}

/// How many colours a terminal has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ColourDepth {
    /// 24-bit colours.
    True,
    /// The 256 colours of xterm.
    Indexed,
    /// The 16 standard colours: meanings are kept, hues aren't.
    Sixteen,
    /// No colours.
    None,
}

/// Light or dark.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Shade {
    /// Light on dark.
    #[default]
    Dark,
    /// Dark on light.
    Light,
}

/// Which colours distinguish the seats.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Palette {
    /// The default colours.
    #[default]
    Usual,
    /// Colours that nearly everybody can tell apart.
    ColourBlind,
}

/// Which characters are used for symbols.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SymbolSet {
    /// Lines, blocks and marks.
    #[default]
    Unicode,
    /// ASCII only.
    Ascii,
}

/// A colour on light and on dark backgrounds, as 0xRRGGBB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tone {
    light: u32,
    dark: u32,
}

impl Tone {
    /// Creates a tone from its colours on light and on dark backgrounds.
    pub(crate) const fn new(light: u32, dark: u32) -> Self {
        Tone { light, dark }
    }

    /// Creates a tone with the same colour on both backgrounds.
    pub(crate) const fn same(colour: u32) -> Self {
        Tone { light: colour, dark: colour }
    }
}

/// Background of the page.
pub(crate) const GROUND: Tone = Tone::new(0xf6f3ee, 0x17181c);
/// Background of boards and panels.
pub(crate) const SURFACE: Tone = Tone::new(0xffffff, 0x202228);
/// Borders and grids.
pub(crate) const LINE: Tone = Tone::new(0xd9d3c7, 0x353840);
/// Normal text.
pub(crate) const TEXT: Tone = Tone::new(0x22242a, 0xe8e6e1);
/// Less important text.
pub(crate) const QUIET: Tone = Tone::new(0x6b6f78, 0x9a9ea8);
/// What the user can do now, and nothing else.
pub(crate) const ACCENT: Tone = Tone::new(0x0b7a75, 0x4fd1c5);
/// Good results, shown with ✓.
pub(crate) const GOOD: Tone = Tone::new(0x2e7d32, 0x81c784);
/// Bad results, shown with ✗.
pub(crate) const BAD: Tone = Tone::new(0xb3261e, 0xf28b82);

/// The marks of the seats in order, in Unicode and ASCII.
const MARKS: [(&str, &str); 9] = [
    ("●", "@"),
    ("■", "$"),
    ("▲", "%"),
    ("◆", "&"),
    ("★", "*"),
    ("✚", "+"),
    ("⬟", "="),
    ("✖", "x"),
    ("⬢", "o"),
];

/// The colours of the seats in order, and two more that people may choose: a name, and a tone in
/// each palette.
const TONES: [(&str, Tone, Tone); 11] = [
    ("blue", Tone::new(0x3949ab, 0x8c9eff), Tone::new(0x0072b2, 0x56a8e0)),
    ("orange", Tone::new(0xd35400, 0xffa04d), Tone::new(0xb86e00, 0xe69f00)),
    ("green", Tone::new(0x2e7d32, 0x81c784), Tone::new(0x007a59, 0x2fc79b)),
    ("magenta", Tone::new(0xad1457, 0xf06292), Tone::new(0xa8487f, 0xe39ac3)),
    ("cyan", Tone::new(0x00838f, 0x4dd0e1), Tone::new(0x2f86b8, 0x8fd0f5)),
    ("brown", Tone::new(0x6d4c41, 0xbc9a8c), Tone::new(0xb34a00, 0xf07a3a)),
    ("yellow", Tone::new(0x8a6500, 0xffd54f), Tone::new(0x7d7500, 0xf0e442)),
    ("slate", Tone::new(0x455a64, 0xa7b6bd), Tone::new(0x444444, 0xb8b8b8)),
    ("purple", Tone::new(0x7b1fa2, 0xce93d8), Tone::new(0x6a3d9a, 0xb99be0)),
    ("red", Tone::new(0xc62828, 0xff7b72), Tone::new(0xc62828, 0xff7b72)),
    ("turquoise", Tone::new(0x007f6e, 0x40e0d0), Tone::new(0x007f6e, 0x40e0d0)),
];

impl Theme {
    /// No colours.
    #[cfg(test)]
    pub(crate) const PLAIN: Theme = Theme {
        depth: ColourDepth::None,
        shade: Shade::Dark,
        palette: Palette::Usual,
        signs: SymbolSet::Unicode,
        seats: SeatTones([0, 1, 2, 3, 4, 5, 6, 7, 8]),
    };

    /// No colours, and ASCII only.
    #[cfg(test)]
    pub(crate) const ASCII: Theme = Theme { signs: SymbolSet::Ascii, ..Theme::PLAIN };

    /// All colours on a dark background.
    #[cfg(test)]
    pub(crate) const DARK: Theme = Theme { depth: ColourDepth::True, ..Theme::PLAIN };

    /// All kinds of themes.
    #[cfg(test)]
    pub(crate) const ALL: [Theme; 5] = [
        Theme::DARK,
        Theme::PLAIN,
        Theme::ASCII,
        Theme { shade: Shade::Light, ..Theme::DARK },
        Theme { depth: ColourDepth::Sixteen, ..Theme::DARK },
    ];

    /// Returns whether there are any colours.
    pub(crate) fn has_colour(self) -> bool {
        self.depth != ColourDepth::None
    }

    /// Returns whether only ASCII characters are used.
    pub(crate) fn is_ascii(self) -> bool {
        self.signs == SymbolSet::Ascii
    }

    /// Returns the Unicode or the ASCII symbol.
    pub(crate) fn sign(self, unicode: &'static str, ascii: &'static str) -> &'static str {
        if self.is_ascii() { ascii } else { unicode }
    }

    /// Returns the colour of a tone on this terminal.
    pub(crate) fn colour(self, tone: Tone) -> Color {
        shown(self.value(tone), self.depth)
    }

    /// Mixes two tones; `part` is the share of `over`, from 0 to 1.
    pub(crate) fn mixed(self, under: Tone, over: Tone, part: f32) -> Color {
        let (under, over) = (split(self.value(under)), split(self.value(over)));
        let mix = |index: usize| {
            let (under, over) = (f32::from(under[index]), f32::from(over[index]));
            (under + (over - under) * part.clamp(0.0, 1.0)).round() as u32
        };
        shown(mix(0) << 16 | mix(1) << 8 | mix(2), self.depth)
    }

    fn value(self, tone: Tone) -> u32 {
        match self.shade {
            Shade::Dark => tone.dark,
            Shade::Light => tone.light,
        }
    }

    /// Returns the style of text in this tone.
    pub(crate) fn text_in(self, tone: Tone) -> Style {
        if self.has_colour() { Style::new().fg(self.colour(tone)) } else { Style::new() }
    }

    /// Chooses a style by the colours the terminal has: all, 16, or none.
    fn by_depth(self, full: Style, sixteen: Style, none: Style) -> Style {
        match self.depth {
            ColourDepth::True | ColourDepth::Indexed => full,
            ColourDepth::Sixteen => sixteen,
            ColourDepth::None => none,
        }
    }

    /// Returns the style of text on a background; with 16 colours, the terminal's own.
    fn text_on(self, ground: Tone) -> Style {
        let plain = Style::new();
        self.by_depth(plain.fg(self.colour(TEXT)).bg(self.colour(ground)), plain, plain)
    }

    /// Returns the style of the page.
    pub(crate) fn ground(self) -> Style {
        self.text_on(GROUND)
    }

    /// Returns the style of boards and panels.
    pub(crate) fn surface(self) -> Style {
        self.text_on(SURFACE)
    }

    /// Returns the style of normal text.
    pub(crate) fn text(self) -> Style {
        self.by_depth(self.text_in(TEXT), Style::new(), Style::new())
    }

    /// Returns the style of important text.
    pub(crate) fn strong(self) -> Style {
        self.text().add_modifier(Modifier::BOLD)
    }

    /// Returns the style of less important text.
    pub(crate) fn quiet(self) -> Style {
        let dim = Style::new().add_modifier(Modifier::DIM);
        self.by_depth(self.text_in(QUIET), Style::new().fg(Color::DarkGray), dim)
    }

    /// Returns the style of borders.
    pub(crate) fn line(self) -> Style {
        self.by_depth(self.text_in(LINE), Style::new().fg(Color::DarkGray), Style::new())
    }

    /// Returns the style of what the user can do now.
    pub(crate) fn accent(self) -> Style {
        let style = self.by_depth(self.text_in(ACCENT), Style::new().fg(Color::Cyan), Style::new());
        style.add_modifier(Modifier::BOLD)
    }

    /// Returns the style of the cursor: the accent colour as background.
    pub(crate) fn cursor(self) -> Style {
        let full = Style::new().fg(self.colour(GROUND)).bg(self.colour(ACCENT));
        self.by_depth(
            full.add_modifier(Modifier::BOLD),
            Style::new().fg(Color::Black).bg(Color::Cyan),
            Style::new().add_modifier(Modifier::REVERSED),
        )
    }

    /// Returns the subtle style of the last move.
    pub(crate) fn last(self) -> Style {
        let underlined = Style::new().add_modifier(Modifier::UNDERLINED);
        let tinted = Style::new().bg(self.mixed(SURFACE, ACCENT, 0.22));
        self.by_depth(tinted, underlined, underlined)
    }

    /// Returns the style of good results.
    pub(crate) fn good(self) -> Style {
        self.by_depth(self.text_in(GOOD), Style::new().fg(Color::Green), Style::new())
    }

    /// Returns the style of bad results.
    pub(crate) fn bad(self) -> Style {
        self.by_depth(self.text_in(BAD), Style::new().fg(Color::Red), Style::new())
    }

    /// Returns a grade in words, with ✓ if the move was good and ✗ if it was not.
    pub(crate) fn grade(self, grade: Grade) -> String {
        let is_good = grade <= Grade::Good;
        let mark = if is_good { self.sign("✓", "+") } else { self.sign("✗", "!") };
        format!("{mark} {}", capitalise(grade.word()))
    }

    /// Returns the tone of a seat.
    pub(crate) fn seat_tone(self, seat: Seat) -> Tone {
        let SeatTones(tones) = self.seats;
        let tone = usize::from(tones[seat.index() % tones.len()]);
        let (_, usual, colour_blind) = TONES[tone % TONES.len()];
        match self.palette {
            Palette::Usual => usual,
            Palette::ColourBlind => colour_blind,
        }
    }

    /// Returns the style of text in the colour of a seat.
    pub(crate) fn seat(self, seat: Seat) -> Style {
        self.text_in(self.seat_tone(seat))
    }

    /// Returns the mark of a seat.
    pub(crate) fn mark(self, seat: Seat) -> &'static str {
        let (unicode, ascii) = MARKS[seat.index() % MARKS.len()];
        self.sign(unicode, ascii)
    }
}

impl ColourDepth {
    /// Detects the colours from the environment; `has_colour` is whether the user wants any.
    pub(crate) fn detect(has_colour: bool) -> Self {
        let set = |name| env::var(name).unwrap_or_default().to_ascii_lowercase();
        let (colours, terminal) = (set("COLORTERM"), set("TERM"));
        if !has_colour || terminal == "dumb" {
            ColourDepth::None
        } else if colours.contains("truecolor") || colours.contains("24bit") {
            ColourDepth::True
        } else if terminal.contains("256") || terminal.contains("direct") {
            ColourDepth::Indexed
        } else {
            ColourDepth::Sixteen
        }
    }
}

fn split(value: u32) -> [u8; 3] {
    let [_, red, green, blue] = value.to_be_bytes();
    [red, green, blue]
}

fn shown(value: u32, depth: ColourDepth) -> Color {
    let [red, green, blue] = split(value);
    match depth {
        ColourDepth::True => Color::Rgb(red, green, blue),
        ColourDepth::Indexed => Color::Indexed(nearest_indexed([red, green, blue])),
        ColourDepth::Sixteen => nearest_of_sixteen([red, green, blue]),
        ColourDepth::None => Color::Reset,
    }
}

fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    let part = |index: usize| u32::from(a[index].abs_diff(b[index])).pow(2);
    // Human eyes are most sensitive to green and least to blue.
    3 * part(0) + 4 * part(1) + 2 * part(2)
}

/// Returns the nearest colour of xterm's 6x6x6 cube and its 24 greys.
fn nearest_indexed(colour: [u8; 3]) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let step = |part: u8| (0..6).min_by_key(|&at| STEPS[at].abs_diff(part)).unwrap_or(0);
    let cube = colour.map(step);
    let in_cube = (cube.map(|at| STEPS[at]), (16 + 36 * cube[0] + 6 * cube[1] + cube[2]) as u8);
    let greys = (0..24_u8).map(|grey| ([8 + 10 * grey; 3], 232 + grey));
    let nearest = greys.chain([in_cube]).min_by_key(|&(value, _)| distance(value, colour));
    nearest.map_or(15, |(_, index)| index)
}

/// Returns the nearest of the 16 named colours, as most terminals show them.
fn nearest_of_sixteen(colour: [u8; 3]) -> Color {
    const NAMED: [(Color, [u8; 3]); 16] = [
        (Color::Black, [0, 0, 0]),
        (Color::Red, [190, 30, 30]),
        (Color::Green, [30, 150, 40]),
        (Color::Yellow, [190, 120, 10]),
        (Color::Blue, [40, 60, 190]),
        (Color::Magenta, [170, 40, 150]),
        (Color::Cyan, [20, 150, 160]),
        (Color::Gray, [200, 200, 200]),
        (Color::DarkGray, [100, 100, 105]),
        (Color::LightRed, [245, 110, 100]),
        (Color::LightGreen, [120, 220, 120]),
        (Color::LightYellow, [250, 210, 90]),
        (Color::LightBlue, [130, 150, 250]),
        (Color::LightMagenta, [230, 130, 220]),
        (Color::LightCyan, [90, 220, 230]),
        (Color::White, [250, 250, 250]),
    ];
    let nearest = NAMED.iter().min_by_key(|(_, value)| distance(*value, colour));
    nearest.map_or(Color::Reset, |&(name, _)| name)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_tone_is_shown_as_well_as_the_terminal_can() {
        let theme = |depth| Theme { depth, ..Theme::DARK };
        assert_eq!(theme(ColourDepth::True).colour(ACCENT), Color::Rgb(0x4f, 0xd1, 0xc5));
        assert_eq!(theme(ColourDepth::Indexed).colour(ACCENT), Color::Indexed(80));
        assert_eq!(theme(ColourDepth::Indexed).colour(Tone::same(0x121212)), Color::Indexed(233));
        assert_eq!(theme(ColourDepth::Sixteen).colour(ACCENT), Color::LightCyan);
        assert_eq!(theme(ColourDepth::None).colour(ACCENT), Color::Reset);
        assert_eq!(
            Theme::DARK.mixed(Tone::same(0), Tone::same(0xff0064), 0.5),
            Color::Rgb(128, 0, 50)
        );
    }

    #[test]
    fn every_seat_has_a_mark_and_a_colour_of_its_own() {
        for palette in [Palette::Usual, Palette::ColourBlind] {
            for shade in [Shade::Dark, Shade::Light] {
                for signs in [SymbolSet::Unicode, SymbolSet::Ascii] {
                    let theme = Theme { shade, palette, signs, ..Theme::DARK };
                    let seats = || (0..9).map(Seat::new);
                    let marks: HashSet<_> = seats().map(|seat| theme.mark(seat)).collect();
                    let colour = |seat| theme.colour(theme.seat_tone(seat));
                    let colours: HashSet<_> = seats().map(colour).collect();
                    assert_eq!((marks.len(), colours.len()), (9, 9));
                }
            }
        }
    }

    #[test]
    fn a_chosen_colour_is_shown_and_nobody_else_has_it() {
        let seat = |colour: Option<&str>| SeatInfo {
            name: "Ann".into(),
            colour: colour.map(Into::into),
            who: meeple_core::Contestant::Person,
        };
        let seats = [seat(None), seat(Some("blue")), seat(Some("no such")), seat(Some("red"))];
        assert_eq!(SeatTones::of(&seats), SeatTones([1, 0, 2, 9, 4, 5, 6, 7, 8]));
        assert_eq!(SeatTones::of(&[]), SeatTones::default());
    }

    /// Returns the contrast ratio of two colours as in the accessibility guidelines, from 1 to 21.
    pub(crate) fn contrast(a: Color, b: Color) -> f64 {
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
    fn words_can_be_read_on_every_ground() {
        for shade in [Shade::Dark, Shade::Light] {
            let theme = Theme { shade, ..Theme::DARK };
            for ground in [GROUND, SURFACE] {
                for tone in [TEXT, QUIET, ACCENT, GOOD, BAD] {
                    let found = contrast(theme.colour(tone), theme.colour(ground));
                    assert!(found >= 4.5, "{tone:?} on {ground:?} in {shade:?}: {found}");
                }
                for palette in [Palette::Usual, Palette::ColourBlind] {
                    let theme = Theme { palette, ..theme };
                    for seat in (0..9).map(Seat::new) {
                        let tone = theme.seat_tone(seat);
                        let found = contrast(theme.colour(tone), theme.colour(ground));
                        assert!(found >= 3.0, "seat {seat} on {ground:?} in {shade:?}: {found}");
                    }
                }
            }
        }
    }
}
