// Laying Grass: the elements of the board, and how they come to look like a scene and an aim.
//
//     ┌──────────────┐ ┌────┐ [Turn] [Flip]
//     │ meadow,      │ │hand│ [Next] [Lay ]      one cell of the meadow is an element:
//     │ ghost, cursor│ └────┘ cards, players     the cursor, which keys move
//     └──────────────┘
import { definitions, meadow, summary } from "/drawings/grass.js";
import { morph } from "../morph.js";
import { chosen, cursorOf, ghostCells } from "./grass-aim.js";
import { advised, ghost, glow, PATTERNS, preview } from "./grass-ghost.js";
import { actions, cards, extras, hand, players } from "./grass-panel.js";
import { MARGIN } from "./grass-pointer.js";
import { moveOf } from "./grass-table.js";
import { cellWords, refusal } from "../words/grass.js";

/** @typedef {import("./grass-table.js").Table} Table */
/** @typedef {import("./grass-aim.js").Aim} Aim */

/**
 * @typedef {object} Moment what the board looks like now
 * @property {any} scene
 * @property {Table} table
 * @property {Aim} aim
 * @property {boolean} isAsked whether the person may choose
 * @property {boolean} isOver whether a mouse is over the meadow
 */

const SKELETON = `<div class="grass"><div class="grass-frame">
<div class="grass-place" role="application" aria-label="The meadow. Arrow keys move, R turns, F flips, N goes to the next place, Enter lays, Escape lets go.">
<svg class="grass-meadow" aria-hidden="true"><defs>${definitions()}${PATTERNS}</defs><g data-part="meadow"></g><g data-part="glow"></g><g data-part="leaving"></g><g data-part="ghost"></g><g data-part="advice"></g></svg>
<button type="button" class="grass-cursor"></button><p class="grass-why" aria-hidden="true" hidden></p></div>
<div class="grass-side-panel"><section class="grass-hand" data-part="hand" aria-label="The tile in hand"></section>
<div class="grass-actions" data-part="actions" role="group" aria-label="What you can do"></div>
<ol class="grass-cards" data-part="cards" aria-label="The next tiles"></ol>
<div class="grass-extras" data-part="extras"></div>
<table class="grass-players" data-part="players"></table></div></div>
<p class="unseen" role="status" data-part="heard"></p></div>`;

/** Badges of advice are at least so large that they can be read, in pixels. */
const BADGE = 15;
/** Steps in which something on the meadow is aimed at. */
const AIMED = ["lay", "stone", "steal", "remove"];

export class Face {
    /** @param {HTMLElement} element */
    constructor(element) {
        element.innerHTML = SKELETON;
        this.element = element;
        /** @type {SVGSVGElement} */
        this.svg = element.querySelector(".grass-meadow");
        /** @type {HTMLElement} */
        this.cursor = element.querySelector(".grass-cursor");
        /** @type {HTMLElement} */
        this.place = element.querySelector(".grass-place");
        /** @type {HTMLElement} */
        this.why = element.querySelector(".grass-why");
        this.side = 20;
    }

    /** @param {string} name @returns {any} */
    part(name) {
        return this.element.querySelector(`[data-part=${name}]`);
    }

    /** All cells across, with the margins. */
    get across() {
        return this.side + MARGIN.before + MARGIN.behind;
    }

    /** The side of a cell in pixels. */
    get cell() {
        return this.svg.clientWidth / this.across || 24;
    }

    /** The meadow itself, which changes only with the position. @param {any} scene */
    drawMeadow({ picture, seats }) {
        this.side = picture.side;
        this.svg.setAttribute("viewBox", `${-MARGIN.before} ${-MARGIN.before} ${this.across} ${this.across}`);
        morph(this.part("meadow"), meadow(picture, { seats, cell: this.cell }));
        this.place.setAttribute("aria-description", summary(picture));
    }

    /** Everything that depends on the aim. @param {Moment} moment */
    update({ scene, table, aim, isAsked, isOver }) {
        const shown = scene.shown ? moveOf(table, scene.shown) : null;
        const advice = scene.advice ?? [];
        const isResting = !shown && isAsked && !aim.held && !isOver;
        morph(this.part("glow"), isAsked ? glow(table, aim) : "");
        morph(this.part("advice"), advised(table, advice, Math.max(1, BADGE / this.cell)));
        morph(this.part("ghost"), shown ? preview(table, shown) : scene.mine ? ghost(table, aim) : "");
        this.part("ghost").setAttribute("class", isResting ? "resting" : "");
        this.place.classList.toggle("asked", isAsked);
        this.explain(table, isAsked && !shown && (aim.held || isOver) ? aim : null);
        this.moveCursor(table, aim);
        morph(this.part("hand"), hand(table, aim, isAsked));
        this.part("actions").hidden = !scene.mine && (scene.own ?? null) === null;
        morph(this.part("actions"), actions(table, aim, isAsked));
        morph(this.part("cards"), cards(table, aim, isAsked, advice));
        morph(this.part("extras"), extras(table, aim, isAsked));
        morph(this.part("players"), players(table, scene.own ?? null));
    }

    /** Why the ghost cannot lie there, beside it. @param {Table} table @param {Aim | null} aim */
    explain(table, aim) {
        const isRefused = aim !== null && AIMED.includes(aim.step) && !chosen(table, aim);
        this.why.hidden = !isRefused;
        if (!isRefused) return;
        this.why.textContent = refusal(table, aim).sentence;
        const rows = (aim.step === "lay" ? ghostCells(table, aim) : [aim.target]).map(([, row]) => row);
        const isAbove = Math.max(...rows) + 1 > this.side * 0.72;
        const row = isAbove ? Math.min(...rows) - 0.3 : Math.max(...rows) + 1.3;
        const middle = (cursorOf(table, aim)[0] + 0.5 + MARGIN.before) / this.across;
        this.why.classList.toggle("above", isAbove);
        this.why.style.top = `${((row + MARGIN.before) / this.across) * 100}%`;
        this.why.style.left = `${Math.max(0.28, Math.min(0.72, middle)) * 100}%`;
    }

    /** @param {Table} table @param {Aim} aim */
    moveCursor(table, aim) {
        const [column, row] = cursorOf(table, aim);
        const unit = 100 / this.across;
        Object.assign(this.cursor.style, { left: `${(column + MARGIN.before) * unit}%`, top: `${(row + MARGIN.before) * unit}%`, width: `${unit}%`, height: `${unit}%` });
        this.cursor.setAttribute("aria-label", cellWords(table, [column, row]));
    }

    /** Reads out what is under the cursor. @param {Table} table @param {Aim} aim */
    readOut(table, aim) {
        this.part("heard").textContent = cellWords(table, cursorOf(table, aim));
    }
}
