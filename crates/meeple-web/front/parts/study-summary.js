// What a game's moves add up to, seat by seat: accuracy, grades, luck beside skill, turning points.
//
//     ● Ann   91 % accuracy      ✓ 14  ○ 2  ?! 3  ? 3  ?? 0
//             luck        ▏▰▰▰          +3.1 points
//             lost    ▰▰▰▰▏             −5.0 points
import { escaped, round } from "/drawings/drawing.js";
import { GRADES, gradesOf, hasLuck, lostBy, luckOf, luckTo } from "./study-course.js";
import { amount, capital, gradeSign, percent, rounded, signed } from "./study-figures.js";
import { markOf } from "./marks.js";
import { words } from "../words.js";

/** @typedef {{ name: string, mark: number }} Look */
/** @typedef {import("./study-course.js").Course} Course */

/** @param {Course} course @param {Look[]} seats @param {string} unit */
export function summary(course, seats, unit) {
    const figures = seats.map((_, seat) => ({ luck: luckTo(course, seat), lost: lostBy(course, seat) }));
    const most = Math.max(0.01, ...figures.flatMap(({ luck, lost }) => [Math.abs(pick(luck, unit)), pick(lost, unit)]));
    const isDealt = hasLuck(course);
    const blocks = seats.map((look, seat) => seatBlock(look, { course, seat, unit, most, isDealt, ...figures[seat] }));
    return `<section class="seat-summaries" aria-label="${escaped(words.replay.summary)}">${blocks.join("")}</section>`
        + (isDealt ? "" : `<p class="quiet small">${escaped(words.replay.noLuck)}</p>`);
}

/** Winning is counted in chances, everything else in its unit. */
function pick({ value, chance }, unit) {
    return unit === "wins" ? chance : value;
}

function seatBlock({ name, mark }, { course, seat, unit, most, isDealt, luck, lost }) {
    const accuracy = course.summary?.seats?.[seat]?.accuracy;
    const none = accuracy === null ? `<span class="accuracy quiet">${escaped(words.replay.noChoice)}</span>` : "";
    const head = accuracy === undefined || accuracy === null ? none : `<span class="accuracy"><strong>${rounded(accuracy)}</strong> ${escaped(words.replay.accuracy)}</span>`;
    const rows = isDealt ? [barRow(words.replay.luck, pick(luck, unit), { most, unit, kind: "bar-luck" })] : [];
    rows.push(barRow(words.replay.skill, -pick(lost, unit), { most, unit, kind: "bar-lost" }));
    return `<article class="seat-summary"><h3>${markOf(mark)} <bdi>${escaped(name)}</bdi>${head}</h3>
        ${gradeCounts(gradesOf(course, seat))}
        <div class="luck-bars" aria-hidden="true">${rows.join("")}</div>
        <p class="small quiet">${escaped(capital(sentence(name, { luck, lost, unit, isDealt })))}</p></article>`;
}

/** How many moves have each grade. */
function gradeCounts(counts) {
    const items = GRADES.map((grade) => {
        const sign = gradeSign(grade) || { best: "✓", good: "○" }[grade];
        const word = counts[grade] === 1 ? words.study.grades[grade] : words.study.gradesMany[grade];
        return `<li class="${counts[grade] ? grade : "none"}" title="${escaped(`${counts[grade]} ${word}`)}"><span class="badge ${grade}" aria-hidden="true">${sign}</span> ${counts[grade]}<span class="unseen"> ${escaped(word)}</span></li>`;
    });
    return `<ul class="grade-counts plain">${items.join("")}</ul>`;
}

/** A bar to the right of the middle for what was given, to the left for what was lost. */
function barRow(label, value, { most, unit, kind }) {
    const long = round((Math.abs(value) / most) * 50);
    const figure = unit === "wins" ? `${value < 0 ? "−" : ""}${Math.abs(value).toFixed(1)} ${unit}` : `${signed(value)} ${unit}`;
    return `<div class="luck-row"><span>${escaped(label)}</span>`
        + `<svg viewBox="0 0 100 8" preserveAspectRatio="none"><rect class="bar-rest" width="100" height="8"/><rect class="${kind}${value < 0 ? " less" : ""}" x="${value < 0 ? round(50 - long) : 50}" width="${long}" height="8"/><path d="M50 0v8" class="bar-zero"/></svg>`
        + `<span class="number">${escaped(figure)}</span></div>`;
}

function sentence(name, { luck, lost, unit, isDealt }) {
    if (unit === "wins") return words.replay.gaveAway(name, Math.round(lost.chance));
    const gone = words.replay.lostBy(name, amount(lost.value, unit));
    if (!isDealt) return gone;
    const given = amount(luck.value, unit);
    return `${luck.value >= 0 ? words.replay.luckGave(name, given) : words.replay.luckTook(name, given)} ${gone}`;
}

/** @param {Course} course @param {Look[]} seats @param {(ply: number) => string} href */
export function turningPoints(course, seats, href) {
    const turns = course.summary?.turning_points ?? [];
    if (!course.summary) return "";
    if (turns.length === 0) return `<h3>${escaped(words.replay.turns)}</h3><p class="quiet">${escaped(words.replay.noTurns)}</p>`;
    const items = turns.map((turn) => `<li><a href="${escaped(href(turn.ply))}" data-ply="${turn.ply}"><span class="number">${turn.ply}</span><span>${escaped(turnWords(turn, course, seats))}</span></a></li>`);
    return `<h3>${escaped(words.replay.turns)}</h3><ol class="turns plain">${items.join("")}</ol>`;
}

/** A turning point in words. @param {import("./study-course.js").TurningPoint} turn @param {Course} course @param {Look[]} seats */
export function turnWords({ ply, seat, swing, favourite, then }, course, seats) {
    const who = seats[seat]?.name ?? "";
    const luck = luckOf(course, ply)?.[seat];
    const tell = luck === undefined ? words.replay.turnMove : luck < 0 ? words.replay.turnDealTook : words.replay.turnDealGave;
    const told = tell(who, percent(swing));
    const isNew = then !== null && then !== favourite;
    return isNew ? `${capital(told)}; ${words.replay.turnThen(seats[then]?.name ?? "")}.` : `${capital(told)}.`;
}
