import {
  allows,
  type ServiceDeploy,
  type ServiceDetail,
  type ServiceFault,
  type ServiceItem,
  type ServiceSecret,
} from "@dailies/contract";
import type { Actor } from "../../actor.ts";
import { resourcesOf } from "./creation/fit.rules.ts";
import { mayChange } from "./deploys/deploy.rules.ts";
import type { DeployRow } from "./deploys/deploy.store.ts";
import type { ServiceRecord } from "./records/service.store.ts";
import type { SecretRecord } from "./secrets/secret.store.ts";

/** Serve is read every five seconds and a health address every fifteen; facts older than this are marked. */
const STALE_AFTER_MS = 60_000;

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Where callers reach the service: the proxies of Serve listen on every machine of the cluster, on this port. */
export const addressOf = (row: ServiceRecord): string | null => {
  if (row.address !== null) return row.address;
  if (row.cluster_address === null || row.http_port === null || row.config === null) return null;
  const url = new URL(row.config.route_prefix, row.cluster_address);
  url.protocol = "http:";
  url.port = String(row.http_port);
  return url.href;
};

/** The address of a service on a cluster names a machine of the cluster: for those who may see the cluster's own address. */
const mayReadAddress = (actor: Actor, { kind }: ServiceRecord): boolean =>
  kind === "HTTP endpoint" || allows(actor, { permission: "ADMIN_MANAGE_R", isInternalOnly: true });

const faultOf = (row: ServiceRecord): ServiceFault | null => {
  if (row.kind === "HTTP endpoint") return row.endpoint_fault as ServiceFault | null;
  if (row.is_cluster_gone) return "no_cluster";
  const fault = (row.cluster_fault ?? row.serve_fault) as ServiceFault | null;
  const isMissing = row.status === "failed" && row.applied_number !== null && row.observed_status === null;
  return fault ?? (isMissing ? "missing" : null);
};

const lastDeployOf = (row: ServiceRecord): ServiceDeploy | null =>
  row.deploy_kind === null || row.deploy_status === null || row.deploy_at === null
    ? null
    : {
        number: row.deploy_number,
        kind: row.deploy_kind,
        status: row.deploy_status,
        message: row.deploy_message,
        created_by: row.deploy_by ?? "",
        created_at: row.deploy_at.toISOString(),
        ended_at: isoOf(row.deploy_ended_at),
      };

export const toServiceItem = (row: ServiceRecord, actor: Actor, now: Date): ServiceItem => {
  const factsAt = row.kind === "HTTP endpoint" ? row.endpoint_read_at : row.serve_read_at;
  const isUnreadable = row.kind === "Ray Serve" && (row.cluster_fault ?? row.serve_fault) !== null;
  const isOld = factsAt !== null && now.getTime() - factsAt.getTime() > STALE_AFTER_MS;
  const isBacksOff = row.kind === "HTTP endpoint" && row.endpoint_fault !== null;
  return {
    id: row.id,
    name: row.name,
    kind: row.kind as ServiceItem["kind"],
    status: row.status,
    template: row.template as ServiceItem["template"],
    model: row.model,
    owner: row.owner,
    cluster_id: row.cluster_id,
    cluster_name: row.cluster_name,
    address: mayReadAddress(actor, row) ? addressOf(row) : null,
    route_prefix: row.config?.route_prefix ?? null,
    replicas_ready: row.replicas_ready,
    replicas_target: row.replicas_target,
    gpus: row.config ? resourcesOf(row.config).gpu : null,
    accelerator_type: row.config?.deployments.find((each) => each.accelerator_type !== null)?.accelerator_type ?? null,
    message: row.message,
    fault: faultOf(row),
    latency_ms: row.latency_ms,
    facts_at: isoOf(factsAt),
    is_stale: isUnreadable || row.is_cluster_gone || (isOld && !isBacksOff),
    last_deploy: lastDeployOf(row),
    may_change: mayChange(actor, row),
    revision: row.revision,
    created_at: row.created_at.toISOString(),
  };
};

export const toDeploy = (row: DeployRow): ServiceDetail["deploys"][number] => ({
  number: row.number,
  kind: row.kind,
  status: row.status as ServiceDeploy["status"],
  message: row.message,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  ended_at: isoOf(row.ended_at),
  config: row.config,
  model: row.model,
  from_number: row.from_number,
});

export const toSecret = (row: SecretRecord, { userId }: Actor): ServiceSecret => ({
  id: row.id,
  name: row.name,
  owner: row.owner,
  is_own: row.owner_id === userId,
  updated_at: row.updated_at.toISOString(),
  used_by: [...row.used_by],
});
