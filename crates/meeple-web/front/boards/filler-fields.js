// The fields of Filler's editor, as text of HTML.
//
//     Paint (● First player) (■ Second player) (Empty)   Columns [20]  Rows [15]
//     To move (●) (■)   Stuck [ ] ● [ ] ■                  Piece: Columns [3]  Rows [2]  [No piece]
import { words } from "../words/filler.js";

/** The longest side of a board and of a piece. */
const MOST = 256;

/** @param {import("./filler-position.js").Edited} edited @param {number} colour which one is painted with */
export function fieldsOf({ board, turn, stuck }, colour) {
    const paint = words.paints.map((name, index) => choice("colour", index, index === colour, name)).join("");
    const toLay = words.players.map((name, seat) => choice("turn", seat, seat === turn, name)).join("");
    const isStuck = words.players.map((name, seat) => `<label class="editor-check"><input type="checkbox" name="stuck" value="${seat}"${stuck.includes(seat) ? " checked" : ""}>${mark(seat)}${name}</label>`).join("");
    return `${group(words.paint, paint)}${size("columns", words.columns, board[0].length, MOST)}${size("rows", words.rows, board.length, MOST)}`
        + `${group(words.turn, toLay)}<fieldset class="editor-checks"><legend>${words.stuck}</legend>${isStuck}</fieldset><p class="quiet editor-help">${words.help}</p>`;
}

/** @param {import("./filler-position.js").Piece} piece */
export function pieceFieldsOf({ width, height }) {
    return `<h3>${words.pieceInHand}</h3>${size("pieceColumns", words.columns, width, MOST)}${size("pieceRows", words.rows, height, MOST)}`
        + `<button type="button" class="button" data-do="rub-out">${words.rubOut}</button><p class="quiet editor-help">${words.pieceHelp}</p>`;
}

function group(legend, parts) {
    return `<fieldset class="choice"><legend>${legend}</legend><div class="parts">${parts}</div></fieldset>`;
}

function choice(name, value, isChosen, label) {
    return `<label><input type="radio" name="${name}" value="${value}"${isChosen ? " checked" : ""}><span>${value < 2 ? mark(value) : ""}${label}</span></label>`;
}

function size(name, label, value, most) {
    return `<label class="field editor-size"><span>${label}</span><input type="number" name="${name}" min="1" max="${most}" step="1" value="${value}"></label>`;
}

function mark(seat) {
    return `<svg class="mark seat-${seat}" viewBox="0 0 10 10" aria-hidden="true"><use href="#mark-${seat}"/></svg>`;
}
