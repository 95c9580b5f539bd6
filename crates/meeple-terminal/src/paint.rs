//! Colours and signs, as the output takes them.

use anstyle::Style;
use std::{env, io};

/// What the output takes: colours or not, Unicode or ASCII.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paint {
    colour: bool,
    unicode: bool,
}

impl Paint {
    /// No colours, no signs beyond ASCII.
    pub const PLAIN: Paint = Paint { colour: false, unicode: false };

    /// Colours, but no signs beyond ASCII.
    #[cfg(test)]
    pub(crate) const COLOURED: Paint = Paint { colour: true, unicode: false };

    /// What standard output takes: colours on a terminal unless `NO_COLOR` is set (or wherever
    /// `CLICOLOR_FORCE` asks for them), Unicode where the locale says UTF-8.
    pub fn of_stdout() -> Self {
        let colour = anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
        let set = |name| env::var(name).ok().filter(|value| !value.is_empty());
        let locale = set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG"));
        let unicode = locale.is_some_and(|locale| {
            let locale = locale.to_ascii_uppercase();
            locale.contains("UTF-8") || locale.contains("UTF8")
        });
        Paint { colour, unicode }
    }

    /// Whether colours are shown.
    pub fn has_colour(self) -> bool {
        self.colour
    }

    /// Whether signs beyond ASCII are shown.
    pub fn has_unicode(self) -> bool {
        self.unicode
    }

    /// `text` in this style, if colours are shown.
    pub fn style(self, style: Style, text: &str) -> String {
        if self.colour { format!("{style}{text}{style:#}") } else { text.into() }
    }

    /// The first sign where Unicode can be shown, else the second.
    pub fn sign(self, unicode: &'static str, ascii: &'static str) -> &'static str {
        if self.unicode { unicode } else { ascii }
    }
}
