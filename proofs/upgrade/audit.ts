// What was acknowledged during the upgrade must be there after it, whichever version acknowledged it.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import type { Db } from "../../apps/server/src/platform/db/database.ts";
import { eventually } from "../../apps/server/src/testing/eventually.ts";
import { count } from "../chaos/generation/audit.ts";
import type { Acknowledged } from "./load.ts";

const SETTLE_MS = 180_000;
const PROCESSES = ["previous-supervisor", "previous-worker", "next-supervisor", "next-worker"];

/** Waits until no cell of the task is under way. */
export const untilSettled = async (db: Db, taskId: string): Promise<void> => {
  await eventually(async () => {
    const open = await count(
      db,
      sql`select count(*)::int as n from benchmark_cell
        where task_id = ${taskId} and status not in ('Succeeded', 'Failed')`,
    );
    return open === 0 || undefined;
  }, SETTLE_MS);
};

const taskFaults = async (db: Db, { tasks }: Acknowledged): Promise<string[]> => {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from console_task where name like 'Upgrade %'`.execute(db);
  const kept = new Map(rows.map(({ id, name }) => [id, name]));
  const lost = [...tasks].filter(([id, name]) => kept.get(id) !== name);
  const unknown = rows.filter(({ id }) => !tasks.has(id));
  return [
    ...(lost.length === 0 ? [] : [`${lost.length} tasks are missing or have another name, as ${lost[0]?.[1]}`]),
    ...(unknown.length === 0 ? [] : [`${unknown.length} tasks were made that nobody was told of`]),
  ];
};

const cellFaults = async (db: Db, taskId: string, { repeated }: Acknowledged): Promise<string[]> => {
  const { rows } = await sql<{ cell: string; attempts: number }>`
    select row_index || '.' || col_index as cell, attempt_count as attempts from benchmark_cell
    where task_id = ${taskId}`.execute(db);
  // The second attempt of a cell whose request failed may exist or not; the failed request is a fault by itself.
  const wrong = rows.filter(({ cell, attempts }) => {
    const state = repeated.get(cell);
    return state !== "sent" && attempts !== (state === "acknowledged" ? 2 : 1);
  });
  return wrong.length === 0 ? [] : [`${wrong.length} cells have another number of attempts than were asked for`];
};

const customerFaults = async (db: Db, { customers }: Acknowledged): Promise<string[]> => {
  const kept = await count(db, sql`select count(*)::int as n from end_user`);
  return kept >= customers ? [] : [`${kept} customers are there, ${customers} were acknowledged`];
};

const logFaults = async (logs: string): Promise<string[]> => {
  const faults: string[] = [];
  for (const name of PROCESSES) {
    const lines = (await readFile(path.join(logs, `${name}.log`), "utf8")).split("\n");
    const errors = lines.filter((line) => line.includes('"level":"error"') || line.includes('"level":"fatal"'));
    if (errors.length > 0) faults.push(`${name} logged ${errors.length} errors, as ${errors[0]?.slice(0, 400)}`);
  }
  return faults;
};

export const auditUpgrade = async (
  db: Db,
  { taskId, acknowledged, logs }: { taskId: string; acknowledged: Acknowledged; logs: string },
): Promise<string[]> => [
  ...[...acknowledged.failures].map(([words, times]) => `${times} requests failed: ${words}`),
  ...(await taskFaults(db, acknowledged)),
  ...(await cellFaults(db, taskId, acknowledged)),
  ...(await customerFaults(db, acknowledged)),
  ...(await logFaults(logs)),
];
