// What Chomp's board and editor say.
//
//     words.name({ row: 1, column: 2 }, bite, "wins in 11")
//     "C2, takes 6 squares, wins in 11"
import { cellName } from "/drawings/drawing.js";

/** @param {number} count */
export const squaresIn = (count) => `${count} ${count === 1 ? "square" : "squares"}`;

/** @typedef {{ move: string, row: number, column: number, takes: number, poison: boolean }} Bite */

export const words = {
    /** @param {{ row: number, column: number }} square @param {Bite} [bite] @param {string} [judged] */
    name: ({ row, column }, bite, judged) =>
        [cellName(column, row), ...(bite ? [bite.poison ? "the poison" : `takes ${squaresIn(bite.takes)}`] : []), ...(judged ? [judged] : [])].join(", "),
    /** @param {Bite} bite @param {string} [judged] */
    bite: ({ poison, takes }, judged) =>
        `${poison ? "This is the poison: biting it loses the game" : `Takes ${squaresIn(takes)}`}${judged ? `, ${judged}` : ""}.`,
    /** @param {Bite} bite @param {string} [judged] */
    tapAgain: (bite, judged) => `${words.bite(bite, judged)} Tap again to bite.`,
    eaten: ({ row, column }) => `${cellName(column, row)}, bitten off`,
    left: ({ row, column }) => `${cellName(column, row)}, left`,
    bar: "The bar. Arrow keys go from square to square, Enter bites.",
    edited: "The bar. Enter on a square bites it off, on an empty place it puts the squares back.",
    width: "Columns",
    height: "Rows",
    turn: "To bite",
    seats: ["First player", "Second player"],
    whole: "Whole bar",
    help: "Click or tap a square to bite it off, an empty place to put squares back.",
};
