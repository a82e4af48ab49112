import { setTimeout as sleep } from "node:timers/promises";
import type { LabelItem, LabelPrefill, ModelPrefillEstimate } from "@dailies/contract";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createOutgoing } from "../../../../platform/http-client/outgoing.ts";
import { newId } from "../../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../../testing/builders/a-caller.ts";
import { aLabeller, aLabelTask, type LabelTaskOptions } from "../../../../testing/builders/a-label-task.ts";
import { runDataRig } from "../../../../testing/rigs/data-rig.ts";
import {
  aModelPerformer,
  aShardedDataset,
  runLabellingModel,
  runModelPrefillDeps,
  saying,
} from "../../../../testing/rigs/labelling/model-rig.ts";
import { runApp } from "../../../../testing/rigs/start-app.ts";
import { listLabelsAt } from "../../exports/labels-at.store.ts";
import { clearPrefill } from "../apply-prefill.ts";
import { findOverPrefill } from "../prefill-clearing.store.ts";
import { askModel } from "./ask-model.ts";

const model = runLabellingModel();
const running = runApp();
const rig = runDataRig(running);
const deps = runModelPrefillDeps(model, running, rig);
let ada: Caller;
let ben: Caller;
let usual: (typeof model.current)["says"];

beforeAll(async () => {
  [ada, ben] = [await aCaller(running.current), await aCaller(running.current)];
  usual = model.current.says;
});
beforeEach(() => {
  model.current.asked.length = 0;
  model.current.says = usual;
});

const FIELDS = [
  { key: "caption", name: "Caption", help: "One sentence.", input: { kind: "caption" } },
  { key: "acts", name: "Acts", is_required: false, input: { kind: "segments", classes: ["run"] } },
];
const aTask = async (items: number, options: LabelTaskOptions = {}): Promise<string> => {
  const dataset = await aShardedDataset(rig.current, ada, items);
  return aLabelTask(rig.current, ada, { items, fields: FIELDS, dataset, ...options });
};

const ask = (taskId: string, performer_id: string, more: object = {}, by = ada) =>
  by.post(`/api_v1/label/prefill/ask/${taskId}`, { performer_id, max_items: 1_000, request_key: newId(), ...more });

const shown = async (taskId: string, id: string): Promise<LabelPrefill> => {
  const { body } = await ada.get(`/api_v1/label/prefill/list/${taskId}`);
  const found = (body.items as LabelPrefill[]).find((run) => run.id === id);
  if (!found) throw new Error("the run is not listed");
  return found;
};

/** Starts a run and does what its workflow would do. */
const runNow = async (taskId: string, performerId: string, more: object = {}): Promise<LabelPrefill> => {
  const { status, body } = await ask(taskId, performerId, more);
  expect([status, body.status]).toEqual([200, "Waiting"]);
  const id = String(body.id);
  const { signal } = new AbortController();
  while (await askModel(deps.current, id, signal));
  return shown(taskId, id);
};

const valuesOf = async (taskId: string) => {
  const rows = await running.current.db
    .selectFrom("label_item")
    .select(["seq", "prefill", "prefill_score", "prefill_id"])
    .where("task_id", "=", taskId)
    .orderBy("seq")
    .execute();
  return rows;
};

