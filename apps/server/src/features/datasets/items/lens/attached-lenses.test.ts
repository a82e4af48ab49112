import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { captureLog } from "../../../../testing/captured-log.ts";
import { type AttachedLens, AttachedLenses } from "./attached-lenses.ts";

const lens = (n: number): AttachedLens => ({
  ...{ key: `k${n}`, name: `l${n}`, path: `/lenses/${n}`, rows: 1, isWhole: true, byName: new Map() },
});
const LONG_MS = 60_000;

describe("open copies", () => {
  let detach = vi.fn<(name: string) => Promise<void>>();
  let lenses: AttachedLenses;

  beforeEach(() => {
    vi.useFakeTimers();
    detach = vi.fn(async () => undefined);
    lenses = new AttachedLenses(detach, captureLog().log);
    for (let n = 0; n < 17; n++) lenses.add(lens(n));
  });
  afterEach(() => void vi.useRealTimers());

  it("leave a while after a seventeenth came", async () => {
    expect([lenses.isStaying("/lenses/0"), lenses.isStaying("/lenses/1")]).toEqual([false, true]);
    await vi.advanceTimersByTimeAsync(LONG_MS - 1);
    expect(detach).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(detach.mock.calls).toEqual([["l0"]]);
    expect(lenses.find("k0")).toBeUndefined();
  });

  it("stay when they are wanted again before they have left", async () => {
    expect(lenses.find("k0")?.name).toBe("l0");
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(detach.mock.calls).toEqual([["l1"]]);
    expect(lenses.find("k0")?.name).toBe("l0");
  });

  it("are put away later when the engine refuses, and are found until then", async () => {
    detach.mockRejectedValueOnce(new Error("too many people search"));
    await vi.advanceTimersByTimeAsync(LONG_MS);
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(detach.mock.calls).toEqual([["l0"], ["l0"]]);
    detach.mockRejectedValueOnce(new Error("too many people search"));
    lenses.drop("k1");
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(lenses.find("k1")?.name).toBe("l1");
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
    const found = lenses.findSettled("k0").then(settled);
    await vi.advanceTimersByTimeAsync(10);
    expect(settled).not.toHaveBeenCalled();
    end();
    await found;
    expect(settled).toHaveBeenCalledWith(undefined);
  });
});
