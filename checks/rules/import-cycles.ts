/** Imports by module. */
export type Graph = ReadonlyMap<string, readonly string[]>;

const reversed = (graph: Graph): Graph => {
  const importers = new Map<string, string[]>([...graph.keys()].map((module) => [module, []]));
  for (const [module, targets] of graph) for (const target of targets) importers.get(target)?.push(module);
  return importers;
};

/** The modules with an infinite chain of imports; only these can be part of a cycle. */
const endless = (graph: Graph): Set<string> => {
  const importers = reversed(graph);
  const left = new Map([...graph].map(([module, targets]) => [module, targets.length]));
  const ended = [...graph.keys()].filter((module) => left.get(module) === 0);
  for (const module of ended) {
    for (const importer of importers.get(module) ?? []) {
      const count = (left.get(importer) ?? 0) - 1;
      left.set(importer, count);
      if (count === 0) ended.push(importer);
    }
  }
  const gone = new Set(ended);
  return new Set([...graph.keys()].filter((module) => !gone.has(module)));
};

const wayBack = (cameFrom: ReadonlyMap<string, string>, start: string, last: string): string[] => {
  const backwards = [start];
  for (let step = last; step !== start; step = cameFrom.get(step) ?? start) backwards.push(step);
  return [...backwards, start].reverse();
};

/** The shortest path from a module back to itself. */
const shortestCycle = (graph: Graph, start: string): string[] | undefined => {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const module of queue) {
    for (const target of graph.get(module) ?? []) {
      if (target === start) return wayBack(cameFrom, start, module);
      if (cameFrom.has(target)) continue;
      cameFrom.set(target, module);
      queue.push(target);
    }
  }
  return undefined;
};

/** Cycles like `[a, b, a]` that cover every module that reaches itself. Targets outside the graph are ignored. */
export const findCycles = (graph: Graph): string[][] => {
  const inner: Graph = new Map([...graph].map(([module, to]) => [module, to.filter((target) => graph.has(target))]));
  const [leading, led] = [endless(inner), endless(reversed(inner))];
  const found: string[][] = [];
  const covered = new Set<string>();
  for (const module of [...leading].filter((each) => led.has(each)).sort()) {
    const cycle = covered.has(module) ? undefined : shortestCycle(inner, module);
    if (cycle === undefined) continue;
    found.push(cycle);
    for (const member of cycle) covered.add(member);
  }
  return found;
};
