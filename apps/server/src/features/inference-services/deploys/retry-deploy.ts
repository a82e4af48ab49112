import type { DeployKind } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { RequestContext } from "../../../request-context.ts";
import type { ServicesDeps } from "../inference-services-deps.ts";
import { findServiceRecord, type ServiceRecord } from "../records/service.store.ts";
import { deleteService, deployService, noService } from "./deploy-service.ts";

interface RetriedDeploy {
  readonly serviceId: string;
  readonly number: number;
  readonly requestKey: string;
}

/** Asks once more for what the newest deploy asked for. One that is no longer the newest would undo what came after it. */
export const retryDeploy = async (
  deps: ServicesDeps,
  context: RequestContext,
  { serviceId, number, requestKey }: RetriedDeploy,
): Promise<void> => {
  const service = await findServiceRecord(deps.db, serviceId);
  if (!service) throw noService();
  if (service.deploy_number !== number || service.deploy_kind === null) {
    throw new DomainError("conflict", "a newer deploy of this service followed");
  }
  if (service.deploy_status !== "Failed") throw new DomainError("conflict", "this deploy has not failed");
  if (service.deploy_kind === "delete") return deleteService(deps, context, serviceId);
  const expected = { expect_revision: service.revision, request_key: requestKey };
  return deployService(deps, context, serviceId, { ...again(service, service.deploy_kind), ...expected });
};

const again = ({ config }: ServiceRecord, kind: Exclude<DeployKind, "delete">) => {
  if (kind === "pause" || kind === "resume") return { kind };
  if (config === null) throw new Error("a deploy without a configuration");
  return { kind: "update", config } as const;
};
