import { createHash } from "node:crypto";
import type { PackageComparison } from "@dailies/contract";
import { DomainError } from "../../../../errors.ts";
import type { Clock } from "../../../../platform/clock.ts";
import { withScratchFolder } from "../../../assets/index.ts";
import type { PackageRecord } from "../../package.store.ts";
import { type ListedSample, readItemList } from "../../planning/item-list.ts";
import { type RecordDeps, requirePackage } from "../package.dto.ts";
import type { ComparedLists, ComparedSample, Measure } from "./compared-lists.store.ts";
import { beginComparison, findComparison, finishComparison, listUnreadOrdinals } from "./comparison.store.ts";

export interface CompareListsDeps extends RecordDeps {
  readonly clock: Clock;
  /** On a local disk; the two lists of 100 million samples take tens of gigabytes. */
  readonly scratchRoot: string;
  readonly memoryBytes: number;
  readonly threads: number;
}

/** Of both tables and of what is spilled while they are joined. */
const BYTES_PER_SAMPLE = 200;

/** Reads the item lists of both packages and stores what differs. A retry starts over. */
export const compareLists = async (deps: CompareListsDeps, id: string, signal: AbortSignal): Promise<void> => {
  if (!(await beginComparison(deps.db, id))) return;
  const comparison = await findComparison(deps.db, id);
  if (!comparison) return;
  const [one, other] = [
    await requirePackage(deps, comparison.packageId),
    await requirePackage(deps, comparison.againstId),
  ];
  const neededBytes = BYTES_PER_SAMPLE * ((one.samplesTotal ?? 0) + (other.samplesTotal ?? 0));
  const result = await withScratchFolder(deps.scratchRoot, neededBytes, (folder) =>
    compareInto(deps, folder, [one, other], signal),
  );
  await finishComparison(deps.db, id, { result, at: deps.clock() });
};

const compareInto = async (
  deps: CompareListsDeps,
  folder: string,
  [one, other]: readonly [PackageRecord, PackageRecord],
  signal: AbortSignal,
): Promise<NonNullable<PackageComparison["result"]>> => {
  const { openComparedLists } = await import("./compared-lists.store.ts");
  const lists = await openComparedLists({ ...deps, folder });
  try {
    await appendList(deps, { lists, side: "package", record: one, signal });
    await appendList(deps, { lists, side: "against", record: other, signal });
    return { ...(await lists.compare()), same_bytes: one.contentSha256 === other.contentSha256 };
  } finally {
    lists.close();
  }
};

interface AppendedList {
  readonly lists: ComparedLists;
  readonly side: "package" | "against";
  readonly record: PackageRecord;
  readonly signal: AbortSignal;
}

const SAMPLES_AT_ONCE = 2_048;

const appendList = async (deps: CompareListsDeps, { lists, side, record, signal }: AppendedList): Promise<void> => {
  if (record.status !== "Ready" || record.columns === null)
    throw new DomainError("conflict", `the package ${record.name}@${record.number} was deleted meanwhile`);
  const unread = await listUnreadOrdinals(deps.db, record.id);
  const toCompared = comparedSamples(record);
  let samples = 0;
  for await (const part of readItemList(deps.storage, { folder: record.folder, columns: record.columns })) {
    samples += part.length;
    for (let from = 0; from < part.length; from += SAMPLES_AT_ONCE) {
      signal.throwIfAborted();
      const written = part.slice(from, from + SAMPLES_AT_ONCE).filter(({ ordinal }) => !unread.has(ordinal));
      lists.append(side, written.map(toCompared));
      // Other activities must go on meanwhile.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  // Parts may be removed while they are read, if the package is deleted now.
  if (samples !== record.samplesTotal)
    throw new DomainError("not_found", `the item list of the package ${record.name}@${record.number} is not complete`);
};

/** Columns in the order of their names, so that packages with the same columns in another order have equal samples. */
const comparedSamples = ({ settings }: PackageRecord): ((sample: ListedSample) => ComparedSample) => {
  const byName = settings.columns
    .map(({ name, source }, at) => ({ name, source, at }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const placeOf = (source: string): number => settings.columns.findIndex((column) => column.source === source);
  const [shortSide, width, height, caption] = ["short_side", "width", "height", "caption"].map(placeOf) as [
    number,
    number,
    number,
    number,
  ];
  const numberAt = ({ values }: ListedSample, at: number): number | null => {
    const value = values[at];
    return typeof value === "number" || typeof value === "bigint" ? Number(value) : null;
  };
  const sideOf = (sample: ListedSample): number | null => {
    const [wide, high] = [numberAt(sample, width), numberAt(sample, height)];
    return numberAt(sample, shortSide) ?? (wide !== null && high !== null ? Math.min(wide, high) : null);
  };
  const captionOf = ({ values }: ListedSample): number | null => {
    const value = values[caption];
    return typeof value === "string" ? value.length : null;
  };
  return (sample) => {
    const { object, offset, bytes, values, key, durationS } = sample;
    const measures: Record<Measure, number | null> = {
      duration_s: durationS,
      short_side: sideOf(sample),
      caption_length: captionOf(sample),
      media_bytes: object === null ? null : bytes,
    };
    const content = [object, offset, bytes, ...byName.map(({ name, at }) => [name, values[at]])];
    return { key, fingerprint: fingerprintOf(content), measures };
  };
};

/** Integers beyond the safe range of JavaScript cannot be JSON numbers. */
const asText = (_: string, value: unknown): unknown => (typeof value === "bigint" ? `${value}` : value);

/** Compared only between samples of the same key, for which 64 bits are plenty. */
const fingerprintOf = (content: unknown): bigint =>
  createHash("sha256").update(JSON.stringify(content, asText)).digest().readBigInt64LE();
