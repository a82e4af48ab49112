import type { CreateTaskBody, TaskKind } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { RequestContext } from "../../request-context.ts";
import { copyReferences } from "../assets/index.ts";
import { cancelJobs } from "../generation/index.ts";
import { requireObject } from "../lineage/index.ts";
import {
  listPerformersById,
  listUsablePerformers,
  mayUsePerformer,
  type PerformerRecord,
} from "../performers/index.ts";
import { type NewlyMade, requireTask, type TaskKindActs } from "../tasks/index.ts";
import { copyBenchmark, insertBenchmark } from "./benchmark.store.ts";
import { SAMPLE_ROWS, sampleColumns } from "./cells/sample.rules.ts";
import { copyColumns, insertColumns, listColumns } from "./columns/column.store.ts";
import { cancelRowImports } from "./row-imports/row-import.store.ts";
import { copyRows, insertRows } from "./rows/row.store.ts";
import { countState } from "./runs/read-task-state.ts";

type Body<K extends TaskKind> = Extract<CreateTaskBody, { kind: K }>;

const createBenchmark = async (
  tx: Tx,
  context: RequestContext,
  { id }: NewlyMade,
  body: CreateTaskBody,
): Promise<void> => {
  const { is_sample: isSample, run_id: runId } = body as Body<"Benchmark">;
  if (runId !== undefined) await requireObject(tx, context.actor, { kind: "run", id: runId, version: null });
  await insertBenchmark(tx, id, runId);
  if (isSample) await insertSample(tx, context, id);
  await countState(tx, id);
};

/** Prefers the reference performer that ships with the product, because it needs no provider account. */
const choosePerformer = (performers: readonly PerformerRecord[]): PerformerRecord => {
  const models = performers.filter(({ kind }) => kind === "model");
  const chosen = models.find(({ model }) => model.startsWith("reference")) ?? models[0];
  if (chosen) return chosen;
  throw new DomainError("conflict", "the sample needs a performer: register one in the performer playground first");
};

const insertSample = async (tx: Tx, context: RequestContext, taskId: string): Promise<void> => {
  const performer = choosePerformer(await listUsablePerformers(tx, context.actor));
  const columns = sampleColumns(performer.inputSchema).map(({ label, params }, index) => ({
    label: `${performer.name} · ${label}`.slice(0, 120),
    performerId: performer.id,
    performerVersion: performer.version,
    params,
    isBaseline: index === 0,
  }));
  await insertRows(tx, taskId, 0, SAMPLE_ROWS);
  await insertColumns(tx, taskId, 0, columns);
};

const benchmarkActs: TaskKindActs = {
  create: createBenchmark,
  duplicate: async (tx, _by, from, to) => {
    await copyBenchmark(tx, from.id, to.id);
    await copyRows(tx, from.id, to.id);
    await copyColumns(tx, from.id, to.id);
    // The copy's rows use the same assets: they are shared with its members and kept from deletion, too.
    await copyReferences(tx, { kind: "task", fromId: from.id, toId: to.id, label: from.name });
    await countState(tx, to.id);
  },
  stop: async (tx, context, task) => {
    await cancelJobs(tx, { taskId: task.id }, context);
    await cancelRowImports(tx, task.id, context.at);
  },
};

const processingActs: TaskKindActs = {
  create: async (tx, context, _task, body) => {
    const { performer_id: performerId } = body as Body<"DataProcessing">;
    if (performerId === undefined) return;
    const performer = (await listPerformersById(tx, [performerId])).get(performerId);
    if (!(performer && mayUsePerformer(context.actor, performer))) {
      throw new DomainError("not_found", "there is no such performer, or you have no access to it");
    }
  },
};

const evaluationActs: TaskKindActs = {
  create: async (tx, { actor }, _task, body) => {
    for (const { task_id: taskId, column_ids: columnIds } of (body as Body<"Evaluation">).sources) {
      const source = await requireTask(tx, actor, taskId);
      const known = new Set((await listColumns(tx, taskId)).map(({ id }) => id));
      if (source.kind === "Benchmark" && columnIds.every((id) => known.has(id))) continue;
      throw new DomainError("not_found", `'${source.name}' is no benchmark with these columns`);
    }
  },
};

/** What each kind of task adds to create, copy and delete. */
export const TASK_KIND_ACTS: Readonly<Record<TaskKind, TaskKindActs>> = {
  Benchmark: benchmarkActs,
  DataProcessing: processingActs,
  Evaluation: evaluationActs,
};
