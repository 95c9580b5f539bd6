// Figures as people read them: chances, values with their unit, what was lost, time.
//
//     percent(0.623)                "62 %"        chances never look surer than they are
//     signed(-3.04)                 "−3.0"
//     worth({ value, chance }, "points")   "+3.1 points"
import { words } from "../words.js";

const THIN = "\u202f";

/** A chance from 0 to 1. Only what is certain is 0 or 100. @param {number} chance */
export function percent(chance) {
    if (chance > 0.995 && chance < 1 - 1e-9) return `>99${THIN}%`;
    if (chance < 0.005 && chance > 1e-9) return `<1${THIN}%`;
    return `${Math.round(chance * 100)}${THIN}%`;
}

/** A part of a whole, simply rounded. @param {number} part */
export function rounded(part) {
    return `${Math.round(part * 100)}${THIN}%`;
}

/** A difference of chances with its sign. @param {number} part */
export function signedPercent(part) {
    const whole = Math.round(part * 100);
    return `${sign(whole)}${Math.abs(whole)}${THIN}%`;
}

/** A number with one place and its sign; a real minus. @param {number} value */
export function signed(value) {
    const rounded = Math.round(value * 10) / 10;
    return `${sign(rounded)}${Math.abs(rounded).toFixed(1)}`;
}

/** @param {number} number */
function sign(number) {
    if (number > 0) return "+";
    return number < 0 ? "−" : "±";
}

/** What a move is worth in the unit of its game; where only winning counts, that. @param {{ value: number, chance: number }} move @param {string} unit */
export function worth({ value, chance }, unit) {
    if (unit !== "wins") return `${signed(value)} ${unit}`;
    if (chance >= 1 - 1e-9) return words.study.wins;
    return chance <= 1e-9 ? words.study.loses : words.study.unclear;
}

/** A number of points or cells that was lost or won, without its sign. @param {number} value @param {string} unit */
export function amount(value, unit) {
    const rounded = Math.abs(Math.round(value * 10) / 10);
    const single = unit.replace(/s$/, "");
    return `${rounded.toFixed(1)} ${rounded === 1 ? single : unit}`;
}

/** Large counts: 1200 is 1.2k. @param {number} count */
export function count(count) {
    if (count < 1000) return String(count);
    if (count < 1e6) return `${(count / 1000).toFixed(count < 1e4 ? 1 : 0)}k`;
    return `${(count / 1e6).toFixed(1)}M`;
}

/** Milliseconds of thinking. @param {number | null | undefined} ms */
export function thought(ms) {
    if (!(ms >= 100)) return "";
    if (ms < 60000) return `${(ms / 1000).toFixed(1)}${THIN}s`;
    return `${Math.floor(ms / 60000)}${THIN}min ${Math.round((ms % 60000) / 1000)}${THIN}s`;
}

/** The sign that stands behind a move of this grade, or nothing. @param {string} grade */
export function gradeSign(grade) {
    return { inaccuracy: "?!", mistake: "?", blunder: "??" }[grade] ?? "";
}

/** Names as a title has them: "Ann against Ben", "Ann, Ben and Cleo", "9 players". @param {string[]} names */
export function players(names) {
    if (names.length === 2) return words.study.against(names[0], names[1]);
    if (names.length > 4) return words.study.many(names.length);
    return `${names.slice(0, -1).join(", ")} ${words.study.and} ${names.at(-1)}`;
}

/** A first letter that is large. @param {string} text */
export function capital(text) {
    return text.charAt(0).toUpperCase() + text.slice(1);
}
