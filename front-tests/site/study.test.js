// Where people study: replays with their analysis, positions of one's own, practice, rules, reports.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { EXAMPLES } from "../../crates/meeple-web/front/examples.js";
import { byMouse } from "./hands.js";
import { openSite, TOGETHER } from "./site.js";
import { until } from "./room.js";
import { meeple } from "./server.js";
import { GAMES } from "./tables.js";
import { OF_A_REFUSAL, OF_THE_NETWORK } from "./visitor.js";

/** Files of games that computers have played: one with deals, so that there is luck, and one without. */
const records = { filler: "", chomp: "" };

const site = openSite(async ({ folder }) => {
    const play = async (game, ...options) => {
        records[game] = join(folder, `${game}.jsonl`);
        await meeple("play", game, ...options, "--seats", "easy,random", "--seed", "7", "--record", records[game], "--plain");
    };
    await play("filler", "map=@....../......./......./......./......$");
    await play("chomp", "width=5", "height=4");
});

/** A move of Chomp as people write it: a column and a row, perhaps after words for those who hear it, before a grade. */
const CELL = /(?:^|\s)([A-Z]\d+)(?=\s|$)/;

/** @param {import("node:test").TestContext} t @param {string} path @param {Parameters<typeof site.visit>[1]} [who] */
async function visit(t, path, who) {
    const ann = await site.visit(t, { name: "Ann", ...who });
    await ann.page.goto(site.address() + path);
    return ann.page;
}

