import type { ObjectStorage } from "../../../platform/s3/object-storage.ts";
import type { ExportRecord } from "../export.store.ts";
import type { ExportProgress, FileProgress } from "../run/export-progress.ts";
import { objectKeyOf } from "./file-names.rules.ts";

type Storage = Pick<ObjectStorage, "listParts" | "headObject">;

const plain = (etag: string): string => etag.replaceAll('"', "");

/** Parts are given up by storage when they rest too long, and a run that was lost may have written over one. */
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

/** From where an export goes on that is begun again: from the first row when its file is not what was noted. */
export const keptProgress = async (storage: Storage, job: ExportRecord): Promise<ExportProgress> => {
  const { columns, file } = job.progress;
  if (!file || (await isWhole(storage, objectKeyOf(job), file))) return job.progress;
  return columns ? { columns } : {};
};
