// Filler's editor: cells are painted, the piece is drawn, the rest is a few fields.
//
//     Paint (● First) (■ Second) (Empty)    Columns [20]  Rows [15]
//     ┌──────────────┐   ┌─────┐  To lay (●) (■)
//     │ the map      │   │piece│  Stuck [ ] [ ]
//     └──────────────┘   └─────┘
import { draw, layout, OWNED, pieceShape } from "/drawings/filler.js";
import { svg } from "/drawings/drawing.js";
import { morph } from "../morph.js";
import { painter } from "../boards/filler-painter.js";
import { editedOf, painted, resized, textOf } from "../boards/filler-position.js";
import { words } from "../words/filler.js";
import { fieldsOf, pieceFieldsOf } from "../boards/filler-fields.js";

/** What each colour paints: seat 0, seat 1, nothing. */
const LETTERS = ["@", "$", "."];
const SEATS = words.players.map((name, mark) => ({ name, mark }));
const PARTS = '<form class="editor-fields"></form><div class="filler-map"></div><form class="filler-piece-fields"></form><div class="filler-piece-grid"></div>';

/** @param {HTMLElement} element @param {{ change(text: string): void }} hooks */
export function mount(element, { change }) {
    element.classList.add("filler-editor");
    element.innerHTML = PARTS;
    const [form, mapPlace, pieceForm, piecePlace] = /** @type {HTMLElement[]} */ ([...element.children]);
    /** @type {import("../boards/filler-position.js").Edited} */
    let edited = { board: ["."], turn: 0, piece: { width: 3, height: 3, rows: ["...", "...", "..."] }, stuck: [], rest: {} };
    let colour = 0;
    /** What the stroke over the piece does: fill or rub out. */
    let fills = true;

    const done = () => change(textOf(edited));
    const map = painter(mapPlace, {
        label: words.edited,
        name: (column, row) => words.cell(column, row, words.paints[colourOf(edited.board[row][column])]),
        stroke(cells) {
            edited = { ...edited, board: painted(edited.board, cells, LETTERS[colour]) };
            renderMap();
        },
        done,
    });
    const piece = painter(piecePlace, {
        label: words.pieceInHand,
        name: (column, row) => words.pieceCell(column, row, edited.piece.rows[row][column] === "O"),
        stroke(cells, which) {
            const { rows } = edited.piece;
            const [[column, row]] = cells;
            if (which === "first") fills = rows[row][column] !== "O";
            edited = { ...edited, piece: { ...edited.piece, rows: painted(rows, cells, fills ? "O" : ".") } };
            renderPiece();
        },
        done,
    });

    function renderMap() {
        const picture = pictureOf(edited.board);
        sizeUp(mapPlace, picture.width, picture.height);
        const { left, top } = layout(picture, map.width());
        map.show({ columns: picture.width, rows: picture.height, left, top }, draw(picture, { seats: SEATS, width: map.width(), hand: false }));
    }

    function renderPiece() {
        const { width, height } = edited.piece;
        sizeUp(piecePlace, width, height);
        const lines = `<path d="${linesOf(width, height)}" stroke="var(--line)" stroke-width=".05"/>`;
        const inside = `<rect x=".1" y=".1" width="${width}" height="${height}" fill="var(--surface)"/><g transform="translate(.1 .1)">${lines}${pieceShape(edited.piece, edited.turn)}</g>`;
        piece.show({ columns: width, rows: height, left: 0.1, top: 0.1 }, svg(width + 0.2, height + 0.2, words.pieceInHand, inside));
    }

    function render() {
        morph(form, fieldsOf(edited, colour));
        morph(pieceForm, pieceFieldsOf(edited.piece));
        renderMap();
        renderPiece();
    }

    /** @param {Partial<import("../boards/filler-position.js").Edited>} now */
    function edit(now) {
        edited = { ...edited, ...now };
        render();
        done();
    }

    const fields = {
        colour: ({ value }) => (colour = Number(value)),
        turn: ({ value }) => edit({ turn: Number(value) }),
        stuck: () => edit({ stuck: [...form.querySelectorAll("[name=stuck]:checked")].map((box) => Number(/** @type {HTMLInputElement} */ (box).value)) }),
        columns: ({ value }) => edit({ board: resized(edited.board, Number(value), edited.board.length) }),
        rows: ({ value }) => edit({ board: resized(edited.board, edited.board[0].length, Number(value)) }),
        pieceColumns: ({ value }) => reshape(Number(value), edited.piece.height),
        pieceRows: ({ value }) => reshape(edited.piece.width, Number(value)),
    };

    function reshape(width, height) {
        edit({ piece: { width, height, rows: resized(edited.piece.rows, width, height) } });
    }

    function field({ target }) {
        const isNumber = target.type === "number";
        if (isNumber && !(target.validity.valid && target.value)) target.value = target.getAttribute("value");
        else fields[target.name](target);
    }

    for (const one of [form, pieceForm]) {
        one.addEventListener("change", field);
        one.addEventListener("submit", (event) => event.preventDefault());
    }
    pieceForm.addEventListener("click", ({ target }) => {
        const { width, height } = edited.piece;
        if (/** @type {Element} */ (target).closest("[data-do=rub-out]")) edit({ piece: { width, height, rows: resized([], width, height) } });
    });
    let width = 0;
    const sized = new ResizeObserver(() => {
        if (element.clientWidth !== width) renderMap();
        width = element.clientWidth;
    });
    sized.observe(element);
    return {
        /** @param {{ position: string, picture: any, to_move: number | null }} position */
        show(position) {
            const now = editedOf(position);
            // What comes back is mostly what was sent, and must not end a stroke.
            if (textOf(now) === textOf(edited) || map.isBusy() || piece.isBusy()) return;
            edited = now;
            render();
        },
        destroy() {
            sized.disconnect();
            map.destroy();
            piece.destroy();
            element.replaceChildren();
        },
    };
}

/** @param {string} letter */
function colourOf(letter) {
    const seat = OWNED.findIndex((letters) => letters.includes(letter));
    return seat < 0 ? 2 : seat;
}

/** As much of a picture as the drawing of a map needs. @param {string[]} board */
function pictureOf(board) {
    const owned = (seat) => board.reduce((sum, line) => sum + [...line].filter((letter) => OWNED[seat].includes(letter)).length, 0);
    return { width: board[0].length, height: board.length, board, seats: SEATS.map(({ name }, seat) => ({ name, cells: owned(seat) })) };
}

function sizeUp(place, width, height) {
    place.style.setProperty("--columns", String(width));
    place.style.setProperty("--shape", String(width / height));
}

function linesOf(width, height) {
    const down = Array.from({ length: width + 1 }, (_, column) => `M${column} 0V${height}`);
    const across = Array.from({ length: height + 1 }, (_, row) => `M0 ${row}H${width}`);
    return [...down, ...across].join("");
}
