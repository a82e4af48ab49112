// An installation after some use: a ledger, a history, a grid whose every cell has a clip of its own, and a closed evaluation.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Config } from "../../apps/server/src/config.ts";
import { openBoards } from "../../apps/server/src/features/leaderboards/index.ts";
import { keepBoardActivities } from "../../apps/server/src/features/leaderboards/snapshots/keep-board.activities.ts";
import { exportHeadActivities } from "../../apps/server/src/features/operation-log/export-head.activities.ts";
import { recordOperations } from "../../apps/server/src/features/operation-log/index.ts";
import { inLanes } from "../../apps/server/src/platform/concurrency/in-lanes.ts";
import type { Db } from "../../apps/server/src/platform/db/database.ts";
import { newId } from "../../apps/server/src/platform/ids.ts";
import { openLog } from "../../apps/server/src/platform/observability/log.ts";
import { createObjectStorage, type ObjectStorage } from "../../apps/server/src/platform/s3/object-storage.ts";
import { auditActor, programContext } from "../../apps/server/src/request-context.ts";
import { aGeneratedGrid } from "../../apps/server/src/testing/builders/a-generated-grid.ts";
import { aJudgedTask, say } from "../../apps/server/src/testing/builders/a-judged-task.ts";
import { aUser } from "../../apps/server/src/testing/builders/a-user.ts";
import { asOwner } from "../../apps/server/src/testing/template-database.ts";
import { fillLedger, roundsOf } from "../bench/ledger/fill-ledger.ts";
import { type Seeded, seeded } from "../seeded.ts";

export interface Size {
  readonly movements: number;
  readonly cells: number;
  readonly history: number;
  readonly seed: number;
}

interface Filling {
  readonly db: Db;
  readonly storage: ObjectStorage;
  readonly ownerId: string;
  readonly random: Seeded;
}

const MOVEMENTS_OF_ACCOUNT = 1_000;
const ENTRIES_AT_ONCE = 1_000;
const CLIPS_AT_ONCE = 500;
const PUTS_AT_ONCE = 16;
const [SMALLEST_CLIP, LARGEST_CLIP] = [500, 8_000];
const clock = (): Date => new Date();

const fillHistory = async ({ db }: Filling, entries: number): Promise<void> => {
  const actor = auditActor(programContext("drill", "drill", clock()));
  for (let from = 0; from < entries; from += ENTRIES_AT_ONCE) {
    const operations = Array.from({ length: Math.min(ENTRIES_AT_ONCE, entries - from) }, (_, n) => ({
      opType: "Restore_drill",
      subjects: [`drill:${from + n}`] as [string],
      meta: { n: from + n },
    }));
    await db.transaction().execute((tx) => recordOperations(tx, actor, operations));
  }
};

interface Clip {
  readonly id: string;
  readonly callId: string;
  readonly key: string;
  readonly content: Buffer;
  readonly sha256: Buffer;
}

const aClip = (callId: string, random: Seeded): Clip => {
  const content = random.bytes(SMALLEST_CLIP + random.below(LARGEST_CLIP - SMALLEST_CLIP));
  const id = newId();
  return { id, callId, key: `media/drill/${id}`, content, sha256: createHash("sha256").update(content).digest() };
};

const insertClips = async (db: Db, ownerId: string, clips: readonly Clip[]): Promise<void> => {
  const rows = sql`select * from unnest(${clips.map(({ id }) => id)}::uuid[], ${clips.map(({ callId }) => callId)}::uuid[],
    ${clips.map(({ key }) => key)}::text[], ${clips.map(({ content }) => content.length)}::bigint[],
    ${clips.map(({ sha256 }) => sha256)}::bytea[]) c (id, call_id, key, size_bytes, sha256)`;
  await db.transaction().execute(async (tx) => {
    await sql`insert into asset (id, owner_id, name, version, mime, kind, size_bytes, status, created_at, updated_at)
      select id, ${ownerId}, 'clip.mp4', 1, 'video/mp4', 'video', size_bytes, 'Ready', now(), now() from (${rows}) c`.execute(
      tx,
    );
    await sql`insert into asset_version (asset_id, version, mime, kind, size_bytes, status, sha256, bucket, object_key,
        created_at, created_by)
      select id, 1, 'video/mp4', 'video', size_bytes, 'Ready', sha256, 'assets', key, now(), 'drill' from (${rows}) c`.execute(
      tx,
    );
    await sql`update performer_task p set asset_id = c.id, output_sha256 = c.sha256
      from (${rows}) c where p.id = c.call_id`.execute(tx);
  });
};

