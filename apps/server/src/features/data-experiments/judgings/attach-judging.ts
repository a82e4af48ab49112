import { type JudgedArm, MAX_JUDGINGS } from "@dailies/contract";
import { DomainError, InvalidRequest } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { type EntryName, listEntryNames, listTalliesAgainst, requireBoardTask } from "../../leaderboards/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { experimentSubject, lockOpenExperiment } from "../hold-data-experiment.ts";
import { updateDataExperiment } from "../questions/data-experiment.store.ts";
import { deleteJudging, listJudgings, upsertJudging } from "./judging.store.ts";
import { winsOf } from "./win-rate.rules.ts";

export interface JudgedColumns {
  readonly taskId: string;
  /** One of them is the base. */
  readonly arms: readonly { readonly position: number; readonly columnId: string }[];
}

interface CountedJudging {
  readonly name: string;
  readonly arms: readonly JudgedArm[];
}

/** The judgements of a finished task, for who may open its leaderboard: until then they could tell raters too much. */
const countJudging = async (db: Db, context: RequestContext, input: JudgedColumns): Promise<CountedJudging> => {
  const { task } = await requireBoardTask(db, context.actor, input.taskId);
  if (task.status !== "Finished") throw new DomainError("conflict", "judging is not finished yet");
  const entries = new Map((await listEntryNames(db, task.id)).map((each) => [each.columnId, each]));
  const judged = input.arms.map(({ position, columnId }, at): EntryName & { position: number } => {
    const entry = entries.get(columnId);
    if (!entry)
      throw new InvalidRequest("body", [{ message: "this column was not judged", path: ["arms", at, "column_id"] }]);
    return { ...entry, position };
  });
  const base = judged.find(({ position }) => position === 1)?.entry ?? 0;
  const tallies = await listTalliesAgainst(
    db,
    task.id,
    base,
    judged.map(({ entry }) => entry),
  );
  if (tallies.length === 0)
    throw new DomainError("conflict", "nobody compared these models with that of the first arm");
  const arms = judged.map(({ position, entry, columnId, label }): JudgedArm => {
    const own = tallies.filter((tally) => tally.entry === entry);
    return { position, column_id: columnId, label, wins: position === 1 ? null : winsOf(own) };
  });
  return { name: task.name, arms: arms.sort((a, b) => a.position - b.position) };
};

/** Attaches a judging with its numbers as they are now; attached again, it is counted again. */
export const attachJudging = async (
  db: Db,
  context: RequestContext,
  id: string,
  input: JudgedColumns,
): Promise<void> => {
  const { name, arms } = await countJudging(db, context, input);
  await db.transaction().execute(async (tx) => {
    const held = await lockOpenExperiment(tx, id);
    if (arms.some(({ position }) => position > held.arms.length))
      throw new InvalidRequest("body", [{ message: "there is no such arm", path: ["arms"] }]);
    const others = (await listJudgings(tx, id)).filter((judging) => judging.task_id !== input.taskId);
    if (others.length >= MAX_JUDGINGS)
      throw new DomainError("conflict", `an experiment has at most ${MAX_JUDGINGS} judgings`);
    const { actor, at } = context;
    await upsertJudging(tx, { experimentId: id, taskId: input.taskId, name, arms, userId: actor.userId, at });
    await updateDataExperiment(tx, id, {});
    await recordOperation(tx, auditActor(context), {
      opType: "Attach_data_experiment_judging",
      subjects: [experimentSubject(id), `task:${input.taskId}`],
      meta: { question: held.question, judging: name, arms: arms.map(({ position, label }) => ({ position, label })) },
    });
  });
};

export const detachJudging = (db: Db, context: RequestContext, id: string, taskId: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { question } = await lockOpenExperiment(tx, id);
    if (!(await deleteJudging(tx, id, taskId))) throw new DomainError("not_found", "this judging is not attached");
    await updateDataExperiment(tx, id, {});
    await recordOperation(tx, auditActor(context), {
      opType: "Detach_data_experiment_judging",
      subjects: [experimentSubject(id), `task:${taskId}`],
      meta: { question },
    });
  });
