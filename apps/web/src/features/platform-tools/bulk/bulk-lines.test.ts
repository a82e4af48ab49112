import i18next from "i18next";
import { beforeAll, describe, expect, it } from "vitest";
import { aLine } from "../testing/some-tools.ts";
import { inOrderOfWeight, reportCsv, tallyOf } from "./bulk-lines.ts";
import { readLines, textFault } from "./read-lines.ts";

beforeAll(() => i18next.loadNamespaces(["tools"]));
const t = i18next.t.bind(i18next);

describe("reading lines", () => {
  it("finds the columns by their names, in any order, or takes the first two", () => {
    const asked = [{ line: 2, user_email: "mei@x.example", amount: 500 }];
    expect(readLines("note,amount,email\nhi,500,mei@x.example", t).lines).toEqual(asked);
    expect(readLines("\nmei@x.example;500", t).lines).toEqual(asked);
  });

  it("names what is wrong by its line and keeps the others", () => {
    const { lines, faults, totalCredits } = readLines(
      'email,amount\nmei@x.example,500\nben@x.example,"1,200"\nleo@x.example,\n,7\nzoe@x.example,9999999999999',
      t,
    );
    expect(lines).toHaveLength(1);
    expect(totalCredits).toBe(500);
    expect(faults.map(({ line, notes }) => [line, ...notes])).toEqual([
      [3, "“1,200” is not a whole number"],
      [4, "the amount is missing"],
      [5, "this is not an e-mail address"],
      [6, "the amount exceeds the account limit"],
    ]);
  });

  it("refuses what cannot be sent as a whole", () => {
    expect(textFault("", t)).toBe("enter at least one line");
    expect(textFault("mei@x.example,half", t)).toBe("line 1: “half” is not a whole number");
    expect(textFault("a@x.example,1\n".repeat(1000), t)).toBeUndefined();
    expect(textFault("a@x.example,1\n".repeat(1001), t)).toMatch(/1001 lines.*at most 1000/);
  });
});

describe("what comes of the lines", () => {
  const lines = [
    aLine(1),
    aLine(2, { amount: 20, user_email: "MEI@customer.example" }),
    aLine(3, { outcome: "refused", notes: ["=no", "end"] }),
  ];

  it("is counted by outcome, and a person once", () => {
    expect(tallyOf(lines, "ready")).toEqual({ lines: 2, credits: 520, people: 1 });
    expect(inOrderOfWeight(lines).map(({ line }) => line)).toEqual([3, 1, 2]);
  });

  it("is written line by line, without formulas", () => {
    expect(reportCsv(lines).split("\r\n")[3]).toBe("3,mei@customer.example,500,refused,1200,1700,'=no; end");
  });
});
