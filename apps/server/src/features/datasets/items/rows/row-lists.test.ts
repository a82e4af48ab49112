import { afterEach, describe, expect, it, vi } from "vitest";
import { TIME_LIMIT_MS } from "../query/answer-in-time.ts";
import type { Selection } from "../query/selection.ts";
import type { ReplicaEngine } from "../replica/engine/replica-engine.ts";
import { RowLists } from "./row-lists.ts";

const choosing = (key: string): Selection =>
  ({
    key,
    isEverything: false,
    replica: { name: "l1", rows: 10, sets: [] },
    clause: { sql: "true", values: [] },
  }) as never;

const listsOver = (engine: Partial<ReplicaEngine>, limitBytes: number): RowLists =>
  new RowLists({ engine: async () => engine as ReplicaEngine }, limitBytes);

/** Settles only when aborted. */
const never = (_: unknown, signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });

describe("lists of rows", () => {
  afterEach(() => void vi.useRealTimers());

  it("leave even when they are empty", async () => {
    const lists = listsOver({ askNumbers: async () => new Uint32Array() }, 10_000);
    for (let n = 0; n < 100; n++) await lists.make(choosing(`k${n}`), undefined);
    expect(lists.find(choosing("k0"), undefined)).toBeUndefined();
    expect(lists.find(choosing("k99"), undefined)).toEqual(new Uint32Array());
  });

  it("are kept under short names, whatever chooses them", async () => {
    const lists = listsOver({ askNumbers: async () => new Uint32Array([3, 5]) }, 10_000);
    const long = choosing("x".repeat(200_000));
    await lists.make(long, undefined);
    const names = Object.values(lists).flatMap((held) => {
      const kept = held instanceof Map ? held : (held as { entries?: unknown }).entries;
      return kept instanceof Map ? [...kept.keys()].map((name: string) => name.length) : [];
    });
    expect(names).toEqual([43, 43]);
    expect(lists.find(long, undefined)).toEqual(new Uint32Array([3, 5]));
    expect(await lists.count(long)).toBe(2);
  });

  it("that are prepared in the background are aborted at their deadline", async () => {
    vi.useFakeTimers();
    const leave = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(leave.signal);
    const askNumbers = vi.fn(never);
    listsOver({ askNumbers }, 10_000).prepare(choosing("k"), undefined);
    await vi.advanceTimersByTimeAsync(1_000);
    const signal = askNumbers.mock.calls[0]?.[1];
    expect([timeout.mock.calls, signal?.aborted]).toEqual([[[TIME_LIMIT_MS]], false]);
    leave.abort();
    expect(signal?.aborted).toBe(true);
    timeout.mockRestore();
  });

  it("are not counted longer than anybody waits", async () => {
    const ask = vi.fn(never);
    const leave = new AbortController();
    const counted = listsOver({ ask }, 10_000).count(choosing("k"), leave.signal);
    counted.catch(() => undefined);
    await expect.poll(() => ask.mock.calls.length).toBeGreaterThan(0);
    leave.abort();
    await expect(counted).rejects.toMatchObject({ code: "unavailable" });
    expect(ask.mock.calls[0]?.[1].aborted).toBe(true);
  });
});
