import { RayFault, toRayFault } from "../../../platform/ray/ray-fault.ts";
import type { ServeState } from "../../../platform/ray/ray-serve-client.ts";
import { type ClaimedCluster, type ClusterAddress, openServe, openToken } from "../../clusters/index.ts";
import { restoreLost } from "../deploys/restore-lost.ts";
import type { ServicesDeps } from "../inference-services-deps.ts";
import { openSecretsOfCluster } from "../secrets/open-secrets.ts";
import {
  clearServeFacts,
  isServeHidden,
  listServedServices,
  saveServe,
  saveServeFacts,
  saveServeFault,
} from "./serve.store.ts";
import { foreignApps, toServeFacts } from "./serve-facts.rules.ts";

/** A part of the poll of a cluster: what Serve does there. Nothing of the cluster makes it throw. */
export const readServe = async (
  deps: ServicesDeps,
  cluster: ClaimedCluster,
  { sessionName }: { readonly sessionName: string | null },
): Promise<void> => {
  const at = deps.clock();
  try {
    const state = await openServe(deps.clusters, cluster).read();
    const read = { state, sessionName, at };
    if (await isServeHidden(deps.db, cluster.id, read)) throw hiddenFault();
    await recordServe(deps, cluster, read);
    await restoreLost(deps, cluster.id, state, read);
  } catch (error) {
    const known = toRayFault(error);
    if (!known) throw error;
    await saveServeFault(deps.db, cluster.id, known.fault, at);
  }
};

const hiddenFault = () => new RayFault("gcs_down", "Serve was there a moment ago and cannot be found");

export interface SeenServe {
  readonly state: ServeState;
  readonly sessionName: string | null;
  /** Before the answer was asked for. */
  readonly at: Date;
}

/** Writes what changed. */
export const recordServe = async (
  deps: ServicesDeps,
  cluster: ClusterAddress,
  { state, sessionName, at }: SeenServe,
): Promise<void> => {
  const { id: clusterId } = cluster;
  const secrets = hasMessages(state) ? await knownSecrets(deps, cluster) : [];
  await deps.db.transaction().execute(async (tx) => {
    const services = await listServedServices(tx, clusterId);
    const foreign = foreignApps(state, new Set(services.map(({ name }) => name)));
    const read = { isStarted: state.isStarted, sessionName, httpPort: state.http?.port ?? null, foreign, at };
    if (!(await saveServe(tx, clusterId, read))) return;
    const gone: string[] = [];
    for (const { id, name, fingerprint, observed_status: observed } of services) {
      const application = state.applications.get(name);
      if (!application) {
        if (observed !== null) gone.push(id);
        continue;
      }
      const facts = toServeFacts(application, secrets);
      if (facts.fingerprint !== fingerprint) await saveServeFacts(tx, id, facts);
    }
    await clearServeFacts(tx, gone);
  });
};

const hasMessages = ({ applications }: ServeState): boolean =>
  [...applications.values()].some(
    ({ message, deployments }) => message || deployments.some((deployment) => deployment.message),
  );

const knownSecrets = async (deps: ServicesDeps, cluster: ClusterAddress): Promise<string[]> => {
  const token = openToken(deps.clusters, cluster);
  return [...(token === null ? [] : [token]), ...(await openSecretsOfCluster(deps, cluster.id))];
};
