import type { ExportItem } from "@dailies/contract";
import { type exportsRoutes, exportsRoutes as routes } from "@dailies/contract/exports/routes";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import { exportsCalls } from "../../lib/api/clients/exports.ts";
import { tasksCalls } from "../../lib/api/clients/tasks.ts";

export type PreviewBody = z.input<(typeof exportsRoutes)["previewExport"]["body"]>;
export type CreateBody = z.input<(typeof exportsRoutes)["createExport"]["body"]>;
export type Preview = z.output<(typeof exportsRoutes)["previewExport"]["reply"]>;
export type ExportColumn = Preview["columns"][number];
export type LarkBase = z.output<(typeof exportsRoutes)["resolveLarkLink"]["reply"]>;
export type LarkTable = LarkBase["tables"][number];

const EXPORT_LISTS = ["exports", "list"] as const;
const UNDER_WAY_MS = 1_500;
const RESTING_MS = 15_000;

export const isUnderWay = ({ status }: ExportItem): boolean => status === "Waiting" || status === "Running";

export const larkStateQuery = queryOptions({
  queryKey: ["exports", "lark"],
  queryFn: (context) => exportsCalls.getLarkState({}, context),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { silent: true },
});

export const exportsQuery = (query: { limit: number; offset: number }) =>
  queryOptions({
    queryKey: [...EXPORT_LISTS, query],
    queryFn: (context) => exportsCalls.listExports({ query }, context),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? UNDER_WAY_MS : RESTING_MS),
    // The table shows this error itself.
    meta: { silent: true },
  });

export const exportQuery = (id: string) =>
  queryOptions({
    queryKey: ["exports", "one", id],
    queryFn: (context) => exportsCalls.getExport({ params: { id } }, context),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? UNDER_WAY_MS : false),
    meta: { silent: true },
  });

/** The first rows of the export; refetched on every change of the input. */
export const previewQuery = (body: PreviewBody) =>
  queryOptions({
    queryKey: ["exports", "preview", body],
    queryFn: ({ signal }) => exportsCalls.previewExport({ body }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    meta: { silent: true },
  });

export const choosableTasksQuery = (q: string) =>
  queryOptions({
    queryKey: ["exports", "tasks", q],
    queryFn: (context) =>
      tasksCalls.listTasks({ query: { page: 1, page_size: 30, is_archived: "false", ...(q && { q }) } }, context),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });

export const taskNameQuery = (id: string) =>
  queryOptions({
    queryKey: ["exports", "task-name", id],
    queryFn: (context) => tasksCalls.getTask({ params: { id } }, context),
    meta: { silent: true },
  });

const useRenewExports = (): (() => Promise<unknown>) => {
  const cache = useQueryClient();
  return () =>
    cache.invalidateQueries({ queryKey: ["exports"], predicate: ({ queryKey }) => queryKey[1] !== "preview" });
};

export const useResolveLink = () =>
  useMutation({ mutationFn: (link: string) => exportsCalls.resolveLarkLink({ body: { link } }) });

type NewBase = Omit<Parameters<typeof exportsCalls.createLarkBase>[0]["body"], "request_key">;

/** Creates a base. The same form is sent under the same key until it succeeds, so that no second base is created. */
export const useCreateBase = () => {
  const [request, setRequest] = useState({ form: "", key: "" });
  return useMutation({
    mutationFn: (body: NewBase) => {
      const form = JSON.stringify(body);
      const key = request.form === form ? request.key : crypto.randomUUID();
      setRequest({ form, key });
      return exportsCalls.createLarkBase({ body: { ...body, request_key: key } });
    },
    onSuccess: () => setRequest({ form: "", key: "" }),
  });
};

export const useCreateExport = () =>
  useMutation({ mutationFn: (body: CreateBody) => exportsCalls.createExport({ body }), onSuccess: useRenewExports() });

export const useCancelExport = () =>
  useMutation({
    mutationFn: (id: string) => exportsCalls.cancelExport({ params: { id } }),
    onSettled: useRenewExports(),
  });

export const useResumeExport = () =>
  useMutation({
    mutationFn: (id: string) => exportsCalls.resumeExport({ params: { id } }),
    onSettled: useRenewExports(),
  });

export const downloadAddress = (id: string): string => routes.downloadExport.path.replace(":id", id);
