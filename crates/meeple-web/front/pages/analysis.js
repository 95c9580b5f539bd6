// Any position: try moves, see what they are worth and why: /analysis?game=chomp&position=width%3D5...
//
//     board        │ best moves, each with its reasons
//     line of      │ the position's text
//     tried moves  │ bring a record
import { get, games, post } from "../api.js";
import { morph } from "../morph.js";
import { listenToAdvice, movesForBoard } from "../parts/advice.js";
import { announce, toast } from "../parts/announcer.js";
import { listenToRecords } from "../parts/bring-record.js";
import { copy } from "../parts/copy.js";
import { BASE } from "../site.js";
import { adviserOf } from "../parts/study-adviser.js";
import { adviceOf, lineOf, shellOf, TIMES } from "../parts/study-analysis.js";
import { boardOn, looks, namesIn } from "../parts/study-board.js";
import { mountPosition } from "../parts/study-position.js";
import { lineAt, lineFrom, positionOf, withMove } from "../parts/study-line.js";
import { LINE_KEYS, listenToKeys } from "../parts/study-keys.js";
import { makeTable } from "../parts/study-table.js";
import { settings } from "../settings.js";
import { loading } from "../parts/study-loading.js";
import { words } from "../words.js";

/** @typedef {import("../api.js").Position} Position */

/** @param {HTMLElement} main @param {import("../main.js").Where} where @returns {Promise<import("../main.js").Page>} */
export async function open(main, where) {
    loading(main, "board");
    const names = (await games()).map(({ name }) => name);
    const analysis = new Analysis(main, names);
    await analysis.begin(where.query).catch((error) => {
        analysis.destroy();
        throw error;
    });
    return { title: words.analysis.title, close: () => analysis.destroy() };
}

/** What an address asks for: a position, one of a record, or how a game begins. @param {URLSearchParams} query @param {string} game @returns {Promise<Position>} */
async function asked(query, game) {
    const [record, position] = [query.get("record"), query.get("position")];
    if (record) return get(`/api/records/${encodeURIComponent(record)}/moves?ply=${Number(query.get("ply") ?? 0)}`);
    return post("/api/positions", position ? { game, position } : { game, options: [] });
}

class Analysis {
    /** @param {HTMLElement} main @param {string[]} names */
    constructor(main, names) {
        this.main = main;
        this.names = names;
        /** @type {import("../parts/study-line.js").Line | null} */
        this.line = null;
        /** @type {Awaited<ReturnType<typeof boardOn>> | null} */
        this.board = null;
        this.boardGame = "";
        /** @type {{ show(position: Position): void, destroy(): void } | null} */
        this.editor = null;
        this.shown = /** @type {string | null} */ (null);
        this.time = TIMES[0] * 1000;
        this.isGone = false;
        this.adviser = adviserOf(() => this.line && this.drawAdvice());
        this.keys = listenToKeys(LINE_KEYS, (what) => this.line && this.do(what));
    }

    /** @param {URLSearchParams} query */
    async begin(query) {
        const wanted = query.get("game") ?? settings().game;
        const game = this.names.includes(wanted) ? wanted : this.names[0];
        this.main.innerHTML = shellOf(this.names, game);
        this.field = mountPosition(this.find(".study-position"), (text) => this.set(text));
        listenToRecords(this.main, this.main.querySelector(".study-drop input"));
        this.listen();
        try {
            await this.begins(await asked(query, game));
        } catch (error) {
            // A link with a position that is none: its text and what is wrong with it, and a board to go on with.
            await this.begins(await post("/api/positions", { game, options: [] }));
            this.field.refuse(error, query.get("position") ?? undefined);
        }
    }

    /** @param {string} what @returns {HTMLElement} */
    find(what) {
        return this.main.querySelector(what);
    }

    listen() {
        this.main.addEventListener("click", ({ target }) => {
            const own = /** @type {HTMLElement} */ (target).closest?.("[data-do], [data-step], [data-think]");
            if (!(own instanceof HTMLElement)) return;
            if (own.dataset.step) this.goTo(Number(own.dataset.step));
            else if (own.dataset.think) this.think(Number(own.dataset.think) * 1000);
            else this.do(own.dataset.do);
        });
        this.main.addEventListener("change", ({ target }) => {
            if (target instanceof HTMLSelectElement && target.matches("[data-game]")) this.fresh(target.value);
        });
        listenToAdvice(this.find(".study-advice"), {
            point: (move) => this.point(move),
            choose: (move) => this.play(move),
        });
    }

    /** @param {string | undefined} what */
    do(what) {
        const position = positionOf(this.line);
        const deeds = {
            back: () => this.goTo(this.line.at - 1),
            forward: () => this.goTo(this.line.at + 1),
            first: () => this.goTo(0),
            last: () => this.goTo(this.line.steps.length - 1),
            fresh: () => this.fresh(position.game),
            edit: () => this.edit(),
            copyPosition: () => copy(position.position, words.study.positionCopied),
            copyLink: () => copy(location.href, words.study.copied),
            table: () => makeTable(position),
        };
        deeds[what]?.();
    }

    /** A new line begins. @param {Position} position */
    async begins(position) {
        this.line = lineFrom(position);
        if (this.boardGame !== position.game && this.editor) await this.closeEditor();
        if (this.boardGame !== position.game) await this.changeBoard(position.game);
        this.turned();
    }

