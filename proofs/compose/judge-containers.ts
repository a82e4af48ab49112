// Whether the containers of an installation run as docs/install/compose.md says.
import { readFileSync } from "node:fs";
import type { DockerEngine } from "../images/docker-engine.ts";

/** The only container that may be root, and the only capability that it has. */
const ROOT_JOB = "volume-owners";

interface Container {
  readonly Config: { readonly User: string; readonly Labels: Readonly<Record<string, string>> };
  readonly State: {
    readonly Status: string;
    readonly ExitCode: number;
    readonly Pid: number;
    readonly Health?: { readonly Status: string };
  };
  readonly HostConfig: {
    readonly ReadonlyRootfs: boolean;
    readonly CapDrop: readonly string[] | null;
    readonly CapAdd: readonly string[] | null;
    readonly SecurityOpt: readonly string[] | null;
    readonly Memory: number;
    readonly PidsLimit: number | null;
    readonly NetworkMode: string;
  };
}

const serviceOf = ({ Config }: Container): string => Config.Labels["com.docker.compose.service"] ?? "";

/** Jobs end with 0, all others run and are healthy. */
const stateFaults = ({ State: { Status, ExitCode, Health } }: Container, isJob: boolean): string[] => {
  const isWell = isJob ? Status === "exited" && ExitCode === 0 : Status === "running" && Health?.Status === "healthy";
  return isWell ? [] : [`it is ${Status} with ${ExitCode}, ${Health?.Status ?? "no health"}`];
};

const settingFaults = ({ Config, HostConfig }: Container): string[] =>
  [
    Config.User === "" || /^(?:0|root)(?::|$)/.test(Config.User) ? "it runs as root" : "",
    HostConfig.ReadonlyRootfs ? "" : "its root can be written",
    HostConfig.CapDrop?.includes("ALL") ? "" : "it keeps capabilities",
    (HostConfig.CapAdd ?? []).length === 0 ? "" : `it adds ${HostConfig.CapAdd?.join(", ")}`,
    HostConfig.SecurityOpt?.some((option) => option.startsWith("no-new-privileges")) ? "" : "it may gain privileges",
    HostConfig.Memory > 0 && (HostConfig.PidsLimit ?? 0) > 0 ? "" : "it has no limits",
  ].filter(Boolean);

/** What the kernel says about the first process of a running container. */
const processFaults = ({ State }: Container): string[] => {
  if (State.Status !== "running") return [];
  const status = readFileSync(`/proc/${State.Pid}/status`, "utf8");
  const field = (name: string): string => new RegExp(`^${name}:\\s+(\\S+)`, "m").exec(status)?.[1] ?? "";
  return [
    field("Uid") === "0" ? "its process is root's" : "",
    ["CapEff", "CapPrm", "CapBnd"].every((set) => /^0+$/.test(field(set))) ? "" : "its process has capabilities",
    field("NoNewPrivs") === "1" && field("Seccomp") === "2" ? "" : "its process is not confined",
  ].filter(Boolean);
};

const rootJobFaults = (container: Container): string[] => {
  const { CapAdd, NetworkMode } = container.HostConfig;
  const allowed = new Set(["it runs as root", "it adds CHOWN", "it adds CAP_CHOWN"]);
  const isBare = CapAdd?.length === 1 && NetworkMode === "none";
  return settingFaults(container)
    .filter((fault) => !allowed.has(fault))
    .concat(isBare ? [] : ["it may do more than change owners"]);
};

/** Returns the number of containers and all faults. */
export const judgeContainers = async (
  { docker }: DockerEngine,
  jobs: readonly string[],
): Promise<{ containers: number; faults: string[] }> => {
  const ids = (await docker("ps", "--all", "--quiet")).split("\n").filter(Boolean);
  const containers = JSON.parse(await docker("inspect", ...ids)) as Container[];
  const faults = containers.flatMap((container) => {
    const name = serviceOf(container);
    const own =
      name === ROOT_JOB ? rootJobFaults(container) : [...settingFaults(container), ...processFaults(container)];
    return [...own, ...stateFaults(container, jobs.includes(name))].map((fault) => `${name}: ${fault}`);
  });
  return { containers: containers.length, faults };
};
