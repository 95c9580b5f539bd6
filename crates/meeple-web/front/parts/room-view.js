// The view of a room: draws each part of the page from the known state, and only if it has changed.
//
//     room, own seats, connection  ──►  players · status · notice · moves · board
import { escaped } from "/drawings/drawing.js";
import { icon } from "./icons.js";
import { announce } from "./announcer.js";
import { endingHtml } from "./ending.js";
import { movesHtml, scrollToCurrent } from "./moves.js";
import { playersHtml, scrollToDue } from "./players.js";
import { drawCodes } from "./share.js";
import { askedHtml, hintHtml, knownSeedHtml, lostHtml, moreHtml, statusBarHtml } from "./room-side.js";
import { waitingHtml } from "./waiting.js";
import { movesForBoard } from "./advice.js";
import { kept } from "../kept-rooms.js";
import { morph } from "../morph.js";
import { isMine, looks, ownSeat, status } from "../room-state.js";
import { mayMove } from "../settings.js";
import { words } from "../words.js";

/** Don't announce a connection loss shorter than this. */
const LOST_AFTER_MS = 1200;

/** The parts of the page, empty. */
export function skeleton() {
    return `<div class="room">
        <h1 class="unseen">${escaped(words.room.board)}</h1>
        <section class="stage" aria-label="${escaped(words.room.board)}">
            <div class="thinking" aria-hidden="true" hidden></div>
            <div class="stage-board"><p class="quiet wait">${escaped(words.room.connecting)}</p></div>
            <div class="lost" hidden></div>
        </section>
        <div class="side">
            <section class="players" aria-label="${escaped(words.room.players)}"></section>
            <div class="thumb"></div>
            <section class="notice"></section>
            <aside class="sheet" id="room-sheet" aria-label="${escaped(words.room.column)}">
                <header><h2>${escaped(words.room.moves)}</h2>
                    <button type="button" class="button icon sheet-close" data-do="less" aria-label="${escaped(words.dialog.close)}">${icon("close")}</button></header>
                <div class="moves"></div>
                <div class="more"></div>
            </aside>
        </div>
    </div>`;
}

/**
 * @typedef {import("../room-state.js").Room} Room
 * @typedef {object} ViewState UI state outside the game
 * @property {{ ply: number, picture: object, previous: object | null } | null} past
 * @property {any} hint Advice, or null
 * @property {boolean} isHinting
 * @property {string | null} pointed a move of the hint that is pointed at
 * @property {boolean} isSending whether a move is not answered yet
 * @property {boolean} isOpen whether a phone shows the sheet
 */

