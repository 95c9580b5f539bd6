// Every place of a position that can be edited, as something to press over the drawing.
//
//     plate-1-0   the first place of factory 2        wall-0-2-3   seat 0, row 3, column 4
import { COLOURS, STEP, inCentre, onFloor, onLine, onWall } from "/drawings/azul.js";
import { asDrawn } from "./azul-edits.js";
import { pressable, rect } from "./azul-marks.js";
import { LETTERS, colourOf, sorted } from "./azul-position.js";
import { editorWords as words } from "../words/azul.js";

/**
 * @param {import("./azul-position.js").Table} table
 * @param {import("/drawings/azul.js").Arrangement} place
 * @param {string[]} names
 */
export function places(table, place, names) {
    const boards = place.boards.map(({ seat, x, y, scale }) =>
        `<g transform="translate(${x} ${y}) scale(${scale})">${onBoard(table.boards[seat], seat, names[seat])}</g>`);
    return onPlates(table, place) + onCentre(table, place) + boards.join("");
}

const holds = (letter) => (letter && letter !== "." ? colourOf(letter) : words.free);

function stop(key, name, path) {
    return `<g ${pressable(key, name, true)}><path class="azul-hit" d="${path}"/><path class="azul-ring" d="${path}"/></g>`;
}

function onPlates({ factories }, { plates }) {
    return factories.flatMap((letters, index) => [0, 1, 2, 3].map((at) => {
        const { x, y, radius } = plates[index];
        const side = radius * 0.72;
        const [left, top] = [at % 2 === 0 ? x - side : x, at < 2 ? y - side : y];
        return stop(`plate-${index}-${at}`, words.plate(index + 1, at + 1, holds(asDrawn(letters)[at])), rect(left, top, side, side));
    })).join("");
}

function onCentre({ centre, marker }, { centre: box }) {
    return ["marker", ...COLOURS].map((kind) => {
        const { cell } = inCentre(kind, box);
        const letter = kind === "marker" ? "M" : LETTERS[COLOURS.indexOf(kind)];
        const count = kind === "marker" ? Number(marker === "centre") : centre.split(letter).length - 1;
        return stop(`centre-${letter}`, words.inCentre(kind, count), rect(cell.x, cell.y, cell.width, cell.height));
    }).join("");
}

function onBoard({ lines, wall, floor }, seat, name) {
    const square = ({ x, y }) => rect(x - 2, y - 2, STEP, STEP);
    const onLines = lines.flatMap((letters, row) => Array.from({ length: row + 1 }, (_, at) =>
        stop(`line-${seat}-${row}-${at}`, words.line(name, row + 1, at + 1, holds(letters[at])), square(onLine(row + 1, at + 1)))));
    const cells = wall.flatMap((letters, row) => [...letters].map((letter, column) =>
        stop(`wall-${seat}-${row}-${column}`, words.cell(name, row + 1, column + 1, holds(letter)), square(onWall(row + 1, column + 1)))));
    const slots = Array.from({ length: 7 }, (_, at) => stop(`floor-${seat}-${at}`, words.floor(name, at + 1, holds(sorted(floor)[at])), square(onFloor(at + 1))));
    return [...onLines, ...cells, ...slots].join("");
}
