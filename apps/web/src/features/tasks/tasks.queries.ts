import type { createTaskBody, listTasksQuery, TaskItem, updateTaskBody } from "@dailies/contract";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { benchmarksCalls } from "../../lib/api/clients/benchmarks.ts";
import { tasksCalls } from "../../lib/api/clients/tasks.ts";

export type TasksQuery = z.input<typeof listTasksQuery>;
export interface TaskPage {
  items: TaskItem[];
  total: number;
}

export const TASK_LISTS = ["tasks", "list"] as const;

/** Fallback poll for the SSE connection, which delivers every change. */
const UNDER_WAY_MS = 15_000;
const isUnderWay = ({ status }: TaskItem): boolean => status === "Generating" || status === "Running";

export const tasksQuery = (query: TasksQuery) =>
  queryOptions({
    queryKey: [...TASK_LISTS, query],
    queryFn: (context): Promise<TaskPage> => tasksCalls.listTasks({ query }, context),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? UNDER_WAY_MS : false),
  });

export const taskQuery = (id: string) =>
  queryOptions({
    queryKey: ["tasks", "detail", id],
    queryFn: (context) => tasksCalls.getTask({ params: { id } }, context),
    // The drawer shows this error itself.
    meta: { silent: true },
  });

/** The columns an evaluation can take from a benchmark. */
export const taskColumnsQuery = (id: string) =>
  queryOptions({
    queryKey: ["tasks", "columns", id],
    queryFn: async (context) => (await benchmarksCalls.getBenchmark({ params: { id } }, context)).columns_list,
    meta: { silent: true },
  });

const useRenewTasks = (): (() => Promise<unknown>) => {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: ["tasks"] });
};

export const useCreateTask = () =>
  useMutation({
    mutationFn: (body: z.input<typeof createTaskBody>) => tasksCalls.createTask({ body }),
    onSuccess: useRenewTasks(),
  });

interface TaskChange {
  id: string;
  body: z.input<typeof updateTaskBody>;
}

export const useUpdateTask = () =>
  useMutation({
    mutationFn: ({ id, body }: TaskChange) => tasksCalls.updateTask({ params: { id }, body }),
    onSettled: useRenewTasks(),
  });

interface TaskCopy {
  id: string;
  name: string;
  request_key: string;
}

export const useDuplicateTask = () =>
  useMutation({
    mutationFn: ({ id, ...body }: TaskCopy) => tasksCalls.duplicateTask({ params: { id }, body }),
    onSuccess: useRenewTasks(),
  });

export const useArchiveTasks = () =>
  useMutation({
    mutationFn: (body: { ids: string[]; is_archived: boolean }) => tasksCalls.archiveTasks({ body }),
    onSettled: useRenewTasks(),
  });

export const useDeleteTask = () =>
  useMutation({
    mutationFn: (id: string) => tasksCalls.deleteTask({ params: { id } }),
    onSettled: useRenewTasks(),
  });
