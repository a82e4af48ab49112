import type { LEASE_STATUSES } from "@dailies/contract";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { evaluationsCalls } from "../../lib/api/clients/evaluations.ts";

/** The progress changes while clips are prepared and other raters judge. */
const RENEW_MS = 15_000;

export const queueQuery = (isFinished: boolean) =>
  queryOptions({
    queryKey: ["evaluations", "queue", isFinished],
    queryFn: async (context) =>
      (await evaluationsCalls.listMyQueue({ query: { is_finished: isFinished ? "true" : "false" } }, context)).tasks,
    refetchInterval: isFinished ? false : RENEW_MS,
  });

export interface ItemsInput {
  readonly task?: string;
  readonly status?: (typeof LEASE_STATUSES)[number];
  readonly page: number;
  readonly pageSize: number;
}

export const itemsQuery = ({ task, status, page, pageSize }: ItemsInput) =>
  queryOptions({
    queryKey: ["evaluations", "items", { task, status, page, pageSize }],
    queryFn: (context) =>
      evaluationsCalls.listMyItems({ query: { task_id: task, status, page, page_size: pageSize } }, context),
    placeholderData: keepPreviousData,
  });

export const useUndoJudgement = () => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (judgementId: string) => evaluationsCalls.undoJudgement({ body: { judgement_id: judgementId } }),
    onSettled: () => cache.invalidateQueries({ queryKey: ["evaluations"] }),
  });
};
