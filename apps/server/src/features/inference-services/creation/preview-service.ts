import type { ServiceConfig, ServiceFit } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { toRayFault } from "../../../platform/ray/ray-fault.ts";
import type { ServeBody, ServeState } from "../../../platform/ray/ray-serve-client.ts";
import { describeFault, findClusterRow, openServe } from "../../clusters/index.ts";
import { planWrite, toApplication } from "../deploys/serve-config.rules.ts";
import type { ServicesDeps } from "../inference-services-deps.ts";
import { listServiceClusters } from "../polling/serve.store.ts";
import { requireOwnSecrets } from "../secrets/open-secrets.ts";
import { fitOf } from "./fit.rules.ts";

export interface ServicePreview {
  readonly putBody: string;
  readonly fit: ServiceFit;
  /** Why this would be refused now. */
  readonly refusal: string | null;
}

export const noSuchCluster = (): DomainError => new DomainError("not_found", "there is no such cluster");

/** The body that a create would write now. Secrets are names in it, and applications of others are shortened. */
export const previewService = async (
  deps: ServicesDeps,
  userId: string,
  { name, clusterId, config }: { readonly name: string; readonly clusterId: string; readonly config: ServiceConfig },
): Promise<ServicePreview> => {
  const row = await findClusterRow(deps.db, clusterId);
  const [cluster] = await listServiceClusters(deps.db, clusterId);
  if (!row || !cluster) throw noSuchCluster();
  await requireOwnSecrets(deps.db, userId, config);
  const fit = fitOf(config, cluster);
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
    const change = { name, wanted, written: undefined, appliedSha256: null };
    return { putBody: shown(planWrite(read, change).body, name), fit, refusal: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { putBody: shown(alone, name), fit, refusal: error.message };
  }
};

/** Others may have secrets anywhere in their configuration. */
const shown = ({ applications, ...rest }: ServeBody, name: string): string => {
  const shortened = applications.map((each) =>
    each.name === name ? each : { name: each.name, route_prefix: each.route_prefix, "…": "as it is on the cluster" },
  );
  return JSON.stringify({ ...rest, applications: shortened }, null, 2);
};
