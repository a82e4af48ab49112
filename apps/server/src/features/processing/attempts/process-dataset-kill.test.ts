import { ServerResponse } from "node:http";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { eventually } from "../../../testing/eventually.ts";
import { startRayServer } from "../../../testing/outsiders/ray-server.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { killableWorkers, killWorker } from "../../../testing/rigs/killable-workers.ts";
import { aClipDataset, aView } from "../../../testing/rigs/packages/package-rig.ts";
import { runProcessingRig } from "../../../testing/rigs/processing/processing-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const ray = await startRayServer();
const running = runApp((config) => ({ ...config, clusters: { trustedOrigins: [ray.url], sockets: [] } }));
const data = runDataRig(running);
const rig = runProcessingRig(running, data, ray);
afterAll(() => ray.close());
const workers = killableWorkers(() => running.current.config.database.url, "processing-kill");

describe("a processing run whose worker is killed", () => {
  it("between submitting the job and recording it submits no second one, and its end is recorded once", async () => {
    const { ada } = rig.current();
    const { datasetId } = await aClipDataset(data.current, ada, { samples: 12, clipOf: (n) => Buffer.alloc(300, n) });
    const id = String((await rig.ask(await aView(ada, datasetId))).body.id);
    const environment = { DAILIES_CLUSTER_ORIGINS: ray.url };
    // The cluster takes the job, and the worker never hears of it.
    ray.overrides.set("/api/jobs/", (request, response) =>
      ray.answer(request, request.method === "POST" ? new ServerResponse(request) : response),
    );
    const first = await workers.start(environment);
    await rig.submitted(id);
    await killWorker(first);
    ray.overrides.clear();
    expect((await rig.detailOf(id)).attempt_list).toMatchObject([{ submitted_at: null }]);
    const second = await workers.start(environment);
    const job = await rig.submitted(id);
    await eventually(async () => (await rig.detailOf(id)).attempt_list[0]?.submitted_at ?? undefined, 90_000);
    await rig.perform(job);
    rig.end(job, "SUCCEEDED");
    expect(await rig.over(id)).toMatchObject({ status: "Finished", rows_out: 12, attempts: 1 });
    expect(ray.submissions.filter(({ metadata }) => metadata.run === id)).toHaveLength(1);
    const ends = await sql`
      select 1 from background_job j, jsonb_array_elements(j.timeline) e
      where j.id = ${id} and e ->> 'status' = 'Finished'`.execute(running.current.db);
    expect(ends.rows).toHaveLength(1);
    await killWorker(second);
  }, 250_000);
});
