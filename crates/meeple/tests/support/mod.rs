//! A terminal as a person sees it: the letters of a screen, from the bytes that draw them.

#![allow(dead_code)] // each test program uses a part of it

pub(crate) mod pseudo_terminal;

use std::{collections::VecDeque, mem};

/// What is on the screen.
pub(crate) struct Screen {
    rows: VecDeque<Vec<char>>,
    columns: usize,
    at: (usize, usize),
    state: State,
}

enum State {
    Letters,
    Escape,
    /// `ESC [` and what follows, up to a letter.
    Sequence(String),
    /// The first bytes of a letter that has several.
    Utf8(Vec<u8>),
}

impl Screen {
    pub(crate) fn new(columns: usize, rows: usize) -> Self {
        let rows = (0..rows).map(|_| vec![' '; columns]).collect();
        Screen { rows, columns, at: (0, 0), state: State::Letters }
    }

    /// Draws.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.byte(byte);
        }
    }

    /// Whether a line has this in it.
    pub(crate) fn shows(&self, text: &str) -> bool {
        self.text().lines().any(|line| line.contains(text))
    }

    /// Its lines.
    pub(crate) fn text(&self) -> String {
        let line = |row: &Vec<char>| row.iter().collect::<String>().trim_end().to_owned() + "\n";
        self.rows.iter().map(line).collect()
    }

    fn byte(&mut self, byte: u8) {
        match (mem::replace(&mut self.state, State::Letters), byte) {
            (State::Letters, 0x1b) => self.state = State::Escape,
            (State::Letters, b'\r') => self.at.1 = 0,
            (State::Letters, b'\n') => self.line_feed(),
            (State::Letters, 0x20..=0x7e) => self.put(byte.into()),
            (State::Letters, 0x80..) => self.state = State::Utf8(vec![byte]),
            (State::Escape, b'[') => self.state = State::Sequence(String::new()),
            (State::Letters | State::Escape, _) => {}
            (State::Sequence(sequence), b'@'..=b'~') => self.obey(&sequence, byte),
            (State::Sequence(mut sequence), _) => {
                sequence.push(byte.into());
                self.state = State::Sequence(sequence);
            }
            (State::Utf8(mut bytes), _) => {
                bytes.push(byte);
                match std::str::from_utf8(&bytes).ok().and_then(|text| text.chars().next()) {
                    Some(letter) => self.put(letter),
                    None => self.state = State::Utf8(bytes),
                }
            }
        }
    }

    /// Moves, clears, goes to the other screen and back; colours and the like do not matter.
    fn obey(&mut self, sequence: &str, command: u8) {
        match (sequence, command) {
            (place, b'H') => {
                let mut place = place.split(';').map(|number| number.parse().unwrap_or(1) - 1);
                self.at = (place.next().unwrap_or(0), place.next().unwrap_or(0));
            }
            ("2", b'J') | ("?1049", b'h' | b'l') => {
                *self = Screen::new(self.columns, self.rows.len());
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
