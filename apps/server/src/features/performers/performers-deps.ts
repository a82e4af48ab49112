import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Outgoing } from "../../platform/http-client/outgoing.ts";
import type { PerformerSecretBox } from "./secret-box.ts";

/** A signed URL of an asset that stays valid as long as a job may take. */
export type AssetUrl = (assetId: string) => Promise<string>;

export interface PerformerDeps {
  readonly db: Db;
  readonly box: PerformerSecretBox;
  readonly outgoing: Outgoing;
  readonly assetUrl: AssetUrl;
}

/** Dependencies of the registry, which never submits jobs and needs no signed URLs. */
export interface RegistryDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly box: PerformerSecretBox;
  readonly outgoing: Outgoing;
}
