// How a program of one's own comes to a table: write it, check it, make a table, connect it.
import { escaped } from "/drawings/drawing.js";
import { games, post } from "../api.js";
import { toast } from "../parts/announcer.js";
import { copy } from "../parts/copy.js";
import { levelsOf, named } from "../parts/create-room.js";
import { keep } from "../kept-rooms.js";
import { settings } from "../settings.js";
import { BASE, shareable } from "../site.js";
import { page } from "../parts/study-bots.js";
import { command, samples } from "../parts/study-commands.js";
import { loading } from "../parts/study-loading.js";
import { words } from "../words.js";

/** @param {HTMLElement} main @returns {Promise<import("../main.js").Page>} */
export async function open(main) {
    loading(main, "text");
    const all = await games();
    main.innerHTML = page(all, settings().game);
    const form = /** @type {HTMLFormElement} */ (main.querySelector("form"));
    const chosen = () => all.find(({ name }) => name === form.game.value) ?? all[0];

    function offer() {
        const game = chosen();
        const options = [["me", words.bots.you], ["bot", words.bots.otherBot], ...levelsOf(game).map(({ name }) => [name, words.bots.level(name)])];
        form.opponent.innerHTML = options.map(([value, label]) => `<option value="${escaped(value)}">${escaped(label)}</option>`).join("");
        form.opponent.value = levelsOf(game).some(({ name }) => name === "normal") ? "normal" : "me";
        for (const sample of main.querySelectorAll("[data-sample]")) {
            const own = /** @type {HTMLElement} */ (sample);
            own.textContent = samples(game.name, form.program.value || "./bot.py", shareable(""))[own.dataset.sample];
        }
    }

    async function make() {
        const game = chosen();
        const others = Array(game.seats.least - 1).fill(form.opponent.value);
        const { made, name } = await named(settings().name || words.room.guest, async (name) => {
            const made = await post("/api/rooms", { game: game.name, seats: ["bot", ...others], name });
            return { made, name };
        });
        keep({ room: made.room, game: game.name, seats: made.secret ? [{ secret: made.secret, name }] : [], invite: made.invite, bots: made.bots ?? [] });
        const lines = (made.bots ?? []).map(({ seat, token }) => ({ seat, text: command(game.name, form.program.value || "./bot.py", shareable(`/room/${made.room}#bot=${token}`)) }));
        main.querySelector(".bot-connect").innerHTML = connected(lines, made);
    }

    form.addEventListener("change", offer);
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        make().catch((error) => toast(error.message, "bad"));
    });
    main.addEventListener("click", ({ target }) => {
        const button = /** @type {Element} */ (target).closest("[data-copy]");
        const text = button?.closest(".study-code")?.querySelector("code")?.textContent;
        if (text) copy(text, words.bots.copied);
    });
    offer();
    return { title: words.bots.title };
}

/** @param {{ seat: number, text: string }[]} lines @param {{ room: string, secret?: string }} made */
function connected(lines, { room, secret }) {
    const many = lines.length > 1;
    const blocks = lines.map(({ seat, text }) => `${many ? `<p class="small quiet">${escaped(words.bots.connectSeat(seat + 1))}</p>` : ""}<div class="study-code"><pre><code>${escaped(text)}</code></pre><button type="button" class="button small" data-copy>${escaped(words.bots.copy)}</button></div>`);
    const [page, label] = secret ? ["room", words.bots.toTable] : ["watch", words.bots.watch];
    return `<p>${escaped(words.bots.connectAbout)}</p>${blocks.join("")}<p class="small quiet">${escaped(words.bots.waits)}</p><p><a class="button primary" href="${BASE}/${page}/${encodeURIComponent(room)}">${escaped(label)}</a></p>`;
}
