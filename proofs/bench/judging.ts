// Time to start judging 100 columns with 10,000 prompts, and the cost of claim and submit with 200 concurrent raters after
// that: the database and the use cases, without HTTP.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { readConfig } from "../../apps/server/src/config.ts";
import { startJudging } from "../../apps/server/src/features/evaluations/planning/start-judging.ts";
import { insertVote } from "../../apps/server/src/features/evaluations/rating/judgement.store.ts";
import { claimLeases } from "../../apps/server/src/features/evaluations/rating/lease.store.ts";
import { createDatabase, type Db } from "../../apps/server/src/platform/db/database.ts";
import { newId } from "../../apps/server/src/platform/ids.ts";
import { aGeneratedGrid } from "../../apps/server/src/testing/builders/a-generated-grid.ts";
import { aUser } from "../../apps/server/src/testing/builders/a-user.ts";
import { testEnvironment } from "../../apps/server/src/testing/environment.ts";
import { listJudgingFaults } from "../../apps/server/src/testing/rigs/judging-faults.ts";
import { createMigratedDatabase, dropDatabase, withDatabase } from "../../apps/server/src/testing/template-database.ts";
import type { Bench, BenchRun } from "./figures/bench-run.ts";
import { percentile } from "./statistics.ts";

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const RATERS = 200;
const CONNECTIONS = 20;
/** Per benchmark; more columns come from several benchmarks side by side. */
const COLUMNS_EACH = 10;

interface Size {
  readonly columns: number;
  readonly prompts: number;
  readonly votes: number;
}

const insertPlan = async (db: Db, taskId: string, ownerId: string): Promise<void> => {
  const [dimension, template] = [newId(), newId()];
  await sql`insert into dimension (id, key, version, owner_id, request_key, created_at, updated_at)
    values (${dimension}, 'bench', 1, ${ownerId}, ${newId()}, now(), now())`.execute(db);
  await sql`insert into dimension_version (dimension_id, version, name, description, rubric, field, is_required, direction,
      weight, source, applies_to, tags, created_by, created_at)
    values (${dimension}, 1, 'bench', '', '{"levels":[],"good_asset_ids":[],"bad_asset_ids":[]}', '{"type":"boolean"}', false,
      'higher', 1, 'human', '{}', '{}', 'bench', now())`.execute(db);
  await sql`insert into dimension_template (id, version, owner_id, request_key, created_at, updated_at)
    values (${template}, 1, ${ownerId}, ${newId()}, now(), now())`.execute(db);
  await sql`insert into template_version (template_id, version, name, mode, instructions, judges_per_item, created_by,
      created_at) values (${template}, 1, 'bench', 'pairwise', '', 3, 'bench', now())`.execute(db);
  await sql`insert into template_entry (template_id, version, position, dimension_id, dimension_version, weight, is_required, section)
    values (${template}, 1, 0, ${dimension}, 1, 1, false, '')`.execute(db);
  await sql`insert into evaluation (task_id, template_id, template_version, mode, judges_per_item, aggregation,
      gold_rate, repeat_rate, seed)
    values (${taskId}, ${template}, 1, 'pairwise', 3, 'All', 0, 0.05, 7)`.execute(db);
};

const begin = async (db: Db, { columns, prompts }: Size): Promise<{ taskId: string; seconds: number }> => {
  const owner = await aUser(db);
  const sources: { taskId: string; columnIds: string[] }[] = [];
  for (let n = 0; n < columns / COLUMNS_EACH; n++) {
    const grid = { ownerId: owner.id, rows: prompts, columns: COLUMNS_EACH, status: "Finished" } as const;
    sources.push({ taskId: await aGeneratedGrid(db, grid), columnIds: [] });
  }
  const taskId = newId();
  await sql`insert into console_task (id, kind, name, description, status, owner_id, request_key, created_at, updated_at)
    values (${taskId}, 'Evaluation', 'bench', '', 'Init', ${owner.id}, ${newId()}, now(), now())`.execute(db);
  await insertPlan(db, taskId, owner.id);
  const task = { id: taskId, ownerId: owner.id } as Parameters<typeof startJudging>[2];
  const context = { at: new Date(), requestId: "bench" } as Parameters<typeof startJudging>[1];
  const effects = { prepareClips: async () => undefined, snapshotBoard: async () => undefined };
  const beganMs = performance.now();
  const { clips, votesNeeded } = await db
    .transaction()
    .execute((tx) => startJudging(tx, context, task, effects, sources));
  const seconds = (performance.now() - beganMs) / 1_000;
  print(
    `begun: ${columns} columns, ${prompts} prompts, ${clips} clips, ${votesNeeded} votes in ${seconds.toFixed(1)} s`,
  );
  return { taskId, seconds };
};

