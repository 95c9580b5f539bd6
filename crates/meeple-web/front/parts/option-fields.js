// Fields for the options of a game, made from what the server says is possible.
//
//     "1..=255"                     a number from 1 to 255
//     "colour or grey"              one of two
//     "map00, map01, or rows ..."   some to choose from, and anything else
//     "numbers and commas"          a text
import { escaped } from "/drawings/drawing.js";
import { words } from "../words.js";

/**
 * @typedef {{ name: string, about: string, possible: string, default: string }} Option
 * @typedef {{ kind: "number", least: number, most: number } | { kind: "choice", all: string[] } | { kind: "some", all: string[] } | { kind: "text" }} Possible
 */

/** @param {string} text @returns {Possible} */
export function possibleOf(text) {
    const range = /^(\d+)\.\.=?(\d+)$/.exec(text);
    if (range) return { kind: "number", least: Number(range[1]), most: Number(range[2]) };
    const isWord = (word) => /^[\w-]+$/.test(word);
    const choices = text.split(/ or |, (?!or )/);
    if (choices.length > 1 && choices.every(isWord)) return { kind: "choice", all: choices };
    const some = text.split(/, or /)[0].split(", ");
    if (some.length > 1 && some.every(isWord)) return { kind: "some", all: some };
    return { kind: "text" };
}

/** @param {Option} option @param {string} value what was chosen, or nothing */
export function optionHtml(option, value) {
    const id = `option-${option.name}`;
    const label = option.name.charAt(0).toUpperCase() + option.name.slice(1);
    return `<div class="field" data-key="${escaped(option.name)}"><label for="${escaped(id)}">${escaped(label)}</label>${inputHtml(option, id, value)}
        <p class="about" id="${escaped(id)}-about">${escaped(sentence(option.about))}</p><p class="error" id="${escaped(id)}-error" role="alert" data-keep></p></div>`;
}

/** @param {Option} option @param {string} id @param {string} value */
function inputHtml({ name, possible, default: usual }, id, value) {
    const what = possibleOf(possible);
    const common = `id="${escaped(id)}" name="option:${escaped(name)}" aria-describedby="${escaped(id)}-about ${escaped(id)}-error"`;
    if (what.kind === "number") return `<input type="number" inputmode="numeric" min="${what.least}" max="${what.most}" placeholder="${escaped(usual)}" ${common} value="${escaped(value || usual)}">`;
    if (what.kind === "choice") {
        const options = what.all.map((one) => `<option value="${escaped(one)}"${one === (value || usual) ? " selected" : ""}>${escaped(one === usual ? words.newGame.usual(one) : one)}</option>`);
        return `<select ${common}>${options.join("")}</select>`;
    }
    const list = what.kind === "some" ? what.all.map((one) => `<option value="${escaped(one)}"></option>`) : [];
    return `<input type="text" spellcheck="false" autocomplete="off" placeholder="${escaped(usual)}" list="${escaped(id)}-list" ${common} value="${escaped(value)}">
        <datalist id="${escaped(id)}-list">${list.join("")}</datalist>`;
}

/** What was chosen and is not as usual, as words of the notation. @param {Option[]} options @param {FormData} fields @returns {string[]} */
export function chosenOptions(options, fields) {
    return options.flatMap(({ name, default: usual }) => {
        const value = String(fields.get(`option:${name}`) ?? "").trim();
        return value === "" || value === usual ? [] : [`${name}=${value}`];
    });
}

/** @param {string} text */
function sentence(text) {
    const first = text.charAt(0).toUpperCase() + text.slice(1);
    return /[.?!]$/.test(first) ? first : `${first}.`;
}
