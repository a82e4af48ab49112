import { randomUUID } from "node:crypto";
import { contract, PERMISSION_CODES, type Route } from "@dailies/contract";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { aGeneratedBenchmark, anEvaluation, aRater } from "../../testing/builders/an-evaluation.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { type SealedTask, TASK_SCOPED, UNSCOPED_CALLS, UNSCOPED_GROUPS } from "../../testing/rigs/task-scoped-calls.ts";

const app = runApp();
const LABELS = ["Northern Model", "Southern Model"];

const callsOf = (): Map<string, Route> =>
  new Map(
    Object.entries(contract).flatMap(([group, routes]) =>
      Object.entries(routes).map(([name, route]) => [`${group}.${name}`, route as Route] as const),
    ),
  );

interface Sealed {
  readonly task: SealedTask;
  readonly owner: Caller;
  /** Texts that identify a model, a column, a job or a clip. */
  readonly secrets: readonly string[];
}

/** As the workers store clips: generated, and referenced by their jobs. */
const refer = async (taskId: string): Promise<void> => {
  const { db } = app.current;
  await sql`update asset set origin = 'generated'
    where id in (select asset_id from performer_task where task_id = ${taskId})`.execute(db);
  await sql`insert into asset_reference (asset_id, kind, ref_id, label)
    select asset_id, 'call', id::text, 'Northern Model' from performer_task where task_id = ${taskId} and asset_id is not null
    `.execute(db);
};

/** An open judging with labelled clips, one judgement, and an export of the rater from before. */
const sealedFor = async (rater: Caller, { isMember = false, isOwner = false } = {}): Promise<Sealed> => {
  const { current } = app;
  const { db } = current;
  const owner = isOwner ? rater : await aCaller(current, { permissions: ["USE_VERSION_1_0"] });
  const another = await aCaller(current);
  const labels = LABELS.map((label) => `${label} ${randomUUID()}`);
  const { id } = await anEvaluation(current, owner, {
    labels,
    raters: [rater, another],
    plan: { judges_per_item: 2 },
  });
  if (isMember) await db.insertInto("task_member").values({ task_id: id, user_id: rater.id }).execute();
  await refer(id);
  const judgementId = (await aRater(another, id).judge()) ?? "";
  const other = await aGeneratedBenchmark(current, owner);
  const job = await db.selectFrom("performer_task").selectAll().where("task_id", "=", id).executeTakeFirstOrThrow();
  const columns = await db.selectFrom("benchmark_column").selectAll().where("task_id", "=", id).execute();
  const row = await db.selectFrom("benchmark_row").select("id").where("task_id", "=", id).executeTakeFirstOrThrow();
  const exportId = randomUUID();
  await sql`insert into export_job (id, task_ids, rows, aggregation, media, target, status, created_by, request_key,
      created_at, finished_at, object_key, result_url)
    values (${exportId}, ${[id]}::uuid[], 'cells', 'All', 'none', '{"kind":"csv"}', 'Finished', ${rater.id},
      ${randomUUID()}, now(), now(), 'exports/secret-key.csv', null)`.execute(db);
  const jobs = await db.selectFrom("performer_task").select(["id", "asset_id"]).where("task_id", "=", id).execute();
  return {
    owner,
    task: {
      taskId: id,
      otherTaskId: other.id,
      columnId: columns[0]?.id ?? "",
      rowId: row.id,
      jobId: job.id,
      assetId: job.asset_id ?? "",
      exportId,
      judgementId,
      performerId: job.performer_id,
    },
    secrets: [
      ...labels,
      "secret-key",
      ...columns.map((column) => column.id),
      ...jobs.flatMap(({ id: jobId, asset_id: assetId }) => [jobId, assetId ?? ""]),
    ],
  };
};

const everyPermission = () => aCaller(app.current, { permissions: [...PERMISSION_CODES] });

const ask = async (caller: Caller, route: Route, { path, body }: { path: string; body?: unknown }) => {
  const response = await app.current.app.http.inject({
    method: route.method,
    url: path,
    cookies: caller.cookies,
    headers: { "sec-fetch-site": "same-origin" },
    ...(body === undefined ? {} : { payload: body as object }),
  });
  return { status: response.statusCode, text: response.body + JSON.stringify(response.headers) };
};

const routeOf = (call: string): Route => {
  const route = callsOf().get(call);
  if (!route) throw new Error(`the contract has no call ${call}`);
  return route;
};

/** An id that the caller sent may come back. */
const unsent = (secrets: readonly string[], request: object): string[] => {
  const sent = JSON.stringify(request);
  return secrets.filter((secret) => !sent.includes(secret));
};

const leaks = (call: string, text: string, secrets: readonly string[]): string[] =>
  secrets.filter((secret) => text.includes(secret)).map((secret) => `${call} shows ${secret}`);

describe("the contract", () => {
  it("names every call as about tasks or not, so that a new call cannot forget raters", () => {
    const unknown = [...callsOf().keys()].filter(
      (call) =>
        !(call in TASK_SCOPED || UNSCOPED_CALLS.includes(call) || UNSCOPED_GROUPS.includes(call.split(".")[0] ?? "")),
    );
    expect(unknown).toEqual([]);
    const gone = [...Object.keys(TASK_SCOPED), ...UNSCOPED_CALLS].filter((call) => !callsOf().has(call));
    expect(gone).toEqual([]);
  });
});

