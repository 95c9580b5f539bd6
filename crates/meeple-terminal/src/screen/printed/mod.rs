//! A game of Filler that another engine plays, or has played, by what it prints.
//!
//! ```text
//! EngineOutput ── a step on a thread, when it is time ──► Model ──► view
//! ```

mod model;
mod step;
mod transcript;
mod view;

pub(crate) use step::Step;
pub(crate) use transcript::EngineOutput;

use super::{
    app::{Go, Left, Page},
    boards::KeyHint,
    canvas::Canvas,
    desk::{Desk, News, Ticket},
    input::{Direction, Input, Key},
};
use crate::failure::Failure;
use model::Model;
use ratatui::layout::Rect;
use std::{io::BufRead, time::Instant};
use step::Over;

/// What an engine prints, whatever it comes through.
pub(crate) type AnyOutput = EngineOutput<Box<dyn BufRead + Send>>;

/// A game that another engine plays, on the screen.
pub(crate) struct Printed {
    model: Model,
    /// Where steps come from; elsewhere while one is waited for.
    output: Option<AnyOutput>,
    job: Option<Ticket>,
}

impl Printed {
    /// This output, from its beginning.
    pub(crate) fn new(output: AnyOutput, desk: &Desk) -> Self {
        Printed { model: Model::new(desk.now), output: Some(output), job: None }
    }

    /// How the view is left.
    fn go_out(&self) -> Go {
        Go::Out(match self.model.over() {
            Some(Over::Finished(words)) => Left::Saying(words.clone()),
            Some(Over::Unfinished(why)) => Left::Failed(Failure::Failed(why.clone())),
            None => {
                let why = "the game was left before its end";
                Left::Failed(Failure::Failed(why.into()))
            }
        })
    }
}

impl Page for Printed {
    fn title(&self, _: &Desk) -> String {
        "watching an engine".into()
    }

    fn press(&mut self, input: Input, desk: &mut Desk) -> Go {
        let Input::Key(key) = input else { return Go::Stay };
        match key {
            Key::Char('q') | Key::Esc => return self.go_out(),
            Key::Enter if self.model.over().is_some() => return self.go_out(),
            key => self.model.press(key, desk.now),
        }
        self.tick(desk)
    }

    fn awaits(&self, ticket: Ticket) -> bool {
        self.job == Some(ticket)
    }

    fn hear(&mut self, news: News, desk: &mut Desk) -> Go {
        self.job = None;
        let News::Printed { output, step } = news else {
            let why = "what the engine prints could not be read";
            return Go::Out(Left::Failed(Failure::Failed(why.into())));
        };
        self.output = Some(*output);
        match step {
            Ok(step) => self.model.step(step),
            Err(failure) => return Go::Out(Left::Failed(failure)),
        }
        self.tick(desk)
    }

    fn tick(&mut self, desk: &mut Desk) -> Go {
        if self.job.is_none()
            && self.model.wants_step(desk.now)
            && let Some(mut output) = self.output.take()
        {
            self.job = Some(desk.spawn(move || {
                let step = output.step();
                News::Printed { output: Box::new(output), step }
            }));
        }
        Go::Stay
    }

    fn wakes(&self, _: &Desk) -> Option<Instant> {
        self.model.wakes().filter(|_| self.job.is_none())
    }

    fn view(&self, area: Rect, canvas: &mut Canvas<'_>, _: &Desk) {
        view::draw(&self.model, area, canvas);
    }

    fn keys(&self, _: &Desk) -> Vec<KeyHint> {
        vec![
            KeyHint::new(Key::Char(' '), "pause"),
            KeyHint::labelled("n", Key::Arrow(Direction::Right), "step"),
            KeyHint::labelled("+ -", Key::Char('+'), "pace"),
            KeyHint::new(Key::Char('o'), "overlay"),
            KeyHint::new(Key::Char('q'), "leave"),
        ]
    }

    fn help(&self) -> &'static str {
        "The game is followed as the engine prints it. Space pauses, n makes a step, + and - change \
         the pace, o changes what is laid over the empty cells: who is there first, how near the \
         enemy is, nothing."
    }
}
