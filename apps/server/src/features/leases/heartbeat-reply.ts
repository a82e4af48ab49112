import type { HeartbeatItemsReply } from "@dailies/contract";

export interface KeptLease {
  readonly leaseId: string;
  readonly until: Date;
}

/** What the functions return that renew leases. */
export interface RenewedLeaseRow {
  readonly lease_id: string;
  readonly lease_until: Date;
}

export const toKeptLeases = (rows: readonly RenewedLeaseRow[]): KeptLease[] =>
  rows.map(({ lease_id, lease_until }) => ({ leaseId: lease_id, until: lease_until }));

/** Of the leases that the page believes to hold: those that were renewed, and those that are lost. */
export const toHeartbeatReply = (leaseIds: readonly string[], kept: readonly KeptLease[]): HeartbeatItemsReply => {
  const held = new Set(kept.map(({ leaseId }) => leaseId));
  return {
    kept: kept.map(({ leaseId, until }) => ({ lease_id: leaseId, lease_until: until.toISOString() })),
    lost: leaseIds.filter((id) => !held.has(id)),
  };
};
