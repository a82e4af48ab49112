import { randomUUID } from "node:crypto";
import { AGGREGATIONS, type Board, METRICS, type PermissionCode } from "@dailies/contract";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createObjectStorage } from "../../../platform/s3/object-storage.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aJudgedTask, type JudgedTask, type SubmittedJudgement, say } from "../../../testing/builders/a-judged-task.ts";
import { captureLog } from "../../../testing/captured-log.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { keepBoardActivities } from "../snapshots/keep-board.activities.ts";
import { type BoardDocument, recomputeDocument } from "./board-document.ts";
import { openBoards } from "./open-boards.ts";

const running = runApp();
const path = (task: { id: string }, rest = ""): string => `/api_v1/leaderboard/${task.id}${rest}`;
const person = (...permissions: PermissionCode[]) =>
  aCaller(running.current, { permissions: ["USE_VERSION_1_0", ...permissions] });
const PROMPTS = Array.from({ length: 10 }, (_, n) => ({ text: `prompt ${n}`, category: n < 4 ? "people" : "places" }));

const finished = async (owner: Caller, labels = ["Alpha", "=cmd|' /C calc'!A0"]): Promise<JudgedTask> => {
  const task = await aJudgedTask(running.current.db, {
    ownerId: owner.id,
    labels,
    prompts: PROMPTS,
    status: "Finished",
  });
  const said = PROMPTS.flatMap((_, prompt) =>
    [0, 1, 2].map((rater): SubmittedJudgement => {
      const usual = prompt % 2 === 0 && rater === prompt % 3 ? "tie" : "a";
      const outcome = prompt === 3 ? "b" : usual;
      return { rater, prompt, a: 0, b: 1, outcome, isSwapped: (prompt + rater) % 2 === 0 };
    }),
  );
  await say(running.current.db, task, said);
  return task;
};
const download = async (caller: Caller, url: string) => {
  const { http } = running.current.app;
  const response = await http.inject({ url, cookies: caller.cookies, headers: { "sec-fetch-site": "same-origin" } });
  return { status: response.statusCode, headers: response.headers, text: response.body };
};

const keep = async (task: JudgedTask, snapshotId: string = randomUUID()): Promise<string> => {
  const { db, clock, config } = running.current;
  const storage = createObjectStorage(config.s3);
  const boards = openBoards({ databaseUrl: config.database.url, clock: clock.now, log: captureLog().log });
  try {
    const activities = keepBoardActivities({ db, clock: clock.now, storage, boards });
    await activities.keepBoard({ snapshotId, taskId: task.id, reason: "enough", by: "someone", requestId: "r" });
  } finally {
    await boards.close();
    await storage.close();
  }
  return snapshotId;
};

describe("the prompts of a board", () => {
  it("come by how far people are apart, by how much they go against the board, or as they stand, page by page", async () => {
    const owner = await person();
    const task = await finished(owner);
    const list = async (rest: string) => {
      const { status, body } = await owner.get(path(task, `/prompts${rest}`));
      expect(status, JSON.stringify(body)).toBe(200);
      return body as { items: { prompt: number; votes: number; disagreement: number; upset: number }[]; total: number };
    };
    const upset = await list("?sort=upset&limit=3");
    expect([upset.total, upset.items.length, upset.items[0]?.prompt]).toEqual([10, 3, 3]);
    expect(upset.items[0]?.upset).toBeGreaterThan(0);
    const apart = await list("?sort=disagreement");
    const figures = apart.items.map(({ disagreement }) => disagreement);
    expect(figures).toEqual([...figures].sort((a, b) => b - a));
    expect(apart.items.find(({ prompt }) => prompt === 3)?.disagreement).toBe(0);
    const places = await list("?sort=index&category=places&offset=4&limit=5");
    expect([places.total, places.items.map(({ prompt }) => prompt)]).toEqual([6, [8, 9]]);
  });

  it("open with their clips, marks, measurements and votes", async () => {
    const owner = await person();
    const { db } = running.current;
    const task = await finished(owner);
    const mark = { t: 1.5, slot: "A", tag: "flicker", note: "there" };
    await say(db, task, [{ rater: 0, prompt: 2, a: 0, b: 1, outcome: "a", isSwapped: true, marks: [mark] }]);
    const [metric] = METRICS;
    await sql`insert into clip_metric (sha256, metric_key, metric_version, value, computed_at)
      values (${task.clipOf(2, 1).sha256}, ${metric.key}, ${metric.version}, 0.75, now()),
        (${task.clipOf(2, 1).sha256}, ${metric.key}, '0/old', 0.1, now())`.execute(db);
    const { body } = await owner.get(path(task, "/prompt/2"));
    expect(body).toMatchObject({
      prompt: 2,
      row: 2,
      label: "prompt 2",
      category: "people",
      votes: 4,
      inputs: { prompt: "prompt 2" },
      clips: [
        { entry: 0, sample: 0, clip: null, marks: [], metrics: {} },
        { entry: 1, sample: 0, marks: [mark], metrics: { [metric.key]: 0.75 } },
      ],
      pairs: [{ a: 0, b: 1, tally: { win: 3, tie: 1, loss: 0, both_bad: 0 } }],
    });
    expect((await owner.get(path(task, "/prompt/10"))).status).toBe(404);
  });

  it("stand beside what was measured", async () => {
    const owner = await person();
    const { db } = running.current;
    const task = await finished(owner);
    const metric = METRICS.find(({ key }) => key === "sharpness");
    for (const [prompt] of PROMPTS.entries())
      for (const entry of [0, 1])
        await sql`insert into clip_metric (sha256, metric_key, metric_version, value, computed_at)
          values (${task.clipOf(prompt, entry).sha256}, 'sharpness', ${metric?.version}, ${10 - entry * 5 + prompt / 10},
            now())`.execute(db);
    const { body } = await owner.get(path(task, "/metrics"));
    const { metrics } = body as { metrics: { correlation: { value: number; low: number }; points: object[] }[] };
    expect(metrics).toHaveLength(1);
    expect(metrics[0]).toMatchObject({ key: "sharpness", version: metric?.version, unit: metric?.unit });
    expect(metrics[0]?.points).toHaveLength(20);
    expect(metrics[0]?.correlation.value).toBeGreaterThan(0.5);
    expect(await owner.get(path(task, "/metrics"))).toMatchObject({ body });
  });
});

