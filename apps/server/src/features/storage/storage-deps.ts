import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Outgoing } from "../../platform/http-client/outgoing.ts";
import type { ObjectStorageOptions } from "../../platform/s3/object-storage.ts";
import type { StorageSecretBox } from "./profiles/secret-box.ts";

/** The store that the console itself runs on. */
export interface OwnStore extends ObjectStorageOptions {
  readonly datasetsBucket: string;
}

export interface StorageDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly box: StorageSecretBox;
  /** Trusts the console's own store, and what the operator vouches for. */
  readonly outgoing: Outgoing;
  readonly own: OwnStore;
}
