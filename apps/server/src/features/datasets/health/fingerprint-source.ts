import { createHash } from "node:crypto";
import type { SourceRef } from "../indexing/sources/source.ts";

const PAGES = 5;

/** A cheap fingerprint to detect changes of the source: of its index, its newest manifest, or its folder listing. */
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
