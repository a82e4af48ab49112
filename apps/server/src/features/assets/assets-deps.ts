import type { Actor } from "../../actor.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Log } from "../../platform/observability/log.ts";
import type { ObjectStorage } from "../../platform/s3/object-storage.ts";
import type { SettingsReader } from "../settings/index.ts";

/** Checks whether the caller may see any of these objects of another feature, which all reference the same asset. */
export type MaySeeReference = (db: Db, actor: Actor, refIds: readonly string[]) => Promise<boolean>;

export interface AssetsDeps {
  readonly db: Db;
  readonly storage: ObjectStorage;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: SettingsReader;
  /** Keyed by reference kind. A caller who may see a referencing object may read the asset; unlisted kinds grant nothing. */
  readonly references: Readonly<Record<string, MaySeeReference>>;
}
