import { describe, expect, it } from "vitest";
import { withoutShortcuts } from "./lineage-graph.rules.ts";

const edge = (text: string) => {
  const [from = "", to = ""] = text.split(">");
  return { from, to };
};
const kept = (...edges: string[]): string[] => withoutShortcuts(edges.map(edge)).map(({ from, to }) => `${from}>${to}`);

describe("the edges of a graph", () => {
  it("leave out a shortcut beside a longer path", () => {
    expect(kept("dataset>view", "view>package", "dataset>package")).toEqual(["dataset>view", "view>package"]);
    expect(kept("a>b", "b>c", "c>d", "a>d", "a>c", "b>d")).toEqual(["a>b", "b>c", "c>d"]);
  });

  it("keep two ways of the same length, and nodes that are only reached directly", () => {
    expect(kept("a>b", "a>c", "b>d", "c>d")).toEqual(["a>b", "a>c", "b>d", "c>d"]);
    expect(kept("a>b")).toEqual(["a>b"]);
  });

  it("stay connected in a circle", () => {
    expect(kept("a>b", "b>a")).toEqual(["a>b", "b>a"]);
    expect(kept("a>b", "b>c", "c>a")).toEqual(["a>b", "b>c", "c>a"]);
  });
});
