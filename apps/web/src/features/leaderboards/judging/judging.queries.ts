import type { EvaluationDetail, EvaluationPlanFields, evaluationsRoutes, RouteInput } from "@dailies/contract";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { benchmarksCalls } from "../../../lib/api/clients/benchmarks.ts";
import { dimensionsCalls } from "../../../lib/api/clients/dimensions.ts";
import { evaluationsCalls } from "../../../lib/api/clients/evaluations.ts";
import { evaluationQuery } from "../leaderboards.queries.ts";

type Table = typeof evaluationsRoutes;
type Body<K extends keyof Table> = RouteInput<Table[K]> extends { body: infer B } ? B : never;
type JudgementsQuery = RouteInput<Table["listJudgements"]>["query"];

const meta = { silent: true };
const MOST_TEMPLATES = 200;

/** Poll interval: newest judgements come first, so a visible list is refetched while more arrive. */
const VOTES_MS = 10_000;

export const judgementsQuery = (id: string, query: JudgementsQuery, isJudging: boolean) =>
  queryOptions({
    queryKey: ["leaderboards", id, "judgements", query],
    queryFn: (context) => evaluationsCalls.listJudgements({ params: { id }, query }, context),
    refetchInterval: isJudging ? VOTES_MS : false,
    placeholderData: keepPreviousData,
    meta,
  });

export const templatesQuery = queryOptions({
  queryKey: ["dimensions", "templates", "choices"],
  queryFn: (context) => dimensionsCalls.listTemplates({ query: { limit: MOST_TEMPLATES, offset: 0 } }, context),
  meta,
});

/** The grid size, to compute how many judgements a plan needs. */
export const gridQuery = (id: string) =>
  queryOptions({
    queryKey: ["benchmarks", id, "detail"],
    queryFn: (context) => benchmarksCalls.getBenchmark({ params: { id } }, context),
    meta,
  });

/** Writes the response to the cache; leaderboards, lists and the task are invalidated. */
const useAct = <Input>(id: string, act: (input: Input) => Promise<EvaluationDetail>) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (detail) => cache.setQueryData(evaluationQuery(id).queryKey, detail),
    // Not awaited: recomputing a leaderboard would keep the dialog open.
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: ["leaderboards", id] });
      void cache.invalidateQueries({ queryKey: ["benchmarks", id] });
      void cache.invalidateQueries({ queryKey: ["tasks"] });
    },
  });
};

interface Plan {
  fields: EvaluationPlanFields;
  revision: number;
}

const savePlan = (id: string, { fields, revision }: Plan): Promise<EvaluationDetail> =>
  evaluationsCalls.planEvaluation({ params: { id }, body: { ...fields, expect_revision: revision } });

export const usePlan = (id: string) => useAct(id, (plan: Plan) => savePlan(id, plan));

/** Saves the plan and starts judging; a benchmark starts through its own endpoint. */
export const useStart = ({ task_id: id, kind }: Pick<EvaluationDetail, "task_id" | "kind">) =>
  useAct(id, async (plan: Plan) => {
    const { revision } = await savePlan(id, plan);
    if (kind === "Evaluation")
      return evaluationsCalls.startEvaluationTask({ params: { id }, body: { expect_revision: revision } });
    await benchmarksCalls.startEvaluation({ params: { id } });
    return evaluationsCalls.getEvaluation({ params: { id } });
  });

export const useChangeRaters = (id: string) =>
  useAct(id, (usernames: string[]) => evaluationsCalls.changeRaters({ params: { id }, body: { usernames } }));

export const useAddGold = (id: string) =>
  useAct(id, (body: Body<"addGold">) => evaluationsCalls.addGold({ params: { id }, body }));

export const useClose = (id: string) =>
  useAct(id, (reason: string) => evaluationsCalls.closeEvaluation({ params: { id }, body: { reason } }));

export const useCountInformed = (id: string) =>
  useAct(id, (body: Body<"countInformed">) => evaluationsCalls.countInformed({ params: { id }, body }));

export const useReopen = (id: string) =>
  useAct(id, (reason: string) => evaluationsCalls.reopenEvaluation({ params: { id }, body: { reason } }));

export const useVoid = (id: string) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<"voidJudgement">) => evaluationsCalls.voidJudgement({ body }),
    onSettled: () => void cache.invalidateQueries({ queryKey: ["leaderboards", id] }),
  });
};
