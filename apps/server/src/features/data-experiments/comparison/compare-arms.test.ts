import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ArmComparison, DataExperiment } from "@dailies/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { anItemTable, type MadeDataset } from "../../../testing/builders/an-item-table.ts";
import { aPackage, aPackageOrigin } from "../../../testing/builders/packages/a-package.ts";
import { captureLog } from "../../../testing/captured-log.ts";
import { openRigReplicas, runDataRig } from "../../../testing/rigs/data-rig.ts";
import { useFeatureWorkers } from "../../../testing/rigs/run-worker.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import type { Replicas } from "../../datasets/index.ts";
import { withComparedLists } from "../../packages/index.ts";
import { compareArmsActivities } from "./compare-arms.activities.ts";
import { dataComparisonsTaskQueue, dataComparisonWorkflowId } from "./comparison.rules.ts";

const running = runApp();
const rig = runDataRig(running);
const lists = {
  scratchRoot: join(tmpdir(), `dailies-arms-${newId()}`),
  memoryBytes: 256 * 1024 ** 2,
  threads: 2,
  log: captureLog().log,
};
let opened: { readonly replicas: Replicas; readonly close: () => Promise<void> };
beforeAll(async () => {
  opened = await openRigReplicas(rig.current, running.current);
});
const { taskQueue, temporal } = useFeatureWorkers(dataComparisonsTaskQueue, () =>
  compareArmsActivities({ ...rig.current.data, ...lists, replicas: opened.replicas }),
);
let owner: Caller;
let made: MadeDataset;

const ITEMS = Array.from({ length: 40 }, (_, n) => ({
  key: `clip-${n}`,
  duration_s: 2,
  score: n / 40,
  seen: n,
  is_ok: true,
}));

beforeAll(async () => {
  owner = await aCaller(running.current);
  const { id: profileId } = await rig.current.db.selectFrom("storage_profile").select("id").executeTakeFirstOrThrow();
  made = await anItemTable(rig.current, { ownerId: owner.id, profileId, items: ITEMS });
});
afterAll(async () => {
  await opened?.close();
  await rm(lists.scratchRoot, { recursive: true, force: true });
});

const viewArm = async (name: string, where: string) => {
  const body = { name: `view ${newId()}`, where, filters: [], q: "", order_by: "", seed: 1, request_key: newId() };
  const { status, body: view } = await owner.post(`/api_v1/dataset/${made.datasetId}/view`, body);
  expect(status, JSON.stringify(view)).toBe(200);
  return { name, source: { kind: "view", id: String(view.id) } };
};

const ask = async (arms: unknown[]): Promise<string> => {
  const question = { question: "which?", metric: "loss", direction: "lower", min_difference: 0 };
  const { status, body } = await owner.post("/api_v1/data-experiment/create", {
    ...question,
    arms,
    request_key: newId(),
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return String(body.id);
};

/** Runs the workflows as the outbox would start them. */
const compared = async (id: string): Promise<ArmComparison[]> => {
  const rows = await running.current.db
    .selectFrom("data_experiment_comparison")
    .select("id")
    .where("experiment_id", "=", id)
    .where("status", "=", "Waiting")
    .execute();
  const { workflow } = await temporal.client();
  for (const { id: comparisonId } of rows) {
    const workflowId = dataComparisonWorkflowId(comparisonId);
    await workflow.execute("compareDataArms", { taskQueue, workflowId, args: [{ comparisonId, requestId: "r" }] });
  }
  const { body } = await owner.get(`/api_v1/data-experiment/detail/${id}`);
  return (body as unknown as DataExperiment).comparisons;
};

describe("the comparison of arms", () => {
  it("counts what views share, lists what is only in one, and compares the numbers of both", async () => {
    const arms = [await viewArm("all", ""), await viewArm("upper", "score >= 0.5"), await viewArm("some", "seen < 10")];
    const [upper, some] = await compared(await ask(arms));
    expect(upper).toMatchObject({
      position: 2,
      status: "Finished",
      result: {
        both: 20,
        changed: null,
        only_arm: { items: 0, clips: [] },
        only_base: { items: 20 },
        arm_duration_s: 40,
        base_duration_s: 80,
      },
    });
    const clips = upper?.result?.only_base.clips.toSorted((a, b) => a.ordinal - b.ordinal);
    expect(clips).toEqual(ITEMS.slice(0, 20).map(({ key, seen }) => ({ key, ordinal: seen })));
    const fields = new Map(upper?.result?.histograms.map((each) => [each.field, each.distance]));
    expect(fields.get("score")).toBeCloseTo(0.5, 10);
    expect(fields.get("duration_s")).toBe(0);
    expect(some).toMatchObject({ position: 3, result: { both: 10, only_base: { items: 30 } } });
  });

  it("ends with a reason, and begins again only then", async () => {
    const origin = await aPackageOrigin(rig.current, owner.id);
    const { id: packageId } = await aPackage(rig.current, origin);
    const id = await ask([await viewArm("all", ""), { name: "written", source: { kind: "package", id: packageId } }]);
    const again = () => owner.post(`/api_v1/data-experiment/compare/${id}`, {});
    expect((await again()).status).toBe(409);
    const [failed] = await compared(id);
    expect(failed).toMatchObject({ status: "Failed", result: null, error: expect.stringContaining("not complete") });
    expect((await again()).body).toMatchObject({ comparisons: [{ position: 2, status: "Waiting", error: null }] });
  });

  it("measures the distance that SciPy does", async () => {
    const path = new URL("../../../../../../packages/statistics/src/means/fixtures/scipy.json", import.meta.url);
    const { distributions } = JSON.parse(await readFile(path, "utf8")) as {
      distributions: { values: number[]; base: number[]; distance: number }[];
    };
    for (const { values, base, distance } of distributions) {
      const wanted = { measures: ["v"], listed: "scattered", samples: values.length + base.length } as const;
      const toSamples = (all: number[]) =>
        all.map((v, n) => ({ key: `${n}`, ordinal: n, fingerprint: 0n, measures: [v] }));
      const result = await withComparedLists(lists, wanted, async (both) => {
        await both.append("package", toSamples(values));
        await both.append("against", toSamples(base));
        return both.compare();
      });
      expect(result.histograms[0]?.distance).toBeCloseTo(distance, 12);
    }
    expect(distributions.length).toBeGreaterThan(3);
  });
});
