import { activityInfo } from "@temporalio/activity";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { ObjectStorage } from "../../../platform/s3/object-storage.ts";
import type { MediaJail } from "../../../platform/sandbox/media-jail.ts";
import { withHeartbeat } from "../../../platform/temporal/with-heartbeat.ts";
import { type CheckAssetDeps, checkAsset } from "./check-asset.ts";
import { findPendingVersion } from "./ingest.store.ts";
import { settleAsset } from "./settle-asset.ts";

export interface IngestAssetInput {
  readonly assetId: string;
  readonly version: number;
  readonly requestId: string;
}

export interface IngestAssetDeps {
  readonly db: Db;
  readonly storage: Pick<ObjectStorage, "getObject" | "headObject" | "putObject" | "deleteObjects">;
  readonly jail: MediaJail;
  readonly scratchRoot: string;
  readonly clock: Clock;
}

/** Six heartbeats fit into the heartbeat timeout. */
const HEARTBEAT_MS = 5_000;
const TRIES_OF_SLOW_FILES = 3;
const isLastTry = (): boolean => activityInfo().attempt >= TRIES_OF_SLOW_FILES;

export const ingestAssetActivities = (deps: IngestAssetDeps) => ({
  /** Idempotent: it starts from the object in storage and ends in one transaction. */
  async checkAssetVersion({ assetId, version, requestId }: IngestAssetInput): Promise<void> {
    const pending = await findPendingVersion(deps.db, assetId, version);
    if (!pending) return;
    const settlement = await withHeartbeat({ everyMs: HEARTBEAT_MS }, (signal) =>
      checkAsset(deps, { assetId, version, ...pending, isLastTry: isLastTry(), signal }),
    );
    const result = await settleAsset(deps.db, { assetId, version, requestId, at: deps.clock() }, settlement);
    if (result === "is gone") await removeDerivatives(deps, settlement);
  },
});

const removeDerivatives = async (
  { storage }: CheckAssetDeps,
  { posterKey, sprite }: Awaited<ReturnType<typeof checkAsset>>,
): Promise<void> => {
  const keys = [posterKey, sprite?.key, sprite?.vtt_key].filter((key) => typeof key === "string");
  if (keys.length > 0) await storage.deleteObjects(keys);
};

export type IngestAssetActivities = ReturnType<typeof ingestAssetActivities>;
