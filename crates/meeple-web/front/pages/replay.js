// A game that was played, ply by ply: /replay/k7mq2w9xt4?ply=12
//
//     ┌──────────────┬───────────┐
//     │ ● Ann  ■ Ben │ moves     │     the address always has the ply
//     │    board     │ analysis  │
//     │ |◀ ◀ ▶ ▶ ▶|  │           │
//     │ graph        │           │
//     └──────────────┴───────────┘
import { get } from "../api.js";
import { morph } from "../morph.js";
import { announce, toast } from "../parts/announcer.js";
import { listenToAdvice } from "../parts/advice.js";
import { mountGraph } from "../parts/graph.js";
import { scrollToCurrent } from "../parts/moves.js";
import { BASE } from "../site.js";
import { looks } from "../parts/study-board.js";
import { analyserOf, rememberAnalysed, wasAnalysed } from "../parts/study-analyser.js";
import { hasCourse, nextOf, notablePlies, previousOf } from "../parts/study-course.js";
import { players } from "../parts/study-figures.js";
import { copy } from "../parts/copy.js";
import { loading } from "../parts/study-loading.js";
import { keepMistakes } from "../parts/study-mistakes.js";
import { playerOf } from "../parts/study-player.js";
import { ReplayBoard } from "../parts/study-replay-board.js";
import { analysisPanel, graphState, headOf, shell, toldAt } from "../parts/study-replay.js";
import { markCurrent, moveList } from "../parts/study-moves.js";
import { listenToKeys, REPLAY_KEYS } from "../parts/study-keys.js";
import { makeTable } from "../parts/study-table.js";
import { mountTabs } from "../parts/study-tabs.js";
import { transport } from "../parts/study-transport.js";
import { words } from "../words.js";

/** How long somebody must stay at a ply before its legal moves are asked for. */
const STAY_MS = 150;

/** @param {HTMLElement} main @param {import("../main.js").Where} where @returns {Promise<import("../main.js").Page>} */
export async function open(main, where) {
    const id = where.path[1] ?? "";
    loading(main, "board");
    const record = await get(`/api/records/${encodeURIComponent(id)}`);
    const replay = new Replay(main, id, record);
    await replay.begin(Number(where.query.get("ply") ?? record.plies.length)).catch((error) => {
        replay.destroy();
        throw error;
    });
    return {
        title: replay.title,
        moved: ({ query }) => replay.player.go(Number(query.get("ply") ?? record.plies.length)),
        close: () => replay.destroy(),
    };
}

class Replay {
    /** @param {HTMLElement} main @param {string} id @param {any} record */
    constructor(main, id, record) {
        this.main = main;
        this.id = id;
        this.record = record;
        this.plies = record.plies.length;
        const named = record.header.seats.map(({ name }) => name);
        this.seats = looks(named.length, named);
        this.title = words.replay.title(words.games[record.game] ?? record.game, players(named));
        /** what the graph shows: points, until there are chances or somebody has chosen */
        this.graphKind = hasCourse(record.points) ? "points" : "chances";
        /** what is pointed at in a list: a move in this position or in the one before */
        this.pointed = /** @type {{ move: string, ply: number } | null} */ (null);
        this.timer = 0;
        /** how many mistakes were kept for practice */
        this.kept = 0;
        this.isTold = false;
        /** @type {import("../parts/study-course.js").Course | null} what the list of moves shows */
        this.listed = null;
        main.innerHTML = shell(record, this.title);
        this.player = playerOf(this.plies, 0, () => this.turned());
        this.analyser = analyserOf(id, this.plies, () => this.judged());
        this.graph = mountGraph(this.find(".study-graph"), { go: (to) => this.player.go(to), point: (at) => this.tell(at ?? this.player.ply) });
        mountTabs(this.find(".study-side"));
        this.board = new ReplayBoard(this.find(".study-board"), { id, record, seats: this.seats, fail: (error) => this.fail(error) });
        this.keys = listenToKeys(REPLAY_KEYS, (what) => this.do(what));
    }

