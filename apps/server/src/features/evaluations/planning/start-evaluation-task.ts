import type { CreateTaskBody } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { announceTask } from "../../events/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import {
  changeTask,
  lockTask,
  requireMember,
  requireRevision,
  requireTask,
  type TaskRecord,
  taskSubject,
} from "../../tasks/index.ts";
import type { EvaluationsDeps } from "../evaluations-deps.ts";
import type { EvaluationSource } from "./fill-evaluation.store.ts";
import { startJudging } from "./start-judging.ts";

type Sources = Extract<CreateTaskBody, { kind: "Evaluation" }>["sources"];

/** Merges duplicate benchmarks into one source; no columns means all columns. */
const mergeSources = (sources: Sources): EvaluationSource[] => {
  const merged = new Map<string, readonly string[]>();
  for (const { task_id: taskId, column_ids: columnIds } of sources) {
    const before = merged.get(taskId);
    const isWhole = columnIds.length === 0 || before?.length === 0;
    merged.set(taskId, isWhole ? [] : [...new Set([...(before ?? []), ...columnIds])]);
  }
  return [...merged].map(([taskId, columnIds]) => ({ taskId, columnIds }));
};

const requireFinished = async (
  tx: Tx,
  { actor }: RequestContext,
  sources: readonly EvaluationSource[],
): Promise<void> => {
  for (const { taskId } of sources) {
    const { status, name } = await requireTask(tx, actor, taskId);
    if (status === "Finished") continue;
    throw new DomainError("conflict", `'${name}' is not finished: only clips that no longer change are compared`);
  }
};

const requireEvaluationTask = ({ kind, status, name }: TaskRecord): void => {
  if (kind !== "Evaluation") throw new DomainError("not_found", "there is no such evaluation");
  if (status !== "Init") throw new DomainError("conflict", `'${name}' has begun already`);
};

/** Init → Benchmarking for an evaluation across finished benchmarks. */
export const startEvaluationTask = (
  deps: EvaluationsDeps,
  context: RequestContext,
  { id, expectRevision }: { id: string; expectRevision: number },
): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    const task = await lockTask(tx, context.actor, id);
    requireEvaluationTask(task);
    await requireMember(tx, context.actor, [task]);
    requireRevision(task, expectRevision);
    const sources = mergeSources(task.settings.sources as Sources);
    await requireFinished(tx, context, sources);
    const { clips, votesNeeded } = await startJudging(tx, context, task, deps, sources);
    await changeTask(tx, id, context.at, { status: "Benchmarking" });
    await announceTask(tx, id);
    await recordOperation(tx, auditActor(context), {
      opType: "Start_evaluation",
      subjects: [taskSubject(id), ...sources.map(({ taskId }) => taskSubject(taskId))],
      meta: { name: task.name, clips, votes_needed: votesNeeded },
    });
  });
