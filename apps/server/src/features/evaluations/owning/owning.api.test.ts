import { randomUUID } from "node:crypto";
import type { JudgementItem } from "@dailies/contract";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { settleCells } from "../../../testing/builders/a-benchmark.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { anEvaluation, aRater, aScore, aTemplate, prepareClips } from "../../../testing/builders/an-evaluation.ts";
import { listJudgingFaults } from "../../../testing/rigs/judging-faults.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { listOperations } from "../../operation-log/index.ts";
import { finishIfDone } from "./finish-evaluation.ts";

const app = runApp();
let owner: Caller;
let rita: Caller;

beforeAll(async () => {
  owner = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
  rita = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
});

const listed = async (id: string, query = ""): Promise<JudgementItem[]> =>
  (await owner.get(`/api_v1/evaluating/judgements/${id}${query}`)).body.items as JudgementItem[];

const historyOf = async (id: string): Promise<string[]> =>
  (await listOperations(app.current.db, `task:${id}`, { limit: 4 })).items.map(({ op_type }) => op_type);

const finish = (taskId: string): Promise<boolean> =>
  app.current.db
    .transaction()
    .execute((tx) =>
      finishIfDone(
        tx,
        { snapshotBoard: async () => undefined },
        { taskId, requestId: "r", at: app.current.clock.now() },
      ),
    );

describe("a clip that is made again", () => {
  it("takes its items and votes out of the count, and comes back to be judged when it is there", async () => {
    const { id, benchmark, detail } = await anEvaluation(app.current, owner, {
      prompts: 2,
      labels: ["North", "South", "East"],
      raters: [rita],
    });
    const rater = aRater(rita, id);
    for (let n = 0; n < 4; n++) await rater.judge();
    const inHand = await rater.claim(4);
    expect(inHand).toHaveLength(2);
    expect((await benchmark.regenerate(0, 0, { confirms_stale: true })).status).toBe(200);
    const { progress } = await detail();
    expect(progress).toMatchObject({ votes_needed: 4, clips_total: 5, clips_ready: 5 });
    expect(await listJudgingFaults(app.current.db, id)).toEqual([]);
    const stale = (await listed(id)).filter(({ is_stale }) => is_stale);
    expect(stale.length + progress.votes_done).toBe(4);
    const answers = await Promise.all(inHand.map(({ lease_id }) => rater.submit(lease_id)));
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.length + stale.length).toBe(2);
    for (const { body } of refused) expect(body.detail).toMatch("made again meanwhile");
    while (await rater.judge()) expect(await listJudgingFaults(app.current.db, id)).toEqual([]);
    // Every judgeable item is judged, but one clip is still being generated.
    expect((await detail()).status).toBe("Benchmarking");

    await settleCells(app.current.db, id, "Succeeded", [{ row: 0, col: 0 }]);
    expect((await detail()).progress).toMatchObject({ votes_needed: 6, clips_total: 6, clips_ready: 5 });
    const { rows } =
      await sql`select from outbox where workflow_type = 'prepareClips' and input ->> 'taskId' = ${id}`.execute(
        app.current.db,
      );
    expect(rows).toHaveLength(2);
    expect(await rater.claim()).toEqual([]);
    await prepareClips(app.current.db, id);
    expect(await listJudgingFaults(app.current.db, id)).toEqual([]);
    expect(await rater.judge()).toBeDefined();
    expect(await rater.judge()).toBeDefined();
    expect((await detail()).status).toBe("Finished");
    expect(await listJudgingFaults(app.current.db, id)).toEqual([]);
  });

  it("is waited for no longer when it fails", async () => {
    const { id, benchmark, detail } = await anEvaluation(app.current, owner, { prompts: 2, raters: [rita] });
    const rater = aRater(rita, id);
    await benchmark.regenerate(0, 0, { confirms_stale: true });
    while (await rater.judge()) expect((await detail()).progress.votes_needed).toBe(1);
    expect(await finish(id)).toBe(false);
    await settleCells(app.current.db, id, "Failed", [{ row: 0, col: 0 }]);
    expect(await finish(id)).toBe(true);
    expect(await finish(id)).toBe(false);
    expect((await detail()).status).toBe("Finished");
  });
});

