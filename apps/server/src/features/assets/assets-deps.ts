import type { Actor } from "../../actor.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Log } from "../../platform/observability/log.ts";
import type { ObjectStorage } from "../../platform/s3/object-storage.ts";
import type { SettingsReader } from "../settings/index.ts";

/** Says whether the caller may see one of these things of another feature; asked with the ids that refer to an asset. */
export type MaySeeReference = (db: Db, actor: Actor, refIds: readonly string[]) => Promise<boolean>;

export interface AssetsDeps {
  readonly db: Db;
  readonly storage: ObjectStorage;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: SettingsReader;
  /** By kind of reference. Who may see what uses an asset may read the asset; a kind that is not listed opens nothing. */
  readonly references: Readonly<Record<string, MaySeeReference>>;
}
