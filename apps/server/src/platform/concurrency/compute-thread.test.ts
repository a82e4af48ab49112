import { afterEach, describe, expect, it } from "vitest";
import { captureLog } from "../../testing/captured-log.ts";
import type { EchoQuery } from "../../testing/echo-thread.ts";
import { ComputeThread } from "./compute-thread.ts";

const SCRIPT = new URL("../../testing/echo-thread.ts", import.meta.url);
const opened: ComputeThread<EchoQuery, { text: string; threadId: number }>[] = [];
const open = (limits: { timeLimitMs?: number; idleMs?: number } = {}) => {
  const { timeLimitMs = 10_000, idleMs = 10_000 } = limits;
  const { log } = captureLog();
  const thread = new ComputeThread<EchoQuery, { text: string; threadId: number }>({
    script: SCRIPT,
    log,
    timeLimitMs,
    idleMs,
    maxHeapMegabytes: 64,
  });
  opened.push(thread);
  const run = (query: EchoQuery, signal = new AbortController().signal) => thread.run(query, { signal, transfer: [] });
  return { thread, run };
};
afterEach(async () => {
  for (const thread of opened.splice(0)) await thread.close();
});

describe("a thread that computes", () => {
  it("answers in the same thread as long as all is well", async () => {
    const { run } = open();
    const first = await run({ text: "a" });
    expect(first.text).toBe("a");
    expect((await run({ text: "b" })).threadId).toBe(first.threadId);
  });

  it("leaves the event loop to others while it works", async () => {
    const { run } = open();
    await run({ text: "warm" });
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 5);
    await run({ text: "long", busyMs: 300 });
    clearInterval(ticking);
    // On the caller's thread there would be no ticks at all.
    expect(ticks).toBeGreaterThan(2);
  });

  it("reports an error with its message and goes on", async () => {
    const { run } = open();
    await expect(run({ text: "x", fails: true })).rejects.toThrow("no answer to x");
    expect((await run({ text: "y" })).text).toBe("y");
  });

  it("gives up what takes too long, and starts anew", async () => {
    const { run } = open({ timeLimitMs: 1_500 });
    const before = await run({ text: "short" });
    await expect(run({ text: "for ever", busyMs: 60_000 })).rejects.toMatchObject({ code: "unavailable" });
    expect((await run({ text: "next" })).threadId).not.toBe(before.threadId);
  });

  it("stops computing when nobody waits", async () => {
    const { run } = open();
    await run({ text: "warm" });
    const leaving = new AbortController();
    const answer = run({ text: "for ever", busyMs: 60_000 }, leaving.signal);
    setTimeout(() => leaving.abort(), 50);
    await expect(answer).rejects.toMatchObject({ code: "unavailable" });
    expect((await run({ text: "next" })).text).toBe("next");
  });

  it("is not asked twice at a time, nor for somebody who has left", async () => {
    const { run } = open();
    const first = run({ text: "first", busyMs: 100 });
    await expect(run({ text: "second" })).rejects.toThrow("busy");
    expect((await first).text).toBe("first");
    await expect(run({ text: "late" }, AbortSignal.abort())).rejects.toMatchObject({ code: "unavailable" });
  });

  it("ends when it has had nothing to do", async () => {
    const { run } = open({ idleMs: 20 });
    const before = await run({ text: "a" });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await run({ text: "b" })).threadId).not.toBe(before.threadId);
  });
});
