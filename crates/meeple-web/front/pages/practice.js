// Practice: a position, a move, and how good it was.
//
//     /practice               which game
//     /practice/azul?stage=   its positions, one after the other
//     /practice/mine          one's own mistakes
import { BASE } from "../site.js";
import { draw as drawOne } from "../parts/study-drawing.js";
import { get, games, post } from "../api.js";
import { morph } from "../morph.js";
import { listenToAdvice, movesForBoard } from "../parts/advice.js";
import { announce } from "../parts/announcer.js";
import { boardOn, looks, namesIn } from "../parts/study-board.js";
import { forget, mistakes } from "../parts/study-mistakes.js";
import { chooser, doneOf, emptyPractice, frameOf, isFound, promptOf, puzzleOf, stageWord } from "../parts/study-practice.js";
import { doneIn, forgetDone, keepDone, positionAt, withTry } from "../parts/study-progress.js";
import { failure } from "../parts/failure.js";
import { loading } from "../parts/study-loading.js";
import { words } from "../words.js";

/** How long a move is judged. */
const THINK_MS = 1200;
const ALL = "all";

/** @param {HTMLElement} main @param {import("../main.js").Where} where @returns {Promise<import("../main.js").Page>} */
export async function open(main, { path, query }) {
    const name = path[1];
    loading(main, name ? "board" : "text");
    if (!name) return openChooser(main);
    if (name === "mine") return openMine(main);
    const { stages } = await get(`/api/practice/${encodeURIComponent(name)}`);
    const stage = query.get("stage") ?? ALL;
    const chosen = stages.filter((one) => stage === ALL || one.name === stage);
    const positions = chosen.flatMap((one) => one.positions);
    if (positions.length === 0) return failure(main, stages.length ? words.practice.noStage : words.practice.empty);
    const title = words.practice.choose(words.games[name] ?? name);
    const way = (to, label) => ({ href: to === ALL ? `${BASE}/practice/${name}` : `${BASE}/practice/${name}?stage=${encodeURIComponent(to)}`, label, isOn: to === stage });
    main.innerHTML = frameOf(title, [way(ALL, words.practice.all), ...stages.map((one) => way(one.name, stageWord(one.name)))]);
    const practice = new Practice(main, { count: name, stage, next: (turn) => ({ game: name, position: positionAt(positions, turn) }) });
    await practice.next();
    return { title, close: () => practice.destroy() };
}

/** @param {HTMLElement} main */
async function openChooser(main) {
    const names = (await games()).map(({ name }) => name);
    const all = await Promise.all(names.map(async (game) => ({ game, ...(await get(`/api/practice/${game}`)) })));
    main.innerHTML = chooser(all, mistakes().length);
    for (const { game, stages } of all) {
        const place = main.querySelector(`[data-game="${game}"] .study-card-board`);
        const position = stages.at(-1)?.positions[0];
        if (position) drawOne(place, { game, position }).catch(() => place.remove());
    }
    return { title: words.practice.title };
}

/** @param {HTMLElement} main */
async function openMine(main) {
    const title = words.practice.mine;
    if (mistakes().length === 0) {
        main.innerHTML = emptyPractice(words.practice.mineNone);
        return { title };
    }
    main.innerHTML = frameOf(title, [{ href: `${BASE}/practice`, label: words.practice.title, isOn: false }]);
    const next = (turn) => {
        const all = mistakes();
        const mistake = all[turn % all.length];
        return mistake ? { game: mistake.game, position: mistake.position, mistake } : null;
    };
    const practice = new Practice(main, { count: "mine", stage: ALL, next });
    await practice.next();
    return { title, close: () => practice.destroy() };
}

/**
 * @typedef {{ phase: "asked" | "judging" | "told" | "given" | "failed", move?: string, advice?: import("../parts/study-adviser.js").Advice, error?: string }} Stand how far one is with a position
 * @typedef {{ game: string, position: string, mistake?: import("../parts/study-mistakes.js").Mistake }} Task
 * @typedef {{ count: string, stage: string, next: (turn: number) => Task | null }} Source where positions come from, and what they count for
 */