describe("a clip that cannot be prepared", () => {
  it("is asked about by nobody, and the task ends without it", async () => {
    const { id, detail } = await anEvaluation(app.current, owner, {
      prompts: 2,
      labels: ["North", "South", "East"],
      raters: [rita],
      isPrepared: false,
    });
    const rater = aRater(rita, id);
    expect(await rater.claim()).toEqual([]);
    await sql`select settle_clip(id, 'failed', '{"error":"it is broken"}'::jsonb) from evaluation_clip
      where task_id = ${id} and prompt = 0 and entry = 1`.execute(app.current.db);
    await prepareClips(app.current.db, id);
    expect((await detail()).progress).toMatchObject({ votes_needed: 4, clips_ready: 5, clips_failed: 1 });
    expect(await listJudgingFaults(app.current.db, id)).toEqual([]);
    for (let n = 0; n < 4; n++) expect(await rater.judge()).toBeDefined();
    expect((await detail()).status).toBe("Finished");
  });
});

describe("the owner", () => {
  it("voids a vote with a reason; its item is asked again and nobody else may", async () => {
    const { id, detail } = await anEvaluation(app.current, owner, { prompts: 3, raters: [rita] });
    const rater = aRater(rita, id);
    const judgement_id = await rater.judge();
    const body = { judgement_id, reason: "a slip" };
    expect((await rita.post("/api_v1/evaluating/void", body)).status).toBe(403);
    const { status, body: told } = await owner.post("/api_v1/evaluating/void", body);
    expect(status).toBe(200);
    expect(told).toMatchObject({ id: judgement_id, voided: { by: owner.username, reason: "a slip" } });
    expect((await owner.post("/api_v1/evaluating/void", body)).status).toBe(409);
    expect((await detail()).progress.votes_done).toBe(0);
    for (let n = 0; n < 3; n++) expect(await rater.judge()).toBeDefined();
    expect((await detail()).status).toBe("Finished");
    expect(await listJudgingFaults(app.current.db, id)).toEqual([]);
    expect(await listed(id)).toHaveLength(4);
    expect(await listed(id, `?rater=${rita.username}&row=0`)).not.toHaveLength(0);
    expect(await listed(id, "?rater=nobody")).toEqual([]);
    const again = await owner.post("/api_v1/evaluating/void", { judgement_id: (await listed(id))[0]?.id, reason: "x" });
    expect([again.status, again.body.detail]).toEqual([409, "'Which is better': the judging is over: reopen it first"]);
  });

  it("closes with a reason and opens again; both stand in the history", async () => {
    const { id, ask, detail } = await anEvaluation(app.current, owner, { raters: [rita] });
    const rater = aRater(rita, id);
    const [item] = await rater.claim();
    expect((await rita.post(`/api_v1/evaluating/close/${id}`, { reason: "mine" })).status).toBe(403);
    const closed = await ask("close", { reason: "enough is known" });
    expect(closed.body).toMatchObject({
      status: "Finished",
      closed: { by: owner.username, reason: "enough is known" },
    });
    expect((await rater.submit(item?.lease_id ?? "")).body.detail).toBe("the judging is over");
    expect((await rater.ask("heartbeat", { lease_ids: [item?.lease_id] })).body.lost).toEqual([item?.lease_id]);
    expect((await ask("close", { reason: "again" })).status).toBe(409);
    const reopened = await ask("reopen", { reason: "one more round" });
    expect(reopened.body).toMatchObject({ status: "Benchmarking", closed: null });
    expect((await rater.submit(item?.lease_id ?? "")).status).toBe(200);
    expect((await detail()).progress.votes_done).toBe(1);
    expect(await historyOf(id)).toEqual(["Reopen_evaluation", "Close_evaluation", "Change_raters", "Start_evaluation"]);
  });

  it("replaces the raters, and releases the leases of those who were removed", async () => {
    const kenji = await aCaller(app.current);
    const { id, ask, detail } = await anEvaluation(app.current, owner, { prompts: 1, raters: [rita] });
    await aRater(rita, id).claim();
    expect((await ask("raters", { usernames: ["nobody at all"] })).status).toBe(422);
    expect((await ask("raters", { usernames: [kenji.username] })).status).toBe(200);
    expect((await aRater(rita, id).ask("claim", { task_id: id })).status).toBe(404);
    expect(await aRater(kenji, id).claim()).toHaveLength(1);
    expect((await detail()).raters.map(({ username }) => username)).toEqual([kenji.username]);
    expect(await listJudgingFaults(app.current.db, id)).toEqual([]);
  });

  it("adds pairs whose answer is known; they tell who looks and count for nothing", async () => {
    const { id, ask, detail } = await anEvaluation(app.current, owner, {
      prompts: 10,
      raters: [rita],
      plan: { gold_rate: 0.5 },
    });
    expect((await ask("gold", { row: 0, a: 1, b: 0, expected: "a" })).status).toBe(200);
    expect((await ask("gold", { row: 0, a: 0, b: 1, expected: "b" })).status).toBe(409);
    expect((await ask("gold", { row: 1, a: 0, b: 1, expected: "tie" })).status).toBe(200);
    expect((await ask("gold", { row: 77, a: 0, b: 1, expected: "tie" })).status).toBe(404);
    expect((await detail()).gold).toMatchObject([
      { row: 0, a: "North", b: "South", expected: "b" },
      { row: 1, expected: "tie" },
    ]);
    const rater = aRater(rita, id);
    while (await rater.judge({ choice: "tie" })) expect(rater.username).toBe(rita.username);
    const { progress, raters, status } = await detail();
    expect([progress.votes_done, status]).toEqual([10, "Finished"]);
    expect(raters[0]).toMatchObject({ gold_right: 1, gold_of: 2, submitted: 12 });
    const kinds = (await listed(id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "gold")).toHaveLength(2);
  });

  it("plans with the revision that was seen, and not once it has begun", async () => {
    const { id, ask, detail } = await anEvaluation(app.current, owner);
    const { plan, revision } = await detail();
    expect((await ask("plan", { ...plan, expect_revision: revision })).status).toBe(409);
    expect((await rita.post(`/api_v1/evaluating/plan/${id}`, { ...plan, expect_revision: revision })).status).toBe(403);
    expect((await rita.get(`/api_v1/evaluating/detail/${id}`)).body).toMatchObject({ plan, raters: [] });
  });
});