describe("the files of a board", () => {
  it("hold everything to compute it again, and nobody's name", async () => {
    const owner = await person();
    const task = await finished(owner);
    const { status, headers, text } = await download(owner, path(task, "/download"));
    expect(status).toBe(200);
    expect(headers["content-disposition"]).toBe(`attachment; filename="board-${task.id}.json"`);
    const document = JSON.parse(text) as BoardDocument;
    expect(recomputeDocument(document)).toEqual({ hash: document.hash, isSame: true });
    const board = (await owner.get(path(task))).body as unknown as Board;
    expect(document.results.All?.axes[0]?.entries[0]?.score).toEqual(board.axes[0]?.entries[0]?.score);
    const people = await sql<{ id: string; username: string }>`
      select u.id, u.username from console_user u join evaluation_rater r on r.user_id = u.id
      where r.task_id = ${task.id}`.execute(running.current.db);
    for (const { id, username } of people.rows) {
      expect(text).not.toContain(id);
      expect(text).not.toContain(username);
    }
    const changed = { ...document, head: { ...document.head, task_id: randomUUID() } };
    expect(recomputeDocument(changed).isSame).toBe(false);
  });

  it("are a table too, in which nothing runs", async () => {
    const owner = await person();
    const task = await finished(owner);
    const { headers, text } = await download(owner, path(task, "/download?format=csv"));
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
    const [head, ...lines] = text.trimEnd().split("\r\n");
    expect(head).toMatch(/^\uFEFFaxis,axis_key,direction,rank,label,/);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(",'=cmd|' /C calc'!A0,");
  });
});

describe("a board that is kept", () => {
  it("stays as it was, is the same however often it is kept, and can be computed again from its file", async () => {
    const owner = await person();
    const { db } = running.current;
    const task = await finished(owner);
    const id = await keep(task);
    await keep(task, id);
    const kept = (await owner.get(path(task, "/snapshots"))).body as { items: { id: string; hash: string }[] };
    expect(kept.items).toMatchObject([{ id, made_by: "someone", reason: "enough", votes: 30 }]);
    const board = (await owner.get(path(task))).body as unknown as Board;
    expect(board.snapshot).toMatchObject({ id, hash: kept.items[0]?.hash });
    const { text } = await download(owner, path(task, `/download?snapshot=${id}`));
    const document = JSON.parse(text) as BoardDocument;
    expect(Object.keys(document.results).sort()).toEqual([...AGGREGATIONS].sort());
    expect(recomputeDocument(document)).toEqual({ hash: kept.items[0]?.hash, isSame: true });
    await say(db, task, [{ rater: 0, prompt: 0, a: 0, b: 1, outcome: "b" }]);
    const now = (await owner.get(path(task))).body as unknown as Board;
    expect([now.method.votes, now.snapshot]).toEqual([31, null]);
    const then = (await owner.get(path(task, `?snapshot=${id}&aggregation=Average`))).body as unknown as Board;
    expect([then.method.votes, then.snapshot?.id, then.aggregation]).toEqual([30, id, "Average"]);
    const prompts = await owner.get(path(task, `/prompts?snapshot=${id}`));
    expect(prompts.body).toMatchObject({ total: 10 });
    expect((await owner.get(path(task, `?snapshot=${randomUUID()}`))).status).toBe(404);
    const history = await sql<{ op_type: string }>`
      select op_type from operation where subjects @> array[${`task:${task.id}`}] and op_type = 'Keep_board'`.execute(
      db,
    );
    expect(history.rows).toHaveLength(1);
  });
});

describe("boards side by side", () => {
  it("say first what keeps them from being compared", async () => {
    const owner = await person();
    const [one, other] = [await finished(owner), await finished(owner, ["Alpha", "Gamma"])];
    const ask = (...ids: string[]) => owner.get(`/api_v1/leaderboard/compare?${ids.map((id) => `id=${id}`).join("&")}`);
    const { status, body } = await ask(one.id, other.id);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ shared_prompts: 10, boards: [{ task_id: one.id }, { task_id: other.id }] });
    expect(body.faults).toEqual([
      "they were asked with different questions",
      "strengths are relative to who else was there, and others were there: compare ranks and shares, not strengths",
    ]);
    expect((await ask(one.id)).status).toBe(422);
    expect((await ask(one.id, one.id)).status).toBe(409);
    await sql`update console_task set status = 'Benchmarking' where id = ${other.id}`.execute(running.current.db);
    expect(await ask(one.id, other.id)).toMatchObject({ status: 409 });
    expect(await (await person()).get(path(other))).toMatchObject({ status: 403 });
  });
});
