import type { GenerationState } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { RequestContext } from "../../../request-context.ts";
import { announceCells } from "../../events/index.ts";
import { cancelJobs, startJob } from "../../generation/index.ts";
import { assetsIn, listPerformersById } from "../../performers/index.ts";
import { measureGrid } from "../benchmark.store.ts";
import type { BenchmarksDeps } from "../benchmarks-deps.ts";
import { type CellPosition, type CellRecord, lockCell } from "../cells/cell.store.ts";
import { requireInside } from "../cells/grid.rules.ts";
import { hashOf } from "../cells/plan-cells.rules.ts";
import { fitSeed, freshSeed } from "../cells/seed.rules.ts";
import { requireIncludedRow } from "../rows/row.store.ts";
import { commitBenchmarkChange, getState, type LockedBenchmark, withBenchmarkLock } from "../with-benchmark-lock.ts";
import { findAttempt, insertAttempt, isAskedBefore, type LatestAttempt, showAttempt } from "./attempt.store.ts";

export type SeedInput = { readonly mode: "same" | "new" } | { readonly mode: "value"; readonly value: number };

export interface Regenerate {
  readonly id: string;
  readonly position: CellPosition;
  readonly expectRevision: number | undefined;
  readonly seed: SeedInput;
  readonly reason: string;
  readonly requestKey: string;
  readonly confirmsStale: boolean;
}

/** Within this time, a second user cannot have seen the first user's request for the same cell. */
const SAME_MOMENT_MS = 2_000;
const UNDER_WAY: readonly string[] = ["Pending", "Queued", "Running"];

/** Adds one attempt to a cell. Cancels its running job; earlier attempts stay. */
export const regenerateData = (
  deps: BenchmarksDeps,
  context: RequestContext,
  input: Regenerate,
): Promise<GenerationState> => {
  const { id, position, expectRevision } = input;
  return withBenchmarkLock(deps, context, { id, act: "regenerate", expectRevision, holds: "share" }, async (locked) => {
    const { tx, task } = locked;
    if (await isAskedBefore(tx, context.actor.userId, input.requestKey)) return getState(tx, id);
    requireInside(await measureGrid(tx, id), position);
    const isStale = task.status === "Benchmarking";
    if (isStale && !input.confirmsStale) {
      throw new DomainError("conflict", "judgements of this cell would no longer count: confirm that you accept this");
    }
    const cell = await lockCell(tx, id, position);
    const before = cell?.latestId && (await findAttempt(tx, cell.latestId));
    if (!(cell && before)) throw new DomainError("conflict", "this cell has no generated clip yet");
    await requireIncludedRow(tx, cell.rowId);
    requireTurn(context, before);
    if (UNDER_WAY.includes(before.status))
      await cancelJobs(tx, { taskId: id, jobIds: [before.id] }, context, { why: "superseded" });
    const { attemptId, seed } = await insertNext(locked, cell, before, input);
    if (isStale) await deps.judging.retireClip(tx, id, { ...position, columnId: cell.columnId }, context.at);
    await showAttempt(tx, cell.id, { attemptId, n: before.n + 1, at: context.at, isStale });
    await startJob(tx, attemptId, context.requestId);
    const shown = { status: "Queued", progress: null, queuePosition: null, attemptCount: before.n + 1 } as const;
    await announceCells(tx, [{ taskId: id, ...position, ...shown }]);
    return commitBenchmarkChange(locked, {
      opType: "Regenerate_data",
      meta: { ...position, attempt: before.n + 1, seed },
      reason: input.reason,
      keepsRevision: true,
    });
  });
};

/** Two concurrent users make one attempt: neither silently cancels the other's. */
const requireTurn = ({ actor, at }: RequestContext, before: LatestAttempt): void => {
  if (before.reason !== "regenerate") return;
  const isWaiting = before.status === "Pending";
  const isOthers = before.requestedBy !== actor.userId && at.getTime() - before.queuedAt.getTime() < SAME_MOMENT_MS;
  if (!(isWaiting || isOthers)) return;
  throw new DomainError("conflict", `${before.requesterName} has just asked for this cell; it is being made again`);
};

const insertNext = async (
  { tx, context, deps, task }: LockedBenchmark,
  cell: CellRecord,
  before: LatestAttempt,
  input: Regenerate,
): Promise<{ attemptId: string; seed: number | null }> => {
  const performer = (await listPerformersById(tx, [before.performerId])).get(before.performerId);
  if (!performer) throw new DomainError("conflict", "the performer of this column no longer exists");
  const seedInput = performer.inputSchema.find(({ role }) => role === "seed");
  const position = { taskId: task.id, ...input.position, n: before.n + 1 };
  const seed = seedInput
    ? chooseSeed(input.seed, before.seed, fitSeed(seedInput.spec, freshSeed(position, before.seed)))
    : null;
  const assets = [...assetsIn(performer.inputSchema, before.values).values()];
  const assetHashes =
    assets.length > 0 ? await deps.readableHashes(tx, context.actor, assets) : new Map<string, string>();
  const attempt = {
    id: newId(),
    taskId: task.id,
    cellId: cell.id,
    before,
    seed,
    hash: hashOf({ performer, performerVersion: before.performerVersion }, before.values, seed, assetHashes),
    note: input.reason,
    requestedBy: context.actor.userId,
    requestKey: input.requestKey,
    at: context.at,
  };
  if (!(await insertAttempt(tx, attempt)))
    throw new DomainError("conflict", "another attempt at this cell is still running");
  return { attemptId: attempt.id, seed };
};

const chooseSeed = (input: SeedInput, before: number | null, fresh: number): number => {
  if (input.mode === "value") return input.value;
  return input.mode === "same" ? (before ?? fresh) : fresh;
};
