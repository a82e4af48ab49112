import { randomUUID } from "node:crypto";
import type { TaskDetail, TaskItem } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { aBenchmark, openBenchmark, settleCells } from "../../testing/builders/a-benchmark.ts";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { aPricedPerformer } from "../../testing/builders/a-priced-performer.ts";
import { type Answer, runApp } from "../../testing/rigs/start-app.ts";
import { listOperations } from "../operation-log/index.ts";

const app = runApp();
let rita: Caller;
let kenji: Caller;
let admin: Caller;

beforeAll(async () => {
  rita = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
  kenji = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
  admin = await aCaller(app.current, { permissions: ["USE_VERSION_1_0", "ADMIN_MANAGE_R"] });
});

const bench = (name: string, more: object = {}) => ({ kind: "Benchmark", name, request_key: randomUUID(), ...more });
const create = async (caller: Caller, body: object): Promise<TaskItem> => {
  const answer = await caller.post("/api_v1/task/create", body);
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ kind: expect.any(String) })]);
  return answer.body as unknown as TaskItem;
};
const detailOf = async (caller: Caller, id: string): Promise<TaskDetail> =>
  (await caller.get(`/api_v1/task/detail/${id}`)).body as unknown as TaskDetail;
const list = async (caller: Caller, query = ""): Promise<{ items: TaskItem[]; total: number }> =>
  (await caller.get(`/api_v1/task/list${query}`)).body as unknown as { items: TaskItem[]; total: number };
const opTypes = async (id: string): Promise<string[]> =>
  (await listOperations(app.current.db, `task:${id}`, { limit: 20 })).items.map(({ op_type }) => op_type);
const words = ({ status, body }: Answer): unknown[] => [status, body.detail];

describe("creating", () => {
  it("makes one task for each form, of every kind", async () => {
    const body = bench("One of it", { description: "why", tags: ["t2v", "t2v", "june"] });
    const [first, second] = await Promise.all([create(rita, body), create(rita, body)]);
    expect(second.id).toBe(first.id);
    expect(first).toMatchObject({
      status: "Init",
      owner: rita.username,
      is_mine: true,
      tags: ["t2v", "june"],
      rows: 0,
    });
    expect(first.progress).toMatchObject({ total: 0 });
    expect(first.spend).toMatchObject({ currency: "USD", actual_micros: 0, budget_micros: null });
    const processing = await create(rita, {
      kind: "DataProcessing",
      name: "Captions",
      request_key: randomUUID(),
      source: "kitchen clips",
      output: "captioned",
    });
    expect(processing).toMatchObject({ progress: null, spend: null, votes: null });
    expect((await detailOf(rita, processing.id)).settings).toEqual({ source: "kitchen clips", output: "captioned" });
    expect(await opTypes(first.id)).toEqual(["Create_task"]);
  });

  it("checks what an evaluation compares and what a processing step uses", async () => {
    const benchmark = await create(rita, bench("Source"));
    const evaluation = (task_id: string, column_ids: string[] = []) => ({
      kind: "Evaluation",
      name: "Compare",
      request_key: randomUUID(),
      sources: [{ task_id, column_ids }],
    });
    await create(kenji, evaluation(benchmark.id));
    expect((await rita.post("/api_v1/task/create", evaluation(randomUUID()))).status).toBe(404);
    expect((await rita.post("/api_v1/task/create", evaluation(benchmark.id, [randomUUID()]))).status).toBe(404);
    const unknown = { kind: "DataProcessing", name: "x", request_key: randomUUID(), source: "a", output: "b" };
    const refused = await rita.post("/api_v1/task/create", { ...unknown, performer_id: randomUUID() });
    expect(refused.status).toBe(404);
  });

  it("from the sample needs a performer, and then is ready to generate", async () => {
    const refused = await rita.post("/api_v1/task/create", bench("Sample", { is_sample: true }));
    expect(words(refused)).toEqual([
      409,
      "the sample needs a performer: register one in the performer playground first",
    ]);
    await aPricedPerformer(app.current.db, { name: "Shared one" });
    const task = await create(rita, bench("Sample", { is_sample: true }));
    expect(task).toMatchObject({ rows: 8, columns: 3, progress: { total: 24, waiting: 24 } });
    const benchmark = openBenchmark(rita, task.id);
    expect((await benchmark.detail()).columns_list.map(({ params }) => params)).toEqual([
      {},
      { seconds: 1 },
      { size: "1280x720" },
    ]);
    expect(await benchmark.dryRun()).toMatchObject({ calls: 24, faults: [] });
  });
});

