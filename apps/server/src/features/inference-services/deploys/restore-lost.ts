import { newId } from "../../../platform/ids.ts";
import type { ServeState } from "../../../platform/ray/ray-serve-client.ts";
import { auditActor, systemContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { ServicesDeps } from "../inference-services-deps.ts";
import { lockService } from "../records/service.store.ts";
import { serviceSubject } from "./deploy.rules.ts";
import { findDeploy, type LostService, listLostServices } from "./deploy.store.ts";
import { startDeploy } from "./start-deploy.ts";

interface ReadSession {
  /** Null when Ray did not say. */
  readonly sessionName: string | null;
  /** Before the state was asked for. */
  readonly at: Date;
}

/**
 * Deploys again what was lost with the head of a cluster: applications that were verified in an earlier session and are
 * missing in this one. What someone removes by other means stays removed as long as the session lasts.
 */
export const restoreLost = async (
  deps: ServicesDeps,
  clusterId: string,
  state: ServeState,
  { sessionName, at }: ReadSession,
): Promise<void> => {
  if (sessionName === null) return;
  const lost = await listLostServices(deps.db, { clusterId, sessionName, at });
  for (const service of lost) {
    if (!state.applications.has(service.name)) await restore(deps, service);
  }
};

const restore = ({ db, clock }: ServicesDeps, lost: LostService): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const service = await lockService(tx, lost.id);
    if (!service || service.deploy_number !== lost.deploy_number) return;
    const applied = await findDeploy(tx, lost.id, lost.applied_number);
    if (!applied) throw new Error(`service ${lost.id} has no deploy ${lost.applied_number}`);
    const context = systemContext(newId(), clock());
    const number = service.deploy_number + 1;
    await startDeploy(tx, context, {
      serviceId: lost.id,
      number,
      kind: "restore",
      config: applied.config,
      model: applied.model ?? service.model,
      fromNumber: applied.number,
      requestKey: newId(),
    });
    await recordOperation(tx, auditActor(context), {
      opType: "Restore_inference_service",
      subjects: [serviceSubject(lost.id)],
      meta: { name: service.name, kind: "restore", number, from: applied.number },
    });
  });
