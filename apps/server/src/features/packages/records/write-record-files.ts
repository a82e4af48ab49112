import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { allOf, fieldsOf, parsePredicate } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import { listWrittenShards } from "../finishing/finish.store.ts";
import type { PackageRecord } from "../package.store.ts";
import { croissantOf } from "./croissant.ts";
import { listLabelSnapshots } from "./label-snapshot.store.ts";
import { type ManifestShard, manifestOf, type WrittenContent } from "./manifest.ts";
import type { RecordDeps } from "./package.dto.ts";
import { listLeftOutSums } from "./package-record.store.ts";

export const manifestKey = (folder: string): string => `${folder}manifest.json`;
export const croissantKey = (folder: string): string => `${folder}croissant.json`;

/** The first parts of the columns that a package contains, is filtered or is sorted by: names of column sets, if any. */
const namesOfSets = ({ settings, query, orderBy }: PackageRecord): string[] => {
  const parsed = parsePredicate(query.where);
  const filtered = fieldsOf(allOf(...query.filters, parsed.ok ? parsed.predicate : undefined));
  const columns = [...settings.columns.map(({ source }) => source), ...filtered, orderBy.replace(/^-/, "")];
  return [...new Set(columns.filter((name) => name.includes(".")).map((name) => name.split(".", 1)[0] ?? name))];
};

const SHARDS_AT_ONCE = 1_000;

async function* readManifestShards(db: Db, packageId: string): AsyncGenerator<ManifestShard[]> {
  for (let after: number | undefined = -1; after !== undefined; ) {
    const shards = await listWrittenShards(db, packageId, after, SHARDS_AT_ONCE);
    yield shards;
    after = shards.at(-1)?.shard;
  }
}

/**
 * Writes the manifest and the Croissant metadata of a package whose shards are all written. A retry writes the same bytes
 * again.
 */
export const writeRecordFiles = async (
  { db, storage }: RecordDeps,
  record: PackageRecord,
  content: WrittenContent & { readonly uri: string },
): Promise<void> => {
  const [leftOut, labelSnapshots] = await Promise.all([
    listLeftOutSums(db, record.id),
    listLabelSnapshots(db, { ...record, names: namesOfSets(record) }),
  ]);
  const { uri, ...written } = content;
  const hashed = createHash("sha256");
  let bytes = 0;
  const chunks = async function* (): AsyncGenerator<Buffer> {
    const manifest = manifestOf({ ...written, record, leftOut, labelSnapshots }, readManifestShards(db, record.id));
    for await (const text of manifest) {
      const chunk = Buffer.from(text);
      hashed.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  const stream = Readable.from(chunks(), { objectMode: false });
  await storage.putStream(manifestKey(record.folder), stream, { contentType: "application/json" });
  const manifest = { bytes, sha256: hashed.digest("hex") };
  const metadata = croissantOf({ record, uri, contentSha256: content.contentSha256, manifest });
  await storage.putObject(croissantKey(record.folder), Buffer.from(`${JSON.stringify(metadata, undefined, 2)}\n`), {
    contentType: "application/ld+json",
  });
};
