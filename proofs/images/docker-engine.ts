// A Docker Engine of its own, from Debian's packages, which ends with the process namespace that it runs in.
import { execFile, spawn } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import { readdir, rmdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { programFolders } from "../../apps/server/src/testing/environment.ts";
import { eventually } from "../../apps/server/src/testing/eventually.ts";

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 64 * 1024 ** 2;

export interface DockerEngine {
  /** The environment in which `docker` speaks to this engine. */
  readonly environment: NodeJS.ProcessEnv;
  /** The output of a `docker` command, without the line end. */
  readonly docker: (...args: readonly string[]) => Promise<string>;
  readonly stop: () => Promise<void>;
}

const CGROUPS = "/sys/fs/cgroup";

/** Docker leaves the control group above those of its containers behind, in each hierarchy. */
const removeControlGroups = async (name: string): Promise<void> => {
  for (const hierarchy of await readdir(CGROUPS))
    await rmdir(path.join(CGROUPS, hierarchy, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
    });
};

/** `network` are the options of dockerd that say how containers reach each other. */
export const startDockerEngine = async (
  environment: NodeJS.ProcessEnv,
  folder: string,
  network: readonly string[],
): Promise<DockerEngine> => {
  const programs = path.join(programFolders().cache, "docker-engine/usr");
  const host = `unix://${folder}/docker.sock`;
  const logFile = path.join(folder, "dockerd.log");
  const log = openSync(logFile, "a");
  const controlGroup = path.basename(folder);
  const env = {
    ...environment,
    DOCKER_HOST: host,
    DOCKER_CONFIG: path.join(folder, "docker-config"),
    PATH: `${programs}/bin:${programs}/sbin:${environment.PATH}`,
  };
  const daemon = spawn(
    path.join(programs, "sbin/dockerd"),
    [
      "--data-root",
      `${folder}/docker-data`,
      "--exec-root",
      "/run/dailies-docker",
      "--pidfile",
      "/run/dailies-docker.pid",
    ]
      .concat("--host", host, "--oom-score-adjust", "0", "--cgroup-parent", `/${controlGroup}`)
      .concat(network),
    { env, stdio: ["ignore", log, log] },
  );
  const docker = async (...args: readonly string[]): Promise<string> => {
    const { stdout, stderr } = await run("docker", [...args], { env, maxBuffer: MAX_OUTPUT_BYTES });
    return `${stdout}${args[0] === "logs" ? stderr : ""}`.trimEnd();
  };
  await eventually(async () => {
    if (daemon.exitCode !== null) throw new Error(`dockerd ended:\n${readFileSync(logFile, "utf8").slice(-2_000)}`);
    return await docker("version", "--format", "{{.Server.Version}}").catch(() => undefined);
  }, 60_000);
  const stop = async (): Promise<void> => {
    const containers = (await docker("ps", "--all", "--quiet")).split("\n").filter(Boolean);
    if (containers.length > 0) await docker("rm", "--force", "--volumes", ...containers);
    daemon.kill("SIGTERM");
    await eventually(() => (daemon.exitCode !== null || daemon.signalCode !== null ? true : undefined), 30_000);
    await removeControlGroups(controlGroup);
  };
  return { environment: env, docker, stop };
};
