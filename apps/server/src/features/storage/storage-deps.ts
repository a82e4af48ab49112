import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Outgoing } from "../../platform/http-client/outgoing.ts";
import type { ObjectStorageOptions } from "../../platform/s3/object-storage.ts";
import type { StorageSecretBox } from "./profiles/secret-box.ts";
import type { SourceQueries } from "./sources/source-queries.ts";

/** The console's own store. */
export interface OwnStore extends ObjectStorageOptions {
  readonly datasetsBucket: string;
  /** Further buckets that a profile without an endpoint may name: it is read with the keys of the console. */
  readonly profileBuckets: readonly string[];
}

export interface StorageDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly box: StorageSecretBox;
  /** Allows the console's own store and origins that the operator configured. */
  readonly outgoing: Outgoing;
  readonly own: OwnStore;
  /** The processes that read what others have written. */
  readonly queries: SourceQueries;
}