/** @param {HTMLElement} main @param {ReturnType<typeof import("../table.js").sitAt>} table @param {{ reactions: Map<number, string>, watches: boolean }} how */
export function roomView(main, table, { reactions, watches }) {
    const find = (what) => /** @type {HTMLElement} */ (main.querySelector(what));
    /** @type {ViewState} */
    const viewState = { past: null, hint: null, isHinting: false, pointed: null, isSending: false, isOpen: false };
    /** @type {Awaited<ReturnType<typeof import("./stage.js").stageOn>> | null} */
    let stage = null;
    /** @type {object | null} the picture before the one that is shown */
    let previous = null;
    let connection = { status: "connecting", retryAt: /** @type {number | null} */ (null), lostAt: 0 };
    let movesShown = "";
    let [isRendering, renderQueued] = [false, false];

    /** Removing an element can fire a blur event whose handler calls render() again; such calls are queued. */
    function render() {
        renderQueued = isRendering;
        if (isRendering || !table.room() || !stage) return;
        isRendering = true;
        const hadFocus = main.contains(document.activeElement);
        try {
            renderAll(table.room());
        } finally {
            isRendering = false;
        }
        // If the focused element was removed, move the focus to the board.
        if (hadFocus && document.activeElement === document.body) stage.focus();
        if (renderQueued) render();
    }

    /** @param {Room} room */
    function renderAll(room) {
        const own = table.own();
        const now = Date.now();
        morph(find(".players"), playersHtml(room, own, now, reactions));
        morph(find(".thumb"), statusBarHtml(room, own, viewState, connection.lostAt > 0));
        morph(find(".notice"), noticeHtml(room, own));
        morph(find(".more"), moreHtml(room, own));
        scrollToDue(find(".players"));
        renderMoves(room);
        renderLost(now);
        drawCodes(main);
        find(".room").dataset.phase = room.phase;
        find(".stage").classList.toggle("is-past", viewState.past !== null);
        find(".thinking").hidden = !room.thinking;
        find(".sheet").classList.toggle("open", viewState.isOpen);
        find("h1").textContent = titleOf(room);
        if (main.isConnected) document.title = `${own.length && isMine(room, own) ? `${status(room, own)} ` : ""}${titleOf(room)} – ${words.name}`;
        stage.show(sceneOf(room, own));
    }

    /** @param {Room} room @param {number[]} own */
    function noticeHtml(room, own) {
        const { invite = null, bots = [] } = kept(room.room) ?? {};
        return knownSeedHtml(room) + waitingHtml(room, own, { invite, bots, watches }) + askedHtml(room, own) + endingHtml(room, own) + hintHtml(viewState);
    }

    /** @param {Room} room */
    function renderMoves(room) {
        const html = movesHtml(room, viewState.past?.ply ?? null);
        if (html === movesShown) return;
        movesShown = html;
        morph(find(".moves"), html);
        scrollToCurrent(find(".moves"));
    }

    /** @param {number} now */
    function renderLost(now) {
        const { status: connectionStatus, retryAt, lostAt } = connection;
        const isLost = lostAt > 0 && connectionStatus !== "here" && now - lostAt > LOST_AFTER_MS;
        const place = find(".lost");
        const hasChanged = place.hidden === isLost;
        find(".stage").classList.toggle("is-lost", isLost);
        place.hidden = !isLost;
        if (isLost) morph(place, lostHtml(table.room(), table.own(), viewState.isSending, secondsTo(connectionStatus === "lost" ? retryAt : null, now)));
        if (hasChanged) announce(isLost ? place.querySelector("h2").textContent : `${words.room.reconnected} ${status(table.room(), table.own())}`);
    }

    /** @param {Room} room @param {number[]} own */
    function sceneOf(room, own) {
        const { past, hint, pointed } = viewState;
        const mine = isMine(room, own) && !past;
        return {
            picture: past ? past.picture : room.picture,
            previous: past ? past.previous : previous,
            moves: mine ? room.moves : [],
            mine,
            own: ownSeat(room, own),
            seats: looks(room),
            advice: mine && hint ? movesForBoard(hint.moves) : [],
            shown: pointed,
            motion: mayMove(),
        };
    }

    // Keep the current move visible when content above the list grows.
    const resizing = new ResizeObserver(() => scrollToCurrent(find(".moves")));
    resizing.observe(find(".moves"));

    return {
        viewState,
        render,
        /** @param {NonNullable<typeof stage>} made */
        setStage: (made) => (stage = made),
        stage: () => stage,
        /** @param {Room} room @param {Room | null} before */
        changed(room, before) {
            if (before && room.picture !== before.picture) {
                previous = room.ply > before.ply ? before.picture : null;
                Object.assign(viewState, { hint: null, isHinting: false, pointed: null });
                if (viewState.past && viewState.past.ply > room.ply) viewState.past = null;
                stage?.say("");
            }
            render();
        },
        /** @param {import("../connection.js").Status} connectionStatus @param {number | null} retryAt */
        connected(connectionStatus, retryAt) {
            const lostAt = connectionStatus === "here" ? 0 : connection.lostAt || (connectionStatus === "lost" ? Date.now() : 0);
            connection = { status: connectionStatus, retryAt, lostAt };
            render();
        },
        /** Clocks, and how long somebody is away. */
        tick() {
            const room = table.room();
            const isMoving = room?.clock || room?.seats.some(({ away_ms: away }) => away !== null && away !== undefined);
            if (!stage) return;
            if (isMoving) morph(find(".players"), playersHtml(room, table.own(), Date.now(), reactions));
            if (connection.lostAt > 0) renderLost(Date.now());
        },
        destroy() {
            resizing.disconnect();
            stage?.destroy();
            stage = null;
        },
    };
}

/** @param {number | null} at @param {number} now */
function secondsTo(at, now) {
    return at === null ? 0 : Math.max(0, Math.ceil((at - now) / 1000));
}

/** @param {Room} room */
function titleOf(room) {
    return words.room.title(words.games[room.game] ?? room.game, looks(room).map(({ name }) => name).join(", "));
}
