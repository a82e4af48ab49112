import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";
import type { ObjectStorage } from "../../../platform/s3/object-storage.ts";
import type { MediaJail } from "../../../platform/sandbox/media-jail.ts";
import { derivedKeys } from "../ingest/ingest-asset.rules.ts";
import { storeDerivatives } from "../ingest/store-derivatives.ts";
import { inspectFile } from "../media/media-inspect.ts";
import { receiveFile } from "../media/media-receive.ts";
import { isRefusal, type Refusal, refuse } from "../media/media-refusal.ts";
import { type Scratch, withScratch } from "../media/media-scratch.ts";
import { newMediaKey } from "../object-keys.ts";
import { type CheckedClip, findCheckedBytes } from "./generated-asset.store.ts";
import { readHead } from "./read-head.ts";

export interface OutputDeps {
  readonly db: Db;
  readonly storage: Pick<ObjectStorage, "putObject" | "putStream" | "deleteObjects" | "bucket">;
  readonly jail: MediaJail;
  readonly scratchRoot: string;
}

export interface OutputLimits {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface ReceivedClip extends CheckedClip {
  /** Whether identical bytes were already stored, so that nothing was written. */
  readonly isShared: boolean;
}

/** Small enough to buffer for every concurrent job of a worker. */
const KEPT_IN_MEMORY_BYTES = 2 * 1024 ** 2;
const VERSION = 1;

/**
 * Stores the output of a performer: reads it once, hashes it, inspects it in the sandbox and stores it under a new key.
 * Identical bytes that were checked before are reused. A refusal is a fault of the file.
 */
export const receiveOutput = async (
  deps: OutputDeps,
  stream: Readable,
  limits: OutputLimits,
): Promise<ReceivedClip | Refusal> => {
  const head = await readHead(stream, Math.min(KEPT_IN_MEMORY_BYTES, limits.maxBytes));
  if (head.rest === undefined) {
    const known = await findCheckedBytes(deps.db, { sha256: sha256Of(head.bytes), sizeBytes: head.bytes.length });
    if (known) return { ...known, assetId: newId(), isShared: true };
  }
  const whole = head.rest ?? Readable.from([head.bytes]);
  await deps.jail.check();
  const neededBytes = head.rest ? limits.maxBytes : head.bytes.length;
  return withScratch(deps.scratchRoot, neededBytes, (scratch) => receiveInto(deps, scratch, whole, limits));
};

const sha256Of = (bytes: Buffer): Buffer => createHash("sha256").update(bytes).digest();

const receiveInto = async (
  deps: OutputDeps,
  scratch: Scratch,
  stream: Readable,
  { maxBytes, signal }: OutputLimits,
): Promise<ReceivedClip | Refusal> => {
  const { sizeBytes, sha256, type } = await receiveFile(stream, { path: scratch.inputPath, maxBytes, signal });
  if (sizeBytes > maxBytes) return refuse(`it is larger than ${Math.round(maxBytes / 1024 ** 2)} MiB`);
  if (type?.kind !== "video") return refuse(`the file is not a video: ${type?.mime ?? "its content is not known"}`);
  const known = await findCheckedBytes(deps.db, { sha256, sizeBytes });
  if (known) return { ...known, assetId: newId(), isShared: true };
  const found = await inspectFile(deps.jail, scratch, { declaredMime: type.mime, type, signal });
  if (!found) return refuse("the file is not a video");
  if (isRefusal(found)) {
    if (found.isPerhapsOurs) throw new DomainError("unavailable", `${found.verdict}; it is tried again`);
    return found;
  }
  if (found.type.kind !== "video") return refuse("the file has no video");
  const assetId = newId();
  const objectKey = newMediaKey(assetId, VERSION);
  await deps.storage.putStream(objectKey, createReadStream(scratch.inputPath), { contentType: found.type.mime });
  const derived = await storeDerivatives(deps.storage, { assetId, version: VERSION }, found.derivatives);
  const { bucket } = deps.storage;
  const clip = { assetId, sha256, sizeBytes, mime: found.type.mime, probe: found.probe, bucket, objectKey };
  return { ...clip, ...derived, isShared: false };
};

/** Deletes a clip that arrived too late to be used. Shared bytes stay. */
export const discardOutput = async ({ storage }: Pick<OutputDeps, "storage">, clip: ReceivedClip): Promise<void> => {
  if (clip.isShared) return;
  const { poster, sprite, vtt } = derivedKeys(clip.assetId, VERSION);
  await storage.deleteObjects([clip.objectKey, poster, sprite, vtt]);
};
