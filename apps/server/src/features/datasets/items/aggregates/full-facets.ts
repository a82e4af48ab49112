import {
  type CountedColumn,
  type CountedValue,
  type HistogramQuery,
  selectFrequencies,
  selectHistograms,
} from "../replica/aggregates.store.ts";
import type { MeasuredColumn, Replica, Replicas } from "../replica/replica.ts";
import { histogramEdges } from "./histogram.rules.ts";

const EVERYTHING = { sql: "true", values: [] } as const;
/** A text column with more distinct values is not categorical. */
const MAX_CATEGORIES = 10_000;
/** Numeric columns get a histogram; their values are listed only if there are few distinct ones. */
const MAX_LISTED_NUMBERS = 20;
const MAX_KEPT = 500;

/** Facets of a whole version, independent of filters: computed once and cached. */
export class FullFacets {
  private readonly replicas: Pick<Replicas, "engine">;
  private readonly bars = new Map<string, CountedColumn>();
  private readonly values = new Map<string, ReadonlyMap<CountedValue["value"], number>>();

  constructor(replicas: Pick<Replicas, "engine">) {
    this.replicas = replicas;
  }

  histogramQuery(replica: Replica, name: string): HistogramQuery {
    const column = replica.byName.get(name);
    if (!column) throw new Error("a column that is not there was to be counted");
    const { min, max } = column.stats;
    const hasNumbers = min !== null && max !== null;
    return { column, edges: hasNumbers ? histogramEdges(min, max, column.type !== "DOUBLE") : undefined };
  }

  async histograms(replica: Replica, asks: readonly HistogramQuery[], signal: AbortSignal): Promise<CountedColumn[]> {
    const missing = asks.filter(({ column }) => !this.bars.has(keyOf(replica, column)));
    if (missing.length > 0) {
      const whole = { replica, clause: EVERYTHING };
      const counted = await selectHistograms(await this.replicas.engine(), whole, missing, signal);
      for (const [at, { column }] of missing.entries()) {
        const found = counted.columns[at];
        if (found) keep(this.bars, keyOf(replica, column), found);
      }
    }
    return asks.map(({ column }) => this.bars.get(keyOf(replica, column)) ?? { present: 0, counts: [] });
  }

  isCountable({ type, stats }: MeasuredColumn): boolean {
    if (type === "BOOLEAN") return true;
    return stats.distinct <= (type === "VARCHAR" ? MAX_CATEGORIES : MAX_LISTED_NUMBERS);
  }

  /** Most frequent first. */
  async frequencies(
    replica: Replica,
    column: MeasuredColumn,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<CountedValue["value"], number>> {
    const key = keyOf(replica, column);
    const kept = this.values.get(key);
    if (kept) return kept;
    const engine = await this.replicas.engine();
    // The distinct count is an estimate, so there may be a few more values.
    const found = await selectFrequencies(engine, { replica, clause: EVERYTHING }, column, 2 * MAX_CATEGORIES, signal);
    const counts = new Map(found.map(({ value, count }) => [value, count]));
    keep(this.values, key, counts);
    return counts;
  }
}

const keyOf = (replica: Replica, { id }: { readonly id: string }): string => `${replica.key}/${replica.rows}/${id}`;

const keep = <T>(map: Map<string, T>, key: string, value: T): void => {
  map.set(key, value);
  for (const oldest of map.keys()) if (map.size > MAX_KEPT) map.delete(oldest);
};
