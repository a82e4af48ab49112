import type { ServiceConfig, ServiceFit } from "@dailies/contract";
import type { Actor } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import { toRayFault } from "../../../platform/ray/ray-fault.ts";
import type { ServeBody, ServeState } from "../../../platform/ray/ray-serve-client.ts";
import { describeFault, findClusterRow, openServe, requireDashboard } from "../../clusters/index.ts";
import { writtenApplication } from "../deploys/apply-deploy.ts";
import { mayChange } from "../deploys/deploy.rules.ts";
import { findDeploy } from "../deploys/deploy.store.ts";
import { mayNotChange, noService } from "../deploys/deploy-service.ts";
import { planWrite, toApplication } from "../deploys/serve-config.rules.ts";
import type { ServicesDeps } from "../inference-services-deps.ts";
import { listServiceClusters } from "../polling/serve.store.ts";
import { findServiceRecord } from "../records/service.store.ts";
import { requireOwnSecrets } from "../secrets/open-secrets.ts";
import { fitOf, type Resources, resourcesOf } from "./fit.rules.ts";

export interface ServicePreview {
  readonly putBody: string;
  readonly fit: ServiceFit;
  /** Why this would be refused now. */
  readonly refusal: string | null;
}

export const noSuchCluster = (): DomainError => new DomainError("not_found", "there is no such cluster");

interface Asked {
  readonly name: string;
  readonly clusterId: string;
  readonly config: ServiceConfig;
  /** Of an update. */
  readonly serviceId: string | undefined;
}

/** What an update finds: the configurations of the service, and what its replicas hold. */
interface Existing {
  readonly newest: ServiceConfig;
  readonly written: ServiceConfig | undefined;
  readonly appliedSha256: string | null;
  readonly held: Resources;
}

/** The body that a create or an update would write now. Secrets are names in it, and applications of others are shortened. */
export const previewService = async (deps: ServicesDeps, actor: Actor, asked: Asked): Promise<ServicePreview> => {
  const { name, clusterId, config } = asked;
  const row = await findClusterRow(deps.db, clusterId);
  if (row) requireDashboard(row);
  const [cluster] = await listServiceClusters(deps.db, clusterId);
  if (!row || !cluster) throw noSuchCluster();
  const existing = asked.serviceId === undefined ? undefined : await findExisting(deps, actor, asked, asked.serviceId);
  await requireOwnSecrets(deps.db, actor.userId, config, existing?.newest);
  const fit = fitOf(config, cluster, existing?.held);
  const wanted = toApplication(name, config, (id) => `secret ${id}`);
  const alone = { applications: [wanted] };
  let read: ServeState;
  try {
    read = await openServe(deps.clusters, row).read();
  } catch (error) {
    const known = toRayFault(error);
    if (!known) throw error;
    return { putBody: shown(alone, name), fit, refusal: describeFault(known.fault) };
  }
  try {
    const written = existing?.written && (await writtenApplication(deps, name, existing.written));
    const change = { name, wanted, written, appliedSha256: existing?.appliedSha256 ?? null };
    return { putBody: shown(planWrite(read, change).body, name), fit, refusal: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { putBody: shown(alone, name), fit, refusal: error.message };
  }
};

const findExisting = async (
  { db }: ServicesDeps,
  actor: Actor,
  { name, clusterId }: Asked,
  serviceId: string,
): Promise<Existing> => {
  const service = await findServiceRecord(db, serviceId);
  if (!service?.config || service.name !== name || service.cluster_id !== clusterId) throw noService();
  if (!mayChange(actor, service)) throw mayNotChange();
  const [put, applied] = await Promise.all(
    [service.put_number, service.applied_number].map((number) =>
      number === null ? undefined : findDeploy(db, serviceId, number),
    ),
  );
  return {
    newest: service.config,
    written: put?.config,
    appliedSha256: service.applied_sha256,
    held: applied && !service.is_paused ? resourcesOf(applied.config) : { cpu: 0, gpu: 0 },
  };
};

/** Others may have secrets anywhere in their configuration. */
const shown = ({ applications, ...rest }: ServeBody, name: string): string => {
  const shortened = applications.map((each) =>
    each.name === name ? each : { name: each.name, route_prefix: each.route_prefix, "…": "as it is on the cluster" },
  );
  return JSON.stringify({ ...rest, applications: shortened }, null, 2);
};
