import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, createReadStream, openSync } from "node:fs";
import path from "node:path";
import { finished } from "node:stream/promises";
import { inheritedEnvironment } from "../environment.ts";
import { print } from "../outcome.ts";
import { ROOT } from "../repository.ts";
import type { Stage } from "./stages.ts";

/** A stage that hangs is a stage that failed. */
const LONGEST_MS = 3_000_000;
const KILL_AFTER_MS = 30_000;

export interface StageRun {
  readonly status: number;
  readonly seconds: number;
}

const running = new Set<number>();

/** Each stage leads a process group of its own, so that nothing it started outlives it. */
const signalGroup = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // Nobody is left in the group.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
};

/** Asks every running stage to clear away what it made, and insists after half a minute. */
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

/** Runs a stage to its end. Output that would mix with another stage's is kept back and printed when it has ended. */
export const runStage = async (stage: Stage, results: string, isAlone: boolean): Promise<StageRun> => {
  const { name, command, env = {} } = stage;
  const [program = "", ...args] = command;
  const startedMs = performance.now();
  print(`\n── ${name}: ${command.join(" ")}`);
  const log = path.join(results, `${name}.log`);
  const output = isAlone ? undefined : openSync(log, "w");
  const child = spawn(program, args, {
    cwd: ROOT,
    detached: true,
    stdio: ["ignore", output ?? "inherit", output ?? "inherit"],
    env: { ...inheritedEnvironment(), ...env },
  });
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
  // What a stage left behind would go on writing after the last line.
  signalGroup(pid, "SIGKILL");
  running.delete(pid);
  if (output !== undefined) {
    closeSync(output);
    print(`\n── what ${name} printed`);
    await printFile(log);
  }
  return { status: code ?? 1, seconds: (performance.now() - startedMs) / 1000 };
};
