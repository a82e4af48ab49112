import type { PackageDetail } from "@dailies/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { createTemporal } from "../../../platform/temporal/temporal.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { captureLog } from "../../../testing/captured-log.ts";
import { eventually } from "../../../testing/eventually.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { aClipDataset, aPackage, aView, runPackageRig } from "../../../testing/rigs/packages/package-rig.ts";
import { runActivities, runWorker, type TestWorker } from "../../../testing/rigs/run-worker.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { testConfig } from "../../../testing/test-database.ts";
import { sweepPackagesActivities } from "../cleanup/sweep-packages.activities.ts";
import {
  packageFolder,
  packagesTaskQueue,
  packageVerificationWorkflowId,
  packageWorkflowId,
} from "../package.rules.ts";
import { writePackageActivities } from "./write-package.activities.ts";

const running = runApp();
const data = runDataRig(running);
const rig = runPackageRig(running, data);
const taskQueue = `test-packages-${newId()}`;
const temporal = createTemporal(testConfig().temporal);
const SAMPLES = 60;
let workers: TestWorker[] = [];
let ada: Caller;
let datasetId = "";

beforeAll(async () => {
  const { log } = captureLog();
  ada = await aCaller(running.current);
  const clipOf = (n: number) => Buffer.alloc(60_000 + n, n + 1);
  ({ datasetId } = await aClipDataset(data.current, ada, { samples: SAMPLES, clipOf }));
  const activities = writePackageActivities(rig.current);
  workers = [
    await runWorker({ taskQueue, activities: sweepPackagesActivities(rig.current), log }),
    await runActivities({ taskQueue: packagesTaskQueue(taskQueue), activities, log }),
  ];
});
afterAll(async () => {
  for (const worker of workers) await worker.stop();
  await temporal.close();
});

const detailOf = async (id: string): Promise<PackageDetail> =>
  (await ada.get(`/api_v1/package/detail/${id}`)).body as unknown as PackageDetail;

/** Starts a workflow as the outbox would. */
const start = async (workflowType: string, workflowId: string, packageId: string) => {
  const { workflow } = await temporal.client();
  return workflow.start(workflowType, { taskQueue, workflowId, args: [{ packageId, requestId: "r" }] });
};
const write = async (id: string): Promise<PackageDetail> => {
  await (await start("writePackage", packageWorkflowId(id), id)).result();
  return detailOf(id);
};
const verify = async (id: string): Promise<PackageDetail> => {
  expect((await ada.post(`/api_v1/package/verify/${id}`, {})).status).toBe(200);
  expect((await ada.post(`/api_v1/package/verify/${id}`, {})).status).toBe(409);
  await (await start("verifyPackage", packageVerificationWorkflowId(id, newId()), id)).result();
  return detailOf(id);
};

describe("the workflow of a package", () => {
  it("ends with a package that is ready, and a later verification finds a shard that was damaged", async () => {
    const { id } = await aPackage(ada, await aView(ada, datasetId));
    const done = await write(id);
    expect(done).toMatchObject({ status: "Ready", samples_done: SAMPLES, error: null, used_by: [] });
    expect(done.shards_done).toBe(done.shards_total);
    expect(await rig.current.namesOf(id)).toEqual(
      expect.arrayContaining(["croissant.json", "index.json", "manifest.json", "source-items/part-00000.jsonl.zst"]),
    );
    running.current.clock.advance(60_000);
    const verified = await verify(id);
    expect(verified.error).toBeNull();
    expect(Date.parse(verified.verified_at ?? "")).toBeGreaterThan(Date.parse(done.verified_at ?? ""));

    const name = (await rig.current.namesOf(id)).findLast((each) => each.endsWith(".mds")) ?? "";
    const bytes = await rig.current.readObject(packageFolder(id) + name);
    bytes.writeUInt8((bytes.at(-1) ?? 0) ^ 1, bytes.length - 1);
    await rig.current.storage.putObject(packageFolder(id) + name, bytes, { contentType: "application/octet-stream" });
    const damaged = await verify(id);
    expect(damaged).toMatchObject({ status: "Ready", error: `${name} has other bytes than were written` });
    expect(damaged.verified_at).toBe(verified.verified_at);
  });

  it("fails with a sentence when nothing is left to pack, and removes what it wrote", async () => {
    const { id } = await aPackage(ada, await aView(ada, datasetId), {
      settings: { leave_out: { shorter_than_s: 1_000 } },
    });
    const handle = await start("writePackage", packageWorkflowId(id), id);
    const failed = await eventually(async () => {
      const made = await detailOf(id);
      return made.status === "Failed" ? made : undefined;
    }, 30_000);
    expect(failed.error).toBe("no item of this view is left to pack");
    await eventually(async () => ((await rig.current.namesOf(id)).length === 0 ? true : undefined), 30_000);
    // It waits for late workers before it looks once more.
    await handle.terminate();
  });
});
