import { MAX_PARTS_AT_ONCE, MESSAGES, type UploadInfo } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { BoundedQueue } from "../../../platform/concurrency/bounded-queue.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";
import { SIGNED_URL_TTL_S } from "../../../platform/s3/signed-url-ttl.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { kindOfMime, planUpload, UPLOAD_TTL_MS } from "../assets.rules.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import { insertAsset, showVersion } from "../catalog/asset.store.ts";
import { insertVersion, setUploadId } from "../catalog/asset-version.store.ts";
import { lockReplaced, nextVersion } from "../catalog/lock-replaced.ts";
import { requireFolder } from "../folders/require-folder.ts";
import { newMediaKey } from "../object-keys.ts";
import { abortUpload } from "./abort-upload.ts";
import { reserveQuota } from "./reserve-quota.ts";
import { signPartAddresses } from "./sign-parts.ts";

export interface Announcement {
  readonly name: string;
  readonly mime: string;
  readonly sizeBytes: number;
  readonly folderId: string | null;
  readonly replaces: string | undefined;
}

export interface OpenedUpload {
  readonly assetId: string;
  readonly version: number;
  readonly key: string;
}

/**
 * Reservations go one after the other under the lock of the quota. Those of this process wait here, in its memory: waiting
 * in the database, a folder of files dropped at once would take every connection, and other requests would get none.
 */
const RESERVATIONS = { running: 2, waiting: 500, ofOnePerson: { running: 1, waiting: 400 } };

/** One queue for all routes that open uploads with the same database. */
const queues = new WeakMap<AssetsDeps, BoundedQueue>();

const queueOf = (deps: AssetsDeps): BoundedQueue => {
  const queue = queues.get(deps) ?? new BoundedQueue(RESERVATIONS);
  queues.set(deps, queue);
  return queue;
};

/** Reserves quota and opens an upload under a new, unique key. */
export const createUpload = async (
  deps: AssetsDeps,
  context: RequestContext,
  announced: Announcement,
): Promise<UploadInfo> => {
  const plan = planUpload(announced.sizeBytes);
  const partSizeBytes = plan.method === "PUT" ? undefined : plan.partSizeBytes;
  const reserved = queueOf(deps).run(() =>
    deps.db.transaction().execute((tx) => insertUpload(deps, tx, context, announced, partSizeBytes)),
  );
  if (!reserved) throw new DomainError("unavailable", MESSAGES.busy, { retryAfterS: 2 });
  return openReserved(deps, context, announced, await reserved);
};

const openReserved = async (
  deps: AssetsDeps,
  context: RequestContext,
  announced: Announcement,
  upload: OpenedUpload,
): Promise<UploadInfo> => {
  const plan = planUpload(announced.sizeBytes);
  const expiresAt = new Date(deps.clock().getTime() + SIGNED_URL_TTL_S.browser * 1000).toISOString();
  const opened = { asset_id: upload.assetId, version: upload.version, expires_at: expiresAt };
  if (plan.method === "PUT") return { ...opened, method: "PUT", ...wholeFileAddress(deps, upload.key, announced) };

  const uploadId = await openMultipart(deps, context, upload, announced.mime);
  const first = Array.from({ length: Math.min(plan.partCount, MAX_PARTS_AT_ONCE) }, (_, index) => index + 1);
  return {
    ...opened,
    method: "MULTIPART",
    url: "",
    headers: {},
    parts: signPartAddresses(
      deps,
      { ...announced, key: upload.key, uploadId, partSizeBytes: plan.partSizeBytes },
      first,
    ),
    part_size: plan.partSizeBytes,
    part_count: plan.partCount,
  };
};

const insertUpload = async (
  { storage, settings, clock }: AssetsDeps,
  tx: Tx,
  context: RequestContext,
  announced: Announcement,
  partSizeBytes: number | undefined,
): Promise<OpenedUpload> => {
  const at = clock();
  const { actor } = context;
  const replaced = announced.replaces === undefined ? undefined : await lockReplaced(tx, actor, announced.replaces);
  await requireFolder(tx, announced.folderId);
  const assetId = replaced?.id ?? newId();
  const version = replaced ? await nextVersion(tx, assetId) : 1;
  const { sizeBytes, mime, name } = announced;
  const kind = kindOfMime(mime);
  const ownerId = replaced?.ownerId ?? actor.userId;
  await reserveQuota(tx, settings, { ownerId, sizeBytes, isNewAsset: !replaced });
  if (!replaced) {
    await insertAsset(tx, {
      id: assetId,
      ownerId,
      folderId: announced.folderId,
      name,
      kind,
      mime,
      sizeBytes,
      status: "Uploading",
      at,
    });
  }
  const key = newMediaKey(assetId, version);
  await insertVersion(tx, {
    assetId,
    version,
    status: "Uploading",
    mime,
    kind,
    sizeBytes,
    bucket: storage.bucket,
    objectKey: key,
    partSizeBytes,
    uploadExpiresAt: new Date(at.getTime() + UPLOAD_TTL_MS),
    createdBy: actor.username,
    at,
  });
  if (replaced && replaced.status !== "Ready") await showVersion(tx, assetId, version, at);
  await recordOperation(tx, auditActor(context, at), {
    opType: "Begin_upload",
    subjects: [`asset:${assetId}`],
    meta: { version, name, mime, size_bytes: sizeBytes },
  });
  return { assetId, version, key };
};

/** Signs a URL for a single PUT, bound to type and size. If-None-Match makes it usable only once. */
const wholeFileAddress = (
  { storage, clock }: AssetsDeps,
  key: string,
  { mime, sizeBytes }: Announcement,
): Pick<UploadInfo, "url" | "headers"> => {
  const headers = { "content-type": mime, "if-none-match": "*" };
  const url = storage.presign({
    method: "PUT",
    key,
    headers: { ...headers, "content-length": `${sizeBytes}` },
    at: clock(),
    expiresS: SIGNED_URL_TTL_S.browser,
  });
  return { url, headers };
};

const openMultipart = async (
  deps: AssetsDeps,
  context: RequestContext,
  upload: OpenedUpload,
  mime: string,
): Promise<string> => {
  try {
    const uploadId = await deps.storage.createMultipart(upload.key, mime);
    await setUploadId(deps.db, upload.assetId, upload.version, uploadId);
    return uploadId;
  } catch (error) {
    // Otherwise every failed attempt would keep its quota for a day.
    await abortUpload(deps, context, upload);
    throw error;
  }
};
