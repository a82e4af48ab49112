export { changeBenchmark, findBenchmark } from "./benchmark.store.ts";
export { benchmarksHandlers } from "./benchmarks.routes.ts";
export type { BenchmarkJudging, BenchmarksDeps } from "./benchmarks-deps.ts";
export { cellsCheck } from "./cells/cells-check.ts";
export { provisionDemoTasks } from "./demo-tasks.ts";
export { addRowFrom } from "./rows/change-rows.ts";
export { openRowReader } from "./rows/row-reader.ts";
export { readTaskState } from "./runs/read-task-state.ts";
export { TASK_KIND_ACTS } from "./task-kinds.ts";
