// What a tap on a place of a position does to it: a free place gets the chosen tile, a filled one
// is emptied. Pure: a table in, another one out.
//
//     placed(table, "wall-0-2-3", "R")      seat 0, row 3, column 4 (all counted from 0 here)
import { LETTERS, letterOnWall, sorted } from "./azul-position.js";

/** @typedef {import("./azul-position.js").Table} Table */

/** What can be chosen: a colour, the marker, or nothing, which only takes away. @typedef {"B" | "Y" | "R" | "K" | "W" | "M" | ""} Chosen */

/**
 * The table after a tap.
 * @param {Table} table @param {string} key which place: what it is, and its numbers @param {Chosen} chosen
 * @returns {Table}
 */
export function placed(table, key, chosen) {
    const [what, ...numbers] = key.split("-");
    const [first, second, third] = numbers.map(Number);
    const onBoard = (seat, edit) => ({ ...table, boards: replaced(table.boards, seat, edit) });
    const isTile = chosen !== "" && chosen !== "M";
    switch (what) {
        case "plate": return { ...table, factories: replaced(table.factories, first, (letters) => onPlateTapped(letters, second, isTile ? chosen : "")) };
        case "centre": return centreTapped(table, numbers[0], chosen);
        case "line": return onBoard(first, (board) => ({ ...board, lines: replaced(board.lines, second, (letters) => lineTapped(letters, third, isTile ? chosen : "")) }));
        case "wall": return onBoard(first, (board) => ({ ...board, wall: replaced(board.wall, second, (row) => cellTapped(row, third, table.wall === "colour" ? chosen && letterOnWall(second, third) : isTile ? chosen : "")) }));
        case "floor": return floorTapped(table, first, second, chosen);
        default: return table;
    }
}

/** A list with one of its things edited. @template T @param {T[]} list @param {number} at @param {(value: T) => T} edit */
const replaced = (list, at, edit) => list.map((value, index) => (index === at ? edit(value) : value));

/** Letters without the one at a place. @param {string} letters @param {number} at */
const without = (letters, at) => letters.slice(0, at) + letters.slice(at + 1);

/** The tiles of a plate as they are drawn: the larger group first. @param {string} letters */
export function asDrawn(letters) {
    const count = (letter) => letters.split(letter).length;
    return [...letters].sort((one, other) => count(other) - count(one) || LETTERS.indexOf(one) - LETTERS.indexOf(other)).join("");
}

function onPlateTapped(letters, at, letter) {
    return sorted(at < letters.length ? without(asDrawn(letters), at) : letters + letter);
}

/** In the centre tiles lie on each other: more of the chosen colour, one less of another. */
function centreTapped(table, letter, chosen) {
    if (letter === "M" || chosen === "M") return withMarker(table, table.marker === "centre" && chosen !== "M" ? "0" : "centre");
    const { centre } = table;
    if (!centre.includes(letter) || letter === chosen) return { ...table, centre: sorted(centre + chosen) };
    return { ...table, centre: without(centre, centre.indexOf(letter)) };
}

/** A line is filled up to a place, in one colour, or emptied from there on. */
function lineTapped(letters, at, letter) {
    if (at < letters.length) return letters.slice(0, at);
    return letter ? letter.repeat(at + 1) : letters;
}

function cellTapped(row, at, letter) {
    return row.slice(0, at) + (row[at] === "." && letter ? letter : ".") + row.slice(at + 1);
}

function floorTapped(table, seat, at, chosen) {
    const floor = sorted(table.boards[seat].floor);
    if (floor[at] === "M") return withMarker(table, "centre");
    if (at >= floor.length && chosen === "M") return withMarker(table, String(seat));
    const next = at < floor.length ? without(floor, at) : sorted(floor + chosen);
    return { ...table, boards: replaced(table.boards, seat, (board) => ({ ...board, floor: next })) };
}

/** The marker in the centre, or with a seat, on its floor if there is room. @param {Table} table @param {string} marker @returns {Table} */
export function withMarker(table, marker) {
    const boards = table.boards.map((board, seat) => {
        const tiles = board.floor.replace("M", "");
        return { ...board, floor: String(seat) === marker && tiles.length < 7 ? `M${tiles}` : tiles };
    });
    return { ...table, marker, boards };
}

/** The table for more or fewer people. @param {Table} table @param {number} players @returns {Table} */
export function withPlayers(table, players) {
    const empty = { score: 0, lines: ["", "", "", "", ""], wall: Array(5).fill("....."), floor: "" };
    const isGone = (seat) => Number(seat) >= players;
    const next = {
        ...table, players,
        factories: Array.from({ length: 2 * players + 1 }, (_, index) => table.factories[index] ?? ""),
        boards: Array.from({ length: players }, (_, seat) => table.boards[seat] ?? empty),
        starter: isGone(table.starter) ? 0 : table.starter, turn: isGone(table.turn) ? "0" : table.turn,
    };
    return isGone(table.marker) ? withMarker(next, "centre") : next;
}

/** Whatever of twenty a colour is not to be seen goes into the bag or the lid. @param {Table} table @param {"bag" | "lid"} where @param {(letter: string) => number} count how many there are */
export function withRest(table, where, count) {
    const rest = (number, index) => Math.max(0, number + 20 - count(LETTERS[index]));
    return { ...table, [where]: table[where].map(rest) };
}
