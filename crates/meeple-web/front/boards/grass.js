// Laying Grass to be played on: the meadow, the tile in hand as a ghost over it, the next tiles.
//
//     hover, tap or arrows ──► the ghost goes there      click, second tap or Enter ──► it is laid
//     R turns, F flips, N goes to the next place         a card, twice ──► exchanged for a coupon
//
// `grass-table.js` knows what may be done, `grass-aim.js` what is about to be chosen, and
// `grass-face.js` shows it; this file listens. It knows no rule: what may be laid is in the moves.
import { roving } from "./roving.js";
import { atRest, begun, chosen, cursorOf, ghostCells, gone, jumped, laidNear, onBoard, pointed, targetedNear, turned } from "./grass-aim.js";
import { Face } from "./grass-face.js";
import { arrive } from "./grass-motion.js";
import { pointer } from "./grass-pointer.js";
import { isSame, tableOf } from "./grass-table.js";
import { noCoupon, refusal, told } from "../words/grass.js";

/** @typedef {import("./grass-table.js").Cell} Cell */
/** @typedef {import("./grass-aim.js").Aim} Aim */
/** @typedef {{ play(move: string): void, say(text: string): void, sound(name: string): void }} Hooks */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** How long a pointer rests before it is said what would happen, in milliseconds. */
const PAUSE = 140;
const NOTHING = /** @type {any} */ ({ side: 20, board: [], open_to: [], tiles: [], next: [], seats: [] });

/** @param {HTMLElement} element @param {Hooks} hooks */
export function mount(element, hooks) {
    const board = new Board(element, hooks);
    return { show: (scene) => board.show(scene), destroy: () => board.destroy() };
}

/** The same position may be told again, for a clock or a seat; what is aimed at stays then. */
function isOther(picture, before) {
    return picture !== before && JSON.stringify(picture) !== JSON.stringify(before);
}

class Board {
    /** @param {HTMLElement} element @param {Hooks} hooks */
    constructor(element, hooks) {
        this.element = element;
        this.hooks = hooks;
        this.face = new Face(element);
        /** @type {any} */
        this.scene = null;
        this.table = tableOf(NOTHING, [], []);
        this.aim = atRest(NOTHING.side);
        this.isOver = false; // a mouse is over the meadow
        this.isSent = false; // the move was made, and the server has not answered
        this.timer = 0;
        this.listen();
    }

    /** @param {any} scene as the contract of boards has it */
    show(scene) {
        const before = this.scene;
        const isFresh = !before || isOther(scene.picture, before.picture);
        this.scene = scene;
        if (isFresh || scene.moves !== before.moves) this.table = tableOf(scene.picture, scene.seats, scene.moves ?? []);
        if (isFresh) {
            this.face.drawMeadow(scene);
            if (before && scene.motion) arrive(this.face.svg, this.face.part("leaving"), this.table, scene.previous);
        }
        if (!scene.mine) this.aim = onBoard(this.table, { ...this.aim, step: "rest", held: false });
        else if (isFresh || this.isSent || this.aim.step === "rest") this.begin();
        this.isSent = false;
        this.update();
    }

    /** The person is asked: the ghost waits where it could lie, or where the mouse is. */
    begin() {
        const at = cursorOf(this.table, this.aim);
        this.aim = begun(this.table, onBoard(this.table, this.aim));
        if (this.isOver) this.aim = pointed(this.table, this.aim, at);
    }

    get isAsked() {
        return Boolean(this.scene?.mine) && this.aim.step !== "rest" && !this.isSent;
    }

    update() {
        this.face.update(this);
    }

    /** What is said: at once, or when the pointer rests. @param {string} text @param {number} [after] */
    say(text, after = 0) {
        clearTimeout(this.timer);
        if (after === 0) this.hooks.say(text);
        else this.timer = window.setTimeout(() => this.hooks.say(text), after);
    }

    /** The aim has moved, and it is said what that means. @param {Aim} aim @param {{ after?: number, aloud?: boolean }} [how] aloud: by keys, perhaps unseen */
    move(aim, { after = 0, aloud = false } = {}) {
        this.aim = aim;
        this.update();
        if (aloud) this.face.readOut(this.table, aim);
        if (!this.isAsked) return;
        const legal = chosen(this.table, aim);
        // Why it cannot lie there is seen beside the ghost; who moves it by keys hears it as well.
        if (legal) this.say(told(this.table, legal), after);
        else this.say(aloud ? refusal(this.table, aim).sentence : "", after);
    }

