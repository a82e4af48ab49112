import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { announceProgress } from "../announce-package.ts";
import { addLeftOutCounts, insertLeftOut, type LeftOutItem, MAX_LEFT_OUT } from "../planning/plan.store.ts";

export interface ShardSlice {
  readonly shard: number;
  readonly part: number;
  readonly firstRow: number;
  readonly count: number;
  readonly bytesPlanned: number;
  readonly isWritten: boolean;
  readonly name: string | null;
}

export const findShard = async (db: Db, packageId: string, shard: number): Promise<ShardSlice | undefined> => {
  const { rows } = await sql<ShardSlice>`
    select shard, list_part as part, first_row::float8 as "firstRow", samples_planned as count,
      bytes_planned::float8 as "bytesPlanned",
      written_at is not null as "isWritten", name
    from package_shard where package_id = ${packageId} and shard = ${shard}`.execute(db);
  return rows[0];
};

/** The next shards that are not written, in order. */
export const listWaitingShards = async (db: Db, packageId: string, limit: number): Promise<number[]> => {
  const { rows } = await sql<{ shard: number }>`
    select shard from package_shard where package_id = ${packageId} and written_at is null
    order by shard limit ${limit}`.execute(db);
  return rows.map(({ shard }) => shard);
};

export interface ShardFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Before compression. */
  readonly raw: { readonly name: string; readonly bytes: number; readonly sha256: string } | null;
}

interface WrittenShard {
  /** Undefined when no sample could be read. */
  readonly file: ShardFile | undefined;
  readonly samples: number;
  readonly durationS: number;
  readonly leftOut: readonly LeftOutItem[];
  readonly tookMs: number;
  readonly at: Date;
}

class PackageOver extends Error {}

/** Once: a second registration finds it written. Nothing is registered for a package that is over. */
export const registerShard = async (
  db: Db,
  { packageId, shard }: { readonly packageId: string; readonly shard: number },
  written: WrittenShard,
): Promise<"registered" | "written" | "over"> => {
  try {
    return await db.transaction().execute(async (tx) => {
      if (!(await setWritten(tx, packageId, shard, written))) return "written";
      const counted = await countWritten(tx, packageId, written);
      if (!counted) throw new PackageOver();
      await keepLeftOut(tx, packageId, written.leftOut);
      if (isAnnounced(counted)) await announceProgress(tx, packageId);
      return "registered";
    });
  } catch (error) {
    if (error instanceof PackageOver) return "over";
    throw error;
  }
};

const setWritten = async (
  tx: Tx,
  packageId: string,
  shard: number,
  { file, samples, durationS, leftOut, tookMs, at }: WrittenShard,
): Promise<boolean> => {
  const entry = file?.raw ? JSON.stringify(file.raw) : null;
  const { numAffectedRows = 0n } = await sql`
    update package_shard set name = ${file?.name ?? null}, samples = ${samples}, bytes = ${file?.bytes ?? 0},
      sha256 = ${file?.sha256 ?? null}, entry = ${entry}::jsonb, duration_s = ${durationS},
      left_out = ${leftOut.length}, took_ms = ${tookMs}, written_at = ${at}
    where package_id = ${packageId} and shard = ${shard} and written_at is null`.execute(tx);
  return numAffectedRows > 0n;
};

interface CountedShards {
  readonly done: number;
  readonly total: number;
}

/** Open pages are told of so many steps at most, so that a package of many shards does not flood them. */
const MOST_STEPS = 5_000;

const isAnnounced = ({ done, total }: CountedShards): boolean =>
  done === total || done % Math.ceil(total / MOST_STEPS) === 0;

/** Undefined when the package is over. */
const countWritten = async (
  tx: Tx,
  packageId: string,
  { file, samples, leftOut }: WrittenShard,
): Promise<CountedShards | undefined> => {
  const { rows } = await sql<CountedShards>`
    update package set shards_done = shards_done + 1, samples_done = samples_done + ${samples},
      bytes_done = bytes_done + ${file?.bytes ?? 0}, left_out = left_out + ${leftOut.length}
    where id = ${packageId} and status = 'Running' returning shards_done as done, shards_total as total`.execute(tx);
  return rows[0];
};

/** The row of the package is locked, so the counts of its reasons stand still. */
const keepLeftOut = async (tx: Tx, packageId: string, leftOut: readonly LeftOutItem[]): Promise<void> => {
  for (const [reason, items] of Map.groupBy(leftOut, (item) => item.reason)) {
    const { rows } = await sql<{ items: number }>`
      select items::float8 as items from package_left_out_count
      where package_id = ${packageId} and reason = ${reason}`.execute(tx);
    const room = MAX_LEFT_OUT - (rows[0]?.items ?? 0);
    await insertLeftOut(tx, packageId, items.slice(0, Math.max(0, room)));
    await addLeftOutCounts(tx, packageId, new Map([[reason, items.length]]));
  }
};
