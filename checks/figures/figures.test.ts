import { describe, expect, it } from "vitest";
import { checkFigures } from "../figures.ts";
import { readText } from "../repository.ts";
import {
  FIGURES_FILE,
  type Figure,
  type FiguresFile,
  figuresFile,
  findFigure,
  formatFigures,
  isReached,
  readFigures,
} from "./figures-file.ts";
import { BEGIN, countGoals, END, renderPage } from "./figures-page.ts";

const aFigure = (change: Partial<Figure> = {}): Figure => ({
  id: "boot.ratio",
  what: "cold start against a bare Fastify",
  unit: "ratio",
  goal: { comparison: "<=", bound: 2 },
  value: 1.6,
  interval: { low: 1.38, high: 1.73 },
  smoke: [],
  ...change,
});

const aFile = (figure: Figure, change: Partial<FiguresFile["measurements"][number]> = {}): FiguresFile => ({
  machines: { A: { about: "two cores", processor: "a processor", cores: 2 } },
  measurements: [
    {
      id: "boot",
      command: "pnpm bench boot",
      part: null,
      date: "2026-11-16",
      commit: "0123abcd",
      machine: "A",
      conditions: null,
      isVoid: false,
      goal: "≤ 2 × bare Fastify",
      note: "bare Fastify 205 ms",
      figures: [figure],
      ...change,
    },
  ],
});

const faultsOf = (file: unknown): string[] =>
  figuresFile.safeParse(file).error?.issues.map(({ message }) => message) ?? [];

const PAGE = `# Measurements\n\nBefore.\n\n${BEGIN}\nstale rows\n${END}\n\nAfter.\n`;

describe("figures file", () => {
  it("is what its schema says and is written as it is formatted", () => {
    expect(formatFigures(readFigures())).toBe(readText(FIGURES_FILE));
  });

  it("has the goals of start and API that are in force", () => {
    const file = readFigures();
    const goalOf = (id: string) => findFigure(file, id).goal;
    expect(goalOf("boot.ratio")).toEqual({ comparison: "<=", bound: 2 });
    expect(goalOf("boot.time")).toEqual({ comparison: "<=", bound: 1_000 });
    expect(goalOf("api.checked.ratio")).toEqual({ comparison: ">=", bound: 0.75 });
    expect(goalOf("api.everything.ratio")).toEqual({ comparison: ">=", bound: 0.58 });
  });

  it("refuses an id that is there twice", () => {
    const file = aFile(aFigure());
    const [first] = file.measurements;
    expect(faultsOf({ ...file, measurements: [first, first] })).toEqual([
      "the measurement boot is there twice",
      "the figure boot.ratio is there twice",
    ]);
  });

  it("refuses a figure of another measurement, a machine nobody described and a value without a date", () => {
    expect(faultsOf(aFile(aFigure({ id: "api.ratio" })))).toEqual(["api.ratio does not belong to boot"]);
    expect(faultsOf(aFile(aFigure(), { machine: "Z" }))).toEqual(["boot names the machine Z, which is not described"]);
    expect(faultsOf(aFile(aFigure(), { date: null }))).toEqual(["boot has values and no date"]);
  });

  it("refuses unknown keys and an interval that ends before it begins", () => {
    expect(faultsOf(aFile({ ...aFigure(), bound: 3 } as Figure))).toHaveLength(1);
    expect(faultsOf(aFile(aFigure({ interval: { low: 2, high: 1 } })))).toEqual(["an interval begins below its end"]);
  });

  it("names the figure that nobody entered", () => {
    expect(() => findFigure(aFile(aFigure()), "boot.gone")).toThrow("no figure 'boot.gone'");
  });

  it("takes the bound itself as reached, in both directions", () => {
    expect(isReached({ comparison: "<=", bound: 2 }, 2)).toBe(true);
    expect(isReached({ comparison: "<=", bound: 2 }, 2.001)).toBe(false);
    expect(isReached({ comparison: ">=", bound: 0.75 }, 0.75)).toBe(true);
    expect(isReached({ comparison: ">=", bound: 0.75 }, 0.749)).toBe(false);
  });
});

describe("measurements page", () => {
  it("is what the file says", () => {
    expect(checkFigures().faults).toEqual([]);
  });

  it("replaces what stands between the marks and nothing else", () => {
    const page = renderPage(PAGE, aFile(aFigure()));
    expect(page).toMatch(/^# Measurements\n\nBefore\.\n\n<!--/);
    expect(page).toMatch(/-->\n\nAfter\.\n$/);
    expect(page).not.toContain("stale rows");
    expect(page).toContain(
      "| `boot.ratio` | cold start against a bare Fastify | 1.6 | 1.38–1.73 | ≤ 2 | reached | 2026-11-16 | |",
    );
    expect(renderPage(page, aFile(aFigure()))).toBe(page);
  });

  it("shows a missed goal as missed, a void run as void and what was not measured as such", () => {
    expect(renderPage(PAGE, aFile(aFigure({ value: 3.8 })))).toContain("**missed**");
    expect(renderPage(PAGE, aFile(aFigure({ value: 3.8 }), { isVoid: true }))).toContain("**void**");
    expect(renderPage(PAGE, aFile(aFigure({ value: null })))).toContain("not measured");
    expect(countGoals(aFile(aFigure({ value: 3.8 })))).toEqual({ reached: 0, missed: ["boot.ratio"], open: 0 });
  });

  it("refuses a page that has no place for figures", () => {
    expect(() => renderPage("# Measurements\n", aFile(aFigure()))).toThrow("no place for figures");
  });
});
