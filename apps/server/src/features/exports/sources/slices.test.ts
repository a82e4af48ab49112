import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aGrid } from "../../../testing/builders/a-grid.ts";
import { aJudgedTask, type SubmittedJudgement, say } from "../../../testing/builders/a-judged-task.ts";
import { aUser } from "../../../testing/builders/a-user.ts";
import { aVideoPerformer } from "../../../testing/builders/a-video-performer.ts";
import { testDatabase } from "../../../testing/test-database.ts";
import { BEGINNING, type Cursor, type ExportRow, type RowSource } from "../run/export-table.ts";
import { type ExportInput, openSource } from "../run/open-source.ts";

const database = testDatabase();
const open = (userId: string, input: Partial<ExportInput> & Pick<ExportInput, "taskIds">): Promise<RowSource> =>
  openSource(
    { db: database.current.db, publicOrigin: "https://dailies.test" },
    { userId, isExternal: false, isAdmitted: true, isAdministrator: false },
    { rows: "cells", aggregation: "All", media: "none", ...input },
  );

/** Reopened for each slice, as by a worker that was killed after each. */
const readAll = async (source: RowSource, limit: number): Promise<ExportRow[]> => {
  const rows: ExportRow[] = [];
  let cursor: Cursor | undefined = BEGINNING;
  while (cursor) {
    const slices = source.readSlices(JSON.parse(JSON.stringify(cursor)), limit);
    const { value, done } = await slices.next();
    if (!done) expect(value.rows.length).toBeLessThanOrEqual(Math.max(limit, 200));
    if (!done) rows.push(...value.rows);
    cursor = done ? undefined : value.next;
  }
  return rows;
};

const expectOnce = (rows: readonly ExportRow[], count: number): void => {
  expect(rows).toHaveLength(count);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(count);
};

describe("rows that are read slice by slice", () => {
  it("are all there once, of several tasks one after the other", async () => {
    const { db } = database.current;
    const performerId = await aVideoPerformer(db, { endpoint: "http://performer.test" });
    const grids = [await aGrid(db, { performerId, cells: 150 }), await aGrid(db, { performerId, cells: 70 })];
    await sql`
      insert into benchmark_cell (id, task_id, row_id, column_id, row_index, col_index, sample, status, updated_at)
      select gen_random_uuid(), task_id, row_id, column_id, row_index, col_index, n, 'Waiting', now()
      from benchmark_cell, generate_series(1, 2) n`.execute(db);
    const [first = "", second = ""] = grids.map(({ taskId }) => taskId);
    for (const limit of [7, 500]) {
      const source = await open(newId(), { taskIds: [first, second, first] });
      expectOnce(await readAll(source, limit), 660);
      expect(await source.countRows()).toBe(660);
      const averages = await open(newId(), { taskIds: [first, second], aggregation: "Average" });
      const rows = await readAll(averages, limit);
      expectOnce(rows, 220);
      const place = averages.columns.findIndex(({ key }) => key === "samples");
      expect(new Set(rows.map(({ values }) => values[place]))).toEqual(new Set([3]));
      expect(await averages.countRows()).toBe(220);
    }
  });

  it("are all there once where they are sums of votes", async () => {
    const { db } = database.current;
    const owner = await aUser(db);
    const prompts = Array.from({ length: 5 }, (_, n) => ({ text: `prompt ${n}` }));
    const task = await aJudgedTask(db, { ownerId: owner.id, labels: ["A", "B", "C"], prompts });
    const pairs = [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const;
    // The fourth prompt was never judged.
    const votes = [0, 1, 2, 4].flatMap((prompt) =>
      pairs.flatMap(([a, b]) =>
        [0, 1].map((rater): SubmittedJudgement => ({ rater, prompt, a, b, outcome: "a", answers: { overall: -1 } })),
      ),
    );
    await say(db, task, votes);
    for (const limit of [1, 2, 5, 500]) {
      const sums = await open(owner.id, { taskIds: [task.id], rows: "judgements", aggregation: "Average" });
      expectOnce(await readAll(sums, limit), 12);
      expect(await sums.countRows()).toBe(12);
      const all = await open(owner.id, { taskIds: [task.id], rows: "judgements" });
      expectOnce(await readAll(all, limit), 24);
    }
  });
});
