// Laying Grass's editor: a tool, a player and a tile are chosen, and put down on the meadow.
//
//     [Tile] [1×1] [▭] [◖] [∞] [Stone] [Erase]     click ──► change("players=2 ... tiles=8:SR:1 ...")
//     ● ■ ▲ ◆    all tiles    the queue            R turns, F flips, Delete takes away
import { cloth, definitions, meadow, outline, place } from "/drawings/grass.js";
import { atRest, cursorOf, ghostCells, gone, onBoard, pointed, turned } from "../boards/grass-aim.js";
import { MARGIN, pointer } from "../boards/grass-pointer.js";
import { cleared, counted, pictureOf, read, whereIs, withBonus, withoutTile, written } from "../boards/grass-position.js";
import { cellsAt, notationOf } from "../boards/grass-table.js";
import { looksOf, tilesOf } from "../boards/grass-tiles.js";
import { numbersOf, queueOf, shelfOf, toolsOf } from "../boards/grass-tools.js";
import { roving } from "../boards/roving.js";
import { morph } from "../morph.js";

/** @typedef {import("../boards/grass-position.js").Edited} Edited */
/** @typedef {import("../boards/grass-table.js").Cell} Cell */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SKELETON = `<div class="grass grass-editor"><div class="grass-frame">
<div class="grass-place asked" role="application" aria-label="The meadow. Arrow keys move, Enter puts down, R turns, F flips, Delete takes away.">
<svg class="grass-meadow" aria-hidden="true"><defs>${definitions()}</defs><g data-part="meadow"></g><g data-part="ghost"></g></svg>
<button type="button" class="grass-cursor"></button></div>
<div class="grass-tools"><div data-part="tools"></div><div class="grass-shelf" data-part="shelf" role="group" aria-label="All tiles"></div></div></div>
<div class="grass-below"><section data-part="queue" aria-label="The queue"></section><form data-part="numbers"></form></div></div>`;

/** @param {HTMLElement} element @param {{ change(text: string): void }} hooks */
export function mount(element, hooks) {
    const editor = new Editor(element, hooks);
    return { show: (position) => editor.show(position), destroy: () => editor.destroy() };
}

class Editor {
    /** @param {HTMLElement} element @param {{ change(text: string): void }} hooks */
    constructor(element, { change }) {
        element.innerHTML = SKELETON;
        this.element = element;
        this.change = change;
        /** @type {Edited | null} */
        this.edited = null;
        this.tool = /** @type {import("../boards/grass-tools.js").Tool} */ ("tile");
        this.seat = 0;
        this.tile = 1;
        this.follows = true;
        this.aim = atRest(20);
        /** @type {Set<string>} texts that have not been answered */
        this.sent = new Set();
        /** @type {any} the last position that the server knows */
        this.known = null;
        /** @type {SVGSVGElement} */
        this.svg = element.querySelector(".grass-meadow");
        /** @type {HTMLElement} */
        this.cursor = element.querySelector(".grass-cursor");
        this.listen();
    }

    /** @param {any} position */
    show(position) {
        this.known = position;
        const { picture, position: text } = position;
        this.shapes = tilesOf(/\bshapes=seed\b/.test(text) ? "seed" : "show");
        this.side = picture.side;
        this.seats = picture.seats.map(({ name }, mark) => ({ name, mark }));
        const isNow = this.edited !== null && written(this.edited) === text;
        // An answer to something that was edited on since.
        if (!isNow && this.sent.delete(text)) return;
        this.sent.clear();
        if (!isNow) {
            this.edited = read(text, (tile, corner, orientation) => this.cellsOf(tile, corner, orientation));
            this.seat = Math.min(this.seat, this.seats.length - 1);
            this.tile = this.nextTile();
        }
        this.render();
    }

    /** @param {number} tile @param {string} corner @param {string} orientation @returns {string[]} */
    cellsOf(tile, corner, orientation) {
        const look = looksOf(this.shapes[tile - 1]).find((one) => one.orientation === orientation);
        return cellsAt(look?.rows ?? this.shapes[tile - 1], place(corner)).map(notationOf);
    }

    /** The tile that is put down next: the one in hand, or the first that is nowhere. */
    nextTile() {
        const free = this.shapes.findIndex((_, index) => whereIs(this.edited, index + 1) === "");
        return this.edited.front[0] ?? (free < 0 ? 1 : free + 1);
    }

    /** A table to aim on: only the chosen tile matters. @returns {any} */
    get table() {
        return { picture: { side: this.side, hand: { looks: looksOf(this.shapes[this.tile - 1]) }, next: [] } };
    }

    /** @param {Edited} edited @param {{ isMove?: boolean }} [how] isMove: tiles came or went, so that round and turn follow */
    edit(edited, { isMove = false } = {}) {
        this.edited = isMove && this.follows ? counted(edited) : edited;
        this.render();
        const text = written(this.edited);
        this.sent.add(text);
        this.change(text);
    }

