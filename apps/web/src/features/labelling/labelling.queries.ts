import type { LabelTaskDetail, LabelTaskItem, labellingRoutes } from "@dailies/contract";
import type { RouteInput } from "@dailies/contract/kit";
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { labelTaskCalls } from "../../lib/api/clients/labelling/label-tasks.ts";
import { labelHistoryCalls, labelTemplateCalls } from "../../lib/api/clients/labelling/label-work.ts";

type Table = typeof labellingRoutes;
type Body<K extends keyof Table> = RouteInput<Table[K]> extends { body: infer B } ? B : never;
type Query<K extends keyof Table> = RouteInput<Table[K]> extends { query: infer Q } ? Q : never;

export type LabelTasksQuery = Query<"listLabelTasks">;
export type LabelEventsQuery = Query<"listLabelEvents">;
export interface LabelTaskPage {
  items: LabelTaskItem[];
  total: number;
}

const ALL = ["labelling"] as const;
const RENEW_MS = 15_000;
const WATCH_MS = 2_000;

const pollMs = (page: LabelTaskPage | undefined): number =>
  page?.items.some(({ status }) => status === "Filling") ? WATCH_MS : RENEW_MS;

export const labelTasksQuery = (query: LabelTasksQuery) =>
  queryOptions({
    queryKey: [...ALL, "tasks", query],
    queryFn: (context): Promise<LabelTaskPage> => labelTaskCalls.listLabelTasks({ query }, context),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pollMs(state.data),
  });

/** The open tasks that the user was asked for; enough to say which one to continue. */
export const openTasksQuery = queryOptions({
  queryKey: [...ALL, "open"],
  queryFn: async (context) =>
    (await labelTaskCalls.listLabelTasks({ query: { tab: "mine", status: "Open", limit: 50, offset: 0 } }, context))
      .items,
  refetchInterval: RENEW_MS,
  meta: { silent: true },
});

export const labelTaskQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, "task", id],
    queryFn: (context): Promise<LabelTaskDetail> => labelTaskCalls.getLabelTask({ params: { id } }, context),
    // The page shows this error itself.
    meta: { silent: true },
    refetchInterval: ({ state }) =>
      state.data?.status === "Filling" || state.data?.addition?.status === "Running" ? WATCH_MS : false,
  });

export const templatesQuery = (q: string, isArchived: boolean) =>
  queryOptions({
    queryKey: [...ALL, "templates", q, isArchived],
    queryFn: (context) => {
      const query = {
        ...(q !== "" && { q }),
        is_archived: isArchived ? "true" : "false",
        limit: 50,
        offset: 0,
      } as const;
      return labelTemplateCalls.listLabelTemplates({ query }, context);
    },
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });

export const labelEventsQuery = (taskId: string, query: LabelEventsQuery) =>
  infiniteQueryOptions({
    queryKey: [...ALL, "events", taskId, query],
    queryFn: ({ pageParam, signal }) =>
      labelHistoryCalls.listLabelEvents(
        { params: { id: taskId }, query: { ...query, ...(pageParam !== "" && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });

export const labelItemQuery = (taskId: string, item: number) =>
  queryOptions({
    queryKey: [...ALL, "item", taskId, item],
    queryFn: (context) => labelHistoryCalls.getLabelItem({ params: { id: taskId, item: String(item) } }, context),
    meta: { silent: true },
    // It may have been adjudicated a moment ago, in another mode of the task.
    staleTime: 0,
  });

/** Reads everything of labelling again. */
export const useRenew = (): (() => Promise<unknown>) => {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: ALL });
};

export const useCreateTemplate = () =>
  useMutation({
    mutationFn: (body: Body<"createLabelTemplate">) => labelTemplateCalls.createLabelTemplate({ body }),
    onSuccess: useRenew(),
  });

export const useUpdateTemplate = () =>
  useMutation({
    mutationFn: ({ id, body }: { id: string; body: Body<"updateLabelTemplate"> }) =>
      labelTemplateCalls.updateLabelTemplate({ params: { id }, body }),
    onSettled: useRenew(),
  });

/** Deletes a template that no task uses. */
export const useArchiveTemplate = () => {
  const renew = useRenew();
  return useMutation({
    mutationFn: ({ id, isArchived }: { id: string; isArchived: boolean }) =>
      labelTemplateCalls.deleteLabelTemplate({ params: { id }, body: { is_archived: isArchived } }),
    // The form goes on at once; the list follows.
    onSettled: () => {
      void renew();
    },
  });
};

export const useCreateTask = () =>
  useMutation({
    mutationFn: (body: Body<"createLabelTask">) => labelTaskCalls.createLabelTask({ body }),
    onSuccess: useRenew(),
  });

interface StatusChange extends Omit<Body<"changeLabelTaskStatus">, "reason"> {
  id: string;
}

export const useChangeStatus = () =>
  useMutation({
    mutationFn: ({ id, action }: StatusChange) =>
      labelTaskCalls.changeLabelTaskStatus({ params: { id }, body: { action } }),
    onSettled: useRenew(),
  });

export const useSetPeople = (id: string) =>
  useMutation({
    mutationFn: (body: Body<"setLabelPeople">) => labelTaskCalls.setLabelPeople({ params: { id }, body }),
    onSettled: useRenew(),
  });

export const useUpdateGuidelines = (id: string) =>
  useMutation({
    mutationFn: (body: Body<"updateGuidelines">) => labelTaskCalls.updateGuidelines({ params: { id }, body }),
    onSettled: useRenew(),
  });

export const useRestoreLabel = () =>
  useMutation({
    mutationFn: (body: Body<"restoreLabel">) => labelHistoryCalls.restoreLabel({ body }),
    onSettled: useRenew(),
  });
