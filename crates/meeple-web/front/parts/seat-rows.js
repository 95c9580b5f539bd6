// Who sits where: a row a seat, in the order of play.
//
//     ●  [You              ▾]  [Ann     ]
//     ■  [normal     +1268 ▾]                ✕
//
// A seat's word is that of docs/api.md; `here` is somebody else at this screen, who takes an open seat.
import { escaped } from "/drawings/drawing.js";
import { icon } from "./icons.js";
import { markOf } from "./marks.js";
import { words } from "../words.js";

/** @typedef {{ word: string, name: string }} Row */

/** @param {Row[]} rows @param {import("../api.js").GameInfo} game @param {boolean} isFixed whether their number is given */
export function seatRowsHtml(rows, game, isFixed) {
    const { least, most } = game.seats;
    const mayGo = !isFixed && rows.length > least;
    const lines = rows.map((row, seat) => `<div class="seat-row" data-key="seat-${seat}">${markOf(seat % 9)}
        <select name="seat:${seat}" aria-label="${escaped(words.newGame.seat(seat + 1))}">${seatOptions(row.word, rows, game)}</select>
        ${isPerson(row) ? nameHtml(row, seat) : `<span class="note">${escaped(noteOf(row.word, game))}</span>`}
        ${mayGo ? button(`data-remove="${seat}" aria-label="${escaped(words.newGame.removeThis(seat + 1))}"`, "close", "") : ""}</div>`);
    const add = !isFixed && rows.length < most ? button('data-do="add-seat"', "plus", words.newGame.addSeat) : "";
    return `<div class="seat-rows">${lines.join("")}</div><p class="buttons">${add}${button('data-do="rotate"', "again", words.newGame.shuffle)}</p>`;
}

/** @param {string} attributes @param {Parameters<typeof icon>[0]} picture @param {string} text none: only the picture */
function button(attributes, picture, text) {
    return `<button type="button" class="button ${text ? "small" : "icon"}" ${attributes}>${icon(picture)}${escaped(text)}</button>`;
}

/** @param {Row} row */
function isPerson({ word }) {
    return word === "me" || word === "here";
}

/** @param {Row} row @param {number} seat */
function nameHtml({ word, name }, seat) {
    const [hint, complete] = word === "me" ? [words.newGame.name, "nickname"] : [words.room.name, "off"];
    return `<input class="name-of" type="text" name="name:${seat}" maxlength="24" autocomplete="${complete}" value="${escaped(name)}"
        placeholder="${escaped(hint)}" aria-label="${escaped(words.newGame.nameOf(seat + 1))}">`;
}

/** What a seat may be; one person has the table, others at this screen sit down too. */
function seatOptions(word, rows, game) {
    const option = (value, text) => `<option value="${escaped(value)}"${value === word ? " selected" : ""}>${escaped(text)}</option>`;
    const isTaken = word !== "me" && rows.some((row) => row.word === "me");
    const people = [
        isTaken ? "" : option("me", words.newGame.me),
        isTaken || word === "here" ? option("here", words.newGame.here) : "",
        option("open", words.newGame.open),
        option("bot", words.newGame.bot),
    ];
    const computers = game.players.map(({ name, rating }) => option(name, rating === null ? name : `${name}  ${words.newGame.rating(rating)}`));
    // One with parameters, as an address may name it.
    const isOwn = word.includes(":");
    return `<optgroup label="${escaped(words.newGame.persons)}">${people.join("")}</optgroup>
        <optgroup label="${escaped(words.newGame.computers)}">${computers.join("")}${isOwn ? option(word, word) : ""}</optgroup>`;
}

/** @param {string} word @param {import("../api.js").GameInfo} game */
function noteOf(word, game) {
    if (word === "open" || word === "bot") return words.newGame.notes[word];
    return game.players.find(({ name }) => name === word)?.about ?? "";
}
