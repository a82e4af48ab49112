import type { setPasswordBody } from "@dailies/contract";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { api } from "../../lib/api.ts";

export const sessionsQuery = queryOptions({
  queryKey: ["auth", "sessions"],
  queryFn: (context) => api.auth.listSessions({}, context),
  // A panel beside other things: its failure stands in its own place, and nobody who came for the rest is called away.
  meta: { silent: true },
});

export const useSetPassword = () =>
  useMutation({ mutationFn: (body: z.input<typeof setPasswordBody>) => api.auth.setPassword({ body }) });

export const useEndSession = () => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.auth.endSession({ params: { id } }),
    onSettled: () => cache.invalidateQueries(sessionsQuery),
  });
};

export const useEndOtherSessions = () => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => api.auth.endOtherSessions({}),
    onSettled: () => cache.invalidateQueries(sessionsQuery),
  });
};
