import type { LineageGraph } from "@dailies/contract";

export const BOX = { width: 184, height: 64, gapX: 40, gapY: 14 } as const;

export interface PlacedNode {
  readonly key: string;
  readonly x: number;
  readonly y: number;
}

export interface GraphLayout {
  readonly nodes: readonly PlacedNode[];
  readonly width: number;
  readonly height: number;
}

type Graph = Pick<LineageGraph, "edges"> & { readonly nodes: readonly { readonly key: string }[] };

/** The column of a node is the length of the longest way to it. A circle ends after as many steps as there are nodes. */
const columnsOf = ({ nodes, edges }: Graph): Map<string, number> => {
  const columns = new Map(nodes.map(({ key }) => [key, 0]));
  for (let step = 0; step < nodes.length; step += 1) {
    let hasMoved = false;
    for (const { from, to } of edges) {
      const wanted = (columns.get(from) ?? 0) + 1;
      if (wanted < nodes.length && wanted > (columns.get(to) ?? 0)) {
        columns.set(to, wanted);
        hasMoved = true;
      }
    }
    if (!hasMoved) break;
  }
  return columns;
};

/** A node that nothing leads to moves beside what it leads to. */
const pullRight = ({ nodes, edges }: Graph, columns: Map<string, number>): void => {
  for (const { key } of nodes) {
    if (edges.some(({ to }) => to === key)) continue;
    const next = edges.filter(({ from }) => from === key).map(({ to }) => columns.get(to) ?? 0);
    if (next.length > 0) columns.set(key, Math.max(0, Math.min(...next) - 1));
  }
};

const mean = (numbers: readonly number[], otherwise: number): number =>
  numbers.length === 0 ? otherwise : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

/** Orders each column by the middle of the nodes before it, so that few edges cross. */
const ordered = ({ nodes, edges }: Graph, columns: ReadonlyMap<string, number>): string[][] => {
  const byColumn: string[][] = [];
  for (const { key } of nodes) {
    const column = columns.get(key) ?? 0;
    byColumn[column] = [...(byColumn[column] ?? []), key];
  }
  const filled = byColumn.filter((column) => column !== undefined);
  const place = new Map<string, number>();
  return filled.map((column) => {
    const middle = new Map(
      column.map((key, at) => {
        const before = edges.filter(({ to }) => to === key).flatMap(({ from }) => place.get(from) ?? []);
        return [key, mean(before, at)];
      }),
    );
    const sorted = column.toSorted((one, other) => (middle.get(one) ?? 0) - (middle.get(other) ?? 0));
    for (const [at, key] of sorted.entries()) place.set(key, at - (sorted.length - 1) / 2);
    return sorted;
  });
};

/** Places a graph from left to right; the columns are centred. */
export const layoutGraph = (graph: Graph): GraphLayout => {
  const columns = columnsOf(graph);
  pullRight(graph, columns);
  const placed = ordered(graph, columns);
  const tallest = Math.max(1, ...placed.map((column) => column.length));
  const height = tallest * (BOX.height + BOX.gapY) - BOX.gapY;
  const nodes = placed.flatMap((column, x) => {
    const top = (height - (column.length * (BOX.height + BOX.gapY) - BOX.gapY)) / 2;
    return column.map((key, at) => ({ key, x: x * (BOX.width + BOX.gapX), y: top + at * (BOX.height + BOX.gapY) }));
  });
  return { nodes, width: Math.max(1, placed.length) * (BOX.width + BOX.gapX) - BOX.gapX, height };
};
