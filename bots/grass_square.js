#!/usr/bin/env node
// A Laying Grass bot that builds a square: it places a tile where its largest
// square grows most, otherwise as close as possible to the middle of its cells.
// Try it with `meeple play grass --seats you,bots/grass_square.js`.
"use strict";
const readline = require("node:readline");

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcd";

// "BC", row B and column C, becomes [1, 2].
const place = (cell) => [...cell].map((letter) => LETTERS.indexOf(letter));

// The middle of my cells, or of the whole board if I have none.
function middle(board, seat) {
  const mine = board.flatMap((row, r) =>
    [...row].flatMap((mark, c) => (mark === String(seat) ? [[r, c]] : [])));
  if (mine.length === 0) return [board.length / 2, board.length / 2];
  return [0, 1].map((axis) => mine.reduce((sum, cell) => sum + cell[axis], 0) / mine.length);
}

// The sum of the squared distances of these cells from that point.
const spread = (cells, [row, column]) =>
  cells.map(place).reduce((sum, [r, c]) => sum + (r - row) ** 2 + (c - column) ** 2, 0);

// Rates a move: the first number that differs decides.
function worth(choice, home) {
  switch (choice.kind) {
    case "lay": {
      const gained = choice.captures?.length ?? 0;
      return [5, choice.square, gained, -spread(choice.cells, home)];
    }
    // The largest tile that I can place, and a stone that is not in my way.
    case "steal": return [4, choice.fits ? choice.cells.length : 0];
    case "stone": return [4, spread([choice.cell], home)];
    // A coupon is worth a 1x1 tile at the end, so it is spent now only if nothing else helps.
    case "exchange": return [3, choice.fits ? 1 : -3];
    case "remove": return [3, choice.fits ? 0 : -3];
    case "discard": return [3, -1];
    default: return [0];
  }
}

const compare = (a, b) => a.map((number, i) => number - b[i]).find((d) => d !== 0) ?? 0;

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type !== "turn") return;
  const home = middle(message.picture.board, message.seat);
  const rated = message.choices.map((choice) => ({ choice, worth: worth(choice, home) }));
  const best = rated.reduce((a, b) => (compare(b.worth, a.worth) > 0 ? b : a));
  console.log(JSON.stringify({ move: best.choice.move }));
});
