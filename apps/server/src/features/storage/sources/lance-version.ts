import { FormatFault } from "@dailies/formats/format-fault";
import { latestManifest, type ManifestName, manifestNames } from "@dailies/formats/lance/manifest-names";
import { DomainError } from "../../../errors.ts";
import type { BucketReader, StoredObject } from "./bucket-reader.ts";

/** A version of a Lance table and its manifest. */
export interface LanceVersion extends ManifestName {
  readonly object: StoredObject;
}

const MAX_MANIFESTS = 250_000;

const listVersions = async (
  bucketReader: BucketReader,
  root: string,
  signal?: AbortSignal,
): Promise<StoredObject[]> => {
  const all: StoredObject[] = [];
  let after: string | undefined;
  for (;;) {
    const { objects, isTruncated } = await bucketReader.list(`${root}_versions/`, { after, signal });
    all.push(...objects);
    if (!isTruncated || objects.length === 0) return all;
    if (all.length > MAX_MANIFESTS) throw new FormatFault("too_large", "the Lance table has too many versions");
    after = objects.at(-1)?.key;
  }
};

const describeVersion = async (bucketReader: BucketReader, root: string, version: number, signal?: AbortSignal) => {
  const found = await Promise.all(manifestNames(root, version).map((name) => bucketReader.describe(name, signal)));
  return found.filter((object) => object !== undefined);
};

/** The newest version of the table in a folder, or the requested one. */
export const findLanceVersion = async (
  bucketReader: BucketReader,
  root: string,
  { version, signal }: { readonly version?: number | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<LanceVersion> => {
  const objects = await (version === undefined
    ? listVersions(bucketReader, root, signal)
    : describeVersion(bucketReader, root, version, signal));
  const latest = latestManifest(
    objects.map(({ key }) => key),
    root,
  );
  const object = objects.find(({ key }) => key === latest?.name);
  if (latest && object) return { ...latest, object };
  throw new DomainError(
    "not_found",
    version === undefined
      ? "there is no Lance table: its _versions folder holds no manifest"
      : `version ${version} of the Lance table is not there`,
  );
};