    /** @param {string} what @returns {HTMLElement} */
    find(what) {
        return this.main.querySelector(what);
    }

    /** @param {number} ply */
    async begin(ply) {
        await this.board.begin();
        this.listen();
        if (wasAnalysed(this.id)) this.do("analyse");
        this.player.go(ply);
    }

    listen() {
        this.main.addEventListener("click", (event) => this.clicked(event));
        this.main.addEventListener("input", ({ target }) => {
            if (target instanceof HTMLInputElement && target.matches("[data-slider]")) this.player.go(target.valueAsNumber);
        });
        this.main.addEventListener("change", ({ target }) => {
            if (target instanceof HTMLSelectElement && target.matches("[data-pace]")) this.player.setPace(target.value);
        });
        this.find(".study-moves").addEventListener("keydown", (event) => {
            const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
            if (!step) return;
            event.preventDefault();
            this.player.go(this.player.ply + step);
            /** @type {HTMLElement} */ (this.find(".study-moves [aria-current]")).focus({ preventScroll: true });
        });
        listenToAdvice(this.find("#replay-analysis"), {
            point: (move, button) => this.point(move, button),
            choose: (_, button) => this.player.go(this.plyOf(button)),
        });
    }

    /** What is listed as better was possible one ply before. @param {HTMLElement} button */
    plyOf(button) {
        return button.closest("[data-before]") ? this.player.ply - 1 : this.player.ply;
    }

    /** @param {string | null} move @param {HTMLElement | null} button */
    point(move, button) {
        this.pointed = move && button ? { move, ply: this.plyOf(button) } : null;
        this.showBoard();
    }

    /** @param {MouseEvent} event */
    clicked(event) {
        const target = /** @type {Element} */ (event.target);
        const ply = /** @type {HTMLElement | null} */ (target.closest("[data-ply]"));
        const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey;
        if (ply && isPlain) {
            event.preventDefault();
            this.player.go(Number(ply.dataset.ply));
        }
        const button = /** @type {HTMLElement | null} */ (target.closest("[data-do]"));
        if (button) this.do(button.dataset.do);
    }

    /** @param {string} what */
    do(what) {
        const { player, analyser, plies } = this;
        const deeds = {
            first: () => player.go(0),
            previous: () => player.go(player.ply - 1),
            play: () => player.play(),
            pause: () => player.pause(),
            toggle: () => (player.isPlaying ? player.pause() : player.play()),
            next: () => player.go(player.ply + 1),
            last: () => player.go(plies),
            analyse: () => {
                this.graphKind = "chances";
                analyser.start();
            },
            stop: () => analyser.stop(),
            nextMistake: () => this.mistake(nextOf, words.replay.noMistake),
            previousMistake: () => this.mistake(previousOf, words.replay.noMistakeBefore),
            copy: () => copy(location.href, words.study.copied),
            chances: () => this.drawGraph("chances"),
            points: () => this.drawGraph("points"),
            table: () => this.playOn(),
        };
        deeds[what]?.();
    }

    /** @param {(plies: number[], ply: number) => number | null} find @param {string} none */
    mistake(find, none) {
        const to = find(notablePlies(this.analyser.course), this.player.ply);
        if (to === null) announce(none);
        else this.player.go(to);
    }

    async playOn() {
        const position = await this.board.position(this.player.ply).catch((error) => this.fail(error));
        if (position) await makeTable(position);
    }

    /** Another ply is to be seen. */
    turned() {
        const { ply } = this.player;
        history.replaceState(null, "", this.href(ply));
        this.pointed = null;
        /** @type {HTMLAnchorElement} */ (this.find("[data-analysis]")).href = `${BASE}/analysis?record=${encodeURIComponent(this.id)}&ply=${ply}`;
        this.drawTransport();
        morph(this.find(".study-players"), headOf(this.record, this.seats, this.analyser.course, ply));
        this.drawMoves();
        this.drawAnalysis();
        this.drawGraph();
        this.tell(ply);
        this.showBoard();
        clearTimeout(this.timer);
        if (!this.player.isPlaying) this.timer = window.setTimeout(() => this.stay(ply), STAY_MS);
    }

