//! A terminal emulator: the text on a screen, computed from the bytes that draw it.

#![allow(dead_code)] // each test program uses a part of it

pub(crate) mod pseudo_terminal;

use std::{collections::VecDeque, mem};

/// The contents of the screen.
pub(crate) struct TerminalEmulator {
    rows: VecDeque<Vec<char>>,
    columns: usize,
    at: (usize, usize),
    state: EscapeState,
}

enum EscapeState {
    Letters,
    Escape,
    /// `ESC [` and what follows, up to a letter.
    Sequence(String),
    /// The first bytes of a multi-byte character.
    Utf8(Vec<u8>),
}

impl TerminalEmulator {
    pub(crate) fn new(columns: usize, rows: usize) -> Self {
        let rows = (0..rows).map(|_| vec![' '; columns]).collect();
        TerminalEmulator { rows, columns, at: (0, 0), state: EscapeState::Letters }
    }

    /// Processes output.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.byte(byte);
        }
    }

    /// Returns whether a line contains this text.
    pub(crate) fn shows(&self, text: &str) -> bool {
        self.text().lines().any(|line| line.contains(text))
    }

    /// Returns all lines.
    pub(crate) fn text(&self) -> String {
        let line = |row: &Vec<char>| row.iter().collect::<String>().trim_end().to_owned() + "\n";
        self.rows.iter().map(line).collect()
    }

    fn byte(&mut self, byte: u8) {
        match (mem::replace(&mut self.state, EscapeState::Letters), byte) {
            (EscapeState::Letters, 0x1b) => self.state = EscapeState::Escape,
            (EscapeState::Letters, b'\r') => self.at.1 = 0,
            (EscapeState::Letters, b'\n') => self.line_feed(),
            (EscapeState::Letters, 0x20..=0x7e) => self.put(byte.into()),
            (EscapeState::Letters, 0x80..) => self.state = EscapeState::Utf8(vec![byte]),
            (EscapeState::Escape, b'[') => self.state = EscapeState::Sequence(String::new()),
            (EscapeState::Letters | EscapeState::Escape, _) => {}
            (EscapeState::Sequence(sequence), b'@'..=b'~') => self.run_sequence(&sequence, byte),
            (EscapeState::Sequence(mut sequence), _) => {
                sequence.push(byte.into());
                self.state = EscapeState::Sequence(sequence);
            }
            (EscapeState::Utf8(mut bytes), _) => {
                bytes.push(byte);
                match std::str::from_utf8(&bytes).ok().and_then(|text| text.chars().next()) {
                    Some(letter) => self.put(letter),
                    None => self.state = EscapeState::Utf8(bytes),
                }
            }
        }
    }

    /// Executes a sequence: cursor movement, clearing, switching screens; colours and others are ignored.
    fn run_sequence(&mut self, sequence: &str, command: u8) {
        match (sequence, command) {
            (place, b'H') => {
                let mut place = place.split(';').map(|number| number.parse().unwrap_or(1) - 1);
                self.at = (place.next().unwrap_or(0), place.next().unwrap_or(0));
            }
            ("2", b'J') | ("?1049", b'h' | b'l') => {
                *self = TerminalEmulator::new(self.columns, self.rows.len());
            }
            _ => {}
        }
    }

    fn put(&mut self, letter: char) {
        if self.at.1 >= self.columns {
            self.at.1 = 0;
            self.line_feed();
        }
        let (row, column) = self.at;
        if let Some(cell) = self.rows.get_mut(row).and_then(|row| row.get_mut(column)) {
            *cell = letter;
        }
        self.at.1 += 1;
    }

    fn line_feed(&mut self) {
        self.at.0 += 1;
        if self.at.0 >= self.rows.len() {
            self.at.0 = self.rows.len() - 1;
            self.rows.pop_front();
            self.rows.push_back(vec![' '; self.columns]);
        }
    }
}
