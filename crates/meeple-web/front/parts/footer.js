// The foot of every page: what this is, and that nothing leaves the server it runs on.
import { escaped } from "/drawings/drawing.js";
import { BASE } from "../site.js";
import { words } from "../words.js";

export function showFooter() {
    document.querySelector("#foot").innerHTML = `<p>${escaped(words.footer.about)}</p>
        <p><a href="${BASE}/rules">${escaped(words.ways.rules)}</a> <a href="${BASE}/bots">${escaped(words.ways.bots)}</a> <a href="${BASE}/settings">${escaped(words.ways.settings)}</a></p>`;
}
