import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readText } from "../repository.ts";
import { type OfficialLevels, parseAsvs, type Requirement, readAsvsText, readOfficialLevels } from "./asvs-file.ts";
import { BEGIN, countAnswers, END, renderAsvsPage } from "./asvs-page.ts";
import { asvsOutcome, checkAsvs } from "./check-asvs.ts";
import { readingOf, requirementFaults } from "./requirement-faults.ts";

const HELD = {
  id: "v5.0.0-1.1.1",
  level: 2,
  title: "A door",
  answer: "held",
  rule: "The door is shut",
  where: ["src/door.ts"],
  tests: ["src/door.test.ts > a door is shut"],
} as const;

const OPEN = { id: "v5.0.0-1.2.1", level: 1, title: "A lock", answer: "planned", missing: "A lock | a key" } as const;

const OFFICIAL: OfficialLevels = new Map([
  ["v5.0.0-1.1.1", 2],
  ["v5.0.0-1.2.1", 1],
]);

let root = "";

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), "asvs-"));
  mkdirSync(path.join(root, "src"));
  writeFileSync(path.join(root, "src/door.ts"), "export const door = 1;\n");
  writeFileSync(path.join(root, "src/empty.test.ts"), "export const nothing = 1;\n");
  writeFileSync(
    path.join(root, "src/door.test.ts"),
    'it("a door is shut", () => {});\nit.each([1])("a door of %i panes is shut", () => {});\n',
  );
});
afterAll(() => rmSync(root, { recursive: true }));

const faultsOf = (requirements: readonly object[]): string[] =>
  requirementFaults(requirements as readonly Requirement[], OFFICIAL, readingOf(root)).map((fault) =>
    fault.replace("docs/asvs.json: ", ""),
  );

/** The faults of the first requirement with this change. */
const faultsWith = (change: object): string[] => faultsOf([{ ...HELD, ...change }, OPEN]);

/** The faults that the schema finds in one requirement. */
const schemaFaults = (requirement: object): string[] => {
  const about = { standard: "", source: "https://example.org", licence: "", words: "" };
  const parsed = parseAsvs(JSON.stringify({ about, requirements: [requirement] }));
  return "faults" in parsed ? parsed.faults : [];
};

describe("the answers to the standard", () => {
  it("are complete, and the files, tests and titles that they name exist", () => {
    expect(checkAsvs().faults).toEqual([]);
  });

  it("cover the 70 requirements of level 1 and the 183 of level 2", () => {
    const levels = [...readOfficialLevels().values()];
    expect([levels.filter((level) => level === 1).length, levels.length]).toEqual([70, 253]);
    expect(checkAsvs().note).toMatch(
      /^253 requirements, \d+ held by tests, \d+ held without, \d+ planned, \d+ not applicable$/,
    );
  });
});

describe("the check of answers", () => {
  it("takes answers whose evidence exists, also a title with a placeholder and a whole test file", () => {
    expect(faultsWith({})).toEqual([]);
    expect(faultsWith({ tests: ["src/door.test.ts", "src/door.test.ts > a door of %i panes is shut"] })).toEqual([]);
  });

  it("notices a requirement that is missing, unknown, repeated, of another level or out of order", () => {
    expect(faultsOf([HELD])).toEqual(["v5.0.0-1.2.1 has no answer"]);
    expect(faultsOf([HELD, OPEN, { ...OPEN, id: "v5.0.0-99.1.1" }])).toEqual([
      "v5.0.0-99.1.1 is no requirement of level 1 or 2",
    ]);
    expect(faultsOf([HELD, OPEN, OPEN])).toEqual(["v5.0.0-1.2.1 is answered twice"]);
    expect(faultsWith({ level: 1 })).toEqual(["v5.0.0-1.1.1 is of level 2, not 1"]);
    expect(faultsOf([OPEN, HELD])).toEqual(["v5.0.0-1.2.1 is not where the standard has it"]);
  });

  it.each([
    [{ where: ["src/gone.ts"] }, "names the file src/gone.ts, which does not exist"],
    [{ tests: ["src/gone.test.ts"] }, "names the test file src/gone.test.ts, which does not exist"],
    [{ tests: ["src/door.test.ts > a door is open"] }, 'names the test "a door is open", which src/door.test.ts lacks'],
    [{ tests: ["src/door.ts"] }, "names src/door.ts as a test, which is none"],
    [{ tests: ["src/empty.test.ts"] }, "names src/empty.test.ts, which has no test"],
    [{ where: ["src/door.ts", "src/door.ts"] }, "names src/door.ts twice"],
  ])("notices evidence that does not hold: %j", (change, fault) => {
    expect(faultsWith(change)).toEqual([`v5.0.0-1.1.1 ${fault}`]);
  });

  it.each([
    [{ ...HELD, answer: "mostly" }, "answer"],
    [{ ...HELD, tests: [] }, "an answer 'held' names a test"],
    [{ ...OPEN, missing: "" }, "missing"],
    [{ ...OPEN, rule: "A rule" }, "Unrecognized key"],
    [{ ...OPEN, id: "v4.0.3-1.1.1" }, "ids are written as in v5.0.0-1.2.1"],
    [{ ...OPEN, answer: "not applicable" }, "why"],
  ])("refuses what does not fit the schema: %j", (requirement, words) => {
    expect(schemaFaults(requirement).join("\n")).toContain(words);
  });

  it("reports a file that does not fit the schema with the id of the requirement", () => {
    const text = readAsvsText().replace('"answer": "held"', '"answer": "mostly"');
    const { faults } = asvsOutcome(text, "");
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^docs[/]asvs[.]json: v5[.]0[.]0-\d+[.]\d+[.]\d+, answer: /);
  });

  it("notices a page that says something else", () => {
    const page = readText("docs/asvs.md").replace("| both |", "| all |");
    expect(asvsOutcome(readAsvsText(), page).faults).toEqual([
      "docs/asvs.md is not what docs/asvs.json says; run `pnpm asvs`",
    ]);
  });
});

describe("the page of answers", () => {
  it("counts them and lists what is planned, between its marks", () => {
    const page = `Before\n${BEGIN}\nstale\n${END}\nAfter\n`;
    const requirements = [HELD, OPEN] as unknown as Requirement[];
    expect(countAnswers(requirements)).toMatchObject({ held: 1, planned: 1 });
    const rendered = renderAsvsPage(page, requirements);
    expect(rendered).toMatch(/^Before\n<!--[\s\S]*-->\nAfter\n$/);
    expect(rendered).toContain("| both | 2 | 1 | 0 | 1 | 0 |");
    expect(rendered).toContain("| v5.0.0-1.2.1 | 1 | A lock | A lock \\| a key |");
    expect(rendered).not.toContain("stale");
    expect(renderAsvsPage(rendered, requirements)).toBe(rendered);
  });

  it("needs a place for them", () => {
    expect(() => renderAsvsPage("# Nothing\n", [])).toThrow("no place for answers");
  });
});
