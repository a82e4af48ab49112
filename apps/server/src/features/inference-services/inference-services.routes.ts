// Inference services as the worker last saw them. Only the preview asks a cluster while a page waits.
import { allows, type inferenceServicesRoutes } from "@dailies/contract";
import type { Actor } from "../../actor.ts";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { createService } from "./creation/create-service.ts";
import { previewService } from "./creation/preview-service.ts";
import { mayChange } from "./deploys/deploy.rules.ts";
import { listDeploys } from "./deploys/deploy.store.ts";
import { deleteService, deployService, mayNotChange, noService } from "./deploys/deploy-service.ts";
import { addressOf, toDeploy, toSecret, toServiceItem } from "./inference-services.dto.ts";
import type { ServicesDeps } from "./inference-services-deps.ts";
import { listServiceClusters } from "./polling/serve.store.ts";
import { listCallers, listPerformersAt } from "./records/callers.store.ts";
import {
  findDeploymentFacts,
  findServiceRecord,
  listServiceRecords,
  type ServiceRecord,
} from "./records/service.store.ts";
import { deleteSecret, isSecretsManager, mayNotSeeAll, saveSecret } from "./secrets/save-secret.ts";
import { listSecrets } from "./secrets/secret.store.ts";

type AllHandlers = Handlers<typeof inferenceServicesRoutes>;

const DAY_MS = 86_400_000;

export const inferenceServicesHandlers = (deps: ServicesDeps): AllHandlers => {
  const { db, clock } = deps;
  const require = async (id: string): Promise<ServiceRecord> => {
    const row = await findServiceRecord(db, id);
    if (!row) throw noService();
    return row;
  };
  const performersOf = (row: ServiceRecord) => {
    const address = addressOf(row);
    return address === null ? [] : listPerformersAt(db, address);
  };
  const detailOf = async (id: string, actor: Actor) => {
    const row = await require(id);
    const [deployments, deploys, performers] = await Promise.all([
      findDeploymentFacts(db, id),
      listDeploys(db, id),
      allows(actor, { permission: "PERFORMER_PLAYGROUND" }) ? performersOf(row) : [],
    ]);
    return {
      ...toServiceItem(row, actor, clock()),
      health_address: row.health_address,
      config: row.config,
      deployments,
      deploys: deploys.map(toDeploy),
      performers,
    };
  };

  return {
    async listServices({ query, actor }) {
      const { limit, cursor, q, status, kind, cluster_id: clusterId } = query;
      const rows = await listServiceRecords(db, { limit, after: cursor, words: q?.trim(), status, kind, clusterId });
      const items = rows.slice(0, limit).map((row) => toServiceItem(row, actor, clock()));
      return { items, next_cursor: rows.length > limit ? (items.at(-1)?.name ?? null) : null };
    },

    async createService({ body, context }) {
      const { name, template, model, request_key: requestKey, run_id: runId } = body;
      const common = { name, template, model, requestKey, runId };
      const asked =
        body.kind === "HTTP endpoint"
          ? { ...common, kind: body.kind, address: body.address, healthAddress: body.health_address }
          : { ...common, kind: body.kind, clusterId: body.cluster_id, config: body.config };
      const id = await createService(deps, context, asked);
      return toServiceItem(await require(id), context.actor, clock());
    },

    async deleteService({ params, context }) {
      const before = await require(params.id);
      await deleteService(deps, context, params.id);
      const after = (await findServiceRecord(db, params.id)) ?? { ...before, status: "deleting" as const };
      return toServiceItem(after, context.actor, clock());
    },

    async listServiceClusters() {
      return { items: await listServiceClusters(db) };
    },

    async previewService({ body, actor }) {
      const { name, cluster_id: clusterId, config, service_id: serviceId } = body;
      const asked = { name, clusterId, config, serviceId };
      const { putBody, fit, refusal } = await previewService(deps, actor, asked);
      return { put_body: putBody, fit, refusal };
    },

    async getService({ params, actor }) {
      return detailOf(params.id, actor);
    },

    async deployService({ params, body, context }) {
      await deployService(deps, context, params.id, body);
      return detailOf(params.id, context.actor);
    },

    async listServiceCallers({ params, actor }) {
      const row = await require(params.id);
      if (!mayChange(actor, row)) throw mayNotChange();
      const performers = await performersOf(row);
      const callers = await listCallers(db, performers, new Date(clock().getTime() - DAY_MS));
      return { items: callers.map((each) => ({ ...each, last_at: each.last_at.toISOString() })), performers };
    },

    async listServiceSecrets({ query, actor }) {
      if (query.scope === "all" && !isSecretsManager(actor)) throw mayNotSeeAll();
      const items = await listSecrets(db, query.scope === "all" ? {} : { ownerId: actor.userId });
      return { items: items.map((each) => toSecret(each, actor)) };
    },

    async saveServiceSecret({ body, context }) {
      const id = await saveSecret(deps, context, body);
      const [saved] = await listSecrets(db, { id });
      if (!saved) throw new Error("a secret that was just saved is gone");
      return toSecret(saved, context.actor);
    },

    async deleteServiceSecret({ params, context }) {
      await deleteSecret(deps, context, params.id);
      return { ok: true };
    },
  };
};
