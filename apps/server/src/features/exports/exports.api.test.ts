import { randomUUID } from "node:crypto";
import type { ExportItem } from "@dailies/contract";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../platform/ids.ts";
import { aBenchmark, settleCells } from "../../testing/builders/a-benchmark.ts";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { aJudgedTask, type JudgedTask, type SubmittedJudgement, say } from "../../testing/builders/a-judged-task.ts";
import { aPricedPerformer } from "../../testing/builders/a-priced-performer.ts";
import { type Answer, runApp } from "../../testing/rigs/start-app.ts";
import { listOperations } from "../operation-log/index.ts";

const EXPORT = "/api_v1/export";
const running = runApp();
let ada: Caller;
let eve: Caller;
let benchmarkId: string;

interface Shown {
  columns: { key: string; name: string; type: string }[];
  rows: Record<string, string | number | boolean | null>[];
  rows_total: number;
  media_bytes: number;
}
const preview = async (caller: Caller, body: object): Promise<Shown> => {
  const answer = await caller.post(`${EXPORT}/preview`, body);
  expect(answer.body).toMatchObject({ columns: expect.any(Array) });
  return answer.body as unknown as Shown;
};
const wordsOf = ({ status, body }: Answer): unknown[] => [status, body.code, body.detail];
const person = () => aCaller(running.current, { permissions: ["USE_VERSION_1_0"] });

beforeAll(async () => {
  const { db } = running.current;
  [ada, eve] = [await person(), await person()];
  const performerIds = [(await aPricedPerformer(db)).id, (await aPricedPerformer(db)).id];
  const benchmark = await aBenchmark(ada, { prompts: ["=a fox", "a boat", "a dog"], performerIds, samples: 2 });
  await benchmark.generate();
  await settleCells(db, benchmark.id, "Succeeded", [
    { row: 0, col: 0 },
    { row: 0, col: 1 },
    { row: 1, col: 0 },
  ]);
  await settleCells(db, benchmark.id, "Failed");
  benchmarkId = benchmark.id;
});

describe("cells", () => {
  it("are shown one by one with what went in, what came out and what was measured", async () => {
    const { db } = running.current;
    await sql`insert into clip_metric (sha256, metric_key, metric_version, value, computed_at)
      select output_sha256, 'flicker', v, case v when '1' then 0.5 else 0.25 end, now() + v::int * interval '1 s'
      from performer_task, unnest(array['1', '2']) v where task_id = ${benchmarkId} and output_sha256 is not null`.execute(
      db,
    );
    const body = { task_ids: [benchmarkId], rows: "cells", media: "link" };
    const { columns, rows, rows_total } = await preview(eve, body);
    expect([rows.length, rows_total]).toEqual([10, 12]);
    expect(columns.find(({ key }) => key === "input.prompt")).toMatchObject({ name: "prompt", type: "text" });
    expect(rows[0]).toMatchObject({
      row: 1,
      "input.prompt": "=a fox",
      sample: 1,
      status: "Succeeded",
      cost: 0.04,
      currency: "USD",
      "metric.flicker": 0.25,
      seed: expect.any(Number),
      attempts: 1,
      error: null,
      clip: expect.stringMatching(/^http.*\/api_v1\/asset\/download\?id=/),
    });
    expect(rows.at(-1)).toMatchObject({ status: "Failed", error: "no", clip: null, "metric.flicker": null });
    expect(new Set(columns.map(({ name }) => name.toLowerCase())).size).toBe(columns.length);
  });

  it("are averaged by place, whatever page the samples fall on", async () => {
    const body = { task_ids: [benchmarkId], rows: "cells", aggregation: "Average" };
    const { rows, rows_total } = await preview(eve, body);
    expect([rows.length, rows_total]).toEqual([6, 6]);
    expect(rows[0]).toMatchObject({ samples: 2, succeeded: 2, attempts: 2, cost: 0.04, "metric.flicker": 0.25 });
    expect(rows.at(-1)).toMatchObject({ row: 3, samples: 2, succeeded: 0, cost: null });
  });

  it("say how much would be sent along", async () => {
    const body = { task_ids: [benchmarkId], rows: "cells", media: "attachment" };
    expect(await preview(eve, body)).toMatchObject({ media_bytes: 6_000 });
  });
});

