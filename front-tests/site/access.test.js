// Every page, light and dark, as those see it who cannot see well: axe finds nothing serious.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import axe from "axe-core";
import { openSite, TOGETHER } from "./site.js";
import { furnish, PLACES } from "./places.js";

let record = "";
const site = openSite(async ({ folder }) => {
    record = await furnish(folder);
});

/** @param {import("playwright-core").Page} page @returns {Promise<string[]>} what is serious */
async function findings(page) {
    const found = await page.evaluate(async (t) => {
        const { axe } = /** @type {any} */ (window);
        // Letters in a drawing are no label of the link or the button that it is.
        axe.configure({ rules: [{ id: "label-content-name-mismatch", selector: "[aria-label]:not(svg *, .living)" }] });
        const { violations } = await axe.run(document, { resultTypes: ["violations"] });
        return violations
            .filter(({ impact }) => impact === "serious" || impact === "critical")
            .map(({ id, help, nodes }) => ({ id, help, nodes: nodes.slice(0, 4).map(({ target, any, html }) => `${target.join(" ")} ${any[0]?.message ?? html}`) }));
    });
    return found.map(({ id, help, nodes }) => `${id}: ${help}\n    ${nodes.join("\n    ")}`);
}

/** Pages of one kind, with the same parts. */
const ALIKE = ["rules filler", "rules azul", "rules grass"];

describe("nothing serious for axe", TOGETHER, () => {
    for (const [name, come] of Object.entries(PLACES).filter(([name]) => !ALIKE.includes(name))) {
        test(name, { timeout: 120_000 }, async (t) => {
            const ann = await site.visit(t, { name: "Ann", expects: name === "nowhere" ? /status of 404|There is no such/ : undefined });
            await come(ann, { address: site.address(), record });
            await ann.page.evaluate(axe.source);
            const found = [];
            for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
                await ann.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
                found.push(...(await findings(ann.page)).map((text) => `${colorScheme}: ${text}`));
            }
            assert.deepEqual(found, []);
        });
    }
});
