import type { Aggregation } from "@dailies/contract";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { leaderboardsCalls } from "../../../lib/api/clients/leaderboards.ts";

const meta = { silent: true };

export const sharesQuery = (id: string) =>
  queryOptions({
    queryKey: ["leaderboards", id, "shares"],
    queryFn: (context) => leaderboardsCalls.listBoardShares({ params: { id } }, context),
    meta,
  });

export const sharedBoardQuery = (id: string, aggregation: Aggregation | undefined) =>
  queryOptions({
    queryKey: ["leaderboards", "shared", id, aggregation],
    queryFn: (context) =>
      leaderboardsCalls.getSharedBoard({ params: { id }, query: aggregation ? { aggregation } : {} }, context),
    placeholderData: keepPreviousData,
    meta,
  });

/** Both calls return the whole list of people. */
export const useSharing = (id: string) => {
  const cache = useQueryClient();
  const keep = (shares: Awaited<ReturnType<typeof leaderboardsCalls.shareBoard>>): void => {
    cache.setQueryData(sharesQuery(id).queryKey, shares);
  };
  const share = useMutation({
    mutationFn: (usernames: string[]) => leaderboardsCalls.shareBoard({ params: { id }, body: { usernames } }),
    onSuccess: keep,
  });
  const unshare = useMutation({
    mutationFn: (userId: string) => leaderboardsCalls.unshareBoard({ params: { id }, body: { user_id: userId } }),
    onSuccess: keep,
  });
  return { share, unshare };
};
