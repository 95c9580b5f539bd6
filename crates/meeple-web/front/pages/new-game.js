// A new game: what is played, by which rules, who sits where, with which clock.
//
//     /new?game=azul&seats=me,hard&position=...
//
// Everything has a good default: the button at the foot can be pressed at once.
import { escaped } from "/drawings/drawing.js";
import { games, post } from "../api.js";
import { createRoom, levelsOf } from "../parts/create-room.js";
import { placeError, clearErrors } from "../parts/form-errors.js";
import { gameCards, miniatures } from "../parts/game-cards.js";
import { chosenOptions, optionHtml } from "../parts/option-fields.js";
import { seatRowsHtml } from "../parts/seat-rows.js";
import { tableHtml, tableWish } from "../parts/table-fields.js";
import { morph } from "../morph.js";
import { change, settings } from "../settings.js";
import { words } from "../words.js";

/** Options that follow from the seats. */
const FROM_SEATS = ["players"];

/**
 * @typedef {object} Draft
 * @property {string} game
 * @property {import("../parts/seat-rows.js").Row[]} rows
 * @property {import("../api.js").Position | null} position
 */

/** @param {HTMLElement} main @param {import("../main.js").Where} where @returns {Promise<import("../main.js").Page>} */
export async function open(main, { query }) {
    const all = await games();
    const infoOf = (name) => all.find((game) => game.name === name) ?? all[0];
    const draft = await firstDraft(infoOf, query);
    main.innerHTML = `<h1>${escaped(words.newGame.title)}</h1><p class="quiet">${escaped(words.newGame.lead)}</p><form class="new-game" novalidate></form>`;
    const form = main.querySelector("form");

    function render() {
        const info = infoOf(draft.game);
        const isPosition = draft.position !== null;
        morph(form, [
            isPosition ? positionHtml(draft.position) : gameCards(all, draft.game),
            seatsHtml(seatRowsHtml(draft.rows, info, isPosition)),
            isPosition ? "" : optionsHtml(info),
            tableHtml(draft.rows),
            finalHtml(draft.rows),
        ].join(""));
        miniatures(form);
    }

    /** What is in the form is the draft; fields that stay keep what was typed. */
    function read() {
        const fields = new FormData(form);
        draft.rows = draft.rows.map((row, seat) => ({
            word: String(fields.get(`seat:${seat}`) ?? row.word),
            name: String(fields.get(`name:${seat}`) ?? row.name),
        }));
        const game = String(fields.get("game") ?? draft.game);
        if (game === draft.game) return;
        draft.rows = rowsFor(infoOf(game), draft.rows);
        draft.game = game;
    }

    async function begin() {
        read();
        clearErrors(form);
        const fields = new FormData(form);
        const info = infoOf(draft.game);
        const { wish, error } = tableWish(fields);
        if (error) return placeError(form, error.field, error.message);
        const name = draft.rows.find(({ word }) => word === "me")?.name.trim();
        if (name) change({ name });
        const options = draft.position ? [] : [...chosenOptions(info.options.filter(isFree), fields), ...fromSeats(info, draft.rows.length)];
        const seats = draft.rows.map(({ word }) => (word === "here" ? "open" : word));
        const others = draft.rows.flatMap(({ word, name: theirs }, seat) => (word === "here" ? [{ seat, name: theirs.trim() || words.room.seat(seat + 1) }] : []));
        try {
            return await createRoom({ game: draft.game, options, seats, position: draft.position?.position, ...(name ? { name } : {}), ...wish }, others);
        } catch (refusal) {
            return placeError(form, fieldOf(refusal, info), refusal.message);
        }
    }

    form.addEventListener("change", () => {
        read();
        render();
    });
    form.addEventListener("click", ({ target }) => {
        const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-do], [data-remove]"));
        if (!button) return;
        read();
        if (button.dataset.remove) draft.rows.splice(Number(button.dataset.remove), 1);
        else if (button.dataset.do === "add-seat") draft.rows.push({ word: usualLevel(infoOf(draft.game)), name: "" });
        else if (button.dataset.do === "rotate") draft.rows.push(draft.rows.shift());
        else if (button.dataset.do === "drop-position") draft.position = null;
        render();
    });
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        begin();
    });
    render();
    return { title: words.newGame.title };
}

