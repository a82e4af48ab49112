import { describe, expect, it } from "vitest";
import { findCycles } from "./import-cycles.ts";

const graphOf = (edges: Readonly<Record<string, readonly string[]>>) => new Map(Object.entries(edges));

describe("import cycles", () => {
  it("are absent from a graph whose branches only meet again", () => {
    expect(findCycles(graphOf({ a: ["b", "c"], b: ["d"], c: ["d"], d: [] }))).toEqual([]);
  });

  it("are found by their shortest way round, so that every module of one is named", () => {
    const graph = graphOf({ a: ["b"], b: ["c", "d"], c: ["a"], d: ["c"], e: ["f", "a"], f: ["e"] });
    expect(findCycles(graph)).toEqual([
      ["a", "b", "c", "a"],
      ["d", "c", "a", "b", "d"],
      ["e", "f", "e"],
    ]);
  });

  it("leave out modules that only lead to one, are led to by one, or join two", () => {
    const graph = graphOf({
      to: ["a"],
      a: ["b"],
      b: ["a", "join", "after"],
      join: ["c"],
      c: ["d"],
      d: ["c"],
      after: [],
    });
    expect(findCycles(graph)).toEqual([
      ["a", "b", "a"],
      ["c", "d", "c"],
    ]);
  });

  it("are found in a module that imports itself", () => {
    expect(findCycles(graphOf({ a: ["a"], b: ["a"] }))).toEqual([["a", "a"]]);
  });

  it("are found at the end of a chain deeper than the stack", () => {
    const names = Array.from({ length: 20_000 }, (_, index) => String(index).padStart(5, "0"));
    const edges = names.map((name, index) => [name, [names[index + 1] ?? "00000"]] as const);
    expect(findCycles(new Map(edges))).toEqual([[...names, "00000"]]);
  });
});
