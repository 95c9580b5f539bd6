// nginx and Caddy with the files of deploy/, in front of `meeple serve` with the options of deploy/meeple.service.
//
//     const there = await nginxAtRoot();       there.url   "https://play.example.org:41234"
//     const there = await caddyBelowAPath();   there.url   "http://example.org:41235/games"
//
// Only what belongs to a machine is replaced: names, ports, folders, certificates and times. All addresses are in
// 127.0.0.0/8, and nothing is left when a test ends.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const DEPLOY = fileURLToPath(new URL("../../deploy/", import.meta.url));
const PROGRAM = process.env.MEEPLE_PROGRAM ?? "";
const NGINX = process.env.MEEPLE_NGINX ?? "nginx";
const CADDY = process.env.MEEPLE_CADDY ?? "caddy";
/** The names in the files of deploy/. */
const HOST = "play.example.org";
const SHARED_HOST = "example.org";
const BASE = "/games";
/** After so many seconds of silence the proxies cut a connection, in place of 60. */
export const PROXY_TIMEOUT_S = 8;
/** In place of 20: in the same proportion. */
const HEARTBEAT_S = 2;
/** For a program to start or end, also on a busy machine. */
const PATIENCE_MS = 30_000;

/**
 * @typedef {object} Site
 * @property {string} url the address of the site, without a slash at its end
 * @property {string} base
 * @property {string} host the name of the host, which leads to 127.0.0.1
 * @property {number} port of the proxy
 * @property {number | null} plainPort where nginx only leads to HTTPS
 * @property {number} upstream the port of Meeple
 * @property {Buffer | null} certificate over HTTPS
 * @property {string} certificateFile
 * @property {() => string} log the access log of Meeple
 * @property {() => Promise<void>} close
 */

