import { randomUUID } from "node:crypto";
import {
  LINEAGE_KINDS,
  type Lineage,
  type LineageGraph,
  type LineageKind,
  type LineageObject,
} from "@dailies/contract";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../platform/ids.ts";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { aPricedPerformer } from "../../testing/builders/a-priced-performer.ts";
import { anEvaluation, aRater } from "../../testing/builders/an-evaluation.ts";
import { aPackage, aPackageOrigin, type PackageOrigin } from "../../testing/builders/packages/a-package.ts";
import { runDataRig } from "../../testing/rigs/data-rig.ts";
import { type ExperimentsRig, openExperiments } from "../../testing/rigs/experiments/experiments-rig.ts";
import { runApp } from "../../testing/rigs/start-app.ts";

const running = runApp();
const data = runDataRig(running);
const V1 = ["USE_VERSION_1_0"] as const;
let rig: ExperimentsRig;
let maker: Caller;
let colleague: Caller;
let plain: Caller;
let origin: PackageOrigin;

beforeAll(async () => {
  rig = await openExperiments(running.current);
  maker = await aCaller(running.current, { permissions: [...V1, "PERFORMER_PLAYGROUND"] });
  colleague = await aCaller(running.current, { permissions: [...V1] });
  plain = await aCaller(running.current);
  origin = await aPackageOrigin(data.current, maker.id);
});

const near = async (by: Caller, kind: LineageKind, id: string, query = ""): Promise<Lineage> => {
  const { status, body } = await by.get(`/api_v1/lineage/near/${kind}/${id}${query}`);
  expect([status, body]).toMatchObject([200, {}]);
  return body as unknown as Lineage;
};
const graphOf = async (by: Caller, kind: LineageKind, id: string, query = ""): Promise<LineageGraph> => {
  const { status, body } = await by.get(`/api_v1/lineage/graph/${kind}/${id}${query}`);
  expect([status, body]).toMatchObject([200, {}]);
  return body as unknown as LineageGraph;
};
const idsOf = ({ groups }: Lineage["uses"], kind: LineageKind): string[] =>
  groups.find((group) => group.kind === kind)?.items.map(({ id }) => id) ?? [];
const kindsOf = ({ groups }: Lineage["uses"]): string[] => groups.map(({ kind }) => kind);

const makeTask = async (by: Caller, more: object = {}): Promise<string> => {
  const body = { kind: "Benchmark", name: `benchmark ${newId()}`, request_key: randomUUID(), ...more };
  const made = await by.post("/api_v1/task/create", body);
  expect([made.status, made.body]).toMatchObject([200, {}]);
  return String(made.body.id);
};
const addColumn = async (by: Caller, taskId: string, body: object) => {
  const { revision } = (await by.get(`/api_v1/task/detail/${taskId}`)).body;
  return by.post(`/api_v1/task/benchmark/add_column/${taskId}`, { expect_revision: revision, params: {}, ...body });
};

interface Chain {
  readonly packageId: string;
  readonly runId: string;
  readonly performerId: string;
  readonly taskId: string;
}

/** From a package to a run, a performer and the board of a judged benchmark. */
const aChain = async (raters: readonly Caller[] = []): Promise<Chain> => {
  const { id: packageId } = await aPackage(data.current, origin);
  const runId = await rig.aRun({ name: `run ${newId()}`, inputs: [{ kind: "package", id: packageId }] });
  const { id: taskId } = await anEvaluation(running.current, maker, { labels: ["a", "b"], raters });
  const column = await running.current.db
    .updateTable("benchmark_column")
    .set({ run_id: runId })
    .where("task_id", "=", taskId)
    .where("index", "=", 0)
    .returning("performer_id")
    .executeTakeFirstOrThrow();
  return { packageId, runId, performerId: column.performer_id, taskId };
};

