import { execFile } from "node:child_process";
import { chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMediaJail, isRoot, JAIL_USER_ID, type JailCommand } from "./media-jail.ts";

const LIMITS = { cpuS: 20, wallMs: 30_000, memoryBytes: 2 * 1024 ** 3, outputFileBytes: 1024 ** 2 };
const QUIET = ["-v", "error", "-nostdin", "-y"];
const jail = createMediaJail({ running: 2, waiting: 8 });
let folder: string;
let clip: string;
let output: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "jail-test-"));
  await chmod(folder, 0o711);
  clip = join(folder, "clip.mp4");
  output = join(folder, "out");
  await promisify(execFile)("ffmpeg", [...QUIET, "-f", "lavfi", "-i", "testsrc2=s=64x64:d=1", clip]);
  await writeFile(output, "");
  if (isRoot()) await chown(output, JAIL_USER_ID, JAIL_USER_ID);
});
afterAll(() => rm(folder, { recursive: true }));

const ffmpeg = (args: string[], more: Partial<JailCommand> = {}) =>
  jail.run({
    program: "ffmpeg",
    args: [...QUIET, ...args],
    inputPath: clip,
    outputs: { "out.bin": output },
    limits: LIMITS,
    ...more,
  });
const copyOf = (path: string) => ffmpeg(["-f", "data", "-i", path, "-map", "0", "-c", "copy", "-f", "data", "out.bin"]);
/** Never ends by itself. */
const ENDLESS = ["-f", "lavfi", "-i", "testsrc2=s=640x480", "-f", "null", "-"];
const jailed = async () => {
  const { stdout } = await promisify(execFile)("ps", ["-eo", "pid,args"]);
  return stdout.split("\n").filter((line) => line.includes(clip) && !line.includes("ps -eo"));
};

describe("the jail of media programs", () => {
  it("lets a program read its input and write its outputs", async () => {
    const outcome = await ffmpeg(["-i", "/in/file", "-c", "copy", "-f", "mpegts", "out.bin"]);
    expect(outcome).toMatchObject({ exitCode: 0, isTimedOut: false, stderr: "" });
    expect((await readFile(output))[0]).toBe(0x47);
  });

  it.each([
    ["/etc/passwd", "No such file"],
    ["/proc/self/environ", "No such file"],
    ["/usr/bin/bash", "No such file"],
    ["http://127.0.0.1:1/", "Operation not permitted|Input/output error"],
    ["udp://127.0.0.1:1", "Operation not permitted|Input/output error"],
  ])("has no %s", async (path, words) => {
    const outcome = await copyOf(path);
    expect(outcome.exitCode).not.toBe(0);
    expect(outcome.stderr).toMatch(new RegExp(words));
  });

  it.each(["/in/file", "/out/other", "/tmp/other", "/other", "/dev/other", "/dev/shm/other"])(
    "cannot write %s",
    async (path) => {
      const outcome = await ffmpeg(["-f", "lavfi", "-i", "testsrc2=d=0.1", "-f", "mpegts", path]);
      expect(outcome.exitCode).not.toBe(0);
      expect(outcome.stderr).toMatch(/Read-only file system|No such file|Permission denied/);
    },
  );

  it("ends what uses too much processor time, memory, output or time", async () => {
    const cpu = await ffmpeg(ENDLESS, { limits: { ...LIMITS, cpuS: 1 } });
    expect(cpu.exitCode).not.toBe(0);
    const memory = await ffmpeg(["-i", "/in/file", "-f", "null", "-"], {
      limits: { ...LIMITS, memoryBytes: 64 * 1024 ** 2 },
    });
    expect(memory.exitCode).not.toBe(0);
    const size = await ffmpeg(["-f", "lavfi", "-i", "testsrc2=d=9", "-f", "rawvideo", "out.bin"]);
    expect(size.exitCode).not.toBe(0);
    expect((await stat(output)).size).toBeLessThanOrEqual(LIMITS.outputFileBytes);
    const time = await ffmpeg(ENDLESS, { limits: { ...LIMITS, wallMs: 700 } });
    expect(time.isTimedOut).toBe(true);
    expect(await jailed()).toEqual([]);
  });

  it("is torn down whole when it is cancelled", async () => {
    const stop = new AbortController();
    const running = ffmpeg(ENDLESS, { signal: stop.signal });
    const refused = expect(running).rejects.toThrow("no longer wanted");
    while ((await jailed()).length === 0) await sleep(20);
    stop.abort(new Error("no longer wanted"));
    await refused;
    expect(await jailed()).toEqual([]);
  });

  it("leaves nothing behind when it is cancelled while it is being built", async () => {
    for (let delayMs = 0; delayMs < 40; delayMs += 2) {
      const stop = new AbortController();
      const running = ffmpeg(ENDLESS, { signal: stop.signal });
      setTimeout(() => stop.abort(new Error("no longer wanted")), delayMs);
      await expect(running).rejects.toThrow("no longer wanted");
    }
    expect(await jailed()).toEqual([]);
  });

  it("hands what a program writes to a reader, who may want no more of it", async () => {
    let bytes = 0;
    const raw = ["-i", "/in/file", "-f", "rawvideo", "-pix_fmt", "gray", "pipe:1"];
    const whole = await ffmpeg(raw, {
      readStdout: async (stdout) => {
        for await (const chunk of stdout) bytes += (chunk as Buffer).length;
      },
    });
    expect([whole.exitCode, whole.stdout, bytes]).toEqual([0, "", 25 * 64 * 64]);
    const some = await ffmpeg([...ENDLESS.slice(0, 4), "-f", "rawvideo", "pipe:1"], {
      readStdout: async (stdout) => {
        for await (const chunk of stdout) if ((chunk as Buffer).length > 0) break;
      },
    });
    expect(some.exitCode).not.toBe(0);
    const failing = ffmpeg(raw, { readStdout: () => Promise.reject(new Error("the reader broke")) });
    await expect(failing).rejects.toThrow("the reader broke");
    expect(await jailed()).toEqual([]);
  });

  it("lends one of its slots to programs that run elsewhere", async () => {
    const narrow = createMediaJail({ running: 1, waiting: 0 });
    const held = narrow.hold(() => sleep(50, "done"));
    await expect(narrow.hold(async () => undefined)).rejects.toMatchObject({ code: "unavailable" });
    expect(await held).toBe("done");
  });

  it("runs a few at a time and refuses what there is no room for", async () => {
    const narrow = createMediaJail({ running: 1, waiting: 0 });
    const command: JailCommand = { program: "ffmpeg", args: ["-version"], inputPath: clip, limits: LIMITS };
    const [first, second] = await Promise.allSettled([narrow.run(command), narrow.run(command)]);
    expect(first.status).toBe("fulfilled");
    expect(second).toMatchObject({ reason: { code: "unavailable" } });
  });

  it("runs nothing at all where no jail can be built", async () => {
    await expect(jail.check()).resolves.toBeUndefined();
    const without = createMediaJail({ running: 1, waiting: 1, bwrapPath: "/nowhere/bwrap" });
    await expect(without.check()).rejects.toMatchObject({ code: "unavailable" });
    const command: JailCommand = { program: "ffprobe", args: [], inputPath: join(folder, "absent"), limits: LIMITS };
    await expect(jail.run(command)).rejects.toMatchObject({ code: "unavailable" });
  });
});
