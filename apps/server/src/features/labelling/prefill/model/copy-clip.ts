import { DomainError } from "../../../../errors.ts";
import type { BucketStorage } from "../../../../platform/s3/object-storage.ts";
import { type ItemsDeps, openBlob } from "../../../datasets/index.ts";
import type { AskedItem, ModelRun } from "./model-prefill.store.ts";

export interface CopyDeps extends Pick<ItemsDeps, "db" | "tableReader" | "replicas" | "bucketReaders"> {
  /** The console's datasets bucket. */
  readonly storage: Pick<BucketStorage, "putStream" | "deleteObjects">;
}

const MAX_CLIP_BYTES = 1024 ** 3;

type CopiedClip = { readonly key: string } | { readonly reason: string };

const copy = async (deps: CopyDeps, run: ModelRun, item: AskedItem, signal: AbortSignal): Promise<CopiedClip> => {
  const { datasetId, datasetVersion: version, objectKey } = run;
  const clip = await openBlob(deps, datasetId, { ordinal: item.ordinal, version, column: undefined }, signal);
  if (clip.sizeBytes > MAX_CLIP_BYTES) return { reason: `the clip has more than ${MAX_CLIP_BYTES} bytes` };
  const key = `${objectKey}/${item.seq}`;
  await deps.storage.putStream(key, await clip.open(0, clip.sizeBytes), { contentType: clip.contentType });
  return { key };
};

/**
 * Copies the clip of an item into an object of its own while somebody outside reads it: a clip in a shard has no address,
 * and the name of the source must not be learned.
 */
export const withClipCopy = async <T>(
  deps: CopyDeps,
  { run, item }: { readonly run: ModelRun; readonly item: AskedItem },
  signal: AbortSignal,
  act: (key: string) => Promise<T>,
): Promise<T | { readonly reason: string }> => {
  let copied: CopiedClip;
  try {
    copied = await copy(deps, run, item, signal);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "not_found") throw error;
    return { reason: error.message };
  }
  if ("reason" in copied) return copied;
  try {
    return await act(copied.key);
  } finally {
    await deps.storage.deleteObjects([copied.key]);
  }
};
