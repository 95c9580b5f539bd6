#!/usr/bin/env node
// Plays any game, on any seat, at random: it knows no rules.
// Try it with `meeple play grass --seats you,bots/random_bot.js`.
"use strict";
const readline = require("node:readline");

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type !== "turn") return;
  // `stop` gives up the rest of a game of Filler: only where there is nothing else.
  const moves = message.moves.filter((move) => move !== "stop");
  console.log(moves[Math.floor(Math.random() * moves.length)] ?? "stop");
});
