import type { ActivityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import { withHeartbeat } from "../../../platform/temporal/with-heartbeat.ts";
import type { ServicesDeps } from "../inference-services-deps.ts";
import { applyDeploy } from "./apply-deploy.ts";
import { failDeploy } from "./deploy.store.ts";

export interface ServiceDeployInput {
  readonly serviceId: string;
  readonly number: number;
  readonly requestId: string;
}

/** Five heartbeats fit into the heartbeat timeout. */
const HEARTBEAT_MS = 4_000;

export const applyDeployActivities = (deps: ServicesDeps) => ({
  /** Idempotent: a retry finds what was written, and writes it only if it is missing. */
  async applyServiceDeploy({ serviceId, number }: ServiceDeployInput): Promise<void> {
    await withHeartbeat({ everyMs: HEARTBEAT_MS }, (signal) => applyDeploy(deps, { serviceId, number, signal }));
  },
  async failServiceDeploy({ serviceId, number, ...fault }: ServiceDeployInput & ActivityFault): Promise<void> {
    const message = fault.message === "" ? "the worker stopped while it worked on this" : fault.message;
    await failDeploy(deps.db, serviceId, number, message, deps.clock());
  },
});

export type ApplyDeployActivities = ReturnType<typeof applyDeployActivities>;
