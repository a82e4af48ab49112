import type { confirmIdentityBody, setPasswordBody } from "@dailies/contract";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { authCalls } from "../../lib/api/clients/auth.ts";

export const sessionsQuery = queryOptions({
  queryKey: ["auth", "sessions"],
  queryFn: (context) => authCalls.listSessions({}, context),
  // This panel shows its error inline: no toast, and no redirect for users who came for the rest of the page.
  meta: { silent: true },
});

export const useSetPassword = () =>
  useMutation({ mutationFn: (body: z.input<typeof setPasswordBody>) => authCalls.setPassword({ body }) });

export const useEndSession = () => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => authCalls.endSession({ params: { id } }),
    onSettled: () => cache.invalidateQueries(sessionsQuery),
  });
};

export const useEndOtherSessions = () => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => authCalls.endOtherSessions({}),
    onSettled: () => cache.invalidateQueries(sessionsQuery),
  });
};

export const useConfirmIdentity = () =>
  useMutation({ mutationFn: (body: z.input<typeof confirmIdentityBody>) => authCalls.confirmIdentity({ body }) });

export const useSendConfirmationCode = () => useMutation({ mutationFn: () => authCalls.sendConfirmationCode({}) });