/** Every cell has an attempt of its own, and every attempt a clip. */
const fillGrid = async ({ db, storage, ownerId, random }: Filling, cells: number): Promise<void> => {
  const taskId = await aGeneratedGrid(db, { ownerId, rows: cells, columns: 1, status: "Finished" });
  const { rows: placeholders } = await sql<{ asset_id: string; object_key: string }>`
    select distinct v.asset_id, v.object_key from asset_version v
    join performer_task p on p.asset_id = v.asset_id where p.task_id = ${taskId}`.execute(db);
  const { rows: calls } = await sql<{ id: string }>`select id from performer_task where task_id = ${taskId}`.execute(
    db,
  );
  for (let from = 0; from < calls.length; from += CLIPS_AT_ONCE) {
    const clips = calls.slice(from, from + CLIPS_AT_ONCE).map(({ id }) => aClip(id, random));
    await inLanes(clips, PUTS_AT_ONCE, ({ key, content }) =>
      storage.putObject(key, content, { contentType: "video/mp4" }),
    );
    await insertClips(db, ownerId, clips);
  }
  for (const { asset_id, object_key } of placeholders) {
    const content = random.bytes(1_000);
    const sha256 = createHash("sha256").update(content).digest();
    await storage.putObject(object_key, content, { contentType: "video/mp4" });
    await sql`update asset_version set sha256 = ${sha256} where asset_id = ${asset_id}`.execute(db);
  }
};

const closeEvaluation = async ({ db, storage, ownerId }: Filling, databaseUrl: string): Promise<void> => {
  const task = await aJudgedTask(db, { ownerId, status: "Finished" });
  await say(db, task, [{ rater: 0, prompt: 0, a: 0, b: 1, outcome: "a" }]);
  for (const { judged_key, judged_bytes } of await db
    .selectFrom("evaluation_clip")
    .select(["judged_key", "judged_bytes"])
    .execute())
    await storage.putObject(judged_key ?? "", Buffer.alloc(Number(judged_bytes)), { contentType: "video/mp4" });
  const { log } = openLog({ level: "warn", isBuffered: false });
  const boards = openBoards({ databaseUrl, clock, log });
  const { keepBoard } = keepBoardActivities({ db, storage, clock, boards });
  await keepBoard({ snapshotId: newId(), taskId: task.id, reason: "enough", by: "drill", requestId: "drill" });
  await boards.close();
};

export const fillInstallation = async (db: Db, { database, s3 }: Config, size: Size): Promise<void> => {
  const { movements, cells, history, seed } = size;
  const accounts = Math.max(2, Math.round(movements / MOVEMENTS_OF_ACCOUNT));
  const each = roundsOf(movements / accounts);
  await fillLedger(database.ownerUrl ?? "", { accounts, movements: each, hasKeys: true });
  const storage = createObjectStorage(s3);
  try {
    const filling: Filling = { db, storage, ownerId: (await aUser(db)).id, random: seeded(seed) };
    await fillHistory(filling, history);
    await fillGrid(filling, cells);
    await closeEvaluation(filling, database.url);
    const { log } = openLog({ level: "warn", isBuffered: false });
    await exportHeadActivities({ db, storage, clock, log }).exportHistoryHead();
    // As autovacuum has done in an installation that was not filled within seconds.
    await asOwner(database.ownerUrl ?? "", "analyze");
  } finally {
    await storage.close();
  }
};
