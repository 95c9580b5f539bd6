// Mouse and finger on a board of cells that is one drawing.
//
//     hover ──► look({ column, row, x, y })      a finger: the first tap looks,
//     click ──► choose(the same)                 the second one at the same place chooses
//
// A board of ten thousand cells has no element for each; where the pointer is says which one it is.

/**
 * @typedef {object} Field where the cells lie, in the units of the drawing
 * @property {number} left
 * @property {number} top
 * @property {number} side of a cell
 * @property {number} columns
 * @property {number} rows
 */

/**
 * @typedef {object} Spot a cell, and where exactly in the field the pointer is, counted in cells
 * @property {number} column
 * @property {number} row
 * @property {number} x
 * @property {number} y
 * @property {"mouse" | "touch" | "keys"} by
 */

/**
 * @param {SVGSVGElement} svg a drawing that fills its element; its viewBox has the units of the field
 * @param {() => Field} field
 * @param {{ look(spot: Spot | null): void, choose(spot: Spot): void }} hooks
 * @returns {{ destroy(): void }}
 */
export function pointing(svg, field, { look, choose }) {
    let by = /** @type {"mouse" | "touch"} */ ("mouse");

    const listeners = {
        pointerdown(event) {
            by = event.pointerType === "touch" ? "touch" : "mouse";
        },
        pointermove(event) {
            // A finger that moves scrolls; only a tap means a cell.
            if (event.pointerType === "touch") return;
            by = "mouse";
            look(spotAt(svg, field(), event, by));
        },
        pointerleave(event) {
            if (event.pointerType !== "touch") look(null);
        },
        click(event) {
            const spot = spotAt(svg, field(), event, by);
            if (spot) choose(spot);
            else look(null);
        },
    };
    for (const [name, listener] of Object.entries(listeners)) svg.addEventListener(name, listener);
    return {
        destroy() {
            for (const [name, listener] of Object.entries(listeners)) svg.removeEventListener(name, listener);
        },
    };
}

/**
 * The cell under a pointer.
 * @param {SVGSVGElement} svg @param {Field} field @param {{ clientX: number, clientY: number }} event @param {"mouse" | "touch"} by
 * @returns {Spot | null}
 */
export function spotAt(svg, { left, top, side, columns, rows }, { clientX, clientY }, by) {
    const box = svg.getBoundingClientRect();
    const scale = svg.viewBox.baseVal.width / box.width;
    const [x, y] = [((clientX - box.left) * scale - left) / side, ((clientY - box.top) * scale - top) / side];
    const [column, row] = [Math.floor(x), Math.floor(y)];
    return column >= 0 && row >= 0 && column < columns && row < rows ? { column, row, x, y, by } : null;
}
