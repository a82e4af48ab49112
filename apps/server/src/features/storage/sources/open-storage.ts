import type { Clock } from "../../../platform/clock.ts";
import type { SecretKeys } from "../../../platform/crypto/secret-keys.ts";
import type { Db } from "../../../platform/db/database.ts";
import { createOutgoing } from "../../../platform/http-client/outgoing.ts";
import { createStorageSecretBox } from "../profiles/secret-box.ts";
import type { OwnStore, StorageDeps } from "../storage-deps.ts";
import { type BucketReaders, createBucketReaders } from "./bucket-readers.ts";

export interface OpenedStorage extends StorageDeps {
  readonly bucketReaders: BucketReaders;
  readonly close: () => void;
}

interface StorageOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly own: OwnStore;
  /** Private storage origins that may be read (exceptions to the SSRF check). */
  readonly storageOrigins: readonly string[];
  readonly secretKeys: SecretKeys;
}

/** Access to all data that is not ours. Connects lazily. */
export const openStorage = ({ db, clock, own, storageOrigins, secretKeys }: StorageOptions): OpenedStorage => {
  const trustedOrigins = [...storageOrigins, own.endpoint, own.publicEndpoint ?? own.endpoint];
  // No redirects: they would lead out of the registered folder.
  const outgoing = createOutgoing({ trustedOrigins, maxRedirects: 0 });
  const deps: StorageDeps = { db, clock, own, outgoing, box: createStorageSecretBox(secretKeys) };
  return { ...deps, bucketReaders: createBucketReaders(deps), close: outgoing.close };
};
