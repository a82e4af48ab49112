import { DomainError } from "../../../errors.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { enqueueWorkflows } from "../../../platform/db/outbox.ts";
import { newId } from "../../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { experimentSubject, holdDataExperiment } from "../hold-data-experiment.ts";
import { dataComparisonWorkflowId } from "./comparison.rules.ts";
import { countUnfinishedComparisons, deleteFailedComparisons, insertComparisons } from "./comparison.store.ts";

/** They run one after the other on each worker, and one person must not fill the queue. */
const MAX_UNFINISHED = 20;

/** Has these arms compared with the first one. */
export const startComparisons = async (
  tx: Tx,
  { actor, at, requestId }: RequestContext,
  experimentId: string,
  positions: readonly number[],
): Promise<void> => {
  if ((await countUnfinishedComparisons(tx, actor.userId)) + positions.length > MAX_UNFINISHED)
    throw new DomainError("conflict", `${MAX_UNFINISHED} of your comparisons are not finished: wait for one`);
  const comparisons = positions.map((position) => ({
    id: newId(),
    experimentId,
    position,
    createdBy: actor.userId,
    at,
  }));
  await insertComparisons(tx, comparisons);
  await enqueueWorkflows(
    tx,
    comparisons.map(({ id }) => ({
      workflowType: "compareDataArms",
      workflowId: dataComparisonWorkflowId(id),
      input: { comparisonId: id },
      requestId,
    })),
  );
};

/** Those that failed are tried again; the data of arms never change, so others are not. */
export const compareArmsAgain = (db: Db, context: RequestContext, id: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { question, arms } = await holdDataExperiment(tx, id);
    const failed = await deleteFailedComparisons(tx, id);
    if (failed.length === 0) throw new DomainError("conflict", "no comparison of this experiment failed");
    await startComparisons(tx, context, id, failed);
    await recordOperation(tx, auditActor(context), {
      opType: "Compare_data_experiment_arms",
      subjects: [experimentSubject(id)],
      meta: { question, arms: failed.map((position) => arms[position - 1]) },
    });
  });
