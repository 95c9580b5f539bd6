//! The settings, each changed and kept at once.

use super::{
    app::{Go, Page},
    boards::KeyHint,
    canvas::Canvas,
    desk::Desk,
    input::{Direction, Input, Key, Target},
    theme::{Palette, Shade, Signs},
};
use meeple_core::Seat;
use ratatui::layout::Rect;

/// What can be set.
const FIELDS: [(&str, &str); 4] = [
    ("ground", "Dark or light."),
    ("colours", "The usual ones, or ones that nearly everybody can tell apart."),
    ("signs", "Lines, blocks and marks, or letters only."),
    ("motion", "Whether miniatures live and scoring is told step by step."),
];

/// The settings.
pub(crate) struct SettingsPage {
    at: usize,
}

impl SettingsPage {
    /// With the cursor on the first.
    pub(crate) fn new() -> Self {
        SettingsPage { at: 0 }
    }

    fn turn(&self, desk: &mut Desk) {
        let settings = &mut desk.settings;
        match self.at {
            0 => {
                settings.shade = match settings.shade {
                    Shade::Dark => Shade::Light,
                    Shade::Light => Shade::Dark,
                }
            }
            1 => {
                settings.palette = match settings.palette {
                    Palette::Usual => Palette::ColourBlind,
                    Palette::ColourBlind => Palette::Usual,
                }
            }
            2 => {
                settings.signs = match settings.signs {
                    Signs::Unicode => Signs::Ascii,
                    Signs::Ascii => Signs::Unicode,
                }
            }
            _ => settings.is_still = !settings.is_still,
        }
        desk.theme.shade = settings.shade;
        desk.theme.palette = settings.palette;
        desk.theme.signs = settings.signs;
        if let Err(why) = desk.kept.keep_settings(&desk.settings) {
            desk.refuse(format!("The settings are not kept: {why}"));
        }
    }

    fn value(at: usize, desk: &Desk) -> &'static str {
        let settings = &desk.settings;
        match at {
            0 => match settings.shade {
                Shade::Dark => "dark",
                Shade::Light => "light",
            },
            1 => match settings.palette {
                Palette::Usual => "usual",
                Palette::ColourBlind => "colour-blind",
            },
            2 => match settings.signs {
                Signs::Unicode => "lines and marks",
                Signs::Ascii => "letters only",
            },
            _ if settings.is_still => "none",
            _ => "shown",
        }
    }
}

impl Page for SettingsPage {
    fn title(&self, _: &Desk) -> String {
        "settings".into()
    }

    fn press(&mut self, input: Input, desk: &mut Desk) -> Go {
        let count = FIELDS.len();
        match input {
            Input::Key(Key::Esc | Key::Char('q')) => return Go::Back,
            Input::Key(Key::Enter | Key::Char(' ')) => self.turn(desk),
            Input::Key(Key::Tab) => self.at = (self.at + 1) % count,
            Input::Key(Key::BackTab) => self.at = (self.at + count - 1) % count,
            Input::Key(key) => match key.direction() {
                Some(Direction::Up) => self.at = (self.at + count - 1) % count,
                Some(Direction::Down) => self.at = (self.at + 1) % count,
                Some(Direction::Left | Direction::Right) => self.turn(desk),
                None => {}
            },
            Input::Press(Target::Item(at)) if at < count => {
                self.at = at;
                self.turn(desk);
            }
            _ => {}
        }
        Go::Stay
    }

    fn view(&self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let theme = *canvas.theme;
        for (at, (name, about)) in FIELDS.iter().enumerate() {
            let line = Rect::new(area.x + 2, area.y + 1 + 3 * at as u16, area.width - 4, 2);
            let style = if at == self.at { theme.cursor() } else { theme.strong() };
            canvas.text(line, (0, 0), name, theme.text());
            canvas.text(line, (12, 0), &format!(" {} ", Self::value(at, desk)), style);
            canvas.text(line, (12, 1), about, theme.quiet());
            canvas.zone(line, Target::Item(at));
        }
        let line = Rect::new(area.x + 2, area.y + 2 + 3 * FIELDS.len() as u16, area.width - 4, 1);
        let mut column = 12;
        for seat in (0..9).map(Seat::new) {
            let text = format!("{} {}  ", theme.mark(seat), seat.index() + 1);
            column += canvas.text(line, (column, 0), &text, theme.seat(seat));
        }
    }

    fn keys(&self, _: &Desk) -> Vec<KeyHint> {
        vec![
            KeyHint::labelled("↑ ↓", Key::Tab, "field"),
            KeyHint::labelled("← →", Key::Enter, "change"),
            KeyHint::new(Key::Esc, "back"),
        ]
    }

    fn help(&self) -> &'static str {
        "Settings are kept in your configuration folder (XDG_CONFIG_HOME). With NO_COLOR no \
         colours are shown, whatever is set here."
    }
}
