import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { captureLog } from "../../testing/captured-log.ts";
import { ECHO_CALLS } from "../../testing/echo-process.ts";
import { eventually } from "../../testing/eventually.ts";
import { onBehalfOf } from "../concurrency/requesting-user.ts";
import { type CalledProcesses, type CalledProcessesOptions, openCalledProcesses } from "./called-processes.ts";
import { isAlive } from "./process-state.ts";

const SCRIPT = fileURLToPath(new URL("../../testing/echo-process.ts", import.meta.url));
/** Shorter than the time of a test, so that a failure still removes the orphan. */
const ORPHAN_MS = 60_000;
const PARENT = fileURLToPath(new URL("../../testing/echo-parent.ts", import.meta.url));
const opened: CalledProcesses[] = [];

const open = (more: Partial<CalledProcessesOptions> = {}) => {
  const { log, lines } = captureLog();
  const processes = openCalledProcesses({
    name: "echo",
    script: SCRIPT,
    args: ["serve"],
    processes: 1,
    memoryBytes: 512 * 1024 ** 2,
    maxAnswerBytes: 1024 ** 2,
    log,
    reviveError: ({ message, data }) => (data?.kind === "range" ? new RangeError(`revived: ${message}`) : undefined),
    ...more,
  });
  opened.push(processes);
  return { processes, lines };
};

afterEach(async () => {
  for (const processes of opened.splice(0)) await processes.close();
});

const settled = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.catch((error: { code?: string; message: string; name: string }) => error.code ?? error.name);

