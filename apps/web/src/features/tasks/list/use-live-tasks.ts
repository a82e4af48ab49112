import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLive } from "../../../lib/live/live.ts";
import { TASK_LISTS, type TaskPage } from "../tasks.queries.ts";
import { changesStatus, withEvent } from "./live-tasks.rules.ts";

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
