// A room: the board is the hero; beside it who plays, how it stands, the moves, what can be done.
//
//     ┌──────────────┐  ● Ann   ■ Ben
//     │              │  Your turn.   [Hint] [Take back]
//     │    board     │  moves
//     │              │  ...
//     └──────────────┘  give up · react · keys
//
// /room/{id} sits down with what this browser knows; /watch/{id} only looks.
import { roving } from "../boards/roving.js";
import { go } from "../main.js";
import { failure } from "../parts/failure.js";
import { announce } from "../parts/announcer.js";
import { listenToMoves } from "../parts/moves.js";
import { listenToShare } from "../parts/share.js";
import { pastOf } from "../parts/past.js";
import { heardReactions } from "../parts/reactions.js";
import { roomKeys } from "../parts/room-keys.js";
import { roomVerbs } from "../parts/room-verbs.js";
import { roomView, skeleton } from "../parts/room-view.js";
import { BASE } from "../site.js";
import { stageOn } from "../parts/stage.js";
import { keep, kept } from "../kept-rooms.js";
import { isMine, looks, news } from "../room-state.js";
import { change } from "../settings.js";
import { sound } from "../sound.js";
import { sitAt } from "../table.js";
import { words } from "../words.js";

/** A clock that is shown moves this often. */
const TICK_MS = 200;

/** @param {HTMLElement} main @param {import("../main.js").Where} where @returns {Promise<import("../main.js").Page>} */
export async function open(main, { path, query }) {
    const [page, id] = path;
    if (!id) return failure(main, words.room.noRoom);
    if (query.get("invite")) keep({ room: id, invite: query.get("invite") });
    main.innerHTML = skeleton();
    const past = pastOf(id);
    /** @type {ReturnType<typeof roomView> | null} there before the first word of the table comes, but not when it is laid */
    let view = null;
    let isClosed = false;
    const reactions = heardReactions(() => view.render());
    const table = sitAt(id, { changed, reacted, status, turnedAway }, { watches: page === "watch" });
    view = roomView(main, table, { reactions: reactions.all, watches: page === "watch" });
    const verbs = roomVerbs(table, view, past);
    const keys = roomKeys(main, view, verbs);
    const ticking = setInterval(() => view.tick(), TICK_MS);

    /** @param {import("../room-state.js").Room} room @param {import("../room-state.js").Room | null} before */
    async function changed(room, before) {
        if (isClosed) return;
        if (before !== room) hear(room, before);
        if (!before) await settle(room);
        if (before && room.told.length < before.told.length) past.forget();
        view.changed(room, before);
        remember(room);
        const isRematch = room.next && before && !before.next && table.own().length > 0;
        if (isRematch) moveOn(room);
    }

    /** The first State: now it is known which board is needed. @param {import("../room-state.js").Room} room */
    async function settle(room) {
        if (table.own().length > 0) change({ game: room.game });
        const stage = await stageOn(main.querySelector(".stage-board"), room.game, { play: verbs.play });
        if (isClosed) stage.destroy();
        else view.setStage(stage);
    }

    /** What has happened, aloud. @param {import("../room-state.js").Room} room @param {import("../room-state.js").Room | null} before */
    function hear(room, before) {
        const own = table.own();
        announce(news(before, room, own));
        if (!before) return;
        const isFirst = room.ending?.standing.some(({ seat, rank }) => rank === 1 && own.includes(seat));
        if (room.ending && !before.ending) return sound(isFirst ? "won" : "over");
        if (room.told.length > before.told.length && !own.includes(room.told.at(-1).seat)) return sound("move");
        return isMine(room, own) && !isMine(before, own) ? sound("turn") : undefined;
    }

    /** Keeps what the first page lists. @param {import("../room-state.js").Room} room */
    function remember(room) {
        const names = looks(room).map(({ name }) => name);
        const result = room.ending?.sentence;
        const known = kept(id);
        if (table.own().length === 0 || (known?.result === result && known?.names?.join() === names.join())) return;
        keep({ room: id, game: room.game, names, result });
    }

    /** The same people, the same secrets, another table. @param {import("../room-state.js").Room} room */
    function moveOn(room) {
        const seats = kept(id)?.seats ?? [];
        keep({ room: room.next, game: room.game, seats });
        go(`${BASE}/room/${encodeURIComponent(room.next)}`);
    }

    function reacted({ seat, reaction }) {
        const room = table.room();
        const text = reactions.add(seat, reaction);
        if (!room || table.own().includes(seat)) return;
        announce(words.room.reacted(looks(room)[seat].name, text));
        sound(reaction === "hurry" ? "hurry" : "hello");
    }

    /** @param {import("../connection.js").Status} now @param {number | null} retryAt */
    function status(now, retryAt) {
        if (!isClosed) view?.connected(now, retryAt);
    }

    function turnedAway(error) {
        if (isClosed) return;
        leave();
        failure(main, error.code === "not-found" ? words.room.noRoom : error.message);
    }

    function leave() {
        isClosed = true;
        clearInterval(ticking);
        keys.destroy();
        arrows.destroy();
        reactions.clear();
        table.close();
        view.destroy();
    }

    listenToShare(main);
    verbs.listen(main.querySelector(".notice"));
    const arrows = roving(main.querySelector(".moves"), { selector: "[data-ply]", grid: false });
    listenToMoves(main.querySelector(".moves"), verbs.lookBack);
    main.addEventListener("click", verbs.onClick);
    main.addEventListener("submit", verbs.onSubmit);
    return {
        title: words.games[kept(id)?.game ?? ""] ?? words.room.table,
        close: leave,
    };
}
