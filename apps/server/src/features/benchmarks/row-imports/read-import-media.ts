import type { Readable } from "node:stream";
import type { RowInputSource } from "@dailies/contract";
import type { Clock } from "../../../platform/clock.ts";
import { ImportQuota, isRefusal, type OutputDeps, receiveFirstFrame, receiveOutput } from "../../assets/index.ts";
import { type DatasetsDeps, type OpenClip, openClips } from "../../datasets/index.ts";
import type { SettingsReader } from "../../settings/index.ts";
import {
  forgetOldFiles,
  type ImportFiles,
  listPendingItems,
  listStoredContents,
  type PendingItem,
  settleImportItem,
} from "./import-item.store.ts";
import { findRowImport, type RowImportRecord } from "./row-import.store.ts";

export interface ReadMediaDeps extends OutputDeps, Pick<DatasetsDeps, "bucketReaders"> {
  readonly clock: Clock;
  readonly settings: SettingsReader;
}

/** Downloads wait for storage, so one clip is read while another is decoded. */
export const CLIPS_AT_ONCE = 2;
const BATCH = 100;
const MAX_CLIP_MIB = 512;
const MAX_CLIP_BYTES = MAX_CLIP_MIB * 1024 ** 2;
const TOO_LARGE = `the clip is larger than ${MAX_CLIP_MIB} MiB`;
/** Well before objects without an asset are swept. */
const FILES_LAST_MS = 12 * 3_600_000;

/**
 * Reads the clips of an import and stores what its rows need. Each item is recorded when it is done, so a retry continues
 * with the next one. A clip that cannot be read is left out with the reason; a failing storage is an error.
 */
export const readImportMedia = async (deps: ReadMediaDeps, importId: string, signal: AbortSignal): Promise<void> => {
  const job = await findRowImport(deps.db, importId);
  if (job?.status !== "Running") return;
  const before = new Date(deps.clock().getTime() - FILES_LAST_MS);
  await deps.db.transaction().execute((tx) => forgetOldFiles(tx, importId, before));
  const quota = new ImportQuota(deps.db, deps.settings, job.createdBy);
  for (const content of await listStoredContents(deps.db, importId)) await quota.add(content);
  const openClip = await openClips(deps, job.datasetId, job.version);
  const reading = { ...deps, job, quota, openClip, signal };
  let after = -1;
  for (;;) {
    const batch = await listPendingItems(deps.db, importId, after, BATCH);
    if (batch.length === 0 || !(await readBatch(reading, batch))) return;
    after = batch.at(-1)?.position ?? after;
  }
};

interface Reading extends ReadMediaDeps {
  readonly job: RowImportRecord;
  readonly quota: ImportQuota;
  readonly openClip: OpenClip;
  readonly signal: AbortSignal;
}

/** Returns false when the import is over. */
const readBatch = async (reading: Reading, batch: readonly PendingItem[]): Promise<boolean> => {
  const waiting = [...batch];
  let isWanted = true;
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      if (await readItem(reading, item)) continue;
      isWanted = false;
      waiting.length = 0;
    }
  };
  const workOrStop = async (): Promise<void> => {
    try {
      await work();
    } finally {
      // After a fault of one, the others stop too.
      waiting.length = 0;
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: CLIPS_AT_ONCE }, workOrStop));
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  return isWanted;
};

const readItem = async (reading: Reading, { position, media }: PendingItem): Promise<boolean> => {
  const { db, clock, job, quota } = reading;
  const { files, fault } = await readFiles(reading, media);
  for (const file of Object.values(files)) await quota.add(file);
  return settleImportItem(db, job.id, position, { files, fault, at: clock() });
};

const readFiles = async (
  reading: Reading,
  media: PendingItem["media"],
): Promise<{ files: ImportFiles; fault: string | null }> => {
  const files: Record<string, ImportFiles[string]> = {};
  if (media.bytes > MAX_CLIP_BYTES) return { files, fault: TOO_LARGE };
  for (const [key, { from }] of Object.entries(reading.job.mapping.inputs)) {
    if (from === "column") continue;
    const stream = await reading.openClip(media, reading.signal);
    if ("verdict" in stream) return { files: {}, fault: stream.verdict };
    const stored = await store(reading, from, { stream, maxBytes: media.bytes });
    if (isRefusal(stored)) return { files: {}, fault: stored.verdict };
    const { isShared: _, ...file } = stored;
    files[key] = file;
  }
  return { files, fault: null };
};

const store = (
  reading: Reading,
  from: Exclude<RowInputSource["from"], "column">,
  { stream, maxBytes }: { readonly stream: Readable; readonly maxBytes: number },
) => {
  const limits = { maxBytes, signal: reading.signal };
  return from === "clip" ? receiveOutput(reading, stream, limits) : receiveFirstFrame(reading, stream, limits);
};
