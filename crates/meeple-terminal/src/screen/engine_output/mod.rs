//! Shows a game of Filler from the output of another engine, live or recorded.
//!
//! ```text
//! Transcript ── one event at a time, on a thread ──► EngineOutputModel ──► view
//! ```

mod model;
mod view;

use super::{
    app::{ExitReason, Navigation, ScreenPage},
    app_context::{AppContext, Job, JobId, JobOutcome},
    boards::KeyHint,
    canvas::Canvas,
    input::{Direction, KeyPress, UserInput},
};
use meeple_bots::school::Transcript;
use meeple_core::{Limits, text::printable};
use model::EngineOutputModel;
use ratatui::layout::Rect;
use std::{io::BufRead, time::Instant};

/// The output of an engine, from any source.
pub(crate) type EngineTranscript = Box<Transcript<Box<dyn BufRead + Send>>>;

/// The page that shows the output of another engine.
pub(crate) struct EngineOutputPage {
    model: EngineOutputModel,
    /// The source of events; `None` while a thread waits for the next one.
    transcript: Option<EngineTranscript>,
    /// Names the source in errors.
    origin: String,
    job: Option<Job>,
}

impl EngineOutputPage {
    /// Shows this output from its beginning; `origin` names its source in errors.
    pub(crate) fn new(input: Box<dyn BufRead + Send>, origin: &str, ctx: &AppContext) -> Self {
        EngineOutputPage {
            model: EngineOutputModel::new(ctx.now),
            transcript: Some(Box::new(Transcript::new(input))),
            origin: printable(origin),
            job: None,
        }
    }

    /// Exits the program with the result of the game.
    fn go_out(&self) -> Navigation {
        Navigation::Exit(match &self.model.over {
            Some(Ok(words)) => ExitReason::QuitWithMessage(words.clone()),
            Some(Err(why)) => ExitReason::failed(why),
            None => ExitReason::failed("the game was left before its end"),
        })
    }
}

impl ScreenPage for EngineOutputPage {
    fn title(&self, _: &AppContext) -> String {
        "watching an engine".into()
    }

    fn handle_input(&mut self, input: UserInput, ctx: &mut AppContext) -> Navigation {
        let UserInput::Key(key) = input else { return Navigation::Stay };
        match key {
            KeyPress::Char('q') | KeyPress::Esc => return self.go_out(),
            KeyPress::Enter if self.model.over.is_some() => return self.go_out(),
            key => self.model.handle_key(key, ctx.now),
        }
        self.tick(ctx);
        Navigation::Stay
    }

    fn is_waiting_for(&self, id: JobId) -> bool {
        self.job.as_ref().is_some_and(|job| job.id == id)
    }

    fn on_event(&mut self, news: JobOutcome, ctx: &mut AppContext) -> Navigation {
        self.job = None;
        let JobOutcome::Printed { transcript, event } = news else {
            let why = "the engine's output could not be read";
            return Navigation::Exit(ExitReason::failed(why));
        };
        self.transcript = Some(transcript);
        match event {
            Ok(event) => self.model.on_event(event),
            Err(why) => {
                let why = format!("{}: {why}", self.origin);
                return Navigation::Exit(ExitReason::failed(&why));
            }
        }
        self.tick(ctx);
        Navigation::Stay
    }

    fn tick(&mut self, ctx: &mut AppContext) {
        if self.job.is_none()
            && self.model.take_step_request(ctx.now)
            && let Some(mut transcript) = self.transcript.take()
        {
            self.job = Some(ctx.spawn(Limits::default(), move |_| {
                let event = transcript.next_event();
                JobOutcome::Printed { transcript, event }
            }));
        }
    }

    fn next_wakeup(&self, _: &AppContext) -> Option<Instant> {
        self.model.next_wakeup().filter(|_| self.job.is_none())
    }

    fn view(&self, area: Rect, canvas: &mut Canvas<'_>, _: &AppContext) {
        view::draw(&self.model, area, canvas);
    }

    fn keys(&self, _: &AppContext) -> Vec<KeyHint> {
        vec![
            KeyHint::new(KeyPress::Char(' '), "pause"),
            KeyHint::labelled("n", KeyPress::Arrow(Direction::Right), "step"),
            KeyHint::labelled("+ -", KeyPress::Char('+'), "speed"),
            KeyHint::new(KeyPress::Char('o'), "overlay"),
            KeyHint::new(KeyPress::Char('q'), "leave"),
        ]
    }

    fn help(&self) -> &'static str {
        "Shows the game as the engine prints it. Space pauses, n steps, + and - change the speed, o \
         changes what is shown on the empty cells: who reaches them first, how near the opponent \
         is, or nothing."
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::theme::Theme;

    #[test]
    fn what_cannot_be_followed_is_refused_by_its_name() {
        let mut ctx = AppContext::immediate(Theme::PLAIN);
        let mut page = EngineOutputPage::new(Box::new(&b"hello\n"[..]), "game\x1b.txt", &ctx);
        page.tick(&mut ctx);
        let (_, outcome) = ctx.next_outcome().expect("the job ran at once");
        let Navigation::Exit(ExitReason::Failed(refused)) = page.on_event(outcome, &mut ctx) else {
            panic!("no board")
        };
        let refused = refused.to_string();
        assert!(refused.starts_with("game\\u{1b}.txt: no complete board"), "{refused}");
    }
}
