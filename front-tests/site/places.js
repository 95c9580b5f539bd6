// Every kind of page there is, and how one comes there.
//
//     await PLACES["room azul"](ann, there)       ann.page shows a running game of Azul
import { join } from "node:path";
import { byMouse } from "./hands.js";
import { makeTable, nextOf, playOut } from "./room.js";
import { meeple } from "./server.js";
import { GAMES } from "./tables.js";

/** @typedef {{ address: string, record: string }} There the server, and the file of a game */
/** @typedef {(ann: import("./visitor.js").Visitor, there: There) => Promise<void>} Come */

/** A game and a report, so that no page is empty. @param {string} folder @returns {Promise<string>} the file of the game */
export async function furnish(folder) {
    const record = join(folder, "game.jsonl");
    await meeple("play", "filler", "map=@....../......./......./......./......$", "--seats", "easy,random", "--seed", "7", "--record", record, "--plain");
    await meeple("tournament", "chomp", "perfect", "random", "--games", "2", "--out", join(folder, "tournaments", "small"));
    return record;
}

/** An address, and what is there when it is complete. @param {string} path @param {string} what @returns {Come} */
function at(path, what) {
    return async ({ page }, { address }) => {
        await page.goto(address + path);
        await page.locator(what).first().waitFor();
    };
}

/** @param {string} game @returns {Come} */
function room(game) {
    return async (ann, { address }) => {
        await makeTable(ann, address, { game, seats: "me,easy" });
        await playOut([ann], byMouse[game], { moves: 2 });
        await nextOf([ann]);
    };
}

/** @type {Come} */
async function replay({ page }, { address, record }) {
    await page.goto(address);
    await page.locator(".records input[type=file]").setInputFiles(record);
    await page.waitForURL(/\/replay\//);
    await page.locator(".study-board svg").first().waitFor();
}

/** @type {Record<string, Come>} */
export const PLACES = {
    home: at("/", ".living svg"),
    new: at("/new?game=azul&seats=me,open,hard", ".seat-row"),
    waiting: async (ann, { address }) => {
        await makeTable(ann, address, { game: "grass", seats: "me,open,bot" });
        await ann.page.locator("figure.code svg").waitFor();
    },
    ...Object.fromEntries(GAMES.map((game) => [`room ${game}`, room(game)])),
    hint: async (ann, there) => {
        await room("azul")(ann, there);
        await ann.page.locator("[data-do=hint]").click();
        await ann.page.locator(".hint .advised-move").first().waitFor();
    },
    over: async (ann, { address }) => {
        await makeTable(ann, address, { game: "chomp", seats: "me,easy", options: { width: "2", height: "1" } });
        await playOut([ann], byMouse.chomp);
        await ann.page.locator(".ending").waitFor();
    },
    replay,
    analysed: async (ann, there) => {
        await replay(ann, there);
        await ann.page.getByRole("tab", { name: "Analysis" }).click();
        await ann.page.getByRole("button", { name: "Analyse" }).click();
        await ann.page.getByText("Turning points").waitFor({ timeout: 90_000 });
    },
    analysis: at("/analysis?game=azul", ".study-advice .advised-move"),
    ...Object.fromEntries(GAMES.map((game) => [`editor ${game}`, async (ann, there) => {
        await at(`/analysis?game=${game}`, ".study-advice .advised-move")(ann, there);
        await ann.page.getByRole("button", { name: "Edit" }).click();
        await ann.page.locator(".study-editor svg").first().waitFor();
    }])),
    practice: at("/practice", ".study-card-board svg"),
    puzzle: async (ann, there) => {
        await at("/practice/azul", ".azul-open")(ann, there);
        await byMouse.azul(ann.page);
        await ann.page.locator(".verdict .badge").waitFor();
    },
    rules: at("/rules", ".study-card-board svg"),
    ...Object.fromEntries(GAMES.map((game) => [`rules ${game}`, async (ann, there) => {
        await at(`/rules/${game}`, ".example")(ann, there);
        for (const example of await ann.page.locator(".example").all()) {
            await example.scrollIntoViewIfNeeded();
            await example.locator(".example-board svg").first().waitFor();
        }
        await ann.page.evaluate(() => scrollTo(0, 0));
    }])),
    bots: at("/bots", "form button"),
    tournaments: at("/tournaments", ".study-report"),
    settings: at("/settings", ".miniature svg"),
    nowhere: at("/replay/nowhere", "main h1"),
};
