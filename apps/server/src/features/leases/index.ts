export { type ClaimRow, claimWithBackoff } from "./claim-with-backoff.ts";
export { type KeptLease, type RenewedLeaseRow, toHeartbeatReply, toKeptLeases } from "./heartbeat-reply.ts";
export { leaseRefusals } from "./lease-refusals.ts";
