import { type Access, allows, type CurrentUser, isPermissionCode, type Principal } from "@dailies/contract";
import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { authCalls } from "./api/clients/auth.ts";

export const currentUserQuery = queryOptions({
  queryKey: ["auth", "me"],
  queryFn: (context) => authCalls.me({}, context),
  staleTime: 60_000,
});

export const principalOf = (user: CurrentUser): Principal => ({
  isExternal: user.is_external,
  permissions: new Set(user.perms.filter(isPermissionCode)),
});

/** The signed-in person; only below the frame, which waits for the answer and shows its failures. */
export const useCurrentUser = (): CurrentUser => useSuspenseQuery(currentUserQuery).data;

/** Asks the same rule as the server, so that nobody is offered what would be refused. */
export const useCan = (): ((access: Access) => boolean) => {
  const principal = principalOf(useCurrentUser());
  return (access) => allows(principal, access);
};