describe("a called process", () => {
  it("is started by its first call and answers all of them", async () => {
    const { processes } = open();
    expect(processes.pids()).toEqual([]);
    const [first, second] = await Promise.all([
      processes.call(ECHO_CALLS.echo, { text: "a" }),
      processes.call(ECHO_CALLS.echo, { text: "b" }),
    ]);
    expect([first.text, second.text, first.pid === second.pid]).toEqual(["a", "b", true]);
    expect(first.pid).not.toBe(process.pid);
  });

  it("has no environment of its parent", async () => {
    const { processes } = open();
    const { pid } = await processes.call(ECHO_CALLS.echo, { text: "a" });
    expect(await readFile(`/proc/${pid}/environ`, "utf8")).toBe("");
  });

  it("ends when its parent is killed, also while a library works in a thread of it", async () => {
    const parent = spawn(process.execPath, [PARENT], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = (await once(parent.stdout, "data")) as [Buffer];
    const pid = Number(line.toString());
    expect(isAlive(pid)).toBe(true);
    parent.kill("SIGKILL");
    try {
      await eventually(() => (isAlive(pid) ? undefined : true), ORPHAN_MS);
    } finally {
      if (isAlive(pid)) process.kill(pid, "SIGKILL");
    }
  });

  it("returns errors as the parent knows them, and all others by name", async () => {
    const { processes } = open();
    await expect(processes.call(ECHO_CALLS.fail, { text: "out" })).rejects.toThrow(new RangeError("revived: out"));
    const { processes: others } = open({ reviveError: () => undefined });
    await expect(others.call(ECHO_CALLS.fail, { text: "out" })).rejects.toMatchObject({
      name: "RangeError",
      message: "out",
    });
  });

  it("that was killed fails its calls with a time to try again, and the queued ones are answered by a new process", async () => {
    const { processes, lines } = open();
    const { pid } = await processes.call(ECHO_CALLS.echo, { text: "before" });
    const running = [1, 2].map((n) => processes.call(ECHO_CALLS.echo, { text: `${n}`, waitMs: 2_000 }));
    const queued = [3, 4].map((n) => processes.call(ECHO_CALLS.echo, { text: `${n}` }));
    const ended = Promise.allSettled(running);
    process.kill(pid, "SIGKILL");
    for (const result of await ended)
      expect(result).toMatchObject({ status: "rejected", reason: { code: "unavailable", retryAfterS: 2 } });
    const answers = await Promise.all(queued);
    expect(answers.map(({ text }) => text)).toEqual(["3", "4"]);
    expect(answers.every((answer) => answer.pid !== pid)).toBe(true);
    expect(lines.filter((line) => line.includes("called process died"))).toHaveLength(1);
  });

  it("that needs too much memory is killed, and says so", async () => {
    const { processes } = open({ memoryBytes: 256 * 1024 ** 2 });
    await expect(processes.call(ECHO_CALLS.allocate, { megabytes: 4_096 })).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("more memory"),
    });
    expect((await processes.call(ECHO_CALLS.echo, { text: "next" })).text).toBe("next");
  });

  it("that kept too much memory gives it back when it is idle", async () => {
    const { processes } = open({ memoryBytes: 256 * 1024 ** 2 });
    const { pid } = await processes.call(ECHO_CALLS.echo, { text: "a" });
    await processes.call(ECHO_CALLS.allocate, { megabytes: 160 });
    expect((await processes.call(ECHO_CALLS.echo, { text: "b" })).pid).not.toBe(pid);
  });

  it("with an answer larger than allowed is killed before the answer is in memory", async () => {
    const { processes } = open();
    await expect(processes.call(ECHO_CALLS.large, { bytes: 2 * 1024 ** 2 })).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("ask for less"),
    });
    expect(await processes.call(ECHO_CALLS.large, { bytes: 1_000 })).toHaveLength(1_000);
  });

  it("refuses calls beyond those that may wait", async () => {
    const { processes } = open();
    const calls = Array.from({ length: 6 }, (_, n) =>
      settled(processes.call(ECHO_CALLS.echo, { text: `${n}`, waitMs: 100 })),
    );
    expect((await Promise.all(calls)).filter((result) => result === "unavailable")).toHaveLength(1);
  });

  it("stops a call whose caller has left, and goes on", async () => {
    const { processes } = open();
    const { pid } = await processes.call(ECHO_CALLS.echo, { text: "a" });
    const leave = new AbortController();
    const asked = settled(processes.call(ECHO_CALLS.echo, { text: "b", waitMs: 60_000 }, leave.signal));
    setTimeout(() => leave.abort(), 50);
    expect(await asked).toBe(20);
    expect((await processes.call(ECHO_CALLS.echo, { text: "c" })).pid).toBe(pid);
  });

  it("lets a caller leave the queue", async () => {
    const { processes } = open();
    const busy = [1, 2].map(() => processes.call(ECHO_CALLS.echo, { text: "busy", waitMs: 300 }));
    const leave = new AbortController();
    const waiting = processes.call(ECHO_CALLS.echo, { text: "c" }, leave.signal);
    leave.abort(new Error("gone"));
    await expect(waiting).rejects.toThrow("gone");
    await Promise.all(busy);
  });

  it("that does not stop is killed", async () => {
    const { processes } = open();
    const { pid } = await processes.call(ECHO_CALLS.echo, { text: "a" });
    const leave = new AbortController();
    const asked = settled(processes.call(ECHO_CALLS.block, { ms: 60_000 }, leave.signal));
    leave.abort();
    await asked;
    const next = await processes.call(ECHO_CALLS.echo, { text: "b" }).catch(() =>
      // It shared the process that was killed.
      processes.call(ECHO_CALLS.echo, { text: "b" }),
    );
    expect(next.pid).not.toBe(pid);
  });

  it("ends itself when work that nobody waits for goes on and on", async () => {
    const { processes } = open();
    const { pid } = await processes.call(ECHO_CALLS.echo, { text: "a" });
    const abandon = async (input: { readonly ms: number; readonly endAfterMs: number }): Promise<void> => {
      const leave = new AbortController();
      const asked = settled(processes.call(ECHO_CALLS.abandoned, input, leave.signal));
      await processes.call(ECHO_CALLS.echo, { text: "has begun" });
      leave.abort();
      await asked;
    };
    await abandon({ ms: 50, endAfterMs: 500 });
    expect((await processes.call(ECHO_CALLS.echo, { text: "b", waitMs: 700 })).pid).toBe(pid);
    await abandon({ ms: 60_000, endAfterMs: 100 });
    await expect.poll(() => processes.pids()).toEqual([]);
    expect((await processes.call(ECHO_CALLS.echo, { text: "c" })).text).toBe("c");
  });

  it("that ends in the middle of an answer fails its calls, and no part of the answer is taken for a later one", async () => {
    const { processes, lines } = open();
    await expect(processes.call(ECHO_CALLS.halfAnswer, null)).rejects.toMatchObject({ code: "unavailable" });
    expect((await processes.call(ECHO_CALLS.echo, { text: "next" })).text).toBe("next");
    expect(lines.filter((line) => line.includes('"reason":"exit"'))).toHaveLength(1);
  });

  it("that cannot be started fails the calls that wait for it, and no other part of the server", async () => {
    const args = ["serve"];
    const { processes, lines } = open({ args });
    const { pid } = await processes.call(ECHO_CALLS.echo, { text: "a" });
    const running = [1, 2].map((n) => settled(processes.call(ECHO_CALLS.echo, { text: `${n}`, waitMs: 60_000 })));
    const waiting = [3, 4].map((n) => settled(processes.call(ECHO_CALLS.echo, { text: `${n}` })));
    // The system refuses to start a program with such an argument.
    args.push("\0");
    process.kill(pid, "SIGKILL");
    expect(await Promise.all([...running, ...waiting])).toEqual(Array.from({ length: 4 }, () => "unavailable"));
    expect(await settled(processes.call(ECHO_CALLS.echo, { text: "b" }))).toBe("unavailable");
    expect(lines.filter((line) => line.includes("could not be started"))).toHaveLength(3);
    args.pop();
    expect((await processes.call(ECHO_CALLS.echo, { text: "c" })).text).toBe("c");
  });

  it("has a time for each call", async () => {
    const { processes } = open();
    await expect(processes.call(ECHO_CALLS.hasty, { text: "a", waitMs: 60_000 })).rejects.toMatchObject({
      code: "unavailable",
    });
    expect(await processes.call(ECHO_CALLS.hasty, { text: "b" })).toBe("b");
  });

  it("ends when nobody has asked for a while", async () => {
    const { processes } = open({ idleMs: 50 });
    await processes.call(ECHO_CALLS.echo, { text: "a" });
    await expect.poll(() => processes.pids()).toEqual([]);
    expect((await processes.call(ECHO_CALLS.echo, { text: "b" })).text).toBe("b");
  });

  it("refuses calls after it was closed, and fails those that run", async () => {
    const { processes } = open();
    const { pid } = await processes.call(ECHO_CALLS.echo, { text: "a" });
    const running = settled(processes.call(ECHO_CALLS.echo, { text: "b", waitMs: 60_000 }));
    await processes.close();
    expect([await running, await settled(processes.call(ECHO_CALLS.echo, { text: "c" }))]).toEqual([
      "unavailable",
      "unavailable",
    ]);
    expect(() => process.kill(pid, 0)).toThrow();
  });
});

