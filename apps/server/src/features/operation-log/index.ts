export { historyCheck } from "./history-check.ts";
export { operationLogHandlers } from "./operation-log.routes.ts";
export { createDenialRecorder } from "./record-denials.ts";
export { listOperations, type Operation, recordEach, recordOperation, recordOperations } from "./record-operation.ts";
export {
  recordSecurityEvent,
  type SecurityEventOrigin,
  sweepSecurityEvents,
} from "./security-events/record-security-event.ts";
export { verifyChain } from "./verify-chain.ts";
