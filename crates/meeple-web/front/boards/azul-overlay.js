// What lies over Azul's drawing while somebody plays: choices, ghosts, what falls, and advice.
//
//     plates, centre ──► lines, floor ──► wall ──► other boards ──► bag and lid      (as Tab and arrows go)
//
// Pure: everything comes in, SVG goes out. What can be pressed has `data-do` and a name;
// everything else is only to be seen.
import { SHEET, drawPoints, onWall } from "/drawings/azul.js";
import { colour, round } from "/drawings/drawing.js";
import { draftsOf, ranked, tilingsOf } from "./azul-choices.js";
import { market } from "./azul-market.js";
import { lit, seen } from "./azul-marks.js";
import { activeBoard, restingBoard } from "./azul-sheet.js";
import { nameStock } from "../words/azul.js";

/**
 * @typedef {object} View what the person does just now
 * @property {import("./azul-choices.js").Picked | null} picked
 * @property {string | number | null} target a place (3, "floor"), or a cell ("3,5")
 *
 * @typedef {import("/drawings/azul.js").Arrangement} Arrangement
 */

/**
 * The seat on whose board things are chosen: whose turn it is, or while others move, the own one.
 * @param {{ picture: any, mine: boolean, own: number | null }} scene
 */
export function activeSeat({ picture, mine, own }) {
    return mine || own === null ? picture.to_move ?? own : own;
}

/**
 * @param {any} scene as the README of the front says it
 * @param {View} view
 * @param {Arrangement} place
 * @returns {string}
 */
export function overlay(scene, view, place) {
    const { picture, moves, mine } = scene;
    const drafts = draftsOf(moves, view.picked);
    const tilings = tilingsOf(moves);
    const advice = ranked(moves, scene.advice ?? []);
    const active = activeSeat(scene);
    // What is to be done comes first, also where another board is the large one.
    const boards = [...place.boards].sort((one, other) => Number(other.seat === active) - Number(one.seat === active));
    const drawn = boards.map((at) => {
        const board = picture.boards.find(({ seat }) => seat === at.seat);
        const inside = at.seat === active ? activeBoard({ board, picture, drafts, tilings, advice, view, mine }) : restingBoard(board);
        return placed(at, `data-key="board-${at.seat}"`, inside);
    });
    const isOpen = mine && moves.some(({ kind }) => kind === "draft");
    const slides = drafts.get(/** @type {any} */ (view.target))?.slides ?? [];
    return market({ picture, place, view, advice, isOpen, slides }) + drawn.join("") + seen("stock", nameStock(picture), place.stock);
}

/** Cells that count just now, and what they bring. @param {import("./azul-frames.js").Frame | null} frame @param {Arrangement} place @param {{ mark: number }[]} seats */
export function counted(frame, place, seats) {
    if (!frame) return '<g class="azul-quiet"></g>';
    const boards = place.boards.map((at) => {
        const [cells, sums] = [frame.lit, frame.sums].map((all) => /** @type {any[]} */ (all).filter(({ seat }) => seat === at.seat));
        const points = cells.filter((cell) => cell.points !== undefined).map((cell) => pointsAt(cell, colour(seats[at.seat].mark)));
        return placed(at, "", cells.map(({ row, column }) => lit(row, column)).join("") + points.join("") + sums.map(({ sum }) => sumAt(sum, colour(seats[at.seat].mark))).join(""));
    });
    return `<g class="azul-quiet">${boards.join("")}</g>`;
}

/** How a whole score has changed, beside it. */
const sumAt = (sum, fill) => drawPoints(SHEET.width - 96, 29, sum < 0 ? `−${-sum}` : sum === 0 ? "±0" : `+${sum}`, sum < 0 ? "var(--bad)" : fill);

/** @param {import("./azul-frames.js").Lit} cell @param {string} fill */
const pointsAt = ({ row, column, points }, fill) => drawPoints(onWall(row, column).x + 36, onWall(row, column).y + 4, `+${points}`, fill);

const placed = ({ x, y, scale }, attributes, inside) => `<g ${attributes} transform="translate(${round(x)} ${round(y)}) scale(${Math.round(scale * 10000) / 10000})">${inside}</g>`;
