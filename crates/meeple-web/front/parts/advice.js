// The best moves of a position, each a button: pointing at one shows it on the board, choosing it plays it.
//
//     1  blue from factory 2 to line 3     +3.1 points   62 %
//        ▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▱▱▱▱▱▱▱▱▱▱▱▱▱
//        Completes line 3 for 2 points.
//        then  red from factory 1 to line 2 · black from factory 4 to line 5
import { escaped } from "/drawings/drawing.js";
import { capital, gradeSign, percent, worth, count } from "./study-figures.js";
import { words } from "../words.js";

/** @typedef {import("./study-course.js").Advised} Advised */

/** How many moves of a line are shown. */
const LINE = 5;

/**
 * @param {Advised[]} moves the best first
 * @param {{ unit: string, played?: string | null, label: string, does?: string }} how `played`: the move that was made, said so; `does`: what choosing one does, for those who hear it
 */
export function adviceList(moves, { unit, played = null, label, does = "" }) {
    const lines = moves.map((advised, index) => `<li data-key="${escaped(advised.move)}">
        <button type="button" class="advised${advised.move === played ? " played" : ""}" data-advised="${escaped(advised.move)}">
            <span class="advised-rank">${index + 1}</span>
            <span class="advised-move">${unseen(does)}${escaped(advised.name)}${signOf(advised)}</span>
            <span class="advised-worth">${escaped(worth(advised, unit))}</span>
            <span class="advised-chance">${percent(advised.chance)}${unseen(words.study.chance)}</span>
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

/** Reasons, what is expected to follow, how often it was tried. @param {Advised} advised */
function more({ reasons, line_names: line, visits }) {
    const parts = [
        reasons.length ? `<span class="advised-reasons">${escaped(capital(reasons.join(", ")))}.</span>` : "",
        line.length > 1 ? `<span class="advised-line"><span class="quiet">${escaped(words.study.then)}</span> ${line.slice(1, LINE).map(escaped).join(" · ")}${line.length > LINE ? " …" : ""}</span>` : "",
        visits ? `<span class="advised-line">${escaped(words.study.tried(count(visits)))}</span>` : "",
    ];
    return parts.join("");
}

/** Words for those who hear the list. @param {string} text */
function unseen(text) {
    return text && `<span class="unseen"> ${escaped(text)} </span>`;
}

/** Moves as the board shows them: with their rank and a short label. @param {Advised[]} moves @param {number} [most] */
export function onBoard(moves, most = 3) {
    return moves.slice(0, most).map(({ move, value, chance, grade }) => ({ move, value, chance, grade, label: percent(chance) }));
}

/**
 * Lets a list be pointed at: `point` gets the move under the pointer or the focus, or null.
 * @param {HTMLElement} element @param {{ point: (move: string | null, button: HTMLElement | null) => void, choose: (move: string, button: HTMLElement) => void }} hooks
 */
export function listenToAdvice(element, { point, choose }) {
    /** @param {EventTarget} target @returns {HTMLElement | null} */
    const buttonOf = (target) => /** @type {Element} */ (target)?.closest?.("[data-advised]");
    const come = ({ target }) => {
        const button = buttonOf(target);
        if (button) point(button.dataset.advised, button);
    };
    const leave = ({ target, relatedTarget }) => {
        if (buttonOf(target) && !buttonOf(relatedTarget)) point(null, null);
    };
    element.addEventListener("pointerover", come);
    element.addEventListener("focusin", come);
    element.addEventListener("pointerout", leave);
    element.addEventListener("focusout", leave);
    element.addEventListener("click", ({ target }) => {
        const button = buttonOf(target);
        if (button) choose(button.dataset.advised, button);
    });
}
