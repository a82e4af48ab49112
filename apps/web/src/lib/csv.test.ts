import { describe, expect, it } from "vitest";
import { readCsv, writeCsv } from "./csv.ts";

const cellsOf = (text: string): string[][] => readCsv(text).map(({ cells }) => cells);

describe("reading a table", () => {
  it("takes commas, semicolons and tabs, whatever the first line has", () => {
    for (const mark of [",", ";", "\t"])
      expect(cellsOf(`email${mark}amount\nmei@x.example${mark}5`)).toEqual([
        ["email", "amount"],
        ["mei@x.example", "5"],
      ]);
  });

  it("knows where each row begins, also behind empty lines and lines inside of quotes", () => {
    expect(readCsv('a,b\r\n\r\n"two\r\nlines",1\r\nc,d')).toEqual([
      { line: 1, cells: ["a", "b"] },
      { line: 3, cells: ["two\r\nlines", "1"] },
      { line: 5, cells: ["c", "d"] },
    ]);
  });

  it("reads quotes, doubled ones, a mark of the byte order and an empty last cell", () => {
    expect(cellsOf('\uFEFF"say ""hi""","1,200"\nx,')).toEqual([
      ['say "hi"', "1,200"],
      ["x", ""],
    ]);
  });

  it("ends with a quote that is never closed", () => {
    expect(cellsOf('a,1\n"open,2\nb,3')).toEqual([["a", "1"], ['"open,2\nb,3']]);
  });

  it("has no rows where there is no text", () => {
    expect(cellsOf("")).toEqual([]);
    expect(cellsOf("\n \r\n")).toEqual([]);
  });
});

it("the CSV writer writes what a spreadsheet reads, and no formulas", () => {
  expect(
    writeCsv([
      ["line", "notes"],
      [1, '=1+1, "x"'],
      [-2, "ok"],
    ]),
  ).toBe('\uFEFFline,notes\r\n1,"\'=1+1, ""x"""\r\n-2,ok\r\n');
});
