// The rules of a game, numbered, with drawn examples beside them: /rules/azul#A6
//
//     A5  A move takes all tiles ...   ┌─────────┐
//                                      │ example │
//     A6  All the tiles go to ...      └─────────┘
import { escaped } from "/drawings/drawing.js";
import { EXAMPLES } from "../examples.js";
import { games, get } from "../api.js";
import { BASE } from "../site.js";
import { draw } from "../parts/study-drawing.js";
import { exampleFigure } from "../parts/study-example.js";
import { capital } from "../parts/study-figures.js";
import { studyIcon } from "../parts/study-icons.js";
import { loading } from "../parts/study-loading.js";
import { words } from "../words.js";

const said = words.rules;
/** No margin for examples: as style/study.css has it. */
const NARROW = matchMedia("(max-width: 1100px)");

/** @param {HTMLElement} main @param {import("../main.js").Where} where @returns {Promise<import("../main.js").Page>} */
export async function open(main, { path, hash }) {
    loading(main, "text");
    const names = (await games()).map(({ name }) => name);
    return path[1] ? openGame(main, path[1], names, hash) : openAll(main, names);
}

/** @param {HTMLElement} main @param {string[]} names */
async function openAll(main, names) {
    const about = new Map((await games()).map((game) => [game.name, game.about]));
    const cards = names.map((game) => `<li class="study-card" data-game="${game}"><a class="study-card-board" href="${BASE}/rules/${game}" tabindex="-1" aria-hidden="true"></a>
        <h2><a href="${BASE}/rules/${game}">${escaped(words.games[game] ?? game)}</a></h2><p>${escaped(capital(about.get(game) ?? ""))}.</p></li>`);
    main.innerHTML = `<h1>${escaped(said.all)}</h1><p class="study-lead">${escaped(said.allAbout)}</p><ul class="study-cards plain">${cards.join("")}</ul>`;
    for (const game of names) {
        const place = main.querySelector(`[data-game="${game}"] .study-card-board`);
        const example = EXAMPLES[game]?.at(-2);
        if (example) draw(place, { game, position: example.position }).catch(() => place.remove());
    }
    return { title: said.all };
}

/** @param {HTMLElement} main @param {string} game @param {string[]} names @param {string} hash */
async function openGame(main, game, names, hash) {
    const { html } = await get(`/api/rules/${encodeURIComponent(game)}`);
    const others = names.map((name) => `<li><a href="${BASE}/rules/${name}"${name === game ? ' aria-current="page"' : ""}>${escaped(words.games[name] ?? name)}</a></li>`);
    // The rules are the server's own text, made from its documents.
    main.innerHTML = `<div class="rules-head"><nav class="study-ways" aria-label="${escaped(said.all)}"><ul class="plain">${others.join("")}</ul></nav>
        <div class="buttons"><a class="button primary" href="${BASE}/new?game=${game}">${studyIcon("play")}${escaped(said.play(words.games[game] ?? game))}</a><a class="button" href="${BASE}/practice/${game}">${escaped(said.practise)}</a></div></div>
        <article class="rules-text">${html}</article>`;
    const text = main.querySelector(".rules-text");
    raise(text);
    const rules = numbered(text);
    const figures = (EXAMPLES[game] ?? []).map((example) => ({ example, ...exampleFigure(game, example) }));
    const rearrange = () => arrange(text, rules, figures);
    rearrange();
    NARROW.addEventListener("change", rearrange);
    if (hash) mark(document.getElementById(hash));
    const close = () => {
        NARROW.removeEventListener("change", rearrange);
        figures.forEach((figure) => figure.destroy());
    };
    return { title: said.title(words.games[game] ?? game), close };
}

/** The title of the rules is the title of this page: their headings, made for a page that has one, go up. @param {Element} text */
function raise(text) {
    if (text.querySelector("h1")) return;
    for (const old of text.querySelectorAll("h2, h3, h4, h5, h6")) {
        const heading = document.createElement(`h${Number(old.localName[1]) - 1}`);
        heading.id = old.id;
        heading.append(...old.childNodes);
        old.replaceWith(heading);
    }
}

/** Every rule by its number, with an address of its own. @param {Element} text @returns {Map<string, HTMLElement>} */
function numbered(text) {
    const found = new Map();
    for (const strong of text.querySelectorAll("strong")) {
        const number = strong.textContent.match(/^([A-Z]\d+)\b/)?.[1];
        const block = /** @type {HTMLElement | null} */ (strong.closest("li, p"));
        const isFirst = block?.textContent.trimStart().startsWith(strong.textContent);
        if (!number || !isFirst || found.has(number)) continue;
        block.id ||= number;
        block.classList.add("rule");
        found.set(number, block);
    }
    return found;
}

/**
 * Puts every example beside its rule. Where there is a margin it stands before the rule in the text, so that it
 * floats at the same height; else it follows it.
 * @param {Element} text @param {Map<string, HTMLElement>} rules @param {{ example: import("../examples.js").Example, element: HTMLElement }[]} figures
 */
function arrange(text, rules, figures) {
    const headings = [...text.querySelectorAll("h2, h3")];
    /** @param {import("../examples.js").Example} example */
    const besideWhat = ({ rule, beside }) => headings.find((one) => beside && one.textContent.trim() === beside) ?? rules.get(rule);
    // Those that follow a rule follow it in their order.
    for (const { example, element } of NARROW.matches ? [...figures].reverse() : figures) {
        const place = besideWhat(example);
        if (!place) text.append(element);
        else if (place.localName !== "li") place[NARROW.matches ? "after" : "before"](element);
        else if (NARROW.matches) place.insertBefore(element, place.querySelector(":scope > figure"));
        else place.insertBefore(element, [...place.childNodes].find(({ nodeName }) => nodeName !== "FIGURE"));
    }
}

/** A rule that somebody was sent to. @param {HTMLElement | null} rule */
function mark(rule) {
    rule?.classList.add("sought");
    rule?.scrollIntoView({ block: "center" });
}
