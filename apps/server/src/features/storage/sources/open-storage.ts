import type { Clock } from "../../../platform/clock.ts";
import type { SecretKeys } from "../../../platform/crypto/secret-keys.ts";
import type { Db } from "../../../platform/db/database.ts";
import { createOutgoing } from "../../../platform/http-client/outgoing.ts";
import { createStorageSecretBox } from "../profiles/secret-box.ts";
import type { OwnStore, StorageDeps } from "../storage-deps.ts";
import type { BucketReader } from "./bucket-reader.ts";
import { type BucketReaders, createBucketReaders } from "./bucket-readers.ts";
import type { OpenedProfile } from "./list-bucket.ts";
import { openBucketReader } from "./open-bucket-reader.ts";
import { openSourceQueries, type SourceQueriesOptions } from "./source-queries.ts";

export interface OpenedStorage extends StorageDeps {
  readonly bucketReaders: BucketReaders;
  /** The console's own objects below a folder of its datasets bucket. */
  readonly openOwn: (prefix: string) => BucketReader;
  readonly close: () => Promise<void>;
}

interface StorageOptions extends SourceQueriesOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly own: OwnStore;
  /** Private storage origins that may be read (exceptions to the SSRF check). */
  readonly storageOrigins: readonly string[];
  readonly secretKeys: SecretKeys;
}

/** Access to all data that is not ours. Connects lazily. */
export const openStorage = ({
  db,
  clock,
  own,
  storageOrigins,
  secretKeys,
  ...options
}: StorageOptions): OpenedStorage => {
  const trustedOrigins = [...storageOrigins, own.endpoint, own.publicEndpoint ?? own.endpoint];
  // No redirects: they would lead out of the registered folder.
  const outgoing = createOutgoing({ trustedOrigins, maxRedirects: 0 });
  const queries = openSourceQueries(options);
  const deps: StorageDeps = { db, clock, own, outgoing, queries, box: createStorageSecretBox(secretKeys) };
  return {
    ...deps,
    bucketReaders: createBucketReaders(deps),
    openOwn: (prefix) => openBucketReader(deps, ownFolder(own, prefix)),
    close: async () => {
      await queries.close();
      outgoing.close();
    },
  };
};

const ownFolder = (own: OwnStore, prefix: string): OpenedProfile => ({
  id: "",
  name: "of the console",
  bucket: own.datasetsBucket,
  prefix,
  region: own.region,
  endpoint: own.endpoint,
  publicEndpoint: own.publicEndpoint ?? own.endpoint,
  isPathStyle: true,
  keys: { accessKeyId: own.accessKeyId, secretAccessKey: own.secretAccessKey },
  reserved: [],
});