describe("listing", () => {
  it("pages from one, ten at a time, and tells the exact total beyond the end too", async () => {
    const tag = `p${randomUUID().slice(0, 8)}`;
    for (let n = 0; n < 12; n++) {
      await create(rita, bench(`Page ${String(n).padStart(2, "0")}`, { tags: [tag] }));
      app.current.clock.advance(1_000);
    }
    const first = await list(rita, `?tag=${tag}&sort=name&order=asc`);
    expect([first.items.length, first.total, first.items[0]?.name]).toEqual([10, 12, "Page 00"]);
    const last = await list(rita, `?tag=${tag}&sort=name&order=asc&page=2`);
    expect(last.items.map(({ name }) => name)).toEqual(["Page 10", "Page 11"]);
    expect(await list(rita, `?tag=${tag}&page=9`)).toEqual({ items: [], total: 12 });
    expect((await rita.get("/api_v1/task/list?page=0")).status).toBe(422);
    const newest = await list(rita, `?tag=${tag}&sort=created_at`);
    expect(newest.items[0]?.name).toBe("Page 11");
  });

  it("filters by words, kind, status, owner and archive", async () => {
    const mark = randomUUID().slice(0, 8);
    const mine = await create(rita, bench(`Größe_${mark}`));
    const kenjis = await create(kenji, bench(`other ${mark}`));
    const named = (query: string) => list(rita, `?q=${encodeURIComponent(mark)}${query}`);
    expect((await named("")).total).toBe(2);
    expect((await list(rita, `?q=${encodeURIComponent(`GRÖSSE_${mark}`)}`)).total).toBe(0);
    expect((await list(rita, `?q=${encodeURIComponent(`größe_${mark}`)}`)).total).toBe(1);
    expect((await list(rita, `?q=${encodeURIComponent(`%${mark}`)}`)).total).toBe(0);
    expect((await named("&kind=Evaluation")).total).toBe(0);
    expect((await named("&status=Init")).total).toBe(2);
    expect((await named("&is_mine=true")).items.map(({ id }) => id)).toEqual([mine.id]);
    expect((await named("&is_mine=false")).items.map(({ id, is_mine }) => [id, is_mine])).toEqual([[kenjis.id, false]]);
    await rita.post("/api_v1/task/archive", { ids: [mine.id], is_archived: true });
    expect((await named("&is_archived=true")).items.map(({ id }) => id)).toEqual([mine.id]);
    expect((await named("")).items.map(({ id }) => id)).toEqual([kenjis.id]);
  });
});

