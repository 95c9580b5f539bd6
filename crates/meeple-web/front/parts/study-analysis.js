// What stands on the page of the analysis: its frame, the advice, the line of moves.
//
//     shellOf(games)         once
//     adviceOf, lineOf       again whenever something changes
import { escaped } from "/drawings/drawing.js";
import { adviceList } from "./advice.js";
import { markOf } from "./marks.js";
import { badge } from "./study-judgement.js";
import { capital, count, percent } from "./study-figures.js";
import { studyIcon } from "./study-icons.js";
import { icon } from "./icons.js";
import { words } from "../words.js";

const said = words.analysis;

/** How long one may let it think, in seconds. */
export const TIMES = [1, 5, 20];

/** @param {string[]} games @param {string} game */
export function shellOf(games, game) {
    const options = games.map((name) => `<option value="${escaped(name)}"${name === game ? " selected" : ""}>${escaped(words.games[name] ?? name)}</option>`).join("");
    const button = (what, label, symbol) => `<button type="button" class="button small" data-do="${what}">${symbol}${escaped(label)}</button>`;
    return `<div class="study analysis">
    <section class="study-main">
        <header class="study-head"><h1>${escaped(said.title)}</h1>
            <label class="study-game"><span class="unseen">${escaped(said.game)}</span><select data-game>${options}</select></label>
            <div class="buttons">${button("fresh", said.fresh, icon("again"))}<button type="button" class="button small" data-do="edit" aria-expanded="false">${studyIcon("edit")}<span>${escaped(said.edit)}</span></button></div></header>
        <p class="error study-edit-error"></p>
        <div class="study-board"></div>
        <section class="study-editor" aria-label="${escaped(said.editor)}" hidden></section>
        <nav class="study-line" aria-label="${escaped(said.line)}"></nav>
    </section>
    <aside class="study-side" aria-label="${escaped(said.title)}">
        <section class="study-panel study-advice" aria-label="${escaped(said.advice)}"></section>
        <form class="study-position panel">
            <label for="position-text">${escaped(said.position)}</label>
            <textarea id="position-text" rows="3" spellcheck="false" autocapitalize="off" autocomplete="off" aria-describedby="position-error" class="mono"></textarea>
            <div id="position-error" role="status"></div>
            <div class="buttons"><button type="submit" class="button small">${escaped(said.set)}</button>${button("copyPosition", said.copyPosition, icon("copy"))}${button("copyLink", said.copyLink, icon("link"))}</div>
        </form>
        <div class="buttons study-actions"><button type="button" class="button" data-do="table">${studyIcon("play")}${escaped(words.study.playFrom)}</button></div>
        <section class="study-drop panel"><h2>${escaped(said.record)}</h2><p class="quiet small">${escaped(said.recordAbout)}</p>
            <label class="button">${studyIcon("file")}${escaped(said.choose)}<input type="file" class="unseen" accept=".jsonl,.json,.ndjson,.txt,application/json,application/x-ndjson,text/plain"></label></section>
    </aside></div>`;
}

/**
 * @typedef {import("./study-adviser.js").Advice} Advice
 * @param {{ position: import("../api.js").Position, advice: Advice | null, time: number, thinking: number, error: string, looks: { name: string, mark: number }[], last: { name: string, grade: string | null } | null }} what
 */
export function adviceOf({ position, advice, time, thinking, error, looks, last }) {
    const due = position.to_move;
    const head = `<h2>${escaped(said.advice)}</h2>`;
    if (due === null) return `${head}${lastMove(last)}<p class="quiet">${escaped(position.over ? said.over : said.dealDue)}</p>`;
    const { name, mark } = looks[due];
    const times = TIMES.map((seconds) => `<button type="button" class="button small${seconds * 1000 === time ? " chosen" : ""}" data-think="${seconds}" aria-pressed="${seconds * 1000 === time}">${escaped(said.seconds(seconds))}</button>`);
    return `${head}<p class="study-due">${markOf(mark)} ${escaped(said.toMove(capital(name)))}</p>${lastMove(last)}
        <div class="study-thinking${thinking ? " on" : ""}" role="status"><span class="unseen">${thinking ? escaped(said.thinking) : ""}</span></div>
        ${error ? `<p class="error">${escaped(error)}</p>` : ""}
        ${advice ? known(advice) : skeleton()}
        <div class="study-think buttons" role="group" aria-label="${escaped(said.longer)}"><span class="quiet small">${escaped(said.longer)}</span>${times.join("")}</div>`;
}

/** @param {Advice} advice */
function known({ moves, unit, nodes, depth, proof }) {
    return adviceList(moves, { unit, label: said.advice, actionLabel: said.playMove })
        + `<p class="small quiet">${escaped(words.study.looked(count(nodes ?? 0), depth))}${proof ? `<br>${escaped(words.study.proof(proof))}` : ""}</p>`;
}

/** Where the moves will stand. */
function skeleton() {
    return `<ol class="advice" aria-hidden="true">${'<li class="advised-wait"><i></i><i></i></li>'.repeat(3)}</ol>`;
}

/** @param {{ name: string, grade: string | null } | null} last */
function lastMove(last) {
    if (!last?.grade) return "";
    return `<p class="verdict">${badge(last.grade)} <span class="advised-move">${escaped(last.name)}</span> ${escaped(words.study.isThe[last.grade])}</p>`;
}

/** @param {import("./study-line.js").Line} line */
export function lineOf({ steps, at }) {
    const arrow = (what, label, symbol, isOff) => `<button type="button" class="button icon" data-do="${what}" aria-label="${escaped(label)}" title="${escaped(label)}"${isOff ? " disabled" : ""}>${studyIcon(symbol)}</button>`;
    const items = steps.map(({ name }, index) => `<li><button type="button" class="button plain small" data-step="${index}"${index === at ? ' aria-current="step"' : ""}>${escaped(name ?? said.lineStart)}</button></li>`);
    const hint = steps.length === 1 ? `<span class="quiet small">${escaped(said.lineEmpty)}</span>` : "";
    return `${arrow("back", said.back, "previous", at === 0)}${arrow("forward", said.forward, "next", at === steps.length - 1)}<ol class="plain">${items.join("")}</ol>${hint}`;
}

/** How the seats stand, for the head of the board. @param {Advice | null} advice @param {{ name: string, mark: number }[]} looks */
export function chancesOf(advice, looks) {
    if (!advice) return "";
    return looks.map(({ name, mark }, seat) => `<span class="nowrap">${markOf(mark)} ${escaped(name)} ${percent(advice.chances[seat])}</span>`).join(" ");
}
