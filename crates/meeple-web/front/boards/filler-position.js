// A Filler position as its text, and as what an editor changes.
//
//     board=..../.a../$... turn=1 piece=1x2:O/O stuck=none placed=1,0 margins=overhang score=cells
//
// What the editor does not show (pieces laid, options) goes through as it is.

/**
 * @typedef {object} Piece
 * @property {number} width
 * @property {number} height
 * @property {string[]} rows `O` is filled
 *
 * @typedef {object} Edited
 * @property {string[]} board
 * @property {number} turn
 * @property {Piece} piece without a filled cell: none is in hand
 * @property {number[]} stuck seats
 * @property {Record<string, string>} rest
 */

const NO_PIECE = { width: 3, height: 3, rows: ["...", "...", "..."] };
const REST = { placed: "0,0", margins: "overhang", score: "cells" };

/** @param {{ position: string, picture: any, to_move: number | null }} position @returns {Edited} */
export function editedOf({ position, picture, to_move: toMove }) {
    const pairs = position.split(" ").filter((word) => word.includes("=")).map((word) => /** @type {[string, string]} */ (word.split("=", 2)));
    const { board, turn, piece, stuck, ...rest } = Object.fromEntries(pairs);
    return {
        board: board ? board.split("/") : picture.board,
        turn: Number(turn ?? toMove ?? 0),
        piece: piece ? pieceOf(piece) : picture.piece ?? NO_PIECE,
        stuck: (stuck ?? "none").split(",").filter((seat) => seat !== "none").map(Number),
        rest: { ...REST, ...rest },
    };
}

/** @param {Edited} edited */
export function textOf({ board, turn, piece, stuck, rest }) {
    const { placed, margins, score, ...more } = rest;
    const hasPiece = piece.rows.some((line) => line.includes("O"));
    const words = {
        board: board.join("/"),
        turn,
        ...(hasPiece ? { piece: `${piece.width}x${piece.height}:${piece.rows.join("/")}` } : {}),
        stuck: stuck.length > 0 ? stuck.join(",") : "none",
        placed,
        margins,
        score,
        ...more,
    };
    return Object.entries(words).map(([key, value]) => `${key}=${value}`).join(" ");
}

/** Rows with some cells changed. @param {string[]} rows @param {[number, number][]} cells @param {string} letter */
export function painted(rows, cells, letter) {
    const copy = [...rows];
    for (const [column, row] of cells) copy[row] = copy[row].slice(0, column) + letter + copy[row].slice(column + 1);
    return copy;
}

/** Rows of another size; what is new is empty. @param {string[]} rows @param {number} width @param {number} height */
export function resized(rows, width, height) {
    return Array.from({ length: height }, (_, row) => (rows[row] ?? "").slice(0, width).padEnd(width, "."));
}

/** @param {string} text such as 3x2:.O./OOO @returns {Piece} */
function pieceOf(text) {
    const [size, cells] = text.split(":");
    const [width, height] = size.split("x").map(Number);
    return { width, height, rows: cells.split("/") };
}
