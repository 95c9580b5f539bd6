// Small things that Azul's board is covered with: what can be pressed, pills, ranks, lit cells.
//
//     (↓1 −1)   what falls and costs       ①  the best move       (① +4.2)  with its label
import { onWall } from "/drawings/azul.js";
import { escaped, round } from "/drawings/drawing.js";

/** Attributes of something that can be pressed. @param {string} key @param {string} name @param {boolean} isOpen whether it may be chosen now @param {string} [more] */
export function pressable(key, name, isOpen, more = "") {
    return `data-key="${key}" data-do="${key}" class="azul-stop${isOpen ? " azul-open" : ""}" role="button" tabindex="-1"${isOpen ? "" : ' aria-disabled="true"'} aria-label="${escaped(name)}"${more}`;
}

/** Something that can only be looked at. @param {string} key @param {string} name @param {import("/drawings/azul.js").Box} box */
export function seen(key, name, { x, y, width, height }) {
    return `<rect data-key="${key}" class="azul-stop" role="img" tabindex="-1" aria-label="${escaped(name)}" x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="10"/>`;
}

/** A square as the data of a path. @param {number} x @param {number} y @param {number} width @param {number} height */
export const rect = (x, y, width, height) => `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`;

/** A cell of the wall that counts just now. @param {number} row @param {number} column */
export function lit(row, column) {
    const { x, y } = onWall(row, column);
    return `<rect class="azul-lit" x="${x - 2}" y="${y - 2}" width="44" height="44" rx="7"/>`;
}

/** A few letters on a rounded ground. @param {number} x @param {number} y @param {string} text @param {string} className */
export function pill(x, y, text, className) {
    const wide = Math.max(22, 12 + 8.6 * text.length);
    return `<g class="${className}"><rect x="${round(x - wide / 2)}" y="${round(y - 11)}" width="${round(wide)}" height="22" rx="11"/><text x="${round(x)}" y="${round(y + 5)}" font-size="15">${escaped(text)}</text></g>`;
}

/** A rank among the advice. @param {number} x @param {number} y @param {number} rank */
export function rankAt(x, y, rank) {
    return `<g class="azul-rank azul-rank-${rank}"><circle cx="${round(x)}" cy="${round(y)}" r="10"/><text x="${round(x)}" y="${round(y + 5)}" font-size="14">${rank}</text></g>`;
}

/**
 * Ranks with their labels beside each other, if there is room.
 * @param {import("./azul-choices.js").Ranked[]} advised @param {number} at @param {number} y
 * @param {"end" | "middle"} [anchor] which part of them is at `at`
 */
export function advicePills(advised, at, y, anchor = "end") {
    const widths = advised.map(({ label }) => (label ? 30 + 7.6 * label.length : 20));
    const total = widths.reduce((sum, wide) => sum + wide + 3, 0);
    let x = Math.max(4, at - (anchor === "end" ? total : total / 2));
    return advised.map(({ rank, label }, index) => {
        const start = x;
        x += widths[index] + 3;
        const words = label ? `<text class="azul-label" x="${round(start + 22)}" y="${round(y + 4.5)}" font-size="13">${escaped(label)}</text>` : "";
        return `<g class="azul-rank azul-rank-${rank}"><rect x="${round(start)}" y="${round(y - 10)}" width="${round(widths[index])}" height="20" rx="10"/><text x="${round(start + 10.5)}" y="${round(y + 5)}" font-size="14">${rank}</text>${words}</g>`;
    }).join("");
}
