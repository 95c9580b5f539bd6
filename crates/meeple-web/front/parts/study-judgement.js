// What is to be said of one move: its grade, what it costs, why, and what was better.
//
//     ??  A blunder.  It costs 24 % of the chance to win (5.1 points).
//         Completes line 1 for 1 point.
//     Better
//      1  black from factory 1 to line 4   ▰▰▰▰▱▱  53 %  +1.0 points
import { escaped } from "/drawings/drawing.js";
import { adviceList } from "./advice.js";
import { amount, capital, gradeSign, percent, signedPercent } from "./study-figures.js";
import { markOf } from "./marks.js";
import { words } from "../words.js";

/** @typedef {import("./study-course.js").JudgedMove} JudgedMove */

/** The grade as a small badge. @param {string} grade */
export function badge(grade) {
    const sign = gradeSign(grade) || { best: "✓", good: "○" }[grade];
    return `<span class="badge ${grade}" aria-hidden="true">${sign}</span>`;
}

/** @param {JudgedMove} judged @param {string} unit */
export function judgement(judged, unit) {
    if (judged.forced) return `<p class="verdict">${escaped(words.study.isForced)}</p>`;
    const { lost, lost_chance: chance } = judged;
    const costs = chance >= 0.005 ? ` ${escaped(words.study.lost(percent(chance), unit === "wins" ? "" : amount(lost, unit)))}` : "";
    const { reasons } = judged.played;
    const why = reasons.length ? `<p class="why">${escaped(capital(reasons.join(", ")))}.</p>` : "";
    return `<p class="verdict ${judged.grade}">${badge(judged.grade)} <strong>${escaped(words.study.isThe[judged.grade])}</strong>${costs}</p>${why}`;
}

/** What was better, if anything was. @param {JudgedMove} judged @param {string} unit */
export function better(judged, unit) {
    const others = judged.best.filter(({ move }) => move !== judged.played.move);
    if (judged.forced || others.length === 0 || judged.grade === "best") return "";
    return `<h3>${escaped(words.study.better)}</h3>${adviceList(others, { unit, label: words.study.better })}`;
}

/** What a deal gave to whom, if it was anything. @param {number[]} luck @param {{ name: string, mark: number }[]} seats */
export function dealt(luck, seats) {
    const parts = seats.flatMap(({ name, mark }, seat) => {
        if (Math.abs(luck[seat]) < 0.005) return [];
        return [`<span class="nowrap">${markOf(mark)} ${escaped(words.replay.luckHere(name, signedPercent(luck[seat])))}</span>`];
    });
    const told = parts.length > 0 ? `${escaped(words.replay.dealGave)}${parts.join(", ")}` : escaped(words.replay.dealGaveNothing);
    return `<p class="verdict">${told}</p>`;
}
