import { z } from "zod";
import { moment, text, uuid } from "../kit.ts";

// Rules that judging and labelling share: work is leased, kept by a heartbeat, and never lost with the lease.

/** How long a lease lasts without a heartbeat, unless a task says otherwise. */
export const LEASE_S = 600;
/** How long one's last submission can be undone. */
export const UNDO_S = 30;
/** The current item and the next three, whose clips are prefetched. */
export const MAX_LEASES = 4;

/** Spread into the body of every call about one lease. */
export const leaseFields = { lease_id: uuid };
export const skipNote = text({ max: 300 }).default("");

export const heartbeatItemsBody = z.strictObject({ lease_ids: z.array(uuid).min(1).max(MAX_LEASES) });
export const keptLease = z.object({ lease_id: uuid, lease_until: moment });
/** A lease that is not kept is lost; its draft is kept. */
export const heartbeatItemsReply = z.object({ kept: z.array(keptLease), lost: z.array(uuid) });
export type HeartbeatItemsReply = z.output<typeof heartbeatItemsReply>;
