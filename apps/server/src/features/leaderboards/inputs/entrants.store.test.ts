import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aJudgedTask } from "../../../testing/builders/a-judged-task.ts";
import { aUser } from "../../../testing/builders/a-user.ts";
import { testDatabase } from "../../../testing/test-database.ts";
import { listEntryFacts } from "./entrants.store.ts";

const database = testDatabase();

interface Tried {
  readonly status: string;
  readonly costMicros?: number;
  readonly currency?: string;
  readonly isReused?: boolean;
}

interface Call extends Tried {
  readonly id: string;
}

const addCall = async (taskId: string, cellId: string, owner: string, n: number, call: Call): Promise<void> => {
  const { db } = database.current;
  const assetId = call.status === "Succeeded" ? newId() : null;
  if (assetId)
    await sql`insert into asset (id, owner_id, name, version, kind, mime, size_bytes, status, created_at, updated_at)
      values (${assetId}, ${owner}, 'c.mp4', 1, 'video', 'video/mp4', 1, 'Ready', now(), now())`.execute(db);
  await sql`insert into performer_task (id, performer_id, performer_version, source, task_id, cell_id, attempt_n, reason,
      requested_by, resolved_input, request_hash, status, asset_id, output_sha256, is_reused, cost_micros, cost_currency,
      queued_at, finished_at)
    values (${call.id}, ${newId()}, '', 'benchmark', ${taskId}, ${cellId}, ${n}, 'initial', ${owner}, '{}',
      sha256(uuid_send(${call.id}::uuid)), ${call.status}, ${assetId}, ${assetId && Buffer.alloc(32, n)},
      ${call.isReused ?? false}, ${call.costMicros ?? null}, ${call.currency ?? null}, now(), now())`.execute(db);
};

const aCell = async (taskId: string, entry: number, row: number, status: string, tries: readonly Tried[]) => {
  const { db } = database.current;
  const cellId = newId();
  const { rows } = await sql<{ column_id: string; owner_id: string }>`
    select e.column_id, t.owner_id from evaluation_entry e join console_task t on t.id = e.task_id
    where e.task_id = ${taskId} and e.entry = ${entry}`.execute(db);
  const calls = tries.map((tried) => ({ id: newId(), ...tried }));
  const counted = calls.find((call) => call.status === "Succeeded")?.id ?? null;
  const isExcluded = status === "Excluded";
  await sql`insert into benchmark_cell (id, task_id, row_id, column_id, row_index, col_index, sample, status, counted_attempt_id,
      excluded_reason, updated_at)
    values (${cellId}, ${taskId}, ${newId()}, ${rows[0]?.column_id}, ${row}, ${entry}, 0, ${status},
      ${isExcluded ? null : counted}, ${isExcluded ? "why" : null}, now())`.execute(db);
  for (const [at, call] of calls.entries()) await addCall(taskId, cellId, rows[0]?.owner_id ?? "", at + 1, call);
};

describe("what is known of a column", () => {
  it("counts every clip that was paid for, also those that do not count, by the seconds that do", async () => {
    const { db } = database.current;
    const { id: ownerId } = await aUser(db);
    const task = await aJudgedTask(db, { ownerId, labels: ["Alpha", "Beta", "Gamma"] });
    const paid = { status: "Succeeded", costMicros: 40_000, currency: "USD" };
    await aCell(task.id, 0, 0, "Succeeded", [paid, { status: "Failed" }, paid, paid]);
    await aCell(task.id, 0, 1, "Succeeded", [{ status: "Failed" }, paid]);
    await aCell(task.id, 1, 0, "Succeeded", [paid, { ...paid, isReused: true, costMicros: 0 }]);
    await aCell(task.id, 1, 1, "Excluded", [{ ...paid, currency: "EUR" }]);
    await aCell(task.id, 2, 0, "Failed", [{ status: "Failed" }]);
    await sql`update evaluation_clip set is_current = false
      where task_id = ${task.id} and entry = 1 and prompt = 1`.execute(db);
    const facts = await listEntryFacts(db, task.id);
    expect(facts).toMatchObject([
      { label: "Alpha", cells: 2, cellsExcluded: 0, cellsFailed: 0, rerollRate: 1, currency: "USD", usableSeconds: 10 },
      { label: "Beta", cells: 2, cellsExcluded: 1, cellsFailed: 0, rerollRate: 0, currency: null, usableSeconds: 5 },
      { label: "Gamma", cells: 1, cellsExcluded: 0, cellsFailed: 1, rerollRate: 0, currency: null, usableSeconds: 10 },
    ]);
    expect(facts.map(({ paidMicros }) => paidMicros)).toEqual([160_000n, 80_000n, 0n]);
  });
});
