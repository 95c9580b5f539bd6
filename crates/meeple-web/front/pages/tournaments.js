// Reports of the arena that lie in the server's folder.
import { escaped } from "/drawings/drawing.js";
import { get } from "../api.js";
import { studyIcon } from "../parts/study-icons.js";
import { loading } from "../parts/study-loading.js";
import { words } from "../words.js";

const said = words.tournaments;

/** @param {HTMLElement} main @returns {Promise<import("../main.js").Page>} */
export async function open(main) {
    loading(main, "text");
    const { tournaments } = await get("/api/tournaments");
    main.innerHTML = `<h1>${escaped(said.title)}</h1><p class="study-lead">${escaped(said.about)}</p>${tournaments.length ? cards(tournaments) : none()}`;
    return { title: said.title };
}

/** Reports are documents of their own: the link leaves this page. @param {{ name: string, title: string, link: string }[]} tournaments */
function cards(tournaments) {
    const card = ({ name, title, link }) => `<li><a class="study-report" href="${escaped(link)}" target="_self">${studyIcon("cup")}<span><strong>${escaped(title)}</strong><small class="quiet">${escaped(name)}</small></span><span class="study-report-open">${escaped(said.open)}</span></a></li>`;
    return `<ul class="plain study-reports">${tournaments.map(card).join("")}</ul>${how(said.moreAbout)}`;
}

function none() {
    return `<section class="empty-state study-none">${studyIcon("cup")}<h2>${escaped(said.none)}</h2></section>${how(said.noneAbout)}`;
}

/** @param {string} sentence */
function how(sentence) {
    return `<section class="panel study-how"><p>${escaped(sentence)}</p><pre><code>${escaped(said.make)}</code></pre></section>`;
}
