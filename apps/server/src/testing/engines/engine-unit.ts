import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

const UNIT = path.resolve(import.meta.dirname, "../../../../../ops/unit.sh");
const run = promisify(execFile);

/** An optional engine of this checkout: a real one, which tests start, kill and stop. */
export interface EngineUnit {
  readonly tell: (verb: "install" | "up" | "stop" | "version") => Promise<string>;
  /** Installs it and starts it, or finds it running; a start that fails leaves nothing behind. */
  readonly start: () => Promise<void>;
  /** All its processes at once, as a crash of its machine would. */
  readonly kill: () => Promise<void>;
}

export const engineUnit = (name: "ray" | "mlflow"): EngineUnit => {
  const ask = async (verb: string): Promise<string> =>
    (await run(UNIT, [name, verb], { timeout: 600_000 })).stdout.trim();
  return {
    tell: ask,
    start: async () => {
      await ask("install");
      await ask("up").catch(async (error: unknown) => {
        await ask("stop");
        throw error;
      });
    },
    kill: async () => {
      for (const pid of (await ask("pids")).split(/\s+/)) {
        try {
          process.kill(Number(pid), "SIGKILL");
        } catch (error) {
          // It ended with its parent.
          if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
        }
      }
    },
  };
};