    render() {
        this.aim = onBoard(this.table, { ...this.aim, step: this.tool === "tile" ? "lay" : "stone", orientation: this.lookName() });
        const across = this.side + MARGIN.before + MARGIN.behind;
        this.svg.setAttribute("viewBox", `${-MARGIN.before} ${-MARGIN.before} ${across} ${across}`);
        const isKnown = written(this.edited) === this.known.position;
        const picture = isKnown ? { ...this.known.picture, last_change: undefined } : pictureOf(this.edited, this.side);
        morph(this.part("meadow"), meadow(picture, { seats: this.seats, cell: this.svg.clientWidth / across || 24 }));
        morph(this.part("tools"), toolsOf(this));
        morph(this.part("shelf"), shelfOf(this));
        this.scrollShelf();
        morph(this.part("queue"), queueOf(this));
        morph(this.part("numbers"), numbersOf(this));
        this.renderGhost();
    }

    /** The chosen tile is in sight, and the page does not move for it. */
    scrollShelf() {
        const shelf = this.part("shelf");
        const chosen = shelf.querySelector("[aria-pressed=true]")?.getBoundingClientRect();
        const { top, bottom } = shelf.getBoundingClientRect();
        if (chosen?.top < top) shelf.scrollTop += chosen.top - top - 4;
        else if (chosen?.bottom > bottom) shelf.scrollTop += chosen.bottom - bottom + 4;
    }

    /** Not every tile has the orientation of the one before. */
    lookName() {
        const looks = this.table.picture.hand.looks;
        return (looks.find(({ orientation }) => orientation === this.aim.orientation) ?? looks[0]).orientation;
    }

    renderGhost() {
        const cells = this.tool === "tile" ? ghostCells(this.table, this.aim) : [this.aim.target];
        const inside = this.tool === "tile" ? `<g opacity=".7">${cloth(cells, this.seats[this.seat].mark, this.tile)}</g>` : "";
        morph(this.part("ghost"), `${inside}<path class="grass-edge" d="${outline(cells, -0.05, 0.22)}"/>`);
        const [column, row] = cursorOf(this.table, this.aim);
        const unit = 100 / (this.side + MARGIN.before + MARGIN.behind);
        Object.assign(this.cursor.style, { left: `${(column + MARGIN.before) * unit}%`, top: `${(row + MARGIN.before) * unit}%`, width: `${unit}%`, height: `${unit}%` });
        this.cursor.setAttribute("aria-label", this.wordsAt([column, row]));
    }

    /** What is on a cell. @param {Cell} cell */
    wordsAt(cell) {
        const name = notationOf(cell);
        const { tiles, singles, bonuses, captured, stones } = this.edited;
        const whose = (owner) => `of ${this.seats[owner].name}`;
        const [tile, single, taken] = [tiles.find(({ cells }) => cells.includes(name)), singles.find((one) => one.cell === name), captured.find((one) => one.cell === name)];
        if (tile) return `${name}, tile ${tile.tile} ${whose(tile.owner)}`;
        if (single) return `${name}, 1×1 tile ${whose(single.owner)}`;
        if (taken) return `${name}, square ${taken.kind}, captured, ${whose(taken.owner)}`;
        const bonus = bonuses?.find((one) => one.cell === name);
        return `${name}, ${bonus ? `square ${bonus.kind}` : stones.includes(name) ? "a stone" : "empty"}`;
    }

    /** The chosen thing is put where the cursor is. */
    putDown() {
        const { edited, tool, seat } = this;
        const cell = notationOf(this.aim.target);
        if (tool === "tile") return this.layTile();
        if (tool === "erase") return this.edit(cleared(edited, [cell]), { isMove: true });
        const clear = cleared(edited, [cell]);
        if (tool === "single") return this.edit({ ...clear, singles: [...clear.singles, { cell, owner: seat }] }, { isMove: true });
        if (tool === "stone") return this.edit({ ...clear, stones: [...clear.stones, cell] }, { isMove: true });
        return this.edit(withBonus(edited, cell, tool, seat), { isMove: true });
    }

    layTile() {
        const { tile, aim } = this;
        const cells = ghostCells(this.table, aim).map(notationOf);
        const clear = cleared(withoutTile(this.edited, tile), cells);
        const laid = { tile, corner: notationOf(aim.corner), orientation: aim.orientation, owner: this.seat, cells };
        this.edited = { ...clear, tiles: [...clear.tiles, laid] };
        this.tile = this.nextTile();
        this.edit(this.edited, { isMove: true });
    }

    /** @param {number} slot */
    queueTile(slot) {
        const { tile, edited } = this;
        if (edited.front[slot] === tile) return this.edit(withoutTile(edited, tile));
        const clear = withoutTile(edited, tile);
        // A tile of the queue changes its place in it; another one takes the place of what is there.
        const behind = slot + Number(!edited.front.includes(tile));
        this.edit({ ...clear, front: [...clear.front.slice(0, slot), tile, ...clear.front.slice(behind)] }, { isMove: whereIs(edited, tile) === "lies" });
    }