/** @param {(name: string) => import("../api.js").GameInfo} infoOf @param {URLSearchParams} query @returns {Promise<Draft>} */
async function firstDraft(infoOf, query) {
    const info = infoOf(query.get("game") ?? settings().game);
    const text = query.get("position");
    const position = text ? await post("/api/positions", { game: info.name, position: text }) : null;
    const asked = (query.get("seats") ?? "").split(",").filter(Boolean).map((word) => ({ word, name: word === "me" ? settings().name : "" }));
    const rows = rowsFor(info, asked.length > 0 ? asked : [{ word: "me", name: settings().name }], position?.seats);
    return { game: info.name, rows, position };
}

/** As many seats as the game has, the rest of them for its usual level. */
function rowsFor(info, rows, count = Math.min(info.seats.most, Math.max(info.seats.least, rows.length))) {
    const known = new Set(["me", "here", "open", "bot", ...info.players.map(({ name }) => name)]);
    const level = usualLevel(info);
    return Array.from({ length: count }, (_, seat) => (known.has(rows[seat]?.word.split(":")[0]) ? rows[seat] : { word: level, name: "" }));
}

function usualLevel(info) {
    const levels = levelsOf(info).map(({ name }) => name);
    return levels.includes(settings().level) ? settings().level : levels[1] ?? info.players[0]?.name ?? "open";
}

const isFree = ({ name }) => !FROM_SEATS.includes(name);

/** @param {import("../api.js").GameInfo} info @param {number} count */
function fromSeats(info, count) {
    return info.options.some(({ name }) => name === "players") ? [`players=${count}`] : [];
}

/** Which field a refusal is about: the option it names, or none. */
function fieldOf({ code, message }, info) {
    if (code === "bad-name") return "seats";
    const named = info.options.find(({ name }) => new RegExp(`\\b${name.replace(/s$/, "")}s?\\b`, "i").test(message));
    if (named) return `option:${named.name}`;
    if (/clock|is no time/i.test(message)) return "own-clock";
    return /seat|player/i.test(message) ? "seats" : "";
}

/** @param {string} rows HTML */
function seatsHtml(rows) {
    return `<section data-key="seats"><h2>${escaped(words.newGame.seats)}</h2><p class="quiet small">${escaped(words.newGame.seatsAbout)}</p>
        ${rows}<p class="error" id="seats-error" role="alert" data-keep></p></section>`;
}

function optionsHtml(info) {
    const options = info.options.filter(isFree);
    if (options.length === 0) return "";
    const fields = options.map((option) => optionHtml(option, "")).join("");
    // Fields of different games must not share what was typed.
    return `<section data-key="options-${escaped(info.name)}"><h2>${escaped(words.newGame.options)}</h2><div class="fields">${fields}</div></section>`;
}

function positionHtml({ game, position }) {
    return `<section data-key="position"><h2>${escaped(words.newGame.position)}</h2><div class="from-position panel">
        <div class="miniature" data-miniature="${escaped(game)}" data-position="${escaped(position)}" data-keep></div>
        <div><code>${escaped(position)}</code><button type="button" class="button small" data-do="drop-position">${escaped(words.newGame.positionDrop)}</button></div></div></section>`;
}

function finalHtml(rows) {
    const isWaiting = rows.some(({ word }) => word === "open" || word === "bot");
    const isWatched = !rows.some(({ word }) => word === "me" || word === "here");
    return `<div class="final" data-key="final"><button class="button primary large">${escaped(isWaiting ? words.newGame.invite : words.newGame.begin)}</button>
        ${isWatched ? `<span class="quiet">${escaped(words.newGame.nobody)}</span>` : ""}<p class="error" id="form-error" role="alert" data-keep></p></div>`;
}
