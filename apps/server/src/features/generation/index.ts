export { cellStatusOf, countedAttempt } from "./attempt.rules.ts";
export { type CallRow, listCallsOfCell } from "./call-item.store.ts";
export { callHandlers } from "./calls.routes.ts";
export { cancelCalls } from "./cancel-calls.ts";
export { type DescribeDeps, describeCallsFully } from "./describe-calls.ts";
export { registerGenerationMetrics } from "./generation-metrics.ts";
export { maySeeCall } from "./may-see-call.ts";
export { reconcileTask } from "./reconcile-task.ts";
export { startCall, startRun } from "./start-run.ts";
