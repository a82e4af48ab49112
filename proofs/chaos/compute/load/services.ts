// People who create, change and delete services on every cluster. Each waits for the end of a deploy before the next one,
// repeats a request until it is answered, and knows what the service must be at the end.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type DeployService,
  inferenceServicesRoutes as routes,
  type ServiceConfig,
  type ServiceDetail,
} from "@dailies/contract";
import { type Seeded, seeded } from "../../../seeded.ts";
import { CallFailed } from "../../harness/console-calls.ts";
import { auditServices } from "../audit/services.ts";
import type { Cluster, World } from "../world.ts";
import { findUnhealedServices } from "./healed.ts";
import type { Load, LoadReport } from "./load.ts";
import { SECRET_CANARY } from "./secret-canary.ts";

const PEOPLE_A_CLUSTER = 4;
const LOOK_MS = 400;
const THINK_MS = 2_000;
/** A deploy gives up after some minutes. */
const STUCK_MS = 300_000;
const MAX_CHANGES = 5;
const MAX_REMOVALS = 50;
const FOREIGN_ROUTE = "/foreign";

type Change = DistributiveOmit<DeployService, "expect_revision" | "request_key">;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

interface Done {
  created: number;
  changed: number;
  deleted: number;
  failed: number;
  /** Deploys that failed, by their reason. */
  readonly reasons: Map<string, number>;
}

interface Person {
  readonly world: World;
  readonly cluster: Cluster;
  readonly name: string;
  readonly random: Seeded;
  readonly secretId: string;
  readonly done: Done;
  readonly report: LoadReport;
  readonly isStopped: () => boolean;
}

const aConfig = ({ random, secretId }: Person, name: string, route: string): ServiceConfig => ({
  import_path: "captioner.serve:app",
  route_prefix: route,
  working_dir: null,
  args: { marker: `${name}-${random.below(1_000_000)}` },
  env: [
    { name: "HF_TOKEN", secret_id: secretId },
    { name: "MODE", value: "fast" },
  ],
  deployments: [
    {
      name: "Model",
      scaling: { mode: "fixed", replicas: 1 + random.below(3) },
      cpus: 1,
      gpus: 0,
      accelerator_type: null,
      max_ongoing_requests: 5,
    },
  ],
});

const isStatus = (error: unknown, status: number): boolean => error instanceof CallFailed && error.status === status;

/** Undefined when the service is gone. */
const read = async ({ world }: Person, id: string): Promise<ServiceDetail | undefined> => {
  try {
    return await world.calls.insist(routes.getService, { params: { id } });
  } catch (error) {
    if (isStatus(error, 404)) return undefined;
    throw error;
  }
};

/** Waits for the end of the newest deploy. */
const settled = async (person: Person, id: string): Promise<ServiceDetail | undefined> => {
  const deadlineMs = performance.now() + STUCK_MS;
  for (;;) {
    const found = await read(person, id);
    if (!found || found.last_deploy?.ended_at) return found;
    if (performance.now() > deadlineMs) {
      person.report(`${found.name}: its ${found.last_deploy?.kind} is stuck in ${found.status}`);
      return found;
    }
    await sleep(LOOK_MS);
  }
};

const noteEnd = ({ done, report }: Person, found: ServiceDetail | undefined): void => {
  const { status, message, kind } = found?.last_deploy ?? {};
  if (status !== "Failed") return;
  done.failed += 1;
  if (!message) return report(`${found?.name}: its ${kind} failed without a reason`);
  done.reasons.set(message, (done.reasons.get(message) ?? 0) + 1);
};

const create = async (person: Person, name: string, route: string): Promise<ServiceDetail | undefined> => {
  const body = {
    kind: "Ray Serve",
    name,
    template: "custom",
    model: "",
    cluster_id: person.cluster.id,
    config: aConfig(person, name, route),
    request_key: randomUUID(),
  } as const;
  const { id } = await person.world.calls.insist(routes.createService, { body });
  person.done.created += 1;
  const found = await settled(person, id);
  noteEnd(person, found);
  return found;
};

