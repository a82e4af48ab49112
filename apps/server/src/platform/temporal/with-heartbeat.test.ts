import { MockActivityEnvironment } from "@temporalio/testing";
import { DefaultLogger } from "@temporalio/worker";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type HeartbeatOptions, withHeartbeat } from "./with-heartbeat.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const run = (options: HeartbeatOptions, act: (signal: AbortSignal) => Promise<unknown>) => {
  const environment = new MockActivityEnvironment({}, { logger: new DefaultLogger("ERROR") });
  let beats = 0;
  environment.on("heartbeat", () => {
    beats += 1;
  });
  const outcome = environment.run(() => withHeartbeat(options, act));
  return { environment, outcome, beats: () => beats };
};

describe("an activity with heartbeats", () => {
  it("sends one every so often while it works, and none afterwards", async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const { outcome, beats } = run({ everyMs: 1_000 }, () => promise);
    await vi.advanceTimersByTimeAsync(3_500);
    expect(beats()).toBe(3);
    resolve("done");
    expect(await outcome).toBe("done");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("stops sending them when it fails", async () => {
    const { outcome } = run({ everyMs: 1_000 }, () => Promise.reject(new Error("broken")));
    await expect(outcome).rejects.toThrow("broken");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("renews its lease with each, and goes on when that fails", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const lost = new Error("the database is away");
    const renew = vi.fn<() => Promise<void>>().mockRejectedValueOnce(lost).mockResolvedValue(undefined);
    const onRenewFailed = vi.fn<(error: unknown) => void>();
    const { outcome, beats } = run({ everyMs: 1_000, lease: { renew, onRenewFailed } }, () => promise);
    await vi.advanceTimersByTimeAsync(2_000);
    resolve();
    await outcome;
    expect([beats(), renew.mock.calls.length]).toEqual([2, 2]);
    expect(onRenewFailed.mock.calls).toEqual([[lost]]);
  });

  it("hears of its cancellation", async () => {
    const { environment, outcome } = run(
      { everyMs: 1_000 },
      (signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve("cancelled"))),
    );
    environment.cancel();
    expect(await outcome).toBe("cancelled");
  });
});
