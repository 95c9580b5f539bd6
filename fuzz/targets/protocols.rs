//! Feeds any bytes to the protocol parsers of both sides; they must never panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use meeple_bots::school::{AnswerReading, Dialect, Questions, Transcript, TranscriptEvent};
use meeple_session::protocol::{AnswerLine, EngineMessage};

fuzz_target!(|bytes: &[u8]| {
    for dialect in Dialect::ALL {
        let strict = AnswerReading::Strict.read(dialect, bytes);
        let lenient = AnswerReading::Lenient.read(dialect, bytes);
        // The strict reader may take Y as 0.
        let column = lenient.map(|at| at.column);
        assert!(strict.is_err() || strict.map(|at| at.column) == column);
    }
    for chosen in [None, Some(Dialect::Edu), Some(Dialect::FortyTwo)] {
        let mut questions = Questions::new(bytes, chosen);
        while let Some(question) = questions.next_question().expect("memory can be read") {
            let Ok(question) = question else { continue };
            // A parsed question, written again, must parse to the same question.
            let again = question.dialect.question(&question.board, &question.piece);
            let mut again = Questions::new(again.as_bytes(), None);
            let again = again.next_question().expect("memory can be read").expect("a question");
            assert_eq!(again.expect("our own words").piece, question.piece);
        }
    }
    for line in bytes.split(|&byte| byte == b'\n') {
        if let Ok(message) = EngineMessage::read(line) {
            let mut again = Vec::new();
            message.write(&mut again);
        }
        if let Ok(AnswerLine::Info(info)) = AnswerLine::read(line) {
            assert_eq!(info, info.trim());
        }
    }
    let mut transcript = Transcript::new(bytes);
    while let Ok(event) = transcript.next_event() {
        if matches!(event, TranscriptEvent::End(_)) {
            break;
        }
    }
});
