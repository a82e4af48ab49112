import type { createUserBody, listUsersQuery, updateUserBody } from "@dailies/contract";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { usersCalls } from "../../lib/api/clients/users.ts";
import { currentUserQuery } from "../../lib/session.ts";

export type UsersQuery = z.input<typeof listUsersQuery>;

export const usersQuery = (query: UsersQuery) =>
  queryOptions({
    queryKey: ["users", "list", query],
    queryFn: (context) => usersCalls.listUsers({ query }, context),
    placeholderData: keepPreviousData,
  });

export const userInfoQuery = (id: string) =>
  queryOptions({
    queryKey: ["users", "info", id],
    queryFn: (context) => usersCalls.getUserInfo({ query: { id } }, context),
    // The drawer shows this error itself.
    meta: { silent: true },
  });

/** Invalidates lists, drawers and holders after any change to users. */
const useRenewPeople = (): (() => Promise<unknown>) => {
  const cache = useQueryClient();
  return () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: ["users"] }),
      cache.invalidateQueries({ queryKey: ["permissions"] }),
      cache.invalidateQueries({ queryKey: ["approvals"] }),
    ]);
};

export const useCreateUser = () =>
  useMutation({
    mutationFn: (body: z.input<typeof createUserBody>) => usersCalls.createUser({ body }),
    onSuccess: useRenewPeople(),
  });

/** Writes the user's own new name to the cache: the server may return the old one for another moment. */
export const useUpdateUser = () => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof updateUserBody>) => usersCalls.updateUser({ body }),
    onSuccess: ({ username, realname }) =>
      cache.setQueryData(
        currentUserQuery.queryKey,
        (me) => me && (me.username === username ? { ...me, realname } : me),
      ),
    onSettled: useRenewPeople(),
  });
};

export const useInviteUser = () =>
  useMutation({
    mutationFn: (id: string) => usersCalls.inviteUser({ body: { id } }),
    onSuccess: useRenewPeople(),
  });

interface SessionsToEnd {
  id: string;
  session_id?: string;
}

export const useEndUserSessions = () =>
  useMutation({
    mutationFn: (body: SessionsToEnd) => usersCalls.endUserSessions({ body }),
    onSettled: useRenewPeople(),
  });

export const useResetSecondFactor = () =>
  useMutation({
    mutationFn: (body: { id: string; reason: string }) => usersCalls.resetSecondFactor({ body }),
    onSettled: useRenewPeople(),
  });

export const useCheckImport = () =>
  useMutation({ mutationFn: (csv: string) => usersCalls.checkImport({ body: { csv } }) });

export const useApplyImport = () =>
  useMutation({
    mutationFn: (body: { csv: string; digest: string }) => usersCalls.applyImport({ body }),
    onSuccess: useRenewPeople(),
  });
