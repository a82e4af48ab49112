import { createHash } from "node:crypto";
import type { SourceRef } from "../indexing/sources/source.ts";

const PAGES = 5;

/** What tells cheaply that a set is no longer what was read: its index, its newest manifest, or the names in its folder. */
export const fingerprintSource = async (
  { bucketReader, root, only, kind }: SourceRef,
  signal: AbortSignal,
): Promise<string> => {
  if (only !== undefined || kind === "MDS") {
    const object = await bucketReader.describe(only ?? `${root}index.json`, signal);
    return object?.etag ?? "gone";
  }
  const digest = createHash("sha256");
  const prefix = kind === "Lance" ? `${root}_versions/` : root;
  let after: string | undefined;
  for (let page = 0; page < PAGES; page++) {
    const { objects, isTruncated } = await bucketReader.list(prefix, { after, signal });
    for (const { key, etag, bytes } of objects) digest.update(`${key}\n${etag}\n${bytes}\n`);
    after = objects.at(-1)?.key;
    if (!isTruncated || after === undefined) break;
  }
  return digest.digest("base64url");
};
