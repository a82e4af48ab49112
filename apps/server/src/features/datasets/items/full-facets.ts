import { histogramEdges } from "./histogram.rules.ts";
import {
  type CountedColumn,
  type CountedValue,
  type HistogramAsk,
  selectFrequencies,
  selectHistograms,
} from "./lens/aggregates.store.ts";
import type { Lens, Lenses, MeasuredColumn } from "./lens/lens.ts";

const EVERYTHING = { sql: "true", values: [] } as const;
/** More different texts than that are no categories. */
const MAX_CATEGORIES = 10_000;
/** Numbers are drawn; only a handful of different ones are also listed. */
const MAX_LISTED_NUMBERS = 20;
const MAX_KEPT = 500;

/** What is true of the whole of a version, whatever the filter: counted once and kept. */
export class FullFacets {
  private readonly lenses: Pick<Lenses, "engine">;
  private readonly bars = new Map<string, CountedColumn>();
  private readonly values = new Map<string, ReadonlyMap<CountedValue["value"], number>>();

  constructor(lenses: Pick<Lenses, "engine">) {
    this.lenses = lenses;
  }

  histogramAsk(lens: Lens, name: string): HistogramAsk {
    const column = lens.byName.get(name);
    if (!column) throw new Error("a column that is not there was to be counted");
    const { min, max } = column.stats;
    const hasNumbers = min !== null && max !== null;
    return { column, edges: hasNumbers ? histogramEdges(min, max, column.type !== "DOUBLE") : undefined };
  }

  async histograms(lens: Lens, asks: readonly HistogramAsk[], signal: AbortSignal): Promise<CountedColumn[]> {
    const missing = asks.filter(({ column }) => !this.bars.has(keyOf(lens, column)));
    if (missing.length > 0) {
      const whole = { lens, clause: EVERYTHING };
      const counted = await selectHistograms(await this.lenses.engine(), whole, missing, signal);
      for (const [at, { column }] of missing.entries()) {
        const found = counted.columns[at];
        if (found) keep(this.bars, keyOf(lens, column), found);
      }
    }
    return asks.map(({ column }) => this.bars.get(keyOf(lens, column)) ?? { present: 0, counts: [] });
  }

  isCountable({ type, stats }: MeasuredColumn): boolean {
    if (type === "BOOLEAN") return true;
    return stats.distinct <= (type === "VARCHAR" ? MAX_CATEGORIES : MAX_LISTED_NUMBERS);
  }

  /** The most frequent first. */
  async frequencies(
    lens: Lens,
    column: MeasuredColumn,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<CountedValue["value"], number>> {
    const key = keyOf(lens, column);
    const kept = this.values.get(key);
    if (kept) return kept;
    const engine = await this.lenses.engine();
    // The number of different ones is a guess, so there may be a few more.
    const found = await selectFrequencies(engine, { lens, clause: EVERYTHING }, column, 2 * MAX_CATEGORIES, signal);
    const counts = new Map(found.map(({ value, count }) => [value, count]));
    keep(this.values, key, counts);
    return counts;
  }
}

const keyOf = (lens: Lens, { id }: { readonly id: string }): string => `${lens.key}/${lens.rows}/${id}`;

const keep = <T>(map: Map<string, T>, key: string, value: T): void => {
  map.set(key, value);
  for (const oldest of map.keys()) if (map.size > MAX_KEPT) map.delete(oldest);
};
