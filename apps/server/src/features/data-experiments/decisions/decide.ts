import type { DataExperimentAct } from "@dailies/contract";
import { DomainError, InvalidRequest } from "../../../errors.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { experimentSubject, holdDataExperiment } from "../hold-data-experiment.ts";
import { type DataExperimentRow, updateDataExperiment } from "../questions/data-experiment.store.ts";
import { insertAct } from "./act.store.ts";
import { type ExperimentResult, readResult } from "./read-experiment.ts";

/** Refuses an act about what the caller has not seen. */
const holdSeen = async (tx: Tx, id: string, expectRevision: number): Promise<DataExperimentRow> => {
  const held = await holdDataExperiment(tx, id);
  if (held.revision !== expectRevision)
    throw new DomainError("conflict", "this experiment changed since you opened it; look at it again");
  return held;
};

const numbersOf = ({ arms, differences, judgings }: ExperimentResult): NonNullable<DataExperimentAct["numbers"]> => ({
  arms: arms.map(({ position, name, result, runs }) => ({
    position,
    name,
    result,
    runs: runs.map(({ id, name: runName, value, counting }) => ({ id, name: runName, value, counting })),
  })),
  differences,
  judgings,
});

export interface DecisionInput {
  readonly expectRevision: number;
  /** Position of the arm; null for none. */
  readonly chosen: number | null;
  readonly reason: string;
}

/** Records the decision once, with the numbers as they are now. Whatever they say, people decide. */
export const decide = (db: Db, context: RequestContext, id: string, input: DecisionInput): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const held = await holdSeen(tx, id, input.expectRevision);
    if (held.state === "Decided") throw new DomainError("conflict", "this experiment is decided; reopen it first");
    const { chosen } = input;
    if (chosen !== null && chosen > held.arms.length)
      throw new InvalidRequest("body", [{ message: "there is no such arm", path: ["chosen"] }]);
    const numbers = numbersOf(await readResult(tx, held));
    const reason = input.reason.trim();
    const { at, actor } = context;
    await insertAct(tx, id, { kind: "decided", chosen, reason, numbers, userId: actor.userId, at });
    await updateDataExperiment(tx, id, { state: "Decided", chosen, decidedAt: at });
    await recordOperation(tx, auditActor(context), {
      opType: "Decide_data_experiment",
      subjects: [experimentSubject(id)],
      reason,
      meta: {
        question: held.question,
        chosen: chosen === null ? null : (held.arms[chosen - 1] ?? null),
        differences: numbers.differences,
      },
    });
  });

/** The decision stays in the history of the experiment. */
export const reopen = (
  db: Db,
  context: RequestContext,
  id: string,
  input: Omit<DecisionInput, "chosen">,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const held = await holdSeen(tx, id, input.expectRevision);
    if (held.state === "Open") throw new DomainError("conflict", "this experiment is not decided");
    const reason = input.reason.trim();
    const { at, actor } = context;
    await insertAct(tx, id, { kind: "reopened", chosen: null, reason, numbers: null, userId: actor.userId, at });
    await updateDataExperiment(tx, id, { state: "Open" });
    await recordOperation(tx, auditActor(context), {
      opType: "Reopen_data_experiment",
      subjects: [experimentSubject(id)],
      reason,
      meta: { question: held.question },
    });
  });
