import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Log } from "../../platform/observability/log.ts";
import type { ObjectStorage } from "../../platform/s3/object-storage.ts";
import { getOperationHead } from "./operation-chain.store.ts";

interface ExportHeadDeps {
  readonly db: Db;
  readonly storage: ObjectStorage;
  readonly clock: Clock;
  readonly log: Log;
}

export const headKeyOf = (at: Date): string => `history/head-${at.toISOString().slice(0, 10)}.json`;

export const exportHeadActivities = ({ db, storage, clock, log }: ExportHeadDeps) => ({
  /** Writes the chain head outside the database once a day; an existing file of today is not overwritten. */
  async exportHistoryHead(): Promise<void> {
    const at = clock();
    const key = headKeyOf(at);
    if (await storage.headObject(key)) return;
    const head = await getOperationHead(db);
    const body = JSON.stringify({ ...head, exported_at: at });
    await storage.putObject(key, Buffer.from(`${body}\n`), { contentType: "application/json" });
    // Logs are shipped elsewhere, so tampering with database and storage is not enough.
    log.info({ seq: head.seq, hash: head.hash }, "history head exported");
  },
});

export type ExportHeadActivities = ReturnType<typeof exportHeadActivities>;
