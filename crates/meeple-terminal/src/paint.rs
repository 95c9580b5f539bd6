//! Colours and Unicode symbols, as far as the output supports them.

use anstyle::Style;
use std::{env, io};

/// What the output supports: colours or not, Unicode or ASCII.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paint {
    colour: bool,
    unicode: bool,
}

impl Paint {
    /// No colours, ASCII only.
    pub const PLAIN: Paint = Paint { colour: false, unicode: false };

    /// Colours, but ASCII only.
    #[cfg(test)]
    pub(crate) const COLOURED: Paint = Paint { colour: true, unicode: false };

    /// Detects what standard output supports: colours on a terminal unless `NO_COLOR` is set (or wherever
    /// `CLICOLOR_FORCE` asks for them), Unicode if the locale says UTF-8.
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

    /// Returns whether colours are used.
    pub fn has_colour(self) -> bool {
        self.colour
    }

    /// Returns whether Unicode symbols are used.
    pub fn has_unicode(self) -> bool {
        self.unicode
    }

    /// Returns `text` in this style if colours are used, otherwise unchanged.
    pub fn style(self, style: Style, text: &str) -> String {
        if self.colour { format!("{style}{text}{style:#}") } else { text.into() }
    }

    /// Returns `text` dimmed if colours are used, otherwise unchanged.
    pub(crate) fn faint(self, text: &str) -> String {
        self.style(Style::new().dimmed(), text)
    }

    /// Returns the first symbol if Unicode is used, otherwise the second.
    pub fn symbol(self, unicode: &'static str, ascii: &'static str) -> &'static str {
        if self.unicode { unicode } else { ascii }
    }
}
