// A player's board while somebody chooses: lines, the floor and, on the grey side, cells of the wall.
//
//     line 3  ▢ ▢ ▣   glows if it takes the chosen tiles; ghosts show where they would lie
//     (↓1 −1)         and what would fall
import { SHEET, STEP, onFloor, onLine, onWall, tile } from "/drawings/azul.js";
import { cellKey, isSameGroup } from "./azul-choices.js";
import { advicePills, lit, pill, pressable, rect, seen } from "./azul-marks.js";
import { nameAdvice, nameBoard, nameCell, nameFloor, nameLine, nameOtherCell, nameWall } from "../words/azul.js";

/**
 * The board of whoever moves.
 * @param {object} what
 * @param {any} what.board
 * @param {any} what.picture
 * @param {Map<number | "floor", import("./azul-choices.js").Draft>} what.drafts those of the chosen group
 * @param {Map<string, import("./azul-choices.js").Tiling>} what.tilings
 * @param {any[]} what.advice
 * @param {import("./azul-overlay.js").View} what.view
 * @param {boolean} what.mine
 */
export function activeBoard({ board, picture, drafts, tilings, advice, view, mine }) {
    const isChosen = view.picked !== null;
    const heard = advice.filter(({ made }) => made.kind === "wall" || !isChosen || isSameGroup(made, view.picked));
    const places = [...board.lines.map(({ line }) => line), "floor"].map((where) => {
        const [draft, advised] = [drafts.get(where) ?? null, heard.filter(({ made }) => made.place === where)];
        return { where, draft, advised, isOpen: mine && draft !== null, isTarget: view.target === where, ...shapeOf(where, board) };
    });
    const stops = places.map(({ where, draft, advised, ...rest }) => {
        const name = where === "floor" ? nameFloor(board.floor, { draft, isChosen }, nameAdvice(advised)) : nameLine(board.lines[where - 1], { draft, isChosen }, nameAdvice(advised));
        return placeStop(`place-${where}`, name, draft, rest);
    });
    const looked = drafts.get(/** @type {any} */ (view.target));
    const notes = places.map(({ draft, advised, cost, first, isOpen, isTarget }) => (draft && (isOpen || isTarget) ? costAt(cost, draft) : "") + advicePills(advised, first.x + 40, first.y + 20));
    const wall = tilings.size > 0 ? cellStops({ board, tilings, view, mine, heard }) : seen(`wall-${board.seat}`, nameWall(board.wall), { x: SHEET.wall.x - 6, y: SHEET.wall.y - 6, width: 228, height: 228 });
    return `${stops.join("")}${wall}<g class="azul-quiet">${looked ? draftGhosts(looked, board, picture) : ""}${notes.join("")}</g>`;
}

/** Where a line or the floor is: its outline, where it can be pressed, its first free slot, and where its cost is written. */
function shapeOf(where, { lines, floor }) {
    if (where === "floor") {
        const { x, y } = SHEET.floor;
        const used = floor.slots.filter(({ holds }) => holds).length;
        return { box: boxAt(x - 3, y - 1, 7 * STEP + 2), hit: rect(2, y - 10, 7 * STEP + 60, 72), first: onFloor(Math.min(used + 1, 7)), cost: { x: x + 7 * STEP + 28, y: y + 20 } };
    }
    const { x, y } = onLine(where, where);
    const first = onLine(where, Math.min(lines[where - 1].filled + 1, where));
    return { box: boxAt(x - 3, y - 1, where * STEP + 2), hit: rect(x - 22, y - 2, 284 - x, STEP), first, cost: { x: Math.max(x - 4, 30), y: y + 1 } };
}

const boxAt = (x, y, width) => `x="${x}" y="${y}" width="${width}" height="42" rx="7"`;

function placeStop(key, name, move, { box, hit, isOpen, isTarget }) {
    return `<g ${pressable(key, name, isOpen)}>${glow(move && (isOpen || isTarget), isTarget, box)}<path class="azul-hit" d="${hit}"/><rect class="azul-ring" ${box}/></g>`;
}

