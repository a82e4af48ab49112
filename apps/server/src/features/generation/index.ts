export { type CallRow, listCallsOfCell } from "./jobs/call-item.store.ts";
export { callHandlers } from "./jobs/calls.routes.ts";
export { cancelCalls } from "./jobs/cancel-calls.ts";
export { type DescribeDeps, describeCallsFully } from "./jobs/describe-calls.ts";
export { maySeeCall } from "./jobs/may-see-call.ts";
export { cellStatusOf, countedAttempt } from "./runs/attempt.rules.ts";
export { registerGenerationMetrics } from "./runs/generation-metrics.ts";
export { reconcileTask } from "./runs/reconcile-task.ts";
export { startCall, startRun } from "./runs/start-run.ts";