describe("judgements", () => {
  const scale = { type: "number" as const, min: -3, max: 3, is_integer: true };
  const questions = [
    { key: "overall", field: scale },
    { key: "sharp", field: { type: "boolean" as const } },
  ];
  let task: JudgedTask;
  const SAID: SubmittedJudgement[] = [
    {
      rater: 0,
      prompt: 0,
      a: 0,
      b: 1,
      outcome: "a",
      isSwapped: false,
      answers: { overall: -2, sharp: true },
      marks: [{ t: 1.5, slot: "A", tag: "flicker", note: "hair" }],
    },
    {
      rater: 1,
      prompt: 0,
      a: 0,
      b: 1,
      outcome: "a",
      isSwapped: true,
      answers: { overall: 2, sharp: false },
      marks: [{ t: 1.5, slot: "B", tag: "flicker" }],
    },
    { rater: 2, prompt: 1, a: 0, b: 1, outcome: "tie", answers: { overall: 0, sharp: null } },
  ];
  beforeAll(async () => {
    const { db } = running.current;
    task = await aJudgedTask(db, { ownerId: ada.id, questions, votesNeeded: 3 });
    await say(db, task, SAID);
  });
  const all = () => ({ task_ids: [task.id], rows: "judgements" });

  it("are in the terms of their columns, whatever side each was shown on", async () => {
    const { rows, rows_total } = await preview(ada, all());
    expect(rows_total).toBe(3);
    const same = { a: "Alpha", b: "Beta", outcome: "a", winner: "Alpha", "answer.overall": -2, marks_b: null };
    expect(rows[0]).toMatchObject({ ...same, "answer.sharp": true, a_was_left: true, marks_a: "1.50 s flicker: hair" });
    expect(rows[1]).toMatchObject({ ...same, "answer.sharp": false, a_was_left: false, marks_a: "1.50 s flicker" });
    expect(rows[2]).toMatchObject({ outcome: "tie", winner: null, "input.prompt": "a dog" });
  });

  it("are one row for each prompt and pair where they are averaged", async () => {
    const { rows, rows_total } = await preview(ada, { ...all(), aggregation: "Average" });
    expect(rows_total).toBe(2);
    expect(rows).toMatchObject([
      { n: 2, a_wins: 2, b_wins: 0, ties: 0, "answer.overall": -2, "answer.sharp": 0.5 },
      { n: 1, a_wins: 0, ties: 1, "answer.overall": 0, "answer.sharp": null },
    ]);
  });

  it("are the owner's alone until the judging is finished; administrators see no names before", async () => {
    const { db } = running.current;
    expect(wordsOf(await eve.post(`${EXPORT}/preview`, all()))).toEqual([
      403,
      "not_allowed",
      "'Which model' is still being judged: its owner alone may export what was said",
    ]);
    expect((await eve.post(`${EXPORT}/preview`, { ...all(), rows: "leaderboard" })).status).toBe(403);
    const boss = await aCaller(running.current, { permissions: ["USE_VERSION_1_0", "ADMIN_MANAGE_R"] });
    const ratersFor = async (caller: Caller) => (await preview(caller, all())).rows.map(({ rater }) => String(rater));
    const names = await ratersFor(ada);
    expect(names.every((name) => name.startsWith("user-"))).toBe(true);
    const hidden = await ratersFor(boss);
    expect(hidden.every((name) => /^rater-[0-9a-f]{8}$/.test(name))).toBe(true);
    expect(new Set(hidden).size).toBe(3);
    const raters = await db.selectFrom("evaluation_rater").select("order_key").where("task_id", "=", task.id).execute();
    expect(hidden.toSorted()).toEqual(raters.map(({ order_key: key }) => `rater-${key.slice(0, 8)}`).toSorted());
    await sql`update console_task set status = 'Finished' where id = ${task.id}`.execute(db);
    expect(await ratersFor(eve)).toEqual(names);
  });

  it("make a board that is exported with its intervals and its hash", async () => {
    expect((await ada.get(`/api_v1/leaderboard/${task.id}?aggregation=All`)).status).toBe(200);
    const { rows } = await preview(eve, { ...all(), rows: "leaderboard" });
    expect(rows[0]).toMatchObject({
      task: "Which model",
      column: expect.any(String),
      aggregation: "All",
      input_hash: expect.any(String),
      votes: expect.any(Number),
      computed_at: expect.any(String),
    });
    const missing = await eve.post(`${EXPORT}/preview`, { ...all(), rows: "leaderboard", aggregation: "Average" });
    expect(wordsOf(missing)).toEqual([409, "conflict", expect.stringContaining("not been computed")]);
  });

  it("have no cells where the task only compares those of others", async () => {
    const answer = await ada.post(`${EXPORT}/preview`, { task_ids: [task.id], rows: "cells" });
    expect(wordsOf(answer)).toEqual([409, "conflict", expect.stringContaining("no cells of its own")]);
  });
});