/** A board on which nothing is to be done. @param {any} board */
export function restingBoard(board) {
    return seen(`rest-${board.seat}`, nameBoard(board), { x: 2, y: 2, width: SHEET.width - 4, height: SHEET.height - 4 });
}

/** What may be chosen glows, and what is looked at glows more. @param {boolean} isSeen @param {boolean} isTarget @param {string} box */
const glow = (isSeen, isTarget, box) => (isSeen ? `<rect class="azul-glow${isTarget ? " azul-target" : ""}" ${box}/>` : "");

/** How many fall, and what that costs. */
function costAt({ x, y }, { falls, cost, marker_cost: markerCost }) {
    const lost = cost + markerCost;
    const text = [falls > 0 ? `↓${falls}` : "", lost > 0 ? `−${lost}` : ""].filter(Boolean).join(" ");
    return text ? pill(x, y, text, "azul-cost") : "";
}

/** Where the tiles would come to lie: on the line, on the floor, and later on the wall. */
function draftGhosts({ place: where, colour, fits, falls, takes_marker: takesMarker, fills_line: fills }, board, picture) {
    const ghost = ({ x, y }, kind) => tile(kind, x, y, 40, ' class="azul-ghost"');
    const line = board.lines[Number(where) - 1];
    const onIt = line ? Array.from({ length: fits }, (_, index) => ghost(onLine(line.line, line.filled + index + 1), colour)) : [];
    const used = board.floor.slots.filter(({ holds }) => holds).length;
    const kinds = [...(takesMarker ? ["marker"] : []), ...Array(falls).fill(colour)];
    const below = kinds.slice(0, 7 - used).map((kind, index) => ghost(onFloor(used + index + 1), kind));
    const column = fills && picture.wall_colours ? picture.wall_colours[line.line - 1].indexOf(colour) + 1 : 0;
    const cell = column > 0 ? onWall(line.line, column) : null;
    return onIt.join("") + below.join("") + (cell ? `<rect class="azul-later" x="${cell.x}" y="${cell.y}" width="40" height="40" rx="6"/>` : "");
}

// The grey wall: the tile of a full line may go to several cells.

function cellStops({ board, tilings, view, mine, heard }) {
    const looked = tilings.get(String(view.target));
    const cells = board.wall.flatMap((kinds, row) => kinds.map((kind, column) => {
        const cell = { row: row + 1, column: column + 1 };
        const tiling = tilings.get(cellKey(cell)) ?? null;
        const advised = heard.filter(({ made }) => made.move === tiling?.move);
        return { ...cell, ...onWall(cell.row, cell.column), kind, tiling, advised };
    }));
    const stops = cells.map(({ row, column, x, y, kind, tiling, advised }) => {
        const name = tiling ? nameCell(tiling, nameAdvice(advised)) : nameOtherCell(row, column, kind);
        const look = { box: boxAt(x - 1, y - 1, 42), hit: rect(x - 2, y - 2, STEP, STEP), isOpen: mine && tiling !== null, isTarget: tiling !== null && tiling === looked };
        return placeStop(`cell-${row},${column}`, name, tiling, look);
    });
    const notes = cells.filter(({ tiling }) => tiling).map(({ x, y, tiling, advised }) =>
        (tiling === looked ? pill(x + 34, y + 37, `+${tiling.points}`, "azul-count") : `<text class="azul-points" x="${x + 20}" y="${y + 26}" font-size="17">+${tiling.points}</text>`) + advicePills(advised, x + 21, y - 1, "middle"));
    const ghosts = looked ? ghostCell(looked) + looked.run.map(({ row, column }) => lit(row, column)).join("") : "";
    return `${stops.join("")}<g class="azul-quiet">${ghosts}${notes.join("")}</g>`;
}

const ghostCell = ({ row, column, colour }) => tile(colour, onWall(row, column).x, onWall(row, column).y, 40, ' class="azul-ghost"');
