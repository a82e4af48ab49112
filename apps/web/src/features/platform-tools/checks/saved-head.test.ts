import { expect, it } from "vitest";
import { readSavedHead } from "./saved-head.ts";

const HASH = "9f3c".repeat(16);
const HEAD = { seq: 1842, hash: HASH };

it("the reader of chain heads reads a head in every shape it is handed out in", () => {
  expect(readSavedHead(JSON.stringify({ ...HEAD, at: "2026-11-15T09:30:00Z" }, null, 2))).toEqual(HEAD);
  expect(readSavedHead(JSON.stringify({ head: HEAD, entries: 1842 }))).toEqual(HEAD);
  expect(readSavedHead(`{"prev_hash":"00"}\n${JSON.stringify({ head: HEAD })}\n`)).toEqual(HEAD);
});

it("the reader of chain heads refuses anything else", () => {
  for (const text of ["", "9f3c", "[]", "null", '{"seq":0,"hash":"00"}', JSON.stringify({ ...HEAD, hash: "XYZ" })])
    expect(readSavedHead(text)).toBeUndefined();
});