describe("what an act refers to", () => {
  it("links a dataset version, its view, a package and a run", async () => {
    const { packageId, runId } = await aChain();
    const ofPackage = await near(plain, "package", packageId);
    expect(
      ofPackage.sources.groups.map(({ kind, items, total }) => [kind, items[0]?.id, items[0]?.version, total]),
    ).toEqual([
      ["dataset", origin.datasetId, origin.version, 1],
      ["view", origin.viewId, null, 1],
    ]);
    expect(ofPackage.sources.groups[1]?.items[0]?.dataset_id).toBe(origin.datasetId);
    expect(idsOf(ofPackage.uses, "run")).toEqual([runId]);
    const ofRun = await near(plain, "run", runId);
    expect(idsOf(ofRun.sources, "package")).toEqual([packageId]);
    expect(ofRun.sources.groups[0]?.items[0]).toMatchObject({ is_deleted: false, version: null });
    expect(idsOf((await near(plain, "view", origin.viewId)).uses, "package")).toContain(packageId);
    const version = `?version=${origin.version}`;
    expect(idsOf((await near(plain, "dataset", origin.datasetId, version)).uses, "package")).toContain(packageId);
    expect((await near(plain, "dataset", origin.datasetId, "?version=9")).uses.groups).toEqual([]);
  });

  it("links a promoted run with its benchmark and with the performer that runs its checkpoint", async () => {
    const runId = await rig.aRun();
    const performer = await aPricedPerformer(running.current.db);
    const taskId = await makeTask(maker, { run_id: runId });
    expect(idsOf((await near(maker, "run", runId)).uses, "benchmark")).toEqual([taskId]);
    const added = await addColumn(maker, taskId, { performer_id: performer.id, run_id: runId });
    expect([added.status, added.body]).toMatchObject([200, {}]);
    const ofRun = await near(maker, "run", runId);
    expect([idsOf(ofRun.uses, "performer"), idsOf(ofRun.uses, "benchmark")]).toEqual([[performer.id], [taskId]]);
    const ofTask = await near(maker, "benchmark", taskId);
    expect([idsOf(ofTask.sources, "run"), idsOf(ofTask.sources, "performer")]).toEqual([[runId], [performer.id]]);
    const copy = await maker.post(`/api_v1/task/duplicate/${taskId}`, { name: "copy", request_key: randomUUID() });
    expect(idsOf((await near(maker, "benchmark", String(copy.body.id))).sources, "run")).toEqual([runId]);
    const { columns_list: columns, revision } = (await maker.get(`/api_v1/task/benchmark/detail/${taskId}`)).body as {
      columns_list: { id: string }[];
      revision: number;
    };
    const other = await aPricedPerformer(running.current.db);
    const change = { expect_revision: revision, column_id: columns[0]?.id, performer_id: other.id, params: {} };
    expect((await maker.post(`/api_v1/task/benchmark/update_column/${taskId}`, change)).status).toBe(200);
    expect(idsOf((await near(maker, "run", runId)).uses, "performer")).toEqual([performer.id]);
  });

  it("is refused for a run that does not exist or that the caller may not see", async () => {
    const body = { kind: "Benchmark", name: "b", request_key: randomUUID(), run_id: randomUUID() };
    expect((await maker.post("/api_v1/task/create", body)).status).toBe(404);
    const guest = await aCaller(running.current, { role: "partner", permissions: [...V1] });
    const runId = await rig.aRun();
    expect((await guest.post("/api_v1/task/create", { ...body, run_id: runId })).status).toBe(404);
    const taskId = await makeTask(guest);
    const performer = await aPricedPerformer(running.current.db);
    expect((await addColumn(guest, taskId, { performer_id: performer.id, run_id: runId })).status).toBe(404);
  });

  it("links a run with a service that was made for it, and the service with its performer", async () => {
    const runId = await rig.aRun();
    const service = {
      kind: "HTTP endpoint",
      name: `s${newId().slice(-12)}`,
      template: "custom",
      model: "step 400",
      address: "https://service.example.com",
      health_address: "https://service.example.com/health",
      request_key: randomUUID(),
      run_id: runId,
    };
    const made = await maker.post("/api_v1/is", service);
    expect([made.status, made.body]).toMatchObject([200, {}]);
    const refused = await maker.post("/api_v1/is", {
      ...service,
      name: "sother",
      request_key: randomUUID(),
      run_id: newId(),
    });
    expect(refused.status).toBe(404);
    const id = String(made.body.id);
    const manager = await aCaller(running.current, {
      permissions: ["MAGI_ADMIN", "PERFORMER_PLAYGROUND", "ADMIN_MANAGE_R"],
    });
    const performer = {
      name: `performer ${newId()}`,
      adapter: "videos",
      endpoint: "https://service.example.com/v1",
      input_schema: [],
      capabilities: [],
      limits: { concurrency: 1, rpm: null, timeout_s: 60 },
      pricing: null,
    };
    const gone = await manager.post("/api_v1/performer/create", { ...performer, service_id: newId() });
    expect(gone.status).toBe(404);
    const registered = await manager.post("/api_v1/performer/create", { ...performer, service_id: id });
    expect([registered.status, registered.body]).toMatchObject([200, {}]);
    const ofService = await near(maker, "service", id);
    expect([idsOf(ofService.sources, "run"), idsOf(ofService.uses, "performer")]).toEqual([
      [runId],
      [String(registered.body.id)],
    ]);
  });

  it("links a data experiment with its arms and runs", async () => {
    const one = await aPackage(data.current, origin);
    const body = {
      request_key: randomUUID(),
      question: "does it help?",
      metric: "fvd",
      direction: "lower",
      min_difference: 1,
      arms: [
        { name: "a", source: { kind: "package", id: one.id } },
        { name: "b", source: { kind: "view", id: origin.viewId } },
      ],
    };
    const made = await rig.reader.post("/api_v1/data-experiment/create", body);
    const id = String(made.body.id);
    const runId = await rig.aRun();
    await rig.reader.post(`/api_v1/data-experiment/attach/${id}`, { position: 1, run_ids: [runId] });
    const { sources } = await near(plain, "data_experiment", id);
    expect(kindsOf(sources)).toEqual(["view", "package", "run"]);
    expect(idsOf((await near(plain, "run", runId)).uses, "data_experiment")).toEqual([id]);
  });
});

