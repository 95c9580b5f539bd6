// The types that are written beside the front's and the drawings' code hold.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("..", import.meta.url));

test("the type checker finds no errors", { timeout: 120_000 }, () => {
    const { stdout, stderr, status } = spawnSync(join(FOLDER, "node_modules", ".bin", "tsc"), ["--project", FOLDER], { encoding: "utf8" });
    assert.equal(stdout + stderr, "");
    assert.equal(status, 0);
});
