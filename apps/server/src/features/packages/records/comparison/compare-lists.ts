import { createHash } from "node:crypto";
import { DomainError } from "../../../../errors.ts";
import type { Clock } from "../../../../platform/clock.ts";
import type { Log } from "../../../../platform/observability/log.ts";
import { openQueryProcesses } from "../../../../platform/processes/query-processes.ts";
import { withScratchFolder } from "../../../assets/index.ts";
import type { PackageRecord } from "../../package.store.ts";
import { type ListedSample, readItemList } from "../../planning/item-list.ts";
import { type RecordDeps, requirePackage } from "../package.dto.ts";
import { beginComparison, findComparison, finishComparison, listUnreadOrdinals } from "./comparison.store.ts";
import {
  type ClipList,
  type ComparedListsOptions,
  type ComparedResult,
  type ComparedSample,
  listCalls,
  type Side,
} from "./list-calls.ts";

export interface ListsDeps {
  /** On a local disk; the two lists of 100 million samples take tens of gigabytes. */
  readonly scratchRoot: string;
  readonly memoryBytes: number;
  readonly threads: number;
  readonly log: Log;
}

/** Two item lists in a process of their own. */
export interface ComparedLists {
  /** In the order of the package. */
  readonly append: (side: Side, samples: readonly ComparedSample[]) => Promise<void>;
  readonly compare: () => Promise<ComparedResult>;
  /** Of all samples, after the comparison; null when no sample has one. */
  readonly durationOf: (side: Side) => Promise<number | null>;
}

export interface CompareListsDeps extends RecordDeps, ListsDeps {
  readonly clock: Clock;
}

/** What distributions of packages are compared of. */
const MEASURES = ["duration_s", "short_side", "caption_length", "media_bytes"] as const;

/** Of both tables and of what is spilled while they are joined. */
const BYTES_PER_SAMPLE = 120;
const BYTES_PER_MEASURE = 20;

/** Reads the item lists of both packages and stores what differs. A retry starts over. */
export const compareLists = async (deps: CompareListsDeps, id: string, signal: AbortSignal): Promise<void> => {
  if (!(await beginComparison(deps.db, id))) return;
  const comparison = await findComparison(deps.db, id);
  if (!comparison) return;
  const [one, other] = [
    await requirePackage(deps, comparison.packageId),
    await requirePackage(deps, comparison.againstId),
  ];
  const lists = await withComparedLists(
    deps,
    { measures: MEASURES, listed: "first", samples: (one.samplesTotal ?? 0) + (other.samplesTotal ?? 0) },
    async (opened) => {
      for (const [side, record] of [
        ["package", one],
        ["against", other],
      ] as const)
        await appendSamples(opened, side, packageSamples(deps, record, MEASURES, signal));
      return opened.compare();
    },
  );
  const { added, removed, changed, ...rest } = lists;
  const result = {
    ...rest,
    added: keysOf(added),
    removed: keysOf(removed),
    changed: keysOf(changed),
    same_bytes: one.contentSha256 === other.contentSha256,
  };
  await finishComparison(deps.db, id, { result, at: deps.clock() });
};

const keysOf = ({ items, clips }: ClipList) => ({ items, keys: clips.map(({ key }) => key) });

interface ListsWanted extends Pick<ComparedListsOptions, "measures" | "listed"> {
  /** Of both lists, as far as they are known. */
  readonly samples: number;
}

/** What a process takes besides the tables that DuckDB holds in memory. */
const OTHER_BYTES = 512 * 1024 ** 2;
const MAX_ANSWER_BYTES = 256 * 1024 ** 2;

/** Lists on a disk with enough room, which is cleared afterwards. */
export const withComparedLists = <T>(
  { scratchRoot, memoryBytes, threads, log }: ListsDeps,
  { measures, listed, samples }: ListsWanted,
  use: (lists: ComparedLists) => Promise<T>,
): Promise<T> =>
  withScratchFolder(scratchRoot, (BYTES_PER_SAMPLE + BYTES_PER_MEASURE * measures.length) * samples, async (folder) => {
    const limits = { memoryBytes: 2 * memoryBytes + OTHER_BYTES, maxAnswerBytes: MAX_ANSWER_BYTES };
    const processes = openQueryProcesses({ name: "lists", processes: 1, ...limits, log });
    try {
      await processes.call(listCalls.open, { folder, memoryBytes, threads, measures, listed });
      return await use({
        append: (side, batch) => processes.call(listCalls.append, { side, samples: batch }),
        compare: () => processes.call(listCalls.compare, null),
        durationOf: (side) => processes.call(listCalls.durationOf, side),
      });
    } finally {
      await processes.close();
    }
  });

