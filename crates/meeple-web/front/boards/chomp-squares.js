// The squares of a bar, to be pointed at, tapped, and gone to by keys.
//
//     drawing   ┌──────────┐   the picture
//     over it   │ ▫ ▫ ▫ ▫  │   an element for each square, with its name; for a bar of more
//               └──────────┘   than ENOUGH squares one frame that the arrow keys move instead
import { escaped } from "/drawings/drawing.js";
import { MARGIN, SIDE } from "/drawings/chomp.js";
import { morph } from "../morph.js";
import { crosshair } from "./crosshair.js";
import { pointing } from "./pointing.js";
import { roving } from "./roving.js";

const ENOUGH = 600;

/** @typedef {{ row: number, column: number }} Square */

/**
 * @typedef {object} Bar what the squares are now
 * @property {number} width
 * @property {number} height
 * @property {number[]} rows how many squares of each row can be gone to
 * @property {(square: Square) => string} name
 * @property {string} marks SVG that lies over the drawing
 */

/**
 * @param {HTMLElement} element where the bar goes
 * @param {string} label what the whole is
 * @param {{ look(spot: import("./pointing.js").Spot | null): void, choose(spot: import("./pointing.js").Spot): void }} hooks
 */
export function squares(element, label, { look, choose }) {
    element.innerHTML = `<div class="chomp-scroll"><div class="chomp-surface"><div class="chomp-drawing"></div><svg class="chomp-over" role="grid" aria-label="${escaped(label)}"><g class="chomp-cells"></g><g class="chomp-marks"></g></svg></div></div>`;
    const [surface, drawing, cells, marks] = ["surface", "drawing", "cells", "marks"].map((name) => /** @type {HTMLElement} */ (element.querySelector(`.chomp-${name}`)));
    const over = /** @type {SVGSVGElement} */ (element.querySelector(".chomp-over"));
    /** @type {Bar} */
    let bar = { width: 1, height: 1, rows: [], name: () => "", marks: "" };
    /** @type {ReturnType<typeof crosshair> | null} */
    let frame = null;
    /** Whether a square has the focus because of a key: a click gives it the focus too. */
    let hasKeys = false;

    const field = () => ({ left: MARGIN, top: MARGIN, side: SIDE, columns: bar.width, rows: bar.height });
    const keys = roving(over, { selector: ".chomp-cell" });
    const pointer = pointing(over, field, { look, choose });

    // Not the drawing itself: one that hears of keys becomes a stop for Tab.
    const spotOf = (cell, by) => {
        const [row, column] = cell.dataset.square.split(",").map(Number);
        return { row, column, x: column + 0.5, y: row + 0.5, by };
    };
    surface.addEventListener("focusin", ({ target }) => {
        const cell = /** @type {Element} */ (target).closest(".chomp-cell");
        hasKeys = Boolean(cell?.matches(":focus-visible"));
        if (hasKeys) look(spotOf(cell, "keys"));
    });
    surface.addEventListener("focusout", ({ relatedTarget }) => {
        if (over.contains(/** @type {Node | null} */ (relatedTarget))) return;
        if (hasKeys) look(null);
        hasKeys = false;
    });
    surface.addEventListener("keydown", (event) => {
        const cell = /** @type {Element} */ (event.target).closest(".chomp-cell");
        if (!cell || event.ctrlKey || event.altKey || event.metaKey) return;
        if (event.key === "Escape") look(null);
        else if (event.key === "Enter" || event.key === " ") choose(spotOf(cell, "keys"));
        else return;
        event.preventDefault();
    });

    return {
        drawing,
        /** @param {Bar} now */
        show(now) {
            bar = now;
            const [wide, high] = [bar.width * SIDE + 2 * MARGIN, bar.height * SIDE + 2 * MARGIN];
            over.setAttribute("viewBox", `0 0 ${wide} ${high}`);
            surface.style.setProperty("--columns", String(wide / SIDE));
            surface.style.setProperty("--shape", String(wide / high));
            const isLarge = bar.rows.reduce((sum, length) => sum + length, 0) > ENOUGH;
            morph(cells, isLarge ? "" : bar.rows.map((length, row) => (length > 0 ? rowOf(length, row, bar.name) : "")).join(""));
            morph(marks, bar.marks);
            if (isLarge) {
                frame ??= crosshair(over, field, { name: (column, row) => bar.name({ row, column }), look, choose });
                frame.suggest(Math.min(8, bar.width - 1), Math.min(4, bar.height - 1));
            } else {
                frame?.destroy();
                frame = null;
            }
        },
        /** Lets what lies over a bite move with it. @param {Square} [bite] */
        lift(bite) {
            for (const one of over.querySelectorAll(".chomp-marks > *, .chomp-cell:focus, .chomp-up")) {
                const [row, column] = one.getAttribute("data-key").split(",").map(Number);
                one.classList.toggle("chomp-up", Boolean(bite && row >= bite.row && column >= bite.column));
            }
        },
        /** Where the keys are, if somebody uses them. @returns {import("./pointing.js").Spot | null} */
        focused() {
            const cell = over.querySelector(".chomp-cell:focus-visible");
            return cell ? spotOf(cell, "keys") : frame?.focused() ?? null;
        },
        destroy() {
            keys.destroy();
            pointer.destroy();
            frame?.destroy();
        },
    };
}

/** @param {number} length @param {number} row @param {(square: Square) => string} name */
function rowOf(length, row, name) {
    const cell = (column) =>
        `<rect class="chomp-cell" role="gridcell" tabindex="-1" data-key="${row},${column}" data-square="${row},${column}" aria-label="${escaped(name({ row, column }))}" x="${MARGIN + column * SIDE + 2}" y="${MARGIN + row * SIDE + 2}" width="${SIDE - 4}" height="${SIDE - 4}" rx="5" fill="transparent"/>`;
    return `<g role="row" data-key="${row}">${Array.from({ length }, (_, column) => cell(column)).join("")}</g>`;
}
