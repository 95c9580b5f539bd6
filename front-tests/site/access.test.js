// Every page, light and dark, as those see it who cannot see well: axe finds nothing serious.
import assert from "node:assert/strict";
import { test } from "node:test";
import axe from "axe-core";
import { openHouse } from "./house.js";
import { furnish, PLACES } from "./places.js";

let record = "";
const house = openHouse(async ({ folder }) => {
    record = await furnish(folder);
});

/** @param {import("playwright-core").Page} page @returns {Promise<string[]>} what is serious */
async function findings(page) {
    const found = await page.evaluate(async () => {
        const { violations } = await /** @type {any} */ (window).axe.run(document, { resultTypes: ["violations"] });
        return violations
            .filter(({ impact }) => impact === "serious" || impact === "critical")
            .map(({ id, help, nodes }) => ({ id, help, nodes: nodes.slice(0, 4).map(({ target, any, html }) => `${target.join(" ")} ${any[0]?.message ?? html}`) }));
    });
    return found.map(({ id, help, nodes }) => `${id}: ${help}\n    ${nodes.join("\n    ")}`);
}

for (const [name, come] of Object.entries(PLACES)) {
    test(name, { timeout: 120_000 }, async () => {
        const ann = await house.come({ name: "Ann" });
        await come(ann, { address: house.address(), record });
        await ann.page.evaluate(axe.source);
        for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
            await ann.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
            assert.deepEqual(await findings(ann.page), [], colorScheme);
        }
    });
}
