import type { HeartbeatItemsReply } from "@dailies/contract";

export interface KeptLease {
  readonly leaseId: string;
  readonly until: Date;
}

/** Of the leases that the page believes to hold: those that were renewed, and those that are lost. */
export const toHeartbeatReply = (leaseIds: readonly string[], kept: readonly KeptLease[]): HeartbeatItemsReply => {
  const held = new Set(kept.map(({ leaseId }) => leaseId));
  return {
    kept: kept.map(({ leaseId, until }) => ({ lease_id: leaseId, lease_until: until.toISOString() })),
    lost: leaseIds.filter((id) => !held.has(id)),
  };
};
