import { type CurrentUser, MESSAGES } from "@dailies/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, isSignedOut } from "../lib/api/api-error.ts";
import { currentUserQuery } from "../lib/session.ts";

const OPERATOR = "MAGI_ADMIN";

const refuse = (code: string, detail: string): never => {
  throw new ApiError({ status: 403, code, detail });
};

/**
 * Runs before every platform mutation and throws the agreed message, so that nothing is sent. The current user is refetched:
 * permissions cached by this tab may have been revoked. The server enforces them regardless.
 */
export const useOperatorCheck = (): (() => Promise<void>) => {
  const cache = useQueryClient();
  const askWho = (): Promise<CurrentUser | undefined> =>
    cache.fetchQuery({ ...currentUserQuery, staleTime: 0 }).catch((error: unknown) => {
      if (isSignedOut(error)) return undefined;
      throw error;
    });
  return async () => {
    const user = await askWho();
    if (!user) return refuse("not_signed_in", MESSAGES.loginFirst);
    if (!user.perms.includes(OPERATOR)) return refuse("not_allowed", MESSAGES.noOperationPermission);
    return undefined;
  };
};

/** Runs the action for operators; shows others why not. */
export const useOperatorAct = <Subject = void>(act: (subject: Subject) => void): ((subject: Subject) => void) => {
  const check = useOperatorCheck();
  const { mutate } = useMutation({
    mutationFn: async (subject: Subject) => {
      await check();
      return subject;
    },
    onSuccess: act,
  });
  return (subject) => mutate(subject);
};
