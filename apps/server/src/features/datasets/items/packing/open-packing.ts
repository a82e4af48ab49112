import { allOf } from "@dailies/contract";
import type { ValueMeasure } from "@dailies/formats/shard-writer";
import { type PackingRules, packingReasons } from "../aggregates/count-packable.ts";
import { setsReadBy } from "../column-sets/join-column-sets.ts";
import { selectSetCells } from "../column-sets/set-cells.store.ts";
import type { ItemVersion } from "../item-version.store.ts";
import type { ItemsDeps } from "../items-deps.ts";
import { readPredicate, readWords, select } from "../query/open-selection.ts";
import { readOrder } from "../query/read-order.ts";
import type { MeasuredColumn, Replica } from "../replica/replica.ts";
import { readFromTable } from "../rows/fetch-items.ts";
import type { WantedRows } from "../rows/open-row-stream.ts";
import { type PackingBatch, type Shuffle, streamPackingLines } from "./packing-lines.store.ts";

type Deps = Pick<ItemsDeps, "replicas" | "tableReader">;

export interface WantedPacking extends Omit<WantedRows, "names"> {
  /** Instead of the order. */
  readonly shuffle: Shuffle | undefined;
  readonly rules: Pick<PackingRules, "needsMedia" | "needsCaption" | "shortestS" | "smallestPx">;
  readonly needsKeys: boolean;
  /** Columns whose values are in the lines, in their order. */
  readonly lineColumns: readonly { readonly name: string; readonly measure: ValueMeasure | undefined }[];
  /** Columns whose values come beside the lines. */
  readonly lateColumns: readonly string[];
}

export interface PackedRows extends PackingBatch {
  /** Values of the late columns, each for all rows. */
  readonly late: readonly (readonly unknown[])[];
}

export interface OpenPacking {
  /** A column whose values can be in the lines. The others are in the item table or in a column set. */
  readonly lineColumn: (name: string) => Pick<MeasuredColumn, "stats"> | undefined;
  /** Whether some item has no value. */
  readonly isNullable: (name: string) => Promise<boolean>;
  /** Length of the vectors of a column. */
  readonly dimensionsOf: (name: string) => Promise<number | undefined>;
  readonly reasons: (rules: WantedPacking["rules"]) => ReturnType<typeof packingReasons>;
  readonly stream: (wanted: WantedPacking, signal: AbortSignal) => AsyncGenerator<PackedRows>;
}

/** Opens a frozen version for packing all or some of its items, for work that reads millions of them. */
export const openPacking = async (deps: Deps, source: ItemVersion, signal: AbortSignal): Promise<OpenPacking> => {
  const replica = await deps.replicas.openWhole(source, signal);
  const lineColumn = (name: string): MeasuredColumn | undefined => {
    const column = replica.byName.get(name);
    return column && setsReadBy(replica, column.id).length === 0 ? column : undefined;
  };
  return {
    lineColumn,
    isNullable: async (name) => {
      const found = replica.byName.get(name);
      // Only the item table has the column, so it is scanned once.
      return found ? found.stats.nulls > 0 : (await deps.tableReader.countMissing(source, name)) > 0;
    },
    dimensionsOf: (name) => deps.tableReader.dimensionsOf(source, name),
    reasons: (rules) => packingReasons(replica, rules),
    stream: async function* (wanted, streamSignal) {
      const { query, orderBy, shuffle, rules, needsKeys } = wanted;
      const predicate = allOf(...query.filters, readPredicate(query.where));
      const selection = select(source, replica, predicate, readWords(query.q));
      const columns = wanted.lineColumns.flatMap(({ name, measure }) => {
        const column = lineColumn(name);
        return column ? [{ column, measure }] : [];
      });
      const lines = {
        selection,
        order: readOrder(orderBy, selection),
        shuffle,
        reasons: packingReasons(replica, rules),
        hasClips: rules.needsMedia,
        needsKeys,
        columns,
      };
      const batches = streamPackingLines(await deps.replicas.engine(), lines, streamSignal);
      yield* addLate(deps, { source, replica, names: wanted.lateColumns, batches }, streamSignal);
    },
  };
};

interface Late {
  readonly source: ItemVersion;
  readonly replica: Replica;
  readonly names: readonly string[];
  readonly batches: AsyncGenerator<PackingBatch>;
}

/** Rows whose late values are read together; vectors of some thousand numbers make them tens of megabytes. */
const LATE_ROWS = 4_096;

async function* addLate(deps: Deps, late: Late, signal: AbortSignal): AsyncGenerator<PackedRows> {
  let held: PackingBatch[] = [];
  let rows = 0;
  for await (const batch of late.batches) {
    if (late.names.length === 0) {
      yield { ...batch, late: [] };
      continue;
    }
    held.push(batch);
    rows += batch.rows;
    if (rows < LATE_ROWS) continue;
    yield* await withLate(deps, late, held, signal);
    [held, rows] = [[], 0];
  }
  if (held.length > 0) yield* await withLate(deps, late, held, signal);
}

const withLate = async (
  deps: Deps,
  { source, replica, names }: Late,
  batches: readonly PackingBatch[],
  signal: AbortSignal,
): Promise<PackedRows[]> => {
  const ordinals = batches.flatMap((batch) => Array.from(batch.ordinals));
  const inTable = names.filter((name) => !replica.byName.has(name));
  const rows = inTable.length === 0 ? undefined : await readFromTable(deps.tableReader, source, ordinals, inTable);
  const ids = names.flatMap((name) => replica.byName.get(name)?.id ?? []);
  // Opened for each reading, so that the column sets stay attached for hours.
  const sets = ids.length === 0 ? undefined : await deps.replicas.openWhole(source, signal);
  const cells = sets && (await selectSetCells(await deps.replicas.engine(), sets, { ordinals, ids }, signal));
  const cellOf = (name: string, ordinal: number): unknown => {
    const id = replica.byName.get(name)?.id;
    return (id === undefined ? rows?.get(ordinal)?.get(name) : cells?.get(ordinal)?.get(id)) ?? null;
  };
  return batches.map((batch) => ({
    ...batch,
    late: names.map((name) => Array.from(batch.ordinals, (ordinal) => cellOf(name, ordinal))),
  }));
};