/** Brings a record on the first page. @param {import("node:test").TestContext} t @param {"filler" | "chomp"} game */
async function bring(t, game) {
    const page = await visit(t, "/");
    await page.locator(".records input[type=file]").setInputFiles(records[game]);
    await page.waitForURL(/\/replay\//);
    await page.locator(".study-board svg").first().waitFor();
    return page;
}

const slider = (page) => page.locator("[data-slider]").inputValue();

describe("replays and positions", TOGETHER, () => {
    test("a record is imported, and the link to a ply shows that ply", { timeout: 60_000 }, async (t) => {
        const page = await bring(t, "chomp");
        const plies = Number(await slider(page));
        assert.ok(plies > 3, "one sees the end of it");
        const end = await page.locator(".study-board").innerHTML();
        await page.goto(page.url().replace(/\?.*/, "?ply=2"));
        await page.locator(".study-board svg").first().waitFor();
        assert.equal(await slider(page), "2");
        assert.match(await page.locator(".study-told").textContent(), /^2\. .*bites/);
        assert.match(await page.locator(".study-moves [aria-current]").textContent(), /bites/);
        const then = await page.locator(".study-board").innerHTML();
        assert.notEqual(then, end);
        await page.keyboard.press("ArrowRight");
        await page.waitForURL(/ply=3$/);
        await page.keyboard.press("ArrowLeft");
        await page.waitForURL(/ply=2$/);
        await page.keyboard.press("End");
        await page.waitForURL(new RegExp(`ply=${plies}$`));
        assert.equal(await page.locator(".study-moves [data-ply]").count() >= plies, true, "every move is told");
    });

    test("an analysis rates every move: grades, the graph, luck and skill", { timeout: 120_000 }, async (t) => {
        const page = await bring(t, "filler");
        const tab = page.getByRole("tab", { name: "Analysis" });
        await tab.click();
        await page.getByRole("button", { name: "Analyse" }).click();
        await page.getByText("Turning points").waitFor({ timeout: 90_000 });
        assert.equal(await page.locator(".seat-summary").count(), 2);
        assert.match((await page.locator(".seat-summary").allTextContents()).join(), /accuracy.*luck.*lost by moves.*The deals (gave|took)/s);
        const grades = (await page.locator(".grade-counts li").allTextContents()).map((text) => Number.parseInt(text.replace(/^\D*/, ""), 10));
        assert.ok(grades.reduce((sum, count) => sum + count, 0) > 0, "moves have grades");
        assert.ok((await page.locator(".study-graph path").count()) > 0, "a graph is drawn");
        assert.equal(await page.locator(".study-graph-empty").isVisible(), false);
        // What was judged is kept: it is there at once the next time.
        await page.reload();
        await tab.click();
        await page.getByText("Turning points").waitFor();
    });

    test("a game without deals has mistakes, but no luck", { timeout: 120_000 }, async (t) => {
        const page = await bring(t, "chomp");
        await page.getByRole("tab", { name: "Analysis" }).click();
        await page.getByRole("button", { name: "Analyse" }).click();
        await page.getByText("nothing is left to chance").waitFor();
        await page.getByText("Turning points").waitFor({ timeout: 90_000 });
        await page.locator("[data-do=first]").click();
        await page.getByRole("button", { name: "Next mistake" }).click();
        assert.match(await page.locator("#replay-analysis .verdict").first().textContent(), /inaccuracy|mistake|blunder/i);
        assert.equal(await page.getByText("Better", { exact: true }).count(), 1);
        for (const name of await page.locator("#replay-analysis .advised-move").allTextContents()) assert.match(name, CELL, "as people write it");
    });

    test("a dropped file opens its replay, and anything but a record is rejected", { timeout: 60_000 }, async (t) => {
        const page = await visit(t, "/analysis", { expects: OF_A_REFUSAL });
        await page.locator(".study-board svg").first().waitFor();
        const drop = async (text) => {
            const files = await page.evaluateHandle((text) => {
                const transfer = new DataTransfer();
                transfer.items.add(new File([text], "game.jsonl", { type: "application/x-ndjson" }));
                return transfer;
            }, text);
            await page.dispatchEvent(".study-drop", "drop", { dataTransfer: files });
        };
        await drop("no record");
        await page.locator("#toasts > *").first().waitFor();
        assert.match(page.url(), /\/analysis/);
        await drop(await readFile(records.chomp, "utf8"));
        await page.waitForURL(/\/replay\//);
    });

    test("an invalid position is rejected with a caret under the error, a valid one is set up", { timeout: 60_000 }, async (t) => {
        const page = await visit(t, "/analysis?game=chomp", { expects: OF_A_REFUSAL });
        await page.locator(".study-board .chomp-cell").first().waitFor();
        const field = page.getByLabel("Position", { exact: true });
        await field.fill("width=5 height=x rows=5,3,3 turn=0");
        await page.getByRole("button", { name: "Set" }).click();
        const caret = page.locator("#position-error pre");
        await caret.waitFor();
        const [text, under] = (await caret.textContent()).split("\n");
        assert.equal(text[under.indexOf("^")], "x", "the caret stands under what is wrong");
        assert.ok((await page.locator("#position-error .error").textContent()).length > 5);
        await field.fill("width=5 height=4 rows=5,3,3 turn=0");
        await page.getByRole("button", { name: "Set" }).click();
        await page.waitForURL(/rows%3D5%2C3%2C3/);
        await until(async () => (await page.locator(".study-board .chomp-cell").count()) === 11, "eleven squares are drawn");
        const first = page.locator(".study-advice .advised-move").first();
        const name = (await first.textContent()).match(CELL)[1];
        await first.click();
        await page.locator(".study-line [data-step='1']").getByText(name, { exact: true }).waitFor();
        assert.equal(await page.locator("#position-error p").count(), 0);
    });
});

test("on the analysis page, a move that did not reach the server can be made again", { timeout: 60_000 }, async (t) => {
    const { page } = await site.visit(t, { name: "Ann", expects: OF_THE_NETWORK });
    await page.route("**/api/advice", () => {}); // nothing else shows the board anew
    await page.goto(`${site.address()}/analysis?game=grass`);
    await page.route("**/api/positions/play", (route) => route.abort(), { times: 1 });
    await byMouse.grass(page);
    await page.locator(".toast.bad").waitFor();
    const before = page.url();
    await byMouse.grass(page);
    await until(async () => page.url() !== before, "the move is made");
});

/** One change in each editor, as somebody would make it. @type {Record<string, (page: import("playwright-core").Page) => Promise<void>>} */
const EDITS = {
    chomp: (page) => page.locator(".study-editor .chomp-cell").nth(12).click(),
    filler: async (page) => {
        await page.locator(".study-editor .crosshair").first().focus();
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("Enter");
    },
    azul: (page) => page.locator(".study-editor select[name=wall]").selectOption("grey"),
    grass: async (page) => {
        await page.getByRole("button", { name: "1×1 tile" }).click();
        await page.locator(".study-editor .grass-meadow").click();
    },
};

describe("an editor changes the position, and the server agrees", TOGETHER, () => {
    for (const game of GAMES) {
        test(game, { timeout: 60_000 }, async (t) => {
            const page = await visit(t, `/analysis?game=${game}`);
            await page.locator(".study-board svg").first().waitFor();
            const field = page.getByLabel("Position", { exact: true });
            const before = await field.inputValue();
            await page.getByRole("button", { name: "Edit" }).click();
            await page.locator(".study-editor svg").first().waitFor();
            await EDITS[game](page);
            await until(async () => new URL(page.url()).searchParams.get("position") !== before && (await field.inputValue()) !== before, "another position");
            assert.equal(await page.locator(".study-edit-error").textContent(), "");
            await page.getByRole("button", { name: "Done" }).click();
            await page.locator(".study-board svg").first().waitFor();
            assert.equal(new URL(page.url()).searchParams.get("position"), await field.inputValue());
        });
    }
});

describe("practice judges a move, and goes on", TOGETHER, () => {
    for (const game of GAMES) {
        test(game, { timeout: 60_000 }, async (t) => {
            const page = await visit(t, `/practice/${game}`);
            await page.getByText("Make your move on the board.").waitFor();
            const asked = await page.locator(".study-board").innerHTML();
            await byMouse[game](page);
            await page.locator(".verdict .badge").waitFor();
            assert.match(await page.locator(".verdict").first().textContent(), /best move|good move|inaccuracy|mistake|blunder/i);
            assert.ok((await page.locator(".study-puzzle .advised-move").count()) > 0, "and says what is best");
            await page.getByRole("button", { name: "Next position" }).click();
            await page.getByText("Make your move on the board.").waitFor();
            assert.notEqual(await page.locator(".study-board").innerHTML(), asked);
            assert.match(await page.locator(".study-done").textContent(), /1\s*tried/);
        });
    }
});

describe("rules stand there with drawings", TOGETHER, () => {
    for (const game of GAMES) {
        test(game, { timeout: 60_000 }, async (t) => {
            const page = await visit(t, `/rules/${game}`);
            const examples = page.locator(".example");
            await examples.first().waitFor();
            for (const example of await examples.all()) {
                await example.scrollIntoViewIfNeeded();
                await example.locator(".example-board svg").first().waitFor();
            }
            await page.locator(".example [data-step=after]").first().click();
            await page.locator('.example [data-step=after][aria-pressed="true"]').first().waitFor();
            assert.equal(await page.getByText("This example cannot be drawn now").count(), 0);
            for (const { position, move, name, seed } of EXAMPLES[game].filter((one) => one.move)) {
                const answer = await page.request.post(`${site.address()}/api/positions/play`, { data: { game, position, move, seed } });
                assert.equal((await answer.json()).played.name, name, `${game} ${move}`);
            }
            assert.ok((await page.locator(".rules-text .rule").count()) > 3, "rules are numbered");
        });
    }
});

test("a table for a bot comes with the command that connects it", { timeout: 60_000 }, async (t) => {
    const page = await visit(t, "/bots");
    await page.locator("select[name=opponent]").selectOption("easy");
    await page.getByRole("button", { name: "Make a table" }).click();
    await page.getByText(/--connect '?http/).first().waitFor();
    await page.getByRole("link", { name: /table/i }).first().click();
    await page.locator(".room").waitFor();
});

test("tournaments: none at first, then a report that opens with its replays", { timeout: 90_000 }, async (t) => {
    const page = await visit(t, "/tournaments");
    await page.getByText("There is no report on this server yet.").waitFor();
    await meeple("tournament", "chomp", "perfect", "random", "--games", "2", "--out", join(site.server().folder, "tournaments", "small"));
    await page.reload();
    await page.locator(".study-report").click();
    await page.getByRole("link", { name: "Replay game 1", exact: true }).click();
    await page.locator("#replay .board svg").waitFor();
    const ply = () => page.locator("#replay output").textContent();
    await page.getByRole("button", { name: "Forward" }).click();
    await until(async () => (await ply()).startsWith("1 /"), "the first ply is seen");
});
