import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { anEvaluation, aRater, aScore } from "../../../testing/builders/an-evaluation.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const app = runApp();
let owner: Caller;
let rita: Caller;

beforeAll(async () => {
  owner = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
  rita = await aCaller(app.current);
});

const statusOf = async (id: string): Promise<string | undefined> =>
  (await app.current.db.selectFrom("console_task").select("status").where("id", "=", id).executeTakeFirst())?.status;

const leasesOf = (id: string) =>
  app.current.db.selectFrom("evaluation_lease").selectAll().where("task_id", "=", id).orderBy("claimed_at").execute();

const judgementsOf = (id: string) =>
  app.current.db.selectFrom("judgement").selectAll().where("task_id", "=", id).orderBy("seq").execute();

describe("starting", () => {
  it("takes in columns, prompts and clips, asks for each pair of each prompt, and orders the clips to be prepared", async () => {
    const { id, detail } = await anEvaluation(app.current, owner, {
      prompts: 3,
      labels: ["North", "South", "East"],
      samples: 2,
      plan: { judges_per_item: 2 },
    });
    const { progress, status, raters, template } = await detail();
    expect({ progress, status }).toEqual({
      status: "Benchmarking",
      progress: { votes_done: 0, votes_needed: 3 * 3 * 2 * 2, clips_ready: 18, clips_total: 18, clips_failed: 0 },
    });
    expect(raters).toEqual([]);
    expect(template?.version).toBe(1);
    const { rows } = await sql<{ workflow_type: string }>`
      select workflow_type from outbox where input ->> 'taskId' = ${id} and workflow_type = 'prepareClips'`.execute(
      app.current.db,
    );
    expect(rows).toEqual([{ workflow_type: "prepareClips" }]);
    const { body } = await owner.get("/api_v1/task/list?q=which");
    const listed = (body.items as { id: string; votes: object }[]).find((task) => task.id === id);
    expect(listed?.votes).toEqual({ done: 0, needed: 36 });
  });

  it("leaves out what was excluded, and shares a budget between the pairs", async () => {
    const { id, detail } = await anEvaluation(app.current, owner, {
      prompts: 5,
      labels: ["North", "South", "East"],
      plan: { item_budget: 7 },
    });
    expect((await detail()).progress.votes_needed).toBe(7);
    const lanes = await app.current.db
      .selectFrom("evaluation_lane")
      .select("items")
      .where("task_id", "=", id)
      .execute();
    expect(lanes.map(({ items }) => items).sort()).toEqual([2, 2, 3]);
  });

  it("can be given up as long as no answer stands, and begun anew", async () => {
    const { id, benchmark, detail } = await anEvaluation(app.current, owner, { raters: [rita] });
    const rater = aRater(rita, id);
    const judgement = await rater.judge();
    expect((await benchmark.post("stop_evaluation", undefined)).status).toBe(409);
    await rater.ask("undo", { judgement_id: judgement });
    expect((await benchmark.post("stop_evaluation", undefined)).status).toBe(200);
    expect((await detail()).progress).toMatchObject({ votes_needed: 0, clips_total: 0 });
    expect((await rater.ask("claim", { task_id: id })).status).toBe(409);
    expect((await benchmark.post("start_evaluation", undefined)).status).toBe(200);
    expect((await detail()).progress).toMatchObject({ votes_needed: 4, clips_total: 8 });
  });
});

