import { allows, TYPED_STOP_ABOVE_GPUS } from "@dailies/contract";
import type { Actor } from "../../../actor.ts";
import type { JobDetailRow } from "./job.store.ts";

/** The owner that the metadata of the job names, or an administrator. */
export const mayStop = (actor: Actor, { owner }: Pick<JobDetailRow, "owner">): boolean =>
  (owner !== null && owner.toLowerCase() === actor.username.toLowerCase()) ||
  allows(actor, { permission: "ADMIN_MANAGE_R", isInternalOnly: true });

/**
 * Whether the name of the job must be typed. A job whose GPUs are unknown may hold all of its cluster.
 */
export const isStopTyped = ({ gpus, cluster_resources: resources }: JobDetailRow): boolean =>
  (gpus ?? resources?.gpu?.total ?? 0) > TYPED_STOP_ABOVE_GPUS;
