import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { DomainError } from "../../errors.ts";
import { BoundedQueue } from "../concurrency/bounded-queue.ts";
import { killTree } from "./kill-tree.ts";
import { type JailCommand, jailArguments } from "./media-jail-arguments.ts";
import { explainJailFault } from "./media-jail-causes.ts";
import { seccompProgram } from "./media-jail-filter.ts";

export type { JailCommand } from "./media-jail-arguments.ts";

export interface JailOutcome {
  /** Null when it was killed from outside the sandbox. */
  readonly exitCode: number | null;
  readonly isTimedOut: boolean;
  readonly stdout: string;
  /** The beginning of stderr. */
  readonly stderr: string;
}

export interface MediaJail {
  /** Throws `unavailable` when the sandbox cannot be created; nothing was run then. */
  readonly run: (command: JailCommand) => Promise<JailOutcome>;
  /** Reserves a concurrency slot, for a caller that runs a sandboxed program in another thread. */
  readonly hold: <T>(work: () => Promise<T>) => Promise<T>;
  /** Throws unless a program could run in the sandbox within the last minute. */
  readonly check: () => Promise<void>;
}

export interface MediaJailOptions {
  /** Maximum number of running and of waiting programs. */
  readonly running: number;
  readonly waiting: number;
  readonly bwrapPath?: string;
  /** Any file that the sandbox must be able to read. */
  readonly readablePath?: string;
}

/** Unused on the machine, unlike 65534. Only used when running as root, to drop privileges. */
export const JAIL_USER_ID = 65_533;
const MAX_STDOUT_BYTES = 1024 ** 2;
const MAX_STDERR_BYTES = 16 * 1024;
const SECCOMP_FD = 3;
const CHECK_HOLDS_MS = 60_000;
/** The prefix of errors in creating the sandbox; ffmpeg's own lines begin differently. */
const JAIL_FAULT = /^(?:bwrap|prlimit|\/usr\/bin\/(?:prlimit|nice)): /;

export const isRoot = (): boolean => process.getuid?.() === 0;

/** The sandbox for ffmpeg and ffprobe, with limits on memory, time and output, because their input is untrusted. */
export const createMediaJail = (options: MediaJailOptions): MediaJail => {
  const { running, waiting, bwrapPath = "/usr/bin/bwrap", readablePath = "/dev/null" } = options;
  const queue = new BoundedQueue({ running, waiting });
  const hold = async <T>(work: () => Promise<T>): Promise<T> => {
    const held = queue.run(work);
    if (!held) throw new DomainError("unavailable", "too many files are waiting to be checked; try again later");
    return held;
  };
  const run = (command: JailCommand): Promise<JailOutcome> => hold(() => runJailed(bwrapPath, command));
  let isTrustedUntilMs = 0;
  const check = async (): Promise<void> => {
    if (performance.now() < isTrustedUntilMs) return;
    await checkJail(bwrapPath, readablePath);
    isTrustedUntilMs = performance.now() + CHECK_HOLDS_MS;
  };
  return { run, hold, check };
};

/** Bypasses the queue: the check must not depend on the load. */
const checkJail = async (bwrapPath: string, inputPath: string): Promise<void> => {
  const limits = { cpuS: 5, wallMs: 10_000, memoryBytes: 1024 ** 3, outputFileBytes: 0 };
  const command = { program: "ffprobe", args: ["-version"], inputPath, limits } as const;
  const { stdout, stderr } = await runJailed(bwrapPath, command);
  if (!stdout.startsWith("ffprobe version")) throw unavailable(stderr);
};

const unavailable = (reason: string): DomainError =>
  new DomainError("unavailable", `media cannot be checked here: ${explainJailFault(reason)}`);

const runJailed = async (bwrapPath: string, command: JailCommand): Promise<JailOutcome> => {
  command.signal?.throwIfAborted();
  const filter = seccompProgram(process.arch);
  const args = jailArguments(command, SECCOMP_FD);
  const user = isRoot() ? { uid: JAIL_USER_ID, gid: JAIL_USER_ID } : {};
  const child = spawn("/usr/bin/nice", ["-n", "10", bwrapPath, ...args], {
    ...user,
    env: {},
    cwd: "/",
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const [, out, err, seccomp] = child.stdio;
  const kill = () => killTree(child);
  // Wait for `close` and not `exit`: only then does no process in the sandbox hold a pipe any more.
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", (error) => reject(unavailable(error.message)));
    child.once("close", resolve);
  });
  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    kill();
  }, command.limits.wallMs);
  command.signal?.addEventListener("abort", kill, { once: true });
  try {
    sendFilter(seccomp as Writable, filter);
    const stdout = command.readStdout ? () => "" : collect(out as Readable, MAX_STDOUT_BYTES, kill);
    const reading = command.readStdout && readAll(command.readStdout, out as Readable, kill);
    const stderr = collect(err as Readable, MAX_STDERR_BYTES);
    const exitCode = await ended;
    command.signal?.throwIfAborted();
    if (JAIL_FAULT.test(stderr())) throw unavailable(stderr());
    const fault = await reading;
    if (fault) throw fault.reason;
    return { exitCode, isTimedOut, stdout: stdout(), stderr: stderr() };
  } finally {
    clearTimeout(timer);
    command.signal?.removeEventListener("abort", kill);
  }
};

/** If the reader throws, the program is killed; the error is reported after it has ended. */
const readAll = async (
  read: NonNullable<JailCommand["readStdout"]>,
  stdout: Readable,
  kill: () => void,
): Promise<{ readonly reason: unknown } | undefined> => {
  try {
    await read(stdout);
    return undefined;
  } catch (reason) {
    kill();
    return { reason };
  } finally {
    stdout.destroy();
  }
};

/** If the sandbox fails to start, the pipe closes early; the exit code reports that. */
const sendFilter = (pipe: Writable, filter: Buffer): void => {
  pipe.on("error", () => undefined);
  pipe.end(filter);
};

const collect = (stream: Readable, maxBytes: number, onOverflow?: () => void): (() => string) => {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  stream.on("data", (chunk: Buffer) => {
    if (sizeBytes < maxBytes) chunks.push(chunk.subarray(0, maxBytes - sizeBytes));
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) onOverflow?.();
  });
  return () => Buffer.concat(chunks).toString("utf8");
};
