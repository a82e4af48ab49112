import { MAX_PARTS_AT_ONCE, type UploadInfo } from "@dailies/contract/assets/schemas";
import { callPatiently, type FileJob, memoryKey, type UploadRef } from "./file-job.ts";
import type { Finished, RememberedUpload } from "./types.ts";
import { statusOf, UploadFailure } from "./upload-failure.ts";

export interface Part {
  readonly number: number;
  readonly begin: number;
  readonly end: number;
}

interface Address {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An open upload. A file sent whole has a single part. */
export interface OpenUpload {
  readonly sha256: string;
  readonly parts: readonly Part[];
  readonly received: Set<number>;
  ref(): UploadRef;
  /** `isRefused` after storage rejected the last signed URL, for example because it expired. */
  addressOf(part: number, isRefused: boolean): Promise<Address>;
}

/** Few enough that the last one has not expired by the time it is used. */
const SIGNED_AHEAD = 16;
/** Signed URLs are valid for 15 minutes; a whole part should not be sent only to be rejected for an expired URL. */
const FRESH_MS = 10 * 60_000;

export const partsOf = (sizeBytes: number, partSizeBytes: number): Part[] =>
  Array.from({ length: Math.ceil(sizeBytes / partSizeBytes) }, (_, index) => ({
    number: index + 1,
    begin: index * partSizeBytes,
    end: Math.min(sizeBytes, (index + 1) * partSizeBytes),
  }));

interface PartedUpload {
  readonly ref: UploadRef;
  readonly sha256: string;
  readonly partSizeBytes: number;
  readonly received: readonly number[];
  readonly signed?: UploadInfo["parts"];
}

const openParted = (job: FileJob, { ref, sha256, partSizeBytes, received, signed }: PartedUpload): OpenUpload => {
  const parts = partsOf(job.source.sizeBytes, partSizeBytes);
  const held = new Set(received);
  const addresses = new Map((signed ?? []).map(({ number, url }) => [number, { url, sinceMs: job.tools.now() }]));
  let signing: Promise<void> | undefined;

  const signMore = async (from: number): Promise<void> => {
    const wanted = parts.filter(({ number }) => number === from || (number > from && !held.has(number)));
    const numbers = wanted.slice(0, Math.min(SIGNED_AHEAD, MAX_PARTS_AT_ONCE)).map(({ number }) => number);
    const body = { ...ref, numbers };
    const { parts: fresh } = await callPatiently(job, (context) => job.tools.calls.signParts({ body }, context));
    for (const { number, url } of fresh) addresses.set(number, { url, sinceMs: job.tools.now() });
  };
  const addressOf = async (part: number): Promise<Address> => {
    for (;;) {
      const known = addresses.get(part);
      // Used once: a retried part gets a fresh signed URL.
      addresses.delete(part);
      if (known && job.tools.now() - known.sinceMs < FRESH_MS) return { url: known.url, headers: {} };
      signing ??= signMore(part).finally(() => {
        signing = undefined;
      });
      await signing;
    }
  };
  return { sha256, parts, received: held, ref: () => ref, addressOf };
};

const openWhole = (job: FileJob, sha256: string, first: UploadInfo): OpenUpload => {
  let info = first;
  const addressOf = async (_part: number, isRefused: boolean): Promise<Address> => {
    if (isRefused) {
      await abortUpload(job, { asset_id: info.asset_id, version: info.version });
      const fresh = await announce(job, sha256);
      if (fresh.hit) throw new UploadFailure("storage", "these bytes have arrived by another way; try again");
      info = fresh;
    }
    return { url: info.url, headers: info.headers };
  };
  const parts = [{ number: 1, begin: 0, end: job.source.sizeBytes }];
  const ref = (): UploadRef => ({ asset_id: info.asset_id, version: info.version });
  return { sha256, parts, received: new Set(), ref, addressOf };
};

const abortUpload = async (job: FileJob, ref: UploadRef): Promise<void> => {
  try {
    await callPatiently(job, (context) => job.tools.calls.cancelUpload({ body: ref }, context));
  } catch (error) {
    // Already deleted, or completed meanwhile: nothing to release.
    if (statusOf(error) !== 404 && statusOf(error) !== 409) throw error;
  }
};

const announce = async (job: FileJob, sha256: string) => {
  const { source, target, tools } = job;
  const query = {
    name: source.name,
    mime: source.mime,
    size: source.sizeBytes,
    sha256,
    folder_id: target.folderId,
    replaces: target.replaces,
  };
  const reply = await callPatiently(job, (context) => tools.calls.generateUploadInfoWithCache({ query }, context));
  if (!reply.hit) {
    const { asset_id: assetId, version } = reply;
    await tools.memory.keep(memoryKey(job), { assetId, version, sha256 });
  }
  return reply;
};

/** Creates the upload of a hashed file; the server may already have its bytes. */
export const openFresh = async (job: FileJob, sha256: string): Promise<Finished | OpenUpload> => {
  const reply = await announce(job, sha256);
  if (reply.hit) return { asset: reply.asset, isHit: true };
  if (reply.method === "PUT") return openWhole(job, sha256, reply);
  if (reply.part_size === undefined) throw new UploadFailure("refused", "the server named no part size");
  const ref = { asset_id: reply.asset_id, version: reply.version };
  return openParted(job, { ref, sha256, partSizeBytes: reply.part_size, received: [], signed: reply.parts });
};

/** The upload that this file started before a reload, if storage still has it. */
export const openRemembered = async (job: FileJob, known: RememberedUpload): Promise<OpenUpload | undefined> => {
  const ref = { asset_id: known.assetId, version: known.version };
  const state = await callPatiently(job, (context) => job.tools.calls.getUploadState({ query: ref }, context)).catch(
    (error: unknown) => {
      if (statusOf(error) === 404) return undefined;
      throw error;
    },
  );
  if (!state || state.size !== job.source.sizeBytes) return undefined;
  const { sha256 } = known;
  const isWholeHere = state.status === "Uploading" && state.method === "PUT" && state.received.length > 0;
  if (isWholeHere || state.status === "Quarantined" || state.status === "Ready") {
    return { sha256, parts: [], received: new Set(), ref: () => ref, addressOf: () => Promise.reject(new Error()) };
  }
  if (state.status !== "Uploading") return undefined;
  if (state.method === "MULTIPART" && state.part_size !== null) {
    return openParted(job, { ref, sha256, partSizeBytes: state.part_size, received: state.received });
  }
  await abortUpload(job, ref);
  return undefined;
};