class Practice {
    /** @param {HTMLElement} main @param {Source} source */
    constructor(main, source) {
        this.main = main;
        this.source = source;
        this.turn = doneIn(source.count).next[source.stage] ?? 0;
        /** @type {Awaited<ReturnType<typeof boardOn>> | null} */
        this.board = null;
        this.boardGame = "";
        /** @type {import("../api.js").Position | null} */
        this.position = null;
        /** @type {Task | null} */
        this.task = null;
        /** @type {Stand} */
        this.state = { phase: "asked" };
        /** only the first try at a position counts */
        this.counts = true;
        this.shown = /** @type {string | null} */ (null);
        main.addEventListener("click", ({ target }) => {
            const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-do]"));
            const deeds = { next: () => this.next(), again: () => this.again(), show: () => this.give(), drop: () => this.drop(), forget: () => this.forget() };
            if (button) deeds[button.dataset.do]?.();
        });
        listenToAdvice(this.find(".study-puzzle"), { point: (move) => this.point(move), choose: (move) => this.point(move) });
    }

    /** @param {string} what @returns {HTMLElement} */
    find(what) {
        return this.main.querySelector(what);
    }

    /** The next position. */
    async next() {
        if (this.state.phase === "asked" && this.task) this.turn += 1; // passed over
        this.task = this.source.next(this.turn);
        if (!this.task) {
            this.destroy();
            this.main.innerHTML = emptyPractice(words.practice.mineNone);
            return;
        }
        const { game, position } = this.task;
        this.position = await post("/api/positions", { game, position });
        if (this.boardGame !== game) {
            this.board?.destroy();
            this.board = await boardOn(this.find(".study-board"), game, { play: (move) => this.judge(move) });
            this.boardGame = game;
        }
        this.counts = true;
        this.again();
        announce(words.practice.find(this.looks()[this.position.to_move ?? 0].name));
    }

    /** The same position once more. */
    again() {
        this.state = { phase: "asked" };
        this.shown = null;
        this.draw();
    }

    /** @param {string} move */
    async judge(move) {
        if (this.state.phase !== "asked") return;
        await this.ask({ phase: "judging", move }, [move]);
    }

    /** Gives the answer away. */
    async give() {
        await this.ask({ phase: "judging" }, []);
    }

    /** @param {Stand} state @param {string[]} also */
    async ask(state, also) {
        const { task } = this;
        this.state = state;
        this.draw();
        try {
            const advice = await post("/api/advice", { game: task.game, position: task.position, top: 3, time_ms: THINK_MS, also });
            if (this.task !== task) return;
            this.state = { ...state, phase: state.move ? "told" : "given", advice };
            const grade = advice.moves.find(({ move }) => move === state.move)?.grade;
            this.count(grade);
            announce(grade ? words.study.isThe[grade] : words.practice.given);
        } catch (error) {
            if (this.task !== task) return;
            this.state = { ...state, phase: "failed", error: error.message };
        }
        this.draw();
        this.find("[data-do=next]")?.focus(); // on a phone it lies under the board, with the verdict above it
    }

    /** @param {string | undefined} grade */
    count(grade) {
        const { count, stage } = this.source;
        if (!this.counts) return;
        this.counts = false;
        const found = isFound(grade);
        keepDone(count, withTry(doneIn(count), stage, found));
        if (found && this.task.mistake) forget(this.task.mistake);
        else this.turn += 1;
    }

    /** A mistake that one does not want to see again. */
    async drop() {
        forget(this.task.mistake);
        this.task = null;
        await this.next();
    }

    forget() {
        forgetDone(this.source.count);
        this.draw();
    }

    /** @param {string | null} move */
    point(move) {
        this.shown = move;
        this.drawBoard();
    }

    looks() {
        const { seats, picture } = this.position;
        return looks(seats, namesIn(picture));
    }

    draw() {
        const mover = this.looks()[this.position.to_move ?? 0];
        const analysis = `${BASE}/analysis?${new URLSearchParams({ game: this.task.game, position: this.task.position })}`;
        morph(this.find(".study-prompt"), promptOf(mover));
        morph(this.find(".study-puzzle"), puzzleOf({ ...this.state, mistake: this.task.mistake, analysis }));
        morph(this.find(".study-done"), doneOf(doneIn(this.source.count)));
        this.drawBoard();
    }

    drawBoard() {
        const { picture, moves, to_move: own } = this.position;
        const { phase, advice, move } = this.state;
        const isTold = phase === "told" || phase === "given";
        const shown = this.shown ?? (phase === "judging" ? move ?? null : null);
        this.board.show({ picture, moves, mine: phase === "asked", own, seats: this.looks(), advice: isTold ? movesForBoard(advice.moves) : [], shown });
    }

    destroy() {
        this.task = null;
        this.board?.destroy();
    }
}
