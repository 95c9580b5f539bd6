// What the front must have for each game: modules with what they export, a style sheet, a key in each list.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import { CRATES, FRONT, drawings, games } from "./bundle.js";

/** A module of the front with what it imports. @param {string} path */
async function load(path) {
    const { outputFiles } = await build({ entryPoints: [join(CRATES, FRONT, path)], bundle: true, format: "esm", write: false, plugins: [drawings] });
    return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

const { words } = await load("words.js");
const { EXAMPLES } = await load("examples.js");
const { DRAWINGS } = await load("parts/drawings.js");
const { LOUDNESS } = await load("parts/living.js");
const LISTS = { "words.games": words.games, "words.home.about": words.home.about, EXAMPLES, DRAWINGS, LOUDNESS };
const sheets = await readFile(join(CRATES, FRONT, "style.css"), "utf8");

for (const game of await games()) {
    test(`the front has all of ${game}`, async () => {
        for (const folder of ["boards", "editors"]) {
            const { mount } = await load(`${folder}/${game}.js`);
            assert.equal(typeof mount, "function", `${folder}/${game}.js exports mount`);
        }
        assert.ok(Object.keys(await load(`words/${game}.js`)).length > 0, `words/${game}.js exports something`);
        assert.ok(sheets.includes(`@import "./style/board-${game}.css";`), `style.css imports board-${game}.css`);
        for (const [name, list] of Object.entries(LISTS)) assert.ok(Object.hasOwn(list, game), `${name} has ${game}`);
    });
}
