import type { LiveEvent, TaskItem } from "@dailies/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLive } from "../../../lib/live/live.ts";
import { TASK_LISTS, type TaskPage } from "../tasks.queries.ts";

export type TaskEvent = Extract<LiveEvent, { kind: "task" }>;

const patchTask = (task: TaskItem, { status, revision, progress, spend }: TaskEvent): TaskItem => ({
  ...task,
  status,
  revision,
  progress: progress ?? task.progress,
  spend: spend ?? task.spend,
});

/** A page with what the event tells; the very same page when none of its rows is meant. */
export const withEvent = (page: TaskPage | undefined, event: TaskEvent): TaskPage | undefined => {
  if (!page?.items.some(({ id }) => id === event.task_id)) return page;
  return { ...page, items: page.items.map((task) => (task.id === event.task_id ? patchTask(task, event) : task)) };
};

/** A new status may take a row out of a filter or bring one in, which only the server can say. */
export const changesStatus = (page: TaskPage | undefined, event: TaskEvent): boolean =>
  page?.items.some(({ id, status }) => id === event.task_id && status !== event.status) ?? false;

const TOPICS = ["tasks"];
/** How often the list may be read again for changes that its rows cannot show. */
const LOOK_MS = 1_000;

/** Keeps the rows in step with what happens, without asking for them again. */
export const useLiveTasks = (): void => {
  const cache = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const look = (): void => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void cache.invalidateQueries({ queryKey: TASK_LISTS });
    }, LOOK_MS);
  };
  useLive(TOPICS, (event) => {
    if (event.kind === "reset") look();
    if (event.kind !== "task") return;
    const pages = cache.getQueriesData<TaskPage>({ queryKey: TASK_LISTS });
    if (pages.some(([, page]) => changesStatus(page, event))) look();
    cache.setQueriesData<TaskPage>({ queryKey: TASK_LISTS }, (page) => withEvent(page, event));
  });
};
