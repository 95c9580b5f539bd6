//! The settings page; every change is applied and saved at once.

use super::{
    app::{Navigation, ScreenPage},
    app_context::AppContext,
    boards::KeyHint,
    canvas::Canvas,
    input::{KeyPress, Target, UserInput, wrap},
    theme::{Palette, Shade, SymbolSet},
};
use meeple_core::Seat;
use ratatui::layout::Rect;

/// Names and explanations of the settings.
const FIELDS: [(&str, &str); 4] = [
    ("background", "Dark or light."),
    ("colours", "Default, or colours that nearly everybody can tell apart."),
    ("symbols", "Unicode lines and symbols, or ASCII only."),
    ("animation", "Whether demo games play and scoring is shown step by step."),
];

/// The settings page.
#[derive(Default)]
pub(crate) struct SettingsPage {
    /// The index of the setting under the cursor.
    at: usize,
}

impl SettingsPage {
    fn change_value(&self, ctx: &mut AppContext) {
        let settings = &mut ctx.settings;
        match self.at {
            0 => settings.shade = other(settings.shade, [Shade::Dark, Shade::Light]),
            1 => settings.palette = other(settings.palette, [Palette::Usual, Palette::ColourBlind]),
            2 => settings.signs = other(settings.signs, [SymbolSet::Unicode, SymbolSet::Ascii]),
            _ => settings.is_still = !settings.is_still,
        }
        ctx.theme.shade = settings.shade;
        ctx.theme.palette = settings.palette;
        ctx.theme.signs = settings.signs;
        if let Err(why) = ctx.files.save_settings(&ctx.settings) {
            ctx.notify_refusal(format!("The settings were not saved: {why}"));
        }
    }

    fn value(at: usize, ctx: &AppContext) -> &'static str {
        let settings = &ctx.settings;
        match at {
            0 => match settings.shade {
                Shade::Dark => "dark",
                Shade::Light => "light",
            },
            1 => match settings.palette {
                Palette::Usual => "default",
                Palette::ColourBlind => "colour-blind",
            },
            2 => match settings.signs {
                SymbolSet::Unicode => "Unicode",
                SymbolSet::Ascii => "ASCII only",
            },
            _ if settings.is_still => "off",
            _ => "on",
        }
    }
}

/// Returns the one of two values that isn't the current one.
fn other<T: Copy + PartialEq>(now: T, [first, second]: [T; 2]) -> T {
    if now == first { second } else { first }
}

impl ScreenPage for SettingsPage {
    fn title(&self, _: &AppContext) -> String {
        "settings".into()
    }

    fn handle_input(&mut self, input: UserInput, ctx: &mut AppContext) -> Navigation {
        let count = FIELDS.len();
        match input {
            UserInput::Key(KeyPress::Esc | KeyPress::Char('q')) => return Navigation::Back,
            UserInput::Key(KeyPress::Enter | KeyPress::Char(' ')) => self.change_value(ctx),
            UserInput::Key(key) => match (key.list_step(), key.direction()) {
                (Some(step), _) => self.at = wrap(self.at, step, count),
                (None, Some(_)) => self.change_value(ctx),
                (None, None) => {}
            },
            UserInput::Press(Target::Item(at)) if at < count => {
                self.at = at;
                self.change_value(ctx);
            }
            _ => {}
        }
        Navigation::Stay
    }

    fn view(&self, area: Rect, canvas: &mut Canvas<'_>, ctx: &AppContext) {
        let theme = *canvas.theme;
        for (at, (name, about)) in FIELDS.iter().enumerate() {
            let line = Rect::new(area.x + 2, area.y + 1 + 3 * at as u16, area.width - 4, 2);
            let style = if at == self.at { theme.cursor() } else { theme.strong() };
            canvas.text(line, (0, 0), name, theme.text());
            canvas.text(line, (12, 0), &format!(" {} ", Self::value(at, ctx)), style);
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

    fn keys(&self, _: &AppContext) -> Vec<KeyHint> {
        vec![
            KeyHint::labelled("↑ ↓", KeyPress::Tab, "field"),
            KeyHint::labelled("← →", KeyPress::Enter, "change"),
            KeyHint::new(KeyPress::Esc, "back"),
        ]
    }

    fn help(&self) -> &'static str {
        "Settings are saved in your configuration folder (XDG_CONFIG_HOME). With NO_COLOR set, no \
         colours are shown."
    }
}
