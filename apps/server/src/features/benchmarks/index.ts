export { changeBenchmark, findBenchmark } from "./benchmark.store.ts";
export { benchmarksHandlers } from "./benchmarks.routes.ts";
export type { BenchmarkJudging, BenchmarksDeps } from "./benchmarks-deps.ts";
export { addRowFrom } from "./change-rows.ts";
export { provisionDemoTasks } from "./demo-tasks.ts";
export { readTaskState } from "./read-task-state.ts";
export { TASK_KIND_ACTS } from "./task-kinds.ts";