describe("an evaluation across benchmarks", () => {
  const finished = async (prompts: number, labels: string[]) => {
    const mode = labels.length > 1 ? "pairwise" : "rating";
    const { id, ask } = await anEvaluation(app.current, owner, { prompts, labels, plan: { mode } });
    await ask("close", { reason: "done" });
    return id;
  };

  it("compares columns of finished tasks in the prompts they share", async () => {
    const [first, second] = [await finished(3, ["North", "South"]), await finished(5, ["East"])];
    const sources = [first, second].map((task_id) => ({ task_id, column_ids: [] }));
    const body = { kind: "Evaluation", name: "Side by side", sources, request_key: randomUUID() };
    const { id } = (await owner.post("/api_v1/task/create", body)).body as { id: string };
    const path = (act: string) => `/api_v1/evaluating/${act}/${id}`;
    const start = () => owner.post(path("start"), { expect_revision: 1 });
    expect((await start()).body.detail).toMatch("choose a dimension set first");
    const plan = {
      template_id: await aTemplate(owner, [aScore()]),
      mode: "pairwise",
      judges_per_item: 1,
      aggregation: "All",
      gold_rate: 0,
      repeat_rate: 0,
      item_budget: null,
    };
    expect((await owner.post(path("plan"), { ...plan, expect_revision: 1 })).status).toBe(200);
    const { status, body: detail } = await owner.post(path("start"), { expect_revision: 2 });
    expect(status).toBe(200);
    // Both tasks share three prompts: one pair within the first task, and both of its columns against the second task's.
    expect(detail).toMatchObject({ status: "Benchmarking", progress: { votes_needed: 9, clips_total: 11 } });
    await prepareClips(app.current.db, id);
    expect((await owner.post(path("raters"), { usernames: [rita.username] })).status).toBe(200);
    const rater = aRater(rita, id);
    while (await rater.judge()) expect(id).toBeDefined();
    expect((await owner.get(path("detail"))).body.status).toBe("Finished");
    expect(await listJudgingFaults(app.current.db, id)).toEqual([]);
    expect((await owner.post(`/api_v1/task/delete/${first}`, undefined)).status).toBe(409);
    const copied = await owner.post(`/api_v1/task/duplicate/${id}`, { name: "Again", request_key: randomUUID() });
    expect((await owner.get(`/api_v1/evaluating/detail/${copied.body.id}`)).body).toMatchObject({
      status: "Init",
      plan,
    });
  });

  it("waits until all of them are finished", async () => {
    const { id: open } = await anEvaluation(app.current, owner);
    const body = {
      kind: "Evaluation",
      name: "Early",
      sources: [{ task_id: open, column_ids: [] }],
      request_key: randomUUID(),
    };
    const { id } = (await owner.post("/api_v1/task/create", body)).body as { id: string };
    const { status, body: told } = await owner.post(`/api_v1/evaluating/start/${id}`, { expect_revision: 1 });
    expect([status, told.detail]).toEqual([
      409,
      "'Which is better' is not finished: only clips that no longer change are compared",
    ]);
  });
});
