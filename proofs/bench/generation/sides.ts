import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { benchmarksRoutes, performersRoutes, tasksRoutes } from "@dailies/contract";
import { sql } from "kysely";
import { SLOTS, type Stage } from "./stage.ts";

const LOOK_MS = 50;

/** Registered once; its concurrency limit applies to both sides. */
export const registerInstant = async ({ calls, performer }: Stage): Promise<string> => {
  const { id } = await calls.call(performersRoutes.createPerformer, {
    body: {
      name: "Instant",
      adapter: "videos",
      endpoint: performer.url,
      model: "instant",
      input_schema: [
        { key: "prompt", label: "Prompt", spec: { type: "text" }, is_required: true, role: "prompt" },
        { key: "seed", label: "Seed", spec: { type: "number", is_integer: true }, role: "seed" },
      ],
      capabilities: ["t2v", "seed"],
      limits: { concurrency: SLOTS, rpm: null, timeout_s: 600 },
      pricing: { unit: "call", unit_price_micros: 1_000, currency: "USD", checked_at: null },
    },
  });
  return id;
};

/** A benchmark with this many cells in one column, not started. */
export const prepareCells = async ({ calls }: Stage, performerId: string, cells: number): Promise<string> => {
  const rows = Math.min(cells, 10_000);
  const columns = Math.ceil(cells / rows);
  const { id } = await calls.call(tasksRoutes.createTask, {
    body: { kind: "Benchmark", name: `Bench ${cells}`, request_key: randomUUID() },
  });
  const params = { id };
  for (let column = 0; column < columns; column++) {
    const { revision } = await calls.call(tasksRoutes.getTask, { params });
    const body = { expect_revision: revision, performer_id: performerId, label: `${column}`, params: {} };
    await calls.call(benchmarksRoutes.addColumn, { params, body });
  }
  const { revision } = await calls.call(tasksRoutes.getTask, { params });
  const text = Array.from({ length: rows }, (_, row) => `prompt ${row}`).join("\n");
  await calls.call(benchmarksRoutes.importRows, {
    params,
    body: { expect_revision: revision, format: "lines", text, is_dry_run: false },
  });
  return id;
};

const explainFailures = async (db: Stage["db"], taskId: string): Promise<string> => {
  const { rows } = await sql<{ code: string; message: string; n: number }>`
    select error_code as code, max(error_message) as message, count(*)::int as n from performer_task
    where task_id = ${taskId} and error_code is not null group by error_code`.execute(db);
  return rows.map(({ code, message, n }) => `${n} × ${code} (${message})`).join(", ");
};

/** Seconds from the generate request until the last cell has its clip. */
export const generateCells = async ({ calls, db }: Stage, taskId: string, cells: number): Promise<number> => {
  const began = performance.now();
  await calls.call(benchmarksRoutes.generateData, { params: { id: taskId }, body: {} });
  for (;;) {
    const { rows } = await sql<{ status: string; n: number }>`
      select status, count(*)::int as n from benchmark_cell where task_id = ${taskId} group by status`.execute(db);
    const failed = rows.find(({ status }) => status === "Failed");
    if (failed) throw new Error(`${failed.n} cells failed: ${await explainFailures(db, taskId)}`);
    if (rows.find(({ status }) => status === "Succeeded")?.n === cells) return (performance.now() - began) / 1_000;
    await sleep(cells > 2_000 ? 500 : LOOK_MS);
  }
};

/** Seconds for the same number of no-op activities. */
export const echoCells = async ({ temporal, echoQueue }: Stage, cells: number): Promise<number> => {
  const client = await temporal.client();
  const began = performance.now();
  // The same partitions as in the product, so that neither side has a longer history.
  const partitions = Array.from({ length: Math.ceil(cells / 500) }, (_, at) => Math.min(500, cells - at * 500));
  for (const count of partitions) {
    const handle = await client.workflow.start("echoMany", {
      taskQueue: echoQueue,
      workflowId: `echo/${randomBytes(8).toString("hex")}`,
      workflowTaskTimeout: "60s",
      args: [{ count, window: Math.min(SLOTS, count) }],
    });
    await handle.result();
  }
  return (performance.now() - began) / 1_000;
};

export interface Writes {
  readonly rows: number;
  readonly commits: number;
}

/** Rows and transactions written by the product's database so far. */
export const countWrites = async ({ db }: Stage): Promise<Writes> => {
  // The counters of a session appear in the view up to a second after its transaction.
  await sleep(1_500);
  const { rows } = await sql<{ rows: string; commits: string }>`
    select tup_inserted + tup_updated + tup_deleted as rows, xact_commit as commits
    from pg_stat_database where datname = current_database()`.execute(db);
  return { rows: Number(rows[0]?.rows), commits: Number(rows[0]?.commits) };
};
