import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError, isSignedOut } from "./api-error.ts";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: { silent?: boolean };
    mutationMeta: { silent?: never };
  }
}

export interface FailureReactions {
  goToLogin: () => void;
  showFailure: (error: unknown) => void;
}

const isWorthRetrying = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 503);

/**
 * The query client: the retry policy, and the single place where errors reach the user: a redirect to the login on 401,
 * otherwise one toast.
 */
export const createQueryClient = ({ goToLogin, showFailure }: FailureReactions): QueryClient => {
  const react = (error: unknown, isSilent: boolean): void => {
    if (isSignedOut(error)) goToLogin();
    else if (!isSilent) showFailure(error);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => react(error, query.meta?.silent === true) }),
    mutationCache: new MutationCache({ onError: (error) => react(error, false) }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && isWorthRetrying(error),
        // Do not poll in a hidden tab.
        refetchIntervalInBackground: false,
      },
    },
  });
};
