// What stands on the page of a replay: its frame, the players, the analysis beside the board.
//
//     shell(record, title)        once
//     headOf, analysisPanel       again whenever the ply or what is known changes
//     graphState                  what the graph is to draw
import { escaped } from "/drawings/drawing.js";
import { adviceList } from "./advice.js";
import { markOf } from "./marks.js";
import { BASE } from "../site.js";
import { better, dealt, judgement } from "./study-judgement.js";
import { chancesAt, curveOf, isNotable, known, luckOf, moveFrom, moveTo, notablePlies } from "./study-course.js";
import { capital, gradeSign, percent } from "./study-figures.js";
import { studyIcon } from "./study-icons.js";
import { icon } from "./icons.js";
import { summary, turningPoints, turnWords } from "./study-summary.js";
import { words } from "../words.js";

/** @typedef {{ name: string, mark: number }} Look */
/** @typedef {import("./study-course.js").Course} Course */

/** @param {any} record @param {string} title */
export function shell(record, title) {
    const button = (name, symbol) => `<button type="button" class="button small study-mistakes" data-do="${name}" hidden>${studyIcon(symbol)}${escaped(words.replay[name])}</button>`;
    const kind = (name, label) => `<button type="button" class="button plain small" data-do="${name}" data-kind="${name}" aria-pressed="false">${escaped(label)}</button>`;
    const tab = (id, label, isOn) => `<button type="button" role="tab" id="tab-${id}" aria-controls="${id}" aria-selected="${isOn}">${escaped(label)}</button>`;
    return `<div class="study replay">
    <section class="study-main">
        <header class="study-head"><h1>${escaped(title)}</h1><p class="quiet">${escaped(about(record))}</p></header>
        <div class="study-board"></div>
        <p class="study-told"></p>
        <div class="study-transport"></div>
        <section class="study-graph-block" aria-label="${escaped(words.replay.graph)}">
            <div class="study-graph-head"><div class="buttons">${kind("chances", words.replay.graphChances)}${kind("points", words.replay.graphPoints)}</div>
            <div class="buttons">${button("previousMistake", "previous")}${button("nextMistake", "next")}</div></div>
            <div class="study-graph-place"><div class="study-graph"></div><p class="study-graph-empty quiet">${escaped(words.replay.graphEmpty)}</p></div>
        </section>
        <p class="quiet small study-keys">${escaped(words.replay.keys)}</p>
    </section>
    <aside class="study-side" aria-label="${escaped(words.replay.tabs)}">
        <ul class="study-players plain"></ul>
        <div class="study-tabs" role="tablist" aria-label="${escaped(words.replay.tabs)}">${tab("replay-moves", words.replay.moves, true)}${tab("replay-analysis", words.replay.analysis, false)}</div>
        <div class="study-panel listing" role="tabpanel" id="replay-moves" aria-labelledby="tab-replay-moves"><h2>${escaped(words.replay.moves)}</h2><ol class="study-moves plain" tabindex="-1"></ol></div>
        <div class="study-panel" role="tabpanel" id="replay-analysis" aria-labelledby="tab-replay-analysis"></div>
        <div class="study-actions buttons">
            <button type="button" class="button" data-do="table">${studyIcon("play")}${escaped(words.study.playFrom)}</button>
            <a class="button" href="${BASE}/analysis?record=${encodeURIComponent(record.id)}" data-analysis>${studyIcon("board")}${escaped(words.study.openAnalysis)}</a>
            <button type="button" class="button" data-do="copy">${icon("link")}${escaped(words.replay.copy)}</button>
            <a class="button" href="${BASE}/api/records/${encodeURIComponent(record.id)}/file" download="${escaped(record.game)}-${escaped(record.id)}.jsonl">${studyIcon("download")}${escaped(words.replay.download)}</a>
        </div>
    </aside></div>`;
}

/** When it was, how long, and how it ended. */
function about({ header, plies, ending }) {
    const date = header.time ? new Date(header.time).toLocaleDateString("en", { day: "numeric", month: "long", year: "numeric" }) : "";
    const end = ending ? ending.sentence ?? "" : words.replay.unfinished;
    return [date, words.replay.plies(plies.length), end].filter(Boolean).join(" · ");
}

/** Who plays, with the points and the chance to win at a ply. @param {any} record @param {Look[]} seats @param {Course} course @param {number} ply */
export function headOf(record, seats, course, ply) {
    const chances = chancesAt(course, ply);
    const mover = record.plies[ply]?.seat;
    return seats.map(({ name, mark }, seat) => {
        const points = record.points[ply]?.[seat];
        const chance = chances ? `<span class="study-chance" title="${escaped(words.study.chance)}">${percent(chances[seat])}<span class="unseen"> ${escaped(words.study.chance)}</span></span>` : "";
        return `<li data-key="${seat}" class="seat-${mark}${seat === mover ? " due" : ""}">${markOf(mark)}<bdi>${escaped(name)}</bdi>${chance}<strong class="number">${points ?? ""}</strong></li>`;
    }).join("");
}

