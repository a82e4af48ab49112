export { approvalsHandlers } from "./approvals.routes.ts";
export type { ApprovalHandler } from "./decide-approval.ts";
export { listWaiting, payloadOf, requestApproval } from "./request-approval.ts";
