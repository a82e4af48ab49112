import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { Clock } from "../clock.ts";
import type { Db } from "../db/database.ts";
import type { BucketStorage } from "../s3/object-storage.ts";
import { type FileExport, finishFile, noteRows } from "./file-export.store.ts";

export interface PutExportDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** The console's datasets bucket. */
  readonly storage: BucketStorage;
}

/** A piece of a file, with the number of rows in it. */
export interface FilePart {
  readonly bytes: Buffer;
  readonly rows: number;
}

class NobodyWants extends Error {}

/** Writes a whole file, and notes its rows on the way. A cancelled file is not kept. */
export const putExportFile = async (
  { db, clock, storage }: PutExportDeps,
  file: FileExport,
  { objectKey, contentType }: { readonly objectKey: string; readonly contentType: string },
  parts: AsyncIterable<FilePart>,
): Promise<void> => {
  if (!(await noteRows(db, file, 0))) return;
  const written = { rows: 0, bytes: 0 };
  const hashed = createHash("sha256");
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const { bytes, rows } of parts) {
      yield bytes;
      hashed.update(bytes);
      written.bytes += bytes.length;
      written.rows += rows;
      if (rows > 0 && !(await noteRows(db, file, written.rows))) throw new NobodyWants();
    }
  };
  try {
    await storage.putStream(objectKey, Readable.from(counted(), { objectMode: false }), { contentType });
  } catch (error) {
    if (error instanceof NobodyWants) return;
    throw error;
  }
  const isWanted = await finishFile(db, file, { ...written, objectKey, sha256: hashed.digest("hex"), at: clock() });
  if (!isWanted) await storage.deleteObjects([objectKey]);
};
