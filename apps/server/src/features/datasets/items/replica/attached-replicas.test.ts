import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { captureLog } from "../../../../testing/captured-log.ts";
import { type AttachedReplica, AttachedReplicas } from "./attached-replicas.ts";

const replica = (n: number): AttachedReplica => ({
  key: `k${n}`,
  name: `l${n}`,
  path: `/replicas/${n}`,
  rows: 1,
  isWhole: true,
  byName: new Map(),
  sets: [],
});
const LONG_MS = 60_000;

describe("open copies", () => {
  let detach = vi.fn<(name: string) => Promise<void>>();
  let replicas: AttachedReplicas;

  beforeEach(() => {
    vi.useFakeTimers();
    detach = vi.fn(async () => undefined);
    replicas = new AttachedReplicas(detach, captureLog().log);
    for (let n = 0; n < 17; n++) replicas.add(replica(n));
  });
  afterEach(() => void vi.useRealTimers());

  it("leave a while after a seventeenth came", async () => {
    expect([replicas.isStaying("/replicas/0"), replicas.isStaying("/replicas/1")]).toEqual([false, true]);
    await vi.advanceTimersByTimeAsync(LONG_MS - 1);
    expect(detach).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(detach.mock.calls).toEqual([["l0"]]);
    expect(replicas.find("k0")).toBeUndefined();
  });

  it("stay when they are wanted again before they have left", async () => {
    expect(replicas.find("k0")?.name).toBe("l0");
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(detach.mock.calls).toEqual([["l1"]]);
    expect(replicas.find("k0")?.name).toBe("l0");
  });

  it("are put away later when the engine refuses, and are found until then", async () => {
    detach.mockRejectedValueOnce(new Error("too many people search"));
    await vi.advanceTimersByTimeAsync(LONG_MS);
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(detach.mock.calls).toEqual([["l0"], ["l0"]]);
    detach.mockRejectedValueOnce(new Error("too many people search"));
    replicas.drop("k1");
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(replicas.find("k1")?.name).toBe("l1");
  });

  it("are waited for while they are being put away", async () => {
    let end = (): void => undefined;
    detach.mockReturnValueOnce(
      new Promise((resolve) => {
        end = resolve;
      }),
    );
    await vi.advanceTimersByTimeAsync(LONG_MS);
    const settled = vi.fn();
    const found = replicas.findSettled("k0").then(settled);
    await vi.advanceTimersByTimeAsync(10);
    expect(settled).not.toHaveBeenCalled();
    end();
    await found;
    expect(settled).toHaveBeenCalledWith(undefined);
  });
});