    /** @param {string} game */
    async changeBoard(game) {
        this.board?.destroy();
        this.board = await boardOn(this.find(".study-board"), game, { play: (move) => this.play(move) });
        this.boardGame = game;
        /** @type {HTMLSelectElement} */ (this.find("[data-game]")).value = game;
    }

    /** How a game begins, dealt anew. @param {string} game */
    async fresh(game) {
        try {
            await this.begins(await post("/api/positions", { game, options: [], seed: Math.floor(Math.random() * 2 ** 31) }));
        } catch (error) {
            toast(error.message, "bad");
        }
    }

    /** Another text. @param {string} text */
    async set(text) {
        const { game } = positionOf(this.line);
        try {
            await this.begins(await post("/api/positions", { game, position: text }));
            this.find(".study-edit-error").textContent = "";
        } catch (error) {
            this.field.refuse(error, text);
            // Whoever edits looks at the board, and not at the text beside it.
            if (this.editor) this.find(".study-edit-error").textContent = error.message;
        }
    }

    /** @param {string} move */
    async play(move) {
        const { line } = this;
        const { game, position } = positionOf(line);
        try {
            const next = await post("/api/positions/play", { game, position, move });
            if (this.line !== line) return;
            this.line = withMove(line, next);
            this.turned();
        } catch (error) {
            // Nothing has changed, and the board waits for a word on its move.
            this.drawBoard(false);
            toast(error.message, "bad");
        }
    }

    /** @param {number} at */
    goTo(at) {
        this.line = lineAt(this.line, at);
        this.turned();
    }

    /** Another position is to be seen. */
    turned() {
        const position = positionOf(this.line);
        const address = new URLSearchParams({ game: position.game, position: position.position });
        history.replaceState(null, "", `${BASE}/analysis?${address}`);
        this.shown = null;
        this.field.show(position.position);
        this.editor?.show(position);
        morph(this.find(".study-line"), lineOf(this.line));
        this.find(".study-line [aria-current]")?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
        const { name } = this.line.steps[this.line.at];
        if (name) announce(`${name}. ${position.to_move === null ? words.analysis.over : words.analysis.toMove(this.looks()[position.to_move].name)}`);
        this.drawAdvice();
        this.drawBoard(true);
        this.think(this.time);
    }

    /** @param {number} time milliseconds */
    async think(time) {
        const { at, steps } = this.line;
        const { position, move } = steps[at];
        this.time = time;
        if (position.to_move === null) return this.adviser.stop();
        await this.adviser.ask(position, time);
        if (this.isGone || positionOf(this.line) !== position) return undefined;
        // How good the last move was is found out once there is nothing else to think about.
        const before = steps[at - 1]?.position;
        if (move && before && !this.gradeOf(before, move)) await this.adviser.ask(before, TIMES[0] * 1000, [move]);
        return undefined;
    }

    /** @param {Position} position @param {string} move @returns {string | null} */
    gradeOf(position, move) {
        return this.adviser.known(position)?.moves.find((one) => one.move === move)?.grade ?? null;
    }

    looks() {
        const { seats, picture } = positionOf(this.line);
        return looks(seats, namesIn(picture));
    }

    drawAdvice() {
        const { at, steps } = this.line;
        const { position, move, name } = steps[at];
        const advice = this.adviser.known(position);
        const last = move && at > 0 ? { name, grade: this.gradeOf(steps[at - 1].position, move) } : null;
        const { thinking, error } = this.adviser;
        morph(this.find(".study-advice"), adviceOf({ position, advice, time: this.time, thinking, error, looks: this.looks(), last }));
        this.drawBoard(false);
    }

    /** @param {string | null} move */
    point(move) {
        this.shown = move;
        this.drawBoard(false);
    }

    /** @param {boolean} isNew whether the position is another one */
    drawBoard(isNew) {
        const { at, steps } = this.line;
        const { position } = steps[at];
        const previous = isNew && at > 0 ? steps[at - 1].position.picture : null;
        const advice = movesForBoard(this.adviser.known(position)?.moves ?? []);
        this.board?.show({ picture: position.picture, previous, moves: position.moves, mine: position.to_move !== null, own: position.to_move, seats: this.looks(), advice, shown: this.shown });
    }

    async edit() {
        if (this.editor) return this.closeEditor();
        const position = positionOf(this.line);
        const place = this.find(".study-editor");
        const { mount } = await import(`${BASE}/editors/${position.game}.js`);
        // Two drawings of one game share the names of their parts: only one of them stands in the page.
        this.board?.destroy();
        this.board = null;
        this.turnEditor(true);
        this.editor = mount(place, { change: (text) => this.set(text) });
        this.editor.show(position);
        return undefined;
    }

    async closeEditor() {
        if (!this.editor) return;
        this.editor.destroy();
        this.editor = null;
        this.find(".study-editor").replaceChildren();
        this.find(".study-edit-error").textContent = "";
        this.turnEditor(false);
        await this.changeBoard(positionOf(this.line).game);
        this.drawBoard(false);
    }

    /** @param {boolean} isOpen */
    turnEditor(isOpen) {
        this.find(".study-editor").hidden = !isOpen;
        this.find(".study-board").hidden = isOpen;
        const button = this.find("[data-do=edit]");
        button.setAttribute("aria-expanded", String(isOpen));
        button.querySelector("span").textContent = isOpen ? words.analysis.editDone : words.analysis.edit;
    }

    destroy() {
        this.isGone = true;
        this.keys.destroy();
        this.adviser.stop();
        this.editor?.destroy();
        this.board?.destroy();
    }
}
