import type { LiveEvent, TaskItem } from "@dailies/contract";
import type { TaskPage } from "../tasks.queries.ts";

export type TaskEvent = Extract<LiveEvent, { kind: "task" }>;

const told = (task: TaskItem, { status, revision, progress, spend }: TaskEvent): TaskItem => ({
  ...task,
  status,
  revision,
  progress: progress ?? task.progress,
  spend: spend ?? task.spend,
});

/** A page with what the event tells; the very same page when none of its rows is meant. */
export const withEvent = (page: TaskPage | undefined, event: TaskEvent): TaskPage | undefined => {
  if (!page?.items.some(({ id }) => id === event.task_id)) return page;
  return { ...page, items: page.items.map((task) => (task.id === event.task_id ? told(task, event) : task)) };
};

/** A new status may take a row out of a filter or bring one in, which only the server can say. */
export const changesStatus = (page: TaskPage | undefined, event: TaskEvent): boolean =>
  page?.items.some(({ id, status }) => id === event.task_id && status !== event.status) ?? false;
