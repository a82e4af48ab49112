import type { BucketReaders } from "../sources/bucket-readers.ts";

const TIMEOUT_MS = 10_000;

export interface BrowsedFolder {
  readonly uri: string;
  readonly profileId: string;
  readonly folders: readonly string[];
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
  readonly isTruncated: boolean;
}

/** Lists one level of a registered bucket; names are relative to the folder. */
export const browseStorage = async (bucketReaders: BucketReaders, asked: string): Promise<BrowsedFolder> => {
  const { bucketReader, key, uri } = await bucketReaders.openUri(asked);
  const folder = key === "" || key.endsWith("/") ? key : `${key}/`;
  const page = await bucketReader.browse(folder, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return {
    uri: uri.endsWith("/") ? uri : `${uri}/`,
    profileId: bucketReader.profileId,
    folders: page.folders.map((name) => name.slice(folder.length)),
    files: page.objects.map(({ key: name, bytes }) => ({ name: name.slice(folder.length), bytes })),
    isTruncated: page.isTruncated,
  };
};
