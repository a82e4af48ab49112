import { labelFields } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import { parsePrefillLine, readPrefillHeader } from "./parse-prefill.rules.ts";

const FIELDS = labelFields.parse([
  { key: "caption", name: "Caption", input: { kind: "caption", max_length: 20 } },
  { key: "stars", name: "Stars", input: { kind: "field", field: { type: "number", min: 1, max: 5 } } },
  { key: "good", name: "Good", input: { kind: "field", field: { type: "boolean" } } },
  { key: "tags", name: "Tags", input: { kind: "field", field: { type: "list", item_type: "text" } } },
  { key: "acts", name: "Acts", input: { kind: "segments", classes: ["run", "jump"] } },
]);
const record = (text: string | undefined) => ({ text, line: 7, end: { bytes: 0, lines: 0 } });
const json = (line: unknown) =>
  parsePrefillLine({ fields: FIELDS, format: "jsonl", columns: [] }, record(JSON.stringify(line)));
const COLUMNS = ["key", "caption", "stars", "good", "tags", "acts", "score"];
const table = (line: string) => parsePrefillLine({ fields: FIELDS, format: "csv", columns: COLUMNS }, record(line));
const reasonOf = (parsed: ReturnType<typeof json>): string | undefined =>
  parsed && "fault" in parsed ? parsed.fault.reason : undefined;

const segment = (start_us: number, end_us: number) => ({ start_us, end_us, class: "run" });

describe("a line of a file of prefilled values", () => {
  it("is read from JSON with its score and the end of its last segment", () => {
    const values = { caption: "a cat", stars: 4, good: null, acts: [segment(0, 5), segment(10, 40)] };
    expect(json({ key: "a", values, score: 0.5 })).toMatchObject({
      row: { key: "a", line: 7, score: 0.5, endUs: 40, values: { caption: "a cat", stars: 4 } },
    });
    expect(json({ key: "a", values: { good: false } })).toEqual({
      row: { key: "a", line: 7, score: null, endUs: null, values: { good: false } },
    });
  });

  it("is read from a table by the types of its fields", () => {
    expect(table('a,"a ""big"" cat",4,yes,red; blue,,0.25')).toEqual({
      row: {
        key: "a",
        line: 7,
        score: 0.25,
        endUs: null,
        values: { caption: 'a "big" cat', stars: 4, good: true, tags: ["red", "blue"] },
      },
    });
  });

  it.each([
    [{ values: { caption: "a" } }, "key: please enter a key"],
    [{ key: "a" }, "values: "],
    [{ key: "a", values: {} }, "there is no value"],
    [{ key: "a", values: { caption: "" } }, "there is no value"],
    [{ key: "a", values: { captoin: "a cat" } }, "captoin: the template has no such field"],
    [{ key: "a", values: { caption: "a cat that is much too long" } }, "caption: use at most 20 characters"],
    [{ key: "a", values: { caption: "a\u0000cat" } }, "caption: a NUL character is not allowed"],
    [{ key: "a", values: { stars: "4" } }, "stars: please enter a number"],
    [{ key: "a", values: { stars: 6 } }, "stars: use 5 or less"],
    [{ key: "a", values: { acts: [segment(5, 5)] } }, "acts: a segment must end after it starts"],
    [{ key: "a", values: { stars: 1 }, score: 2 }, "score: "],
    [{ key: "a", values: { stars: 1 }, scores: 1 }, "Unrecognized key"],
    ["a", "use {"],
  ])("%j is refused: %s", (line, reason) => {
    expect(reasonOf(json(line))).toContain(reason);
  });

  it.each([
    ["a,b", "2 cells, the first line has 7"],
    ["a,,four,,,,", "stars: this value cannot be read"],
    ["a,,,perhaps,,,", "good: this value cannot be read"],
    ["a,,4,,,,high", "score: this is not a number"],
    ['a,"b"c,,,,,', "a quoted field does not end, or text follows its quote"],
    [",a cat,,,,,", "key: please enter a key"],
  ])("%j is refused in a table: %s", (line, reason) => {
    expect(reasonOf(table(line))).toContain(reason);
  });

  it("is left out when it is empty, and refused when it is not UTF-8", () => {
    expect(table(" \r\n")).toBeUndefined();
    const parsed = parsePrefillLine({ fields: FIELDS, format: "csv", columns: COLUMNS }, record(undefined));
    expect(reasonOf(parsed)).toContain("UTF-8");
  });
});

describe("the first line of a table of prefilled values", () => {
  it("names the key, fields and the score, in any order", () => {
    expect(readPrefillHeader(FIELDS, record("\uFEFFscore, key ,stars\r\n"))).toEqual(["score", "key", "stars"]);
  });

  it.each([
    ["stars,score", "there is no column key"],
    ["key,starts", "unknown: starts"],
    ["key,stars,stars", "twice: stars"],
  ])("%s is refused: %s", (line, words) => {
    expect(() => readPrefillHeader(FIELDS, record(line))).toThrow(words);
  });
});