describe("prefilling a label task by a performer", () => {
  it("asks once about each item, with its own clip and the fields, and marks the values with the run", async () => {
    const guest = await aCaller(running.current, { role: "partner" });
    const taskId = await aTask(25, { people: [guest] });
    const done = await runNow(taskId, await aModelPerformer(rig.current, model.current), {
      instruction: "No colours.",
    });
    expect(done).toMatchObject({
      status: "Finished",
      format: null,
      items_read: 25,
      applied: 25,
      rows_wrong: 0,
      model: { version: "v7", asked: 25, cost: null, ended_by: null, instruction: "No colours." },
    });
    const { asked } = model.current;
    expect(new Set(asked.map(({ key }) => key)).size).toBe(25);
    expect(asked.map(({ clip }) => clip).toSorted()).toEqual(
      Array.from({ length: 25 }, (_, n) => `clip-${n}`).toSorted(),
    );
    expect(asked[0]?.prompt).toMatch(
      /No colours\.[\s\S]+"caption" \(Caption\): a text of .+ One sentence\.[\s\S]+"run"/,
    );
    expect(model.current.mostAtOnce()).toBeLessThanOrEqual(4);
    for (const { seq, prefill, prefill_score, prefill_id } of await valuesOf(taskId))
      expect([prefill, prefill_score, prefill_id]).toEqual([
        { caption: `a caption of clip-${seq - 1}` },
        0.75,
        done.id,
      ]);
    const item = await aLabeller(guest, taskId).claimOne();
    expect(item).toMatchObject({ prefill: { caption: "a caption of clip-0" }, prefill_score: 0.75 });
    expect(JSON.stringify(item)).not.toContain("Captioner");
    const timelineFor = async (by: Caller) => (await by.get(`/api_v1/label/history/${taskId}/item/1`)).body;
    expect((await timelineFor(ada)).prefill_model).toMatchObject({ version: "v7" });
    expect(await timelineFor(guest)).toMatchObject({ item: 1, prefill_model: null });
    const left = await rig.current.storage.listObjects(`catalogue/labels/${taskId}/`, { limit: 10 });
    expect(left).toEqual([]);
    expect(new URL(asked[0]?.video ?? "").searchParams.get("X-Amz-Expires")).toBe("330");
  });

  it("names the items whose answer cannot be used, and leaves those that somebody holds or that have values", async () => {
    const taskId = await aTask(7, {
      item: (n) => ({ durationUs: 1_000, ...(n === 6 && { prefill: { caption: "from a column" } }) }),
    });
    const held = await aLabeller(ben, taskId).claimOne();
    expect(held.item).toBe(1);
    const segment = { start_us: 0, end_us: 2_000, class: "run" };
    const answers: Record<string, ReturnType<typeof saying>> = {
      "clip-1": { body: { status: "completed", text: "a cat" } },
      "clip-2": saying({ "colour\0": "red" }),
      "clip-3": saying({ acts: [segment] }),
      "clip-4": { body: { status: "failed", error: { code: "policy", message: "not this one" } } },
      "clip-5": { body: { status: "completed", text: '```json\n{"values": {"caption": "fenced"}, "why": "…"}\n```' } },
    };
    model.current.says = ({ clip }) => answers[clip] ?? saying({});
    const done = await runNow(taskId, await aModelPerformer(rig.current, model.current));
    expect(done).toMatchObject({ status: "Finished", applied: 1, skipped: 0, rows_wrong: 4, items_read: 7 });
    expect(done.faults.toSorted((a, b) => a.line - b.line)).toEqual([
      { line: 2, reason: "the answer is no JSON object" },
      { line: 3, reason: "colour: the template has no such field" },
      { line: 4, reason: "a segment ends after the clip" },
      { line: 5, reason: "not this one" },
    ]);
    expect(model.current.asked.map(({ clip }) => clip).toSorted()).toEqual([1, 2, 3, 4, 5].map((n) => `clip-${n}`));
    const values = (await valuesOf(taskId)).map(({ prefill }) => prefill);
    expect(values).toEqual([null, null, null, null, null, { caption: "fenced" }, { caption: "from a column" }]);
  });

  it("asks about items with values too if that is wanted, and keeps fields that the answer does not name", async () => {
    const taskId = await aTask(1, { item: () => ({ prefill: { caption: "old", acts: [] } }) });
    const performerId = await aModelPerformer(rig.current, model.current);
    await runNow(taskId, performerId, { is_only_empty: false });
    expect((await valuesOf(taskId))[0]?.prefill).toEqual({ caption: "a caption of clip-0", acts: [] });
  });

  it("keeps to the concurrency of the performer in all runs together", async () => {
    const performerId = await aModelPerformer(rig.current, model.current, { concurrency: 2 });
    const tasks = await Promise.all([aTask(6), aTask(6), aTask(6)]);
    let [open, most] = [0, 0];
    model.current.says = async (question) => {
      open += 1;
      most = Math.max(most, open);
      // Long enough for every other run to ask as well, if it could.
      await sleep(50);
      open -= 1;
      return usual(question);
    };
    const runs = await Promise.all(tasks.map((taskId) => runNow(taskId, performerId)));
    expect(runs.map(({ applied }) => applied)).toEqual([6, 6, 6]);
    expect(most).toBe(2);
    const slots = running.current.db
      .selectFrom("performer_slot")
      .select("slot")
      .where("performer_id", "=", performerId);
    expect(await slots.where("expires_at", ">", sql<Date>`now()`).execute()).toEqual([]);
  });

  it("is named in exports of labels that start with its values, also after the item was prefilled by another", async () => {
    const taskId = await aTask(1);
    const [first, second] = [
      await aModelPerformer(rig.current, model.current),
      await aModelPerformer(rig.current, model.current),
    ];
    const person = aLabeller(ben, taskId);
    const { db, clock } = running.current;
    const exported = async (at: Date) => {
      const after = { seq: 0, user_id: "00000000-0000-0000-0000-000000000000" };
      const rows = await listLabelsAt(db, taskId, { at, after, limit: 10 });
      return rows.map(({ edited, prefill_model }) => ({ edited, prefill_model }));
    };
    await runNow(taskId, first);
    const { body } = await person.submit(await person.claimOne(), { caption: "a caption of clip-0", acts: [] });
    const before = clock.now();
    const told = [{ edited: { caption: false }, prefill_model: { name: `Captioner ${first}`, version: "v7" } }];
    expect(await exported(before)).toEqual(told);

    clock.advance(1_000);
    const undone = await person.ask("undo", { revision_id: body.revision_id });
    const { lease_id } = undone.body.item as LabelItem;
    expect((await person.ask("release", { lease_id })).status).toBe(200);
    await runNow(taskId, second, { is_only_empty: false });
    await person.submit(await person.claimOne(), { caption: "another", acts: [] });
    expect(await exported(before)).toEqual(told);
    expect(await exported(clock.now())).toEqual([
      { edited: { caption: true }, prefill_model: { name: `Captioner ${second}`, version: "v7" } },
    ]);
  });

  it("leaves an item that is labelled while the performer thinks", async () => {
    const taskId = await aTask(1);
    model.current.says = async (question) => {
      const person = aLabeller(ben, taskId);
      await person.submit(await person.claimOne());
      return usual(question);
    };
    const done = await runNow(taskId, await aModelPerformer(rig.current, model.current));
    expect(done).toMatchObject({ applied: 0, skipped: 1, rows_read: 1 });
    expect((await valuesOf(taskId))[0]?.prefill).toBeNull();
  });

  it("goes on after a worker that died, without counting a question twice", async () => {
    const taskId = await aTask(3);
    const performerId = await aModelPerformer(rig.current, model.current, { concurrency: 1 });
    const { body } = await ask(taskId, performerId);
    const dying = new AbortController();
    model.current.says = (question) => {
      if (question.clip === "clip-1") dying.abort(new Error("the worker stops"));
      return usual(question);
    };
    await expect(askModel(deps.current, String(body.id), dying.signal)).rejects.toThrow();
    model.current.says = usual;
    while (await askModel(deps.current, String(body.id), new AbortController().signal));
    const done = await shown(taskId, String(body.id));
    expect(done).toMatchObject({ status: "Finished", applied: 3, model: { asked: 3 } });
    expect(model.current.asked.map(({ clip }) => clip)).toEqual(["clip-0", "clip-1", "clip-1", "clip-2"]);
    expect(new Set(model.current.asked.map(({ key }) => key)).size).toBe(3);
  });

  it("waits for a performer that is away, and fails only if it stays away", async () => {
    const taskId = await aTask(3);
    const performerId = await aModelPerformer(rig.current, model.current);
    const { body } = await ask(taskId, performerId);
    await sql`update performer set endpoint = 'http://127.0.0.1:1' where id = ${performerId}`.execute(rig.current.db);
    const away = createOutgoing({ trustedOrigins: ["http://127.0.0.1:1"] });
    const { signal } = new AbortController();
    const failing = askModel({ ...deps.current, outgoing: away }, String(body.id), signal);
    await expect(failing).rejects.toMatchObject({ code: "upstream_failed" });
    away.close();
    expect(await shown(taskId, String(body.id))).toMatchObject({ status: "Running", applied: 0, rows_wrong: 0 });
    await sql`update performer set endpoint = ${model.current.url} where id = ${performerId}`.execute(rig.current.db);
    while (await askModel(deps.current, String(body.id), signal));
    expect(await shown(taskId, String(body.id))).toMatchObject({ status: "Finished", applied: 3, model: { asked: 3 } });
  }, 60_000);
});

