import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { API_V8_OPTIONS } from "../../apps/server/src/platform/code-cache.ts";
import { residentBytes } from "../../apps/server/src/platform/processes/process-state.ts";
import { becomesReady, freePort } from "../../apps/server/src/testing/listening.ts";
import { ROOT } from "../chaos/harness/own-engines.ts";

const BUNDLE = path.join(ROOT, "apps/server/dist/api.js");
const LOG = path.join(ROOT, "node_modules/.cache/proofs/resources-api.log");
const START_MS = 60_000;
const LOOK_EVERY_MS = 50;

/** The largest resident memory of a phase. */
export interface Peak {
  readonly apiBytes: number;
  /** Of all processes that it has started, together. */
  readonly childrenBytes: number;
}

export interface ProductionApi {
  readonly port: number;
  readonly origin: string;
  /** Memory since the last call. */
  readonly takePeak: () => Peak;
  /** Ends of the API that nobody asked for, and deaths of the processes it has started. */
  readonly deaths: () => number;
  readonly stop: () => Promise<void>;
}

/** A process may have ended since it was listed. */
const memoryOf = (pid: number): number => residentBytes(pid) ?? 0;

const childrenOf = async (pid: number): Promise<number[]> => {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return children.split(" ").filter(Boolean).map(Number);
};

const openWatch = (pid: number) => {
  let peak: Peak = { apiBytes: 0, childrenBytes: 0 };
  const look = async (): Promise<void> => {
    const childrenBytes = (await childrenOf(pid)).reduce((sum, child) => sum + memoryOf(child), 0);
    peak = {
      apiBytes: Math.max(peak.apiBytes, memoryOf(pid)),
      childrenBytes: Math.max(peak.childrenBytes, childrenBytes),
    };
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return {
    take: (): Peak => {
      const taken = peak;
      peak = { apiBytes: 0, childrenBytes: 0 };
      return taken;
    },
    stop: () => clearInterval(timer),
  };
};

const childDeaths = (): number =>
  readFileSync(LOG, "utf8").split(/called process died|process for costly answers ended unexpectedly/).length - 1;

/** The bundle of `pnpm build` with the options that its supervisor gives it. */
export const startProductionApi = async (environment: NodeJS.ProcessEnv): Promise<ProductionApi> => {
  if (!existsSync(BUNDLE)) throw new Error("there is no production bundle: run pnpm build");
  mkdirSync(path.dirname(LOG), { recursive: true });
  rmSync(LOG, { force: true });
  const [port, opsPort] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const log = openSync(LOG, "a");
  const child = spawn(process.execPath, [...API_V8_OPTIONS, BUNDLE], {
    cwd: ROOT,
    stdio: ["ignore", log, log],
    env: {
      ...environment,
      DAILIES_MODE: "production",
      DAILIES_LOG_LEVEL: "info",
      DAILIES_HTTP_PORT: `${port}`,
      DAILIES_OPS_PORT: `${opsPort}`,
      DAILIES_PUBLIC_ORIGIN: origin,
      DAILIES_WEB_ROOT: undefined,
    },
  });
  const ended = once(child, "exit");
  const isReady = await becomesReady(`http://127.0.0.1:${opsPort}/readyz`, START_MS, () => child.exitCode !== null);
  if (!isReady || child.pid === undefined) {
    child.kill("SIGKILL");
    throw new Error(`the API did not start; see ${LOG}`);
  }
  const watch = openWatch(child.pid);
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    port,
    origin,
    takePeak: watch.take,
    deaths: () => childDeaths() + (hasEnded() ? 1 : 0),
    stop: async () => {
      watch.stop();
      child.kill("SIGTERM");
      await ended;
    },
  };
};
