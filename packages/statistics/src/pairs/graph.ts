import { f64, i32 } from "../math/numbers.ts";

/** The comparison graph, with counts by pair. */
export interface PairGraph {
  readonly entries: number;
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly score: Float64Array;
  readonly total: Float64Array;
}

/** By size, then by first member, for a stable order. */
const bySize = (one: readonly number[], other: readonly number[]): number =>
  other.length - one.length || (one[0] ?? 0) - (other[0] ?? 0);

const reachFrom = (start: number, next: readonly (readonly number[])[]): Set<number> => {
  const seen = new Set([start]);
  const waiting = [start];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const other of next[at] ?? []) {
      if (seen.has(other)) continue;
      seen.add(other);
      waiting.push(other);
    }
  }
  return seen;
};

interface Ways {
  readonly beats: number[][];
  readonly compared: number[][];
}

const listWays = ({ entries, first, second, score, total }: PairGraph): Ways => {
  const ways: Ways = {
    beats: Array.from({ length: entries }, () => []),
    compared: Array.from({ length: entries }, () => []),
  };
  for (let pair = 0; pair < first.length; pair++) {
    if (f64(total, pair) === 0) continue;
    const [one, other] = [i32(first, pair), i32(second, pair)];
    ways.compared[one]?.push(other);
    ways.compared[other]?.push(one);
    // A tie is half a win for each, so it adds an edge in both directions.
    if (f64(score, pair) > 0) ways.beats[one]?.push(other);
    if (f64(score, pair) < f64(total, pair)) ways.beats[other]?.push(one);
  }
  return ways;
};

export interface Connections {
  /** Connected components: no comparison exists between two groups. */
  readonly groups: readonly (readonly number[])[];
  /**
   * Strongly connected components: each member won and lost, directly or indirectly, against every other. Only within one
   * are strengths finite.
   */
  readonly circles: readonly (readonly number[])[];
  /** For each entry, all entries it has beaten directly or indirectly. */
  readonly reach: readonly ReadonlySet<number>[];
}

export const findConnections = (graph: PairGraph): Connections => {
  const { beats, compared } = listWays(graph);
  const everybody = Array.from({ length: graph.entries }, (_, entry) => entry);
  const reach = everybody.map((entry) => reachFrom(entry, beats));
  const collect = (together: (one: number) => Iterable<number>): number[][] => {
    const taken = new Set<number>();
    const found: number[][] = [];
    for (const one of everybody) {
      if (taken.has(one)) continue;
      const members = [...together(one)].sort((a, b) => a - b);
      for (const member of members) taken.add(member);
      found.push(members);
    }
    return found.sort(bySize);
  };
  return {
    groups: collect((one) => reachFrom(one, compared)),
    circles: collect((one) => everybody.filter((other) => reach[one]?.has(other) && reach[other]?.has(one))),
    reach,
  };
};
