export interface Edge {
  readonly from: string;
  readonly to: string;
}

/** Leaves out every edge beside which a longer path leads to the same node: the path says it already. */
export const withoutShortcuts = (edges: readonly Edge[]): Edge[] => {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to]);
  const isReached = (from: string, to: string): boolean => {
    const seen = new Set<string>();
    const waiting = (next.get(from) ?? []).filter((step) => step !== to);
    for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
      if (step === to) return true;
      // A way that leads back would make two edges of a circle leave each other out.
      if (seen.has(step) || step === from) continue;
      seen.add(step);
      waiting.push(...(next.get(step) ?? []));
    }
    return false;
  };
  return edges.filter(({ from, to }) => !isReached(from, to));
};