    /** Makes the move that is aimed at, or says why not. */
    play() {
        if (!this.isAsked) return;
        const legal = chosen(this.table, this.aim);
        if (!legal) {
            this.aim = { ...this.aim, held: true };
            this.update();
            this.refuse(refusal(this.table, this.aim).sentence);
            return;
        }
        this.isSent = true;
        this.hooks.sound("place");
        this.say("");
        this.update();
        this.hooks.play(legal.move);
    }

    /** @param {string} sentence */
    refuse(sentence) {
        this.hooks.sound("refuse");
        this.say(sentence);
    }

    letGo() {
        if (!this.isAsked) return;
        this.aim = begun(this.table, this.aim);
        this.update();
        this.say("");
    }

    /** A cell was clicked or tapped. @param {Cell} cell @param {"mouse" | "touch"} by */
    press(cell, by) {
        this.face.cursor.focus({ preventScroll: true });
        if (!this.isAsked || this.aim.step === "discard") return;
        // What was asked for was something else: that is put back, nothing more.
        if (this.aim.step === "exchange" || this.aim.step === "stop") return this.letGo();
        if (by === "mouse") this.aim = pointed(this.table, this.aim, cell);
        if (by === "mouse" || (this.aim.held && this.covers(cell))) return this.play();
        this.hooks.sound("pick");
        this.move({ ...pointed(this.table, this.aim, cell), held: true });
    }

    /** Whether a cell is one of the ghost's, or of the same thing as what is aimed at. @param {Cell} cell */
    covers(cell) {
        if (this.aim.step === "lay") return ghostCells(this.table, this.aim).some((one) => isSame(one, cell));
        const [one, other] = [chosen(this.table, this.aim), chosen(this.table, { ...this.aim, target: cell })];
        return isSame(cell, this.aim.target) || (one?.kind === "steal" && one.tile === other?.tile);
    }

    /** Whether a finger there takes the ghost along: on it, or just beside. @param {Cell} cell */
    canDrag(cell) {
        if (!this.canTurn()) return false;
        return ghostCells(this.table, this.aim).some(([column, row]) => Math.abs(column - cell[0]) <= 1 && Math.abs(row - cell[1]) <= 1);
    }

    canTurn() {
        return this.isAsked && this.aim.step === "lay";
    }

    /** @param {"right" | "left" | "flipped"} way */
    turn(way) {
        if (!this.canTurn()) return;
        this.hooks.sound("pick");
        this.move(turned(this.table, this.aim, way));
    }

    /** @param {number} way 1 or -1 @param {boolean} [aloud] */
    jump(way, aloud = false) {
        if (this.isAsked) this.move(jumped(this.table, this.aim, way), { aloud });
    }

    /** A card: the first time it is looked at, the second time it is exchanged for. @param {number} number */
    want(number) {
        if (!this.isAsked || !this.scene.picture.next.some((next) => next.number === number)) return;
        if (!this.table.exchanges.has(number)) return this.refuse(noCoupon(this.scene.picture));
        if (this.aim.step === "exchange" && this.aim.card === number) return this.play();
        this.hooks.sound("pick");
        this.move(onBoard(this.table, { ...this.aim, step: "exchange", card: number }));
    }

    /** Another step than the one that is due; Escape leads back. */
    remove() {
        const isPossible = [...this.table.targets.values()].some(({ kind }) => kind === "remove");
        if (!this.isAsked || !isPossible) return;
        if (this.aim.step === "remove") return this.jump(1);
        this.hooks.sound("pick");
        this.move(targetedNear(this.table, { ...this.aim, step: "remove", held: true }, cursorOf(this.table, this.aim)));
    }

    stop() {
        if (!this.isAsked || !this.table.moves.has("stop")) return;
        if (this.aim.step === "stop") return this.play();
        this.hooks.sound("pick");
        this.move({ ...this.aim, step: "stop" });
    }

