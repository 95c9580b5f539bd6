// What Filler's board and editor say.
import { cellName } from "/drawings/drawing.js";

const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

export const words = {
    // What a place means.
    /** @param {{ cells: [number, number][], overlap?: [number, number] }} held @param {string} [judged] */
    gains: ({ cells, overlap }, judged) =>
        `Gains ${counted(cells.length - 1, "cell")}, joined at ${cellName(...overlap)}${judged ? `; ${judged}` : ""}.`,
    tapAgain: "Tap it again to place it.",
    off: "Part of the piece would be off the board.",
    hangsOut: "The piece's rectangle would not fit on the board.",
    /** @param {[number, number]} cell @param {string} name */
    taken: (cell, name) => `${cellName(...cell)} belongs to ${name}.`,
    overlaps: (count) => `The piece would cover ${count === 0 ? "none" : count} of your cells; it must cover exactly one.`,

    // What is under the frame.
    cell: (column, row, what) => `${cellName(column, row)}, ${what}`,
    empty: "empty",
    of: (name) => `${name}'s`,
    latestOf: (name) => `${name}'s latest piece`,
    piece: ({ width, height, cells, rows }) => `A piece of ${counted(cells, "cell")}, ${width} by ${height}: ${rows.map((line) => [...line].map((letter) => (letter === "O" ? "filled" : "empty")).join(" ")).join("; ")}`,

    // The hand.
    board: "The board. Arrow keys move over it, N goes to the next place, Enter places the piece.",
    hand: "Piece in hand",
    ofOther: (name) => `${name}'s piece`,
    fits: (count) => (count === 0 ? "fits nowhere" : `fits in ${counted(count, "place")}`),
    place: (index, count) => `${index + 1} of ${count}`,
    next: "Next place (N)",
    previous: "Previous place (Shift+N)",
    lay: "Place it",
    layHint: "Choose a place on the board first.",
    stop: "Stop",
    stopOnly: "No room: finish",
    stopSure: "Stop for good",
    stopMeans: "You will place no more pieces in this game. Press again to stop.",
    noPiece: "No piece in hand.",

    // The curve.
    curve: (names, scores) => `Score: ${names.map((name, seat) => `${name} ${scores[seat]}`).join(", ")}`,
    scoring: { cells: "Cells", pieces: "Pieces" },

    // The editor.
    paint: "Paint",
    paints: ["First", "Second", "Empty"],
    players: ["First player", "Second player"],
    columns: "Columns",
    rows: "Rows",
    turn: "To move",
    stuck: "Stuck",
    pieceInHand: "Piece in hand",
    pieceHelp: "Click or tap cells to fill them. An empty grid means that the piece is still to come.",
    pieceCell: (column, row, isFilled) => `piece, ${cellName(column, row)}, ${isFilled ? "filled" : "empty"}`,
    rubOut: "No piece",
    help: "Click, tap or drag over cells to paint them.",
    edited: "The map. Arrow keys move over it, Enter paints a cell.",
};