describe("the graph", () => {
  it("leads from a board back to the dataset, without shortcuts", async () => {
    const { packageId, runId, performerId, taskId } = await aChain();
    const { root, nodes, edges } = await graphOf(maker, "board", taskId);
    expect(root).toBe(`board:${taskId}`);
    const keys = [
      `dataset:${origin.datasetId}:${origin.version}`,
      `view:${origin.viewId}`,
      `package:${packageId}`,
      `run:${runId}`,
      `performer:${performerId}`,
      `benchmark:${taskId}`,
      `board:${taskId}`,
    ];
    expect(nodes.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
    const path = keys.slice(1).map((to, at) => ({ from: keys[at], to }));
    expect(edges).toEqual(expect.arrayContaining(path));
    expect(edges).not.toContainEqual({ from: keys[0], to: keys[2] });
    expect(edges).not.toContainEqual({ from: `run:${runId}`, to: `benchmark:${taskId}` });
    const forward = await graphOf(maker, "dataset", origin.datasetId, `?version=${origin.version}&depth=10`);
    expect(forward.nodes.map(({ key }) => key)).toContain(keys[0]);
    const short = await graphOf(maker, "board", taskId, "?depth=1");
    expect(short.nodes.map(({ key }) => key).toSorted()).toEqual([`benchmark:${taskId}`, `board:${taskId}`]);
    expect(short.is_cut).toBe(true);
  });

  it("keeps naming a source that was deleted, and forgets a use that was deleted", async () => {
    const fresh = await aPackageOrigin(data.current, maker.id);
    const { id } = await aPackage(data.current, fresh);
    await sql`update dataset_view set deleted_at = now() where id = ${fresh.viewId}`.execute(running.current.db);
    const { sources } = await near(plain, "package", id);
    expect(sources.groups.flatMap(({ items }) => items).map(({ kind, is_deleted }) => [kind, is_deleted])).toEqual([
      ["dataset", false],
      ["view", true],
    ]);
    expect(kindsOf((await near(plain, "dataset", fresh.datasetId)).uses)).toEqual(["package"]);
  });
});

describe("an object that the reader may not see", () => {
  it("is counted without its name, kind or id", async () => {
    const { performerId, runId, taskId } = await aChain();
    const { name } = await running.current.db
      .selectFrom("console_task")
      .select("name")
      .where("id", "=", taskId)
      .executeTakeFirstOrThrow();
    const ofRun = await near(plain, "run", runId);
    expect([ofRun.uses.hidden, kindsOf(ofRun.uses)]).toEqual([1, ["performer"]]);
    const graph = await graphOf(plain, "run", runId);
    const [hidden] = graph.nodes.filter(({ object }) => object === null);
    expect(hidden).toMatchObject({ object: null, hidden: expect.any(Number) });
    for (const answer of [ofRun, graph]) expect(JSON.stringify(answer)).not.toMatch(new RegExp(`${taskId}|${name}`));
    expect((await plain.get(`/api_v1/lineage/near/benchmark/${taskId}`)).status).toBe(404);
    await sql`update performer set shared_with_internal = false where id = ${performerId}`.execute(running.current.db);
    expect((await near(plain, "run", runId)).uses).toEqual({ groups: [], hidden: 2 });
    expect((await plain.get(`/api_v1/lineage/graph/performer/${performerId}`)).status).toBe(404);
  });

  it("is a board of others until judging is finished", async () => {
    const { taskId } = await aChain();
    expect((await near(colleague, "benchmark", taskId)).uses).toEqual({ groups: [], hidden: 1 });
    expect((await colleague.get(`/api_v1/lineage/near/board/${taskId}`)).status).toBe(404);
    expect(idsOf((await near(maker, "benchmark", taskId)).uses, "board")).toEqual([taskId]);
    await maker.post(`/api_v1/evaluating/close/${taskId}`, { reason: "enough" });
    expect(idsOf((await near(colleague, "benchmark", taskId)).uses, "board")).toEqual([taskId]);
  });

  it("is everything for external users, whatever they hold", async () => {
    const guest = await aCaller(running.current, { role: "partner", permissions: [...V1, "MAGI_ADMIN"] });
    for (const kind of LINEAGE_KINDS)
      expect((await guest.get(`/api_v1/lineage/near/${kind}/${origin.datasetId}`)).status).toBe(403);
  });

  it("does not exist, not even as a number, for a rater of its open judging", async () => {
    const rater = await aCaller(running.current, { permissions: [...V1, "PERFORMER_PLAYGROUND", "ADMIN_MANAGE_R"] });
    const { runId, performerId, taskId } = await aChain([rater]);
    expect((await rater.get(`/api_v1/lineage/near/benchmark/${taskId}`)).status).toBe(403);
    expect((await near(rater, "performer", performerId)).uses).toEqual({ groups: [], hidden: 0 });
    const graph = await graphOf(rater, "run", runId);
    expect(graph.nodes.filter(({ key }) => key.startsWith("hidden:"))).toEqual([]);
    expect(JSON.stringify(graph)).not.toContain(taskId);
  });

  it("makes whoever sees a task beside its models a viewer of it", async () => {
    const reader = await aCaller(running.current, { permissions: [...V1] });
    const { performerId, taskId } = await aChain();
    const isViewer = async () =>
      (
        await running.current.db
          .selectFrom("task_viewer")
          .select("task_id")
          .where("task_id", "=", taskId)
          .where("user_id", "=", reader.id)
          .execute()
      ).length > 0;
    await near(reader, "package", (await aPackage(data.current, origin)).id);
    expect((await reader.get(`/api_v1/lineage/near/board/${taskId}`)).status).toBe(404);
    expect(await isViewer()).toBe(false);
    expect(idsOf((await near(reader, "performer", performerId)).uses, "benchmark")).toEqual([taskId]);
    expect(await isViewer()).toBe(true);
    await maker.post(`/api_v1/evaluating/raters/${taskId}`, { usernames: [reader.username] });
    await aRater(reader, taskId).judge();
  });
});

describe("ten thousand uses", () => {
  it("are answered in bounded time with the newest and a count, and read page by page", async () => {
    const { id: packageId } = await aPackage(data.current, origin);
    const runId = await rig.aRun();
    await sql`
      with made as (
        insert into experiment_run (id, experiment_id, name, status, owner, credential_id, logged_by, request_key, gpus,
          params, tags, notes, started_at, created_at)
        select gen_random_uuid(), experiment_id, 'many ' || n, status, owner, credential_id, logged_by, gen_random_uuid(),
          gpus, params, tags, notes, started_at, created_at
        from experiment_run, generate_series(1, 10500) n where id = ${runId} returning id
      )
      insert into experiment_run_input (run_id, position, kind, ref_id) select id, 1, 'package', ${packageId} from made`.execute(
      running.current.db,
    );
    await sql`analyze experiment_run_input, experiment_run`.execute(running.current.db);
    const started = performance.now();
    const { uses } = await near(plain, "package", packageId);
    const graph = await graphOf(plain, "package", packageId);
    const tookMs = performance.now() - started;
    expect(uses.groups).toMatchObject([{ kind: "run", total: 10_000, is_capped: true, items: { length: 5 } }]);
    const root = graph.nodes.find(({ key }) => key === graph.root);
    expect([root?.more_uses, graph.nodes.length < 20]).toEqual([996, true]);
    expect(tookMs).toBeLessThan(2_000);

    const seen = new Set<string>();
    let cursor: string | null = null;
    for (let page = 0; page < 110; page += 1) {
      const after: string = cursor === null ? "" : `&cursor=${cursor}`;
      const path = `/api_v1/lineage/list/package/${packageId}?direction=uses&of=run&limit=100${after}`;
      const body = (await plain.get(path)).body as unknown as { items: LineageObject[]; next_cursor: string | null };
      for (const { id } of body.items) seen.add(id);
      cursor = body.next_cursor;
      if (cursor === null) break;
    }
    expect([seen.size, cursor]).toEqual([10_500, null]);
    const wrong = await plain.get(`/api_v1/lineage/list/package/${packageId}?direction=uses&of=run&cursor=no`);
    expect(wrong.status).toBe(422);
  });
});
