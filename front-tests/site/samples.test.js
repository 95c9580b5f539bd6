// The commands on the page about bots: a server accepts what they send.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { samples } from "../../crates/meeple-web/front/parts/study-commands.js";
import { serve } from "./server.js";

/** The words that a shell gives to curl. @param {string} command @returns {Promise<string[]>} */
async function wordsOf(command) {
    const { stdout } = await promisify(execFile)("sh", ["-c", `curl() { printf '%s\\0' "$@"; }; ${command}`]);
    return stdout.split("\0").slice(0, -1);
}

/** What curl sends for these words. @param {string[]} words */
function requestOf(words) {
    const request = { url: "", headers: /** @type {Record<string, string>} */ ({}), body: /** @type {string | undefined} */ (undefined) };
    for (let at = 0; at < words.length; at += 1) {
        const word = words[at];
        if (word === "-s") continue;
        if (!word.startsWith("-")) request.url = word;
        else if (word === "-H") {
            const [name, value] = words[(at += 1)].split(": ");
            request.headers[name] = value;
        } else {
            const types = { "-d": "application/x-www-form-urlencoded", "--json": "application/json" };
            assert.ok(types[word], `the test knows what ${word} does`);
            request.headers["content-type"] = types[word];
            request.body = words[(at += 1)];
        }
    }
    return request;
}

/** Does what a command would do; the answer must be one of success. @param {string} command */
async function answerTo(command) {
    const { url, headers, body } = requestOf(await wordsOf(command));
    const answer = await fetch(url, { method: body === undefined ? "GET" : "POST", headers, body });
    const text = await answer.text();
    assert.ok(answer.ok, `${command}\n${answer.status} ${text}`);
    return JSON.parse(text);
}

test("the server accepts what the commands for scripts send", { timeout: 60_000 }, async (t) => {
    const server = await serve();
    t.after(server.close);
    const { games, advice, room, move } = samples("chomp", "./bot.py", server.address);
    const all = (await answerTo(games)).games;
    assert.equal(all.length, 4);
    for (const { name } of all) {
        const { games: list, advice: help, room: table, move: play } = samples(name, "./bot.py", server.address);
        assert.deepEqual([list, help, table, play], [games, advice, room, move], "they are the same for every game");
    }
    assert.equal((await answerTo(advice)).moves.length, 3);
    const made = await answerTo(room);
    await answerTo(move.replace("ROOM", made.room).replace("SECRET", made.secret));
    const { state } = await (await fetch(`${server.address}/api/rooms/${made.room}`)).json();
    assert.ok(state.ply >= 1, "the move was made");
});
