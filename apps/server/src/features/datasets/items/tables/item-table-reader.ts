import { DomainError } from "../../../../errors.ts";
import type { SharedTable } from "../../../../platform/lance/open-shared-table.ts";
import type { CalledProcesses } from "../../../../platform/processes/called-processes.ts";
import type { Call } from "../../../../platform/processes/calls.ts";
import type { BucketReader, FileShare } from "../../../storage/index.ts";
import type { CatalogueStore } from "../../catalogue/catalogue-store.ts";
import type { ItemTableRef } from "../../item-table-ref.ts";
import { tableCalls } from "./table-calls.ts";

/** A row as it was read, by the names of its columns. */
export type TableRow = ReadonlyMap<string, unknown>;

export interface NearestQuery {
  readonly column: string;
  readonly point: Float32Array;
  readonly count: number;
  readonly timeMs: number;
}

/** Reads versions of item tables, in a process of their own. */
export interface ItemTableReader {
  /** Lets another process read a table for as long as the work takes. */
  readonly withTable: <T>(ref: ItemTableRef, work: (table: SharedTable) => Promise<T>) => Promise<T>;
  /** Keyed by ordinal, because results come in table order. Row `n` is the item with ordinal `n`. */
  readonly takeRows: (
    ref: ItemTableRef,
    ordinals: readonly number[],
    names: readonly string[],
    signal?: AbortSignal,
  ) => Promise<Map<number, TableRow>>;
  readonly findNearest: (
    ref: ItemTableRef,
    query: NearestQuery,
    signal: AbortSignal,
  ) => Promise<readonly { readonly ordinal: number; readonly distance: number }[]>;
  /** Items without a value in a column. */
  readonly countMissing: (ref: ItemTableRef, column: string) => Promise<number>;
  /** The length of the vectors of a column. */
  readonly dimensionsOf: (ref: ItemTableRef, column: string) => Promise<number | undefined>;
}

interface ReaderDeps {
  readonly catalogue: Pick<CatalogueStore, "folderKey">;
  readonly processes: CalledProcesses;
  readonly openOwn: (prefix: string) => BucketReader;
}

/** Tables that stay shared, so that the other process keeps them open. */
const MAX_SHARED = 64;

export const createItemTableReader = ({ catalogue, processes, openOwn }: ReaderDeps): ItemTableReader => {
  const kept = new Map<string, Promise<FileShare>>();
  const share = ({ datasetId }: ItemTableRef): Promise<FileShare> => openOwn(catalogue.folderKey(datasetId)).share();
  const tableIn = ({ datasetId, tableName: name, tableVersion: version }: ItemTableRef, { files }: FileShare) => ({
    files,
    folder: catalogue.folderKey(datasetId),
    name,
    version,
  });
  const endOldest = (): void => {
    const [oldest] = kept;
    if (!oldest || kept.size <= MAX_SHARED) return;
    kept.delete(oldest[0]);
    void oldest[1].then(({ end }) => end());
  };
  const keptTable = async (ref: ItemTableRef): Promise<SharedTable> => {
    const key = `${ref.datasetId}/${ref.tableName}/${ref.tableVersion}`;
    const shared = kept.get(key) ?? share(ref);
    kept.delete(key);
    kept.set(key, shared);
    // Do not keep failures.
    shared.catch(() => kept.delete(key));
    endOldest();
    return tableIn(ref, await shared);
  };
  const ask = async <Input extends SharedTable, Output>(
    call: Call<Input, Output>,
    ref: ItemTableRef,
    input: Omit<Input, keyof SharedTable>,
    signal?: AbortSignal,
  ): Promise<Output> => {
    const table = await keptTable(ref);
    try {
      return await processes.call(call, { ...table, ...input } as Input, signal);
    } catch (error) {
      // The library's message may contain an address.
      if (error instanceof DomainError || signal?.aborted) throw error;
      throw new DomainError("upstream_failed", "the item table could not be read", { cause: error });
    }
  };
  return {
    withTable: async (ref, work) => {
      const shared = await share(ref);
      try {
        return await work(tableIn(ref, shared));
      } finally {
        shared.end();
      }
    },
    takeRows: async (ref, ordinals, names, signal) => {
      if (ordinals.length === 0) return new Map();
      const taken = await ask(tableCalls.takeRows, ref, { ordinals, names }, signal);
      const rowAt = (at: number): TableRow => new Map(names.map((name, column) => [name, taken.columns[column]?.[at]]));
      return new Map(taken.ordinals.map((ordinal, at) => [ordinal, rowAt(at)]));
    },
    findNearest: (ref, query, signal) => ask(tableCalls.findNearest, ref, query, signal),
    countMissing: (ref, column) => ask(tableCalls.countMissing, ref, { column }),
    dimensionsOf: (ref, column) => ask(tableCalls.dimensionsOf, ref, { column }),
  };
};
