import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type PackageDetail, packagesRoutes } from "@dailies/contract";
import { sql } from "kysely";
import type { ConsoleCalls } from "../../chaos/harness/console-calls.ts";
import type { World } from "../../chaos/harness/data-world.ts";

const LOOK_MS = 100;
const GIVE_UP_MS = 900_000;

export interface StartPackage {
  readonly viewId: string;
  readonly columns: readonly { readonly source: string; readonly name: string }[];
  readonly shardBytes: number;
  readonly order: "view" | "shuffled";
}

export const startPackage = (
  calls: ConsoleCalls,
  { viewId, columns, shardBytes, order }: StartPackage,
): Promise<PackageDetail> =>
  calls.call(packagesRoutes.createPackage, {
    body: {
      name: "Bench",
      view_id: viewId,
      settings: { format: "MDS", columns: [...columns], shard_bytes: shardBytes, order, seed: 1 },
      request_key: randomUUID(),
    },
  });

/** Waits until a package is planned, or until it has ended. */
export const waitForPackage = async (
  calls: ConsoleCalls,
  id: string,
  until: "planned" | "ended",
): Promise<PackageDetail> => {
  const deadlineMs = performance.now() + GIVE_UP_MS;
  for (;;) {
    const found = await calls.call(packagesRoutes.getPackage, { params: { id } });
    const isOver = found.finished_at !== null;
    if (isOver || (until === "planned" && found.shards_total !== null)) return found;
    if (performance.now() > deadlineMs) throw new Error(`the package has been ${found.status} for too long`);
    await sleep(LOOK_MS);
  }
};

export interface WrittenSpan {
  readonly bytes: number;
  readonly ms: number;
}

/** From the beginning of the first shard to the end of the last: planning and verifying are not in it. */
export const writtenSpan = async ({ data: { db } }: World, id: string): Promise<WrittenSpan> => {
  const { rows } = await sql<WrittenSpan>`select sum(bytes)::float8 as bytes,
      extract(epoch from max(written_at) - min(written_at - took_ms * interval '1 millisecond'))::float8 * 1000 as ms
    from package_shard where package_id = ${id}`.execute(db);
  const [span] = rows;
  if (!span) throw new Error("the package has no shards");
  return span;
};
