// Evaluations for their owner: the plan, the raters, every judgement, closing. Routes under /evaluating that serve the
// owner's side of /task-benchmark.
import type { EvaluationDetail, evaluationsRoutes } from "@dailies/contract";
import type { Actor } from "../../actor.ts";
import type { Handlers } from "../../http/routing/register-routes.ts";
import type { EvaluationsDeps } from "./evaluations-deps.ts";
import { addGold } from "./owning/add-gold.ts";
import { changeRaters } from "./owning/change-raters.ts";
import { closeEvaluation, reopenEvaluation } from "./owning/close-evaluation.ts";
import { countInformed } from "./owning/count-informed.ts";
import { getEvaluation } from "./owning/get-evaluation.ts";
import { listJudgements } from "./owning/list-judgements.ts";
import { voidJudgement } from "./owning/void-judgement.ts";
import { planEvaluation } from "./planning/plan-evaluation.ts";
import { startEvaluationTask } from "./planning/start-evaluation-task.ts";
import { ratingHandlers, readingHandlers } from "./rating/rating.routes.ts";

type Calls = Handlers<typeof evaluationsRoutes>;

export const evaluationsHandlers = (deps: EvaluationsDeps): Calls => ({
  ...ratingHandlers(deps),
  ...readingHandlers(deps),
  ...owningHandlers(deps),
});

type OwningCalls = Exclude<
  keyof Calls,
  keyof ReturnType<typeof ratingHandlers> | keyof ReturnType<typeof readingHandlers>
>;

const owningHandlers = (deps: EvaluationsDeps): Pick<Calls, OwningCalls> => {
  const { db } = deps;
  const detailAfter = async (change: Promise<void>, actor: Actor, id: string): Promise<EvaluationDetail> => {
    await change;
    return getEvaluation(db, actor, id);
  };
  return {
    getEvaluation: ({ actor, params }) => getEvaluation(db, actor, params.id),
    planEvaluation: ({ params: { id }, body, actor, context }) => {
      const { expect_revision: expectRevision, ...plan } = body;
      return detailAfter(planEvaluation(deps, context, { id, expectRevision, plan }), actor, id);
    },
    startEvaluationTask: ({ params: { id }, body, actor, context }) => {
      const input = { id, expectRevision: body.expect_revision };
      return detailAfter(startEvaluationTask(deps, context, input), actor, id);
    },
    changeRaters: ({ params: { id }, body: { usernames }, actor, context }) =>
      detailAfter(changeRaters(deps, context, { id, usernames }), actor, id),
    addGold: ({ params: { id }, body, actor, context }) =>
      detailAfter(addGold(deps, context, { id, ...body }), actor, id),
    countInformed: ({ params: { id }, body: { counts_informed: countsInformed, reason }, actor, context }) =>
      detailAfter(countInformed(deps, context, { id, countsInformed, reason }), actor, id),
    listJudgements: ({ actor, params, query }) => listJudgements(db, actor, { ...params, ...query }),
    voidJudgement: ({ body: { judgement_id: id, reason }, context }) => voidJudgement(deps, context, { id, reason }),
    closeEvaluation: ({ params: { id }, body: { reason }, actor, context }) =>
      detailAfter(closeEvaluation(deps, context, { id, reason }), actor, id),
    reopenEvaluation: ({ params: { id }, body: { reason }, actor, context }) =>
      detailAfter(reopenEvaluation(deps, context, { id, reason }), actor, id),
  };
};
