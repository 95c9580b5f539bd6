//! Practice: find the best move of a position.

use super::{
    app::{Go, Page},
    boards::KeyHint,
    canvas::Canvas,
    desk::Desk,
    input::Input,
};
use ratatui::layout::Rect;

/// Practice.
pub(crate) struct Practice;

impl Practice {
    /// Where it was left.
    pub(crate) fn new(_: &Desk) -> Self {
        Practice
    }
}

impl Page for Practice {
    fn title(&self, _: &Desk) -> String {
        "practice".into()
    }

    fn press(&mut self, _: Input, _: &mut Desk) -> Go {
        Go::Back
    }

    fn view(&self, _: Rect, _: &mut Canvas<'_>, _: &Desk) {}

    fn keys(&self, _: &Desk) -> Vec<KeyHint> {
        Vec::new()
    }

    fn help(&self) -> &'static str {
        ""
    }
}