describe("a rater of an open judging", () => {
  it.each([
    ["holds every permission", {}],
    ["is a member of the task and holds every permission", { isMember: true }],
    ["owns the task and was chosen as a rater", { isOwner: true }],
  ])("is refused by every call that shows models, when the rater %s", async (_who, how) => {
    const rater = await everyPermission();
    const { task, secrets } = await sealedFor(rater, how);
    const faults: string[] = [];
    for (const [call, expected] of Object.entries(TASK_SCOPED)) {
      // The owner of a task may delete it, which would end the test.
      if (call === "tasks.deleteTask" && "isOwner" in how) continue;
      const request = expected.ask(task);
      const { status, text } = await ask(rater, routeOf(call), request);
      if (expected.outcome === "refused" && status !== 403) faults.push(`${call} answered ${status}: ${text}`);
      faults.push(...leaks(`${call} ${status}`, text, unsent(secrets, request)));
    }
    expect(faults).toEqual([]);
  });

  it("learns nothing from any GET of the contract, whatever id it is called with", async () => {
    const rater = await everyPermission();
    const { task, secrets } = await sealedFor(rater, { isMember: true });
    const faults: string[] = [];
    const reads = [...callsOf()].filter(([, { method, path }]) => method === "GET" && !/events|logout/.test(path));
    for (const [call, route] of reads) {
      for (const id of [task.taskId, task.assetId, task.jobId, task.exportId]) {
        const path = route.path.replace(/:(\w+)/g, (_, name: string) => (/row|col|prompt/.test(name) ? "0" : id));
        const query = route.query ? `?id=${id}&task_id=${id}&row_from=0&row_to=5&col_from=0&col_to=5` : "";
        const request = { path: path + query };
        const { status, text } = await ask(rater, route, request);
        faults.push(...leaks(`${call} ${status}`, text, unsent(secrets, request)));
      }
    }
    expect(faults).toEqual([]);
  });

  it("sees everything again when judging is closed, and as soon as the owner removes them", async () => {
    const [rater, second] = [await everyPermission(), await everyPermission()];
    const { task, owner } = await sealedFor(rater);
    const path = `/api_v1/task/benchmark/detail/${task.taskId}`;
    expect(
      (await owner.post(`/api_v1/evaluating/raters/${task.taskId}`, { usernames: [second.username] })).status,
    ).toBe(200);
    expect((await rater.get(path)).status).toBe(200);
    expect((await second.get(path)).status).toBe(403);
    await owner.post(`/api_v1/evaluating/close/${task.taskId}`, { reason: "enough" });
    expect((await second.get(path)).status).toBe(200);
    expect((await second.get(`/api_v1/leaderboard/${task.taskId}`)).status).toBe(200);
  });

  it("gets no clip that another task reuses from the judged one, in its grid or among its jobs", async () => {
    const rater = await everyPermission();
    const { task } = await sealedFor(rater);
    const { db } = app.current;
    const other = `/api_v1/task/benchmark/cells/${task.otherTaskId}?row_from=0&row_to=5&col_from=0&col_to=5`;
    await sql`update performer_task set asset_id = ${task.assetId} where task_id = ${task.otherTaskId}`.execute(db);
    const { status, body } = await rater.get(other);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain(task.assetId);
    const { body: list } = await rater.get("/api_v1/performer/task/list?page_size=100");
    expect(JSON.stringify(list)).not.toContain(`${task.assetId}"`);
  });
});

describe("an evaluation across benchmarks", () => {
  let owner: Caller;
  beforeAll(async () => {
    owner = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
  });

  it("hides the benchmarks whose clips it judges, and other evaluations of them", async () => {
    const rater = await everyPermission();
    const first = await anEvaluation(app.current, owner, { labels: LABELS, raters: [await aCaller(app.current)] });
    await first.ask("close", { reason: "enough" });
    expect((await rater.get(`/api_v1/leaderboard/${first.id}`)).status).toBe(200);
    const { rows } = await sql<{ id: string }>`
      insert into console_task (id, kind, name, description, status, owner_id, request_key, created_at, updated_at)
      values (${randomUUID()}, 'Evaluation', 'across', '', 'Benchmarking', ${owner.id}, ${randomUUID()}, now(), now())
      returning id`.execute(app.current.db);
    const across = rows[0]?.id ?? "";
    await sql`insert into evaluation (task_id, template_id, template_version, mode, judges_per_item, aggregation, gold_rate,
        repeat_rate, seed, started_at)
      select ${across}, template_id, template_version, mode, 1, 'All', 0, 0, 1, now() from evaluation
      where task_id = ${first.id}`.execute(app.current.db);
    await sql`insert into evaluation_entry select ${across}, entry, source_task_id, column_id, label, performer,
      performer_version, is_baseline from evaluation_entry where task_id = ${first.id}`.execute(app.current.db);
    await sql`insert into evaluation_rater (task_id, user_id) values (${across}, ${rater.id})`.execute(app.current.db);
    expect((await rater.get(`/api_v1/leaderboard/${first.id}`)).status).toBe(403);
    expect((await rater.get(`/api_v1/task/benchmark/detail/${first.id}`)).status).toBe(403);
  });
});
