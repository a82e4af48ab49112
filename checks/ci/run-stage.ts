import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, createWriteStream, readFileSync } from "node:fs";
import path from "node:path";
import { finished } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { inheritedEnvironment } from "../environment.ts";
import { print } from "../outcome.ts";
import { ROOT } from "../repository.ts";
import type { Stage } from "./stages.ts";

/** A stage that hangs counts as failed. */
const LONGEST_MS = 3_000_000;
const KILL_AFTER_MS = 30_000;
const DRAIN_MS = 5_000;

export interface StageRun {
  readonly status: number;
  readonly seconds: number;
}

const running = new Set<number>();

/** Each stage runs in its own process group, so that nothing it started outlives it. */
const signalGroup = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // The process group is empty.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
};

/** Sends SIGTERM to every running stage so that it can clean up, and SIGKILL after half a minute. */
export const stopStages = (): void => {
  for (const pid of running) {
    signalGroup(pid, "SIGTERM");
    setTimeout(() => signalGroup(pid, "SIGKILL"), KILL_AFTER_MS).unref();
  }
};

const printFile = async (file: string): Promise<void> => {
  const stream = createReadStream(file);
  stream.pipe(process.stdout, { end: false });
  await finished(stream);
};

const logOf = (results: string, name: string): string => path.join(results, `${name}.log`);

const TAIL_LINES = 25;

/** The last lines of a stage's output, repeated at the end of the run, where they are easy to find. */
export const tailOf = (results: string, name: string): string[] =>
  readFileSync(logOf(results, name), "utf8").trimEnd().split("\n").slice(-TAIL_LINES);

/** Runs a stage to its end. The output of concurrent stages is buffered and printed when each has ended. */
export const runStage = async (stage: Stage, results: string, isAlone: boolean): Promise<StageRun> => {
  const { name, command, env = {} } = stage;
  const [program = "", ...args] = command;
  const startedMs = performance.now();
  print(`\n── ${name}: ${command.join(" ")}`);
  const log = createWriteStream(logOf(results, name));
  const child = spawn(program, args, {
    cwd: ROOT,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...inheritedEnvironment(), ...env },
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.pipe(log, { end: false });
    if (isAlone) stream.pipe(process.stdout, { end: false });
  }
  const closed = once(child, "close");
  const ended = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  const { pid } = child;
  if (pid === undefined) {
    const [error] = (await once(child, "error")) as [Error];
    throw error;
  }
  running.add(pid);
  const limit = setTimeout(() => {
    print(`${name} was stopped after ${LONGEST_MS / 1000} s`);
    signalGroup(pid, "SIGTERM");
    setTimeout(() => signalGroup(pid, "SIGKILL"), KILL_AFTER_MS).unref();
  }, LONGEST_MS);
  const [code] = await ended;
  clearTimeout(limit);
  // Leftover processes of a stage would keep writing after its last line.
  signalGroup(pid, "SIGKILL");
  running.delete(pid);
  // A process outside the group that inherited the pipes would keep them open forever.
  await Promise.race([closed, sleep(DRAIN_MS, undefined, { ref: false })]);
  for (const stream of [child.stdout, child.stderr]) stream.unpipe().destroy();
  log.end();
  await finished(log);
  if (!isAlone) {
    print(`\n── what ${name} printed`);
    await printFile(logOf(results, name));
  }
  return { status: code ?? 1, seconds: (performance.now() - startedMs) / 1000 };
};
