import { MAX_SERVICES, type ServiceConfig, type ServiceTemplate } from "@dailies/contract";
import { DomainError, InvalidRequest } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { OutgoingError } from "../../../platform/http-client/outgoing-error.ts";
import { newId } from "../../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { findClusterRow, requireDashboard } from "../../clusters/index.ts";
import { requireObject } from "../../lineage/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { serviceSubject } from "../deploys/deploy.rules.ts";
import { startDeploy } from "../deploys/start-deploy.ts";
import type { ServicesDeps } from "../inference-services-deps.ts";
import { findServiceByRequest, findTakenName, insertService, type NewService } from "../records/service.store.ts";
import { requireOwnSecrets } from "../secrets/open-secrets.ts";
import { noSuchCluster } from "./preview-service.ts";

interface Common {
  readonly name: string;
  readonly template: ServiceTemplate;
  readonly model: string;
  readonly requestKey: string;
  /** The run whose checkpoint it is made for. */
  readonly runId?: string | undefined;
}
export interface NewEndpoint extends Common {
  readonly kind: "HTTP endpoint";
  readonly address: string;
  readonly healthAddress: string;
}
export interface NewServeService extends Common {
  readonly kind: "Ray Serve";
  readonly clusterId: string;
  readonly config: ServiceConfig;
}

/** Idempotent by request key. Returns the id; a service on a cluster is deployed by a workflow. */
export const createService = async (
  deps: ServicesDeps,
  context: RequestContext,
  asked: NewEndpoint | NewServeService,
): Promise<string> => {
  const repeated = await findServiceByRequest(deps.db, asked.requestKey);
  if (repeated) return requireOwn(context, repeated);
  if (asked.kind === "HTTP endpoint") {
    checkAddress(deps, "address", asked.address);
    checkAddress(deps, "health_address", asked.healthAddress);
  } else {
    const cluster = await findClusterRow(deps.db, asked.clusterId);
    if (!cluster) throw noSuchCluster();
    requireDashboard(cluster);
    await requireOwnSecrets(deps.db, context.actor.userId, asked.config);
  }
  return deps.db.transaction().execute(async (tx) => {
    const { runId } = asked;
    if (runId !== undefined) await requireObject(tx, context.actor, { kind: "run", id: runId, version: null });
    const { isTaken, others } = await findTakenName(tx, asked.name);
    const earlier = await findServiceByRequest(tx, asked.requestKey);
    if (earlier) return requireOwn(context, earlier);
    if (isTaken) throw new DomainError("conflict", `there is already a service called '${asked.name}'`);
    if (others >= MAX_SERVICES) throw new DomainError("conflict", `at most ${MAX_SERVICES} services can be registered`);
    return insert(tx, context, asked);
  });
};

/** A key that another user made up first says nothing about their service. */
const requireOwn = ({ actor }: RequestContext, service: { readonly id: string; readonly owner_id: string }): string => {
  if (service.owner_id !== actor.userId) throw new DomainError("conflict", "this request key is taken");
  return service.id;
};

/** An address without user and fragment, and one that may be called (SSRF). */
const checkAddress = ({ outgoing }: ServicesDeps, field: string, address: string): void => {
  const refuse = (message: string) => new InvalidRequest("body", [{ message, path: [field] }]);
  const { username, password, hash } = new URL(address);
  if ([username, password, hash].some((part) => part !== "")) {
    throw refuse("an address has no user, no password and no fragment");
  }
  try {
    outgoing.checkAddress(address);
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    throw refuse(error.message);
  }
};

const insert = async (tx: Tx, context: RequestContext, asked: NewEndpoint | NewServeService): Promise<string> => {
  const isEndpoint = asked.kind === "HTTP endpoint";
  const row: NewService = {
    id: newId(),
    name: asked.name,
    kind: asked.kind,
    template: asked.template,
    model: asked.model,
    cluster_id: isEndpoint ? null : asked.clusterId,
    address: isEndpoint ? asked.address.replace(/\/$/, "") : null,
    health_address: isEndpoint ? asked.healthAddress : null,
    run_id: asked.runId ?? null,
    request_key: asked.requestKey,
    owner_id: context.actor.userId,
    owner: context.actor.username,
    created_at: context.at,
  };
  await insertService(tx, row);
  const meta = { name: row.name, kind: row.kind, cluster: row.cluster_id, address: row.address };
  await recordOperation(tx, auditActor(context), {
    opType: "Create_inference_service",
    subjects: [serviceSubject(row.id)],
    meta,
  });
  if (asked.kind === "Ray Serve") {
    await startDeploy(tx, context, {
      serviceId: row.id,
      number: 1,
      kind: "create",
      config: asked.config,
      model: asked.model,
      fromNumber: null,
      requestKey: newId(),
    });
  }
  return row.id;
};
