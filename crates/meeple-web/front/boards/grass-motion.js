// Laying Grass: what has changed arrives, once and quickly; what has left fades.
//
//     a tile is laid ──► its patch comes down        a tile is stolen ──► its patch fades
import { cloth, place } from "/drawings/grass.js";

/** @typedef {import("./grass-table.js").Table} Table */

const COMES = { duration: 180, easing: "ease-out" };
const LEAVES = { duration: 200, easing: "ease-out" };

/**
 * @param {Element} svg the meadow, as it is now @param {Element} leaving where what has left may fade
 * @param {Table} table @param {import("./grass-table.js").Picture | null} previous what was to be seen before
 */
export function arrive(svg, leaving, table, previous) {
    const { picture } = table;
    const last = picture.last_change;
    if (!last || !previous || isSame(last, previous.last_change)) return;
    const cell = last.cells[0];
    const tile = picture.tiles.find(({ cells }) => cells.includes(cell));
    const comes = svg.querySelector(tile ? `[data-key=tile-${tile.tile}]` : `[data-key=single-${cell}]`);
    comes?.animate([{ transform: "scale(1.14)", transformOrigin: "center", transformBox: "fill-box", opacity: 0.4 }, { transform: "scale(1)", transformOrigin: "center", transformBox: "fill-box" }], COMES);
    svg.querySelector(`[data-key=stone-${cell}]`)?.animate([{ opacity: 0 }, { opacity: 1 }], COMES);
    svg.querySelector("[data-key=last]")?.animate([{ opacity: 0 }, { opacity: 1 }], COMES);
    const gone = previous.tiles.find(({ tile: number }) => !picture.tiles.some((one) => one.tile === number));
    if (gone) fade(leaving, cloth(gone.cells.map(place), table.seats[gone.owner].mark, gone.tile));
}

/** @param {Element} leaving @param {string} drawing */
function fade(leaving, drawing) {
    leaving.innerHTML = drawing;
    const { finished } = leaving.animate([{ opacity: 1 }, { opacity: 0 }], LEAVES);
    const clear = () => leaving.replaceChildren();
    finished.then(clear, clear);
}

const isSame = (one, other) => one.move === other?.move && one.seat === other.seat && String(one.cells) === String(other.cells);
