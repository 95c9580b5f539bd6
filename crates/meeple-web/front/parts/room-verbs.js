// What buttons, keys and the board do in a room.
//
//     <button data-do="resign">  ──►  verbs.resign()  ──►  the table asks the server
//
// A refusal is one sentence at the foot of the page, or under the board if it is about a move.
import { toast } from "./announcer.js";
import { listenToAdvice } from "./advice.js";
import { copy } from "./copy.js";
import { askOnce } from "./dialog.js";
import { lookingBack } from "./room-past.js";
import { showKeys } from "./room-keys.js";
import { kept } from "../kept-rooms.js";
import { lastOwn, may } from "../room-state.js";
import { change } from "../settings.js";
import { shareable } from "../site.js";
import { sound } from "../sound.js";
import { words } from "../words.js";

/** How many good moves are shown. */
const HINTS = 3;

/**
 * @param {ReturnType<typeof import("../table.js").sitAt>} table
 * @param {ReturnType<typeof import("./room-view.js").roomView>} view
 * @param {ReturnType<typeof import("./past.js").pastOf>} past
 */
export function roomVerbs(table, view, past) {
    const { viewState } = view;
    const earlier = lookingBack(table, view, past);
    const can = () => may(table.room(), table.own());

    /** @param {string} move */
    async function play(move) {
        if (viewState.isSending || viewState.past) return;
        viewState.isSending = true;
        try {
            await table.play(move);
        } catch (error) {
            // Nothing has changed, and the board waits for a word on its move.
            view.render();
            view.stage()?.say(error.message);
            sound("refuse");
        } finally {
            viewState.isSending = false;
        }
    }

    async function hint() {
        if (viewState.hint || viewState.isHinting) return hideHint();
        if (!can().hint || viewState.past) return undefined;
        const { ply } = table.room();
        viewState.isHinting = true;
        view.render();
        try {
            const advice = await table.ask({ do: "hint", ply });
            if (table.room().ply === ply && viewState.isHinting) viewState.hint = { ...advice, moves: goodOf(advice.moves) };
        } finally {
            viewState.isHinting = false;
            view.render();
        }
        return undefined;
    }

    function hideHint() {
        Object.assign(viewState, { hint: null, isHinting: false, pointed: null });
        view.render();
    }

    /** Others at this screen agree by sitting there. */
    async function takeBack() {
        if (!can().back) return;
        const room = table.room();
        const { seat } = lastOwn(room, table.own());
        await table.ask({ do: "back", ply: room.ply }, seat);
        const others = table.own().filter((own) => own !== seat);
        // Where nobody else had to be asked there is nothing left to answer.
        for (const other of others) await table.ask({ do: "answer", agree: true }, other).catch(() => {});
    }

    /** @param {boolean} agree */
    async function answer(agree) {
        const { back: wanted } = table.room();
        for (const seat of table.own()) if (wanted && !wanted.agreed.includes(seat)) await table.ask({ do: "answer", agree }, seat);
    }

    async function resign() {
        const isSure = await askOnce({ question: words.room.resignSure, about: words.room.resignAbout, yes: words.room.resignYes, no: words.room.resignNo });
        if (isSure && can().resign) await table.ask({ do: "resign" });
    }

    async function rematch() {
        const { rematch: already } = table.room();
        for (const seat of table.own()) if (!already.includes(seat)) await table.ask({ do: "rematch" }, seat);
    }

    /** Marks the game to be stored for good, or takes that back. */
    async function keepGame() {
        const { kept } = table.room();
        const keeping = table.own().filter((seat) => kept.includes(seat));
        if (keeping.length === 0) await table.ask({ do: "keep" }, table.own()[0]);
        for (const seat of keeping) await table.ask({ do: "keep", keep: false }, seat);
    }

    async function sit(form) {
        const fields = new FormData(form);
        const name = String(fields.get("name")).trim();
        const error = form.querySelector(".error");
        error.textContent = name ? "" : words.room.nameMissing;
        form.querySelector("[name=name]").setAttribute("aria-invalid", String(!name));
        if (!name) return form.querySelector("[name=name]").focus();
        if (table.own().length === 0) change({ name });
        const room = table.room();
        try {
            return await table.sit(Number(fields.get("seat")), name, kept(room.room)?.invite ?? null);
        } catch (refusal) {
            error.textContent = refusal.message;
            return undefined;
        }
    }

    const verbs = {
        hint,
        "take-back": takeBack,
        agree: () => answer(true),
        refuse: () => answer(false),
        resign,
        rematch,
        keep: keepGame,
        stand: () => table.stand(table.own().at(-1)),
        older: () => earlier.step(-1),
        newer: () => earlier.step(1),
        present: earlier.present,
        retry: () => table.retry(),
        more: () => openSheet(!viewState.isOpen),
        less: () => openSheet(false),
        keys: showKeys,
        "copy-watch": () => copy(shareable(`/watch/${encodeURIComponent(table.room().room)}`), words.share.copied),
    };

    /** @param {boolean} isOpen */
    function openSheet(isOpen) {
        viewState.isOpen = isOpen;
        view.render();
        const target = isOpen ? ".sheet [data-do=less]" : "[data-do=more]";
        /** @type {HTMLElement | null} */ (document.querySelector(target))?.focus();
    }

    /** @param {string} reaction */
    function react(reaction) {
        table.ask({ do: "react", reaction }).catch(refused);
    }

    /** @param {keyof typeof verbs} verb */
    async function run(verb) {
        if (!table.room()) return;
        try {
            await verbs[verb]();
        } catch (error) {
            refused(error);
        }
    }

    return {
        play,
        run,
        lookBack: earlier.at,
        /** @param {MouseEvent} event */
        onClick({ target }) {
            const element = /** @type {Element} */ (target);
            const button = /** @type {HTMLElement | null} */ (element.closest("[data-do], [data-react]"));
            closeReactions(element);
            if (viewState.isOpen && !button && !element.closest(".sheet")) openSheet(false);
            if (button?.dataset.react) react(button.dataset.react);
            else if (button && Object.hasOwn(verbs, button.dataset.do)) run(/** @type {any} */ (button.dataset.do));
        },
        /** @param {SubmitEvent} event */
        onSubmit(event) {
            event.preventDefault();
            if (/** @type {HTMLElement} */ (event.target).dataset.form === "sit") sit(event.target);
        },
        /** Lets the hints be pointed at and chosen. @param {HTMLElement} element */
        listen(element) {
            listenToAdvice(element, {
                point: (move) => {
                    viewState.pointed = move;
                    view.render();
                },
                choose: (move) => play(move),
            });
        },
    };
}

/** A reaction that was lost with the connection has nothing to say. @param {Error} error */
function refused({ message }) {
    if (message) toast(message, "bad");
}

/** Good moves only; where there are none, the best. @param {{ grade?: string }[]} moves the best first */
function goodOf(moves) {
    const good = moves.filter(({ grade }) => grade === "best" || grade === "good");
    return (good.length > 0 ? good : moves.slice(0, 1)).slice(0, HINTS);
}

/** The few words go when one of them was said, or something else is touched. @param {Element} target */
function closeReactions(target) {
    const list = document.querySelector(".react[open]");
    if (!list || target.closest(".react summary")) return;
    list.removeAttribute("open");
    if (list.contains(target)) list.querySelector("summary").focus();
}
