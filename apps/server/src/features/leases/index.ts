export { type ClaimRow, claimWithBackoff } from "./claim-with-backoff.ts";
export { type KeptLease, toHeartbeatReply } from "./heartbeat-reply.ts";
export { leaseRefusals } from "./lease-refusals.ts";