/** What led to a ply, in words. @param {any} record @param {number} ply */
export function toldAt(record, ply) {
    if (ply === 0) return words.replay.start;
    const { did, followed = [] } = record.plies[ply - 1];
    const told = [did, ...followed].filter(Boolean).map((line) => (/[.!?]$/.test(line) ? line : `${line}.`));
    return `${ply}. ${told.map(capital).join(" ")}`;
}

/**
 * @param {{ analyser: { course: Course, phase: string, error: string }, seats: Look[], record: any, kept: number, ply: number, href: (ply: number) => string }} what
 */
export function analysisPanel({ analyser, seats, record, kept, ply, href }) {
    const { course, phase } = analyser;
    const head = `<h2>${escaped(words.replay.analysis)}</h2>`;
    if (phase === "waiting") return `${head}<p>${escaped(words.replay.analyseAbout)}</p><p><button type="button" class="button primary" data-do="analyse">${icon("chart")}${escaped(words.replay.analyse)}</button></p>`;
    const unit = unitOf(record, course);
    return head + progress(analyser)
        + `<div class="study-here">${here(course, ply, { seats, unit })}</div>`
        + keptWords(kept)
        + summary(course, seats, unit)
        + turningPoints(course, seats, href);
}

/** What values are counted in; before the summary says so, by the game. */
function unitOf({ game }, course) {
    return course.summary?.unit ?? { chomp: "wins", filler: "cells", azul: "points", grass: "squares" }[game] ?? "points";
}

function progress({ phase, error, course }) {
    const [done, all] = [course.steps.filter(Boolean).length, course.steps.length];
    if (phase === "done") return "";
    const go = `<button type="button" class="button small" data-do="analyse">${escaped(words.replay.goOn)}</button>`;
    if (phase === "failed") return `<p class="error">${escaped(words.replay.failed + error)}</p><p>${go}</p>`;
    if (phase === "stopped") return `<p class="study-progress">${escaped(words.replay.stopped)} ${go}</p>`;
    return `<div class="study-progress"><progress max="1" value="${known(course)}" aria-label="${escaped(words.replay.analysing(done, all))}"></progress>
        <span class="small quiet">${escaped(words.replay.analysing(done, all))}</span><button type="button" class="button small plain" data-do="stop">${escaped(words.replay.stop)}</button></div>`;
}

/** The move that led here, and what is best now. */
function here(course, ply, { seats, unit }) {
    const [came, next, luck] = [moveTo(course, ply), moveFrom(course, ply), luckOf(course, ply)];
    const parts = [];
    if (came) parts.push(`<div data-before>${judgement(came, unit)}${better(came, unit)}</div>`);
    if (luck) parts.push(dealt(luck, seats));
    if (next && !next.forced) parts.push(`<h3>${escaped(words.study.bestHere)}</h3>${adviceList(next.best, { unit, played: next.played.move, label: words.study.bestHere })}${next.proof ? `<p class="small quiet">${escaped(words.study.proof(next.proof))}</p>` : ""}`);
    return parts.join("") || `<p class="quiet">${escaped(words.replay.nothingYet)}</p>`;
}

function keptWords(kept) {
    if (!kept) return "";
    return `<p class="study-kept">${escaped(words.replay.kept(kept))} <a href="${BASE}/practice/mine">${escaped(words.replay.practise)}</a></p>`;
}

/** @param {{ record: any, course: Course, seats: Look[], ply: number, kind: string }} what @returns {import("./graph.js").GraphState} */
export function graphState({ record, course, seats, ply, kind }) {
    const mistakes = notablePlies(course).map((at) => ({ ply: at, sign: gradeSign(moveTo(course, at).grade), seat: moveTo(course, at).seat }));
    const turns = (course.summary?.turning_points ?? []).map((turn) => ({ ply: turn.ply, seat: turn.seat, words: turnWords(turn, course, seats) }));
    const isChances = kind === "chances";
    const curves = seats.map((_, seat) => (isChances ? curveOf(course, seat) : record.points.map((points) => points[seat])));
    const told = (at) => {
        const chances = chancesAt(course, at);
        const parts = seats.map(({ name }, seat) => (isChances && chances ? words.study.chanceOf(name, percent(chances[seat])) : `${name}: ${record.points[at]?.[seat] ?? ""}`));
        return `${toldAt(record, at)} ${parts.join(", ")}${isNotable(moveTo(course, at)) ? `. ${words.study.isThe[moveTo(course, at).grade]}` : ""}`;
    };
    return { plies: record.plies.length, ply, seats, kind: isChances ? "chances" : "points", curves, turns, mistakes, label: words.replay.graph, told };
}
