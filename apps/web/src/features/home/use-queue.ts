import { useQuery } from "@tanstack/react-query";
import { useCan, useCurrentUser } from "../../lib/session.ts";
import { allPendingApprovalsQuery } from "../../shared/approvals/approvals.queries.ts";
import { generatingQuery, grantsQuery, judgingQuery, labellingQuery } from "./home.queries.ts";
import { type QueueEntry, queueEntriesOf } from "./queue.rules.ts";

interface Queue {
  readonly entries: readonly QueueEntry[];
  /** Whether a source has not replied yet, so that an empty list means nothing. */
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Asks only for what the user may read; the other sources count as empty. */
export const useQueue = (): Queue => {
  const can = useCan();
  const { username } = useCurrentUser();
  const judging = useQuery(judgingQuery);
  const labelling = useQuery(labellingQuery);
  const generating = useQuery({ ...generatingQuery, enabled: can({ permission: "USE_VERSION_1_0" }) });
  const isOperator = can({ permission: "MAGI_ADMIN" });
  const grants = useQuery({ ...grantsQuery, enabled: isOperator });
  const approvals = useQuery({ ...allPendingApprovalsQuery, enabled: isOperator });
  const sources = [judging, labelling, generating, grants, approvals];
  return {
    entries: queueEntriesOf({
      username,
      judging: judging.data ?? [],
      labelling: labelling.data ?? [],
      generating: generating.data ?? [],
      requests: grants.data ?? [],
      approvals: approvals.data ?? [],
    }),
    isLoading: sources.some(({ isLoading }) => isLoading),
    error: sources.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const source of sources) if (source.error) void source.refetch();
    },
  };
};