describe("a stream of a called process", () => {
  it("yields every part in order", async () => {
    const { processes } = open();
    const seen: number[] = [];
    for await (const part of processes.stream(ECHO_CALLS.numbers, { upTo: 100 })) seen.push(part);
    expect(seen).toEqual(Array.from({ length: 100 }, (_, n) => n));
  });

  it("is made only as fast as it is read, and ends with its reader", async () => {
    const { processes } = open();
    for await (const part of processes.stream(ECHO_CALLS.numbers, { upTo: 1_000_000 })) if (part === 10) break;
    expect(await processes.call(ECHO_CALLS.made, null)).toBeLessThan(20);
    expect(await processes.call(ECHO_CALLS.made, null)).toBeGreaterThan(10);
  });

  it("fails, and its process is killed, when more of it is sent than was asked for", async () => {
    const { processes, lines } = open();
    const read = async (): Promise<void> => {
      for await (const _ of processes.stream(ECHO_CALLS.flood, { parts: 1_000 })) await wait(50);
    };
    await expect(read()).rejects.toMatchObject({ code: "unavailable" });
    expect(lines.filter((line) => line.includes('"reason":"answer"'))).toHaveLength(1);
  });

  it("fails when its process was killed, however much of it was read", async () => {
    const { processes } = open();
    const { pid } = await processes.call(ECHO_CALLS.echo, { text: "a" });
    const read = async (): Promise<void> => {
      for await (const part of processes.stream(ECHO_CALLS.numbers, { upTo: 1_000_000 }))
        if (part === 10) process.kill(pid, "SIGKILL");
    };
    await expect(read()).rejects.toMatchObject({ code: "unavailable", retryAfterS: 2 });
  });
});

describe("several called processes", () => {
  it("share calls that run at the same time", async () => {
    const { processes } = open({ processes: 2 });
    const calls = await Promise.all([1, 2].map((n) => processes.call(ECHO_CALLS.echo, { text: `${n}`, waitMs: 100 })));
    expect(new Set(calls.map(({ pid }) => pid)).size).toBe(2);
  });

  it("do not notice when one of them dies", async () => {
    const { processes } = open({ processes: 2 });
    const dies = settled(processes.call(ECHO_CALLS.allocate, { megabytes: 4_096 }));
    const lives = processes.call(ECHO_CALLS.echo, { text: "alive", waitMs: 500 });
    expect([await dies, (await lives).text]).toEqual(["unavailable", "alive"]);
  });
});

describe("calls for several people", () => {
  const ask = (processes: CalledProcesses, userId: string, waitMs: number, signal?: AbortSignal) =>
    onBehalfOf(userId, () => processes.call(ECHO_CALLS.shared, { text: userId, waitMs }, signal));

  it("leave a place to others, whatever one person asks", async () => {
    const { processes } = open();
    const leave = new AbortController();
    const own = [1, 2, 3].map(() => settled(ask(processes, "anna", 60_000, leave.signal)));
    const other = ask(processes, "bert", 0).then(({ text }) => text);
    // Without a share the calls of the first person would have to end first.
    expect(await Promise.race([other, ...own])).toBe("bert");
    leave.abort();
    await Promise.all(own);
  });

  it("are refused to the person who has too many waiting", async () => {
    const { processes } = open();
    const leave = new AbortController();
    const own = [1, 2, 3].map(() => settled(ask(processes, "anna", 60_000, leave.signal)));
    await expect(ask(processes, "anna", 0)).rejects.toMatchObject({
      code: "unavailable",
      loggedAs: "share_used",
      retryAfterS: 2,
    });
    leave.abort();
    await Promise.all(own);
    expect((await ask(processes, "anna", 0)).text).toBe("anna");
  });

  it("are counted over all processes, and until they have stopped", async () => {
    const { processes } = open({ processes: 2 });
    const leave = new AbortController();
    const stopped = settled(
      onBehalfOf("anna", () => processes.call(ECHO_CALLS.sharedBlock, { ms: 1_000 }, leave.signal)),
    );
    await ask(processes, "bert", 0);
    leave.abort();
    await stopped;
    const asked = ["anna", "bert"].map(async (userId) => (await ask(processes, userId, 0)).text);
    expect(await Promise.race(asked)).toBe("bert");
    await Promise.all(asked);
  });
});
