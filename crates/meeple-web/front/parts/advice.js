// The best moves of a position, each a button: hovering over one shows it on the board, choosing it plays it.
//
//     1  blue from factory 2 to line 3     +3.1 points   62 %
//        ▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▱▱▱▱▱▱▱▱▱▱▱▱▱
//        Completes line 3 for 2 points.
//        then  red from factory 1 to line 2 · black from factory 4 to line 5
import { escaped } from "/drawings/drawing.js";
import { capital, gradeSign, percent, worth, count } from "./study-figures.js";
import { words } from "../words.js";

/** @typedef {import("./study-course.js").Advised} Advised */

/** The maximum number of moves of a line, counting the move itself. */
const MAX_LINE_MOVES = 5;

/**
 * @param {Advised[]} moves the best first
 * @param {{ unit: string, played?: string | null, label: string, actionLabel?: string }} how `played`: the move that was made, marked in the list; `actionLabel`: what choosing a move does, for screen readers
 */
export function adviceList(moves, { unit, played = null, label, actionLabel = "" }) {
    const lines = moves.map((advised, index) => `<li data-key="${escaped(advised.move)}">
        <button type="button" class="advised${advised.move === played ? " played" : ""}" data-advised="${escaped(advised.move)}">
            <span class="advised-rank">${index + 1}</span>
            <span class="advised-move">${visuallyHidden(actionLabel)}${escaped(advised.name)}${signOf(advised)}</span>
            <span class="advised-worth">${escaped(worth(advised, unit))}</span>
            <span class="advised-chance">${percent(advised.chance)}${visuallyHidden(words.study.chance)}</span>
            ${bar(advised.chance)}
            ${more(advised)}
        </button></li>`);
    return `<ol class="advice" aria-label="${escaped(label)}">${lines.join("")}</ol>`;
}

/** A chance as a thin bar. @param {number} chance */
export function bar(chance) {
    return `<svg class="advised-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="bar-rest" width="100" height="6"/><rect class="bar-part" width="${Math.round(chance * 100)}" height="6"/></svg>`;
}

/** @param {Advised} advised */
function signOf({ grade }) {
    const sign = grade ? gradeSign(grade) : "";
    return sign ? ` <span class="grade ${grade}" title="${escaped(words.study.grades[grade])}">${sign}</span>` : "";
}

/** The reasons, the expected continuation, and how often the move was tried. @param {Advised} advised */
function more({ reasons, line_names: line, visits }) {
    const parts = [
        reasons.length ? `<span class="advised-reasons">${escaped(capital(reasons.join(", ")))}.</span>` : "",
        line.length > 1 ? `<span class="advised-line"><span class="quiet">${escaped(words.study.then)}</span> ${line.slice(1, MAX_LINE_MOVES).map(escaped).join(" · ")}${line.length > MAX_LINE_MOVES ? " …" : ""}</span>` : "",
        visits ? `<span class="advised-line">${escaped(words.study.tried(count(visits)))}</span>` : "",
    ];
    return parts.join("");
}

/** Text for screen readers. @param {string} text */
function visuallyHidden(text) {
    return text && `<span class="unseen"> ${escaped(text)} </span>`;
}

/** The best moves for the board, in order, each with a short label. @param {Advised[]} moves @param {number} [most] */
export function movesForBoard(moves, most = 3) {
    return moves.slice(0, most).map(({ move, value, chance, grade }) => ({ move, value, chance, grade, label: percent(chance) }));
}

/**
 * Reports the hovered or focused move, and the chosen one; `point` gets null when none is hovered or focused any more.
 * @param {HTMLElement} element @param {{ point: (move: string | null, button: HTMLElement | null) => void, choose: (move: string, button: HTMLElement) => void }} hooks
 */
export function listenToAdvice(element, { point, choose }) {
    /** @param {EventTarget} target @returns {HTMLElement | null} */
    const buttonOf = (target) => /** @type {Element} */ (target)?.closest?.("[data-advised]");
    const onEnter = ({ target }) => {
        const button = buttonOf(target);
        if (button) point(button.dataset.advised, button);
    };
    const onLeave = ({ target, relatedTarget }) => {
        if (buttonOf(target) && !buttonOf(relatedTarget)) point(null, null);
    };
    element.addEventListener("pointerover", onEnter);
    element.addEventListener("focusin", onEnter);
    element.addEventListener("pointerout", onLeave);
    element.addEventListener("focusout", onLeave);
    element.addEventListener("click", ({ target }) => {
        const button = buttonOf(target);
        if (button) choose(button.dataset.advised, button);
    });
}
