// What a page makes of its data, without a browser: pictures from changes, drawings from pictures.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inflateSync } from "node:zlib";

const { pictures } = await import("../crates/meeple-view/drawings/replay.js");
const FOLDER = process.env.MEEPLE_PAGES;
assert.ok(FOLDER, "MEEPLE_PAGES names the folder of pages");

/** All games that lie in a page. */
function games(name) {
    const page = readFileSync(join(FOLDER, `${name}.html`), "utf8");
    const packed = page.matchAll(/<script type="text\/plain" id="replay-\d+">([^<]*)</g);
    return [...packed].map(([, text]) => JSON.parse(inflateSync(Buffer.from(text, "base64")).toString()));
}

for (const file of readdirSync(FOLDER).filter((file) => file.endsWith(".json"))) {
    const name = file.replace(/\.json$/, "");

    test(`the changes of ${name} lead to the last picture`, () => {
        const expected = JSON.parse(readFileSync(join(FOLDER, file), "utf8"));
        const found = games(name).map((game) => pictures(game)(game.plies.length));
        assert.ok(found.length > 0);
        assert.deepEqual(found, expected);
    });

    test(`every picture of ${name} can be drawn, and no name gets out`, async () => {
        const [game] = games(name);
        const { draw } = await import(`../crates/meeple-view/drawings/${game.game}.js`);
        const hostile = "\"><script>alert(1)</script>";
        const seats = game.seats.map((_, mark) => ({ mark, name: hostile }));
        const at = pictures(game);
        for (let ply = 0; ply <= game.plies.length; ply += 1) {
            const named = JSON.parse(JSON.stringify(at(ply)), (key, value) => (key === "name" ? hostile : value));
            const drawing = draw(named, { previous: ply > 0 ? at(ply - 1) : undefined, seats, width: 800 });
            assert.ok(drawing.startsWith("<svg ") && !drawing.includes("<script"), `ply ${ply}`);
            assert.equal(["NaN", "undefined", "null"].find((word) => drawing.includes(word)), undefined, `ply ${ply}`);
        }
    });
}
