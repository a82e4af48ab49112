import type { ProcessingDetail } from "@dailies/contract";
import { afterAll, beforeAll } from "vitest";
import { openClusters } from "../../../features/clusters/index.ts";
import { outputFolder, workFolder } from "../../../features/processing/object-keys.ts";
import type { ProcessingRunDeps } from "../../../features/processing/processing-deps.ts";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../builders/a-caller.ts";
import { eventually } from "../../eventually.ts";
import { startDriver } from "../../outsiders/ray-driver.ts";
import type { RayServer, SubmittedJob } from "../../outsiders/ray-server.ts";
import { type DataRig, openRigReplicas } from "../data-rig.ts";
import type { RunningApp } from "../start-app.ts";

export interface ProcessingRig {
  readonly deps: ProcessingRunDeps;
  readonly ada: Caller;
  readonly clusterId: string;
}

/** Dependencies of processing runs on the running engines. Call it at the top of a test file, after the data rig. */
export const runProcessingRig = (
  running: { readonly current: RunningApp },
  data: { readonly current: DataRig },
  ray: RayServer,
) => {
  let rig: ProcessingRig | undefined;
  const closing: (() => unknown)[] = [];
  beforeAll(async () => {
    const { db, clock, config } = running.current;
    const { replicas, close } = await openRigReplicas(data.current, running.current);
    const clusters = openClusters({ db, clock: clock.now, secretKeys: config.secretKeys, network: config.clusters });
    const admin = await aCaller(running.current, { permissions: ["ADMIN_MANAGE_R"] });
    const { body } = await admin.post("/api_v1/ray/cluster/create", {
      name: `Cluster ${newId()}`,
      address: ray.url,
      token: ray.token,
      request_key: newId(),
    });
    const lookMs = { first: 50, most: 200 };
    rig = {
      deps: { ...data.current.data, replicas, clusters, lookMs },
      ada: await aCaller(running.current),
      clusterId: String(body.id),
    };
    closing.push(close, clusters.close);
  });
  const current = (): ProcessingRig => {
    if (!rig) throw new Error("the rig is there only while tests run");
    return rig;
  };
  const keysOf = async (folder: string): Promise<string[]> =>
    (await current().deps.storage.listObjects(folder, { limit: 1_000 })).map(({ key }) => key);
  afterAll(async () => {
    const { storage, db } = current().deps;
    for (const { id } of await db.selectFrom("processing_run").select("id").execute())
      for (const folder of [outputFolder(id), workFolder(id)]) await storage.deleteObjects(await keysOf(folder));
    for (const close of closing) await close();
  });

  const detailOf = async (id: string): Promise<ProcessingDetail> =>
    (await current().ada.get(`/api_v1/processing/detail/${id}`)).body as unknown as ProcessingDetail;
  return {
    current,
    keysOf,
    detailOf,
    ask: (viewId: string, more: object = {}) =>
      current().ada.post("/api_v1/processing/create", {
        name: `probed ${newId()}`,
        view_id: viewId,
        template: "probe",
        cluster_id: current().clusterId,
        request_key: newId(),
        ...more,
      }),
    /** Waits until the cluster has the job of a run, and returns what was submitted. */
    submitted: (runId: string, attempt = 1): Promise<SubmittedJob> =>
      eventually(
        async () =>
          ray.submissions.find(({ metadata }) => metadata.run === runId && metadata.attempt === String(attempt)),
        60_000,
      ),
    /** Does what the job would do with its first parts, by the same code; all of them unless a number is given. */
    perform: async (job: SubmittedJob, parts?: number): Promise<void> => {
      await startDriver(job, parts === undefined ? {} : { parts }).ended;
    },
    /** Ends the job on the cluster. */
    end: (job: SubmittedJob, status: string, more: object = {}): void => {
      const found = ray.jobs.find(({ submission_id }) => submission_id === job.submission_id);
      if (found) Object.assign(found, { status, end_time: Date.now(), ...more });
    },
    over: (id: string): Promise<ProcessingDetail> =>
      eventually(async () => {
        const found = await detailOf(id);
        return found.finished_at === null ? undefined : found;
      }, 60_000),
  };
};
