import { describe, expect, it } from "vitest";
import { faultOfTitle, readTitles } from "./test-titles.ts";

const faultsOf = (text: string): readonly string[] => readTitles("a.test.ts", text).faults;

describe("the check for test titles", () => {
  it.each([
    ["refuses it", "has fewer than 3 words"],
    ["should refuse a second approval", "says nothing that the test asserts"],
    ["works with two people", "says nothing that the test asserts"],
    ["refuses a second approval.", "ends with a full stop"],
    ["The second approval is refused", "begins with a capital letter"],
    ["Refuses a second approval", "begins with a capital letter"],
  ])("refuses '%s' everywhere", (title, fault) => {
    expect([faultOfTitle(title, true), faultOfTitle(title, false)]).toEqual([fault, fault]);
  });

  it.each(["refuses a second approval", "is refused when repeated", "never approves a request twice"])(
    "refuses '%s' outside of a describe",
    (title) => {
      expect(faultOfTitle(title, true)).toBeUndefined();
      expect(faultOfTitle(title, false)).toContain("no describe that names the subject");
    },
  );

  it.each([
    "a second approval is refused",
    "Krippendorff's alpha is undefined where nothing varies",
    "VERSION is the version of every package",
    "approve() refuses a second approval",
    "%s is refused in words",
  ])("allows '%s' without a describe", (title) => {
    expect(faultOfTitle(title, false)).toBeUndefined();
  });

  it("finds planted titles in plain tests, tables of cases and journeys", () => {
    const text = [
      'it("refuses a second approval", () => {});',
      'it.each([[1], [2]])("refuses %i", () => {});',
      "test(`works for everybody`, async () => {});",
      'it.each`a\n1`("refuses $a", () => {});',
    ].join("\n");
    expect(faultsOf(text).map((fault) => fault.split(" ", 1)[0])).toEqual([
      "a.test.ts:1",
      "a.test.ts:2",
      "a.test.ts:3",
      "a.test.ts:5",
    ]);
  });

  it("takes the subject from a describe, and only inside of it", () => {
    const one = 'it("refuses a second approval", () => {});';
    expect(faultsOf(`describe("an approval", () => { ${one} });`)).toEqual([]);
    expect(faultsOf(`test.describe("an approval", () => { ${one} });`)).toEqual([]);
    expect(faultsOf(`describe.each([1])("approval %i", () => { ${one} });\n${one}`)).toEqual([
      expect.stringContaining("a.test.ts:2"),
    ]);
  });

  it("returns the titles that it has read, and no other calls", () => {
    const { titles } = readTitles("a.test.ts", 'it("a door is open", () => {}); test.use({}); visit("a", () => {});');
    expect(titles).toEqual(["a door is open"]);
  });
});
