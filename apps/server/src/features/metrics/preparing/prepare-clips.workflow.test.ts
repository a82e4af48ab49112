import { TestWorkflowEnvironment } from "@temporalio/testing";
import { Worker } from "@temporalio/worker";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installRuntime } from "../../../platform/temporal/temporal-worker.ts";
import { freshWorkflowBundle } from "../../../platform/temporal/workflow-bundle.ts";
import { captureLog } from "../../../testing/captured-log.ts";
import { findTimeSkippingServer } from "../../../testing/environment.ts";
import { BATCH_CLIPS, metricsTaskQueue } from "./prepare-clips.rules.ts";

let env: TestWorkflowEnvironment;
let codePath: string;

beforeAll(async () => {
  installRuntime(captureLog().log);
  codePath = await freshWorkflowBundle();
  env = await TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: "existing-path", path: findTimeSkippingServer() } },
  });
});
afterAll(() => env?.teardown());

interface Scene {
  /** Waiting clips, and how many of them are leased to other workers. */
  waiting: number;
  held: number;
  readonly judgeable: number;
}

const play = async (scene: Scene) => {
  const done: string[] = [];
  let [atOnce, most] = [0, 0];
  const activities = {
    countWaitingClips: async () => {
      done.push(`count ${scene.waiting}`);
      const now = scene.waiting;
      // Their holder was lost.
      if (scene.waiting === scene.held) scene.held = 0;
      return now;
    },
    prepareClipsBatch: async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      const taken = Math.min(BATCH_CLIPS, scene.waiting - scene.held);
      scene.waiting -= taken;
      atOnce -= 1;
      return taken;
    },
    judgeClipsBatch: async ({ after = "0" }: { after?: string }) => {
      done.push(`judge after ${after}`);
      return Number(after) + 50 < scene.judgeable ? `${Number(after) + 50}` : undefined;
    },
    endPreparing: async ({ taskId, requestId }: { taskId: string; requestId: string }) => {
      done.push(`end ${taskId} ${requestId}`);
    },
  };
  const taskQueue = `q-${Math.random()}`;
  const connection = env.nativeConnection;
  const workflows = await Worker.create({ connection, taskQueue, workflowBundle: { codePath } });
  const measuring = await Worker.create({ connection, taskQueue: metricsTaskQueue(taskQueue), activities });
  const started = () =>
    env.client.workflow.execute("prepareClips", {
      taskQueue,
      workflowId: taskQueue,
      args: [{ taskId: "t", requestId: "r" }],
    });
  await measuring.runUntil(workflows.runUntil(started()));
  return { done, most };
};

describe("prepareClips", () => {
  it("prepares what waits, asks the judges batch by batch, and ends", async () => {
    const { done } = await play({ waiting: 35, held: 0, judgeable: 120 });
    expect(done).toEqual(["count 35", "count 0", "judge after 0", "judge after 50", "judge after 100", "end t r"]);
  });

  it("does nothing but end when nothing waits", async () => {
    const { done } = await play({ waiting: 0, held: 0, judgeable: 0 });
    expect(done).toEqual(["count 0", "judge after 0", "end t r"]);
  });

  it("waits for clips that others have leased, and claims them when those leases expire", async () => {
    const { done } = await play({ waiting: 12, held: 5, judgeable: 0 });
    expect(done.slice(0, 3)).toEqual(["count 12", "count 5", "count 0"]);
    expect(done.at(-1)).toBe("end t r");
  });

  it("goes on in another run when there are very many", async () => {
    const { done } = await play({ waiting: 5_000, held: 0, judgeable: 0 });
    expect(done.filter((what) => what.startsWith("count")).length).toBeGreaterThanOrEqual(3);
    expect(done.at(-1)).toBe("end t r");
  });
});
