import { createHash } from "node:crypto";
import type { Db } from "../../../platform/db/database.ts";
import { countOf, type InstallationCheck } from "../../../platform/installation-check.ts";
import type { BucketStorage } from "../../../platform/s3/object-storage.ts";
import {
  findStoredRow,
  listStoredRows,
  type StoredObjects,
  type StoredRow,
} from "../../../platform/s3/stored-objects.ts";

export type Buckets = Readonly<Record<StoredObjects["bucket"], Pick<BucketStorage, "headObject" | "getObject">>>;

export interface VerifyObjectsOptions {
  readonly db: Db;
  readonly buckets: Buckets;
  /** Reads every object whose hash the database knows, which takes as long as a download of all of them. */
  readonly readsContents: boolean;
}

const PAGE_ROWS = 500;
const AT_ONCE = 8;

const hashObject = async (bucket: Buckets["assets"], key: string): Promise<string> => {
  const hash = createHash("sha256");
  for await (const chunk of await bucket.getObject(key)) hash.update(chunk as Buffer);
  return hash.digest("hex");
};

const findFaults = async (
  { buckets, readsContents }: VerifyObjectsOptions,
  stored: StoredObjects,
  row: StoredRow,
): Promise<string[]> => {
  const faults: string[] = [];
  const bucket = buckets[stored.bucket];
  for (const [index, key] of row.keys.entries()) {
    const subject = `${stored.what} ${row.identity.join("/")}: the object ${key}`;
    const found = await bucket.headObject(key);
    if (!found) faults.push(`${subject} is missing`);
    else if (index > 0) continue;
    else if (row.sizeBytes !== null && found.sizeBytes !== row.sizeBytes)
      faults.push(`${subject} has ${found.sizeBytes} bytes, the database says ${row.sizeBytes}`);
    else if (readsContents && row.sha256 !== null && (await hashObject(bucket, key)) !== row.sha256)
      faults.push(`${subject} does not have the content that the database says: its SHA-256 is not ${row.sha256}`);
  }
  return faults;
};

/** A row that changed while its objects were read, as in an installation that runs, is judged by what it says now. */
const judgeRow = async (options: VerifyObjectsOptions, stored: StoredObjects, row: StoredRow): Promise<string[]> => {
  const faults = await findFaults(options, stored, row);
  if (faults.length === 0) return faults;
  const now = await findStoredRow(options.db, stored, row.identity);
  return now ? findFaults(options, stored, now) : [];
};

/** Compares what rows of one kind say about their objects with storage. */
export const objectsCheck = (options: VerifyObjectsOptions, stored: StoredObjects): InstallationCheck => ({
  name: `objects of ${stored.what}`,
  run: async function* () {
    let [rows, objects] = [0, 0];
    for (let after: readonly string[] | undefined; ; ) {
      const page = await listStoredRows(options.db, stored, { after, limit: PAGE_ROWS });
      for (let at = 0; at < page.length; at += AT_ONCE) {
        const some = page.slice(at, at + AT_ONCE);
        const faults = await Promise.all(some.map((row) => judgeRow(options, stored, row)));
        yield* faults.flat();
        objects += some.reduce((sum, { keys }) => sum + keys.length, 0);
      }
      rows += page.length;
      if (page.length < PAGE_ROWS) return `${countOf(objects, "object")} of ${countOf(rows, "row")}`;
      after = page.at(-1)?.identity;
    }
  },
});
