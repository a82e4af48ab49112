// The commands of the product that an operator runs, each in a process of its own.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { text } from "node:stream/consumers";
import { ROOT } from "../chaos/harness/own-engines.ts";

export interface CommandResult {
  readonly status: number | null;
  readonly output: string;
}

/** Runs a script of the server until it ends. */
export const runCommand = async (
  script: "admin" | "backup",
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<CommandResult> => {
  const child = spawn(process.execPath, [`apps/server/src/bin/${script}.ts`, ...args], {
    cwd: ROOT,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await ended;
  return { status, output: `${out}${err}` };
};

/** The same, for one that must succeed. */
export const mustRun = async (...command: Parameters<typeof runCommand>): Promise<string> => {
  const { status, output } = await runCommand(...command);
  if (status !== 0) throw new Error(`${command[0]} ${command[1].join(" ")} ended with ${status}:\n${output}`);
  return output.trim();
};

export interface RunningBackup {
  readonly kill: () => Promise<void>;
}

/** The backup of objects, pass after pass, as it runs on a machine of its own. */
export const startObjectBackup = (
  environment: NodeJS.ProcessEnv,
  { everyS, logFile }: { readonly everyS: number; readonly logFile: string },
): RunningBackup => {
  const log = openSync(logFile, "a");
  const child: ChildProcess = spawn(
    process.execPath,
    ["apps/server/src/bin/backup.ts", "objects", "--every", `${everyS}`],
    { cwd: ROOT, env: environment, stdio: ["ignore", log, log] },
  );
  const ended = once(child, "exit");
  return {
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
};