export const appendSamples = async (
  lists: ComparedLists,
  side: Side,
  batches: AsyncIterable<readonly ComparedSample[]>,
): Promise<void> => {
  for await (const batch of batches) await lists.append(side, batch);
};

const SAMPLES_AT_ONCE = 2_048;

/** The samples that a package has, in its order. */
export async function* packageSamples(
  deps: RecordDeps,
  record: PackageRecord,
  measures: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<ComparedSample[]> {
  if (record.status !== "Ready" || record.columns === null)
    throw new DomainError("conflict", `the package ${record.name}@${record.number} was deleted meanwhile`);
  const unread = await listUnreadOrdinals(deps.db, record.id);
  const toCompared = comparedSamples(record, measures);
  let samples = 0;
  for await (const part of readItemList(deps.storage, { folder: record.folder, columns: record.columns })) {
    samples += part.length;
    for (let from = 0; from < part.length; from += SAMPLES_AT_ONCE) {
      signal.throwIfAborted();
      const written = part.slice(from, from + SAMPLES_AT_ONCE).filter(({ ordinal }) => !unread.has(ordinal));
      yield written.map(toCompared);
    }
  }
  // Parts may be removed while they are read, if the package is deleted now.
  if (samples !== record.samplesTotal)
    throw new DomainError("not_found", `the item list of the package ${record.name}@${record.number} is not complete`);
}

/** Columns in the order of their names, so that packages with the same columns in another order have equal samples. */
const comparedSamples = (
  { settings }: PackageRecord,
  measures: readonly string[],
): ((sample: ListedSample) => ComparedSample) => {
  const byName = settings.columns
    .map(({ name, source }, at) => ({ name, source, at }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const readers = measures.map((measure) => measureReader(settings.columns, measure));
  return (sample) => {
    const { object, offset, bytes, values, key, ordinal } = sample;
    const content = [object, offset, bytes, ...byName.map(({ name, at }) => [name, values[at]])];
    return { key, ordinal, fingerprint: fingerprintOf(content), measures: readers.map((read) => read(sample)) };
  };
};

type MeasureReader = (sample: ListedSample) => number | null;

/** A column of the dataset under its name there, or what every sample has. */
const measureReader = (columns: PackageRecord["settings"]["columns"], measure: string): MeasureReader => {
  const readerOf = (source: string): MeasureReader => {
    const at = columns.findIndex((column) => column.source === source);
    return ({ values }) => {
      const value = values[at];
      const number = typeof value === "number" || typeof value === "bigint" ? Number(value) : Number.NaN;
      return Number.isFinite(number) ? number : null;
    };
  };
  if (measure === "duration_s") return ({ durationS }) => durationS;
  if (measure === "media_bytes") return ({ object, bytes }) => (object === null ? null : bytes);
  if (measure === "caption_length") {
    const at = columns.findIndex(({ source }) => source === "caption");
    return ({ values }) => {
      const caption = values[at];
      return typeof caption === "string" ? caption.length : null;
    };
  }
  const read = readerOf(measure);
  if (measure !== "short_side") return read;
  const [readWidth, readHeight] = [readerOf("width"), readerOf("height")];
  return (sample) => {
    const [wide, high] = [readWidth(sample), readHeight(sample)];
    return read(sample) ?? (wide !== null && high !== null ? Math.min(wide, high) : null);
  };
};

/** Integers beyond the safe range of JavaScript cannot be JSON numbers. */
const asText = (_: string, value: unknown): unknown => (typeof value === "bigint" ? `${value}` : value);

/** Compared only between samples of the same key, for which 64 bits are plenty. */
const fingerprintOf = (content: unknown): bigint =>
  createHash("sha256").update(JSON.stringify(content, asText)).digest().readBigInt64LE();