/** Starts a program, and waits until its port answers. */
async function start(program, words, port, { env = {}, cwd = tmpdir() } = {}) {
    const child = spawn(program, words, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
    let failed = "";
    child.on("error", (error) => (failed = error.message));
    for (const end = Date.now() + PATIENCE_MS; ; await pause(20)) {
        assert.ok(!failed && child.exitCode === null && Date.now() < end, `${program} does not start: ${failed} ${said}`);
        if (await answers(port)) break;
    }
    return {
        said: () => said,
        async close() {
            if (child.exitCode !== null || child.signalCode !== null) return;
            const gone = once(child, "exit");
            child.kill("SIGTERM");
            const late = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
            await gone;
            clearTimeout(late);
        },
    };
}

/** @param {number} port @returns {Promise<boolean>} */
function answers(port) {
    return new Promise((tell) => {
        const socket = createConnection(port, "127.0.0.1");
        socket.on("connect", () => (socket.destroy(), tell(true)));
        socket.on("error", () => tell(false));
    });
}

/** Ports that are free now. @param {number} count */
async function freePorts(count) {
    const servers = await Promise.all(Array.from({ length: count }, async () => {
        const server = createServer();
        await once(server.listen(0, "127.0.0.1"), "listening");
        return server;
    }));
    const ports = servers.map((server) => /** @type {import("node:net").AddressInfo} */ (server.address()).port);
    await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
    return ports;
}

/** Replaces what must be there; a pattern has the flags gm. @param {string} text @param {[string | RegExp, string][]} pairs */
function replaced(text, pairs) {
    return pairs.reduce((text, [from, to]) => {
        const next = text.replaceAll(from, to);
        assert.notEqual(next, text, `${from} is in the file`);
        return next;
    }, text);
}

/** The lines of an example in the comments at the end of a file. @param {string} text @param {string} first @returns {string} */
function example(text, first) {
    const lines = text.slice(text.indexOf(first)).split("\n");
    assert.ok(lines.length > 1, `${first} is in the file`);
    return lines.filter((line) => line.startsWith("#")).map((line) => line.replace(/^# ?/, "")).join("\n");
}

/** Meeple, with the options of the shipped unit. @param {string} folder @param {number} port @param {string[]} own */
async function startMeeple(folder, port, own) {
    const unit = await readFile(join(DEPLOY, "meeple.service"), "utf8");
    const [, words] = unit.match(/^ExecStart=\S+\/meeple (.*)$/m) ?? [];
    const line = replaced(words, [["127.0.0.1:8080", `127.0.0.1:${port}`], ["/var/lib/meeple", join(folder, "games")]]);
    const options = [...own, "--access-log", "--heartbeat", String(HEARTBEAT_S)];
    const all = line.split(" ").flatMap((word) => (word === "$MEEPLE_OPTIONS" ? options : [word]));
    return start(PROGRAM, all, port, { env: { RUST_LOG: "warn", NO_COLOR: "1" } });
}

/** A certificate that is valid for a day, signed by itself. @param {string} folder */
async function certify(folder) {
    const [key, certificate] = ["key.pem", "certificate.pem"].map((name) => join(folder, name));
    const names = [HOST, "localhost"].map((name) => `DNS:${name}`).join(",");
    await promisify(execFile)("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
        "-subj", `/CN=${HOST}`, "-addext", `subjectAltName=${names}`, "-addext", "basicConstraints=critical,CA:FALSE", "-keyout", key, "-out", certificate]);
    return { key, certificate };
}

/**
 * Meeple and a proxy in front of it.
 * @param {{ base: string, host: string, isSecure: boolean, hasPlain?: boolean }} where
 * @param {(ports: { port: number, plainPort: number, upstream: number }, folder: string, files: { key: string, certificate: string }) => Promise<Awaited<ReturnType<typeof start>>>} startProxy
 * @returns {Promise<Site>}
 */
async function site({ base, host, isSecure, hasPlain = false }, startProxy) {
    const folder = await mkdtemp(join(tmpdir(), "meeple-hosting-"));
    const [port, plainPort, upstream] = await freePorts(3);
    const files = await certify(folder);
    const programs = [];
    const close = async () => {
        for (const program of programs.reverse()) await program.close();
        await rm(folder, { recursive: true, force: true });
    };
    try {
        const meeple = await startMeeple(folder, upstream, ["--host", host, ...(base ? ["--base", base] : [])]);
        programs.push(meeple);
        programs.push(await startProxy({ port, plainPort, upstream }, folder, files));
        return {
            url: `${isSecure ? "https" : "http"}://${host}:${port}${base}`,
            base, host, port, upstream, close,
            plainPort: hasPlain ? plainPort : null,
            certificate: isSecure ? await readFile(files.certificate) : null,
            certificateFile: files.certificate,
            log: meeple.said,
        };
    } catch (error) {
        await close();
        throw error;
    }
}

/** Checks a configuration of nginx and starts it. @param {string} folder @param {string} text @param {number} port @param {number} upstream */
async function startNginx(folder, text, port, upstream) {
    const place = join(folder, "nginx");
    await mkdir(join(place, "snippets"), { recursive: true });
    const proxy = await readFile(join(DEPLOY, "nginx-proxy.conf"), "utf8");
    await writeFile(join(place, "snippets", "meeple-proxy.conf"), replaced(proxy, [["_timeout 60s", `_timeout ${PROXY_TIMEOUT_S}s`]]));
    await writeFile(join(place, "site.conf"), replaced(text, [["server 127.0.0.1:8080;", `server 127.0.0.1:${upstream};`]]));
    // What Debian's nginx.conf has around a site.
    const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${join(place, name)};`);
    const user = process.getuid?.() === 0 ? "user root;" : "";
    await writeFile(join(place, "nginx.conf"), `${user} daemon off; worker_processes 1; pid ${join(place, "pid")}; error_log stderr;
        events { worker_connections 256; }
        http { access_log off; gzip on; ${paths.join(" ")} include site.conf; }`);
    const words = ["-p", place, "-c", join(place, "nginx.conf"), "-g", "error_log stderr;"];
    await promisify(execFile)(NGINX, [...words, "-t"]);
    return start(NGINX, words, port);
}

/** nginx.conf as it is shipped: the root of a host, over HTTPS. */
export function nginxAtRoot() {
    return site({ base: "", host: HOST, isSecure: true, hasPlain: true }, async ({ port, plainPort, upstream }, folder, { key, certificate }) => {
        const text = replaced(await readFile(join(DEPLOY, "nginx.conf"), "utf8"), [
            [/^ *listen \[::\].*\n/gm, ""],
            ["listen 80;", `listen 127.0.0.1:${plainPort};`],
            ["listen 443 ", `listen 127.0.0.1:${port} `],
            [`server_name ${HOST};`, `server_name ${HOST} localhost;`],
            ["https://$server_name$request_uri", `https://$server_name:${port}$request_uri`],
            [`/etc/letsencrypt/live/${HOST}/fullchain.pem`, certificate],
            [`/etc/letsencrypt/live/${HOST}/privkey.pem`, key],
        ]);
        return startNginx(folder, text, port, upstream);
    });
}