describe("the limits of a run", () => {
  const PER_CALL = { unit: "call", unit_price_micros: 2_000 } as const;

  it("end it after the items that were allowed, and the next one goes on with the rest", async () => {
    const taskId = await aTask(5);
    const performerId = await aModelPerformer(rig.current, model.current);
    const first = await runNow(taskId, performerId, { max_items: 2 });
    expect(first).toMatchObject({ status: "Finished", applied: 2, model: { asked: 2, ended_by: "max_items" } });
    const second = await runNow(taskId, performerId);
    expect(second).toMatchObject({ applied: 3, model: { asked: 3, ended_by: null } });
    expect(model.current.asked).toHaveLength(5);
  });

  it("end it before it would cost more", async () => {
    const taskId = await aTask(5);
    const performerId = await aModelPerformer(rig.current, model.current, { pricing: PER_CALL });
    const done = await runNow(taskId, performerId, { max_cost_micros: 7_000 });
    const cost = { amount_micros: 6_000, currency: "USD" };
    expect(done).toMatchObject({ status: "Finished", applied: 3, model: { asked: 3, cost, ended_by: "max_cost" } });
    expect(model.current.asked).toHaveLength(3);
  });

  it("are told before, by the length of the clips, and refused where the price is not known", async () => {
    const taskId = await aTask(4, { item: (n) => ({ durationUs: n < 2 ? 2_000_000 : 4_000_000 }) });
    const pricing = { unit: "second", unit_price_micros: 100 } as const;
    const estimate = async (performer_id: string, max_items: number): Promise<ModelPrefillEstimate> =>
      (await ada.post(`/api_v1/label/prefill/estimate/${taskId}`, { performer_id, max_items }))
        .body as unknown as ModelPrefillEstimate;
    const bySecond = await aModelPerformer(rig.current, model.current, { pricing });
    expect(await estimate(bySecond, 3)).toMatchObject({ items: 3, cost: { amount_micros: 900, currency: "USD" } });
    expect((await estimate(bySecond, 30)).items).toBe(4);
    const free = await aModelPerformer(rig.current, model.current);
    expect(await estimate(free, 30)).toMatchObject({ items: 4, cost: null });
    expect((await ask(taskId, free, { max_cost_micros: 10 })).status).toBe(409);
    const done = await runNow(taskId, bySecond);
    expect(done.model?.cost?.amount_micros).toBe(1_200);
  });

  it("are kept for a clip whose length nobody knows: it is not asked about", async () => {
    const taskId = await aTask(2, { item: (n) => (n === 0 ? { durationUs: null } : {}) });
    const pricing = { unit: "second", unit_price_micros: 100 } as const;
    const performerId = await aModelPerformer(rig.current, model.current, { pricing });
    const done = await runNow(taskId, performerId, { max_cost_micros: 5_000 });
    expect(done).toMatchObject({ applied: 1, rows_wrong: 1, faults: [{ line: 1 }] });
    expect(model.current.asked).toHaveLength(1);
  });
});

