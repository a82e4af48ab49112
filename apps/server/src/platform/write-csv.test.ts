import { describe, expect, it } from "vitest";
import { parseCsv } from "./csv.ts";
import { toCsvRecord } from "./write-csv.ts";

describe("a record of a table", () => {
  it("is read as it was written", () => {
    const fields = ["plain", 'with "quotes"', "two\r\nlines", "a,b", "", "ü 漢"];
    expect(parseCsv(toCsvRecord(fields))[0]?.fields).toEqual(fields);
  });

  it("runs nothing in a spreadsheet, and leaves numbers alone", () => {
    const formulas = ["=1+1", "+1", "-1", "@sum", "\tx", "\rx", "\nx", "＝1+1", "＋1", "－1", "＠sum"];
    for (const field of parseCsv(toCsvRecord(formulas))[0]?.fields ?? []) expect(field.startsWith("'")).toBe(true);
    expect(toCsvRecord([-5, null, 1.5, "a=b"])).toBe("-5,,1.5,a=b\r\n");
  });
});
