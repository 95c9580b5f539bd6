// `meeple serve` behind real proxies, with the configurations that are shipped: `cargo xtask hosting`.
//
// Two people in browsers play a game by a link, somebody watches the stream of events, a bot plays, and before that
// nothing happens for longer than the proxy lets a silent connection live.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import * as http from "node:http";
import * as https from "node:https";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { launch } from "../browser.js";
import { byMouse } from "../site/hands.js";
import { makeTable, playOut, sitDown, until } from "../site/room.js";
import { visitor } from "../site/visitor.js";
import { PATIENCE_MS, PROGRAM, PROXY_TIMEOUT_S, caddyAtRoot, caddyBelowAPath, nginxAtRoot, nginxBelowAPath } from "./proxies.js";

/** Twice as long as a silent connection lives. */
const IDLE_MS = 2 * PROXY_TIMEOUT_S * 1000;
/** Addresses of this machine that stand for clients elsewhere; the proxy itself is 127.0.0.1. */
const [WATCHER, PLAYER] = ["127.0.0.2", "127.0.0.3"];
/** What a client could claim. */
const LIES = { "x-forwarded-for": "6.6.6.6, 6.6.6.7", forwarded: "for=6.6.6.8", "x-real-ip": "6.6.6.9", connection: "keep-alive, x-forwarded-for" };

/** @typedef {import("./proxies.js").Site} Site */
/** @typedef {{ status: number, headers: import("node:http").IncomingHttpHeaders, text: string, json: () => any }} Answer */

/**
 * Opens a request that comes from an address of this machine.
 * @param {Site} site @param {string} path within the site, or complete if it starts with the base
 * @param {{ from?: string, method?: string, headers?: Record<string, string>, body?: string, isRaw?: boolean }} [how] isRaw: outside the base too
 * @returns {Promise<import("node:http").IncomingMessage>}
 */
function open(site, path, { from = WATCHER, method = "GET", headers = {}, body, isRaw = false } = {}) {
    const { request } = site.certificate ? https : http;
    const own = { host: `${site.host}:${site.port}`, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers };
    return new Promise((yes, no) => {
        const sent = request({ host: "127.0.0.1", port: site.port, servername: site.host, ca: site.certificate ?? undefined, localAddress: from, method, path: isRaw ? path : site.base + path, headers: own, agent: false });
        const late = setTimeout(() => sent.destroy(new Error(`no answer from ${path}`)), PATIENCE_MS);
        sent.on("response", (response) => (clearTimeout(late), yes(response)));
        sent.on("error", (error) => (clearTimeout(late), no(error)));
        sent.end(body);
    });
}

/** @param {Site} site @param {string} path @param {Parameters<typeof open>[2]} [how] @returns {Promise<Answer>} */
async function ask(site, path, how) {
    const response = await open(site, path, how);
    let text = "";
    for await (const part of response.setEncoding("utf8")) text += part;
    return { status: response.statusCode ?? 0, headers: response.headers, text, json: () => JSON.parse(text) };
}

/** The lines of a stream, each when it comes. @param {Site} site @param {string} room */
async function watch(site, room) {
    const response = await open(site, `/api/rooms/${room}/events`);
    assert.equal(response.statusCode, 200);
    /** @type {any[]} */
    const news = [];
    const count = { heartbeats: 0, isOver: false };
    createInterface({ input: response }).on("line", (line) => (line ? news.push(JSON.parse(line)) : (count.heartbeats += 1))).on("close", () => (count.isOver = true));
    return { news, count, headers: response.headers, close: () => response.destroy() };
}

/** A game of a person, who uses only HTTP, against `meeple bot --connect`. @param {Site} site */
async function botGame(site) {
    const made = (await ask(site, "/api/rooms", { method: "POST", from: PLAYER, headers: LIES, body: JSON.stringify({ game: "chomp", options: ["width=3", "height=2"], seats: ["me", "bot"], name: "Cy" }) })).json();
    const url = new URL(`${site.url}/room/${made.room}#bot=${made.bots[0].token}`);
    url.hostname = "localhost";
    const bot = spawn(PROGRAM, ["bot", "chomp", "random", "--connect", url.href], { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, SSL_CERT_FILE: site.certificateFile } });
    let said = "";
    bot.stderr.on("data", (text) => (said += text));
    const ended = once(bot, "exit");
    const state = async () => (await ask(site, `/api/rooms/${made.room}`, { from: PLAYER })).json().state;
    const connections = () => said.split("connected").length - 1;
    await until(async () => (await state()).seats[1].here, "the bot has connected").catch((error) => assert.fail(`${error.message}: ${said}`));
    return {
        connections,
        close: () => bot.kill("SIGKILL"),
        async play() {
            for (;;) {
                const now = await until(async () => {
                    const now = await state();
                    return (now.phase === "over" || now.to_move === 0) && now;
                }, "the bot moves");
                if (now.phase === "over") break;
                const headers = { authorization: `Bearer ${made.secret}` };
                const done = await ask(site, `/api/rooms/${made.room}/do`, { method: "POST", from: PLAYER, headers, body: JSON.stringify({ do: "play", ply: now.ply, move: now.moves.at(-1).move }) });
                assert.equal(done.status, 200, done.text);
            }
            const [code] = await ended;
            assert.equal(code, 0, said);
        },
    };
}

/** Counts the sockets of a page, and those that were closed. @param {import("playwright-core").Page} page */
function sockets(page) {
    const count = { opened: 0, closed: 0, urls: /** @type {string[]} */ ([]) };
    page.on("websocket", (socket) => {
        count.opened += 1;
        count.urls.push(socket.url());
        socket.on("close", () => (count.closed += 1));
    });
    return count;
}

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
    browser = await launch(["--host-resolver-rules=MAP *.example.org 127.0.0.1, MAP example.org 127.0.0.1"]);
});
after(() => browser?.close());