describe("judging", () => {
  it("goes on until every vote is in, and then the task is finished with the order to keep the board", async () => {
    const { id, detail } = await anEvaluation(app.current, owner, { prompts: 3, raters: [rita] });
    const rater = aRater(rita, id);
    for (let n = 0; n < 3; n++) expect(await rater.judge()).toBeDefined();
    expect(await statusOf(id)).toBe("Finished");
    expect((await detail()).closed).toMatchObject({ by: "system" });
    expect((await rater.ask("claim", { task_id: id })).body.detail).toBe("the judging is over");
    const { rows } =
      await sql`select from outbox where workflow_type = 'keepBoard' and input ->> 'taskId' = ${id}`.execute(
        app.current.db,
      );
    expect(rows).toHaveLength(1);
    expect((await judgementsOf(id)).map(({ seq }) => Number(seq))).toEqual([1, 2, 3]);
    const { body } = await rita.get(`/api_v1/evaluating/list?task_id=${id}`);
    const [first] = body.items as { revealed: { label: string }[] }[];
    expect(first?.revealed.map(({ label }) => label).sort()).toEqual(["North", "South"]);
  });

  it("keeps the choice in the terms of the columns, whatever side they were shown on", async () => {
    const { id } = await anEvaluation(app.current, owner, { prompts: 12, raters: [rita] });
    const rater = aRater(rita, id);
    for (let n = 0; n < 11; n++) await rater.judge({ choice: null, strength: -2 });
    const judgements = await judgementsOf(id);
    expect(new Set(judgements.map(({ is_swapped }) => is_swapped)).size).toBe(2);
    for (const { is_swapped, outcome, strength } of judgements)
      expect([outcome, strength]).toEqual(is_swapped ? ["b", -2] : ["a", 2]);
    const { body } = await rita.get(`/api_v1/evaluating/list?task_id=${id}&status=submitted`);
    expect(new Set((body.items as { choice: string }[]).map(({ choice }) => choice))).toEqual(new Set(["A"]));
    expect(new Set((body.items as { strength: number }[]).map(({ strength }) => strength))).toEqual(new Set([-2]));
  });

  it("answers the same when the same answer comes again, also at once, and counts it once", async () => {
    const { id } = await anEvaluation(app.current, owner, { prompts: 6, raters: [rita] });
    const rater = aRater(rita, id);
    const [item] = await rater.claim();
    const client_id = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => rater.submit(item?.lease_id ?? "", { client_id })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.judgement_id)).size).toBe(1);
    expect(await judgementsOf(id)).toHaveLength(1);
    expect((await rater.submit(item?.lease_id ?? "")).body.detail).toBe("you have answered this item already");
    const [next] = await rater.claim();
    expect((await rater.submit(next?.lease_id ?? "", { client_id })).status).toBe(409);
  });

  it("refuses what the questions do not allow, and clips that were not watched", async () => {
    const field = aScore();
    const { id } = await anEvaluation(app.current, owner, {
      prompts: 2,
      labels: ["North"],
      raters: [rita],
      plan: { mode: "rating" },
      fields: [{ ...field, is_required: true }],
    });
    const rater = aRater(rita, id);
    const [item] = await rater.claim();
    const refusal = async (answer: object) => {
      const { status, body } = await rater.submit(item?.lease_id ?? "", { choice: null, ...answer });
      return [status, (body.detail as { loc: string }[]).map(({ loc }) => loc)];
    };
    const key = field.key;
    expect(item?.slots).toHaveLength(1);
    expect(await refusal({ answers: {} })).toEqual([422, [`answers.${key}`]]);
    expect(await refusal({ answers: { [key]: "4" } })).toEqual([422, [`answers.${key}`]]);
    expect(await refusal({ answers: { [key]: 9 } })).toEqual([422, [`answers.${key}`]]);
    expect(await refusal({ answers: { [key]: 4, other: 1 } })).toEqual([422, ["answers.other"]]);
    expect(await refusal({ answers: { [key]: 4 }, choice: "A" })).toEqual([422, ["choice"]]);
    expect(await refusal({ answers: { [key]: 4 }, watched: { A: 1.7, B: null } })).toEqual([422, ["watched.A"]]);
    const good = { choice: null, answers: { [key]: 4 }, watched: { A: 1.9, B: null } };
    expect((await rater.submit(item?.lease_id ?? "", good)).status).toBe(200);
  });

  it("takes an answer back for half a minute, and gives it again as the draft", async () => {
    const { id, detail } = await anEvaluation(app.current, owner, { prompts: 6, raters: [rita] });
    const rater = aRater(rita, id);
    await rater.claim(4);
    const [item] = await rater.claim(1);
    const mark = { t: 1, slot: "B", tag: "flicker", note: "here" };
    const told = await rater.submit(item?.lease_id ?? "", { choice: "B", marks: [mark] });
    await rater.claim(4);
    const undo = () => rater.ask("undo", { judgement_id: told.body.judgement_id });
    const { body, status } = await undo();
    expect(status).toBe(200);
    expect(body.item).toMatchObject({ lease_id: item?.lease_id, draft: { choice: "B", marks: [mark] } });
    expect((await undo()).status).toBe(200);
    expect((await detail()).progress.votes_done).toBe(0);
    expect((await leasesOf(id)).filter((lease) => lease.status === "leased")).toHaveLength(4);
    const again = await rater.submit(item?.lease_id ?? "", { choice: "A" });
    app.current.clock.advance(31_000);
    const late = await rater.ask("undo", { judgement_id: again.body.judgement_id });
    expect([late.status, late.body.detail]).toEqual([409, "an answer can be taken back for half a minute only"]);
    expect((await detail()).progress.votes_done).toBe(1);
  });

  it("keeps the draft of what was lost, and gives both back", async () => {
    const [kenji, { id }] = [
      await aCaller(app.current),
      await anEvaluation(app.current, owner, { prompts: 1, raters: [rita] }),
    ];
    const rater = aRater(rita, id);
    const [item] = await rater.claim();
    const lease_id = item?.lease_id ?? "";
    const draft = { choice: "tie", strength: null, answers: {}, marks: [] };
    const save = (choice: string, ms: number) =>
      rater.ask("draft", {
        lease_id,
        draft: { ...draft, choice },
        saved_at: new Date(app.current.clock.now().getTime() + ms).toISOString(),
      });
    expect((await save("tie", 1_000)).status).toBe(200);
    expect((await save("A", 0)).status).toBe(200);
    expect((await aRater(kenji, id).ask("draft", { lease_id, draft, saved_at: new Date().toISOString() })).status).toBe(
      404,
    );
    app.current.clock.advance(601_000);
    await sql`select sweep_leases(${app.current.clock.now()}, 100, null)`.execute(app.current.db);
    expect((await rater.ask("heartbeat", { lease_ids: [lease_id] })).body).toEqual({ kept: [], lost: [lease_id] });
    const [back] = await rater.claim();
    expect(back).toMatchObject({ lease_id, draft: { choice: "tie" } });
    expect((await rater.ask("heartbeat", { lease_ids: [lease_id] })).body).toMatchObject({ lost: [] });
  });

  it("accepts an answer to an expired lease if nobody else holds the item, and refuses it otherwise", async () => {
    const kenji = await aCaller(app.current);
    const { id } = await anEvaluation(app.current, owner, { prompts: 2, raters: [rita, kenji] });
    const [first, second] = [aRater(rita, id), aRater(kenji, id)];
    const [item] = await first.claim(1);
    const [other] = await second.claim(1);
    app.current.clock.advance(601_000);
    await sql`select sweep_leases(${app.current.clock.now()}, 100, null)`.execute(app.current.db);
    expect((await first.submit(item?.lease_id ?? "")).status).toBe(200);
    const taken = await first.claim(1);
    expect(taken).toHaveLength(1);
    expect((await second.submit(other?.lease_id ?? "")).body.detail).toMatch("went to others meanwhile");
  });

  it("offers a skipped item to other raters only, and a released one to everybody", async () => {
    const kenji = await aCaller(app.current);
    const { id } = await anEvaluation(app.current, owner, { prompts: 1, raters: [rita, kenji] });
    const [first, second] = [aRater(rita, id), aRater(kenji, id)];
    const [item] = await first.claim();
    expect((await first.ask("release", { lease_id: item?.lease_id })).status).toBe(200);
    expect(await first.claim()).toMatchObject([{ lease_id: item?.lease_id }]);
    const skipped = await first.ask("skip", { lease_id: item?.lease_id, reason: "cannot_decide" });
    expect([skipped.status, skipped.body]).toEqual([200, { next: null }]);
    expect(await first.claim()).toEqual([]);
    expect(await second.claim()).toHaveLength(1);
    const { body } = await rita.get("/api_v1/evaluating/tasks");
    const mine = (body.tasks as { task_id: string; mine: object }[]).find(({ task_id }) => task_id === id)?.mine;
    expect(mine).toMatchObject({ skipped: 1, submitted: 0, leased: 0, has_more: false });
  });
});
