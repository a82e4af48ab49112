import type { ObjectStorage } from "../../../platform/s3/object-storage.ts";
import type { ExportRecord } from "../export.store.ts";
import type { ExportProgress, FileProgress } from "../run/export-progress.ts";
import { objectKeyOf } from "./file-names.rules.ts";

type Storage = Pick<ObjectStorage, "listParts" | "headObject">;

const plain = (etag: string): string => etag.replaceAll('"', "");

/** Storage expires parts of old multipart uploads, and a lost run may have overwritten one. */
const isWhole = async (
  storage: Storage,
  key: string,
  { uploadId, parts, isWritten }: FileProgress,
): Promise<boolean> => {
  const stored = await storage.listParts(key, uploadId);
  if (!stored) return isWritten === true && (await storage.headObject(key)) !== undefined;
  const tags = new Map(stored.map(({ number, etag }) => [number, plain(etag)]));
  return parts.every(({ number, etag }) => tags.get(number) === plain(etag));
};

/** The progress from which an export resumes: from the first row when the stored parts do not match. */
export const keptProgress = async (storage: Storage, job: ExportRecord): Promise<ExportProgress> => {
  const { columns, file } = job.progress;
  if (!file || (await isWhole(storage, objectKeyOf(job), file))) return job.progress;
  return columns ? { columns } : {};
};