const SITES = { "nginx, HTTPS at the root": nginxAtRoot, "nginx, HTTP below a path": nginxBelowAPath, "Caddy, HTTPS at the root": caddyAtRoot, "Caddy, HTTP below a path": caddyBelowAPath };

describe("behind a proxy", { concurrency: 4 }, () => {
    for (const [name, start] of Object.entries(SITES)) {
        test(name, { timeout: 240_000 }, async (t) => {
            const site = await start();
            t.after(site.close);
            await t.test("people, a spectator and a bot play after a long silence", () => playsAfterSilence(t, site));
            await t.test("nobody can pretend to have another address", () => knowsAddresses(site));
            await t.test("the metrics are hidden", () => hidesMetrics(site));
            await t.test("everything else arrives as it was sent", () => passesOn(site));
        });
    }
});

/** @param {import("node:test").TestContext} t @param {Site} site */
async function playsAfterSilence(t, site) {
    const context = { ignoreHTTPSErrors: true };
    // What Chromium says of every host that is neither secure nor this machine.
    const expects = site.certificate ? undefined : /Cross-Origin-Opener-Policy header has been ignored/;
    const [ann, bo] = await Promise.all(["Ann", "Bo"].map((name) => visitor(browser, { name, context, expects })));
    t.after(() => Promise.all([ann.close(), bo.close()]));
    const [annSockets, boSockets] = [sockets(ann.page), sockets(bo.page)];
    const link = await makeTable(ann, site.url, { game: "chomp", seats: "me,open", options: { width: "3", height: "2" } });
    assert.ok(link?.startsWith(`${site.url}/room/`), `${link}`);
    await sitDown(bo, link);
    const room = new URL(link).pathname.split("/").at(-1);
    const spectator = await watch(site, room);
    t.after(spectator.close);
    await until(async () => spectator.news[0]?.state, "the first line of the stream");
    const bot = await botGame(site);
    t.after(bot.close);

    const before = [annSockets, boSockets].map(({ opened, closed }) => ({ opened, closed })); // sitting down opens another
    await pause(IDLE_MS);
    assert.ok(spectator.count.heartbeats > 0 && !spectator.count.isOver, "the stream is open");

    const moves = await playOut([ann, bo], byMouse.chomp, {
        // The line of every move arrives before the next move is made.
        between: async (count) => void (await until(async () => spectator.news.some(({ update }) => update?.ply >= count), `line ${count} of the stream`)),
    });
    assert.ok(moves >= 2, "both have moved");
    await until(async () => spectator.count.isOver, "the stream ends with the game");
    await bot.play();
    assert.equal(bot.connections(), 1, "the bot's socket has survived");
    for (const [index, { opened, closed, urls }] of [annSockets, boSockets].entries()) {
        assert.deepEqual({ opened, closed }, before[index], "the sockets have survived");
        assert.equal(opened - closed, 1);
        assert.ok(urls[0].startsWith(site.url.replace(/^http/, "ws")), urls[0]);
    }
    ann.isFine();
    bo.isFine();
}

/** @param {Site} site */
async function knowsAddresses(site) {
    for (const from of [WATCHER, PLAYER]) assert.equal((await ask(site, "/api/rooms", { from, headers: LIES })).status, 200);
    const addresses = await until(async () => {
        const found = new Set([...site.log().matchAll(/address="?([\d.]+)/g)].map(([, address]) => address));
        return found.has(WATCHER) && found.has(PLAYER) && found;
    }, "both addresses are in the log");
    assert.deepEqual([...addresses].sort(), ["127.0.0.1", WATCHER, PLAYER], "the browsers' and nobody else's");
}

/** @param {Site} site */
async function hidesMetrics(site) {
    for (const path of ["/metrics", "/%6detrics", "/x/../metrics", "//metrics", "/metrics?x"]) {
        const { status, text } = await ask(site, path);
        assert.ok(status === 404 && !text.includes("meeple_"), `${path}: ${status}`);
    }
    const direct = await fetch(`http://127.0.0.1:${site.upstream}${site.base}/metrics`);
    assert.match(await direct.text(), /meeple_requests?_/);
}

/** @param {Site} site */
async function passesOn(site) {
    const page = await ask(site, "/");
    assert.equal(page.status, 200);
    assert.match(String(page.headers["content-security-policy"]), /default-src 'none'/);
    assert.equal(page.headers["strict-transport-security"], site.certificate ? "max-age=31536000" : undefined);
    assert.equal((await ask(site, "/livez")).text, "ok\n");
    // A body that Meeple refuses, with an explanation.
    const long = await ask(site, "/api/rooms", { method: "POST", body: JSON.stringify({ game: "x".repeat(1 << 17) }) });
    assert.equal(long.json().error.code, "too-large");
    // Another name is refused by the proxy or by Meeple.
    const other = await ask(site, "/api/rooms", { headers: { host: "evil.example" } }).catch(() => null);
    assert.ok(!other || other.status >= 400 || !other.text.includes("rooms"), "evil.example");
    if (site.base) {
        assert.match((await ask(site, "/", { isRaw: true })).text, /another site/);
        const slash = await ask(site, site.base, { isRaw: true });
        assert.ok([301, 308].includes(slash.status), `${slash.status}`);
        assert.equal(new URL(String(slash.headers.location), site.url).pathname, `${site.base}/`);
    } else if (site.plainPort) {
        const plain = await fetch(`http://127.0.0.1:${site.plainPort}/rules?x`, { redirect: "manual" });
        assert.equal(plain.headers.get("location"), `${site.url}/rules?x`);
    }
}
