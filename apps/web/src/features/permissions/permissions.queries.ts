import type { ChangePermissions, createPermissionBody, updatePermissionBody } from "@dailies/contract";
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { z } from "zod";
import { permissionsCalls } from "../../lib/api/clients/permissions.ts";

export interface MatrixQuery {
  q?: string;
  limit: number;
  offset: number;
}

export const matrixQuery = (query: MatrixQuery) =>
  queryOptions({
    queryKey: ["permissions", "matrix", query],
    queryFn: (context) => permissionsCalls.listMatrix({ query }, context),
    placeholderData: keepPreviousData,
  });

export const flagsQuery = (query: MatrixQuery) =>
  queryOptions({
    queryKey: ["permissions", "flags", query],
    queryFn: (context) => permissionsCalls.listFlags({ query }, context),
    placeholderData: keepPreviousData,
  });

/** Of one user or of one code. */
export type HistoryOf = { user_id: string } | { key: string };

export const historyQuery = (of: HistoryOf) =>
  infiniteQueryOptions({
    queryKey: ["permissions", "history", of],
    queryFn: ({ pageParam, ...context }) =>
      permissionsCalls.listHistory({ query: { ...of, ...(pageParam && { before: pageParam }) } }, context),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.has_more ? last.items.at(-1)?.seq : undefined),
    meta: { silent: true },
  });

const useRenewPermissions = (): (() => Promise<unknown>) => {
  const cache = useQueryClient();
  return () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: ["permissions"] }),
      cache.invalidateQueries({ queryKey: ["users"] }),
      cache.invalidateQueries({ queryKey: ["approvals"] }),
    ]);
};

export const useChangePermissions = () =>
  useMutation({
    mutationFn: (body: ChangePermissions) => permissionsCalls.changePermissions({ body }),
    onSettled: useRenewPermissions(),
  });

export const useChangeFlags = () =>
  useMutation({
    mutationFn: (body: ChangePermissions) => permissionsCalls.changeFlags({ body }),
    onSettled: useRenewPermissions(),
  });

export const useCreatePermission = () =>
  useMutation({
    mutationFn: (body: z.input<typeof createPermissionBody>) => permissionsCalls.createPermission({ body }),
    onSuccess: useRenewPermissions(),
  });

export const useUpdatePermission = () =>
  useMutation({
    mutationFn: (body: z.input<typeof updatePermissionBody>) => permissionsCalls.updatePermission({ body }),
    onSettled: useRenewPermissions(),
  });

export const useDeletePermission = () =>
  useMutation({
    mutationFn: (body: { key: string; expected_version: number }) => permissionsCalls.deletePermission({ body }),
    onSettled: useRenewPermissions(),
  });
