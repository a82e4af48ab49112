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

/** Applies an event to a page; returns the same object if none of its rows is affected. */
export const withEvent = (page: TaskPage | undefined, event: TaskEvent): TaskPage | undefined => {
  if (!page?.items.some(({ id }) => id === event.task_id)) return page;
  return { ...page, items: page.items.map((task) => (task.id === event.task_id ? patchTask(task, event) : task)) };
};

/** A new status may move rows in or out of a filter, which only the server can determine. */
export const changesStatus = (page: TaskPage | undefined, event: TaskEvent): boolean =>
  page?.items.some(({ id, status }) => id === event.task_id && status !== event.status) ?? false;

const TOPICS = ["tasks"];
/** Minimum interval between refetches for changes the cached rows cannot show. */
const LOOK_MS = 1_000;

/** Applies server events to the cached rows without refetching them. */
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
