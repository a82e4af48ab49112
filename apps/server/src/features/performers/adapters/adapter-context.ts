import type { Outgoing } from "../../../platform/http-client/outgoing.ts";
import type { PerformerRecord } from "../performer-record.ts";
import type { AssetUrl } from "../performers-deps.ts";

export interface AdapterContext {
  readonly performer: Pick<PerformerRecord, "adapter" | "endpoint" | "model" | "version" | "adapterConfig">;
  readonly secret: string | undefined;
  readonly outgoing: Outgoing;
  readonly assetUrl: AssetUrl;
}
