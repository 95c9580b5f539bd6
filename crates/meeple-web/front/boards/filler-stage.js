// The parts of Filler's board on the page, and how each is drawn.
//
//     ┌────────────────────┐   drawing: the picture
//     │ drawing, over it:  │   still:   where the piece can reach, places that are worth it
//     │ still, moving      │   moving:  the piece in hand, the one that was just laid
//     └────────────────────┘   A pointer that moves draws only the last of them anew.
//       hand, curve
import { draw, layout } from "/drawings/filler.js";
import { morph } from "../morph.js";
import { adviceOf, arrivingOf, ghostOf, HATCH, reachOf } from "./filler-over.js";
import { curveOf, handOf } from "./filler-panel.js";
import { words } from "../words/filler.js";

const PARTS = `<div class="filler-scroll"><div class="filler-surface"><div class="filler-drawing"></div>
<svg class="filler-over" role="group" aria-label="${words.board}">${HATCH}<g class="filler-fixed"></g><g class="filler-moving"></g></svg></div></div>
<div class="filler-hand" role="group" aria-label="${words.hand}"></div><figure class="filler-curve"></figure>`;

/**
 * @typedef {import("./filler-placements.js").Held} Held
 * @typedef {ReturnType<typeof import("./filler-placements.js").placements>} Placements
 */

/** @param {HTMLElement} element */
export function stage(element) {
    element.innerHTML = PARTS;
    const part = (name) => /** @type {HTMLElement} */ (element.querySelector(`.filler-${name}`));
    const [surface, drawing, fixed, moving, hand, curve] = ["surface", "drawing", "fixed", "moving", "hand", "curve"].map(part);
    const over = /** @type {SVGSVGElement} */ (element.querySelector(".filler-over"));
    /** Where the cells are: what is drawn last. */
    let field = { left: 0, top: 0, side: 1, columns: 1, rows: 1 };

    return {
        over,
        field: () => field,
        /** How many pixels a cell has. */
        scale: () => over.getBoundingClientRect().width / over.viewBox.baseVal.width,

        /** @param {import("./filler.js").Scene} scene @param {Placements} places */
        drawBoard({ picture, seats, mine, advice, motion }, places) {
            element.style.setProperty("--columns", String(picture.width));
            element.style.setProperty("--shape", String(picture.width / picture.height));
            element.classList.toggle("filler-calm", !motion);
            element.classList.toggle("filler-mine", mine);
            const { left, top, letters, wide, high } = layout(picture, surface.clientWidth);
            field = { left, top, side: 1, columns: picture.width, rows: picture.height };
            morph(drawing, draw(picture, { seats, width: surface.clientWidth, hand: false }));
            over.setAttribute("viewBox", `0 0 ${wide} ${high}`);
            for (const group of [fixed, moving]) group.setAttribute("transform", `translate(${left} ${top})`);
            morph(fixed, (mine ? reachOf(places.reach(), picture.board) : "") + adviceOf(advice ?? [], places.find, Math.max(0.42, letters * 0.7)));
            morph(curve, curveOf(picture, seats));
        },

        /** @param {import("./filler.js").Scene} scene @param {Held | undefined} held */
        drawGhost({ picture, previous, seats, motion }, held) {
            const isArriving = motion && previous && previous.scores.length < picture.scores.length;
            morph(moving, (isArriving ? arrivingOf(picture) : "") + ghostOf(held, seats[picture.to_move ?? 0].mark));
        },

        /** @param {import("./filler.js").Scene} scene @param {Placements} places @param {Held | undefined} held @param {boolean} isSure */
        drawHand({ picture, seats, mine, moves, advice }, places, held, isSure) {
            const canStop = moves.some(({ kind }) => kind === "stop");
            const stopRank = advice?.findIndex(({ move }) => move === "stop") ?? -1;
            morph(hand, handOf({ picture, seats, mine, count: places.all.length, index: places.indexOf(held), canStop, isSure, stopRank }));
        },

        /** Brings the piece in hand into sight. */
        follow: () => over.querySelector(".filler-ring")?.scrollIntoView({ block: "nearest", inline: "nearest" }),
    };
}
