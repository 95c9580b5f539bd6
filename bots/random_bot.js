#!/usr/bin/env node
// Plays random legal moves in any game and any seat. It contains no rules.
// Try it with `meeple play grass --seats you,bots/random_bot.js`.
"use strict";
const readline = require("node:readline");

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type !== "turn") return;
  // In Filler, `stop` ends your game: choose it only if it is the only move.
  const moves = message.moves.filter((move) => move !== "stop");
  console.log(moves[Math.floor(Math.random() * moves.length)] ?? "stop");
});
