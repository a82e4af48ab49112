import type { DeployKind, DeployService, ServiceConfig } from "@dailies/contract";
import { DomainError, InvalidRequest } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { requireUnused } from "../../lineage/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { ServicesDeps } from "../inference-services-deps.ts";
import { lockService, markServiceDeleted, type ServiceRow } from "../records/service.store.ts";
import { requireOwnSecrets } from "../secrets/open-secrets.ts";
import { mayChange, serviceSubject } from "./deploy.rules.ts";
import { type DeployRow, findDeploy, findDeployByRequest } from "./deploy.store.ts";
import { startDeploy } from "./start-deploy.ts";

export const noService = (): DomainError => new DomainError("not_found", "there is no such service");

export const mayNotChange = (): DomainError =>
  new DomainError("not_allowed", "only the owner of this service or an administrator can do this");

const OP_TYPES: Readonly<Record<Exclude<DeployKind, "create">, string>> = {
  update: "Update_inference_service",
  scale: "Scale_inference_service",
  pause: "Pause_inference_service",
  resume: "Resume_inference_service",
  rollback: "Roll_back_inference_service",
  restore: "Restore_inference_service",
  delete: "Delete_inference_service",
};

const lockChangeable = async (tx: Tx, { actor }: RequestContext, id: string): Promise<ServiceRow> => {
  const service = await lockService(tx, id);
  if (!service) throw noService();
  if (!mayChange(actor, service)) throw mayNotChange();
  return service;
};

/** The newest deploy, which must have ended: each of them begins with what the one before has left. */
const requireEnded = async (tx: Tx, { id, name, deploy_number: number }: ServiceRow): Promise<DeployRow> => {
  const newest = await findDeploy(tx, id, number);
  if (!newest) throw new Error(`service ${id} has no deploy ${number}`);
  if (newest.ended_at === null)
    throw new DomainError("conflict", `'${name}' is being changed: wait until that has ended`);
  return newest;
};

/** Starts a deploy, idempotent by request key. Optimistic concurrency: refuses when the service changed meanwhile. */
export const deployService = (
  { db }: ServicesDeps,
  context: RequestContext,
  id: string,
  asked: DeployService,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const service = await lockChangeable(tx, context, id);
    const repeated = await findDeployByRequest(tx, asked.request_key);
    if (repeated?.service_id === id) return;
    if (repeated) throw new DomainError("conflict", "this request key is taken");
    if (service.kind !== "Ray Serve") {
      throw new DomainError("conflict", "an HTTP endpoint is run by others: the console only watches it");
    }
    if (service.revision !== asked.expect_revision) {
      const seen = `it is at revision ${service.revision}, you saw ${asked.expect_revision}`;
      throw new DomainError("conflict", `${service.name} was changed meanwhile: ${seen}`);
    }
    const newest = await requireEnded(tx, service);
    const { config, model, fromNumber } = await nextConfig(tx, service, newest, asked);
    if (asked.kind === "update") await requireOwnSecrets(tx, context.actor.userId, config, newest.config);
    const number = service.deploy_number + 1;
    const requestKey = asked.request_key;
    await startDeploy(tx, context, { serviceId: id, number, kind: asked.kind, config, model, fromNumber, requestKey });
    await record(tx, context, service, { kind: asked.kind, number, ...(fromNumber !== null && { from: fromNumber }) });
  });

const record = (
  tx: Tx,
  context: RequestContext,
  { id, name }: ServiceRow,
  meta: { readonly kind: Exclude<DeployKind, "create">; readonly number?: number },
) =>
  recordOperation(tx, auditActor(context), {
    opType: OP_TYPES[meta.kind],
    subjects: [serviceSubject(id)],
    meta: { name, ...meta },
  });

interface NextConfig {
  readonly config: ServiceConfig;
  readonly model: string;
  readonly fromNumber: number | null;
}

const nextConfig = async (
  tx: Tx,
  service: ServiceRow,
  newest: DeployRow,
  asked: DeployService,
): Promise<NextConfig> => {
  const model = newest.model ?? service.model;
  const same = { config: newest.config, model, fromNumber: null };
  if (asked.kind === "resume") {
    if (!service.is_paused) throw new DomainError("conflict", "this service is not paused");
    return same;
  }
  if (service.is_paused) throw new DomainError("conflict", "this service is paused: resume it first");
  if (asked.kind === "pause") return same;
  if (asked.kind === "update") return { config: asked.config, model: asked.model ?? model, fromNumber: null };
  if (asked.kind === "scale") return { ...same, config: scaled(newest.config, asked) };
  const former = await findDeploy(tx, service.id, asked.number);
  if (!former || former.number >= newest.number) {
    throw new InvalidRequest("body", [{ message: "there is no such former deploy", path: ["number"] }]);
  }
  return { config: former.config, model: former.model ?? model, fromNumber: former.number };
};

const scaled = (
  config: ServiceConfig,
  { deployment, replicas }: { readonly deployment: string; readonly replicas: number },
): ServiceConfig => {
  const found = config.deployments.find(({ name }) => name === deployment);
  if (!found) throw new InvalidRequest("body", [{ message: "there is no such deployment", path: ["deployment"] }]);
  if (found.scaling.mode !== "fixed") {
    throw new DomainError("conflict", "this deployment scales itself: update its limits instead");
  }
  return {
    ...config,
    deployments: config.deployments.map((each) =>
      each.name === deployment ? { ...each, scaling: { mode: "fixed", replicas } } : each,
    ),
  };
};

/** An HTTP endpoint is forgotten at once; a service on a cluster when its application is gone from there. Idempotent. */
export const deleteService = ({ db }: ServicesDeps, context: RequestContext, id: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const service = await lockChangeable(tx, context, id);
    await requireUnused(tx, context.actor, { kind: "service", id });
    if (service.kind === "HTTP endpoint") {
      await record(tx, context, service, { kind: "delete" });
      return markServiceDeleted(tx, id, context.at);
    }
    const before = await findDeploy(tx, id, service.deploy_number);
    if (before?.kind === "delete" && before.ended_at === null) return;
    const { config, model } = await requireEnded(tx, service);
    const number = service.deploy_number + 1;
    await startDeploy(tx, context, {
      serviceId: id,
      number,
      kind: "delete",
      config,
      model: model ?? service.model,
      fromNumber: null,
      requestKey: newId(),
    });
    await record(tx, context, service, { kind: "delete", number });
  });
