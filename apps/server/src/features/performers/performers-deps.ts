import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Outgoing } from "../../platform/http-client/outgoing.ts";
import type { PerformerSecretBox } from "./secret-box.ts";

/** An address from which a performer can read an asset for as long as a call may take. */
export type AssetUrl = (assetId: string) => Promise<string>;

/** What it takes to speak with performers. */
export interface PerformerDeps {
  readonly db: Db;
  readonly box: PerformerSecretBox;
  readonly outgoing: Outgoing;
  readonly assetUrl: AssetUrl;
}

/** What the registry needs: it never submits, so it needs no addresses of assets. */
export interface RegistryDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly box: PerformerSecretBox;
  readonly outgoing: Outgoing;
}