const nextChange = (person: Person, { status, deploys, config, name }: ServiceDetail): Change => {
  if (status === "paused") return { kind: "resume" };
  const former = deploys.slice(1).filter(({ kind }) => kind !== "delete" && kind !== "pause");
  switch (person.random.below(4)) {
    case 0:
      return { kind: "pause" };
    case 1:
      return { kind: "scale", deployment: "Model", replicas: 1 + person.random.below(5) };
    case 2:
      if (former.length > 0) return { kind: "rollback", number: person.random.pick(former).number };
      break;
  }
  return { kind: "update", config: aConfig(person, name, config?.route_prefix ?? `/${name}`) };
};

/** Refusals with 409 are because the console itself changes it, or has done so since it was read. */
const change = async (person: Person, seen: ServiceDetail): Promise<ServiceDetail | undefined> => {
  const body = { ...nextChange(person, seen), expect_revision: seen.revision, request_key: randomUUID() };
  try {
    await person.world.calls.insist(routes.deployService, { params: { id: seen.id }, body });
    person.done.changed += 1;
  } catch (error) {
    if (!isStatus(error, 409)) throw error;
    await sleep(LOOK_MS);
  }
  const found = await settled(person, seen.id);
  noteEnd(person, found);
  return found;
};

const remove = async (person: Person, id: string): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    if (attempt > MAX_REMOVALS) return person.report(`${id} could not be deleted`);
    try {
      await person.world.calls.insist(routes.deleteService, { params: { id } });
    } catch (error) {
      if (isStatus(error, 404)) break;
      if (!isStatus(error, 409)) throw error;
      await sleep(LOOK_MS);
      continue;
    }
    const found = await settled(person, id);
    noteEnd(person, found);
    if (!found) break;
  }
  person.done.deleted += 1;
};

/** One in eight takes the route of the application of others, which must fail. */
const liveOne = async (person: Person, name: string): Promise<void> => {
  const isGreedy = person.random.below(8) === 0;
  let found = await create(person, name, isGreedy ? FOREIGN_ROUTE : `/${name}`);
  if (isGreedy) {
    if (found?.last_deploy?.status === "Finished") person.report(`${name} took the route of others`);
    if (found) await remove(person, found.id);
    return;
  }
  for (let n = person.random.below(MAX_CHANGES); found && n > 0 && !person.isStopped(); n--) {
    await sleep(person.random.below(THINK_MS));
    found = await change(person, found);
  }
  if (found && person.random.below(6) > 0) await remove(person, found.id);
};

const live = async (person: Person): Promise<void> => {
  for (let n = 1; !person.isStopped(); n++) {
    await liveOne(person, `${person.name}-${n}`);
    await sleep(person.random.below(THINK_MS));
  }
};

export const servicesLoad: Load = {
  start: async (world, random, report) => {
    const done: Done = { created: 0, changed: 0, deleted: 0, failed: 0, reasons: new Map() };
    let isStopped = false;
    const { id: secretId } = await world.calls.insist(routes.saveServiceSecret, {
      body: { name: "hf", value: SECRET_CANARY },
    });
    const people = world.clusters.flatMap((cluster) =>
      Array.from({ length: PEOPLE_A_CLUSTER }, (_, n): Person => {
        const name = `${cluster.head.name}-p${n}`;
        const own = seeded(random.below(2 ** 31));
        return { world, cluster, name, random: own, secretId, done, report, isStopped: () => isStopped };
      }),
    );
    const living = Promise.all(people.map(live));
    // Awaited when it is stopped; until then a failure must not end the process.
    living.catch((error: unknown) => report(`a person stopped: ${String(error)}`));
    return {
      unhealed: (since) => findUnhealedServices(world, since),
      stop: async () => {
        isStopped = true;
        await living;
      },
      audit: () => auditServices(world),
      counts: () => ({
        "services created": done.created,
        "services changed": done.changed,
        "services deleted": done.deleted,
        "deploys that failed": done.failed,
      }),
      notes: () => [...done.reasons].map(([reason, times]) => `${times} × ${reason}`),
    };
  },
};
