import { createHash } from "node:crypto";
import { type Readable, Transform } from "node:stream";
import { type AssetItem, MESSAGES } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { BoundedQueue } from "../../../platform/concurrency/bounded-queue.ts";
import { newId } from "../../../platform/ids.ts";
import type { RequestContext } from "../../../request-context.ts";
import { parseMime } from "../assets.rules.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import { getAssetItem } from "../catalog/get-asset.ts";
import { newMediaKey } from "../object-keys.ts";
import { checkQuota } from "./reserve-quota.ts";
import { storeNewAsset } from "./store-new-asset.ts";

/** Each upload buffers one or two chunks of its file in memory. */
const TURNS = { running: 8, waiting: 32, ofOnePerson: { running: 4, waiting: 16 } };

export interface ArrivingFile {
  readonly stream: Readable;
  readonly name: string;
  readonly contentType: string;
}

/** Reads the multipart request, streams its file to `take` and returns the form fields. */
export type Receive = (
  take: (file: ArrivingFile) => Promise<void>,
) => Promise<{ name: string; folderId: string | null }>;

interface StoredFile {
  readonly assetId: string;
  readonly key: string;
  readonly mime: string;
  readonly sizeBytes: number;
  readonly claimedSha256: Buffer;
}

/** Uploads files through the server, a few at a time. A request body is not read before its turn: back-pressure. */
export const createUploadSmall = (deps: AssetsDeps) => {
  const turns = new BoundedQueue(TURNS);
  return async (context: RequestContext, receive: Receive): Promise<AssetItem> => {
    await checkQuota(deps.db, deps.settings, { ownerId: context.actor.userId, sizeBytes: 1 });
    const turn = turns.run(() => receiveAsset(deps, context, receive));
    if (!turn) throw new DomainError("unavailable", MESSAGES.busy, { retryAfterS: 2 });
    return turn;
  };
};

const receiveAsset = async (deps: AssetsDeps, context: RequestContext, receive: Receive): Promise<AssetItem> => {
  const assetId = newId();
  const key = newMediaKey(assetId, 1);
  let stored: StoredFile | undefined;
  try {
    const options = await receive(async (file) => {
      stored = await storeFile(deps, { assetId, key }, file);
    });
    if (!stored || stored.sizeBytes === 0) throw new DomainError("conflict", "this file is empty");
    await storeNewAsset(deps, context, { ...stored, ...options });
  } catch (error) {
    if (stored) await deps.storage.deleteObjects([key]);
    throw error;
  }
  return getAssetItem(deps, assetId);
};

const storeFile = async (
  { storage }: AssetsDeps,
  { assetId, key }: Pick<StoredFile, "assetId" | "key">,
  { stream, contentType }: ArrivingFile,
): Promise<StoredFile> => {
  const mime = parseMime(contentType);
  const hash = createHash("sha256");
  let sizeBytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  stream.once("error", (error) => counted.destroy(error));
  await storage.putStream(key, stream.pipe(counted), { contentType: mime });
  return { assetId, key, mime, sizeBytes, claimedSha256: hash.digest() };
};
