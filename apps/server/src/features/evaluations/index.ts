export { hasJudgements } from "./evaluation.store.ts";
export { evaluationsHandlers } from "./evaluations.routes.ts";
export type { EvaluationEffects } from "./evaluations-deps.ts";
export { finishIfDone } from "./finish-evaluation.ts";
export { judgeBenchmark } from "./judge-benchmark.ts";
export { withJudging } from "./with-judging.ts";