describe("changing", () => {
  it("is for the owner and the members, at the revision they saw", async () => {
    const task = await create(rita, bench("Before"));
    const update = (caller: Caller, body: object) => caller.post(`/api_v1/task/update/${task.id}`, body);
    expect((await update(kenji, { expect_revision: 1, name: "Mine now" })).status).toBe(403);
    const renamed = await update(rita, { expect_revision: 1, name: "After", members: [kenji.username, rita.username] });
    expect(renamed.body).toMatchObject({ name: "After", revision: 2, members: [{ username: kenji.username }] });
    expect(words(await update(kenji, { expect_revision: 1, name: "x" }))).toEqual([
      409,
      "'After' was changed meanwhile: it is at revision 2, you saw 1",
    ]);
    expect((await update(kenji, { expect_revision: 2, tags: ["a"] })).status).toBe(200);
    expect((await update(rita, { expect_revision: 3, members: ["nobody.here"] })).status).toBe(422);
    expect((await detailOf(rita, task.id)).revision).toBe(3);
    expect(await opTypes(task.id)).toEqual(["Update_task", "Update_task", "Create_task"]);
  });

  it("archives all or none", async () => {
    const [a, b] = [await create(rita, bench("a")), await create(kenji, bench("b"))];
    const archive = (ids: string[]) => rita.post("/api_v1/task/archive", { ids, is_archived: true });
    expect((await archive([a.id, b.id])).status).toBe(403);
    expect((await archive([a.id, randomUUID()])).status).toBe(404);
    expect((await archive([a.id, a.id])).body).toEqual({ changed: 1 });
    expect((await archive([a.id])).body).toEqual({ changed: 0 });
    expect(await opTypes(a.id)).toEqual(["Archive_task", "Create_task"]);
  });

  it("copies the definition for people who may see it, without clips", async () => {
    const performer = await aPricedPerformer(app.current.db);
    const from = await aBenchmark(rita, { prompts: ["a", "b"], performerIds: [performer.id], samples: 2 });
    await from.generate();
    await settleCells(app.current.db, from.id, "Succeeded");
    const body = { name: "Copy", request_key: randomUUID() };
    const copies = await Promise.all([1, 2].map(() => kenji.post(`/api_v1/task/duplicate/${from.id}`, body)));
    expect(copies.map(({ body: copy }) => copy.id)).toEqual([copies[0]?.body.id, copies[0]?.body.id]);
    expect(copies[0]?.body).toMatchObject({
      name: "Copy",
      status: "Init",
      owner: kenji.username,
      rows: 2,
      columns: 1,
      progress: { total: 4, waiting: 4, succeeded: 0 },
    });
    expect((await from.detail()).progress?.succeeded).toBe(4);
  });
});

describe("deleting", () => {
  it("cancels what runs, keeps what succeeded, and can be repeated", async () => {
    const performer = await aPricedPerformer(app.current.db);
    const benchmark = await aBenchmark(rita, { prompts: ["a", "b"], performerIds: [performer.id] });
    await benchmark.generate();
    await settleCells(app.current.db, benchmark.id, "Succeeded", [{ row: 0, col: 0 }]);
    const remove = (caller: Caller) => caller.post(`/api_v1/task/delete/${benchmark.id}`, undefined);
    expect((await remove(kenji)).status).toBe(403);
    expect((await Promise.all([remove(rita), remove(rita)])).map(({ status }) => status)).toEqual([200, 200]);
    expect([(await remove(rita)).status, (await remove(kenji)).status]).toEqual([200, 403]);
    const calls = await app.current.db
      .selectFrom("performer_task")
      .select("status")
      .where("task_id", "=", benchmark.id)
      .orderBy("id")
      .execute();
    expect(calls.map(({ status }) => status)).toEqual(["Succeeded", "Cancelled"]);
    expect(await opTypes(benchmark.id)).toContain("Delete_task");
    for (const path of ["task/detail", "task/benchmark/detail", "task/benchmark/rows"])
      expect((await rita.get(`/api_v1/${path}/${benchmark.id}`)).status).toBe(404);
    expect((await benchmark.post("generate_data", {})).status).toBe(404);
    expect((await list(rita, "?page_size=100")).items.map(({ id }) => id)).not.toContain(benchmark.id);
  });

  it("is open to administrators, and a form does not bring a deleted task back", async () => {
    const body = bench("Gone");
    const task = await create(rita, body);
    expect((await admin.post(`/api_v1/task/delete/${task.id}`, undefined)).status).toBe(200);
    expect((await rita.post("/api_v1/task/create", body)).status).toBe(409);
    expect((await rita.post(`/api_v1/task/delete/${randomUUID()}`, undefined)).status).toBe(404);
  });
});