const judge = async (db: Db, taskId: string, votes: number): Promise<{ claimMs: number[]; submitMs: number[] }> => {
  const raters = await Promise.all(Array.from({ length: RATERS }, () => aUser(db)));
  await db
    .insertInto("evaluation_rater")
    .values(raters.map(({ id }) => ({ task_id: taskId, user_id: id })))
    .execute();
  const [claimMs, submitMs]: [number[], number[]] = [[], []];
  const timed = async <T>(into: number[], act: () => Promise<T>): Promise<T> => {
    const beganMs = performance.now();
    const result = await act();
    into.push(performance.now() - beganMs);
    return result;
  };
  const judgeOnce = async (raterId: string): Promise<void> => {
    const at = new Date();
    const claimed = await timed(claimMs, () => claimLeases(db, { taskId, raterId, count: 4, at }));
    const [leaseId] = claimed.outcome === "ok" ? claimed.leaseIds : [];
    if (leaseId === undefined) throw new Error("nothing is left to judge");
    const answer = { choice: "tie", strength: null, answers: { bench: true }, marks: [] } as const;
    const vote = { ...answer, leaseId, raterId, clientId: randomUUID(), watched: { A: 2, B: 2 }, durationMs: 1, at };
    await timed(submitMs, () => insertVote(db, vote, { mayFinish: false }));
  };
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, worker) => {
      const mine = raters.filter((_rater, n) => n % CONNECTIONS === worker);
      for (let n = 0; n < votes / RATERS; n++) for (const { id } of mine) await judgeOnce(id);
    }),
  );
  return { claimMs, submitMs };
};

const measure = async (db: Db, size: Size): Promise<BenchRun> => {
  const begun = await begin(db, size);
  const { taskId } = begun;
  await sql`update evaluation_clip set status = 'ready', judged_key = 'bench', judged_bytes = 1
    where task_id = ${taskId} and prompt < 1000`.execute(db);
  const startedMs = performance.now();
  const { claimMs, submitMs } = await judge(db, taskId, size.votes);
  const seconds = (performance.now() - startedMs) / 1_000;
  const shown = (values: readonly number[]): string => {
    const sorted = values.toSorted((a, b) => a - b);
    return `p50 ${percentile(sorted, 0.5).toFixed(0)} ms, p99 ${percentile(sorted, 0.99).toFixed(0)} ms`;
  };
  print(
    `${RATERS} raters on ${CONNECTIONS} connections: ${submitMs.length} votes in ${seconds.toFixed(1)} s, ` +
      `${(submitMs.length / seconds).toFixed(0)} a second; claim ${shown(claimMs)}; submit ${shown(submitMs)}`,
  );
  const faults = size.columns > 20 ? [] : await listJudgingFaults(db, taskId);
  return {
    figures: [
      { id: "judging.start", value: begun.seconds },
      { id: "judging.votes", value: submitMs.length / seconds },
    ],
    voids: [],
    faults: faults.slice(0, 10),
    notes: { judging: `claim ${shown(claimMs)}; submit ${shown(submitMs)}` },
  };
};

export const benchJudging: Bench = async ({ isSmoke }) => {
  const { ownerUrl, url: appUrl } = readConfig(testEnvironment()).database;
  if (ownerUrl === undefined) throw new Error("DAILIES_OWNER_DATABASE_URL is needed to make a database");
  const name = await createMigratedDatabase({ ownerUrl, appUrl });
  const options = { url: withDatabase(appUrl, name), poolSize: CONNECTIONS, applicationName: "dailies-bench" };
  const { db, close } = createDatabase(options);
  try {
    return await measure(
      db,
      isSmoke ? { columns: 10, prompts: 200, votes: 2_000 } : { columns: 100, prompts: 10_000, votes: 10_000 },
    );
  } finally {
    await close();
    await dropDatabase(ownerUrl, name);
  }
};
