// Who wins after which bite, laid over the bar.
//
//     ┌────┐ ┌────┐ ┌────┐
//     │✓ 11│ │ ✗  │ │ 62%│    wins with the plies until then, the first of them filled;
//     └────┘ └────┘ └────┘    losses pale; where nobody knows, how likely a win is
import { escaped } from "/drawings/drawing.js";
import { MARGIN, SIDE } from "/drawings/chomp.js";

/** @typedef {{ move: string, value?: number, chance: number, grade?: string, label?: string }} Advised */

/** @param {Advised[]} advice the best first @returns {string} SVG in the units of the bar */
export function adviceMarks(advice) {
    return advice.map(markOf).join("");
}

/** @param {Advised} advised @param {number} rank */
function markOf({ move, chance, label = "" }, rank) {
    const [row, column] = move.split(",").map(Number);
    const at = `data-key="${escaped(move)}" transform="translate(${MARGIN + column * SIDE} ${MARGIN + row * SIDE})"`;
    const plies = /\d+/.exec(label)?.[0] ?? "";
    if (chance >= 1) return `<g class="chomp-wins${rank === 0 ? " chomp-best" : ""}" ${at}>${pill(plies, CHECK)}</g>`;
    if (chance <= 0) return `<g class="chomp-loses" ${at}><rect x="1.5" y="1.5" width="37" height="37" rx="5.5"/>${CROSS}</g>`;
    return `<g class="chomp-unsure" ${at}>${pill(`${Math.round(chance * 100)}%`, "")}</g>`;
}

const CHECK = '<path class="chomp-check" d="M-3.6.2-1 2.8 3.8-3"/>';
const CROSS = '<path class="chomp-cross" d="M16 16l8 8M24 16l-8 8"/>';

/** A sign and a number beside each other, in the middle of a square. @param {string} number @param {string} sign */
function pill(number, sign) {
    const letters = number.length * 6.6;
    const inside = (sign ? 9 : 0) + letters + (sign && number ? 2 : 0);
    const wide = Math.max(18, Math.min(38, inside + 9));
    const start = 20 - inside / 2;
    return `<rect x="${20 - wide / 2}" y="11" width="${wide}" height="18" rx="9"/>`
        + (sign ? `<g transform="translate(${start + 4.5} 20)">${sign}</g>` : "")
        + (number ? `<text x="${start + inside - letters / 2}" y="24" font-size="11">${escaped(number)}</text>` : "");
}
