import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCsv, readCsv } from "./csv.ts";

const quoted = (field: string): string => `"${field.replaceAll('"', '""')}"`;
const written = (field: string, isQuoted: boolean): string =>
  isQuoted || /[",\r\n]/.test(field) ? quoted(field) : field;

describe("reading CSV", () => {
  it("gives back whatever was written, with any line break and any quoting", () => {
    const field = fc.string({ unit: fc.constantFrom("a", " ", '"', ",", "\n", "\r", "漢", "é", "x") });
    const record = fc
      .array(field, { minLength: 1, maxLength: 5 })
      .filter((fields) => fields.some((each) => each !== ""));
    fc.assert(
      fc.property(
        fc.array(record, { maxLength: 6 }),
        fc.constantFrom("\n", "\r\n"),
        fc.boolean(),
        fc.boolean(),
        (records, lineBreak, isQuoted, endsWithBreak) => {
          const lines = records.map((fields) => fields.map((each) => written(each, isQuoted)).join(","));
          const text = `\uFEFF${lines.join(lineBreak)}${endsWithBreak ? lineBreak : ""}`;
          expect(parseCsv(text).map(({ fields }) => fields)).toEqual(records);
        },
      ),
    );
  });

  it("counts lines as an editor does, also inside a field and over empty lines", () => {
    const text = 'a,b\r\n"one\r\ntwo",2\r\n\r\nthree,"3"\r\n';
    expect(parseCsv(text)).toEqual([
      { line: 1, fields: ["a", "b"] },
      { line: 2, fields: ["one\r\ntwo", "2"] },
      { line: 5, fields: ["three", "3"] },
    ]);
  });

  it.each([
    ['a,b\n"open,2', "line 2: a quoted field does not end"],
    ['a,b\n"x"y,2', "line 2: a quoted field does not end, or text follows its quote"],
    ['a,b\n1,x"y', "line 2: a quote inside a plain field"],
  ])("names the line of what it cannot read: %j", (text, words) => {
    expect(() => parseCsv(text)).toThrow(words);
  });

  it("stops at the first field that is too many or too long, and reads no further than its reader", () => {
    const limits = { fields: 3, fieldCharacters: 5 };
    expect(() => parseCsv("a,b,c\n1,2,3,4", limits)).toThrow("line 2: a line has at most 3 fields");
    expect(() => parseCsv("a\nabcdef", limits)).toThrow("line 2: a field has at most 5 characters");
    expect(() => parseCsv('a\n"abcdef"', limits)).toThrow("line 2: a field has at most 5 characters");
    const records = readCsv('a\nb\n"never read');
    expect([records.next().value, records.next().value]).toMatchObject([{ fields: ["a"] }, { fields: ["b"] }]);
  });

  it("reads nothing from nothing", () => {
    expect(parseCsv("")).toEqual([]);
    expect(parseCsv("\uFEFF\r\n\n,,\n")).toEqual([]);
  });
});
