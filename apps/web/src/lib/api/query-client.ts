import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import { reactToFailure } from "./failure-reactions.ts";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: { silent?: boolean };
    mutationMeta: { silent?: never };
  }
}

const isWorthRetrying = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 503);

/** The query client: the retry policy, and a reaction to every failed call. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => reactToFailure(error, { isSilent: query.meta?.silent === true }),
    }),
    mutationCache: new MutationCache({ onError: (error) => reactToFailure(error) }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && isWorthRetrying(error),
        // Do not poll in a hidden tab.
        refetchIntervalInBackground: false,
      },
    },
  });
