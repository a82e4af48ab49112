import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { signOnCalls } from "../../../lib/api/clients/sign-in/sign-on.ts";
import { page } from "../../../lib/page.ts";

const signOnQuery = queryOptions({
  queryKey: ["auth", "sign-on"],
  queryFn: (context) => signOnCalls.getSignOn({}, context),
  // The operator decides it at the start of the server.
  staleTime: Number.POSITIVE_INFINITY,
  meta: { silent: true },
});

/** What the operator calls the provider of single sign-on; undefined without one. */
export const useSignOnName = (): string | undefined => useQuery(signOnQuery).data?.name ?? undefined;

export const signOnIdentitiesQuery = queryOptions({
  queryKey: ["auth", "sign-on", "identities"],
  queryFn: (context) => signOnCalls.listSignOnIdentities({}, context),
  // The panel shows its error inline.
  meta: { silent: true },
});

/** Leaves for the provider, which leads back to the start page. */
export const useLinkSignOn = () =>
  useMutation({ mutationFn: async () => page.load((await signOnCalls.startSignOnLink({})).url) });

export const useUnlinkSignOn = () => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => signOnCalls.unlinkSignOn({ params: { id } }),
    onSettled: () => cache.invalidateQueries(signOnIdentitiesQuery),
  });
};
