import { type Access, allows, type CurrentUser, MESSAGES } from "@dailies/contract";
import { PLATFORM_ACCESS } from "@dailies/contract/platform-access";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, isSignedOut } from "../lib/api/api-error.ts";
import { currentUserQuery, principalOf } from "../lib/session.ts";

const refuse = (code: string, detail: string): never => {
  throw new ApiError({ status: 403, code, detail });
};

/**
 * Runs before every platform mutation and throws the agreed message, so that nothing is sent. The current user is refetched:
 * permissions cached by this tab may have been revoked. The server enforces them regardless.
 */
export const useOperatorCheck = (access: Access = PLATFORM_ACCESS.operators): (() => Promise<void>) => {
  const cache = useQueryClient();
  const askWho = (): Promise<CurrentUser | undefined> =>
    cache.fetchQuery({ ...currentUserQuery, staleTime: 0 }).catch((error: unknown) => {
      if (isSignedOut(error)) return undefined;
      throw error;
    });
  return async () => {
    const user = await askWho();
    if (!user) return refuse("not_signed_in", MESSAGES.loginFirst);
    const isAllowed = allows(principalOf(user), access, user.fine_grained_admin);
    if (!isAllowed) return refuse("not_allowed", MESSAGES.noOperationPermission);
    return undefined;
  };
};

/** Runs the action for operators; shows others why not. */
export const useOperatorAct = <Subject = void>(
  act: (subject: Subject) => void,
  access?: Access,
): ((subject: Subject) => void) => {
  const check = useOperatorCheck(access);
  const { mutate } = useMutation({
    mutationFn: async (subject: Subject) => {
      await check();
      return subject;
    },
    onSuccess: act,
  });
  return (subject) => mutate(subject);
};
