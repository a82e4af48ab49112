import { text } from "node:stream/consumers";
import { type RawBuilder, sql } from "kysely";
import {
  type BoardDocument,
  recomputeDocument,
} from "../../apps/server/src/features/leaderboards/board/board-document.ts";
import type { Db } from "../../apps/server/src/platform/db/database.ts";
import type { ObjectStorage } from "../../apps/server/src/platform/s3/object-storage.ts";

/** What there is at least, by name. */
export type Counts = ReadonlyMap<string, number>;

const COUNTED: readonly (readonly [what: string, query: RawBuilder<{ n: number }>])[] = [
  ["movements of the ledger", sql`select count(*)::int as n from credit_movement`],
  ["entries of the history", sql`select count(*)::int as n from operation`],
  ["cells with a clip", sql`select count(*)::int as n from benchmark_cell where status = 'Succeeded'`],
  ["objects of assets", sql`select count(*)::int as n from asset_version where status = 'Ready'`],
  ["leaderboard snapshots", sql`select count(*)::int as n from board_snapshot`],
];

export const countEverything = async (db: Db): Promise<Counts> => {
  const counts = new Map<string, number>();
  for (const [what, query] of COUNTED) counts.set(what, (await query.execute(db)).rows[0]?.n ?? 0);
  return counts;
};

/** Nothing of these is ever deleted, so that less is a loss. */
export const describeCounts = (before: Counts, after: Counts): string[] =>
  [...before].flatMap(([what, n]) =>
    (after.get(what) ?? 0) >= n ? [] : [`${after.get(what)} ${what} where there were ${n}`],
  );

/** Every snapshot, computed once more from the inputs in its file. */
export const boardFaults = async (db: Db, storage: ObjectStorage): Promise<string[]> => {
  const faults: string[] = [];
  const snapshots = await db.selectFrom("board_snapshot").select(["id", "object_key"]).execute();
  for (const { id, object_key } of snapshots) {
    const document = JSON.parse(await text(await storage.getObject(object_key))) as BoardDocument;
    if (!recomputeDocument(document).isSame) faults.push(`leaderboard ${id} is another one when it is computed again`);
  }
  return snapshots.length > 0 ? faults : ["there is no leaderboard snapshot"];
};
