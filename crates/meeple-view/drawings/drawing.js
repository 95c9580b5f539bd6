// What all boards are drawn with: escaping, marks, and outlines of cells.
//
// A board is drawn by a pure function
//
//     draw(picture, { previous, seats, width }) -> SVG as text
//
// that knows no rule: it gets a picture (what lies where) and gives a drawing.
// Colours are CSS variables; marks are the symbols #mark-0 to #mark-8 of marks.svg.

/**
 * @typedef {object} Look
 * @property {string} name who sits there
 * @property {number} mark which shape and colour it has, 0 to 8
 */

/**
 * @typedef {object} Options
 * @property {object} [previous] the picture before the last deal or move
 * @property {Look[]} seats how each seat looks
 * @property {number} width how many pixels there are across
 */

/** Text as it may stand in a drawing. @param {unknown} text */
export function escaped(text) {
    const letters = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
    return String(text).replace(/[&<>"']/g, (letter) => letters[letter]);
}

/** The letters of a column: A to Z, then AA, AB. @param {number} column counted from 0 @returns {string} */
export function columnLetters(column) {
    const before = column < 26 ? "" : columnLetters(Math.floor(column / 26) - 1);
    return before + String.fromCharCode(65 + (column % 26));
}

/** A cell as people name it in every game: D2 is the fourth column, second row. @param {number} column @param {number} row both counted from 0 */
export function cellName(column, row) {
    return columnLetters(column) + (row + 1);
}

/** A whole drawing. @param {number} width @param {number} height @param {string} label @param {string} inside */
export function svg(width, height, label, inside) {
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(label)}">${inside}</svg>`;
}

/** The colour of a mark. @param {number} mark */
export function colour(mark) {
    return `var(--seat-${mark})`;
}

/** A mark, its middle at x, y. @param {number} mark @param {number} x @param {number} y @param {number} size @param {string} [fill] */
export function markAt(mark, x, y, size, fill = colour(mark)) {
    return `<use href="#mark-${mark}" x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}" fill="${fill}"/>`;
}

/** A pattern of marks, one a cell, so that a territory is known without its colour. @param {string} id @param {number} mark @param {number} size */
export function markPattern(id, mark, size) {
    return `<pattern id="${id}" width="1" height="1" patternUnits="userSpaceOnUse">${markAt(mark, 0.5, 0.5, size, "var(--on-seat)")}</pattern>`;
}

/**
 * Cells as one path with rounded joins: along rows and along columns, each run a little smaller
 * than its cells; a stroke of twice `inset` with round joins closes the gaps and rounds the corners.
 * @param {Iterable<[number, number]>} cells column and row
 * @param {number} inset
 */
export function joined(cells, inset) {
    const all = new Set([...cells].map(([column, row]) => row * 1000 + column));
    const has = (column, row) => all.has(row * 1000 + column);
    const runs = [];
    for (const key of all) {
        const [column, row] = [key % 1000, Math.floor(key / 1000)];
        if (!has(column - 1, row)) {
            let length = 1;
            while (has(column + length, row)) length += 1;
            runs.push([column, row, length, 1]);
        }
        if (!has(column, row - 1)) {
            let length = 1;
            while (has(column, row + length)) length += 1;
            if (length > 1) runs.push([column, row, 1, length]);
        }
    }
    const path = ([x, y, w, h]) => {
        const [wide, high] = [round(w - 2 * inset), round(h - 2 * inset)];
        return `M${round(x + inset)} ${round(y + inset)}h${wide}v${high}h${-wide}z`;
    };
    return runs.map(path).join("");
}

/** Cells as full squares. @param {Iterable<[number, number]>} cells */
export function squares(cells) {
    return [...cells].map(([column, row]) => `M${column} ${row}h1v1h-1z`).join("");
}

/** The border of cells: every side behind which there is another thing. @param {[number, number][]} cells */
export function border(cells) {
    const all = new Set(cells.map(([column, row]) => `${column},${row}`));
    const sides = [];
    for (const [x, y] of cells) {
        if (!all.has(`${x},${y - 1}`)) sides.push(`M${x} ${y}h1`);
        if (!all.has(`${x},${y + 1}`)) sides.push(`M${x} ${y + 1}h1`);
        if (!all.has(`${x - 1},${y}`)) sides.push(`M${x} ${y}v1`);
        if (!all.has(`${x + 1},${y}`)) sides.push(`M${x + 1} ${y}v1`);
    }
    return sides.join("");
}

/** Short numbers make short drawings. @param {number} number */
export function round(number) {
    return Math.round(number * 100) / 100;
}
