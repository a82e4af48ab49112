import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { programFolders } from "../../apps/server/src/testing/environment.ts";

/** In the folder of controller-runtime's envtest, or in the cache of ./dev, where one file may hold all of Kubernetes. */
const FILES = {
  etcd: ["etcd-3.6.8"],
  "kube-apiserver": ["kube-apiserver-1.36.3", "kube-all-1.36.3"],
  "kube-controller-manager": ["kube-controller-manager-1.36.3", "kube-all-1.36.3"],
  helm: ["helm-4.3.1"],
} as const;
export type Program = keyof typeof FILES;

export const findProgram = (name: Program): string => {
  const { envtest, cache } = programFolders();
  const inCache = FILES[name].map((file) => path.join(cache, "bin", file));
  const found = [...(envtest === undefined ? [] : [path.join(envtest, name)]), ...inCache].find((file) =>
    existsSync(file),
  );
  if (found !== undefined) return found;
  throw new Error(
    `${name} was not found. Put it into the folder that KUBEBUILDER_ASSETS names, as envtest does with etcd and ` +
      `kube-apiserver, or at ${inCache[0]}`,
  );
};

/** With a log of its own in the folder. */
export const startProgram = async (folder: string, name: Program, args: readonly string[]): Promise<ChildProcess> => {
  const log = await open(path.join(folder, `${name}.log`), "a");
  // A file that holds all of Kubernetes looks at the name that it is called by.
  const child = spawn(findProgram(name), args, { argv0: name, stdio: ["ignore", log.fd, log.fd] });
  await log.close();
  return child;
};

export const endProgram = async (child: ChildProcess | undefined): Promise<void> => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
};
