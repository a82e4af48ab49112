import { ApplicationFailure } from "@temporalio/common";
import { TestWorkflowEnvironment } from "@temporalio/testing";
import { Worker } from "@temporalio/worker";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installRuntime } from "../../../platform/temporal/temporal-worker.ts";
import { freshWorkflowBundle } from "../../../platform/temporal/workflow-bundle.ts";
import { captureLog } from "../../../testing/captured-log.ts";
import { findTimeSkippingServer } from "../../../testing/environment.ts";
import { mediaTaskQueue } from "./ingest-asset.rules.ts";

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  installRuntime(captureLog().log);
  env = await TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: "existing-path", path: findTimeSkippingServer() } },
  });
});
afterAll(() => env?.teardown());

describe("ingestAsset", () => {
  it("asks on the queue for media, and goes on asking for days while the fault is ours", async () => {
    let calls = 0;
    const checkAssetVersion = async (input: unknown): Promise<void> => {
      calls += 1;
      if (calls <= 300) throw ApplicationFailure.create({ message: "no jail", type: "unavailable" });
      expect(input).toEqual({ assetId: "a", version: 2, requestId: "r" });
    };
    const connection = env.nativeConnection;
    const codePath = await freshWorkflowBundle();
    const workflows = await Worker.create({ connection, taskQueue: "q", workflowBundle: { codePath } });
    const media = await Worker.create({
      connection,
      taskQueue: mediaTaskQueue("q"),
      activities: { checkAssetVersion },
    });
    const input = { assetId: "a", version: 2, requestId: "r" };
    const asked = () => env.client.workflow.execute("ingestAsset", { taskQueue: "q", workflowId: "w", args: [input] });
    await media.runUntil(workflows.runUntil(asked()));
    expect(calls).toBe(301);
  });
});