    /** Keys count while the focus is here, or the mouse is and nothing else has the focus. @param {KeyboardEvent} event */
    key(event) {
        const { activeElement: active, body } = document;
        const isHere = event.currentTarget === this.element || (this.isOver && active === body);
        if (!this.scene || !isHere || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
        if (this.keyed(event.key, active)) event.preventDefault();
    }

    /** @param {string} key @param {Element | null} active @returns {boolean} whether it was one of ours */
    keyed(key, active) {
        const arrow = active === this.face.cursor ? ARROWS[key] : undefined;
        if (arrow) this.move(gone(this.table, this.aim, arrow), { aloud: true });
        else if (/^[1-9]$/.test(key)) this.want(Number(key));
        else if (key === "r") this.turn("right");
        else if (key === "R") this.turn("left");
        else if (key === "f" || key === "F") this.turn("flipped");
        else if (key === "n") this.jump(1, true);
        else if (key === "N") this.jump(-1, true);
        else if (key === "x") this.remove();
        else if (key === "s") this.stop();
        else if (key === "Escape") this.letGo();
        else if (key === "Enter" && active === document.body) this.play();
        else return false;
        return true;
    }

    /** @param {Cell} cell */
    hover(cell) {
        this.isOver = true;
        if (!this.isAsked || this.aim.step === "discard" || this.aim.step === "stop") return;
        this.move({ ...pointed(this.table, this.aim, cell), held: false }, { after: PAUSE });
    }

    /** The mouse has left: a ghost that nobody holds goes back to where it could lie. */
    leave() {
        if (!this.isOver) return;
        this.isOver = false;
        if (!this.isAsked) return;
        if (!this.aim.held && !chosen(this.table, this.aim)) {
            this.aim = this.aim.step === "lay" ? laidNear(this.table, this.aim, this.aim.corner) : targetedNear(this.table, this.aim, this.aim.target);
        }
        this.update();
        this.say("");
    }

    /** A finger takes the ghost along. @param {number} columns @param {number} rows both since it began */
    drag(columns, rows, isFirst) {
        if (isFirst) this.dragged = this.aim.corner;
        const corner = /** @type {Cell} */ ([this.dragged[0] + columns, this.dragged[1] + rows]);
        this.move(onBoard(this.table, { ...this.aim, held: true, corner }), { after: PAUSE });
    }

    /** @param {Event} event */
    click({ target }) {
        const button = /** @type {HTMLElement} */ (/** @type {Element} */ (target).closest("[data-do], [data-card], .grass-cursor"));
        const { do: verb, card } = button?.dataset ?? {};
        if (card) this.want(Number(card));
        else if (verb === "right" || verb === "flipped") this.turn(verb);
        else if (verb === "next") this.jump(1);
        else if (verb === "remove") this.remove();
        else if (verb === "stop") this.stop();
        else if (button) this.play();
    }

    /** The other button of the mouse turns. @param {Event} event */
    turnByMouse(event) {
        if (!this.isOver || !this.canTurn()) return;
        event.preventDefault();
        this.turn("right");
    }

    listen() {
        const { svg } = this.face;
        this.pointer = pointer(svg, {
            side: () => this.face.side,
            canDrag: (cell) => this.canDrag(cell),
            canTwist: () => this.canTurn(),
            hover: (cell) => this.hover(cell),
            leave: () => this.leave(),
            press: (cell, by) => this.press(cell, by),
            drag: (columns, rows, isFirst) => this.drag(columns, rows, isFirst),
            twist: (way) => this.turn(way),
        });
        this.roving = roving(this.face.part("cards"), { selector: ".grass-card", grid: false });
        // What is large enough to be read depends on the size.
        this.resized = new ResizeObserver(() => this.scene && (this.face.drawMeadow(this.scene), this.update()));
        this.resized.observe(svg);
        this.keys = (event) => this.key(event);
        this.clicks = (event) => this.click(event);
        this.element.addEventListener("click", this.clicks);
        svg.addEventListener("contextmenu", (event) => this.turnByMouse(event));
        // Here first: what is pressed on the board is not for the page around it.
        this.element.addEventListener("keydown", this.keys);
        document.addEventListener("keydown", this.keys);
    }

    destroy() {
        clearTimeout(this.timer);
        this.pointer.destroy();
        this.roving.destroy();
        this.resized.disconnect();
        this.element.removeEventListener("click", this.clicks);
        this.element.removeEventListener("keydown", this.keys);
        document.removeEventListener("keydown", this.keys);
        this.element.replaceChildren();
    }
}
