import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { readConfig } from "../../apps/server/src/config.ts";
import { createOutgoing } from "../../apps/server/src/platform/http-client/outgoing.ts";
import { testEnvironment } from "../../apps/server/src/testing/environment.ts";
import { eventually } from "../../apps/server/src/testing/eventually.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const run = promisify(execFile);
const unit = async (verb: string): Promise<string> =>
  (await run(path.join(ROOT, "ops/unit.sh"), ["ray", verb], { timeout: 200_000 })).stdout.trim();

export interface RayEngine {
  readonly address: string;
  readonly token: string;
  readonly submit: (id: string, python: string, metadata?: Readonly<Record<string, string>>) => Promise<number>;
  /** A module that everything which runs on the cluster can import. */
  readonly addModule: (name: string, python: string) => Promise<void>;
  /** All processes of the head at once, as a crash of its machine would. */
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts the Ray of this checkout, or finds it running; it is stopped at the end in both cases. */
export const startRay = async (): Promise<RayEngine> => {
  await unit("install");
  await unit("up").catch(async (error: unknown) => {
    await unit("stop");
    throw error;
  });
  const { clusters } = readConfig(testEnvironment());
  const [socket] = clusters.sockets;
  if (!socket) throw new Error("the environment names no socket of a Ray cluster: run ./dev engines up");
  const token = (await readFile(path.join(path.dirname(socket.path), "token"), "utf8")).trim();
  const outgoing = createOutgoing(clusters);
  return {
    address: socket.origin,
    token,
    // Ray answers 500 until the agent that starts jobs is up, and also when it already has the id.
    submit: (id, python, metadata = {}) =>
      eventually(async () => {
        const code = Buffer.from(python).toString("base64");
        const entrypoint = `python -u -c "import base64;exec(base64.b64decode('${code}'))"`;
        const { status } = await outgoing.request(`${socket.origin}/api/jobs/`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: JSON.stringify({ submission_id: id, entrypoint, metadata, entrypoint_num_cpus: 0 }),
          signal: AbortSignal.timeout(60_000),
        });
        return status === 200 ? status : undefined;
      }),
    addModule: (name, python) => writeFile(path.join(path.dirname(socket.path), "jobs", `${name}.py`), python),
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
    stop: async () => {
      outgoing.close();
      await unit("stop");
    },
  };
};