describe("an export", () => {
  const anExportBody = (more: object = {}) => ({
    task_ids: [benchmarkId],
    rows: "cells",
    target: { kind: "csv" },
    request_key: randomUUID(),
    ...more,
  });
  const create = async (caller: Caller, body: object): Promise<ExportItem> => {
    const answer = await caller.post(`${EXPORT}/create`, body);
    expect(answer.status).toBe(200);
    return answer.body as unknown as ExportItem;
  };

  it("is begun once for each form, with its workflow and its line in the history", async () => {
    const { db } = running.current;
    const body = anExportBody();
    const made = await create(ada, body);
    expect(await create(ada, body)).toEqual(made);
    expect(made).toMatchObject({ status: "Waiting", rows_done: 0, rows_total: null, created_by: ada.username });
    const { rows } = await sql<{ workflow_id: string }>`
      select workflow_id from outbox where workflow_id like ${`export/${made.id}/%`}`.execute(db);
    expect(rows).toEqual([{ workflow_id: `export/${made.id}/1` }]);
    const { items } = await listOperations(db, `export:${made.id}`, { limit: 5 });
    expect(items).toMatchObject([{ op_type: "Create_export", subjects: [`export:${made.id}`, `task:${benchmarkId}`] }]);
  });

  it("is visible to its owner and to nobody else", async () => {
    const made = await create(ada, anExportBody());
    const mine = await ada.get(`${EXPORT}/list?limit=200`);
    expect((mine.body as unknown as { items: ExportItem[] }).items[0]?.id).toBe(made.id);
    expect((await eve.get(`${EXPORT}/list`)).body).toEqual({ items: [], total: 0 });
    const { status } = await ada.get(`${EXPORT}/detail/${made.id}`);
    expect(status).toBe(200);
    const asked = [
      await eve.get(`${EXPORT}/detail/${made.id}`),
      await eve.get(`${EXPORT}/download/${made.id}`),
      await eve.post(`${EXPORT}/cancel/${made.id}`, undefined),
      await eve.post(`${EXPORT}/resume/${made.id}`, undefined),
    ];
    expect(asked.map((answer) => answer.status)).toEqual([404, 404, 404, 404]);
  });

  it("can be cancelled while it waits or runs, goes on only after it failed, and has a file only at the end", async () => {
    const { db } = running.current;
    const { id } = await create(ada, anExportBody());
    const act = (what: string) => ada.post(`${EXPORT}/${what}/${id}`, undefined);
    expect((await ada.get(`${EXPORT}/download/${id}`)).status).toBe(409);
    expect((await act("resume")).body.status).toBe("Waiting");
    expect((await act("cancel")).body).toMatchObject({ status: "Cancelled", finished_at: expect.any(String) });
    expect((await act("cancel")).body.status).toBe("Cancelled");
    expect(wordsOf(await act("resume"))[0]).toBe(409);
    await sql`update export_job set status = 'Failed', error_code = 'not_allowed', error_message = 'no',
      error_is_retryable = false where id = ${id}`.execute(db);
    expect((await ada.get(`${EXPORT}/detail/${id}`)).body.error).toEqual({
      code: "not_allowed",
      message: "no",
      is_retryable: false,
    });
    expect((await act("resume")).body).toMatchObject({ status: "Waiting", error: null });
    const { rows } = await sql`select from outbox where workflow_id = ${`export/${id}/2`}`.execute(db);
    expect(rows).toHaveLength(1);
    const { items } = await listOperations(db, `export:${id}`, { limit: 5 });
    expect(items.map(({ op_type }) => op_type)).toEqual(["Resume_export", "Cancel_export", "Create_export"]);
  });

  it("is refused where a file cannot hold what was asked, and beyond ten at a time", async () => {
    const refused = await eve.post(`${EXPORT}/create`, anExportBody({ media: "attachment" }));
    expect(wordsOf(refused)).toEqual([422, "invalid", expect.stringContaining("in Lark exports")]);
    for (let n = 0; n < 10; n++) await create(eve, anExportBody());
    expect((await eve.post(`${EXPORT}/create`, anExportBody())).body.detail).toContain(
      "10 of your exports are under way",
    );
    expect((await ada.post(`${EXPORT}/create`, anExportBody({ task_ids: [newId()] }))).status).toBe(404);
  });

  it("to Lark says that this console has no credentials", async () => {
    expect((await ada.get(`${EXPORT}/lark`)).body).toEqual({ is_configured: false, domain: null });
    const link = "https://x.feishu.cn/base/basABCDE";
    const asked = await ada.post(`${EXPORT}/lark/resolve`, { link });
    expect(wordsOf(asked)).toEqual([409, "conflict", expect.stringContaining("Lark is not configured")]);
    const target = { kind: "lark", link, table_id: null, table_name: "Results", mapping: [] };
    expect((await ada.post(`${EXPORT}/create`, anExportBody({ target }))).status).toBe(409);
  });
});
