import { DomainError } from "../../../errors.ts";
import { findProfile } from "../profiles/profile.store.ts";
import type { ProfileRow } from "../profiles/profile-record.ts";
import { reservedIn } from "../profiles/reserved-folder.ts";
import type { StorageDeps } from "../storage-deps.ts";
import type { BucketReader } from "./bucket-reader.ts";
import type { OpenedProfile } from "./list-bucket.ts";
import { openBucketReader } from "./open-bucket-reader.ts";
import { type ResolvedUri, resolveUri } from "./resolve-uri.ts";

export interface OpenedUri {
  readonly bucketReader: BucketReader;
  readonly key: string;
  /** The normalised URI. */
  readonly uri: string;
}

export interface BucketReaders {
  readonly resolve: (uri: string) => Promise<ResolvedUri>;
  readonly openUri: (uri: string) => Promise<OpenedUri>;
  readonly openProfile: (profileId: string) => Promise<BucketReader>;
  /** For callers that already have the row. */
  readonly open: (row: ProfileRow) => BucketReader;
}

export const createBucketReaders = (deps: StorageDeps): BucketReaders => {
  const open = (row: ProfileRow): BucketReader => openBucketReader(deps, openProfile(deps, row));
  const resolve = (uri: string): Promise<ResolvedUri> => resolveUri(deps, uri);
  return {
    resolve,
    open,
    openUri: async (asked) => {
      const { profile, key, uri } = await resolve(asked);
      return { bucketReader: open(profile), key, uri };
    },
    openProfile: async (profileId) => {
      const row = await findProfile(deps.db, profileId);
      if (!row) throw new DomainError("not_found", "the storage profile of this dataset was deleted");
      return open(row);
    },
  };
};

/** The profile with its credentials: the secret can only be decrypted for this profile and endpoint. */
export const openProfile = ({ own, box }: Pick<StorageDeps, "own" | "box">, row: ProfileRow): OpenedProfile => {
  const { id, name, bucket, prefix, region } = row;
  const common = { id, name, bucket, prefix, reserved: reservedIn({ own }, row) };
  if (row.endpoint === null) {
    const { endpoint, publicEndpoint = endpoint, accessKeyId, secretAccessKey } = own;
    return {
      ...common,
      endpoint,
      publicEndpoint,
      region: own.region,
      isPathStyle: true,
      keys: { accessKeyId, secretAccessKey },
    };
  }
  return {
    ...common,
    region,
    isPathStyle: row.is_path_style,
    endpoint: row.endpoint,
    publicEndpoint: row.public_endpoint ?? row.endpoint,
    keys: openKeys(box, row),
  };
};

const openKeys = (box: StorageDeps["box"], row: ProfileRow): OpenedProfile["keys"] => {
  if (row.access_key_id === null) return undefined;
  const { origin } = new URL(row.endpoint ?? "");
  if (row.sealed_secret === null || row.secret_origin !== origin) {
    throw new DomainError("unavailable", `storage profile “${row.name}” has no secret for its address, enter it again`);
  }
  const secretAccessKey = box.open({ profileId: row.id, origin }, row.sealed_secret);
  return { accessKeyId: row.access_key_id, secretAccessKey };
};
