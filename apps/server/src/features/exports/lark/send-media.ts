import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "../../../platform/db/database.ts";
import { type Lark, MAX_MEDIA_BYTES } from "../../../platform/lark/lark.ts";
import type { ObjectStorage } from "../../../platform/s3/object-storage.ts";
import type { ExportRow } from "../run/export-table.ts";
import { findSentMedia, insertSentMedia } from "./lark-record.store.ts";

/** Lark's rate limit is five files a second. */
const PACE_MS = 250;

interface Deps {
  readonly db: Db;
  readonly storage: Pick<ObjectStorage, "getObject" | "headObject">;
  readonly lark: Lark;
}

/**
 * Uploads the file of a row, unless the base already has it. Null when it is deleted or too large: the row keeps its link.
 */
export const sendMedia = async (
  { db, storage, lark }: Deps,
  appToken: string,
  { media }: ExportRow,
): Promise<{ file_token: string }[] | null> => {
  if (media === null) return null;
  const before = await findSentMedia(db, appToken, media.objectKey);
  if (before !== undefined) return [{ file_token: before }];
  const head = await storage.headObject(media.objectKey);
  if (!head || head.sizeBytes === 0 || head.sizeBytes > MAX_MEDIA_BYTES) return null;
  const bytes = await buffer(await storage.getObject(media.objectKey));
  const fileToken = await lark.uploadMedia(appToken, { name: media.fileName, bytes });
  await insertSentMedia(db, appToken, media.objectKey, fileToken);
  await sleep(PACE_MS);
  return [{ file_token: fileToken }];
};
