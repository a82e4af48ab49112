import { globSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { activityInfo } from "@temporalio/activity";
import { ApplicationFailure } from "@temporalio/common";
import { TestWorkflowEnvironment } from "@temporalio/testing";
import { Worker } from "@temporalio/worker";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signInCodeWorkflowId } from "./features/auth/codes/sign-in-code.rules.ts";
import { installRuntime } from "./platform/temporal/temporal-worker.ts";
import { freshWorkflowBundle } from "./platform/temporal/workflow-bundle.ts";
import { captureLog } from "./testing/captured-log.ts";
import { findTimeSkippingServer } from "./testing/environment.ts";

const HISTORIES = globSync("features/*/histories/*.history.json", { cwd: dirname(fileURLToPath(import.meta.url)) });
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

const run = async (workflowType: string, input: object, activities: object) => {
  const taskQueue = `test-${Math.random()}`;
  const worker = await Worker.create({
    connection: env.nativeConnection,
    taskQueue,
    workflowBundle: { codePath },
    activities,
  });
  return worker.runUntil(
    env.client.workflow.execute(workflowType, {
      taskQueue,
      workflowId: signInCodeWorkflowId(taskQueue),
      args: [input],
    }),
  );
};

const failing = (times: number, failure: () => Error) => {
  let calls = 0;
  let lastAfterMs = 0;
  return {
    calls: () => calls,
    lastAfterMs: () => lastAfterMs,
    act: async (): Promise<void> => {
      const { currentAttemptScheduledTimestampMs, scheduledTimestampMs } = activityInfo();
      lastAfterMs = currentAttemptScheduledTimestampMs - scheduledTimestampMs;
      calls += 1;
      if (calls <= times) throw failure();
    },
  };
};
const busy = () => ApplicationFailure.create({ message: "busy", type: "upstream_failed", nonRetryable: false });
const refused = () => ApplicationFailure.create({ message: "no", type: "invalid", nonRetryable: true });

describe("deliverSignInCode", () => {
  it("hands its input to the activity", async () => {
    const seen: unknown[] = [];
    const deliver = async (input: unknown) => {
      seen.push(input);
    };
    await run("deliverSignInCode", { codeRequestId: "c", requestId: "r" }, { deliverSignInCode: deliver });
    expect(seen).toEqual([{ codeRequestId: "c", requestId: "r" }]);
  });

  it("survives four failures within the ten minutes a code lives, and not a fifth", async () => {
    const four = failing(4, busy);
    await run("deliverSignInCode", {}, { deliverSignInCode: four.act });
    expect(four.calls()).toBe(5);
    expect(four.lastAfterMs()).toBeGreaterThan(20_000);
    expect(four.lastAfterMs()).toBeLessThan(120_000);
    const five = failing(5, busy);
    await expect(run("deliverSignInCode", {}, { deliverSignInCode: five.act })).rejects.toThrow(
      "Workflow execution failed",
    );
    expect(five.calls()).toBe(5);
  });

  it("does not retry a permanent refusal", async () => {
    const never = failing(1, refused);
    await expect(run("deliverSignInCode", {}, { deliverSignInCode: never.act })).rejects.toThrow(
      "Workflow execution failed",
    );
    expect(never.calls()).toBe(1);
  });
});

describe("sendPasswordNotice", () => {
  it("keeps trying for hours", async () => {
    const long = failing(20, busy);
    await run("sendPasswordNotice", {}, { sendPasswordNotice: long.act });
    expect(long.calls()).toBe(21);
  });
});

describe("sendInvitation", () => {
  it("passes its input to the activity and retries for hours, but not a permanent refusal", async () => {
    const seen: unknown[] = [];
    const send = async (input: unknown) => {
      seen.push(input);
    };
    await run("sendInvitation", { userId: "u", requestId: "r" }, { sendInvitation: send });
    expect(seen).toEqual([{ userId: "u", requestId: "r" }]);
    const long = failing(20, busy);
    await run("sendInvitation", {}, { sendInvitation: long.act });
    expect(long.calls()).toBe(21);
    const never = failing(1, refused);
    await expect(run("sendInvitation", {}, { sendInvitation: never.act })).rejects.toThrow("Workflow execution failed");
    expect(never.calls()).toBe(1);
  });
});

describe("sweepSignIns", () => {
  it("goes on while there is more, but not for ever", async () => {
    let left = 3;
    await run("sweepSignIns", {}, { sweepSignInsBatch: async () => --left > 0 });
    expect(left).toBe(0);
    let batches = 0;
    await run("sweepSignIns", {}, { sweepSignInsBatch: async () => ++batches > 0 });
    expect(batches).toBe(200);
  });
});

describe("sweepAssets", () => {
  const idle = {
    expireUploadsBatch: async () => false,
    purgeAssetsBatch: async () => false,
    sweepOpenUploads: async () => undefined,
  };

  it("walks through each prefix page by page, and ends although there is always more", async () => {
    const seen: unknown[] = [];
    const sweepObjectsBatch = async (page: { prefix: string; after?: string }) => {
      seen.push(page);
      return page.after === undefined ? "k" : undefined;
    };
    await run("sweepAssets", {}, { ...idle, planObjectSweep: async () => ["u/", "media/00/"], sweepObjectsBatch });
    expect(seen).toEqual([
      { prefix: "u/" },
      { prefix: "u/", after: "k" },
      { prefix: "media/00/" },
      { prefix: "media/00/", after: "k" },
    ]);
    let batches = 0;
    const endless = { ...idle, expireUploadsBatch: async () => ++batches > 0, planObjectSweep: async () => [] };
    await run("sweepAssets", {}, endless);
    expect(batches).toBe(200);
  });
});

describe("sweepDatasets", () => {
  it("goes on while objects are left, but not for ever", async () => {
    let left = 3;
    await run("sweepDatasets", {}, { removeDatasetObjectsBatch: async () => --left > 0 });
    expect(left).toBe(0);
    let batches = 0;
    await run("sweepDatasets", {}, { removeDatasetObjectsBatch: async () => ++batches > 0 });
    expect(batches).toBe(200);
  });
});

describe("the removal of packages", () => {
  it("looks once more when no worker can still write", async () => {
    const seen: unknown[] = [];
    const removePackageObjects = async (input: unknown) => {
      seen.push(input);
    };
    const input = { packageId: "p", requestId: "r" };
    await run("removePackage", input, { removePackageObjects });
    expect(seen).toEqual([
      { ...input, isLast: false },
      { ...input, isLast: true },
    ]);
  });

  it("goes on while packages are left, but not for ever", async () => {
    let left = 3;
    await run("sweepPackages", {}, { removeNextPackageObjects: async () => --left > 0 });
    expect(left).toBe(0);
    let removed = 0;
    await run("sweepPackages", {}, { removeNextPackageObjects: async () => ++removed > 0 });
    expect(removed).toBe(200);
  });
});

describe("recorded histories", () => {
  const read = (file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"));

  it.each(HISTORIES)("%s is still understood by today's code", async (file) => {
    await expect(
      Worker.runReplayHistory({ workflowBundle: { codePath } }, read(file), basename(file)),
    ).resolves.toBeUndefined();
  });

  it("are missed when the code has changed", async () => {
    const changed = JSON.stringify(read("features/auth/histories/deliver-sign-in-code.history.json"));
    const other = JSON.parse(
      changed.replace('"activityType":{"name":"deliverSignInCode"}', '"activityType":{"name":"another"}'),
    );
    await expect(Worker.runReplayHistory({ workflowBundle: { codePath } }, other, "changed")).rejects.toThrow(
      /nondeterminism/i,
    );
  });
});
