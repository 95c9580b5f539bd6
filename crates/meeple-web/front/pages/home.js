// The first page: play at once, the four games alive, then people, practice, replays, programs.
import { escaped } from "/drawings/drawing.js";
import { games } from "../api.js";
import { toast } from "../parts/announcer.js";
import { listenToRecords } from "../parts/bring-record.js";
import { against, createRoom, levelsOf, publicRooms } from "../parts/create-room.js";
import { askName } from "../parts/dialog.js";
import { icon } from "../parts/icons.js";
import { living } from "../parts/living.js";
import { ownRooms, playedRooms, waitingRooms } from "../parts/room-lists.js";
import { keptRooms } from "../kept-rooms.js";
import { morph } from "../morph.js";
import { change, settings } from "../settings.js";
import { BASE } from "../site.js";
import { words } from "../words.js";

/** How often the lists of public tables are asked for. */
const NEWS_MS = 10_000;
const OWN_SHOWN = 5;

/** @param {HTMLElement} main @returns {Promise<import("../main.js").Page>} */
export async function open(main) {
    const all = await games();
    main.innerHTML = `${heroHtml(all)}${cardsHtml(all)}${sectionsHtml()}`;
    const find = (what) => /** @type {HTMLElement} */ (main.querySelector(what));
    const boards = all.map((game) => living(find(`[data-living="${game.name}"]`), game, words.home.living(words.games[game.name] ?? game.name)));
    const news = setInterval(() => document.hidden || tell(), NEWS_MS);

    async function tell() {
        morph(find(".own-rooms"), ownRooms(keptRooms().filter(({ seats }) => seats.length > 0).slice(0, OWN_SHOWN), Date.now()));
        const rooms = await publicRooms().catch(() => []);
        morph(find(".waiting-rooms"), waitingRooms(rooms.filter(({ phase }) => phase === "open")));
        morph(find(".played-rooms"), playedRooms(rooms.filter(({ phase }) => phase === "playing")));
    }

    /** @param {{ game: string } & Record<string, unknown>} wish */
    async function begin(wish) {
        try {
            await createRoom(wish);
        } catch (error) {
            toast(error.message, "bad");
        }
    }

    /** Others see the name, so it is asked for once. @param {object} more */
    async function invite(more) {
        if (!settings().name) {
            const name = await askName({ question: words.home.whoAreYou, about: words.settings.nameAbout, yes: words.newGame.invite, name: "" });
            if (name === null) return;
            change({ name });
        }
        await begin({ game: chosen().name, seats: against(chosen(), "open"), ...more });
    }

    const chosen = () => all.find(({ name }) => name === settings().game) ?? all[0];
    const form = /** @type {HTMLFormElement} */ (find(".play-now"));
    form.addEventListener("change", () => {
        const fields = new FormData(form);
        change({ game: String(fields.get("game")), level: String(fields.get("level")) });
        morph(form, playNowHtml(all));
    });
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        begin({ game: chosen().name, seats: against(chosen(), levelOf(chosen())) });
    });
    main.addEventListener("click", ({ target }) => {
        const verb = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-do]"))?.dataset.do;
        if (verb === "invite") invite({});
        if (verb === "open-table") invite({ public: true });
    });
    listenToRecords(find(".records"), main.querySelector(".records input"));
    tell();
    return {
        title: "",
        close() {
            clearInterval(news);
            for (const board of boards) board.destroy();
        },
    };
}

/** The level that was played last, if this game has it. @param {import("../api.js").GameInfo} game */
function levelOf(game) {
    const levels = levelsOf(game).map(({ name }) => name);
    return levels.includes(settings().level) ? settings().level : levels[1] ?? levels[0] ?? "random";
}

function heroHtml(all) {
    return `<section class="hero"><h1>${escaped(words.home.title)}</h1><p class="lead quiet">${escaped(words.home.lead)}</p>
        <form class="play-now">${playNowHtml(all)}</form></section>`;
}

/** The one button, and what it means. @param {import("../api.js").GameInfo[]} all */
function playNowHtml(all) {
    const game = all.find(({ name }) => name === settings().game) ?? all[0];
    const level = levelOf(game);
    const part = (name, value, text, isChosen) => `<label><input type="radio" name="${name}" value="${escaped(value)}"${isChosen ? " checked" : ""}><span>${escaped(text)}</span></label>`;
    const choice = (name, legend, parts) => `<fieldset class="choice" data-key="${name}"><legend class="unseen">${escaped(legend)}</legend><div class="parts">${parts.join("")}</div></fieldset>`;
    return `<button class="button primary large" data-key="play">${icon("play")}${escaped(words.home.playNow(words.games[game.name] ?? game.name, level))}</button>
        <div class="choices" data-key="choices">
        ${choice("game", words.home.game, all.map(({ name }) => part("game", name, words.games[name] ?? name, name === game.name)))}
        ${choice("level", words.home.level, levelsOf(game).map(({ name }) => part("level", name, name, name === level)))}
        <a href="${BASE}/new?game=${escaped(game.name)}">${escaped(words.home.change)}</a></div>`;
}

function cardsHtml(all) {
    const link = (href, text) => `<a href="${escaped(href)}">${escaped(text)}</a>`;
    const cards = all.map(({ name, about }) => `<li class="card">
        <a class="living" href="${BASE}/new?game=${escaped(name)}" data-living="${escaped(name)}" aria-label="${escaped(words.games[name] ?? name)}"></a>
        <h3>${escaped(words.games[name] ?? name)}</h3><p class="quiet">${escaped(words.home.about[name] ?? about)}</p>
        <p class="links">${link(`${BASE}/new?game=${name}`, words.home.playThis)}${link(`${BASE}/practice/${name}`, words.home.practiseThis)}${link(`${BASE}/rules/${name}`, words.home.rulesOf)}</p></li>`);
    return `<section class="games"><h2 class="unseen">${escaped(words.home.games)}</h2><ul class="plain cards">${cards.join("")}</ul></section>`;
}

function sectionsHtml() {
    const { home } = words;
    const told = (picture, title, about) => `${icon(picture)}<span><strong>${escaped(title)}</strong><span class="quiet small">${escaped(about)}</span></span>`;
    const way = (path, picture, title, about) => `<a class="way" href="${BASE}${path}">${told(picture, title, about)}</a>`;
    return `<div class="sections">
        <section class="panel"><h2>${escaped(home.withPeople)}</h2>
            <button type="button" class="way" data-do="invite">${told("link", home.byLink, home.byLinkAbout)}</button>
            <div class="head"><h3>${escaped(home.join)}</h3><button type="button" class="button small" data-do="open-table">${escaped(home.openTable)}</button></div>
            <div class="waiting-rooms"></div>
            <h3>${escaped(home.watch)}</h3><div class="played-rooms"></div></section>
        <section class="panel records"><h2>${escaped(home.alone)}</h2>
            ${way("/practice", "done", home.practise, home.practiseAbout)}${way("/analysis", "chart", home.analyse, home.analyseAbout)}
            <h3>${escaped(home.replays)}</h3><div class="own-rooms"></div>
            <p class="drop quiet small">${escaped(home.dropRecord)}
                <label class="file">${escaped(home.chooseFile)}<input type="file" accept=".jsonl,.json,application/x-ndjson,text/plain"></label></p></section>
        <section class="panel"><h2>${escaped(home.programs)}</h2>
            ${way("/bots", "keys", home.bots, home.botsAbout)}${way("/tournaments", "flag", home.tournaments, home.tournamentsAbout)}</section>
    </div>`;
}
