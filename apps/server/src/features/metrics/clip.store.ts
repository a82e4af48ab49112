import { type AssetProbe, assetProbe, type InputValues, type PerformerInput } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { StoredObjects } from "../../platform/s3/stored-objects.ts";

/** Claims waiting clips under a lease of `forS` seconds. */
export const takeClips = async (
  db: Db,
  taskId: string,
  { atMost, forS }: { atMost: number; forS: number },
): Promise<bigint[]> => {
  const { rows } = await sql<{ id: bigint }>`select claim_clips(${taskId}, ${atMost}, ${forS}) as id`.execute(db);
  return rows.map(({ id }) => id);
};

export const keepClips = async (db: Db, clipIds: readonly bigint[], forS: number): Promise<void> => {
  await sql`update evaluation_clip set taken_until = clock_timestamp() + make_interval(secs => ${forS})
    where id = any(${clipIds.map(String)}::bigint[]) and status = 'waiting'`.execute(db);
};

export const countWaiting = async (db: Db, taskId: string): Promise<number> => {
  const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from evaluation_clip
    where task_id = ${taskId} and status = 'waiting' and is_current`.execute(db);
  return rows[0]?.waiting ?? 0;
};

export interface StoredFile {
  readonly objectKey: string;
  readonly sizeBytes: number;
}

/** Everything known about a clip before it is measured. */
export interface ClipFacts {
  readonly id: bigint;
  readonly taskId: string;
  readonly sha256: Buffer;
  readonly tries: number;
  readonly judgedKey: string;
  /** Null when its asset was deleted. */
  readonly file: (StoredFile & { readonly probe: AssetProbe | null }) | null;
  /** The request to the performer; null when it is not known. */
  readonly request: {
    readonly hash: Buffer;
    readonly values: InputValues;
    readonly inputSchema: readonly PerformerInput[];
  } | null;
}

interface FactsRow {
  id: bigint;
  task_id: string;
  sha256: Buffer;
  tries: number;
  judged_key: string;
  object_key: string | null;
  size_bytes: bigint | null;
  probe: unknown;
  request_hash: Buffer | null;
  resolved_input: InputValues | null;
  input_schema: PerformerInput[] | null;
}

const fileOf = ({ object_key, size_bytes, probe }: FactsRow): ClipFacts["file"] =>
  object_key === null
    ? null
    : { objectKey: object_key, sizeBytes: Number(size_bytes), probe: probe === null ? null : assetProbe.parse(probe) };

const requestOf = ({ request_hash: hash, resolved_input, input_schema }: FactsRow): ClipFacts["request"] =>
  hash && resolved_input && input_schema ? { hash, values: resolved_input, inputSchema: input_schema } : null;

/** Undefined when the clip is no longer waiting. */
export const findClipFacts = async (db: Db, clipId: bigint): Promise<ClipFacts | undefined> => {
  const { rows } = await sql<FactsRow>`
    select c.id, c.task_id, c.sha256, c.tries, c.judged_key, v.object_key, v.size_bytes, v.probe,
      t.request_hash, t.resolved_input, p.input_schema
    from evaluation_clip c
    left join lateral (
      select object_key, size_bytes, probe from asset_version
      where asset_id = c.asset_id and sha256 = c.sha256 and status = 'Ready' limit 1) v on true
    left join performer_task t on t.id = c.attempt_id
    left join performer p on p.id = t.performer_id
    where c.id = ${clipId} and c.status = 'waiting'`.execute(db);
  const [row] = rows;
  return (
    row && {
      id: row.id,
      taskId: row.task_id,
      sha256: row.sha256,
      tries: row.tries,
      judgedKey: row.judged_key,
      file: fileOf(row),
      request: requestOf(row),
    }
  );
};

/** The current file of an asset; undefined when there is none. */
export const findReadyFile = async (db: Db, assetId: string): Promise<StoredFile | undefined> => {
  const row = await db
    .selectFrom("asset as a")
    .innerJoin("asset_version as v", (join) =>
      join.onRef("v.asset_id", "=", "a.id").onRef("v.version", "=", "a.version"),
    )
    .select(["v.object_key", "v.size_bytes"])
    .where("a.id", "=", assetId)
    .where("v.status", "=", "Ready")
    .executeTakeFirst();
  return row && { objectKey: row.object_key, sizeBytes: Number(row.size_bytes) };
};

export type Settlement =
  | {
      readonly status: "ready";
      readonly bytes: number;
      readonly fps: number | null;
      readonly durationS: number | null;
    }
  | { readonly status: "failed"; readonly error: string };

const MAX_WORDS = 300;

/** Idempotent: updates the clip and all counters once; a second call changes nothing. */
export const settleClip = async (db: Db, clipId: bigint, settlement: Settlement): Promise<void> => {
  const told =
    settlement.status === "ready"
      ? { bytes: settlement.bytes, fps: settlement.fps, duration_s: settlement.durationS }
      : { error: settlement.error.slice(0, MAX_WORDS) };
  await sql`select settle_clip(${clipId}, ${settlement.status}, ${JSON.stringify(told)}::jsonb)`.execute(db);
};

/** Releases the clips; they can be claimed again after `afterS` seconds. */
export const releaseClips = async (db: Db, clipIds: readonly bigint[], afterS: number): Promise<void> =>
  keepClips(db, clipIds, afterS);

export const countClips = async (db: Db, taskId: string): Promise<{ ready: number; failed: number } | undefined> => {
  const row = await db
    .selectFrom("evaluation")
    .select(["clips_ready as ready", "clips_failed as failed"])
    .where("task_id", "=", taskId)
    .executeTakeFirst();
  return row;
};

/** Copies of clips without what identifies their model. */
export const judgedClips: StoredObjects = {
  what: "judged clip",
  bucket: "assets",
  identity: ["id"],
  rows: sql`select id, array[judged_key] as keys, judged_bytes as size_bytes, null::text as sha256
    from evaluation_clip where status = 'ready'`,
};
