import type { GenerationState, GenerationStatus } from "@dailies/contract";
import type { Actor } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { auditActor, mayManageJobOf, type RequestContext } from "../../request-context.ts";
import { requireUnblinded } from "../blinding/index.ts";
import { announceTask } from "../events/index.ts";
import { recordOperation } from "../operation-log/index.ts";
import {
  changeTask,
  lockTask,
  requireMember,
  requireRevision,
  requireTask,
  type TaskRecord,
  taskSubject,
} from "../tasks/index.ts";
import { type Act, requireAct, requireMove } from "./benchmark.rules.ts";
import { type BenchmarkRecord, findBenchmark } from "./benchmark.store.ts";
import type { BenchmarksDeps } from "./benchmarks-deps.ts";
import { countState } from "./runs/read-task-state.ts";

export interface BenchmarkTask extends TaskRecord {
  readonly status: GenerationStatus;
}

/** A benchmark that is locked for one action, with the transaction. */
export interface LockedBenchmark {
  readonly tx: Tx;
  readonly context: RequestContext;
  readonly deps: BenchmarksDeps;
  readonly task: BenchmarkTask;
  readonly benchmark: BenchmarkRecord;
}

export interface ActOn {
  readonly id: string;
  readonly act: Act;
  readonly expectRevision?: number | undefined;
  /** `share` lets several users work on different cells concurrently. */
  readonly holds?: "update" | "share";
}

const noBenchmark = (): DomainError => new DomainError("not_found", "there is no such benchmark, or it was deleted");

const asBenchmark = async (db: Db, task: TaskRecord): Promise<{ task: BenchmarkTask; benchmark: BenchmarkRecord }> => {
  const benchmark = task.kind === "Benchmark" ? await findBenchmark(db, task.id) : undefined;
  if (!benchmark) throw noBenchmark();
  return { task: task as BenchmarkTask, benchmark };
};

/** For reads without a lock; refuses raters while they judge. */
export const requireBenchmark = async (db: Db, actor: Actor, id: string) => {
  const found = await asBenchmark(db, await requireTask(db, actor, id));
  await requireUnblinded(db, actor, id);
  return found;
};

/** Every change starts here: it locks the benchmark and checks membership, blinding, status and revision. */
export const withBenchmarkLock = <T>(
  deps: BenchmarksDeps,
  context: RequestContext,
  { id, act, expectRevision, holds = "update" }: ActOn,
  work: (locked: LockedBenchmark) => Promise<T>,
): Promise<T> =>
  deps.db.transaction().execute(async (tx) => {
    // An administrator of jobs may act on work that they do not see as a task.
    const viewer = context.managesJobs ? { userId: context.actor.userId, isExternal: false } : context.actor;
    const locked = await lockTask(tx, viewer, id, holds);
    const { task, benchmark } = await asBenchmark(tx, locked);
    if (!mayManageJobOf(context, task.ownerId)) await requireMember(tx, context.actor, [task]);
    await requireUnblinded(tx, context.actor, id);
    requireAct(act, task.status);
    requireRevision(task, expectRevision);
    return work({ tx, context, deps, task, benchmark });
  });

export const getState = async (db: Db, id: string): Promise<GenerationState> => {
  const state = await countState(db, id);
  if (!state) throw noBenchmark();
  return state;
};

interface Ending {
  readonly opType: string;
  readonly meta?: Record<string, unknown>;
  readonly reason?: string;
  readonly moveTo?: GenerationStatus;
  /** Set when only progress changed, not the benchmark itself: the revision stays. */
  readonly keepsRevision?: boolean;
}

/** Every change ends here: it recounts progress, publishes the event and writes the operation log last. */
export const commitBenchmarkChange = async (
  { tx, context, task }: LockedBenchmark,
  ending: Ending,
): Promise<GenerationState> => {
  const { opType, meta = {}, reason, moveTo, keepsRevision = false } = ending;
  if (moveTo) requireMove(task.status, moveTo);
  if (!keepsRevision) await changeTask(tx, task.id, context.at, moveTo ? { status: moveTo } : {});
  const state = await getState(tx, task.id);
  await announceTask(tx, task.id);
  const operation = { opType, subjects: [taskSubject(task.id)] as const, meta: { name: task.name, ...meta } };
  await recordOperation(tx, auditActor(context), { ...operation, ...(reason !== undefined && { reason }) });
  return state;
};
