// Cells are named as in the rest of Meeple (`CellName` in meeple-core).
import assert from "node:assert/strict";
import { test } from "node:test";
import { cellName, columnLetters } from "../crates/meeple-view/drawings/drawing.js";

test("a cell's name is its column letters and its row number, counted from the top left", () => {
    const names = [[0, 0, "A1"], [3, 1, "D2"], [25, 9, "Z10"], [26, 0, "AA1"], [27, 13, "AB14"]];
    for (const [column, row, name] of names) assert.equal(cellName(column, row), name);
});

test("after Z comes AA, after ZZ comes AAA", () => {
    for (const [column, letters] of [[51, "AZ"], [52, "BA"], [701, "ZZ"], [702, "AAA"]]) assert.equal(columnLetters(column), letters);
});
