import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../platform/ids.ts";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { aPricedPerformer } from "../../testing/builders/a-priced-performer.ts";
import { aPackage, aPackageOrigin, type PackageOrigin } from "../../testing/builders/packages/a-package.ts";
import { runDataRig } from "../../testing/rigs/data-rig.ts";
import { type ExperimentsRig, openExperiments } from "../../testing/rigs/experiments/experiments-rig.ts";
import { runApp } from "../../testing/rigs/start-app.ts";

const running = runApp();
const data = runDataRig(running);
let rig: ExperimentsRig;
let owner: Caller;

beforeAll(async () => {
  rig = await openExperiments(running.current);
  owner = await aCaller(running.current, { permissions: ["USE_VERSION_1_0", "PERFORMER_PLAYGROUND"] });
});

const anOrigin = (): Promise<PackageOrigin> => aPackageOrigin(data.current, owner.id);
const remove = async (path: string, by = owner, body: object = {}) => {
  const answer = await by.post(`/api_v1/${path}`, body);
  return [answer.status, answer.body.detail];
};
const nameOf = ({ name }: { readonly name: string }): string => JSON.stringify(`${name}@1`);

describe("a deletion", () => {
  it("of a dataset or a view is refused with what was made from it, and allowed when that is deleted", async () => {
    const origin = await anOrigin();
    const made = await aPackage(data.current, origin);
    const sentence = `is used by the package ${nameOf(made)}`;
    expect(await remove(`dataset/view/${origin.viewId}/delete`)).toEqual([409, `this view ${sentence}`]);
    expect(await remove(`dataset/${origin.datasetId}/delete`)).toEqual([409, `this dataset ${sentence}`]);
    expect(await remove(`package/delete/${made.id}`)).toEqual([200, undefined]);
    expect(await remove(`dataset/${origin.datasetId}/delete`)).toEqual([200, undefined]);
  });

  it("of a dataset is not refused because of its own views", async () => {
    const { datasetId } = await anOrigin();
    expect((await remove(`dataset/${datasetId}/delete`))[0]).toBe(200);
  });

  it("of a package is refused while a run was trained with it or a question compares it", async () => {
    const origin = await anOrigin();
    const made = await aPackage(data.current, origin);
    await rig.aRun({ name: "seed 1", inputs: [{ kind: "package", id: made.id }] });
    const detail = 'this package is used by the run "sweep / seed 1"';
    expect(await remove(`package/delete/${made.id}`)).toEqual([409, detail]);
  });

  it("names the first five users and counts the others", async () => {
    const origin = await anOrigin();
    for (const n of [1, 2, 3, 4, 5, 6, 7]) await aPackage(data.current, origin, { name: `many ${n}` });
    const [status, detail] = await remove(`dataset/view/${origin.viewId}/delete`);
    expect([status, detail]).toEqual([
      409,
      'this view is used by the package "many 7@1", the package "many 6@1", the package "many 5@1", ' +
        'the package "many 4@1", the package "many 3@1", 2 more',
    ]);
  });

  it("does not name what the person may not see, and counts it", async () => {
    const manager = await aCaller(running.current, { permissions: ["PERFORMER_PLAYGROUND"] });
    const performer = await aPricedPerformer(running.current.db);
    const body = { kind: "Benchmark", name: "the hidden one", request_key: randomUUID() };
    const { id, revision } = (await owner.post("/api_v1/task/create", body)).body;
    const column = { expect_revision: revision, performer_id: performer.id, params: {} };
    expect((await owner.post(`/api_v1/task/benchmark/add_column/${id}`, column)).status).toBe(200);
    const advice = "disable it instead";
    expect(await remove("performer/delete", manager, { id: performer.id })).toEqual([
      409,
      `this performer is used by 1 object that you cannot see: ${advice}`,
    ]);
    expect(await remove("performer/delete", owner, { id: performer.id })).toEqual([
      409,
      `this performer is used by the benchmark "the hidden one": ${advice}`,
    ]);
    expect((await owner.post(`/api_v1/task/delete/${id}`, undefined)).status).toBe(200);
    expect((await remove("performer/delete", owner, { id: performer.id }))[0]).toBe(200);
  });

  it("of a service is refused while a performer calls it", async () => {
    const service = {
      kind: "HTTP endpoint",
      name: `s${newId().slice(-12)}`,
      template: "custom",
      model: "m",
      address: "https://service.example.com",
      health_address: "https://service.example.com/health",
      request_key: randomUUID(),
    };
    const id = String((await owner.post("/api_v1/is", service)).body.id);
    const performer = await aPricedPerformer(running.current.db);
    await sql`update performer set service_id = ${id} where id = ${performer.id}`.execute(running.current.db);
    const refused = await running.current.call(`/api_v1/is/${id}`, { method: "DELETE", cookies: owner.cookies });
    const detail = `this service is used by the performer "${performer.name}"`;
    expect([refused.status, refused.body.detail]).toEqual([409, detail]);
    await sql`update performer set deleted_at = now() where id = ${performer.id}`.execute(running.current.db);
    const allowed = await running.current.call(`/api_v1/is/${id}`, { method: "DELETE", cookies: owner.cookies });
    expect(allowed.status).toBe(200);
  });

  it("of labels is refused while a package contains them", async () => {
    const origin = await anOrigin();
    const setId = newId();
    await sql`insert into dataset_column_set (id, dataset_id, version, name, columns, task_id, task_name, answers, as_of,
        status, request_key, created_by, created_at, finished_at)
      values (${setId}, ${origin.datasetId}, ${origin.version}, 'human',
        '[{"name": "human.decision"}, {"name": "human.labels"}]', ${newId()}, 'task', 'raw', now(), 'Finished', ${newId()},
        ${owner.id}, now(), now())`.execute(running.current.db);
    const columns = [{ source: "human.decision", name: "decision" }];
    const made = await aPackage(data.current, origin, { columns });
    await aPackage(data.current, origin);
    expect(await remove(`dataset/columns/${setId}/delete`)).toEqual([
      409,
      `this label snapshot is used by the package ${nameOf(made)}`,
    ]);
  });

  it("of a package and a run that names it exclude each other", async () => {
    const made = await aPackage(data.current, await anOrigin());
    const run = {
      request_key: randomUUID(),
      experiment: "sweep",
      name: "race",
      inputs: [{ kind: "package", id: made.id }],
    };
    const [[deleted], created] = await Promise.all([
      remove(`package/delete/${made.id}`),
      rig.trainer.post("/api_v1/service/run/create", run),
    ]);
    expect([deleted === 200, created.status === 200].filter(Boolean)).toHaveLength(1);
  });
});