describe("a run of a performer", () => {
  it("is started once for each form, and alone in its task", async () => {
    const taskId = await aTask(1);
    const performerId = await aModelPerformer(rig.current, model.current);
    const request_key = newId();
    const [first, second] = [
      await ask(taskId, performerId, { request_key }),
      await ask(taskId, performerId, { request_key }),
    ];
    expect(second.body.id).toBe(first.body.id);
    expect((await ask(taskId, performerId)).status).toBe(409);
    const outbox = await running.current.db
      .selectFrom("outbox")
      .select(["workflow_type", "input"])
      .where("workflow_id", "=", `label-prefill/${String(first.body.id)}`)
      .execute();
    expect(outbox).toMatchObject([{ workflow_type: "prefillLabelTask", input: { source: "model" } }]);
  });

  it("asks nothing more after it was cancelled, and its copies are removed", async () => {
    const taskId = await aTask(3);
    const performerId = await aModelPerformer(rig.current, model.current, { concurrency: 1 });
    const { body } = await ask(taskId, performerId);
    const id = String(body.id);
    model.current.says = async (question) => {
      await ben.post(`/api_v1/label/prefill/cancel/${id}`, {});
      return usual(question);
    };
    expect(await askModel(deps.current, id, new AbortController().signal)).toBe(false);
    expect(model.current.asked).toHaveLength(1);
    expect(await shown(taskId, id)).toMatchObject({ status: "Cancelled", applied: 0 });
    const key = `catalogue/labels/${taskId}/prefill/${id}/2`;
    await rig.current.storage.putObject(key, Buffer.from("left"), { contentType: "video/mp4" });
    const over = await findOverPrefill(rig.current.db, id);
    if (over) await clearPrefill(rig.current.data, over, new AbortController().signal);
    expect(await rig.current.storage.headObject(key)).toBeUndefined();
  });

  it("ends when the performer gets another version, because the values are marked with the one that was chosen", async () => {
    const taskId = await aTask(1);
    const performerId = await aModelPerformer(rig.current, model.current);
    const { body } = await ask(taskId, performerId);
    await sql`update performer set version = 'v8' where id = ${performerId}`.execute(rig.current.db);
    const asking = askModel(deps.current, String(body.id), new AbortController().signal);
    await expect(asking).rejects.toMatchObject({ code: "conflict" });
    expect(model.current.asked).toEqual([]);
  });

  it("needs a performer that answers in words and that the caller may use", async () => {
    const taskId = await aTask(1);
    const own = await aModelPerformer(rig.current, model.current, { isShared: false });
    const scorer = await aModelPerformer(rig.current, model.current, {
      config: { submit_path: "/s", poll_path: "/s", score_at: "/score" },
    });
    const generator = await aModelPerformer(rig.current, model.current, { kind: "model" });
    for (const id of [own, scorer, generator, newId()]) expect((await ask(taskId, id)).status).toBe(404);
    const names = async (by: Caller): Promise<string[]> =>
      ((await by.get("/api_v1/label/prefill/performers")).body.items as { id: string }[]).map(({ id }) => id);
    const listed = await names(ada);
    for (const id of [own, scorer, generator]) expect(listed).not.toContain(id);
    const manager = await aCaller(running.current, { permissions: ["PERFORMER_PLAYGROUND"] });
    expect(await names(manager)).toContain(own);
    const guest = await aCaller(running.current, { role: "partner" });
    expect((await guest.get("/api_v1/label/prefill/performers")).status).toBe(403);
    expect((await ask(taskId, own, {}, guest)).status).toBe(403);
    expect((await ask(taskId, own, {}, manager)).status).toBe(200);
  });

  it("is refused for items of two clips, for a task that is not open, and for words that the performer does not take", async () => {
    const performerId = await aModelPerformer(rig.current, model.current);
    const pairs = await aLabelTask(rig.current, ada, {
      isPairwise: true,
      fields: [{ key: "better", name: "Better", input: { kind: "pairwise" } }],
    });
    expect((await ask(pairs, performerId)).status).toBe(409);
    const taskId = await aTask(1);
    const short = [{ key: "prompt", label: "Prompt", role: "prompt", spec: { type: "text", max_length: 100 } }];
    await sql`update performer set input_schema = ${JSON.stringify(short)}::jsonb || input_schema[1]
      where id = ${performerId}`.execute(rig.current.db);
    expect((await ask(taskId, performerId)).status).toBe(409);
    await ada.post(`/api_v1/label/task/status/${taskId}`, { action: "close" });
    expect((await ask(taskId, await aModelPerformer(rig.current, model.current))).status).toBe(409);
  });
});
