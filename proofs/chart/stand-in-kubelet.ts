import { setTimeout as sleep } from "node:timers/promises";
import { type ApiServer, accepted } from "../kubernetes/api-server.ts";

const NODE = "node-1";
const EVERY_MS = 200;

export interface StandInKubelet {
  /** Pods of Jobs that it let succeed, by name. */
  readonly succeeded: ReadonlySet<string>;
  readonly stop: () => Promise<void>;
}

interface Pod {
  readonly metadata: { readonly name: string; readonly deletionTimestamp?: string };
  readonly spec: {
    readonly nodeName?: string;
    readonly restartPolicy: string;
    readonly containers: readonly { readonly name: string; readonly image: string }[];
  };
  readonly status: { readonly phase: string };
}

/** Says of every pod of a namespace that it runs, or has succeeded if it is one of a Job; runs none. */
export const startStandInKubelet = async (ask: ApiServer["ask"], namespace: string): Promise<StandInKubelet> => {
  await accepted("node", ask("POST", "/api/v1/nodes", { metadata: { name: NODE } }));
  const succeeded = new Set<string>();
  const pods = `/api/v1/namespaces/${namespace}/pods`;
  const act = async ({ metadata: { name, deletionTimestamp }, spec, status }: Pod): Promise<void> => {
    if (deletionTimestamp !== undefined) {
      await ask("DELETE", `${pods}/${name}?gracePeriodSeconds=0`);
    } else if (spec.nodeName === undefined) {
      const target = { apiVersion: "v1", kind: "Node", name: NODE };
      await ask("POST", `${pods}/${name}/binding`, { apiVersion: "v1", kind: "Binding", metadata: { name }, target });
    } else if (status.phase === "Pending") {
      const isJob = spec.restartPolicy === "Never";
      if (isJob) succeeded.add(name);
      await ask("PATCH", `${pods}/${name}/status`, { status: isJob ? ended(spec) : running(spec) });
    }
  };
  let isStopping = false;
  const work = async () => {
    while (!isStopping) {
      const { items } = await accepted("pods", ask("GET", pods));
      for (const pod of items as Pod[]) await act(pod);
      await sleep(EVERY_MS);
    }
  };
  const working = work();
  // Said by `stop`, so that everything else is stopped too.
  working.catch(() => undefined);
  return {
    succeeded,
    stop: async () => {
      isStopping = true;
      await working;
    },
  };
};

const conditions = (isReady: boolean) =>
  ["Initialized", "ContainersReady", "Ready", "PodScheduled"].map((type) => ({
    type,
    status: isReady || type === "Initialized" || type === "PodScheduled" ? "True" : "False",
    lastTransitionTime: new Date().toISOString(),
  }));

const running = ({ containers }: Pod["spec"]) => ({
  phase: "Running",
  conditions: conditions(true),
  containerStatuses: containers.map(({ name, image }) => ({
    name,
    image,
    imageID: image,
    ready: true,
    started: true,
    restartCount: 0,
    state: { running: { startedAt: new Date().toISOString() } },
  })),
});

const ended = ({ containers }: Pod["spec"]) => ({
  phase: "Succeeded",
  conditions: conditions(false),
  containerStatuses: containers.map(({ name, image }) => ({
    name,
    image,
    imageID: image,
    ready: false,
    started: false,
    restartCount: 0,
    state: { terminated: { exitCode: 0, reason: "Completed" } },
  })),
});
