import { type Access, allows, type CurrentUser, isPermissionCode, type Principal } from "@dailies/contract";
import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { authCalls } from "./api/clients/auth.ts";
import { endPendingSession } from "./sign-out.ts";

export const currentUserQuery = queryOptions({
  queryKey: ["auth", "me"],
  queryFn: async (context) => {
    await endPendingSession();
    return authCalls.me({}, context);
  },
  staleTime: 60_000,
});

export const principalOf = (user: CurrentUser): Principal => ({
  isExternal: user.is_external,
  permissions: new Set(user.perms.filter(isPermissionCode)),
});

/** The signed-in user; only below the frame, which suspends and shows errors. */
export const useCurrentUser = (): CurrentUser => useSuspenseQuery(currentUserQuery).data;

/** Evaluates the same access rule as the server, so that the UI offers only what is allowed. */
export const useCan = (): ((access: Access) => boolean) => {
  const user = useCurrentUser();
  const principal = principalOf(user);
  return (access) => allows(principal, access, user.fine_grained_admin);
};