    /** Somebody stays here: what could be done is shown, once there is something to show. @param {number} ply */
    async stay(ply) {
        announce(toldAt(this.record, ply));
        if (this.analyser.phase === "waiting") return;
        await this.board.stay(ply);
        if (this.player.ply === ply) this.showBoard();
    }

    /** More is known. */
    judged() {
        this.drawTransport();
        this.drawMoves();
        this.drawAnalysis();
        this.drawGraph();
        morph(this.find(".study-players"), headOf(this.record, this.seats, this.analyser.course, this.player.ply));
        if (!this.board.isKnown(this.player.ply) && !this.player.isPlaying) this.stay(this.player.ply);
        else this.showBoard();
        if (this.analyser.phase === "done" && !this.isTold) this.finished();
    }

    async finished() {
        this.isTold = true;
        rememberAnalysed(this.id);
        announce(words.replay.done);
        this.kept = await keepMistakes(this.id, this.record, this.analyser.course, (ply) => this.board.position(ply)).catch(() => 0);
        this.drawAnalysis();
    }

    drawTransport() {
        const { ply, isPlaying, pace } = this.player;
        morph(this.find(".study-transport"), transport({ ply, plies: this.plies, isPlaying, pace }));
        const isJudged = this.analyser.phase !== "waiting";
        for (const button of this.main.querySelectorAll(".study-mistakes")) /** @type {HTMLElement} */ (button).hidden = !isJudged;
    }

    drawMoves() {
        const { course } = this.analyser;
        const { ply } = this.player;
        const list = this.find(".study-moves");
        // A long game has thousands of lines: going through it changes two of them.
        if (this.listed === course) markCurrent(list, ply);
        else morph(list, moveList(this.record, { seats: this.seats, course, ply, href: (at) => this.href(at) }));
        this.listed = course;
        scrollToCurrent(list);
    }

    drawAnalysis() {
        const { analyser, seats, record, kept } = this;
        morph(this.find("#replay-analysis"), analysisPanel({ analyser, seats, record, kept, ply: this.player.ply, href: (ply) => this.href(ply) }));
    }

    /** @param {string} [kind] */
    drawGraph(kind = this.graphKind) {
        this.graphKind = kind;
        const state = graphState({ record: this.record, course: this.analyser.course, seats: this.seats, ply: this.player.ply, kind });
        this.graph.show(state);
        for (const button of this.main.querySelectorAll("[data-kind]")) {
            const own = /** @type {HTMLElement} */ (button);
            own.setAttribute("aria-pressed", String(own.dataset.kind === state.kind));
        }
        this.find(".study-graph-empty").hidden = state.curves.some((curve) => curve.some((value) => value !== null));
    }

    /** @param {number} ply */
    tell(ply) {
        this.find(".study-told").textContent = toldAt(this.record, ply);
    }

    showBoard() {
        const { ply, isPlaying } = this.player;
        return this.board.show({ ply, isPlaying, pointed: this.pointed, course: this.analyser.course });
    }

    /** The server cannot be reached, or does not answer as it should. @param {Error} error */
    fail(error) {
        if (this.player.isPlaying) this.player.pause();
        toast(error.message, "bad");
        return null;
    }

    /** @param {number} ply */
    href(ply) {
        return `${BASE}/replay/${encodeURIComponent(this.id)}?ply=${ply}`;
    }

    destroy() {
        clearTimeout(this.timer);
        this.player.destroy();
        this.analyser.destroy();
        this.graph.destroy();
        this.keys.destroy();
        this.board.destroy();
    }
}
