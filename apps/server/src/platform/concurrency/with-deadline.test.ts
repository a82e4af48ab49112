import { getEventListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { withDeadline } from "./with-deadline.ts";

const waitFor = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));

describe("work with a deadline", () => {
  it("is aborted when the time is over", async () => {
    const { signal } = new AbortController();
    await expect(withDeadline(signal, 10, waitFor)).rejects.toMatchObject({ name: "TimeoutError" });
    expect(signal.aborted).toBe(false);
  });

  it("is aborted with its caller, for the caller's reason, and does not begin when that is over", async () => {
    const caller = new AbortController();
    const work = withDeadline(caller.signal, 60_000, waitFor);
    caller.abort(new Error("the worker stops"));
    await expect(work).rejects.toThrow("the worker stops");
    await expect(withDeadline(caller.signal, 60_000, async () => "done")).rejects.toThrow("the worker stops");
  });

  it("leaves no timer and no listener behind, whether it succeeds or fails", async () => {
    const { signal } = new AbortController();
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const before = timers();
    expect(await withDeadline(signal, 60_000, async () => "done")).toBe("done");
    await expect(
      withDeadline(signal, 60_000, () => sleep(1).then(() => Promise.reject(new Error("no")))),
    ).rejects.toThrow();
    expect([timers(), getEventListeners(signal, "abort").length]).toEqual([before, 0]);
  });
});
