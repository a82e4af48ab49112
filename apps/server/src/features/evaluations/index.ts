export { hasJudgements } from "./evaluation.store.ts";
export { evaluationsHandlers } from "./evaluations.routes.ts";
export type { EvaluationEffects } from "./evaluations-deps.ts";
export { finishIfDone } from "./owning/finish-evaluation.ts";
export { judgeBenchmark } from "./planning/judge-benchmark.ts";
export { sweepLeases } from "./rating/lease.store.ts";
export { withJudging } from "./rating/with-judging.ts";
