// What a table has beside its game: a clock, what happens when somebody is away, public or not, a seed.
import { escaped } from "/drawings/drawing.js";
import { words } from "../words.js";

/** @param {import("./seat-rows.js").Row[]} rows */
export function tableHtml(rows) {
    const { newGame } = words;
    const hasOthers = rows.some(({ word }) => ["open", "bot"].includes(word));
    const absence = select("away", newGame.away, newGame.awayTimes, "120") + select("stand_in", newGame.standIn, newGame.standIns, "normal");
    return `<section data-key="table">
        <div class="fields">${select("clock", newGame.clock, newGame.clocks, "none")}
            <label class="checkline"><input type="checkbox" name="public"><span>${escaped(newGame.isPublic)}</span>
            <span class="about quiet small">${escaped(newGame.publicAbout)}</span></label></div>
        <details><summary>${escaped(newGame.more)}</summary><div class="fields">
            ${text("own-clock", newGame.ownClock, newGame.ownClockAbout, 'placeholder="10m+5s"')}
            ${hasOthers ? absence : ""}
            ${text("seed", newGame.seed, newGame.seedAbout, 'inputmode="numeric"')}
        </div></details></section>`;
}

/** @param {string} name @param {string} label @param {Record<string, string>} all @param {string} chosen */
function select(name, label, all, chosen) {
    const options = Object.entries(all).map(([value, told]) => `<option value="${value}"${value === chosen ? " selected" : ""}>${escaped(told)}</option>`);
    return `<div class="field"><label for="${name}">${escaped(label)}</label><select id="${name}" name="${name}">${options.join("")}</select></div>`;
}

/** @param {string} name @param {string} label @param {string} about @param {string} more attributes */
function text(name, label, about, more) {
    return `<div class="field"><label for="${name}">${escaped(label)}</label>
        <input id="${name}" name="${name}" type="text" autocomplete="off" spellcheck="false" aria-describedby="${name}-about ${name}-error" ${more}>
        <p class="about" id="${name}-about">${escaped(about)}</p><p class="error" id="${name}-error" role="alert" data-keep></p></div>`;
}

/** What of it is asked of the server. @param {FormData} fields @returns {{ wish: object, error?: { field: string, message: string } }} */
export function tableWish(fields) {
    const value = (name) => String(fields.get(name) ?? "").trim();
    const clock = value("own-clock") || (value("clock") === "none" ? "" : value("clock"));
    if (value("seed") && !/^\d+$/.test(value("seed"))) return { wish: {}, error: { field: "seed", message: words.newGame.badSeed } };
    return {
        wish: {
            ...(clock ? { clock } : {}),
            ...(value("away") ? { away: Number(value("away")), stand_in: value("stand_in") } : {}),
            ...(fields.get("public") ? { public: true } : {}),
            ...(value("seed") ? { seed: Number(value("seed")) } : {}),
        },
    };
}
