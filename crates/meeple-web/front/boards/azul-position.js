// A position of Azul as its words, and as a picture that can be drawn.
//
//     "players=2 wall=colour ... factories=BBYK,-,... lines0=-,K,-,Y,K ..."  ◄──►  Table  ──►  picture
//
// What is written is docs/notation.md; which positions are possible is not known here.
import { COLOURS } from "/drawings/azul.js";

/** The letters of the colours, in their order. */
export const LETTERS = "BYRKW";
/** What the floor's slots cost. */
const COSTS = [1, 1, 2, 2, 2, 3, 3];

/**
 * @typedef {object} Table a position, each list of tiles as its letters
 * @property {number} players
 * @property {"colour" | "grey"} wall
 * @property {number} round
 * @property {number} starter
 * @property {string} turn a seat, or "deal", "starter", "over"
 * @property {string} marker "centre", or a seat
 * @property {number[]} bag
 * @property {number[]} lid
 * @property {string[]} factories
 * @property {string} centre
 * @property {Sheet[]} boards
 *
 * @typedef {{ score: number, lines: string[], wall: string[], floor: string }} Sheet a player's board; wall: rows with "." for a free cell
 */

/** @param {string} text a position @returns {Table} */
export function tableOf(text) {
    const words = Object.fromEntries(text.trim().split(" ").map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]));
    const tiles = (letters) => (letters === "-" ? "" : letters);
    const list = (key) => words[key].split(",");
    const players = Number(words.players);
    const board = (_, seat) => ({ score: Number(list("scores")[seat]), lines: list(`lines${seat}`).map(tiles), wall: list(`wall${seat}`), floor: tiles(words[`floor${seat}`]) });
    return {
        players, wall: words.wall === "grey" ? "grey" : "colour", round: Number(words.round), starter: Number(words.starter), turn: words.turn, marker: words.marker,
        bag: list("bag").map(Number), lid: list("lid").map(Number), factories: list("factories").map(tiles), centre: tiles(words.centre),
        boards: Array.from({ length: players }, board),
    };
}

/** @param {Table} table */
export function textOf(table) {
    const tiles = (letters) => sorted(letters) || "-";
    const list = (all, one = (value) => value) => all.map((value) => one(value)).join(",");
    const { players, wall, round, starter, turn, marker, bag, lid, factories, centre, boards } = table;
    const words = { players, wall, round, starter, turn, marker, bag: list(bag), lid: list(lid), factories: list(factories, tiles), centre: tiles(centre), scores: list(boards.map(({ score }) => score)) };
    boards.forEach((board, seat) => Object.assign(words, { [`lines${seat}`]: list(board.lines, tiles), [`wall${seat}`]: list(board.wall), [`floor${seat}`]: tiles(board.floor) }));
    return Object.entries(words).map(([key, value]) => `${key}=${value}`).join(" ");
}

/** Letters in their order, the marker first. @param {string} letters */
export function sorted(letters) {
    return [...letters].sort((one, other) => LETTERS.indexOf(one) - LETTERS.indexOf(other)).join("");
}

/** @param {string} letter */
export const colourOf = (letter) => (letter === "M" ? "marker" : COLOURS[LETTERS.indexOf(letter)]);

/** The colour that the coloured wall has there (A3); rows and columns counted from 0. @param {number} row @param {number} column */
export const letterOnWall = (row, column) => LETTERS[(column - row + 5) % 5];

/** How many tiles of a colour there are in all. @param {Table} table @param {string} letter */
export function countOf({ bag, lid, factories, centre, boards }, letter) {
    const index = LETTERS.indexOf(letter);
    const all = [...factories, centre, ...boards.flatMap(({ lines, wall, floor }) => [...lines, ...wall, floor])].join("");
    return bag[index] + lid[index] + [...all].filter((one) => one === letter).length;
}

/** A picture as the view makes it, without what only a game knows. @param {Table} table @param {string[]} names @returns {any} */
export function pictureOf(table, names) {
    const counts = (numbers) => ({ total: numbers.reduce((sum, count) => sum + count, 0), groups: COLOURS.map((colour, index) => ({ colour, count: numbers[index] })).filter(({ count }) => count > 0) });
    const heap = (letters) => counts([...LETTERS].map((letter) => [...letters].filter((one) => one === letter).length));
    const pattern = [0, 1, 2, 3, 4].map((row) => [0, 1, 2, 3, 4].map((column) => colourOf(letterOnWall(row, column))));
    const seat = Number(table.turn);
    return {
        round: table.round, phase: "draft", to_move: Number.isInteger(seat) ? seat : null, line_to_tile: null, starter: table.starter,
        marker_in_centre: table.marker === "centre", factories: table.factories.map(heap), centre: heap(table.centre), bag: counts(table.bag), lid: counts(table.lid),
        wall_colours: table.wall === "colour" ? pattern : null, last_move: null, scored: [],
        boards: table.boards.map((board, index) => boardOf(board, index, { name: names[index], has_marker: table.marker === String(index) })),
    };
}

function boardOf({ score, lines, wall, floor }, seat, more) {
    const line = (letters, row) => ({ line: row + 1, colour: letters ? colourOf(letters[0]) : null, filled: letters.length, full: letters.length > row });
    const held = sorted(floor);
    const slots = COSTS.map((cost, index) => ({ cost, holds: held[index] ? colourOf(held[index]) : null }));
    return { seat, score, ...more, lines: lines.map(line), wall: wall.map((row) => [...row].map((letter) => (letter === "." ? null : colourOf(letter)))), floor: { slots, cost: 0 } };
}
