// The fields of Azul's editor: what is chosen, whose turn it is, the scores, the bag and the lid.
//
//     (≈) (☀) (✦) (▦) (❄) (1) (remove)     Players [2]  Wall [colour]  Round [3]  Turn [Ann] ...
import { COLOURS, TILES } from "/drawings/azul.js";
import { escaped } from "/drawings/drawing.js";
import { LETTERS, colourOf, countOf } from "./azul-position.js";
import { editorWords as words } from "../words/azul.js";

/** What a tap puts down. @param {string} chosen */
export function paletteOf(chosen) {
    const picture = (letter) => `<svg class="azul-swatch" viewBox="0 0 40 40" aria-hidden="true">${letter === LETTERS[0] ? TILES : ""}<use href="#tile-${colourOf(letter)}"/></svg>`;
    const part = (letter, name, inside) => `<label title="${name}"><input type="radio" name="chosen" value="${letter}"${letter === chosen ? " checked" : ""} aria-label="${name}"><span>${inside}</span></label>`;
    const tiles = [...LETTERS, "M"].map((letter) => part(letter, colourOf(letter), picture(letter)));
    return `<fieldset class="choice"><legend>${words.chosen}</legend><div class="parts">${tiles.join("")}${part("", words.remove, words.remove)}</div></fieldset>`;
}

/** Everything that is not a place on the table. @param {import("./azul-position.js").Table} table @param {string[]} names */
export function fieldsOf(table, names) {
    const seats = names.map((name, seat) => [String(seat), name]);
    return `<div class="azul-fields">${choice("players", words.players, [2, 3, 4].map((count) => [String(count), String(count)]), String(table.players))}`
        + choice("wall", words.wall, [["colour", words.colour], ["grey", words.grey]], table.wall) + number("round", words.round, table.round, 1)
        + choice("starter", words.starter, seats, String(table.starter)) + choice("turn", words.turn, [...seats, ["deal", words.deal], ["starter", words.drawStarter], ["over", words.over]], table.turn)
        + choice("marker", words.marker, [["centre", words.centre], ...seats], table.marker)
        + table.boards.map(({ score }, seat) => number(`score-${seat}`, words.score(names[seat]), score, 0)).join("") + `</div>${stockOf(table)}`;
}

/** The bag and the lid, colour by colour, and how many tiles there are in all. */
function stockOf(table) {
    const head = COLOURS.map((colour) => `<th scope="col"><svg class="azul-swatch" viewBox="0 0 40 40" role="img" aria-label="${colour}"><use href="#tile-${colour}"/></svg></th>`);
    const row = (where) => COLOURS.map((colour, index) => `<td><input type="number" min="0" max="20" name="${where}-${index}" value="${table[where][index]}" aria-label="${words[where]}, ${colour}"></td>`).join("");
    const rest = (where) => `<td><button type="button" class="button small" data-rest="${where}" aria-label="${words.restTo(words[where])}" title="${words.restTo(words[where])}">${words.rest}</button></td>`;
    const sums = [...LETTERS].map((letter) => `<td>${countOf(table, letter)}</td>`);
    return `<table class="azul-stock"><thead><tr><td></td>${head.join("")}<td></td></tr></thead><tbody>`
        + `<tr><th scope="row">${words.bag}</th>${row("bag")}${rest("bag")}</tr><tr><th scope="row">${words.lid}</th>${row("lid")}${rest("lid")}</tr></tbody>`
        + `<tfoot><tr><th scope="row">${words.all}</th>${sums.join("")}<td class="quiet">${words.ofTwenty}</td></tr></tfoot></table>`;
}

function choice(name, label, options, value) {
    const all = options.map(([key, word]) => `<option value="${key}"${key === value ? " selected" : ""}>${escaped(word)}</option>`);
    return `<label class="field"><span>${escaped(label)}</span><select name="${name}">${all.join("")}</select></label>`;
}

function number(name, label, value, least) {
    return `<label class="field"><span>${escaped(label)}</span><input type="number" name="${name}" min="${least}" max="999" step="1" value="${value}"></label>`;
}
