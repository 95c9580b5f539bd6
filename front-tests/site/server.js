// The server itself, as everybody starts it, with a folder of its own.
//
//     const server = await serve();
//     server.address                  "http://127.0.0.1:41234"
//     await server.kill();            as a machine that fails: no time for anything
//     await server.again();           at the same address, with what was kept
//     await server.close();           and its folder is gone
//
// MEEPLE_PROGRAM names the program.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const PROGRAM = process.env.MEEPLE_PROGRAM;

/** Runs the program to its end. @param {...string} words @returns {Promise<string>} what it has printed */
export async function meeple(...words) {
    assert.ok(PROGRAM, "MEEPLE_PROGRAM names the program that is tested");
    return (await promisify(execFile)(PROGRAM, words)).stdout;
}

/** Starts a server. @param {...string} options */
export async function serve(...options) {
    assert.ok(PROGRAM, "MEEPLE_PROGRAM names the program that is tested");
    const folder = await mkdtemp(join(tmpdir(), "meeple-site-"));
    let running = await start("127.0.0.1:0", folder, options);
    const { address } = running;

    async function kill() {
        const gone = once(running.process, "exit");
        running.process.kill("SIGKILL");
        await gone;
    }

    return {
        address,
        folder,
        kill,
        again: async () => (running = await start(new URL(address).host, folder, options)),
        close: async () => {
            if (running.process.exitCode === null && running.process.signalCode === null) await kill();
            await rm(folder, { recursive: true, force: true });
        },
    };
}

/** @param {string} listen @param {string} folder @param {string[]} options */
async function start(listen, folder, options) {
    const child = spawn(PROGRAM, ["serve", "--listen", listen, "--data", folder, ...options], { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, RUST_LOG: "warn" } });
    const lines = createInterface({ input: child.stdout });
    const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`the server has ended with ${code}`)));
    ended.catch(() => {});
    const [line] = await Promise.race([once(lines, "line"), ended]);
    const [address] = line.match(/http:\/\/\S+(?=\/$)/) ?? [];
    assert.ok(address, `the first line has the address: ${line}`);
    return { process: child, address };
}
