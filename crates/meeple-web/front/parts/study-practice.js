// What stands on the pages of practice: the choice of a game, and the frame of one position.
import { escaped } from "/drawings/drawing.js";
import { adviceList } from "./advice.js";
import { markOf } from "./marks.js";
import { BASE } from "../site.js";
import { doneIn } from "./study-progress.js";
import { badge } from "./study-judgement.js";
import { amount, capital, percent } from "./study-figures.js";
import { studyIcon } from "./study-icons.js";
import { words } from "../words.js";

const said = words.practice;

/** The word of a stage. @param {string} stage */
export function stageWord(stage) {
    return said.stages[stage] ?? capital(stage);
}

/** All games to choose from. @param {{ game: string, stages: { name: string, positions: string[] }[] }[]} games @param {number} mistakes */
export function chooser(games, mistakes) {
    const cards = games.map(({ game, stages }) => {
        const links = stages.map(({ name, positions }) => `<li><a class="button small" href="${BASE}/practice/${game}?stage=${encodeURIComponent(name)}">${escaped(stageWord(name))} <span class="quiet">${positions.length}</span></a></li>`);
        return `<li class="study-card" data-game="${game}"><a class="study-card-board" href="${BASE}/practice/${game}" tabindex="-1" aria-hidden="true"></a>
            <h2><a href="${BASE}/practice/${game}">${escaped(words.games[game] ?? game)}</a></h2>
            <p class="quiet">${escaped(counts(game))}</p><ul class="plain buttons">${links.join("")}</ul></li>`;
    });
    const mine = mistakes
        ? `<p>${escaped(said.mineAbout)}</p><p><a class="button primary" href="${BASE}/practice/mine">${escaped(said.mineLeft(mistakes))}</a></p>`
        : `<p class="quiet">${escaped(said.mineNone)}</p>`;
    return `<h1>${escaped(said.title)}</h1><p class="study-lead">${escaped(said.about)}</p>
        <ul class="study-cards plain">${cards.join("")}</ul>
        <section class="panel study-mine"><h2>${escaped(said.mine)}</h2>${mine}</section>`;
}

/** @param {string} game */
function counts(game) {
    const { tried, found, streak } = doneIn(game);
    return tried === 0 ? said.untried : said.counts(found, tried, streak);
}

/** @param {string} title @param {{ href: string, label: string, isOn: boolean }[]} ways */
export function frameOf(title, ways) {
    const links = ways.map(({ href, label, isOn }) => `<li><a href="${escaped(href)}"${isOn ? ' aria-current="page"' : ""}>${escaped(label)}</a></li>`);
    return `<div class="study practice"><section class="study-main">
            <header class="study-head"><h1>${escaped(title)}</h1><nav class="study-ways" aria-label="${escaped(said.stage)}"><ul class="plain">${links.join("")}</ul></nav></header>
            <p class="study-due study-prompt"></p>
            <div class="study-board"></div></section>
        <aside class="study-side" aria-label="${escaped(said.title)}"><section class="study-panel study-puzzle"></section><section class="panel study-done" aria-label="${escaped(said.progress)}"></section></aside></div>`;
}

/**
 * @typedef {object} Puzzle
 * @property {"asked" | "judging" | "told" | "given" | "failed"} phase
 * @property {string} [move] what was played
 * @property {import("./study-adviser.js").Advice} [advice]
 * @property {string} [error]
 * @property {import("./study-mistakes.js").Mistake} [mistake] where it comes from, if it is one's own
 * @property {string} analysis a link to look closer
 */

/** Who is asked. @param {{ name: string, mark: number }} mover */
export function promptOf({ name, mark }) {
    return `${markOf(mark)} ${escaped(said.find(capital(name)))}`;
}

/** @param {Puzzle} puzzle */
export function puzzleOf(puzzle) {
    const { phase, mistake } = puzzle;
    const from = mistake ? `<p class="quiet small"><a href="${BASE}/replay/${encodeURIComponent(mistake.record)}?ply=${mistake.ply}">${escaped(said.mineFrom)}</a></p>` : "";
    const button = (what, label, isMain = false) => `<button type="button" class="button${isMain ? " primary" : ""}" data-do="${what}">${escaped(label)}</button>`;
    if (phase === "asked") return `<p>${escaped(said.how)}</p>${from}<div class="buttons">${button("show", said.show)}${button("next", said.skip)}${mistake ? button("drop", said.mineForget) : ""}</div>`;
    if (phase === "judging") return `<div class="study-thinking on"></div><p class="quiet">${escaped(said.judging)}</p>`;
    if (phase === "failed") return `<p class="error">${escaped(puzzle.error)}</p><div class="buttons">${button("again", said.again)}${button("next", said.next)}</div>`;
    const closer = `<a class="button" href="${escaped(puzzle.analysis)}">${studyIcon("board")}${escaped(said.toAnalysis)}</a>`;
    const list = `<h3>${escaped(said.best)}</h3>${adviceList(puzzle.advice.moves.slice(0, 3), { unit: puzzle.advice.unit, played: puzzle.move, label: said.best })}`;
    return `${verdict(puzzle)}<div class="buttons">${button("next", said.next, true)}${button("again", said.again)}${closer}</div>${list}`;
}

/** @param {Puzzle} puzzle */
function verdict({ phase, move, advice, mistake }) {
    const played = advice.moves.find((one) => one.move === move);
    const [best] = advice.moves;
    if (phase === "given" || !played) return `<p class="verdict">${escaped(said.given)}</p>`;
    const lost = Math.max(0, best.chance - played.chance);
    const value = advice.unit === "wins" ? "" : amount(best.value - played.value, advice.unit);
    const costs = lost >= 0.005 ? ` ${escaped(words.study.lost(percent(lost), value))}` : "";
    const why = played.reasons.length ? `<p class="why">${escaped(capital(played.reasons.join(", ")))}.</p>` : "";
    const once = mistake ? `<p class="quiet small">${escaped(said.minePlayed(mistake.name ?? mistake.move, words.study.grades[mistake.grade] ?? ""))}${isFound(played.grade) ? ` ${escaped(said.mineDone)}` : ""}</p>` : "";
    return `<p class="verdict large ${played.grade}">${badge(played.grade)} <strong>${escaped(words.study.isThe[played.grade])}</strong>${costs}</p>
        <p><span class="quiet">${escaped(said.yours)}</span> <span class="advised-move">${escaped(played.name)}</span></p>${why}${once}`;
}

/** Whether a grade counts as found. @param {string | undefined} grade */
export function isFound(grade) {
    return grade === "best" || grade === "good";
}

/** @param {import("./study-progress.js").Done} done */
export function doneOf({ tried, found, streak, longest }) {
    const figure = (number, word) => `<div><dd>${number}</dd><dt>${escaped(word)}</dt></div>`;
    return `<dl class="figures">${figure(streak, said.streak)}${figure(longest, said.longest)}${figure(found, said.solved)}${figure(tried, said.tried)}</dl>`
        + (tried ? `<button type="button" class="button plain small" data-do="forget">${escaped(said.reset)}</button>` : "");
}

/** There is nothing here. @param {string} sentence */
export function emptyPractice(sentence) {
    return `<section class="empty-state"><h1>${escaped(said.mine)}</h1><p>${escaped(sentence)}</p><p class="buttons"><a class="button primary" href="${BASE}/">${escaped(words.ways.play)}</a><a class="button" href="${BASE}/practice">${escaped(said.title)}</a></p></section>`;
}