    /** @param {string} where `discarded` or `stolen` */
    putAway(where) {
        const { tile, edited } = this;
        const clear = withoutTile(edited, tile);
        if (whereIs(edited, tile) === where) return this.edit(clear, { isMove: true });
        this.edit(where === "stolen" ? { ...clear, stolen: tile } : { ...clear, discarded: [...clear.discarded, tile] }, { isMove: true });
    }

    /** @param {"right" | "left" | "flipped"} way */
    turn(way) {
        if (this.tool !== "tile") return;
        this.aim = turned(this.table, this.aim, way);
        this.renderGhost();
    }

    /** @param {Event} event */
    click({ target }) {
        const button = /** @type {HTMLElement} */ (/** @type {Element} */ (target).closest("button"));
        if (!button || !this.edited) return;
        const { tool, seat, tile, slot, away, turn } = button.dataset;
        if (button === this.cursor) this.putDown();
        else if (tool) this.choose({ tool });
        else if (seat) this.choose({ seat: Number(seat) });
        else if (tile) this.choose({ tile: Number(tile), tool: "tile" });
        else if (slot) this.queueTile(Number(slot));
        else if (away) this.putAway(away);
        else if (turn === "right" || turn === "flipped") this.turn(turn);
    }

    /** @param {object} what */
    choose(what) {
        Object.assign(this, what);
        this.render();
    }

    /** One of the numbers. @param {Event} event */
    field({ target }) {
        const { name, value, checked } = /** @type {HTMLInputElement} */ (target);
        const [what, index] = name.split("-");
        const whole = Math.max(0, Math.floor(Number(value)) || 0);
        if (what === "follows") this.choose({ follows: checked });
        else if (what === "spent") this.edit({ ...this.edited, spent: checked });
        else if (what === "round") this.edit({ ...this.edited, round: value });
        else if (what === "turn") this.edit({ ...this.edited, turn: whole });
        else this.edit({ ...this.edited, [what]: this.edited[what].map((number, at) => (at === Number(index) ? whole : number)) });
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (document.activeElement !== this.cursor || event.ctrlKey || event.altKey || event.metaKey) return;
        const arrow = ARROWS[event.key];
        const seat = Number(event.key) - 1;
        if (arrow) this.aim = gone(this.table, this.aim, arrow);
        else if (event.key === "r") this.turn("right");
        else if (event.key === "R") this.turn("left");
        else if (event.key === "f") this.turn("flipped");
        else if (event.key === "Delete" || event.key === "Backspace") this.edit(cleared(this.edited, [notationOf(cursorOf(this.table, this.aim))]), { isMove: true });
        else if (seat >= 0 && seat < this.seats.length) this.choose({ seat });
        else return;
        event.preventDefault();
        this.renderGhost();
    }

    /** @param {Cell} cell */
    point(cell) {
        this.aim = pointed(this.table, this.aim, cell);
        this.renderGhost();
    }

    /** @param {string} name @returns {any} */
    part(name) {
        return this.element.querySelector(`[data-part=${name}]`);
    }

    listen() {
        let dragged = this.aim.corner;
        this.pointer = pointer(this.svg, {
            side: () => this.side ?? 20,
            canDrag: (cell) => this.tool === "tile" && ghostCells(this.table, this.aim).some((one) => notationOf(one) === notationOf(cell)),
            canTwist: () => this.tool === "tile",
            hover: (cell) => this.edited && this.point(cell),
            leave: () => {},
            press: (cell, by) => this.press(cell, by),
            drag: (columns, rows, isFirst) => {
                if (isFirst) dragged = this.aim.corner;
                this.aim = onBoard(this.table, { ...this.aim, corner: [dragged[0] + columns, dragged[1] + rows] });
                this.renderGhost();
            },
            twist: (way) => this.turn(way),
        });
        this.rovings = ["tools", "shelf"].map((name) => roving(this.part(name), { selector: ".grass-pick" }));
        this.resized = new ResizeObserver(() => this.edited && this.render());
        this.resized.observe(this.svg);
        this.listeners = { click: (event) => this.click(event), change: (event) => this.field(event), keydown: (event) => this.key(event), submit: (event) => event.preventDefault() };
        for (const [name, listener] of Object.entries(this.listeners)) this.element.addEventListener(name, listener);
    }

    /** A tile is first shown to a finger, and laid by the second tap on it. @param {Cell} cell @param {"mouse" | "touch"} by */
    press(cell, by) {
        if (!this.edited) return;
        this.cursor.focus({ preventScroll: true });
        const isThere = ghostCells(this.table, this.aim).some((one) => notationOf(one) === notationOf(cell));
        const isShown = by === "mouse" || this.tool !== "tile" || isThere;
        if (by === "mouse" || !isThere || this.tool !== "tile") this.point(cell);
        if (isShown) this.putDown();
    }

    destroy() {
        this.pointer.destroy();
        this.resized.disconnect();
        for (const one of this.rovings) one.destroy();
        for (const [name, listener] of Object.entries(this.listeners)) this.element.removeEventListener(name, listener);
        this.element.replaceChildren();
    }
}