/** The example at the end of nginx.conf, in a site that has other pages too. */
export function nginxBelowAPath() {
    return site({ base: BASE, host: SHARED_HOST, isSecure: false }, async ({ port, upstream }, folder) => {
        const text = await readFile(join(DEPLOY, "nginx.conf"), "utf8");
        const outside = text.slice(0, text.indexOf("# Over HTTP there is"));
        const location = example(text, "#     location /games/ {");
        const other = "location / { return 200 'another site'; }";
        return startNginx(folder, `${outside} server { listen 127.0.0.1:${port}; server_name ${SHARED_HOST} localhost; ${other}\n${location} }`, port, upstream);
    });
}

/** Checks a configuration of Caddy and starts it. @param {string} folder @param {string} text @param {number} port @param {number} upstream */
async function startCaddy(folder, text, port, upstream) {
    const place = join(folder, "caddy");
    await mkdir(place);
    const file = join(place, "Caddyfile");
    const options = `{\n\tadmin off\n\tauto_https off\n\tdefault_bind 127.0.0.1\n\tstorage file_system ${place}\n}\n`;
    await writeFile(file, options + replaced(text, [["reverse_proxy 127.0.0.1:8080", `reverse_proxy 127.0.0.1:${upstream}`], ["read_timeout 60s", `read_timeout ${PROXY_TIMEOUT_S}s`]]));
    const env = { HOME: place, XDG_DATA_HOME: place, XDG_CONFIG_HOME: place };
    const words = ["--config", file, "--adapter", "caddyfile"];
    await promisify(execFile)(CADDY, ["validate", ...words], { env: { ...process.env, ...env } });
    return start(CADDY, ["run", ...words], port, { env });
}

/** Caddyfile as it is shipped: the root of a host, over HTTPS. */
export function caddyAtRoot() {
    return site({ base: "", host: HOST, isSecure: true }, async ({ port, upstream }, folder, { key, certificate }) => {
        const text = replaced(await readFile(join(DEPLOY, "Caddyfile"), "utf8"), [
            [new RegExp(`^${HOST} \\{\n`, "gm"), `https://${HOST}:${port}, https://localhost:${port} {\n\ttls ${certificate} ${key}\n`],
        ]);
        return startCaddy(folder, text, port, upstream);
    });
}

/** The example at the end of Caddyfile, in a site that has other pages too. */
export function caddyBelowAPath() {
    return site({ base: BASE, host: SHARED_HOST, isSecure: false }, async ({ port, upstream }, folder) => {
        const text = await readFile(join(DEPLOY, "Caddyfile"), "utf8");
        const snippet = text.slice(0, text.indexOf(`\n${HOST} {`));
        const below = replaced(example(text, `# ${SHARED_HOST} {`), [
            [`${SHARED_HOST} {`, `http://${SHARED_HOST}:${port}, http://localhost:${port} {`],
            ["root * /var/www/html", `root * ${folder}/www`],
        ]);
        await mkdir(join(folder, "www"));
        await writeFile(join(folder, "www", "index.html"), "another site");
        return startCaddy(folder, `${snippet}\n${below}`, port, upstream);
    });
}

/** Versions of the proxies, for the report of a failure. */
export async function versions() {
    const [nginx, caddy] = await Promise.all([promisify(execFile)(NGINX, ["-v"]), promisify(execFile)(CADDY, ["version"])]);
    return `${nginx.stderr.trim()}, Caddy ${caddy.stdout.trim()}`;
}

export { PROGRAM, PATIENCE_MS };
