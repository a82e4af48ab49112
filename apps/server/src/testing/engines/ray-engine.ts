import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { readConfig } from "../../config.ts";
import { createOutgoing } from "../../platform/http-client/outgoing.ts";
import { testEnvironment } from "../environment.ts";
import { eventually } from "../eventually.ts";
import { engineUnit } from "./engine-unit.ts";

export interface RayEngine {
  readonly address: string;
  readonly token: string;
  readonly submit: (id: string, python: string, metadata?: Readonly<Record<string, string>>) => Promise<number>;
  /** A module that everything which runs on the cluster can import; its name may contain dots. */
  readonly addModule: (name: string, python: string) => Promise<void>;
  /** A GET of a service of Ray Serve. */
  readonly askService: (route: string) => Promise<{ readonly status: number }>;
  /** All processes of the head at once, as a crash of its machine would. */
  readonly kill: () => Promise<void>;
  readonly close: () => void;
}

/** The Ray of this checkout, which is running. */
export const openRay = async (): Promise<RayEngine> => {
  const { clusters, performerSockets } = readConfig(testEnvironment());
  const [socket] = clusters.sockets;
  const [serve] = performerSockets;
  if (!(socket && serve)) throw new Error("the environment names no socket of a Ray cluster: run ./dev engines up");
  const folder = path.dirname(socket.path);
  const token = (await readFile(path.join(folder, "token"), "utf8")).trim();
  const outgoing = createOutgoing({ trustedOrigins: [], sockets: [socket, serve] });
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
    addModule: async (name, python) => {
      const file = path.join(folder, "jobs", `${name.replaceAll(".", "/")}.py`);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, python);
    },
    askService: (route) => outgoing.request(`${serve.origin}${route}`, { signal: AbortSignal.timeout(30_000) }),
    kill: engineUnit("ray").kill,
    close: outgoing.close,
  };
};
