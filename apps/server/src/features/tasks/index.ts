export { createTask, taskSubject } from "./create-task.ts";
export { deleteTask } from "./delete-task.ts";
export { getTaskDetail } from "./get-task.ts";
export { listEnabledUsersNamed } from "./people.store.ts";
export {
  listVisibleTaskIds,
  lockAnyTask,
  lockTask,
  requireAnyTask,
  requireMember,
  requireRevision,
  requireTask,
} from "./require-task.ts";
export { changeTask, findTask, findTaskByRequest, findTaskLocked, type TaskRecord } from "./task.store.ts";
export { tasksHandlers } from "./tasks.routes.ts";
export type { NewlyMade, TaskKindActs, TasksDeps } from "./tasks-deps.ts";
