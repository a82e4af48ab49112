import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { readConfig } from "../../apps/server/src/config.ts";
import { testEnvironment } from "../../apps/server/src/testing/environment.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const run = promisify(execFile);
const unit = async (verb: string): Promise<string> =>
  (await run(path.join(ROOT, "ops/unit.sh"), ["mlflow", verb], { timeout: 400_000 })).stdout.trim();

export interface MlflowEngine {
  readonly address: string;
  readonly version: string;
  /** A call of its REST API, as a training program makes it. */
  readonly tell: <T = unknown>(path: string, body: object) => Promise<T>;
  /** All its processes at once, as a crash of its machine would. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts the MLflow server of this checkout, or finds it running; it is stopped at the end in both cases. */
export const startMlflow = async (): Promise<MlflowEngine> => {
  await unit("install");
  await unit("up").catch(async (error: unknown) => {
    await unit("stop");
    throw error;
  });
  const [address] = readConfig(testEnvironment()).runSourceOrigins;
  if (address === undefined) throw new Error("the environment names no MLflow server: run ./dev engines up");
  return {
    address,
    version: await unit("version"),
    tell: async <T>(call: string, body: object): Promise<T> => {
      const response = await fetch(`${address}/api/2.0/mlflow/${call}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(60_000),
      });
      if (!response.ok) throw new Error(`${call} was answered with ${response.status}: ${await response.text()}`);
      return (await response.json()) as T;
    },
    kill: async () => {
      for (const pid of (await unit("pids")).split(/\s+/)) {
        try {
          process.kill(Number(pid), "SIGKILL");
        } catch (error) {
          // It ended with its parent.
          if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
        }
      }
    },
    start: async () => {
      await unit("up");
    },
    stop: async () => {
      await unit("stop");
    },
  };
};
