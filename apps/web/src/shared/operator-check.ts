import { type CurrentUser, MESSAGES } from "@dailies/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, isSignedOut } from "../lib/api/api-error.ts";
import { currentUserQuery } from "../lib/session.ts";

const OPERATOR = "MAGI_ADMIN";

const refuse = (code: string, detail: string): never => {
  throw new ApiError({ status: 403, code, detail });
};

/**
 * Stands before every act of the platform and throws the agreed sentence, so that nothing is sent. Who one is, is asked
 * anew: what this tab remembers may have been taken away since. The server decides all the same.
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

/** Does it for an operator; anybody else is told why not. */
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
