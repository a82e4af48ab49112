import { describe, expect, it } from "vitest";
import { BOX, layoutGraph } from "./graph-layout.rules.ts";

const graphOf = (...edges: string[]) => {
  const pairs = edges.map((edge) => {
    const [from = "", to = ""] = edge.split(">");
    return { from, to };
  });
  const keys = new Set(pairs.flatMap(({ from, to }) => [from, to]));
  return { nodes: [...keys].map((key) => ({ key })), edges: pairs };
};
const columnsOf = (...edges: string[]): Record<string, number> =>
  Object.fromEntries(layoutGraph(graphOf(...edges)).nodes.map(({ key, x }) => [key, x / (BOX.width + BOX.gapX)]));

describe("the layout of a graph", () => {
  it("puts every node right of all that leads to it", () => {
    expect(columnsOf("a>b", "b>c", "a>d", "d>c", "c>e")).toEqual({ a: 0, b: 1, d: 1, c: 2, e: 3 });
    expect(columnsOf("a>b", "b>c", "x>c")).toEqual({ a: 0, b: 1, x: 1, c: 2 });
  });

  it("ends for a circle and for a node alone", () => {
    expect(Object.keys(columnsOf("a>b", "b>a")).toSorted()).toEqual(["a", "b"]);
    expect(layoutGraph({ nodes: [{ key: "a" }], edges: [] })).toEqual({
      nodes: [{ key: "a", x: 0, y: 0 }],
      width: BOX.width,
      height: BOX.height,
    });
  });

  it("lets no two nodes overlap", () => {
    const { nodes, width, height } = layoutGraph(graphOf("a>b", "a>c", "a>d", "b>e", "d>f", "c>f"));
    for (const one of nodes) {
      expect(one.x + BOX.width <= width && one.y >= 0 && one.y + BOX.height <= height).toBe(true);
      for (const other of nodes)
        expect(one === other || one.x !== other.x || Math.abs(one.y - other.y) >= BOX.height).toBe(true);
    }
  });
});
