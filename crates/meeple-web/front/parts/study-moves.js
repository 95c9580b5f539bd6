// The list of a game's deals and moves in words, with the grades as they become known.
//
//      4  ● Ann bites C3: 6 squares      ??
//         Only the poison is left for Ben
//      5  ■ ...
import { escaped } from "/drawings/drawing.js";
import { moveTo } from "./study-course.js";
import { gradeSign, thought } from "./study-figures.js";
import { markOf } from "./marks.js";
import { words } from "../words.js";

/**
 * @param {{ plies: any[] }} record
 * @param {{ seats: { name: string, mark: number }[], course: import("./study-course.js").Course, ply: number, href: (ply: number) => string }} how
 */
export function moveList(record, { seats, course, ply, href }) {
    const start = `<li data-key="0"><a href="${escaped(href(0))}" data-ply="0"${current(ply === 0)}><span class="number">0</span><span class="did">${escaped(words.replay.start)}</span></a></li>`;
    const lines = record.plies.map((one, index) => {
        const at = index + 1;
        const followed = one.did ? one.followed ?? [] : (one.followed ?? []).slice(1);
        return `<li data-key="${at}"><a href="${escaped(href(at))}" data-ply="${at}"${current(ply === at)}>`
            + `<span class="number">${at}</span>${one.seat === null || one.seat === undefined ? "" : markOf(seats[one.seat].mark)}`
            + `<span class="did">${escaped(one.did || one.followed?.[0] || "")}${followed.map((line) => `<span class="followed">${escaped(line)}</span>`).join("")}</span>`
            + `${sideOf(one, moveTo(course, at))}</a></li>`;
    });
    return start + lines.join("");
}

/** Makes another line the current one. @param {Element} list @param {number} ply */
export function markCurrent(list, ply) {
    const old = list.querySelector("[aria-current]");
    old?.removeAttribute("aria-current");
    old?.setAttribute("tabindex", "-1");
    const now = list.querySelector(`[data-ply="${ply}"]`);
    now?.setAttribute("aria-current", "step");
    now?.setAttribute("tabindex", "0");
}

/** Tab comes to the current move only; arrows go on from there. @param {boolean} isCurrent */
function current(isCurrent) {
    return isCurrent ? ' aria-current="step" tabindex="0"' : ' tabindex="-1"';
}

/** What stands on the right: the grade, or how long was thought. */
function sideOf({ ms }, judged) {
    if (!judged) return thought(ms) ? `<small class="quiet">${thought(ms)}</small>` : "";
    if (judged.forced) return `<small class="quiet">${escaped(words.study.forced)}</small>`;
    const sign = gradeSign(judged.grade) || (judged.grade === "best" ? "✓" : "");
    return `<span class="grade ${judged.grade}"><span aria-hidden="true">${sign}</span><span class="unseen">${escaped(words.study.grades[judged.grade])}</span></span>`;
}
