import { type FolderSample, readTableSamples } from "@dailies/formats/folder/folder-samples";
import { FormatFault } from "@dailies/formats/format-fault";
import { FaultList, type ShardVerdict } from "../../verify/verdict.ts";
import { baseName } from "../listed-files.ts";
import type { Reading, VerifyInput } from "../shard-set.ts";

/** The objects of a shard: a table with many samples, or files with one sample each that form one shard. */
export interface FolderObjects {
  readonly root: string;
  readonly has: ((object: string) => boolean) | undefined;
  readonly bytesOf: ReadonlyMap<string, number>;
  readonly tables: readonly string[];
  readonly singles: readonly string[];
  readonly isRecords: boolean;
}

interface FolderShard {
  readonly shelf: FolderObjects;
  readonly shard: number;
  readonly first: number;
  readonly readSingle: (shelf: FolderObjects, reading: Reading, index: number) => Promise<FolderSample>;
}

async function* samplesOf({ shelf, shard, readSingle }: FolderShard, reading: Reading): AsyncGenerator<FolderSample> {
  const object = shelf.tables[shard];
  if (object !== undefined) yield* readTableSamples(reading.source, { ...shelf, object }, reading.signal);
  else for (const index of shelf.singles.keys()) yield await readSingle(shelf, reading, index);
}

/** Checks every row and whether the clip it names exists. */
export const verifyFolderShard = async (
  of: FolderShard,
  reading: Reading,
  { decodesSamples }: VerifyInput,
): Promise<ShardVerdict> => {
  const { source, meter, signal } = reading;
  const faults = new FaultList(of.shard);
  const table = of.shelf.tables[of.shard];
  if (table !== undefined && (await source.size(table, signal)) === undefined) {
    faults.add({ kind: "missing", message: `${baseName(table)} is not there` });
    return faults.toVerdict(0, "missing");
  }
  let sample = of.first;
  let last: number | null = null;
  try {
    for await (const { media, fault } of samplesOf(of, reading)) {
      const isGone = decodesSamples && fault === null && media !== null && (await isMissing(of.shelf, reading, media));
      const message = isGone ? `there is no ${media}` : fault;
      if (message === null) last = sample;
      else faults.add({ kind: isGone ? "missing" : "decode", message, sample, lastGoodSample: last });
      sample += 1;
    }
  } catch (error) {
    if (!(error instanceof FormatFault)) throw error;
    faults.add({ kind: "decode", message: error.message, lastGoodSample: last });
  }
  return faults.toVerdict(meter.read().bytes);
};

/** Uses the listing if there is one; otherwise sends a HEAD request per clip. */
const isMissing = async (shelf: FolderObjects, { source, signal }: Reading, media: string): Promise<boolean> =>
  shelf.has ? !shelf.has(media) : (await source.size(media, signal)) === undefined;
